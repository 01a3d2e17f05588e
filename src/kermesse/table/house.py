"""`House`: everything that the tables share, and the tables that are live."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import structlog

from kermesse.core.errors import KermesseError
from kermesse.core.fairness import commitment, fresh_secret
from kermesse.core.game import Game
from kermesse.core.record import SPECTATOR
from kermesse.core.registry import game as find_game
from kermesse.core.registry import game_names
from kermesse.store import (
    DamagedTable,
    Event,
    NewEvent,
    Person,
    Seat,
    Store,
    StoreError,
    StoreUnavailable,
    Table,
    Taken,
    new_id,
)
from kermesse.table import acting, hints, messages, seating, stopped, talking
from kermesse.table.alarms import Alarms
from kermesse.table.chat import MOST_READ, latest
from kermesse.table.clocks import STALL, Clocks, Countdown
from kermesse.table.connection import NO_TABLE
from kermesse.table.cost import Turns, in_thread, paid
from kermesse.table.forms import TableWish
from kermesse.table.limits import Buckets, Limits
from kermesse.table.metrics import Metrics
from kermesse.table.network import Network
from kermesse.table.preparing import Preparing
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.sitting import (
    BOT,
    CLOSE,
    CLOSED,
    GATHERING,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    START,
    Sitting,
    Terms,
    result_of,
)
from kermesse.table.thinking import Thinking
from kermesse.table.worker import Worker

SWEEP_SECONDS = 60
MIB = 2**20
AGAIN_SECONDS = 5.0  # until a table is woken up that could not be
HANDLERS: dict[type, Any] = {
    messages.Act: acting.act,
    messages.Hint: hints.hint,
    messages.Here: acting.here,
    messages.Undo: acting.undo,
    messages.Consent: acting.consent,
    messages.Say: talking.say,
    messages.Sit: seating.sit,
    messages.Leave: seating.leave,
    messages.Start: seating.start,
    messages.Bot: seating.seat_bot,
    messages.Open: seating.free,
    messages.Invite: seating.invite,
    messages.Kick: seating.kick,
    messages.Mute: seating.mute,
    messages.List: seating.show_in_lobby,
}

log = structlog.get_logger()


class House:
    """One server: its store, its bots, its limits and its live tables."""

    def __init__(
        self, store: Store, limits: Limits | None = None, variants: Iterable[Game] = ()
    ) -> None:
        self.store = store
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.network = Network()
        self.games = load_games() | {game.name: game for game in variants}
        self.preparing = Preparing(self.games.values())
        self.thinking = Thinking(self.limits, self.metrics)
        self.worker = Worker(list(self.games.values()))
        self._rebuilding = Turns()
        self.alarms = Alarms(self._ring)
        self.is_full = False  # nothing new is taken in
        self.asleep: dict[str, tuple[Clocks, Countdown]] = {}  # of tables that are to be woken up
        self.chatter = Buckets(self.limits.chat_per_minute, self.limits.chat_per_minute)
        self.hints = Buckets(self.limits.hints_per_minute, self.limits.hints_per_minute)
        self.names: dict[int, str] = {}  # of the people at live tables
        self.renamed = 0  # how often one of them changed
        self.rooms: dict[str, Room] = {}
        self.damaged: set[str] = set()  # tables whose logs could not be read since the start
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- a day in the life --------------------------------------------------------------------

    async def open(self) -> None:
        """Prepare the games, and bring back the tables where something happens by itself."""
        with suppress(OSError):
            self.look_at_space()
        self.preparing.start()
        self.spawn(self._bring_back())
        self.spawn(self._sweep_for_ever())

    async def close(self) -> None:
        """Stop everything; the log has it all."""
        await self.preparing.stop()
        for room in self.rooms.values():
            room.close()  # first: a bot that is asked now would find nobody to think
        self.thinking.close()
        self.worker.close()
        self.alarms.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.to_thread(self.store.close)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background; whatever goes wrong there is logged."""
        task = asyncio.create_task(paid(work))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.metrics.failures.labels(where="background").inc()
            log.error("background work failed", exc_info=task.exception())

    async def _bring_back(self) -> None:
        for table_id in await asyncio.to_thread(self.store.unfinished_tables):
            table = self.store.table(table_id)
            if table is None or table.state != PLAYING or table.game not in self.games:
                continue
            has_bot = any(seat.kind == BOT for seat in self.store.seats(table_id))
            if has_bot or Terms(**(table.clock or {})).timed:
                try:
                    await self.room(table_id)
                except Refused:
                    continue

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()
            with suppress(OSError):
                self.look_at_space()
            hours = self.limits.gathering_hours
            await asyncio.wrap_future(self.store.expire_gathering(hours * 3_600_000))

    def sweep(self) -> None:
        """Let tables without people leave the memory."""
        oldest = time.monotonic() - 60 * self.limits.idle_minutes
        for room in list(self.rooms.values()):
            if room.is_idle and room.used < oldest:
                self.forget(room)

    def forget(self, room: Room) -> None:
        """Take a table out of memory; if a clock runs there, it is brought back in time."""
        room.close()
        self.rooms.pop(room.id, None)
        if room.id in self.alarms:
            self.asleep[room.id] = room.clocks.moved_to(None), room.countdown

    def _ring(self, table_id: str, expected: float) -> None:
        room = self.rooms.get(table_id)
        if room is not None:
            room.ring(expected)
        else:
            self.spawn(self._wake_up(table_id, expected))

    async def _wake_up(self, table_id: str, expected: float) -> None:
        """Bring a table back because some time is up there."""
        is_late = time.monotonic() - expected > STALL  # the server slept
        try:
            room = await self.room(table_id)
        except Refused as refused:
            if refused.kind in ("busy", "unavailable"):
                self.alarms.set(table_id, time.monotonic() + AGAIN_SECONDS)
            else:
                self.asleep.pop(table_id, None)
            return
        await room.ready.wait()
        if self.rooms.get(table_id) is not room:  # its log could not be read now
            self.alarms.set(table_id, time.monotonic() + AGAIN_SECONDS)
            return
        self.asleep.pop(table_id, None)  # of a table that could not be played again
        if is_late or table_id not in self.alarms:  # or else it has found out by itself
            room.ring(expected)

    # --- tables -------------------------------------------------------------------------------

    async def room(self, table_id: str) -> Room:
        """A table, live; `Refused` if there is none."""
        found = self.rooms.get(table_id)
        if found is not None:
            return found
        if table_id not in self._opening:
            self._opening[table_id] = asyncio.ensure_future(self._open_room(table_id))
            self._opening[table_id].add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(self._opening[table_id])

    async def _open_room(self, table_id: str) -> Room:
        try:
            return await self._read_room(table_id)
        except StoreError as broken:
            log.error("table cannot be opened", table=table_id, error=type(broken).__name__)
            kind = "damaged" if isinstance(broken, DamagedTable) else "unavailable"
            if isinstance(broken, DamagedTable):
                self.damaged.add(table_id)
                self.metrics.damaged.set(len(self.damaged))
            raise Refused(kind) from None

    async def _read_room(self, table_id: str) -> Room:
        table = await asyncio.to_thread(self.store.table, table_id)
        if table is None:
            raise Refused("gone")
        if table.game not in self.games:
            raise Refused("not_offered")
        if len(self.rooms) >= self.limits.live_tables:
            self._make_room()
        room = Room(
            self,
            Sitting(self.games[table.game], table, self.store.seats(table_id)),
            self.store.lines(table_id, MOST_READ),
        )
        room.kicked |= self.store.kicked(table_id)
        room.muted |= self.store.muted(table_id)
        self.learn_names(room)
        try:
            if table.state not in (PLAYING, OVER):  # nothing to play again: the notes are all
                room.sitting.apply_notes(self.store.events(table_id))
            stopped.check_secret(table)
            await stopped.look_at_edition(room)
        except DamagedTable as broken:
            stopped.note_damage(room, broken)
        self.rooms[table_id] = room
        room.wake_soon()
        return room

    def _make_room(self) -> None:
        idle = [room for room in self.rooms.values() if room.is_idle]
        if not idle:
            raise Refused("busy")
        self.forget(min(idle, key=lambda room: room.used))

    def learn_names(self, room: Room) -> None:
        """Look up the names of everybody who has to do with a table."""
        known = {place.person_id for place in room.sitting.seats}
        known |= {place.kept_for for place in room.sitting.seats}
        known |= {line.person_id for line in room.lines}
        known.add(room.sitting.table.host)
        for person_id in known:
            self.learn_name(person_id)

    def learn_name(self, person_id: int | None) -> None:
        """Look up a name unless it is known."""
        if person_id is not None and person_id not in self.names:
            person = self.store.person(person_id)
            self.names[person_id] = person.name if person else ""

    def rename(self, person_id: int, name: str) -> None:
        """From now on somebody is called so; empty once their data was deleted."""
        self.names[person_id] = name
        self.renamed += 1

    def name(self, person_id: int | None) -> str:
        """A person's name; empty for nobody and for somebody whose data was deleted."""
        self.learn_name(person_id)
        return self.names.get(person_id or 0, "")

    async def rebuild(self, room: Room) -> None:
        """Play a table's log again, in a thread."""
        if room.sitting.match is not None:
            return
        sitting = room.sitting
        fresh = Sitting(sitting.game, sitting.table, sitting.seats)
        try:
            async with self._rebuilding.turn(at_any_rate=True):
                events: list[Event] = await in_thread(self.store.events, room.id)
                await in_thread(replay, fresh, events)
        except StoreUnavailable:
            self.forget(room)  # perhaps it can be read later
            raise
        except Exception as broken:
            if sitting.table.rules == sitting.game.version:
                stopped.note_damage(room, broken)
            else:
                await stopped.close(room)
            return
        room.adopt(fresh)
        self._keep_result(fresh)
        for person_id in {event.person_id for event in events}:
            self.learn_name(person_id)

    def _keep_result(self, sitting: Sitting) -> None:
        """Keep how a match ended that was played before results were kept."""
        result = result_of(sitting.match) if sitting.match else None
        if result and sitting.state == OVER and not self.store.results([sitting.table.id]):
            self.store.keep_result(sitting.table.id, result)

    async def create(self, person: Person, game: Game, wish: TableWish, *, with_bots: bool) -> str:
        """A new table with its host at the first seat; with bots, the match begins at once."""
        self.check_tables_of(person)
        table_id = new_id()
        secret = fresh_secret()
        terms = Terms(wish.clock_decision, wish.clock_total, wish.chat, wish.bot, wish.hints)
        table = Table(
            id=table_id,
            game=game.name,
            rules=game.version,
            seats=wish.seats,
            secret=secret,
            commitment=commitment(secret),
            options=dict(wish.options),
            clock=terms.kept(),
            host=person.id,
            listed=wish.listed,
            invite=seating.new_token(),
            state=PLAYING if with_bots or wish.seats == 1 else GATHERING,
        )
        others = [
            Seat(table_id, seat, BOT, bot=wish.bots.get(seat, wish.bot))
            if with_bots
            else Seat(table_id, seat, OPEN)
            for seat in range(1, wish.seats)
        ]
        seats = [Seat(table_id, 0, PERSON, person.id), *others]
        await self._write_table(table, seats)
        return table_id

    async def rematch(self, room: Room, person: Person) -> str:
        """The same people and bots once more, each one seat further round."""
        table, own = room.sitting.table, room.sitting.place_of(person.id)
        if room.sitting.state != OVER or own == SPECTATOR:
            raise Refused("not_allowed")
        if table.next:
            return table.next
        if not room.sitting.fits:
            raise Refused("edition")
        table_id, secret = new_id(), fresh_secret()
        seats = [
            replace(place, table_id=table_id, seat=(place.seat + 1) % table.seats, invite=None)
            for place in seating.with_person(room.sitting.seats, own, person.id)
        ]
        again = replace(
            table,
            id=table_id,
            rules=room.sitting.game.version,
            options=room.sitting.options,
            secret=secret,
            commitment=commitment(secret),
            state=PLAYING,
            rematch_of=table.id,
            next=None,
            invite=seating.new_token(),
            length=0,
        )
        try:
            await self._write_table(again, sorted(seats, key=lambda seat: seat.seat))
        except Taken:  # somebody else was quicker
            table_id = (self.store.table(table.id) or table).next or ""
        room.sitting.change_table(next=table_id)
        return table_id

    def check_space(self) -> None:
        """Refuse what is new while there is no room for it; matches go on."""
        if self.is_full:
            raise Refused("no_room")

    def look_at_space(self) -> None:
        """Find out whether there is room for anything new."""
        used = sum(path.stat().st_size for path in self.store.path.glob("*.sqlite3*"))
        spare = shutil.disk_usage(self.store.path).free
        limits = self.limits
        full = used >= limits.store_megabytes * MIB or spare < limits.spare_megabytes * MIB
        if full and not self.is_full:
            log.error("nothing new is taken in: no room", used=used, spare=spare)
        self.is_full = full

    async def _write_table(self, table: Table, seats: list[Seat]) -> None:
        self.check_space()
        events: list[NewEvent] = []
        if table.state == PLAYING:
            event, seats = seating.first_event(self.games[table.game], table, seats)
            events.append(event)
        try:
            await asyncio.wrap_future(self.store.create_table(table, seats, events))
        except Taken:
            raise
        except StoreError:
            raise Refused("unavailable") from None

    def check_tables_of(self, person: Person) -> None:
        """A person sits at so many tables and no more."""
        unfinished = self.store.count_tables_of(person.id, (GATHERING, PLAYING))
        if unfinished >= self.limits.tables_per_person:
            raise Refused("too_many_tables")

    def rooms_of(self, person_id: int) -> list[Room]:
        """The live tables that a person has to do with."""
        return [room for room in self.rooms.values() if room.knows(person_id)]

    async def reload(self, table_id: str) -> None:
        """Read a table from the store again, because it was changed there."""
        room = self.rooms.get(table_id)
        if room is None:
            return
        async with room.lock:
            for place in self.store.seats(table_id):
                room.sitting.change_seats([place])
            table = self.store.table(table_id)
            if table is not None:
                room.sitting.change_table(host=table.host)
            room.lines = latest(room.sitting, self.store.lines(table_id, MOST_READ))
        room.go_on()
        room.tell_all()

    async def close_table(self, table_id: str, reason: str = "") -> None:
        """The operator ends a table; those who are there are told, and may look at it on."""
        room = await self.room(table_id)
        async with room.lock:
            if room.sitting.state not in (GATHERING, PLAYING):
                return
            await room.write(NewEvent(CLOSE, {"reason": reason} if reason else None), state=CLOSED)
            room.forget_thoughts()
            room.go_on()
            room.tell_notes(room.sitting.last_notes(1))
        for connection in list(room.connections):
            if connection.is_program:
                await connection.close(NO_TABLE)

    # --- what a browser asks for --------------------------------------------------------------

    async def obey(self, room: Room, person: Person, message: messages.Any) -> None:
        """Carry out a message, one at a time for each table."""
        async with room.lock:
            await acting.come_back(room, person)
            if isinstance(message, messages.Rematch):
                room.tell_goto(f"/table/{await self.rematch(room, person)}")
                return
            if not room.was_carried_out(person.id, message):
                await HANDLERS[type(message)](room, person, message)
                room.note_carried_out(person.id, message)

    async def welcome(self, room: Room, person: Person) -> None:
        """Somebody opens the table: no bot needs to decide for them any more."""
        await room.ready.wait()
        with suppress(Refused):  # nothing can be written: their next message says it again
            async with room.lock:
                await acting.come_back(room, person)

    async def let_bot_play(self, room: Room, seat: int) -> None:
        """Let the bot of a seat decide for as long as it is its turn."""
        await acting.let_bot_play(room, seat)

    async def end_time(self, room: Room) -> None:
        """Clocks of a table have run out."""
        await acting.end_time(room)


def replay(sitting: Sitting, events: list[Event]) -> None:
    """Bring a fresh sitting to where its log ends."""
    for event in events:
        sitting.apply([event])
        if event.kind == START:
            sitting.set_up()


def load_games() -> dict[str, Game]:
    """All games that can be loaded; one that cannot does not keep the others from being played."""
    games = {}
    for name in game_names():
        try:
            games[name] = find_game(name)
        except KermesseError as broken:
            log.error("game cannot be loaded", game=name, error=str(broken))
    return games
