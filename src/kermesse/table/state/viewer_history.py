"""What each viewer was shown of a match: what only some may notice, the others never count."""

from __future__ import annotations

from bisect import bisect_left

from kermesse.core.match import Match
from kermesse.core.position import Position, View

MOST_KEPT = 128  # views: of all frames of any turn, for all who look


class FrameViews:
    """What each viewer knows of the latest frames: found out once for everybody who asks."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[Position, View]] = {}

    def of(self, frame: Position, viewer: int) -> View:
        """A frame of the match, which never changes, as a viewer knows it."""
        key = id(frame), viewer  # of a frame that is kept, so that nothing else has its id
        known = self._kept.get(key)
        if known is None:
            if len(self._kept) == MOST_KEPT:
                self._kept.clear()
            known = self._kept[key] = frame, frame.view(viewer)
        return known[1]

    def forget(self, but: Position) -> None:
        """Keep one frame's views only."""
        self._kept = {key: known for key, known in self._kept.items() if known[0] is but}


class ViewerHistory:
    """One viewer's way through a match.

    A frame in which nothing changes for the viewer does not exist for it: no line, no message, no
    number that goes up.
    """

    def __init__(self, viewer: int, views: FrameViews | None = None) -> None:
        self.viewer = viewer
        self.frames: list[int] = []  # those that the viewer noticed, by number
        self.moment = 0  # goes up whenever the viewer is asked something else, or again
        self._views = views or FrameViews()
        self._last = b""

    def look(self, match: Match, first: int) -> bool:
        """Take in the frames from a number on; return whether any was to be noticed."""
        noticed = len(self.frames)
        for number in range(first, len(match.frames)):
            seen = self._seen(match.frames[number])
            if seen != self._last:
                self.frames.append(number)
                self._last = seen
        return len(self.frames) > noticed

    def look_again(self, match: Match, first: int) -> bool:
        """Frames from a number on were taken back or changed; return whether that is noticed."""
        kept = self.frames[: bisect_left(self.frames, first)]
        gone = len(kept) < len(self.frames)
        self.frames = kept
        self._last = self._seen(match.frames[kept[-1]]) if kept else b""
        return self.look(match, first) or gone

    def would_notice(self, frames: list[Position]) -> bool:
        """Whether frames that might follow would show the viewer anything."""
        return any(self._seen(frame) != self._last for frame in frames)

    def has_noticed(self, number: int) -> bool:
        """Whether a frame was to be noticed."""
        place = self.place(number)
        return place < len(self.frames) and self.frames[place] == number

    def place(self, number: int) -> int:
        """How many noticed frames come before a frame."""
        return bisect_left(self.frames, number)

    def _seen(self, frame: Position) -> bytes:
        return self._views.of(frame, self.viewer).tobytes()


def first_change(before: list[Position], after: list[Position]) -> int:
    """The number of the first frame that is not what it was."""
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old is not new:
            return number
    return min(len(before), len(after))
