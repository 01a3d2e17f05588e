"""`Sitting`: all that is true of one table, folded from its log. No clock, no input, no output."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from kermesse.core.customs import Window
from kermesse.core.errors import SetupRefused
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.options import Value
from kermesse.core.position import Position
from kermesse.core.record import SPECTATOR
from kermesse.store import Event, Result, Seat, Table
from kermesse.table import old_paths
from kermesse.table.levels import USUAL
from kermesse.table.sights import Sight, first_change

GATHERING, PLAYING, OVER, CLOSED = "gathering", "playing", "over", "closed"
OPEN, PERSON, BOT = "open", "person", "bot"
CHOSEN = "chosen"  # a moment that ended with the seat's own choice, while others still choose
SETTLED = "settled"  # one that ended because somebody else answered for the seat as well

# What is in a log. The first four make the match, an answer waits for its window to close, and the
# others are told between the lines of the match.
DECIDE, UNDO, REWIND, WINDOW, ANSWER = "decide", "undo", "rewind", "window", "answer"
OF_THE_MATCH = (DECIDE, UNDO, REWIND, WINDOW, ANSWER)
START, CLOSE = "start", "close"
AWAY, BACK = "away", "back"  # a bot decides for somebody, until they touch the table again
TIMEOUT = "timeout"  # in older logs: somebody had no time left, and a bot got the seat
SIT, LEAVE, SEAT_BOT, FREE, KICK = "sit", "leave", "bot", "open", "kick"
SHOW = "show"  # after the end: a player agrees that all players see all hands

ALONE, ALWAYS, NEVER = "alone", "always", "never"  # when there are hints


class Note(NamedTuple):
    """A line of the log that is not of the game: who came, left, took back."""

    kind: str
    seat: int | None
    person: int | None
    body: dict[str, Any]
    unseen: frozenset[int] = frozenset()  # the viewers who must not notice it


@dataclass(frozen=True)
class Terms:
    """What was agreed for this table besides the rules of the game."""

    decision: int = 0  # seconds for a decision; 0 is no limit
    total: int = 0  # seconds for all decisions of a seat together; 0 is no limit
    chat: bool = True
    bot: str = USUAL  # who decides for somebody whose time is up
    hints: str = ALONE

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
        self.table = completed(game, table)
        self.seats = list(seats)
        self.match: Match | None = None
        self.seq = table.length - 1  # of the last event
        self.sights = {viewer: Sight(viewer) for viewer in range(SPECTATOR, table.seats)}
        self.trouble = ""  # why the match cannot go on: the kind of a refusal
        self.window: Window | None = None  # in which the due seats have to answer now
        self.held: dict[int, list[str]] = {}  # actions that wait for the window to close
        self.ended: dict[int, tuple[int, str]] = {}  # the last moment others ended for a seat
        self.away: dict[int, str] = {}  # seats for which a bot decides at present, and which bot
        self.spent_ms = [0] * table.seats
        self.story: list[int | Note] = []  # frames of the match by number, and notes
        self.turns: list[tuple[int, int]] = []  # who acted, and how many decisions there were then
        self.answered: dict[tuple[int, str], list[str]] = {}  # messages in the log, and their picks
        self.agreed: set[int] = set()  # the people who would open all hands after the end

    @property
    def terms(self) -> Terms:
        """What was agreed for this table."""
        return Terms(**(self.table.clock or {}))

    @property
    def options(self) -> dict[str, Value]:
        """All options of the game at this table."""
        return self.game.choose(self.table.options, self.table.seats)

    @property
    def fits(self) -> bool:
        """Whether the game still has these options and this number of seats."""
        try:
            self.game.checked_seats(self.table.seats)
            self.game.choose(self.table.options, self.table.seats)
        except SetupRefused:
            return False
        return True

    @property
    def was_outdated(self) -> bool:
        """Whether the table was closed because the rules had changed."""
        notes = (line for line in self.story if isinstance(line, Note))
        return any(note.kind == CLOSE and "rules" in note.body for note in notes)

    @property
    def closed_because(self) -> str:
        """The reason that the operator gave for closing the table, in the operator's words."""
        notes = [line for line in self.story if isinstance(line, Note) and line.kind == CLOSE]
        return str(notes[-1].body.get("reason", "")) if notes else ""

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

    def place_of(self, person: int | None) -> int:
        """Where a person sits, or has a seat that is kept for them; SPECTATOR if nowhere."""
        seat = self.seat_of(person)
        if seat == SPECTATOR and person is not None:
            kept = (place.seat for place in self.seats if place.kept_for == person)
            return next(kept, SPECTATOR)
        return seat

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
    def claims(self) -> set[int]:
        """The people who sit here, and those for whom a seat is kept."""
        claims = {place.person_id for place in self.seats} | {
            place.kept_for for place in self.seats
        }
        return {person for person in claims if person is not None}

    @property
    def host(self) -> int | None:
        """Who decides about seats: the host, or while they have none the first person seated."""
        people, named = self.people, self.table.host
        return named if named in people or not people else people[0]

    @property
    def free(self) -> list[int]:
        """The seats that a friend with a link may take: empty ones first, then those of bots.

        A bot that keeps a person's seat warm is that person.
        """
        empty = [place.seat for place in self.seats if place.kind == OPEN]
        bots = [p.seat for p in self.seats if p.kind == BOT and p.kept_for is None]
        return empty + bots

    def may_start(self, seat: int, present: Iterable[int]) -> bool:
        """Whether a seat may begin the match: the host's, or any while the host is away."""
        host = self.seat_of(self.host)
        return seat != SPECTATOR and (seat == host or host not in present)

    @property
    def bots(self) -> list[str | None]:
        """The bot at each seat; None where no bot plays."""
        return [place.bot if place.kind == BOT else None for place in self.seats]

    def may_have_hints(self, seat: int) -> bool:
        """Whether the terms allow hints to a seat now.

        A bot that keeps a person's seat warm counts as the person, who may come back.
        """
        if self.trouble:
            return False
        others = [place for place in self.seats if place.seat != seat]
        alone = all(place.kind == BOT and place.kept_for is None for place in others)
        return self.terms.hints == ALWAYS or (self.terms.hints == ALONE and alone)

    @property
    def is_deserted(self) -> bool:
        """Whether all people are away: then the match waits for them."""
        people = {place.seat for place in self.seats if place.kind == PERSON}
        return bool(people) and people <= self.away.keys()

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(place.kind != OPEN for place in self.seats)

    @property
    def due(self) -> set[int]:
        """The seats that are still waited for."""
        if self.match is None or self.state != PLAYING:
            return set()
        return self.match.due - self.held.keys()

    def due_bots(self, late: Collection[int] = ()) -> list[int]:
        """The seats where a bot is to decide now: bots' own, and those of people who are late.

        Where the first answer stands for several seats, people come first, and of bots only one
        speaks.
        """
        due = self.due
        bots = {seat for seat in due if self.seats[seat].kind == BOT or seat in late}
        if self.match is None or len(due) < 2 or self._is_sealed(self.match.frames[-1]):
            return sorted(bots)
        if any(self.seats[seat].kind == PERSON for seat in due - bots) or not bots:
            return []
        return [self.game.speaker(self.match.view(), bots)]

    def moment(self, viewer: int) -> int:
        """The number of the moment at which a viewer is; an action about an older one is stale."""
        return self.sights[viewer].moment

    def why_stale(self, seat: int, moment: int) -> str:
        """The kind of refusal for an action about an older moment."""
        ended, kind = self.ended.get(seat, (None, ""))
        return kind if moment == ended else "stale"

    def ahead(self, seat: int) -> Match | None:
        """The match as a seat sees it whose answer waits for the others."""
        if self.match is None or seat not in self.held:
            return self.match
        ahead = self.match.fork()
        play(ahead, seat, self.held[seat])
        return ahead

    def set_up(self) -> None:
        """Deal: the match as it begins."""
        self.match = Match(
            self.game, self.table.seats, options=self.table.options, secret=self.table.secret
        )
        self.story += range(len(self.match.frames))
        for sight in self.sights.values():
            sight.look(self.match, 0)
        self._open_window()

    def apply(self, events: Sequence[Event]) -> list[Position]:
        """Carry out events from the log; return the frames that they led to."""
        frames: list[Position] = []
        for event in events:
            frames += self._apply(event)
        return frames

    def apply_notes(self, events: Sequence[Event]) -> None:
        """Take from the log of a table that nobody plays at any more what is not of the match."""
        self.apply([event for event in events if event.kind not in OF_THE_MATCH])
        self.seq = events[-1].seq if events else self.seq

    def _apply(self, event: Event) -> list[Position]:
        self.seq = event.seq
        if event.kind in (DECIDE, WINDOW, ANSWER) and old_paths.is_old(event):
            event = old_paths.translated(self._match, event)
        if event.kind in (DECIDE, WINDOW):
            return self._decide(event)
        if event.kind == ANSWER:
            self.hold(event)
            return []
        body = event.body or {}
        unseen: set[int] = set()
        if event.kind in (REWIND, UNDO):
            unseen = self._go_back(event)
        elif event.kind in (AWAY, TIMEOUT):
            self.spent_ms[self._seat(event)] += body.get("ms", 0)
        elif event.kind == START:
            for sight in self.sights.values():
                sight.moment += 1
        elif event.kind == SHOW and event.person_id is not None:
            self.agreed.add(event.person_id)
        if event.kind == AWAY:
            self.away[self._seat(event)] = body["bot"]
        elif event.kind in (BACK, SIT, LEAVE, SEAT_BOT, KICK):
            self.away.pop(self._seat(event), None)
        self.story.append(Note(event.kind, event.seat, event.person_id, body, frozenset(unseen)))
        return []

    @property
    def _match(self) -> Match:
        assert self.match is not None
        return self.match

    @staticmethod
    def _seat(event: Event) -> int:
        assert event.seat is not None
        return event.seat

    # --- decisions ------------------------------------------------------------------------------

    def _decide(self, event: Event) -> list[Position]:
        trial = self._match.fork()
        before = len(trial.frames)
        for seat, actions in taken(event):
            play(trial, seat, actions)
        self.adopt(trial, event)
        return trial.frames[before:]

    def adopt(self, match: Match, event: Event) -> None:
        """Go on with a match in which the event's decisions have been taken already."""
        was_open, before = self.open_phase, self._match
        self.match = match
        self.seq = event.seq
        self.held = {}
        for seat, _ in taken(event):
            self.turns.append((seat, len(before.decisions)))
        if event.kind == DECIDE:
            self.spent_ms[self._seat(event)] += event.body.get("ms", 0)
        self._note_answer(event)
        goes_on = was_open is not None and self.open_phase == was_open
        self._note_ends(event, before, goes_on)
        first = len(before.frames)
        if event.kind == WINDOW:  # the answers come out together, in what follows from them
            first += len(event.body["decisions"])
        self.story += range(first, len(match.frames))
        for viewer, sight in self.sights.items():
            noticed = sight.look(match, first)
            if viewer == event.seat or (noticed and not goes_on):
                sight.moment += 1
        self._open_window()

    def hold(self, event: Event) -> None:
        """Keep an answer until the window closes."""
        self.seq = event.seq
        self.held[self._seat(event)] = event.body["actions"]
        self._note_answer(event)

    def _note_answer(self, event: Event) -> None:
        """Remember a message, in case it is sent again."""
        if event.person_id is not None and event.client_id is not None:
            body = event.body or {}
            picks = body.get("path", body.get("actions", []))
            self.answered[event.person_id, event.client_id] = picks

    def _note_ends(self, event: Event, before: Match, goes_on: bool) -> None:
        """Remember for whom a decision ends the moment, and why."""
        others = before.due - {event.seat}
        if event.kind == WINDOW:
            self.ended |= {seat: (self.moment(seat), "too_late") for seat in before.due}
        elif goes_on:
            self.ended[self._seat(event)] = self.moment(self._seat(event)), CHOSEN
        elif not self._is_sealed(before.frames[-1]):
            self.ended |= {seat: (self.moment(seat), SETTLED) for seat in others}

    def _go_back(self, event: Event) -> set[int]:
        """Take decisions back; return the viewers who must not notice."""
        before = self._match.frames.copy()
        body = event.body or {}
        if event.kind == REWIND:
            self._match.rewind(body["decisions"])
        else:
            self._match.rewind(len(self._match.decisions) - body.get("hidden", 0))
            for _ in range(body["times"]):
                self._match.undo(self._seat(event))
        self._forget_frames()
        self.held = {}
        self._note_answer(event)
        first, unseen = first_change(before, self._match.frames), set()
        for viewer, sight in self.sights.items():
            if sight.look_again(self._match, first) or viewer == event.seat:
                sight.moment += 1
            else:
                unseen.add(viewer)
        self._open_window()
        return unseen

    def _open_window(self) -> None:
        """Find out whether the due seats have to hurry."""
        waits = not self._match.over and self._match.due
        self.window = self.game.window(self._match.view()) if waits else None

    def seen_by(self, viewer: int) -> Iterator[int | Note]:
        """The story as a viewer may know it, from its end."""
        sight = self.sights[viewer]
        for line in reversed(self.story):
            if isinstance(line, Note):
                if viewer not in line.unseen:
                    yield line
            elif sight.has_noticed(line):
                yield line

    def last_turn(self, seat: int) -> int | None:
        """How many decisions there were when the seat last acted."""
        return next((before for who, before in reversed(self.turns) if who == seat), None)

    def unnoticed(self, seat: int) -> int:
        """How many of the latest decisions a seat has not noticed."""
        sight = self.sights[seat]
        decisions, end = self._match.decisions, len(self._match.frames)
        for count, decision in enumerate(reversed(decisions)):
            shown = any(sight.has_noticed(number) for number in range(decision.frame, end))
            if shown or decision.seat == seat:
                return count
            end = decision.frame
        return len(decisions)

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
        return (last.phase, last.reveals) if self._is_sealed(last) and last.due else None

    def _is_sealed(self, frame: Position) -> bool:
        return int(frame.record.phase) in self.game.sealed

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


def completed(game: Game, table: Table) -> Table:
    """A table with all options of its game: it may have been kept before one of them existed."""
    try:
        return replace(table, options=game.choose(table.options, table.seats))
    except SetupRefused:  # of another edition: `stopped` sees to that
        return table


def taken(event: Event) -> list[tuple[int, list[str]]]:
    """The decisions of an event, as texts of actions: a turn of one seat, or a window's answers."""
    if event.kind == WINDOW:
        return [(int(seat), list(actions)) for seat, actions in event.body["decisions"]]
    assert event.seat is not None
    return [(event.seat, event.body["actions"])]


def kept(actions: list[str], path: list[str]) -> dict[str, Any]:
    """How the log keeps a decision: what was done, and the picks that were sent if they differ.

    The picks only tell a message that is sent again from another one; nothing reads them.
    """
    return {"actions": actions} | ({} if path == actions else {"path": path})


def play(match: Match, seat: int, actions: Iterable[str]) -> None:
    """Take decisions from the log."""
    for action in actions:
        match.act(seat, action)


def result_of(match: Match) -> Result | None:
    """How a match ended, to be kept; None before its end."""
    if match.outcome is None:
        return None
    return Result(tuple(match.outcome.places), tuple(match.position.points))
