"""One socket: reads what a browser says, within limits, and sends what it is to show."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, Protocol

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kermesse.core.words import words
from kermesse.store import Person
from kermesse.table import messages
from kermesse.table.cost import paid, payer
from kermesse.table.limits import Bucket, Limits
from kermesse.table.metrics import Metrics
from kermesse.table.pages.parts import book
from kermesse.table.refusals import Refused, error
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import Audience, Screen
from kermesse.table.visitor import PACKAGE

BINARY, UNREADABLE, TOO_MUCH, FULL = 1003, 1007, 1008, 1013
NOT_WELCOME, NO_TABLE = 4001, 4004
STRIKES = 3
BURST = 4
SEND_SECONDS = 30.0  # a reader that takes nothing for so long is gone
CLOSE_SECONDS = 2.0  # and is not waited for to hear it
PATIENCE = 2.0  # seconds that a message waits for somebody's debts to be paid

log = structlog.get_logger()
encode = msgspec.json.Encoder(enc_hook=str).encode  # HTML is a subclass of str


class TableOfConnection(Protocol):
    """What a socket may ask of its table."""

    @property
    def state(self) -> TableState:
        """What is true of the table."""
        ...

    @property
    def metrics(self) -> Metrics:
        """Figures for the operator."""
        ...

    def whole_for(self, connection: Connection) -> str:
        """Everything for one socket, which from now on gets what follows."""
        ...

    def screen_of(self, seat: int) -> Screen:
        """The table as a seat sees it."""
        ...

    def seconds_left(self, seat: int) -> float | None:
        """The time left for a decision, as it is shown to a person."""
        ...

    async def receive(self, connection: Connection, message: messages.Any) -> None:
        """Carry out what a browser asks for, or raise `Refused`."""
        ...


class Connection:
    """A browser at a table: somebody at a seat, or a spectator."""

    is_program = False

    def __init__(
        self,
        websocket: WebSocket,
        table: TableOfConnection,
        person: Person | None,
        language: str,
        origin: str,
        limits: Limits,
    ) -> None:
        self.websocket = websocket
        self.table = table
        self.person = person
        self.language = language
        self.origin = origin
        self.by_operator = False  # whether it comes from the server's own machine
        self.audience: Audience | None = None  # to which the last complete view was sent
        self._limits = limits
        self._bucket = Bucket(limits.messages_per_second, BURST * limits.messages_per_second)
        self._outbox: deque[tuple[str, bool]] = deque()  # texts, and whether they must arrive
        self._waiting = 0  # bytes in the outbox
        self._lagging = False
        self._filled = asyncio.Event()
        self._strikes = 0
        self._payer = payer.get()
        self._shown_at: int | None = None  # the moment for which everything was sent once more

    async def serve(self) -> None:
        """Talk with the browser until either side ends it, or it takes nothing any more."""
        sender = asyncio.create_task(paid(self._send_all()))
        receiver = asyncio.create_task(paid(self._receive_all()))
        try:
            await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
            if receiver.done():
                receiver.result()
        finally:
            sender.cancel()
            receiver.cancel()

    def show(self) -> None:
        """Show everything again."""
        self.send(self.table.whole_for(self))

    def look(self) -> bool:
        """Find out by itself what is new. A browser does not: it is shown it."""
        return False

    def send(self, text: str, *, keep: bool = False) -> None:
        """Queue a message; a browser that is too slow gets the newest view later instead.

        One message alone is never too much, however long, and whatever comes while it waits to be
        taken. Answers are kept: nobody else gives them.
        """
        if self._outbox and self._counted + len(text) > self._limits.outbox_bytes:
            self._outbox = deque(entry for entry in self._outbox if entry[1])
            self._waiting = sum(len(kept) for kept, _ in self._outbox)
            self._lagging = True
        if keep or not self._lagging:
            self._outbox.append((text, keep))
            self._waiting += len(text)
        self._filled.set()

    @property
    def _counted(self) -> int:
        """Bytes that wait, less a first message that would be too much by itself."""
        first = len(self._outbox[0][0])
        return self._waiting - (first if first > self._limits.outbox_bytes else 0)

    def answer(self, message: dict[str, Any]) -> None:
        """Queue an answer to this browser alone."""
        self.send(encode(message).decode(), keep="re" in message or "goto" in message)

    async def close(self, code: int) -> None:
        """End the conversation."""
        if self.websocket.application_state == WebSocketState.CONNECTED:
            with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                await asyncio.wait_for(self.websocket.close(code), CLOSE_SECONDS)

    async def _send_all(self) -> None:
        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._outbox or self._lagging:
                    if not self._sits and self._payer.debt:  # who plays comes first
                        await self._payer.settle(SEND_SECONDS)
                    async with asyncio.timeout(SEND_SECONDS):
                        # no name for the text: it would be held until the next one
                        await self.websocket.send_text(self._next())
        except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
            await self.close(FULL)

    def _next(self) -> str:
        """What is sent next: everything again after a gap, else what has waited longest."""
        if self._lagging:
            self._lagging = False
            return self.table.whole_for(self)
        text, _ = self._outbox.popleft()
        self._waiting -= len(text)
        return text

    async def _receive_all(self) -> None:
        while True:
            event = await self.websocket.receive()
            if event["type"] == "websocket.disconnect":
                return None
            text = event.get("text")
            if text is None:
                return await self.close(BINARY)
            if not self._bucket.take():
                log.warning("too many messages", table=self.table.state.id)
                return await self.close(TOO_MUCH)
            try:
                message = self.read(text)
            except messages.BadMessage as wrong:
                self._strikes += 1
                self.refuse("", self.unreadable(wrong))
                if self._strikes >= STRIKES:
                    return await self.close(UNREADABLE)
                continue
            settled = await self._payer.settle(PATIENCE)
            if not settled and not isinstance(message, messages.Ping):
                self.refuse(message.id, Refused("busy"))
                continue
            # What was accepted is carried out to its end even if this socket breaks meanwhile.
            await asyncio.shield(asyncio.create_task(paid(self._obey(message))))

    @property
    def _sits(self) -> bool:
        """Whether somebody at a seat is at the other end."""
        return self.person is not None and self.person.id in self.table.state.people

    def _show_once(self) -> None:
        """Show everything again, but not twice for one moment: what came since was sent anyway."""
        state = self.table.state
        now = state.moment(state.seat_of(self.person.id if self.person else None))
        if self._shown_at != now:
            self._shown_at = now
            self.show()

    def read(self, text: str) -> Any:
        """The message that a text is."""
        return messages.read(text)

    def unreadable(self, wrong: messages.BadMessage) -> Refused:
        """What is said to a text that is no message."""
        return Refused("bad_message")

    async def _obey(self, message: Any) -> None:
        try:
            await self.table.receive(self, message)
        except Refused as refused:
            self.refuse(message.id, refused)
            if refused.kind == "stale":
                self._show_once()
        except Exception:
            log.exception("message failed", table=self.table.state.id, do=type(message).__name__)
            self.table.metrics.failures.labels(where="message").inc()
            self.refuse(message.id, Refused("failed"))
        else:
            self.answer({"re": message.id})

    def refuse(self, message_id: str, refused: Refused) -> None:
        """Tell this browser why something is not done; without an id, nothing that it asked for."""
        self.table.metrics.refusals.labels(kind=refused.kind).inc()
        say, said = words(PACKAGE, self.language), self.rule_text(refused.rule)
        answer: dict[str, Any] = {"error": error(refused, say, said)}
        self.answer({"re": message_id, **answer} if message_id else answer)

    def rule_text(self, rule: str) -> str:
        """A rule of the game in the language of this socket; empty for none."""
        return book(self.table.state.game, self.language).rules.get(rule, "") if rule else ""
