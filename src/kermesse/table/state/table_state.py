"""`TableState`: the lasting state of a table, folded from its log. No clocks, no I/O."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kermesse.core.customs import TO_TABLE, TO_TEAM, Window
from kermesse.core.errors import SetupRefused
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.options import Value
from kermesse.core.position import Position, View
from kermesse.core.record import SPECTATOR
from kermesse.store import ChatLine, LoggedEvent, Seat, Table
from kermesse.table.state import old_paths
from kermesse.table.state.channels import has_teams, latest
from kermesse.table.state.log_events import (
    ANSWER,
    AWAY,
    BACK,
    BOT,
    CLOSE,
    DECIDE,
    KICK,
    LEAVE,
    OF_THE_MATCH,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    REWIND,
    SEAT_BOT,
    SHOW,
    SIT,
    START,
    TIMEOUT,
    UNDO,
    WINDOW,
    Note,
    play,
    taken,
)
from kermesse.table.state.terms import ALONE, ALWAYS, TableTerms
from kermesse.table.state.viewer_history import FrameViews, ViewerHistory, first_change

CHOSEN = "chosen"  # a moment that ended with the seat's own choice, while others still choose
SETTLED = "settled"  # one that ended because somebody else answered for the seat as well


class TableState:
    """A table with its seats and its match, as the log says."""

    def __init__(
        self, game: Game, table: Table, seats: Iterable[Seat], lines: Iterable[ChatLine] = ()
    ) -> None:
        self.game = game
        self.table = completed(game, table)
        self.seats = list(seats)
        self.lines: list[ChatLine] = []  # of the chat
        self.kicked: set[int] = set()
        self.muted: set[int] = set()
        self.match: Match | None = None
        self.seq = table.length - 1  # of the last event
        self.views = FrameViews()
        self.histories = {
            viewer: ViewerHistory(viewer, self.views) for viewer in range(SPECTATOR, table.seats)
        }
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
        self.take_lines(lines)

    # --- what was agreed --------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's public id."""
        return self.table.id

    @property
    def status(self) -> str:
        """Gathering, playing, over or closed."""
        return self.table.state

    @property
    def terms(self) -> TableTerms:
        """What was agreed for this table."""
        return TableTerms(**(self.table.clock or {}))

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
        return any(note.kind == CLOSE and "rules" in note.body for note in self.notes)

    @property
    def closed_because(self) -> str:
        """The reason that the operator gave for closing the table, in the operator's words."""
        closed = [note for note in self.notes if note.kind == CLOSE]
        return str(closed[-1].body.get("reason", "")) if closed else ""

    # --- who sits where ---------------------------------------------------------------------------

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
        if seat != SPECTATOR or person is None:
            return seat
        return next((place.seat for place in self.seats if place.kept_for == person), SPECTATOR)

    def seats_seen(self, person: int) -> set[int]:
        """The seats that a person had in this match and has no more: their hands were seen."""
        begun, seen = False, set()
        for note in self.notes:
            begun = begun or note.kind == START
            gone = note.person if note.kind in (LEAVE, TIMEOUT, KICK) else note.body.get("for")
            if begun and gone == person and note.seat is not None:
                seen.add(note.seat)
        return seen

    @property
    def people(self) -> list[int]:
        """The people at the table, by seat."""
        return [p.person_id for p in self.seats if p.kind == PERSON and p.person_id is not None]

    @property
    def claims(self) -> set[int]:
        """The people who sit here, and those for whom a seat is kept."""
        claims = {p.person_id for p in self.seats} | {p.kept_for for p in self.seats}
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

    def may_start(self, seat: int, present: Collection[int]) -> bool:
        """Whether a seat may begin the match: the host's, or any while the host is away."""
        host = self.seat_of(self.host)
        return seat != SPECTATOR and (seat == host or host not in present)

    def may_replace(self, person: int | None, *, host_is_gone: bool) -> bool:
        """Whether a person may let a bot step in: the host, or while gone, anybody seated."""
        stands_in = host_is_gone and person in self.people
        return person is not None and (person == self.host or stands_in)

    @property
    def bots(self) -> list[str | None]:
        """The bot at each seat; None where no bot plays."""
        return [place.bot if place.kind == BOT else None for place in self.seats]

    def bot_at(self, seat: int) -> str:
        """The bot that decides at a seat where one is to."""
        return self.seats[seat].bot or self.away.get(seat) or self.terms.bot

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
    def channels(self) -> tuple[str, ...]:
        """The channels on which somebody at a seat may talk now.

        Teams are known once the seats are: before the match everything is said to all.
        """
        if not self.terms.chat:
            return ()
        if self.status not in (PLAYING, OVER):
            return (TO_TABLE,)
        teams = self.game.teams(self.table.seats)
        known = (TO_TABLE, TO_TEAM) if has_teams(teams) else (TO_TABLE,)
        allowed = self.game.talk(self.options) if self.status == PLAYING else known
        return tuple(channel for channel in known if channel in allowed)

    # --- whose turn it is -------------------------------------------------------------------------

    @property
    def due(self) -> set[int]:
        """The seats that are still waited for."""
        if self.match is None or self.status != PLAYING:
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
        return [self.game.speaker(self.view(self.match.frames[-1]), bots)]

    def moment(self, viewer: int) -> int:
        """The number of the moment at which a viewer is; an action about an older one is stale."""
        return self.histories[viewer].moment

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

    def view(self, frame: Position, viewer: int = SPECTATOR) -> View:
        """A frame of the match as a viewer knows it."""
        return self.views.of(frame, viewer)

    # --- the log ----------------------------------------------------------------------------------

    def apply(self, events: Sequence[LoggedEvent], played: Match | None = None) -> None:
        """Let events of the log be true; ``played`` is the match after them, where it is known."""
        for event in events:
            self.seq = event.seq
            if event.kind in (DECIDE, WINDOW, ANSWER) and old_paths.is_old(event):
                event = old_paths.translated(self._match, event)  # noqa: PLW2901
            if event.kind in (DECIDE, WINDOW):
                self._take(event, played or self._after(event))
            elif event.kind == ANSWER:
                self.held[self._seat(event)] = event.body["actions"]
                self._note_answer(event)
            else:
                self._note(event)

    def apply_notes(self, events: Sequence[LoggedEvent]) -> None:
        """Take from the log of a table that nobody plays at any more what is not of the match."""
        self.apply([event for event in events if event.kind not in OF_THE_MATCH])
        self.seq = events[-1].seq if events else self.seq

    def replay(self, events: Iterable[LoggedEvent]) -> None:
        """Bring a fresh state to where its log ends."""
        for event in events:
            self.apply([event])
            if event.kind == START:
                table = self.table
                options, secret = table.options, table.secret
                self.begin(Match(self.game, table.seats, options=options, secret=secret))

    def begin(self, match: Match) -> None:
        """Deal: the match as it begins."""
        self.match = match
        self.story += range(len(match.frames))
        for history in self.histories.values():
            history.look(match, 0)
        self._open_window()

    def _note(self, event: LoggedEvent) -> None:
        """Take in what is no decision."""
        body, unseen = event.body or {}, frozenset[int]()
        if event.kind in (REWIND, UNDO):
            unseen = self._go_back(event)
        elif event.kind == START:
            for history in self.histories.values():
                history.moment += 1
        elif event.kind in (AWAY, TIMEOUT):
            self.spent_ms[self._seat(event)] += body.get("ms", 0)
        elif event.kind == SHOW and event.person_id is not None:
            self.agreed.add(event.person_id)
        if event.kind == AWAY:
            self.away[self._seat(event)] = body["bot"]
        elif event.kind in (BACK, SIT, LEAVE, SEAT_BOT, KICK):
            self.away.pop(self._seat(event), None)
        if event.kind == KICK and event.person_id is not None:
            self.kicked.add(event.person_id)
        self.story.append(Note(event.kind, event.seat, event.person_id, body, unseen))

    @property
    def _match(self) -> Match:
        assert self.match is not None
        return self.match

    @staticmethod
    def _seat(event: LoggedEvent) -> int:
        assert event.seat is not None
        return event.seat

    # --- decisions --------------------------------------------------------------------------------

    def _after(self, event: LoggedEvent) -> Match:
        """The match after an event's decisions."""
        after = self._match.fork()
        for seat, actions in taken(event):
            play(after, seat, actions)
        return after

    def _take(self, event: LoggedEvent, match: Match) -> None:
        """Go on with the match after an event's decisions."""
        was_open, before = self.open_phase, self._match
        self.match = match
        self.held = {}
        self.turns += [(seat, len(before.decisions)) for seat, _ in taken(event)]
        if event.kind == DECIDE:
            self.spent_ms[self._seat(event)] += event.body.get("ms", 0)
        self._note_answer(event)
        goes_on = was_open is not None and self.open_phase == was_open
        self._note_ends(event, before, goes_on)
        first = len(before.frames)
        if event.kind == WINDOW:  # the answers come out together, in what follows from them
            first += len(event.body["decisions"])
        self.story += range(first, len(match.frames))
        for viewer, history in self.histories.items():
            noticed = history.look(match, first)
            if viewer == event.seat or (noticed and not goes_on):
                history.moment += 1
        self._open_window()

    def _note_answer(self, event: LoggedEvent) -> None:
        """Remember a message, in case it is sent again."""
        if event.person_id is not None and event.client_id is not None:
            body = event.body or {}
            picks = body.get("path", body.get("actions", []))
            self.answered[event.person_id, event.client_id] = picks

    def _note_ends(self, event: LoggedEvent, before: Match, goes_on: bool) -> None:
        """Remember for whom a decision ends the moment, and why."""
        others = before.due - {event.seat}
        if event.kind == WINDOW:
            self.ended |= {seat: (self.moment(seat), "too_late") for seat in before.due}
        elif goes_on:
            self.ended[self._seat(event)] = self.moment(self._seat(event)), CHOSEN
        elif not self._is_sealed(before.frames[-1]):
            self.ended |= {seat: (self.moment(seat), SETTLED) for seat in others}

    def _go_back(self, event: LoggedEvent) -> frozenset[int]:
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
        for viewer, history in self.histories.items():
            if history.look_again(self._match, first) or viewer == event.seat:
                history.moment += 1
            else:
                unseen.add(viewer)
        self._open_window()
        return frozenset(unseen)

    def _open_window(self) -> None:
        """Find out whether the due seats have to hurry."""
        last = self._match.frames[-1]
        self.window = self.game.window(self.view(last)) if last.due and not last.over else None

    def seen_by(self, viewer: int) -> Iterator[int | Note]:
        """The story as a viewer may know it, from its end."""
        history = self.histories[viewer]
        for line in reversed(self.story):
            if isinstance(line, Note):
                if viewer not in line.unseen:
                    yield line
            elif history.has_noticed(line):
                yield line

    def last_turn(self, seat: int) -> int | None:
        """How many decisions there were when the seat last acted."""
        return next((before for who, before in reversed(self.turns) if who == seat), None)

    def unnoticed(self, seat: int) -> int:
        """How many of the latest decisions a seat has not noticed."""
        history = self.histories[seat]
        decisions, end = self._match.decisions, len(self._match.frames)
        for count, decision in enumerate(reversed(decisions)):
            shown = any(history.has_noticed(number) for number in range(decision.frame, end))
            if shown or decision.seat == seat:
                return count
            end = decision.frame
        return len(decisions)

    @property
    def notes(self) -> Iterator[Note]:
        """The notes among the lines of the log."""
        return (line for line in self.story if isinstance(line, Note))

    def last_notes(self, count: int) -> list[Note]:
        """The latest notes of the log."""
        latest_lines = self.story[-count:] if count else []
        return [line for line in latest_lines if isinstance(line, Note)]

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

    # --- what is kept beside the log --------------------------------------------------------------

    def change_seats(self, changes: Iterable[Seat]) -> None:
        """Seats as they are from now on."""
        for place in changes:
            self.seats[place.seat] = place

    def change_table(self, **values: Any) -> None:
        """Facts about the table as they are from now on."""
        self.table = replace(self.table, **values)

    def forget_links(self) -> None:
        """Links to single seats are worth nothing any more."""
        self.change_seats([replace(place, invite=None) for place in self.seats])

    def mute(self, person: int, *, is_muted: bool) -> None:
        """From now on somebody may say nothing, or may again."""
        (self.muted.add if is_muted else self.muted.discard)(person)
        places = [place for place in self.seats if place.person_id == person]
        self.change_seats(replace(place, muted=is_muted) for place in places)

    def take_lines(self, lines: Iterable[ChatLine]) -> None:
        """The chat as it is from now on."""
        self.lines = latest(self.game.teams(self.table.seats), lines)


def completed(game: Game, table: Table) -> Table:
    """A table with all options of its game: it may have been kept before one of them existed."""
    try:
        return replace(table, options=game.choose(table.options, table.seats))
    except SetupRefused:  # of another edition: `editions` sees to that
        return table
