"""`Room`: a live table. One thing happens at a time; it is written first and shown then."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import structlog
from markupsafe import Markup

from kermesse.core.html import div, li, ol, p, progress, span
from kermesse.core.record import SPECTATOR
from kermesse.core.words import Words
from kermesse.store import Conflict, Event, Line, NewEvent, Seat, StoreError
from kermesse.table import messages
from kermesse.table.assets import version
from kermesse.table.clocks import STALL, Clocks
from kermesse.table.connection import Connection, encode
from kermesse.table.live import Live
from kermesse.table.pages.table import Pieces
from kermesse.table.panels import bar, seats_panel, status_line, waiting_room
from kermesse.table.refusals import Refused
from kermesse.table.scene import Eyes, Scene, names
from kermesse.table.sitting import GATHERING, OVER, PERSON, PLAYING, Note, Sitting

if TYPE_CHECKING:
    from kermesse.table.house import House

CHAT_LINES = 100
PROGRESS_SECONDS = 0.5
MOST_REMEMBERED = 500  # messages that were carried out
WAKING_SECONDS = 20.0  # that a decision waits for its match
REFRESH_SECONDS = 0.15  # presence and clocks are shown at most so often

log = structlog.get_logger()


class Room:
    """A table in memory with the sockets around it."""

    def __init__(self, house: House, sitting: Sitting, lines: Sequence[Line]) -> None:
        self.house = house
        self.sitting = sitting
        self.live = Live()
        self.clocks = Clocks(sitting)
        self.lines = list(lines)[-CHAT_LINES:]
        self.kicked: set[int] = set()
        self.muted: set[int] = set()
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.ready = asyncio.Event()  # set once there is a match, or none is needed yet
        self.used = time.monotonic()
        self._carried_out: OrderedDict[tuple[int, str], messages.Any] = OrderedDict()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._refresh: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        """The table's public id."""
        return self.sitting.table.id

    # --- who sees what ----------------------------------------------------------------------

    def eyes_of(self, connection: Connection) -> Eyes:
        """With whose eyes a socket looks at the table."""
        person = connection.person.id if connection.person else None
        return self.eyes(person, connection.language, connection.origin)

    def eyes(self, person: int | None, language: str, origin: str) -> Eyes:
        """With whose eyes a person looks at the table."""
        sitting = self.sitting
        kept = tuple(p.seat for p in sitting.seats if person is not None and p.kept_for == person)
        host = person is not None and person == self.host
        return Eyes(
            seat=sitting.seat_of(person),
            language=language,
            host=host,
            kept=kept,
            may_sit=sitting.table.listed and person not in self.kicked,
            origin=origin if host else "",
        )

    @property
    def host(self) -> int | None:
        """Who decides about seats: the host, or while they are away the first person seated."""
        people = self.sitting.people
        named = self.sitting.table.host
        return named if named in people or not people else people[0]

    def scene(self, eyes: Eyes) -> Scene:
        """The table as these eyes see it."""
        return Scene(self.sitting, eyes, self.house.names)

    def panels(self, scene: Scene) -> dict[str, Any]:
        """What stands around the board."""
        return {
            "seats": seats_panel(scene, self.live),
            "status": status_line(scene),
            "bar": bar(scene, self.live),
        }

    def board(self, scene: Scene) -> Markup:
        """The board as it stands, or what is there instead."""
        match = self.sitting.match
        if match is not None:
            return scene.board(scene.now)
        if self.sitting.state == GATHERING:
            return waiting_room(scene)
        share = self.house.preparing.progress.get(self.sitting.game.name, 0.0)
        label = scene.say("The game is getting ready")
        return div(id="board", class_="getting-ready")[
            p[label], progress(max="1", value=f"{share:.2f}", aria_label=label)[f"{share:.0%}"]
        ]

    def pieces(self, eyes: Eyes) -> Pieces:
        """The parts of the page, for somebody whose socket is not open yet."""
        self._mark()
        scene = self.scene(eyes)
        return Pieces(
            id=self.id,
            game=self.sitting.game,
            board=self.board(scene),
            log=scene.log(),
            chat=self.chat(eyes),
            commitment=self.sitting.table.commitment,
            may_chat=eyes.seat != SPECTATOR and self.sitting.terms.chat,
            has_teams=self.has_teams,
            **self.panels(scene),
        )

    def whole(self, eyes: Eyes) -> str:
        """Everything anew, for somebody who comes or has missed something."""
        scene = self.scene(eyes)
        put = {
            "board": self.board(scene),
            **self.panels(scene),
            "log": scene.log(),
            "chat": self.chat(eyes),
        }
        hello = {"hello": {"version": version()}, "whole": True, "steps": [{"put": put}]}
        return encode(hello | self.moment(scene)).decode()

    def moment(self, scene: Scene) -> dict[str, Any]:
        """Where the table is, and what the viewer may do there."""
        return {"at": self.sitting.moment, "picks": scene.picks(), "yours": scene.is_due}

    def whole_for(self, connection: Connection) -> str:
        """Everything anew for one socket, which from now on gets what follows."""
        self._mark()
        connection.eyes = self.eyes_of(connection)
        return self.whole(connection.eyes)

    def words_for(self, language: str, rule: str = "") -> tuple[Words, str]:
        """The table's words in a language, and a rule of the game in it."""
        said = self.sitting.game.rulebook(language).rules.get(rule, "") if rule else ""
        return Eyes(language=language).say, said

    def chat(self, eyes: Eyes) -> Markup:
        """What was said, as far as these eyes may read it."""
        return ol(id="chat")[[self.chat_line(line, eyes) for line in self.lines]]

    def chat_line(self, line: Line, eyes: Eyes) -> Any:
        """One line of chat, or nothing for those it was not meant for."""
        if line.channel == "team" and not self.same_team(line.seat, eyes.seat):
            return None
        name = self.house.names.get(line.person_id or 0) or eyes.say("Guest")
        if line.seat is not None and self.sitting.seats[line.seat].person_id == line.person_id:
            name = names(self.sitting, self.house.names, eyes.say)[line.seat]
        if line.text is None:
            return li(class_="gone")[eyes.say("This line was deleted.")]
        return li(id=f"chat-{line.id}", class_="team" if line.channel == "team" else None)[
            span(class_="who", dir="auto")[name], " ", span(class_="what", dir="auto")[line.text]
        ]

    def same_team(self, one: int | None, other: int) -> bool:
        """Whether two seats play together."""
        if one is None or other == SPECTATOR:
            return False
        teams = self.sitting.game.teams(self.sitting.table.seats)
        return teams[one] == teams[other]

    @property
    def has_teams(self) -> bool:
        """Whether seats play together."""
        teams = self.sitting.game.teams(self.sitting.table.seats)
        return len(set(teams)) < len(teams)

    # --- telling everybody ------------------------------------------------------------------

    def tell(self, render: Callable[[Scene], dict[str, Any]]) -> None:
        """Send everybody what they may see; viewers with the same eyes share one rendering."""
        self._mark()
        made: dict[Eyes, str] = {}
        for connection in self.connections:
            eyes = self.eyes_of(connection)
            if connection.eyes != eyes:  # sat down, left, became host: another page altogether
                connection.eyes = eyes
                connection.send(self.whole(eyes))
                continue
            if eyes not in made:
                made[eyes] = encode(render(self.scene(eyes))).decode()
            connection.send(made[eyes])
            self.house.metrics.sent.inc(len(made[eyes]))

    def tell_frames(self, first: int) -> None:
        """Show the steps of the match from a frame on."""

        def render(scene: Scene) -> dict[str, Any]:
            steps = scene.steps(first)
            steps[-1]["put"] |= self.panels(scene)
            return {"steps": steps, **self.moment(scene)}

        self.tell(render)

    def tell_notes(self, notes: Iterable[Note] = ()) -> None:
        """Show what changed around the match."""
        told = list(notes)

        def render(scene: Scene) -> dict[str, Any]:
            step: dict[str, Any] = {"put": self.panels(scene)}
            if self.sitting.match is None:
                step["put"]["board"] = self.board(scene)
            if told:
                step["add"] = {"log": "".join(scene.note_line(note) for note in told)}
            return {"steps": [step], **self.moment(scene)}

        self.tell(render)

    def tell_all(self) -> None:
        """Send everybody everything anew."""
        for connection in self.connections:
            connection.send(self.whole_for(connection))

    def tell_line(self, line: Line) -> None:
        """Show a line of chat to those it is meant for."""
        for connection in self.connections:
            eyes = connection.eyes or self.eyes_of(connection)
            shown = self.chat_line(line, eyes)
            if shown:
                connection.answer({"steps": [{"add": {"chat": shown}, "sound": "talk"}]})

    def refuse_seat(self, seat: int, refused: Refused) -> None:
        """Tell one seat why something is not done."""
        for connection in self.connections:
            if self.eyes_of(connection).seat == seat:
                connection.refuse("", refused)

    def tell_goto(self, path: str) -> None:
        """Send everybody to another page."""
        for connection in self.connections:
            connection.answer({"goto": path})

    def refresh_soon(self) -> None:
        """Show presence and clocks in a moment, once for many changes."""
        if self._refresh is None:
            loop = asyncio.get_running_loop()
            self._refresh = loop.call_later(REFRESH_SECONDS, self._refresh_now)

    def _refresh_now(self) -> None:
        self._refresh = None
        self.tell_notes()

    def _mark(self) -> None:
        """Note who is there and how the clocks stand."""
        self.used = time.monotonic()
        seats = [self.eyes_of(connection).seat for connection in self.connections]
        self.live.present = {seat for seat in seats if seat != SPECTATOR}
        self.live.watching = sum(seat == SPECTATOR for seat in seats)
        left = {seat: self.clocks.left_ms(seat) for seat in range(self.sitting.table.seats)}
        self.live.left_ms = {seat: ms for seat, ms in left.items() if ms is not None}
        self.live.running = self.clocks.running

    # --- coming and going -------------------------------------------------------------------

    async def join(self, connection: Connection) -> None:
        """A socket opens: it is sent everything, and the others see who came."""
        self.connections.add(connection)
        connection.send(self.whole_for(connection))
        self.refresh_soon()

    def part(self, connection: Connection) -> None:
        """A socket closes."""
        self.connections.discard(connection)
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
        people = {connection.person.id for connection in self.connections if connection.person}
        return {p.seat for p in self.sitting.seats if p.kind == PERSON and p.person_id in people}

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
    ) -> list[Event]:
        """Write to the log; when this returns, it is on disk."""
        started = time.monotonic()
        future = self.house.store.append(
            self.id, self.sitting.seq + 1, events, seat_changes=seats, state=state
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
        if self.sitting.match is None and self.sitting.state in (PLAYING, OVER):
            await self._await_game()
            try:
                async with self.lock:
                    await self.house.rebuild(self)
            finally:
                self.ready.set()  # nobody waits for a match that cannot be had
            self.tell_all()
        self.ready.set()
        self.go_on()

    async def _await_game(self) -> None:
        """Wait until the game is compiled, and show how far it is."""
        ready = asyncio.ensure_future(self.house.preparing.ready(self.sitting.game))
        while not ready.done():
            await asyncio.wait([ready], timeout=PROGRESS_SECONDS)
            if not ready.done():
                self.tell_notes()

    def go_on(self) -> None:
        """After every change: clocks for people, thoughts for bots."""
        match, sitting = self.sitting.match, self.sitting
        playing = match is not None and sitting.state == PLAYING
        due = match.due if playing and match is not None else set()
        self.clocks.run_for(seat for seat in due if sitting.seats[seat].kind == PERSON)
        self._set_alarm()
        for seat in sitting.due_bots():
            running = self._thinking.get(seat)
            if running is None or running.done():
                self._thinking[seat] = asyncio.create_task(self.house.let_bot_play(self, seat))

    def forget_thoughts(self) -> None:
        """What bots think about no longer matters."""
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        wait = self.clocks.next_end() if self.sitting.terms.timed else None
        if wait is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait + 0.01, self._ring, time.monotonic() + wait)

    def _ring(self, expected: float) -> None:
        self._alarm = None
        if time.monotonic() - expected > STALL:  # the server slept: nobody loses for it
            self.clocks.forgive()
            self._set_alarm()
            return
        self.house.spawn(self.house.end_time(self))

    def adopt(self, sitting: Sitting) -> None:
        """Go on with a sitting that was brought to where the log ends."""
        self.sitting = sitting
        self.clocks = Clocks(sitting)

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens here unless somebody comes."""
        busy = self.connections or self.lock.locked() or self._alarm
        return not busy and not self.sitting.due_bots()

    def close(self) -> None:
        """Leave the memory; the log keeps everything."""
        self.forget_thoughts()
        for timer in (self._refresh, self._alarm):
            if timer:
                timer.cancel()
