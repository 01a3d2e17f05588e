"""`ProcessBot`: a bot in a process of its own, which receives the bytes of a view and no more."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO, Any, Self

from kermesse.bots.budget import Budget
from kermesse.bots.process import close_quietly
from kermesse.core.errors import KermesseError, brief, whole
from kermesse.core.game import Game, checked_seed
from kermesse.core.position import Action, View

STARTING = 120.0  # seconds: the first start on a machine may compile
LONGEST_ANSWER = 4096  # bytes


class BotFailed(KermesseError):
    """The process died, did not answer in time, or answered nonsense."""


class ProcessBot:
    """A bot that is asked through a pipe. One that fails is ended and started anew when asked.

    ``command`` is any program that speaks the protocol of `kermesse.arena.child`.
    """

    def __init__(self, command: Sequence[str], game: Game, deadline: float) -> None:
        self.command = list(command)
        self.game = game
        self.deadline = deadline
        self._process: subprocess.Popen[bytes] | None = None
        self._reader = threading.Thread()
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    @classmethod
    def of(cls, name: str, game: Game, deadline: float, *, alone: bool = False) -> Self:
        """One of our own bots, by name."""
        command = [sys.executable, "-m", "kermesse.arena.child", game.name, name]
        return cls([*command, "alone"] if alone else command, game, deadline)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """What the bot in the other process answers."""
        question = {
            "view": view.tobytes().hex(),
            "budget": str(budget) if budget else None,
            "seed": checked_seed(seed),
        }
        try:
            process = self._started()
            write_line(process, question)
            return self._action(self._answer(self.deadline))
        except BaseException:
            self.close()  # an answer that comes too late must not be taken for the next one
            raise

    def _action(self, answer: dict[str, Any]) -> Action:
        if "error" in answer:
            raise BotFailed(f"the bot says {brief(answer['error'])}")
        number = whole(answer.get("action"))
        if number is None or not 0 <= number < self.game.actions:
            raise BotFailed(f"{brief(answer)} names no action of {self.game.name}")
        return Action(number, self.game.notation.action_text(number))

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            except OSError as broken:
                raise BotFailed(f"cannot start {self.command[0]}: {broken.strerror}") from None
            self._lines = queue.SimpleQueue()
            self._reader = threading.Thread(
                target=read_lines, args=(self._process.stdout, self._lines), daemon=True
            )
            self._reader.start()
            if self._answer(STARTING).get("ready") is not True:
                raise BotFailed("the bot does not say that it is ready")
        return self._process

    def _answer(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise BotFailed(f"no answer within {seconds:g} s") from None
        if not line.endswith(b"\n"):
            raise BotFailed("the bot's process has ended or talks without end")
        try:
            answer = json.loads(line)
        except ValueError:
            raise BotFailed(f"{brief(line)} is no JSON") from None
        if not isinstance(answer, dict):
            raise BotFailed(f"{brief(answer)} is no answer")
        return answer

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            self._reader.join()  # it meets the end of the pipe
            for pipe in (process.stdin, process.stdout):
                close_quietly(pipe)


def write_line(process: subprocess.Popen[bytes], question: dict[str, Any]) -> None:
    """Ask a process."""
    assert process.stdin is not None
    try:
        process.stdin.write(json.dumps(question).encode() + b"\n")
        process.stdin.flush()
    except OSError:
        raise BotFailed("the bot's process has ended") from None


def read_lines(pipe: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """Pass on what a process says; an empty line means that it says no more."""
    while line := pipe.readline(LONGEST_ANSWER):
        lines.put(line)
    lines.put(b"")
