"""`Room`: a live table. One thing happens at a time; it is written first and shown then."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog

from kermesse.store import Conflict, Event, Line, NewEvent, Result, Seat, StoreError
from kermesse.table import messages
from kermesse.table.chat import latest
from kermesse.table.clocks import STALL, Absences, Clocks, Countdown
from kermesse.table.connection import Connection
from kermesse.table.cost import paid
from kermesse.table.live import Live
from kermesse.table.refusals import Refused
from kermesse.table.sitting import (
    FREE,
    KICK,
    LEAVE,
    OVER,
    PERSON,
    PLAYING,
    REWIND,
    SEAT_BOT,
    SHOW,
    UNDO,
    Sitting,
)
from kermesse.table.telling import Told

if TYPE_CHECKING:
    from kermesse.table.house import House

PROGRESS_SECONDS = 0.5
MOST_REMEMBERED = 500  # messages that were carried out
# what may happen again and again: no match needs it to come to its end
ENDLESS = frozenset({UNDO, REWIND, LEAVE, SEAT_BOT, FREE, KICK, SHOW})
WAKING_SECONDS = 20.0  # that a decision waits for its match

log = structlog.get_logger()


class Room(Told):
    """A table in memory with the sockets around it."""

    def __init__(self, house: House, sitting: Sitting, lines: Sequence[Line]) -> None:
        self.house = house
        self.sitting = sitting
        self.live = Live()
        self.clocks = Clocks(sitting)
        self.countdown = Countdown()
        self.absences = Absences(house.limits.away_seconds)
        self.lines = latest(sitting, lines)
        self.kicked: set[int] = set()
        self.muted: set[int] = set()
        self.connections: set[Connection] = set()
        self.secret = secrets.token_bytes(32)  # from which bots that think as one draw
        self.lock = asyncio.Lock()
        self.ready = asyncio.Event()  # set once there is a match, or none is needed yet
        self.used = time.monotonic()
        self._carried_out: OrderedDict[tuple[int, str], messages.Any] = OrderedDict()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._refresh: asyncio.TimerHandle | None = None

    # --- coming and going -------------------------------------------------------------------

    async def join(self, connection: Connection) -> None:
        """A socket opens: it is sent everything, and the others see who came."""
        self.connections.add(connection)
        connection.show()
        self.refresh_soon()
        if connection.person is not None and (self.sitting.away or not self.ready.is_set()):
            self.house.spawn(self.house.welcome(self, connection.person))

    def part(self, connection: Connection) -> None:
        """A socket closes."""
        self.connections.discard(connection)
        person = connection.person
        if person is not None and not self.is_here(person.id):
            self.absences.begin(person.id)
            self._set_alarm()
        self.refresh_soon()

    async def dismiss(self, person: int, code: int) -> None:
        """Close every socket of a person."""
        for connection in list(self.connections):
            if connection.person and connection.person.id == person:
                await connection.close(code)

    def knows(self, person: int) -> bool:
        """Whether a person sits here, is there, or said something."""
        seats = {p.person_id for p in self.sitting.seats} | {p.kept_for for p in self.sitting.seats}
        said = {line.person_id for line in self.lines}
        there = {c.person.id for c in self.connections if c.person}
        return person in seats | said | there

    async def receive(self, connection: Connection, message: messages.Any) -> None:
        """Carry out what a browser asks for, or raise `Refused`."""
        if isinstance(message, messages.Ping):
            return
        if connection.person is None:
            raise Refused("not_allowed")
        if isinstance(message, messages.Act | messages.Undo) and not self.ready.is_set():
            # after a restart browsers send again what nobody answered, before the match is back
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ready.wait(), WAKING_SECONDS)
        await self.house.obey(self, connection.person, message)

    @property
    def present(self) -> set[int]:
        """The seats whose people are there."""
        return {p.seat for p in self.sitting.seats if p.person_id and self.is_here(p.person_id)}

    def was_carried_out(self, person: int, message: messages.Any) -> bool:
        """Whether this very message came before; refuses its id for anything else."""
        known = self._carried_out.get((person, message.id))
        if known is None or (isinstance(known, messages.Act) and isinstance(message, messages.Act)):
            return False  # decisions are known from the log
        if known != message:
            raise Refused("id_reused")
        return True

    def note_carried_out(self, person: int, message: messages.Any) -> None:
        """Remember a message for a while, in case it is sent again."""
        self._carried_out[person, message.id] = message
        if len(self._carried_out) > MOST_REMEMBERED:
            self._carried_out.popitem(last=False)

    # --- the log ----------------------------------------------------------------------------

    async def append(
        self,
        events: Sequence[NewEvent],
        seats: Sequence[Seat] = (),
        state: str | None = None,
        result: Result | None = None,
    ) -> list[Event]:
        """Write to the log; when this returns, it is on disk."""
        most = self.house.limits.events_per_table
        if self.sitting.seq >= most and any(each.kind in ENDLESS for each in events):
            raise Refused("log_full")
        started = time.monotonic()
        future = self.house.store.append(
            self.id, self.sitting.seq + 1, events, seat_changes=seats, state=state, result=result
        )
        try:
            stored = await asyncio.wrap_future(future)
        except Conflict:
            log.error("another program wrote to this table", table=self.id)
            raise Refused("failed") from None
        except StoreError as broken:
            log.error("nothing can be written", table=self.id, error=type(broken).__name__)
            raise Refused("unavailable") from None
        self.house.metrics.written.observe(time.monotonic() - started)
        return list(stored)

    async def write(
        self, *events: NewEvent, seats: Sequence[Seat] = (), state: str | None = None
    ) -> None:
        """Append what is not a decision, then let it be true."""
        stored = await self.append(events, seats, state)
        self.sitting.change_seats(seats)
        if state:
            self.sitting.change_table(state=state)
        self.sitting.apply(stored)

    # --- going on ---------------------------------------------------------------------------

    def wake_soon(self) -> None:
        """Wake up in the background."""
        self.house.spawn(self.wake())

    async def wake(self) -> None:
        """Bring the match to where the log left it, off the event loop."""
        has_match = self.sitting.state in (PLAYING, OVER) and not self.sitting.trouble
        is_new = has_match and self.sitting.match is None
        if is_new:
            await self._await_game()
            try:
                async with self.lock:
                    await self.house.rebuild(self)
            finally:
                self.ready.set()  # nobody waits for a match that cannot be had
        self.ready.set()
        self.go_on()
        if is_new:
            self.tell_all()  # clocks run by now and are seen

    async def _await_game(self) -> None:
        """Wait until the game is compiled, and show how far it is."""
        ready = asyncio.ensure_future(self.house.preparing.ready(self.sitting.game))
        while not ready.done():
            await asyncio.wait([ready], timeout=PROGRESS_SECONDS)
            if not ready.done():
                self.tell_notes()

    def go_on(self) -> None:
        """After every change: clocks for people, thoughts for bots."""
        sitting = self.sitting
        # a window is everybody's clock: no other one runs, or stops when somebody has answered
        due = sitting.due if sitting.window is None else set()
        timed = {seat for seat in due if sitting.seats[seat].kind == PERSON}
        if sitting.is_deserted:  # the match waits, once what is the bots' already is decided
            timed &= self.clocks.over
        self.clocks.run_for(timed)
        self._follow_window()
        self._set_alarm()
        for seat in self.due_bots():
            running = self._thinking.get(seat)
            if running is None or running.done():
                playing = paid(self.house.let_bot_play(self, seat))
                self._thinking[seat] = asyncio.create_task(playing)

    def due_bots(self) -> list[int]:
        """The seats where a bot is to decide now."""
        return self.sitting.due_bots(self.clocks.over)

    def bot_at(self, seat: int) -> str:
        """The bot that decides at a seat where one is to."""
        sitting = self.sitting
        return sitting.seats[seat].bot or sitting.away.get(seat) or sitting.terms.bot

    def _follow_window(self) -> None:
        """Begin to count down when a window opens; after a restart it opens again."""
        match, window = self.sitting.match, self.sitting.window
        if match is None or window is None or self.sitting.state != PLAYING:
            self.countdown.stop()
        else:
            self.countdown.follow(len(match.decisions), window.seconds)

    def forget_thoughts(self, seat: int | None = None) -> None:
        """What the bot of a seat thinks about no longer matters; or what all bots do."""
        for thinker in list(self._thinking) if seat is None else [seat]:
            task = self._thinking.pop(thinker, None)
            if task is not None:
                task.cancel()

    def _set_alarm(self) -> None:
        waits = [self.countdown.next_end(), self.clocks.next_end(), self._next_gone()]
        wait = min((wait for wait in waits if wait is not None), default=None)
        self.house.alarms.set(self.id, None if wait is None else time.monotonic() + wait)

    def _next_gone(self) -> float | None:
        """Seconds until somebody has been gone for so long that the others are told."""
        if self.sitting.state != PLAYING or not self.connections:
            return None
        left = [
            self.absences.left(place.person_id)
            for place in self.sitting.seats
            if place.person_id is not None and not self.is_here(place.person_id)
        ]
        return min((seconds for seconds in left if seconds > 0), default=None)

    def ring(self, expected: float) -> None:
        """Some time is up, or was to be then."""
        if time.monotonic() - expected > STALL:  # the server slept: nobody loses for it
            self.clocks.forgive()
            self.countdown.forgive()
            self._set_alarm()
            return
        self.house.spawn(self.house.end_time(self))

    def adopt(self, sitting: Sitting) -> None:
        """Go on with a sitting that was brought to where the log ends."""
        self.sitting = sitting
        self.clocks = Clocks(sitting)
        kept = self.house.asleep.pop(self.id, None)
        if kept is not None:  # while the table was out of memory its clocks went on
            clocks, self.countdown = kept
            self.clocks = clocks.moved_to(sitting)

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens here unless somebody comes."""
        waking = self.sitting.state == PLAYING and not self.ready.is_set()
        busy = self.connections or self.lock.locked() or waking
        return not busy and not self.due_bots()

    def close(self) -> None:
        """Leave the memory; the log keeps everything."""
        self.forget_thoughts()
        if self._refresh:
            self._refresh.cancel()
