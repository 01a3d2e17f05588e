"""A match that can be looked at again: with whose eyes, and what is shown of it.

The functions at the end run beside the server: they are given a `Recording` and nothing else.
"""

from __future__ import annotations

import gzip
import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from hashlib import blake2b

import msgspec
from markupsafe import Markup

from kermesse.core.errors import MatchFileError
from kermesse.core.game import Game
from kermesse.core.html import li
from kermesse.core.match import Match
from kermesse.core.matchfile import LARGEST, read_match, write_match
from kermesse.core.position import Position, View
from kermesse.core.record import SPECTATOR
from kermesse.core.verification import resume, verify
from kermesse.table.forms import FormError, read_count
from kermesse.table.live.worker import offered
from kermesse.table.pages.replay import Consent, replay_page
from kermesse.table.refusals import Refused
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import board
from kermesse.table.visitor import Visitor

EVERYBODY, OPENED = "all", "open"  # what everybody saw; all hands open
CHUNK = 32  # moments of an answer
KEPT = 64  # replays in memory
LEVEL = 5  # of compression


@dataclass
class Replay:
    """A match that can be looked at. With whose eyes, its recording says: several share this."""

    path: str
    game: Game
    match: Match
    players: list[str]
    finished: bool
    verdict: list[str] | None = field(default=None)
    _moments: dict[str, list[int]] = field(default_factory=dict)

    def view(self, frame: Position, viewer: str) -> View:
        """A frame as that viewer saw it."""
        if viewer == OPENED:
            return opened(frame)
        return frame.view(SPECTATOR if viewer == EVERYBODY else int(viewer))

    def moments(self, viewer: str) -> list[int]:
        """The frames that a viewer noticed: what others did unseen is no moment for it."""
        if viewer not in self._moments:
            found, before = [], b""
            for number, frame in enumerate(self.match.frames):
                seen = self.view(frame, viewer).tobytes()
                if seen != before:
                    found.append(number)
                before = seen
            self._moments[viewer] = found
        return self._moments[viewer]

    def same_moment(self, moment: int, viewer: str, other: str) -> int:
        """The moment of one viewer that was nearest to a moment of another."""
        theirs = self.moments(other)
        frame = theirs[min(moment, len(theirs) - 1)]
        return bisect_right(self.moments(viewer), frame) - 1

    def view_at(self, moment: int, viewer: str) -> View:
        """What a viewer saw at a moment."""
        return self.view(self.match.frames[self.moments(viewer)[moment]], viewer)

    def step(self, moment: int, viewer: str, language: str) -> dict[str, object]:
        """What the page shows at a moment."""
        view = self.view_at(moment, viewer)
        shown = self.game.page
        return {
            "put": {"board": board(view, self.players, language)},
            "line": self.line(view, language),
            "sound": shown.sound(view) if shown else "",
            "about": list(shown.about(view)) if shown else [],
        }

    def line(self, view: View, language: str) -> Markup:
        """What happened, in words."""
        words = self.game.words(language)
        return li[self.game.notation.event_text(view.record, self.players, words)]

    def told(self, viewer: str, language: str) -> list[tuple[int, str]]:
        """Everything that happened, in words, each with its moment."""
        words = self.game.words(language)
        tell = partial(self.game.notation.event_text, names=self.players, say=words)
        return [
            (moment, tell(self.view_at(moment, viewer).record))
            for moment in range(len(self.moments(viewer)))
        ]


def opened(frame: Position) -> View:
    """A frame of a finished match with every hand open."""
    laid_open = View(frame.game, frame.copy()._batch)
    laid_open.record.viewer = SPECTATOR
    return laid_open


@dataclass(frozen=True, eq=False)
class Recording:
    """What another process needs to replay a match, and who may see it."""

    path: str
    game: str
    players: list[str]
    viewers: list[str]
    finished: bool
    file: str = field(default="", repr=False)  # of a match that was uploaded; or else the rest
    options: str = ""  # as JSON
    secret: bytes = field(default=b"", repr=False)
    decisions: list[tuple[int, str]] = field(default_factory=list, repr=False)
    renamed: int = 0  # how often people of the house had been renamed
    hidden: bool = False  # the secret and the others' hands, from this visitor
    consent: Consent | None = None  # to show them, as far as it goes

    @cached_property
    def key(self) -> bytes:
        """The same for all recordings of the same match, for every viewer."""
        told = [self.path, self.game, self.players, self.finished, self.options]
        content = json.dumps([*told, self.secret.hex(), self.file, self.decisions])
        return blake2b(content.encode(), digest_size=16).digest()

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recording) and self.key == other.key


def recording(
    match: Match, path: str, players: list[str], *, seat: int | None, renamed: int = 0
) -> Recording:
    """A match of a table; unless it is over, for a seat or a spectator only."""
    return Recording(
        path=path,
        game=match.game.name,
        players=players,
        viewers=viewers_of(match.game, match.seats) if seat is None else [viewer_of(seat)],
        finished=seat is None,
        options=json.dumps(dict(match.options)),
        secret=match.kept_secret,
        decisions=[(decision.seat, decision.text) for decision in match.decisions],
        renamed=renamed,
    )


def viewers_of(game: Game, seats: int) -> list[str]:
    """With whose eyes a finished match may be looked at."""
    viewers = [EVERYBODY, *map(str, range(seats))]
    return [OPENED, *viewers] if game.open_at_end else viewers


def viewer_of(seat: int) -> str:
    """A seat as a way of looking."""
    return EVERYBODY if seat == SPECTATOR else str(seat)


