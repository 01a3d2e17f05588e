"""What has happened in a match, and what each seat has seen of it. Nothing here ever changes.

A match is a chain of moments, one after each decision. States that come from each other share the
chain, so a copy costs nothing, however long the match is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from kermesse.core.game import Game
from kermesse.core.record import NOTHING, SPECTATOR, Records
from kermesse.interop.openspiel.kernels import DEALS, NOBODY, STEPS, watch

USUAL_STEPS = 16  # after one decision; where there are more, room is made for them
MARK_BYTES = 8  # of a fingerprint
TOLD_APART = ("rng", "event", "event_args")  # not among the changes that a line lists


class Decision(NamedTuple):
    """Who did what."""

    seat: int
    action: int


DEAL = Decision(NOBODY, DEALS)
BY_ITSELF = Decision(NOBODY, STEPS)


class Sight:
    """What a viewer has seen last: its view, its decision that led there, and everything before."""

    __slots__ = ("action", "before", "line", "mark", "row", "view")

    def __init__(self, before: Sight | None, view: bytes, action: int | None) -> None:
        self.before = before
        self.view = view
        self.action = action
        self.line: str | None = None  # its text, once somebody asked
        self.mark: bytes | None = None  # its fingerprint, likewise
        self.row: bytes | None = None  # its numbers in a tensor, likewise

    def chain(self, most: int | None = None) -> list[Sight]:
        """All sights up to this one, the first first; only the last ``most``, if given."""
        found: list[Sight] = []
        sight: Sight | None = self
        while sight is not None and (most is None or len(found) < most):
            found.append(sight)
            sight = sight.before
        return found[::-1]


class Moment:
    """The table's record after a decision and what followed by itself, and the moments before.

    ``start`` is the record that it was carried out on. What happened in between is worked out
    when somebody wants to have seen it: random play never does.
    """

    __slots__ = ("before", "decision", "record", "seen", "start")

    def __init__(
        self,
        before: Moment | None,
        record: bytes,
        decision: Decision = BY_ITSELF,
        start: bytes | None = None,
    ) -> None:
        self.before = before
        self.record = record
        self.decision = decision
        self.start = start  # None: there is nothing in between
        self.seen: dict[int, Sight] = {}  # by viewer, as far as somebody asked

    def chain(self) -> list[Moment]:
        """All moments up to this one, the first first."""
        found: list[Moment] = []
        moment: Moment | None = self
        while moment is not None:
            found.append(moment)
            moment = moment.before
        return found[::-1]

    def views(self, game: Game, viewer: int) -> list[bytes]:
        """What a viewer knew after the decision and after each automatic step."""
        if self.start is None:
            return [concealed(game, self.record, viewer)]
        size, room = game.dtype.itemsize, USUAL_STEPS
        while True:
            views = loaded(game, bytes(room * size))
            watched = game.bind(watch)
            n = watched(loaded(game, self.start), *self.decision, viewer, views)
            if n <= room:
                seen = views.tobytes()
                return [seen[place : place + size] for place in range(0, n * size, size)]
            room = n


def loaded(game: Game, records: bytes) -> Records:
    """Records from bytes, which may be changed; NumPy takes 50 times as long for new ones."""
    return np.ndarray(len(records) // game.dtype.itemsize, game.dtype, bytearray(records))


def is_pending(table: Records) -> bool:
    """Whether an automatic step comes next."""
    return table["due"].item() == 0 and not table["over"].item()


def concealed(game: Game, record: bytes, viewer: int) -> bytes:
    """The bytes of a viewer's view."""
    batch = loaded(game, record)
    game.single.hide(batch, viewer)
    return batch.tobytes()


def sight(game: Game, moment: Moment, viewer: int = SPECTATOR) -> Sight:
    """What a viewer has seen up to a moment.

    Its own decisions are part of it, and every change of its view. What it did not notice is not.
    """
    unseen = []
    place: Moment | None = moment
    while place is not None and viewer not in place.seen:
        unseen.append(place)
        place = place.before
    last = None if place is None else place.seen[viewer]
    for place in reversed(unseen):
        own = place.decision.action if place.decision.seat == viewer else None
        for view in place.views(game, viewer):
            last = noticed(last, view, own)
            own = None  # it led to the first view
        assert last is not None  # a moment has a view
        place.seen[viewer] = last
    return moment.seen[viewer]


def noticed(last: Sight | None, view: bytes, own: int | None) -> Sight:
    """What a viewer has seen after one more view."""
    if last is not None and own is None and view == last.view:
        return last
    return Sight(last, view, own)


# --- as a fingerprint -----------------------------------------------------------------------------


def fingerprint(last: Sight) -> bytes:
    """A few bytes that differ wherever anything differs that was seen, however long ago."""
    unmarked = []
    seen: Sight | None = last
    while seen is not None and seen.mark is None:
        unmarked.append(seen)
        seen = seen.before
    mark = b"" if seen is None or seen.mark is None else seen.mark
    for seen in reversed(unmarked):
        own = str(seen.action).encode()
        mark = seen.mark = blake2b(mark + seen.view + own, digest_size=MARK_BYTES).digest()
    return mark


# --- as text --------------------------------------------------------------------------------------


def told(game: Game, last: Sight) -> str:
    """Everything that was seen, one line each: own decision, event, and everything that changed.

    The lines say what every field of every view was, so different pasts give different texts.
    """
    return "\n".join(line(game, seen) for seen in last.chain())


def line(game: Game, seen: Sight) -> str:
    """One line of what was seen; made once."""
    if seen.line is None:
        before = bytes(len(seen.view)) if seen.before is None else seen.before.view
        parts = [] if seen.action is None else [f"> {game.notation.action_text(seen.action)}:"]
        parts += [event_name(game, seen.view), *changes(game, before, seen.view)]
        seen.line = " ".join(parts)
    return seen.line


def event_name(game: Game, view: bytes) -> str:
    """The event with its arguments, without those at the end that it does not use."""
    kind, args = event_of(game, view)
    while args and args[-1] == NOTHING:
        args = args[:-1]
    return f"{game.events(kind).name.lower()}({','.join(map(str, args))})"


def event_of(game: Game, view: bytes) -> tuple[int, Sequence[int]]:
    """The number of the event that led to a view, and its arguments."""
    record = np.frombuffer(view, game.dtype)
    return record["event"].item(), record["event_args"][0].tolist()


def changes(game: Game, before: bytes, after: bytes) -> Iterator[str]:
    """The numbers of a view that differ from the ones before, each by the name of its field."""
    for name, (field, start, *_) in (game.dtype.fields or {}).items():
        stop = start + field.itemsize
        if name in TOLD_APART or before[start:stop] == after[start:stop]:
            continue
        old, new = (np.frombuffer(view[start:stop], field.base) for view in (before, after))
        for place in np.flatnonzero(old != new).tolist():
            yield f"{name}[{place}]={new[place]}" if field.shape else f"{name}={new[place]}"
