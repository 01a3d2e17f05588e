"""`Sitting`: all that is true of one table, folded from its log. No clock, no input, no output."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.position import Position
from kermesse.core.record import SPECTATOR
from kermesse.core.words import ENGLISH
from kermesse.store import Event, Seat, Table
from kermesse.table.picks import take

GATHERING, PLAYING, OVER, CLOSED = "gathering", "playing", "over", "closed"
OPEN, PERSON, BOT = "open", "person", "bot"

# What is in a log. The first three make the match; the others are told between its lines.
DECIDE, UNDO, REWIND = "decide", "undo", "rewind"
START, CLOSE, TIMEOUT = "start", "close", "timeout"
SIT, LEAVE, SEAT_BOT, FREE, KICK = "sit", "leave", "bot", "open", "kick"


class Note(NamedTuple):
    """A line of the log that is not of the game: who came, left, took back."""

    kind: str
    seat: int | None
    person: int | None
    body: dict[str, Any]


@dataclass(frozen=True)
class Terms:
    """What was agreed for this table besides the rules of the game."""

    decision: int = 0  # seconds for a decision; 0 is no limit
    total: int = 0  # seconds for all decisions of a seat together; 0 is no limit
    chat: bool = True
    bot: str = "greedy"  # who plays on for somebody whose time is up

    def kept(self) -> dict[str, Any]:
        """As the store keeps them."""
        return asdict(self)

    @property
    def timed(self) -> bool:
        """Whether there is a clock."""
        return bool(self.decision or self.total)


class Sitting:
    """A table with its seats and its match, as the log says."""

    def __init__(self, game: Game, table: Table, seats: Iterable[Seat]) -> None:
        self.game = game
        self.table = table
        self.seats = list(seats)
        self.match: Match | None = None
        self.seq = table.length - 1  # of the last event
        self.moment = 0  # seq of the event since which the due seats are asked what they are asked
        self.spent_ms = [0] * table.seats
        self.story: list[int | Note] = []  # frames of the match by number, and notes
        self.turns: list[tuple[int, int]] = []  # who acted, and how many decisions there were then
        self.answered: dict[tuple[int, str], list[str]] = {}  # messages in the log, and their paths

    @property
    def terms(self) -> Terms:
        """What was agreed for this table."""
        return Terms(**(self.table.clock or {}))

    @property
    def state(self) -> str:
        """Gathering, playing, over or closed."""
        return self.table.state

    def seat_of(self, person: int | None) -> int:
        """Where a person sits; SPECTATOR if nowhere."""
        if person is not None:
            for place in self.seats:
                if place.kind == PERSON and place.person_id == person:
                    return place.seat
        return SPECTATOR

    def seats_seen(self, person: int) -> set[int]:
        """The seats that a person had in this match and has no more: their hands were seen."""
        begun, seen = False, set()
        for line in self.story:
            if isinstance(line, Note):
                begun = begun or line.kind == START
                gone = line.person if line.kind in (LEAVE, TIMEOUT, KICK) else line.body.get("for")
                if begun and gone == person and line.seat is not None:
                    seen.add(line.seat)
        return seen

    @property
    def people(self) -> list[int]:
        """The people at the table, by seat."""
        return [p.person_id for p in self.seats if p.kind == PERSON and p.person_id is not None]

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(place.kind != OPEN for place in self.seats)

    def due_bots(self) -> list[int]:
        """The seats where a bot owes a decision."""
        if self.match is None or self.state != PLAYING:
            return []
        return [seat for seat in sorted(self.match.due) if self.seats[seat].kind == BOT]

    def set_up(self) -> None:
        """Deal: the match as it begins."""
        self.match = Match(
            self.game, self.table.seats, options=self.table.options, secret=self.table.secret
        )
        self.story += range(len(self.match.frames))

    def apply(self, events: Sequence[Event]) -> list[Position]:
        """Carry out events from the log; return the frames that they led to."""
        frames: list[Position] = []
        for event in events:
            frames += self._apply(event)
        return frames

    def _apply(self, event: Event) -> list[Position]:
        self.seq = event.seq
        if event.kind == DECIDE:
            return self._decide(event)
        body = event.body or {}
        if event.kind == REWIND:
            self._match.rewind(body["decisions"])
            self._forget_frames()
        elif event.kind == UNDO:
            for _ in range(body["times"]):
                self._match.undo(self._seat(event))
            self._forget_frames()
        elif event.kind == TIMEOUT:
            self.spent_ms[self._seat(event)] += body["ms"]
        if event.kind in (REWIND, UNDO, START):
            self.moment = event.seq
        if event.kind in (REWIND, UNDO) and event.person_id is not None and event.client_id:
            self.answered[event.person_id, event.client_id] = []
        self.story.append(Note(event.kind, event.seat, event.person_id, body))
        return []

    @property
    def _match(self) -> Match:
        assert self.match is not None
        return self.match

    @staticmethod
    def _seat(event: Event) -> int:
        assert event.seat is not None
        return event.seat

    def _decide(self, event: Event) -> list[Position]:
        trial = self._match.fork()
        frames = take(trial, self._seat(event), event.body["path"], ENGLISH)
        self.adopt(trial, event)
        return frames

    def adopt(self, match: Match, event: Event) -> None:
        """Go on with a match in which the event's decision has been taken already."""
        was_open, seat = self.open_phase, self._seat(event)
        frames, decisions = len(self._match.frames), len(self._match.decisions)
        self.match = match
        self.seq = event.seq
        self.story += range(frames, len(match.frames))
        self.turns.append((seat, decisions))
        self.spent_ms[seat] += event.body.get("ms", 0)
        if event.person_id is not None and event.client_id is not None:
            self.answered[event.person_id, event.client_id] = event.body["path"]
        if was_open is None or self.open_phase != was_open:
            self.moment = event.seq

    def last_turn(self, seat: int) -> int | None:
        """How many decisions there were when the seat last acted."""
        return next((before for who, before in reversed(self.turns) if who == seat), None)

    def last_notes(self, count: int) -> list[Note]:
        """The latest notes of the log."""
        return [line for line in self.story[-count:] if isinstance(line, Note)]

    @property
    def open_phase(self) -> tuple[str, int] | None:
        """The phase in which several seats choose in secret, if this is one.

        While it lasts the moment stays the same, so that nobody's choice makes another's stale.
        """
        if self.match is None:
            return None
        last = self.match.frames[-1]
        if int(last.record.phase) not in self.game.sealed or not last.due:
            return None
        return last.phase, last.reveals

    def _forget_frames(self) -> None:
        """Take out of the story what was taken back."""
        frames, decisions = len(self._match.frames), len(self._match.decisions)
        self.story = [line for line in self.story if isinstance(line, Note) or line < frames]
        self.turns = [turn for turn in self.turns if turn[1] < decisions]

    def change_seats(self, changes: Iterable[Seat]) -> None:
        """Seats as they are from now on."""
        for place in changes:
            self.seats[place.seat] = place

    def change_table(self, **values: Any) -> None:
        """Facts about the table as they are from now on."""
        self.table = replace(self.table, **values)