def shown_to(told: Recording, state: TableState, person: int | None) -> Recording:
    """What a person may see where hands stay hidden: their own, or all if all have agreed."""
    seat, claims = state.seat_of(person), state.claims
    if seat != SPECTATOR and claims <= state.agreed:
        return replace(told, viewers=[OPENED, *told.viewers])
    own = [] if seat == SPECTATOR else [str(seat)]
    consent = Consent(
        is_player=seat != SPECTATOR,
        has_agreed=person in state.agreed,
        agreed=len(claims & state.agreed),
        players=len(claims),
    )
    return replace(told, viewers=[*own, EVERYBODY], hidden=True, consent=consent)


def viewer_in(told: Recording, asked: Mapping[str, str]) -> str:
    """Through whose eyes an address wants to look."""
    wanted = asked.get("as", told.viewers[0])
    if wanted not in told.viewers:
        raise Refused("not_allowed")
    return wanted


# --- beside the server ----------------------------------------------------------------------------


def house_game(name: str) -> Game:
    """A game of this server, for reading a file."""
    found = offered(name)
    if found is None:
        raise MatchFileError("the file is of a game or a variant that is not played here")
    return found


@lru_cache(maxsize=KEPT)
def replay_of(told: Recording) -> Replay:
    """The match of a recording, played again."""
    if told.file:
        match = resume(read_match(told.file, house_game))
    else:
        game, options = house_game(told.game), json.loads(told.options)
        match = Match(game, len(told.players), None, options, told.secret)
        for seat, text in told.decisions:
            match.act(seat, text)
        match.players = [player[:40] for player in told.players]
    verdict = verify(told.file or write_match(match), house_game) if told.finished else None
    return Replay(told.path, match.game, match, list(told.players), told.finished, verdict)


def take_in(content: bytes, visitor: Visitor) -> str:
    """The text of an uploaded file, if it is of a finished match."""
    text = read_text(content, visitor)
    file = read_match(text, house_game)
    if file.secret is None:
        raise MatchFileError(visitor.say("This match is not over, so it cannot be shown yet."))
    resume(file)
    return text


def read_text(content: bytes, visitor: Visitor) -> str:
    """The text of an uploaded file."""
    if len(content) > LARGEST:
        raise MatchFileError(visitor.say("This file is too large for a match."))
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise MatchFileError(
            visitor.say("This file is not a match file: it is not text.")
        ) from None


def uploaded(text: str, path: str) -> Recording:
    """The recording of a file that was taken in before."""
    file = read_match(text, house_game)
    viewers = viewers_of(file.game, file.seats)
    return Recording(path, file.game.name, list(file.players), viewers, True, file=text)


def chunk(told: Recording, asked: Mapping[str, str], language: str) -> bytes:
    """Some moments of a match, rendered: JSON, compressed with gzip."""
    replay, viewer = replay_of(told), asked["as"]
    total = len(replay.moments(viewer))
    first = whole(asked, "from", total, default=0)
    end = min(total, first + CHUNK, whole(asked, "to", 2**31, default=first + CHUNK))
    steps = [replay.step(number, viewer, language) for number in range(first, end)]
    shown = msgspec.json.encode({"from": first, "steps": steps}, enc_hook=str)
    return gzip.compress(shown, LEVEL)


def file_of(told: Recording) -> str:
    """The match file of a finished match."""
    return told.file or write_match(replay_of(told).match)


def shown(told: Recording, asked: Mapping[str, str], visitor: Visitor) -> str:
    """The page of a match."""
    replay, viewer = replay_of(told), asked["as"]
    events = replay.told(viewer, visitor.language)
    last = len(events) - 1
    at = moment_in(replay, asked, told.viewers, last)
    match, verdict = replay.match, replay.verdict
    if told.hidden:  # no decision
        verdict = [problem.partition(", ")[0] for problem in verdict or []]
    return replay_page(
        visitor,
        replay.game,
        replay.players,
        events,
        last + 1,
        at,
        viewer,
        [(name, label(name, replay, visitor)) for name in told.viewers],
        board(replay.view_at(at, viewer), replay.players, visitor.language),
        verdict,
        f"{replay.path}/file" if replay.finished and not told.hidden else "",
        f"{replay.path}/frames",
        replay.finished,
        match.commitment,
        match.secret.hex() if match.secret and not told.hidden else "",
        replay.path,
        told.consent,
    )


def moment_in(replay: Replay, asked: Mapping[str, str], viewers: list[str], last: int) -> int:
    """The moment that an address asks for; ``was`` is through whose eyes it was counted."""
    viewer = asked["as"]
    was = asked.get("was", viewer)
    if was == viewer:
        return whole(asked, "at", last + 1, default=last if not replay.finished else 0)
    if was not in viewers:
        raise Refused("not_allowed")
    return replay.same_moment(whole(asked, "at", len(replay.moments(was)), default=0), viewer, was)


def label(viewer: str, replay: Replay, visitor: Visitor) -> str:
    """What a way of looking is called."""
    if viewer == OPENED:
        return visitor.say("All hands open")
    if viewer == EVERYBODY:
        return visitor.say("What everybody saw")
    return visitor.say("What {name} saw", name=replay.players[int(viewer)])


def whole(asked: Mapping[str, str], name: str, below: int, default: int) -> int:
    """A number in an address."""
    try:
        return read_count({name: asked.get(name, "")}, name, range(below), default)
    except FormError:
        raise Refused("bad_message") from None
