"""`IsolatedBot`: a bot in a separate process, which receives only the bytes of a view."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from kermesse.bots import Bot, Planner, bot
from kermesse.bots.budget import Budget, checked_budget
from kermesse.bots.choice import legal_actions
from kermesse.bots.process import Program, ProgramFailed, checked_deadline, command_of
from kermesse.core.chance import checked_seed
from kermesse.core.errors import KermesseError, brief, whole
from kermesse.core.game import Game
from kermesse.core.position import Action, View

STARTING = 120.0  # seconds: the first start on a machine may compile


class BotFailed(KermesseError):
    """The process died, did not answer in time, or answered nonsense."""


class IsolatedBot:
    """A bot that is asked through a pipe. One that fails is stopped, and restarted when asked.

    ``command`` is any program that speaks the protocol of `kermesse.bots.child`.
    """

    def __init__(
        self, command: Sequence[str], game: Game, deadline: float, inside: Bot | None = None
    ) -> None:
        self.command = list(command_of(command))
        self.inside = inside  # the bot in the other process, if it is one of ours
        self.game = game
        self.deadline = checked_deadline(deadline)
        self._program: Program | None = None

    @classmethod
    def of(cls, name: str, game: Game, deadline: float, *, alone: bool = False) -> Self:
        """One of our bots, by name."""
        command = [sys.executable, "-m", "kermesse.bots.child", game.name, name]
        inside = bot(name, game, alone=alone)
        return cls([*command, "alone"] if alone else command, game, deadline, inside)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """What the bot in the other process answers."""
        legal_actions(self.game, view)  # of a view: nothing else leaves this process
        checked_budget(budget)
        question = {
            "view": view.tobytes().hex(),
            "budget": str(budget) if budget else None,
            "seed": checked_seed(seed),
        }
        self.start()
        with self._ended_if_it_fails():
            assert self._program is not None
            self._program.say(json.dumps(question).encode())
            return self._action(heard(self._program, self.deadline))

    def plans(self, seats: int) -> bool:
        """Whether partners draw one joint plan: then they need the same seed."""
        return isinstance(self.inside, Planner) and self.inside.plans(seats)

    def _action(self, answer: dict[str, Any]) -> Action:
        if "error" in answer:
            raise BotFailed(f"the bot says {brief(answer['error'])}")
        number = whole(answer.get("action"))
        if number is None or not 0 <= number < self.game.actions:
            raise BotFailed(f"{brief(answer)} names no action of {self.game.name}")
        return Action(number, self.game.notation.action_text(number))

    def start(self) -> None:
        """Start the process if there is none; this does not count as thinking."""
        if self._program is not None:
            return
        with self._ended_if_it_fails():
            self._program = Program(self.command)
            if heard(self._program, STARTING).get("ready") is not True:
                raise BotFailed("the bot does not say that it is ready")

    @contextmanager
    def _ended_if_it_fails(self) -> Iterator[None]:
        """An answer that comes too late must not be taken for the next one."""
        try:
            yield
        except ProgramFailed as failed:
            self.close()
            raise BotFailed(str(failed)) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process and everything it has started."""
        program, self._program = self._program, None
        if program is not None:
            program.close()


def heard(program: Program, seconds: float) -> dict[str, Any]:
    """What the bot's process says next."""
    line = program.hear(seconds)
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise BotFailed(f"{brief(line)} is no JSON") from None
    if not isinstance(answer, dict):
        raise BotFailed(f"{brief(answer)} is no answer")
    return answer
