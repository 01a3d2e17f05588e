"""`LiveTables`: creates tables, finds them, and lets them leave the memory."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import structlog

from kermesse.core.game import Game
from kermesse.store import DamagedTable, Person, StoreError
from kermesse.table.commands.new_tables import new_table
from kermesse.table.commands.other import close
from kermesse.table.forms import TableWish
from kermesse.table.live.alarms import Alarms
from kermesse.table.live.clocks import STALL, Timers
from kermesse.table.live.connection import NO_TABLE
from kermesse.table.live.services import Services
from kermesse.table.live.table import LiveTable
from kermesse.table.live.table_log import TableLog
from kermesse.table.refusals import Refused
from kermesse.table.state.channels import MOST_READ
from kermesse.table.state.editions import check_secret
from kermesse.table.state.log_events import BOT, OVER, PLAYING
from kermesse.table.state.table_state import TableState
from kermesse.table.state.terms import TableTerms

SWEEP_SECONDS = 60
AGAIN_SECONDS = 5.0  # until a table is woken up that could not be

log = structlog.get_logger()


class LiveTables:
    """The tables of a server that are in memory."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.live: dict[str, LiveTable] = {}
        self.alarms = Alarms(self._ring)
        self.asleep: dict[str, Timers] = {}  # of tables that are to be woken up
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}

    # --- a day in the life ------------------------------------------------------------------------

    async def start(self) -> None:
        """Prepare the games, and bring back the tables where something happens by itself."""
        self.services.start()
        self.services.spawn(self._bring_back())
        self.services.spawn(self._sweep_for_ever())

    async def close(self) -> None:
        """Stop everything; the log has it all."""
        await self.services.compilation.stop()
        for table in self.live.values():
            table.close()  # first: a bot that is asked now would find nobody to think
        self.alarms.close()
        await self.services.close()

    async def _bring_back(self) -> None:
        store = self.services.store
        for table_id in await asyncio.to_thread(store.unfinished_tables):
            table = store.table(table_id)
            if table is None or table.state != PLAYING or table.game not in self.services.games:
                continue
            has_bot = any(seat.kind == BOT for seat in store.seats(table_id))
            if has_bot or TableTerms(**(table.clock or {})).timed:
                try:
                    await self.find(table_id)
                except Refused:
                    continue

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()
            self.services.look_at_space()
            hours = self.services.limits.gathering_hours
            await asyncio.wrap_future(self.services.store.expire_gathering(hours * 3_600_000))

    def sweep(self) -> None:
        """Let tables without people leave the memory."""
        oldest = time.monotonic() - 60 * self.services.limits.idle_minutes
        for table in list(self.live.values()):
            if table.is_idle and table.used < oldest:
                self.unload(table)

    def unload(self, table: LiveTable) -> None:
        """Take a table out of memory; if a clock runs there, it is brought back in time."""
        timers = table.close()
        self.live.pop(table.id, None)
        if table.id in self.alarms:
            self.asleep[table.id] = timers

    def _ring(self, table_id: str, expected: float) -> None:
        table = self.live.get(table_id)
        if table is not None:
            table.ring(expected)
        else:
            self.services.spawn(self._wake_up(table_id, expected))

    async def _wake_up(self, table_id: str, expected: float) -> None:
        """Bring a table back because some time is up there."""
        is_late = time.monotonic() - expected > STALL  # the server slept
        timers = self.asleep.get(table_id)
        try:
            table = await self.find(table_id)
        except Refused as refused:
            if refused.kind in ("busy", "unavailable"):
                self.alarms.set(table_id, time.monotonic() + AGAIN_SECONDS)
            else:
                self.asleep.pop(table_id, None)
            return
        await table.ready.wait()
        if self.live.get(table_id) is not table:  # its log could not be read now
            if timers is not None:
                self.asleep[table_id] = timers  # the clocks go on
            self.alarms.set(table_id, time.monotonic() + AGAIN_SECONDS)
            return
        if is_late or table_id not in self.alarms:  # or else it has found out by itself
            table.ring(expected)

    # --- finding ----------------------------------------------------------------------------------

    async def find(self, table_id: str) -> LiveTable:
        """A table, live; `Refused` if there is none."""
        found = self.live.get(table_id)
        if found is not None:
            return found
        if table_id not in self._opening:
            self._opening[table_id] = asyncio.ensure_future(self._open(table_id))
            self._opening[table_id].add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(self._opening[table_id])

    async def _open(self, table_id: str) -> LiveTable:
        try:
            table = await self._read(table_id)
        except StoreError as broken:
            log.error("table cannot be opened", table=table_id, error=type(broken).__name__)
            if not isinstance(broken, DamagedTable):
                raise Refused("unavailable") from None
            self.services.note_damage(table_id, broken)
            raise Refused("damaged") from None
        self.live[table_id] = table
        table.wake_soon()
        return table

    async def _read(self, table_id: str) -> LiveTable:
        services, store = self.services, self.services.store
        kept = await asyncio.to_thread(store.table, table_id)
        if kept is None:
            raise Refused("gone")
        if kept.game not in services.games:
            raise Refused("not_offered")
        if len(self.live) >= services.limits.live_tables:
            self._make_space()
        lines = store.lines(table_id, MOST_READ)
        state = TableState(services.games[kept.game], kept, store.seats(table_id), lines)
        state.kicked |= store.kicked(table_id)
        state.muted |= store.muted(table_id)
        for person in {*state.claims, kept.host, *(line.person_id for line in state.lines)}:
            services.names.learn(person)
        table: LiveTable = LiveTable(
            state,
            services,
            wake_at=partial(self.alarms.set, table_id),
            unload=lambda: self.unload(table),
            clocks=self.asleep.pop(table_id, None),
        )
        try:
            if kept.state not in (PLAYING, OVER):  # nothing to play again: the notes are all
                state.apply_notes(store.events(table_id))
            check_secret(kept)
            await table.look_at_edition()
        except DamagedTable as broken:
            table.note_damage(broken)
        return table

    def _make_space(self) -> None:
        idle = [table for table in self.live.values() if table.is_idle]
        if not idle:
            raise Refused("busy")
        self.unload(min(idle, key=lambda table: table.used))

    def of_person(self, person_id: int) -> list[LiveTable]:
        """The live tables that a person has to do with."""
        return [table for table in self.live.values() if table.knows(person_id)]

    # --- creating and closing ---------------------------------------------------------------------

    async def create(self, person: Person, game: Game, wish: TableWish, *, with_bots: bool) -> str:
        """A new table with its host at the first seat; with bots, the match begins at once."""
        self.services.check_tables_of(person)
        self.services.check_space()
        new = new_table(game, wish, person, with_bots=with_bots)
        return await TableLog(self.services).create(new)

    async def reload(self, table_id: str) -> None:
        """Read a table from the store again, because it was changed there."""
        table, store = self.live.get(table_id), self.services.store
        if table is None:
            return
        async with table.lock:
            table.state.change_seats(store.seats(table_id))
            kept = store.table(table_id)
            if kept is not None:
                table.state.change_table(host=kept.host)
            table.state.take_lines(store.lines(table_id, MOST_READ))
        table.go_on()
        table.broadcast.everything()

    async def close_table(self, table_id: str, reason: str = "") -> None:
        """The operator ends a table; those who are there are told, and may look at it on."""
        table = await self.find(table_id)
        await table.ask(lambda state: close(state, reason))
        for connection in list(table.broadcast.connections):
            if connection.is_program:
                await connection.close(NO_TABLE)
