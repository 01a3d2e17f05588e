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
from kermesse.table.connection import TOO_MUCH, UNREADABLE, Connection
from kermesse.table.limits import Limits
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.scene import Eyes, Scene
from kermesse.table.sitting import OVER

NO_SEAT = "no_seat"

log = structlog.get_logger()


class ProgramConnection(Connection):
    """A program at a seat."""

    is_program = True

    def __init__(
        self, websocket: WebSocket, room: Room, person: Person, origin: str, limits: Limits
    ) -> None:
        super().__init__(websocket, room, person, "en", origin, limits)
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
        elif self.room.sitting.match is not None:
            self._catch_up(seat)
        return True

    def _lose_seat(self) -> None:
        if not self._is_lost:
            self._is_lost, self._seat = True, None
            text = "the seat is no longer yours; connect again to take it back, if you may"
            self.tell(protocol.refusal(None, NO_SEAT, text))

    def _catch_up(self, seat: int) -> None:
        self._is_lost = False
        scene = self.room.scene(Eyes(seat))
        if self._seat != seat:
            self._seat, self._asked = seat, None
            self.tell(protocol.hello(scene.now, scene.names))
        if self.room.sitting.state == OVER:
            self._tell_end(scene)
        elif scene.is_due and self.room.sitting.moment(seat) != self._asked:
            self._asked, self._tries = self.room.sitting.moment(seat), 0
            self._ask(scene)

    def _ask(self, scene: Scene) -> None:
        """Ask for a decision; what it was told once it is not told again."""
        assert self._asked is not None
        anew, events = self._told == 0, self._news(scene)
        asked = protocol.question(scene.now, self._asked, events, anew=anew)
        self.tell(asked | {"seconds": self._seconds(scene.eyes.seat)})

    def _tell_end(self, scene: Scene) -> None:
        outcome = scene.now.outcome
        if not self._is_over and outcome is not None:
            self._is_over = True
            events = self._news(scene)
            self.tell(protocol.ending(scene.now, outcome.places, outcome.ending, events))

    def _news(self, scene: Scene) -> list[str]:
        sentences = scene.sentences(self._told)
        self._told += len(sentences)
        return sentences

    def _seconds(self, seat: int) -> float | None:
        """The time left for a decision, as it is shown to a person."""
        left = (self.room.clocks.left_ms(seat), self.room.countdown.left_ms)
        known = [ms for ms in left if ms is not None]
        return max(0, min(known)) / 1000 if known else None

    @property
    def _seat_now(self) -> int:
        return self.room.sitting.seat_of(self.person.id if self.person else None)

    def tell(self, message: Message) -> None:
        """Queue a message; none is dropped, since there is no page to be sent instead."""
        self.send(protocol.encoded(message).decode(), keep=True)

    def answer(self, message: dict[str, Any]) -> None:
        """What browsers are told besides the page: to a program only where the rematch is."""
        if "goto" in message:
            self.tell({"type": "moved", "table": message["goto"]})

    def refuse(self, message_id: str, refused: Refused) -> None:
        """Say why something is not done, and ask again what is still to be decided."""
        self.room.house.metrics.refusals.labels(kind=refused.kind).inc()
        said = self.room.words_for("en", refused.rule)[1] if refused.rule else ""
        text = refused.text(ENGLISH)
        self.tell(protocol.refusal(self._asked, refused.kind, text, refused.rule, said))
        if refused.kind != STALE and self._tries < TRIES and self._is_open:
            self._ask(self.room.scene(Eyes(self._seat_now)))

    def _next(self) -> str:
        self._lagging = False  # all that waits is kept
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
                self.tell(protocol.rules(self.room.sitting.game, message.ask))
            elif message.leave:
                await self.room.receive(self, messages.Leave(id=f"leave-{self.room.sitting.seq}"))
            else:
                await self._decide(message)
        except RefusedAnswer as wrong:
            await self._refuse_answer(Refused(wrong.kind, wrong.rule, wrong.sentence))
        except Refused as refused:
            await self._refuse_answer(refused)
        except Exception:
            log.exception("message failed", table=self.room.id, do="answer")
            self.room.house.metrics.failures.labels(where="message").inc()
            self.refuse("", Refused("failed"))

    async def _decide(self, reply: Reply) -> None:
        """Decide as a person does, by the text of the action."""
        if self._asked is None or not self._is_open:
            raise Refused(STALE)
        protocol.check_number(reply.id, self._asked)
        action = protocol.chosen(self.room.scene(Eyes(self._seat_now)).now, reply.action)
        said = messages.Act(id=f"answer-{reply.id}", at=self._asked, path=[action.text])
        await self.room.receive(self, said)

    async def _refuse_answer(self, refused: Refused) -> None:
        """Refuse an answer; who is refused too often about one question is sent away."""
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
        sitting, seat = self.room.sitting, self._seat_now
        return seat in sitting.due and sitting.moment(seat) == self._asked
