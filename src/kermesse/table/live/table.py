"""`LiveTable`: a table in memory. One thing happens at a time, is written first, and then shown."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

import structlog

from kermesse.core.errors import KermesseError
from kermesse.core.position import Action
from kermesse.core.record import SPECTATOR
from kermesse.store import LoggedEvent, Person, StoreUnavailable
from kermesse.table import messages
from kermesse.table.commands import COMMANDS, decisions
from kermesse.table.commands.change import NOTHING, Change
from kermesse.table.commands.other import outdate
from kermesse.table.commands.seats import come_back
from kermesse.table.cost import in_thread
from kermesse.table.live.bot_players import BotPlayers
from kermesse.table.live.broadcast import Broadcast
from kermesse.table.live.clocks import STALL, Timers
from kermesse.table.live.connection import NOT_WELCOME, Connection
from kermesse.table.live.hints import Hints
from kermesse.table.live.services import Services, kept
from kermesse.table.live.table_log import TableLog
from kermesse.table.metrics import Metrics
from kermesse.table.refusals import DAMAGED, EDITION, Refused
from kermesse.table.state.editions import may_go_on
from kermesse.table.state.live_facts import LiveFacts, UndoRequest
from kermesse.table.state.log_events import (
    ANSWER,
    AWAY,
    BACK,
    CLOSE,
    CLOSED,
    DECIDE,
    FREE,
    GATHERING,
    KICK,
    LEAVE,
    OVER,
    PLAYING,
    REWIND,
    SEAT_BOT,
    SIT,
    START,
    UNDO,
    WINDOW,
    result_of,
)
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import Audience, Screen

RETRY_SECONDS = 1.0  # before something is written again that could not be
MOST_REMEMBERED = 500  # messages that were carried out
WAKING_SECONDS = 20.0  # that a decision waits for its match

log = structlog.get_logger()


class LiveTable:
    """A table with its sockets, clocks and bots. What it may do is what its parts are for."""

    def __init__(
        self,
        state: TableState,
        services: Services,
        *,
        wake_at: Callable[[float | None], None],
        unload: Callable[[], None],
        table_log: TableLog | None = None,
        clocks: Timers | None = None,
    ) -> None:
        self.state = state
        self.lock = asyncio.Lock()
        self.ready = asyncio.Event()  # set once there is a match, or none is needed yet
        self.used = time.monotonic()
        self.timers = Timers(services.limits.away_seconds)
        self.broadcast = Broadcast(self, services)
        self.bots = BotPlayers(self, services)
        self.hints = Hints(self, self.broadcast, self.bots.secret, services)
        self.log = table_log or TableLog(services)
        self.services = services
        self._wake_at = wake_at
        self._unload = unload
        self._timers_before = clocks  # which went on while the table was out of memory
        self._request: UndoRequest | None = None
        self._carried_out: OrderedDict[tuple[int, str], messages.Any] = OrderedDict()

    @property
    def id(self) -> str:
        """The table's public id."""
        return self.state.id

    @property
    def metrics(self) -> Metrics:
        """Figures for the operator."""
        return self.services.metrics

    # --- coming and going -------------------------------------------------------------------------

    async def join(self, connection: Connection) -> None:
        """A socket opens: it is sent everything, and the others see who came."""
        self.broadcast.connections.add(connection)
        connection.show()
        self.broadcast.refresh_soon()
        if connection.person is not None and (self.state.away or not self.ready.is_set()):
            self.services.spawn(self._welcome(connection.person))

    def part(self, connection: Connection) -> None:
        """A socket closes."""
        self.broadcast.connections.discard(connection)
        person = connection.person
        if person is not None and person.id not in self.broadcast.people:
            self.timers.absences.begin(person.id)
            self._set_alarm()
        self.broadcast.refresh_soon()

    async def _welcome(self, person: Person) -> None:
        """Somebody opens the table: no bot needs to decide for them any more."""
        await self.ready.wait()
        with suppress(Refused):  # nothing can be written: their next message says it again
            async with self.lock:
                await self.carry_out(come_back(self.state, person))

    def knows(self, person: int) -> bool:
        """Whether a person sits here, is there, or said something."""
        said = {line.person_id for line in self.state.lines}
        return person in self.state.claims | said | self.broadcast.people

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens here unless somebody comes."""
        waking = self.state.status == PLAYING and not self.ready.is_set()
        busy = self.broadcast.connections or self.lock.locked() or waking
        return not busy and not self.due_bots()

    def close(self) -> Timers:
        """Leave the memory; the log keeps everything but the clocks, which go on."""
        self.bots.forget()
        self.broadcast.close()
        return self._timers_before or self.timers

    # --- what it looks like now -------------------------------------------------------------------

    def facts(self) -> LiveFacts:
        """What is true at this moment."""
        state, timers, here = self.state, self.timers, self.broadcast.people
        seats, clocks = self.broadcast.seats(state), timers.clocks
        absent = {p.seat: p.person_id for p in state.seats if p.person_id not in here}
        missing = self._missing(absent)
        left = {seat: clocks.left_ms(state, seat) for seat in range(state.table.seats)}
        host = state.host
        return LiveFacts(
            present=frozenset(seats) - {SPECTATOR},
            gone=frozenset(seat for seat, seconds in missing.items() if not seconds),
            host_is_gone=host is not None and host not in here and not timers.absences.left(host),
            missing=missing,
            programs=self.broadcast.programs(state),
            watching=seats.count(SPECTATOR),
            left_ms={seat: ms for seat, ms in left.items() if ms is not None},
            thought_ms={seat: clocks.thought_ms(seat) for seat in left},
            running=clocks.running,
            late=clocks.over,
            window_ms=timers.countdown.left_ms,
            window_is_over=timers.countdown.is_over,
            request=self._request,
        )

    def _missing(self, absent: dict[int, int | None]) -> dict[int, float]:
        """For the seats of people who are not there, how long until they count as gone."""
        left = self.timers.absences.left
        return {seat: left(person) for seat, person in absent.items() if person is not None}

    def whole_for(self, connection: Connection) -> str:
        """Everything for one socket, which from now on gets what follows."""
        self.used = time.monotonic()
        return self.broadcast.whole_for(connection)

    def screen_of(self, seat: int) -> Screen:
        """The table as a seat sees it."""
        return self.broadcast.view().screen(Audience(seat))

    def seconds_left(self, seat: int) -> float | None:
        """The time left for a decision, as it is shown to a person."""
        return self.timers.seconds_left(self.state, seat)

    def due_bots(self) -> list[int]:
        """The seats where a bot is to decide now."""
        return self.state.due_bots(self.timers.clocks.over)

    # --- what is asked of it ----------------------------------------------------------------------

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
        await self.obey(connection.person, message)

    async def obey(self, person: Person, message: messages.Any) -> None:
        """Carry out a message, one at a time."""
        async with self.lock:
            await self.carry_out(come_back(self.state, person))
            if self._was_carried_out(person.id, message):
                return
            arrived = time.monotonic()
            change = COMMANDS[type(message)](self.state, self.facts(), person, message)
            await self.carry_out(change)
            if change.match is not None:
                self.metrics.shown.observe(time.monotonic() - arrived)
            self._note_carried_out(person.id, message)

    async def ask(self, command: Callable[[TableState], Change]) -> Change:
        """Carry out what is asked for otherwise than by a message of the protocol."""
        async with self.lock:
            change = command(self.state)
            await self.carry_out(change)
        return change

    async def bot_acts(self, seat: int, action: Action) -> None:
        """Carry out a bot's decision; the lock is held."""
        text, number = action.text, action.number
        change = decisions.bot_acts(self.state, self.facts(), seat, text, number)
        await self.carry_out(change)

    def _was_carried_out(self, person: int, message: messages.Any) -> bool:
        """Whether this very message came before; refuses its id for anything else."""
        known = self._carried_out.get((person, message.id))
        for kind in (messages.Act, messages.Rematch):  # known from the log, and from the new table
            if known is None or (isinstance(known, kind) and isinstance(message, kind)):
                return False
        if known != message:
            raise Refused("id_reused")
        return True

    def _note_carried_out(self, person: int, message: messages.Any) -> None:
        """Remember a message for a while, in case it is sent again."""
        self._carried_out[person, message.id] = message
        if len(self._carried_out) > MOST_REMEMBERED:
            self._carried_out.popitem(last=False)

    # --- changes ----------------------------------------------------------------------------------

    async def carry_out(self, change: Change) -> None:
        """Write a change, let it be true, and show it; the lock is held."""
        if change is NOTHING:
            return
        if change.newcomer is not None:
            self.services.check_tables_of(change.newcomer)
            self.services.names.learn(change.newcomer.id)
        if change.hint is not None:
            self.hints.ask(change.hint)
            return
        if change.line is not None:
            await self._say(change)
            return
        if change.goto:
            await self._go(change)
            return
        frames = len(self.state.match.frames) if self.state.match is not None else 0
        events = await self.log.append(self.state, change) if change.events else []
        self._take(change, events)
        await self.log.keep_beside(self.id, change)
        for event in events:
            await self._follow(change, event)
        self.go_on()
        self._show(change, events, frames)

    def _take(self, change: Change, events: list[LoggedEvent]) -> None:
        """What is written is true."""
        state = self.state
        state.change_seats(change.seats)
        if change.status:
            state.change_table(state=change.status)
        if change.table:
            state.change_table(**change.table)
        if "invite" in change.table:  # nobody sits down by an older link
            state.forget_links()
        if change.muted is not None:
            person, is_muted = change.muted
            state.mute(person, is_muted=is_muted)
        state.apply(events, change.match)
        if change.ends_request:
            self._request = None
        if change.request is not None:
            self._request = change.request

    async def _follow(self, change: Change, event: LoggedEvent) -> None:
        """What clocks, bots and sockets have to do with an event."""
        seat, clocks = event.seat, self.timers.clocks
        if event.kind in (DECIDE, WINDOW):
            if change.ends_turn:
                self._request = None  # a request to take back was about what came before
                clocks.stop(seat)
            by = "bot" if event.person_id is None else "person"
            self.metrics.decisions.labels(game=self.state.game.name, by=by).inc()
        elif event.kind in (UNDO, REWIND):
            if not self._unseen:  # else a clock that starts again would tell
                self.timers.start_again()
            self.bots.forget()
        elif event.kind in (SIT, LEAVE, SEAT_BOT, FREE, KICK):
            self._request = None
        if seat is not None and (event.kind == BACK or (event.kind == AWAY and "by" in event.body)):
            clocks.restart(seat)
        if event.kind in (SEAT_BOT, AWAY):
            self.bots.forget(seat)  # another one may have played there
        elif event.kind == KICK and event.person_id is not None:
            await self.broadcast.dismiss(event.person_id, NOT_WELCOME)
        elif event.kind == START:
            self.wake_soon()
        elif event.kind == CLOSE:
            self.bots.forget()

    @property
    def _unseen(self) -> frozenset[int]:
        """The viewers who must not notice the last note of the log."""
        return self.state.last_notes(1)[0].unseen

    def _show(self, change: Change, events: list[LoggedEvent], frames: int) -> None:
        """Everybody sees what they may see of a change."""
        self.used = time.monotonic()
        kinds = {event.kind for event in events}
        if change.match is not None:
            self.broadcast.frames(frames)
        elif ANSWER in kinds:
            self.broadcast.held(events[0].seat or 0)
        elif kinds & {UNDO, REWIND}:
            self.broadcast.everything(self._unseen)
        else:
            self.broadcast.notes(self.state.last_notes(len(events)))
        if change.refusal is not None:
            self.broadcast.refuse(*change.refusal)
        if self.state.match is not None:
            self.state.views.forget(but=self.state.match.frames[-1])

    async def _say(self, change: Change) -> None:
        """Something is said."""
        assert change.line is not None
        self.services.check_space()
        if not self.services.chatter.take(change.line.person):
            raise Refused("busy")
        known = {line.id for line in self.state.lines}
        line = await self.log.say(self.id, change.line)
        if line.id not in known:  # sent twice: said once
            self.state.take_lines([*self.state.lines, line])
            self.broadcast.line(line)

    async def _go(self, change: Change) -> None:
        """Everybody goes to another table, which may have to be made first."""
        path = change.goto
        if change.new_table is not None:
            self.services.check_space()
            table_id = await self.log.create(change.new_table)
            self.state.change_table(next=table_id)
            path = f"/table/{table_id}"
        self.broadcast.goto(path)

    # --- going on ---------------------------------------------------------------------------------

    def go_on(self) -> None:
        """After every change: clocks for people, thoughts for bots."""
        self.timers.follow(self.state)
        self._set_alarm()
        self.bots.follow(self.due_bots())

    def _set_alarm(self) -> None:
        state = self.state
        missing: dict[int, float] = {}
        if state.status == PLAYING and self.broadcast.connections:
            here = self.broadcast.people
            missing = self._missing(
                {p.seat: p.person_id for p in state.seats if p.person_id not in here}
            )
        wait = self.timers.next_end(state, (left for left in missing.values() if left > 0))
        self._wake_at(None if wait is None else time.monotonic() + wait)

    def ring(self, expected: float) -> None:
        """Some time is up, or was to be then."""
        if time.monotonic() - expected > STALL:  # the server slept: nobody loses for it
            self.timers.forgive()
            self._set_alarm()
            return
        self.services.spawn(self.end_time())

    async def end_time(self) -> None:
        """A window or clocks have run out."""
        failed = False
        async with self.lock:
            countdown = self.timers.countdown
            if self.state.window is not None and countdown.left_ms == 0:
                countdown.is_over = True
                try:
                    await self.carry_out(decisions.end_window(self.state, self.facts()))
                except Refused:
                    log.error("a window closes and nothing could be written", table=self.id)
                    failed = True
        if failed:
            await asyncio.sleep(RETRY_SECONDS)
            countdown.is_over = False  # ring again
        await self.end_clocks()

    async def end_clocks(self) -> None:
        """A bot decides for those whose time is up."""
        clocks, events, failed = self.timers.clocks, list[LoggedEvent](), False
        async with self.lock:
            late = clocks.out_of_time(self.state)
            change = decisions.end_clocks(self.state, self.facts(), late)
            try:
                events = await self.log.append(self.state, change) if change.events else []
            except KermesseError:
                log.error("a clock ran out and nothing could be written", table=self.id)
                failed = True
            else:
                self.state.apply(events)
                for seat in late:
                    clocks.end(seat)
        if failed:
            await asyncio.sleep(RETRY_SECONDS)
        self.go_on()
        self.broadcast.notes(self.state.last_notes(len(events)))

    # --- the match --------------------------------------------------------------------------------

    def wake_soon(self) -> None:
        """Wake up in the background."""
        self.services.spawn(self.wake())

    async def wake(self) -> None:
        """Bring the match to where the log left it, off the event loop."""
        has_match = self.state.status in (PLAYING, OVER) and not self.state.trouble
        is_new = has_match and self.state.match is None
        if is_new:
            self.services.compilation.hasten(self.state.game)
            try:
                async with self.lock:
                    await self._replay()
            finally:
                self.ready.set()  # nobody waits for a match that cannot be had
        self.ready.set()
        self.go_on()
        if is_new:
            self.broadcast.everything()  # clocks run by now and are seen

    async def _replay(self) -> None:
        """Play the log again, in a thread."""
        state, services = self.state, self.services
        if state.match is not None:
            return
        fresh = TableState(state.game, state.table, state.seats, state.lines)
        fresh.kicked, fresh.muted = state.kicked, state.muted
        try:
            async with services.rebuilding.turn(at_any_rate=True):
                events: list[LoggedEvent] = await in_thread(services.store.events, self.id)
                await in_thread(fresh.replay, events)
        except StoreUnavailable:
            self._unload()  # perhaps it can be read later
            raise
        except Exception as broken:
            if state.table.rules == state.game.version:
                self.note_damage(broken)
            else:
                await self.outdate()
            return
        self.state = fresh
        if self._timers_before is not None:
            self.timers, self._timers_before = self._timers_before, None
        self._keep_result()
        for person_id in {event.person_id for event in events}:
            services.names.learn(person_id)

    def _keep_result(self) -> None:
        """Keep how a match ended that was played before results were kept."""
        state, store = self.state, self.services.store
        result = result_of(state.match) if state.match else None
        if result and state.status == OVER and not store.results([state.id]):
            store.keep_result(state.id, result)

    # --- tables that cannot go on -----------------------------------------------------------------

    async def look_at_edition(self) -> None:
        """Before a table is played again: by which edition of the rules was it played?"""
        state = self.state
        if state.status == CLOSED:
            state.trouble = EDITION if state.was_outdated else ""
        elif not may_go_on(state):
            await self.outdate()
        elif state.status == GATHERING and state.table.rules != state.game.version:
            rules = state.game.version  # nothing was decided yet
            await kept(asyncio.wrap_future(self.services.store.set_rules(self.id, rules)))
            state.change_table(rules=rules)

    async def outdate(self) -> None:
        """The match cannot go on; an event in the log says so. One that is over stays as it is."""
        state = self.state
        state.trouble = EDITION
        log.warning("table of another edition", table=self.id, rules=state.table.rules)
        if state.status == PLAYING and not state.story:
            state.apply_notes(self.services.store.events(self.id))
        change = outdate(state)
        if change is not NOTHING:
            self._take(change, await self.log.append(state, change))

    def note_damage(self, error: Exception) -> None:
        """The table cannot be played again from what is kept."""
        self.state.trouble = DAMAGED
        self.services.note_damage(self.id, error)
