"""A bridge between a table and a program here: what one says is passed on to the other."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from kermesse.bots import protocol
from kermesse.bots.process import Program, ProgramFailed
from kermesse.bots.protocol import TRIES, Message, RefusedAnswer
from kermesse.core.errors import KermesseError, brief
from kermesse.table.live.connection import BINARY, NO_TABLE, NOT_WELCOME, UNREADABLE
from kermesse.table.live.program_connection import NO_SEAT
from kermesse.table.programs.remote_table import Line, Visit, VisitRefused

TOO_LARGE = 1009
FINAL = {
    BINARY: "the table does not understand us",
    UNREADABLE: "too many answers were refused",
    TOO_LARGE: "an answer was too long",
    NOT_WELCOME: "the program is not welcome at this table",
    NO_TABLE: "the table is gone",
}
DELAYS = (0.5, 1, 2, 4, 8, 16)  # seconds before a broken line is tried again
MOST_WAITING = 64  # messages: after that the sender has to wait
FAREWELL = 2.0  # seconds to hear that the seat is free
PACE = 0.11  # seconds between two messages: a table takes ten a second

Tell = Callable[[str], None]


class SittingEnded(KermesseError):
    """The program plays no more at this table, though the match goes on."""


@dataclass(frozen=True)
class Said:
    """Something that came from one side, or why nothing comes from there any more."""

    by: object  # the line, or the program
    text: bytes | str = b""
    failure: str | None = None


class Bridge:
    """A program at a table, from the first question to the end of the match."""

    def __init__(self, program: Program, visit: Visit, tell: Tell, *, stay: bool = False) -> None:
        self.program = program
        self.visit = visit
        self.is_over = False
        self._tell: Tell = lambda text: tell(printable(text))
        self._stay = stay
        self._has_seat = True
        self._came: queue.Queue[Said] = queue.Queue(MOST_WAITING)
        self._question: Message | None = None
        self._refused = 0  # answers in a row that are not worth passing on
        self._sent = 0.0
        self._line = self._connect()
        threading.Thread(target=self._listen_to_program, daemon=True).start()

    def run(self) -> None:
        """Pass messages on until the match is over."""
        while not self.is_over or self._stay:
            said = self._came.get()
            if said.by is self.program:
                self._program_said(said)
            elif said.by is self._line:  # what an older line said is of no use any more
                self._table_said(said)

    def close(self) -> None:
        """Hang up, and give the seat back if it is still needed."""
        if self._has_seat and not self.is_over:
            self._leave()
        self._line.close()

    def _leave(self) -> None:
        """Get up, and wait until the table has heard it: hanging up at once might be quicker."""
        self._send({"leave": True})
        end = time.monotonic() + FAREWELL
        while (left := end - time.monotonic()) > 0:
            try:
                said = self._came.get(timeout=left)
            except queue.Empty:
                return
            if said.by is self._line and (said.failure or NO_SEAT in str(said.text)):
                return

    # --- from the table -----------------------------------------------------------------------

    def _table_said(self, said: Said) -> None:
        if said.failure is not None:
            self._line.close()
            self._reconnect(self._line.code)
            return
        message = read_message(said.text)
        kind = message["type"]
        if kind == "moved" and isinstance(message.get("table"), str):
            self.is_over = False
            self.visit = replace(self.visit, table=message["table"])
            self._line.close()
            self._line = self._connect()
            return
        self.program.say(protocol.encoded(message))
        if kind == "hello":
            self._tell(f"{message.get('title')}: playing seat {message.get('seat')}")
        elif kind == "decide":
            self._question = message
        elif kind == "over":
            self.is_over, self._question = True, None
            self._tell(f"over ({message.get('ending')}): places {message.get('places')}")
        elif kind == "error":
            self._tell(f"refused: {message.get('text')}")
            if message.get("kind") == NO_SEAT:
                self._has_seat = False
                raise SittingEnded("the seat is lost: the host gave it away")

    def _reconnect(self, code: int) -> None:
        if code in FINAL:
            self._has_seat = False  # or nobody who would take it back
            raise SittingEnded(FINAL[code])
        for delay in DELAYS:
            time.sleep(delay)
            try:
                self._line = self._connect()
            except VisitRefused as refused:
                self._tell(str(refused))
            else:
                return
        raise SittingEnded("the line is broken, and the table does not answer")

    def _connect(self) -> Line:
        line = Line(self.visit)
        threading.Thread(target=self._listen_to_table, args=(line,), daemon=True).start()
        return line

    def _listen_to_table(self, line: Line) -> None:
        for text in line.messages():
            self._came.put(Said(line, text))
        self._came.put(Said(line, failure="the line has ended"))

    # --- from the program ---------------------------------------------------------------------

    def _program_said(self, said: Said) -> None:
        if said.failure is not None:
            raise SittingEnded(said.failure)
        try:
            reply = protocol.read_reply(said.text)
        except RefusedAnswer as wrong:
            self._refuse(wrong)
            return
        self._refused = 0
        if reply.comment:
            self._tell(reply.comment)
        fields: dict[str, Any] = {"id": reply.id, "action": reply.action, "ask": reply.ask}
        given = {name: value for name, value in fields.items() if value is not None}
        self._send(given | ({"leave": True} if reply.leave else {}))

    def _refuse(self, wrong: RefusedAnswer) -> None:
        """Tell the program by ourselves what the table would say, and spare the table."""
        self._refused += 1
        self._tell(f"refused: {wrong.sentence}")
        if self._refused == TRIES:
            raise SittingEnded(f"{TRIES} answers could not be read: {wrong.sentence}")
        number = self._question.get("id") if self._question else None
        self.program.say(protocol.encoded(protocol.refusal(number, wrong.kind, wrong.sentence)))
        if self._question is not None:
            self.program.say(protocol.encoded(protocol.again(self._question)))

    def _listen_to_program(self) -> None:
        try:
            while True:
                self._came.put(Said(self.program, self.program.hear()))
        except ProgramFailed as failed:
            self._came.put(Said(self.program, failure=str(failed)))

    def _send(self, message: Message) -> None:
        time.sleep(max(0.0, self._sent + PACE - time.monotonic()))
        self._sent = time.monotonic()
        self._line.send(protocol.encoded(message).decode())


def read_message(text: bytes | str) -> Message:
    """A message of the table; anything else does not come from a table."""
    try:
        message = msgspec.json.decode(text)
    except msgspec.DecodeError:
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise SittingEnded(f"what the server says is no message of the protocol: {brief(text)}")
    return message


def printable(text: str) -> str:
    """A text on one line, without signs that steer a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
