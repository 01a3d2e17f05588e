"""A program at a table: a socket that speaks the protocol of bots, for somebody at a seat.

To the table it is a person's socket like any other. Where a browser is sent the page, a program is
asked when its seat is to decide, and told how it ended.
"""

from __future__ import annotations

from typing import Any

import structlog
from starlette.websockets import WebSocket

from kermesse.bots import protocol
from kermesse.bots.protocol import STALE, TRIES, Message, RefusedAnswer, Reply
from kermesse.core.record import SPECTATOR
from kermesse.core.words import ENGLISH
from kermesse.store import Person
from kermesse.table import messages
from kermesse.table.limits import Limits
from kermesse.table.live.connection import (
    TOO_MUCH,
    UNREADABLE,
    Connection,
    TableOfConnection,
)
from kermesse.table.refusals import Refused
from kermesse.table.state.log_events import OVER
from kermesse.table.views.screen import Screen

NO_SEAT = "no_seat"

log = structlog.get_logger()


class ProgramConnection(Connection):
    """A program at a seat."""

    is_program = True

    def __init__(
        self,
        websocket: WebSocket,
        table: TableOfConnection,
        person: Person,
        origin: str,
        limits: Limits,
    ) -> None:
        super().__init__(websocket, table, person, "en", origin, limits)
        self._seat: int | None = None  # of which it was told
        self._is_lost = False  # and no longer has
        self._asked: int | None = None  # the moment that it was asked about
        self._told = 0  # frames of the match that it knows, of those that the seat noticed
        self._tries = 0  # at the question
        self._is_over = False

    # --- what it is told ------------------------------------------------------------------------

    def show(self) -> None:
        """The match may be another one than it was told: tell it from the beginning."""
        self._told = 0
        self.look()

    def look(self) -> bool:
        """Tell it what there is to tell: nothing, unless it is to decide or the match is over."""
        seat = self._seat_now
        if seat == SPECTATOR:
            self._lose_seat()
        elif self.table.state.match is not None:
            self._catch_up(seat)
        return True

    def _lose_seat(self) -> None:
        if not self._is_lost:
            self._is_lost, self._seat = True, None
            text = "the seat is no longer yours; connect again to take it back, if you may"
            self.tell(protocol.refusal(None, NO_SEAT, text))

    def _catch_up(self, seat: int) -> None:
        self._is_lost = False
        screen = self.table.screen_of(seat)
        if self._seat != seat:
            self._seat, self._asked = seat, None
            self.tell(protocol.hello(screen.now, screen.names))
        if self.table.state.status == OVER:
            self._tell_end(screen)
        elif screen.is_due and self.table.state.moment(seat) != self._asked:
            self._asked, self._tries = self.table.state.moment(seat), 0
            self._ask(screen)

    def _ask(self, screen: Screen) -> None:
        """Ask for a decision; what it was told once it is not told again."""
        assert self._asked is not None
        anew, events = self._told == 0, self._news(screen)
        asked = protocol.question(screen.now, self._asked, events, anew=anew)
        self.tell(asked | {"seconds": self.table.seconds_left(screen.audience.seat)})

    def _tell_end(self, screen: Screen) -> None:
        outcome = screen.now.outcome
        if not self._is_over and outcome is not None:
            self._is_over = True
            events = self._news(screen)
            self.tell(protocol.ending(screen.now, outcome.places, outcome.ending, events))

    def _news(self, screen: Screen) -> list[str]:
        sentences = screen.sentences(self._told)
        self._told += len(sentences)
        return sentences

    @property
    def _seat_now(self) -> int:
        return self.table.state.seat_of(self.person.id if self.person else None)

    def tell(self, message: Message) -> None:
        """Queue a message; none is dropped, since there is no page to be sent instead."""
        self.send(protocol.encoded(message).decode(), keep=True)

    def answer(self, message: dict[str, Any]) -> None:
        """What browsers are told apart from the page: to a program, only where the rematch is."""
        if "goto" in message:
            self.tell({"type": "moved", "table": message["goto"]})

    def refuse(self, message_id: str, refused: Refused) -> None:
        """Say why something is not done, and ask again what is still to be decided."""
        self.table.metrics.refusals.labels(kind=refused.kind).inc()
        said = self.rule_text(refused.rule)
        text = refused.text(ENGLISH)
        self.tell(protocol.refusal(self._asked, refused.kind, text, refused.rule, said))
        if refused.kind != STALE and self._tries < TRIES and self._is_open:
            self._ask(self.table.screen_of(self._seat_now))

    def _next(self) -> str:
        self._lagging = False  # everything that waits is kept
        return super()._next()

    # --- what it answers ------------------------------------------------------------------------

    def read(self, text: str) -> Reply:
        """The answer that a text is."""
        try:
            return protocol.read_reply(text)
        except RefusedAnswer as wrong:
            raise messages.BadMessage(wrong.sentence) from None

    def unreadable(self, wrong: messages.BadMessage) -> Refused:
        """Why a text is no answer: a program's author wants to know exactly."""
        return Refused("bad_message", sentence=str(wrong))

    async def _obey(self, message: Any) -> None:
        if self._is_behind:
            await self.close(TOO_MUCH)
            return
        try:
            if message.ask is not None:
                self.tell(protocol.rules(self.table.state.game, message.ask))
            elif message.leave:
                await self.table.receive(self, messages.Leave(id=f"leave-{self.table.state.seq}"))
            else:
                await self._decide(message)
        except RefusedAnswer as wrong:
            await self._refuse_answer(Refused(wrong.kind, wrong.rule, wrong.sentence))
        except Refused as refused:
            await self._refuse_answer(refused)
        except Exception:
            log.exception("message failed", table=self.table.state.id, do="answer")
            self.table.metrics.failures.labels(where="message").inc()
            self.refuse("", Refused("failed"))

    async def _decide(self, reply: Reply) -> None:
        """Decide as a person does, by the text of the action."""
        if self._asked is None or not self._is_open:
            raise Refused(STALE)
        protocol.check_number(reply.id, self._asked)
        action = protocol.chosen(self.table.screen_of(self._seat_now).now, reply.action)
        said = messages.Act(id=f"answer-{reply.id}", at=self._asked, path=[action.text])
        await self.table.receive(self, said)

    async def _refuse_answer(self, refused: Refused) -> None:
        """Refuse an answer; disconnect a program refused too often about one question."""
        self._tries += refused.kind != STALE
        self.refuse("", refused)
        if self._tries >= TRIES:
            await self.close(UNREADABLE)

    @property
    def _is_behind(self) -> bool:
        """Whether it goes on asking without reading: nothing of what waits may be dropped."""
        return bool(self._outbox) and self._counted > self._limits.outbox_bytes

    @property
    def _is_open(self) -> bool:
        """Whether the question that it was asked is still one."""
        state, seat = self.table.state, self._seat_now
        return seat in state.due and state.moment(seat) == self._asked
