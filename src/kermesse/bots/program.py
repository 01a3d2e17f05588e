"""`ProgramBot`: a bot that is any program, in any language, asked by lines of JSON."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from kermesse.bots import protocol
from kermesse.bots.budget import Budget, checked_budget
from kermesse.bots.choice import legal_actions
from kermesse.bots.process import GRACE, Program, ProgramFailed, checked_deadline, command_of
from kermesse.bots.protocol import STALE, TRIES, Message, RefusedAnswer
from kermesse.core.chance import checked_seed
from kermesse.core.errors import SetupRefused, brief
from kermesse.core.game import Game
from kermesse.core.position import Action, View

DEADLINE = 30.0  # seconds for a decision
STARTING = 30.0  # seconds more for the first answer of a fresh process
MOST_ASKED = 20  # rules that may be asked for before a decision
SMALL = 2**32  # seeds that every language can hold


@dataclass
class Chair:
    """One seat: the process that plays it, and what that was told of the match."""

    program: Program | None = None
    fresh: bool = False  # whether the process has not answered yet
    greeted: tuple[object, ...] = ()  # the match that it was told of
    number: int = 0  # of the last question
    story: list[str] = field(default_factory=list)  # the match so far, if somebody follows it
    told: int = 0  # sentences of it that the process knows
    seen: View | None = None

    def news(self) -> list[str]:
        """What the process has not heard yet."""
        news, self.told = self.story[self.told :], len(self.story)
        return news

    def end(self, grace: float = 0.0) -> None:
        """End the process; another one starts when it is needed, and knows nothing."""
        program, self.program = self.program, None
        self.greeted, self.told = (), 0
        if program is not None:
            program.close(grace)


class ProgramBot:
    """Plays what a program answers; each seat has a separate process.

    A process lives from match to match. One that fails is ended, and another one starts at the
    next decision. The caller may tell it what happens in between with `begin`, `watch`
    and `end`; otherwise it knows only what the view remembers.
    """

    def __init__(
        self, command: str | Sequence[str], game: Game, deadline: float = DEADLINE
    ) -> None:
        if not isinstance(game, Game):
            raise SetupRefused(f"a bot plays a Game, as kermesse.game returns, not {brief(game)}")
        self.command = command_of(command)
        self.game = game
        self.deadline = checked_deadline(deadline)
        self.comment = ""  # that came with the last answer
        self._chairs: dict[int, Chair] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes, with a moment's grace."""
        for chair in self._chairs.values():
            chair.end(GRACE)

    # --- following a match --------------------------------------------------------------------

    def begin(self, view: View) -> None:
        """A match begins for the view's seat."""
        chair = self._chair(view.seat)
        chair.greeted, chair.story, chair.told, chair.seen = (), [], 0, None
        self.watch(view)

    def watch(self, view: View) -> None:
        """Something happened; ignored if the seat does not notice it."""
        chair = self._chair(view.seat)
        if view != chair.seen:
            chair.story.append(view.event.text)
            chair.seen = view.copy()

    def end(self, seat: int, places: Sequence[int], why: str) -> None:
        """The match is over, or was ended."""
        chair = self._chair(seat)
        if chair.program is not None and chair.greeted and chair.seen is not None:
            self._say(chair, protocol.ending(chair.seen, places, why, chair.news()))
        chair.greeted, chair.story, chair.told, chair.seen = (), [], 0, None

    # --- deciding -----------------------------------------------------------------------------

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """What the program at the view's seat answers; raises `ProgramFailed`."""
        legal_actions(self.game, view)
        checked_budget(budget)
        chair = self._chair(view.seat)
        try:
            return self._ask(chair, view, budget, checked_seed(seed))
        except BaseException:
            chair.end()  # an answer that comes too late must not be taken for the next one
            raise

    def _ask(self, chair: Chair, view: View, budget: Budget | None, seed: int) -> Action:
        asked = self._question(chair, view, budget, seed)
        self._say(chair, asked)
        allowed = self.deadline + (STARTING if chair.fresh else 0.0)
        end = time.monotonic() + allowed
        tries = rules = 0
        while True:
            line = self._hear(chair, end)
            try:
                reply = protocol.read_reply(line)
                if reply.ask is not None:
                    rules += 1
                    if rules > MOST_ASKED:
                        raise ProgramFailed(f"it asked for more than {MOST_ASKED} rules")
                    self._say(chair, protocol.rules(self.game, reply.ask))
                    continue
                if reply.leave:
                    raise RefusedAnswer("not_allowed", "nobody leaves this table before the end")
                protocol.check_number(reply.id, chair.number)
                action = protocol.chosen(view, reply.action)
            except RefusedAnswer as wrong:
                tries += 1
                if tries == TRIES:
                    raise ProgramFailed(f"{TRIES} answers were refused: {wrong}") from None
                self._say(chair, protocol.refused(self.game, chair.number, wrong))
                if wrong.kind != STALE:
                    self._say(chair, protocol.again(asked))
            else:
                self.comment = reply.comment
                return action

    def _question(self, chair: Chair, view: View, budget: Budget | None, seed: int) -> Message:
        """The question, and before it a greeting if this is another match."""
        match = (view.seats, *view.options.values())
        if chair.program is None:
            chair.program, chair.fresh = Program(self.command), True
        if chair.greeted != match:
            self._say(chair, protocol.hello(view, [f"Seat {n}" for n in range(view.seats)]))
            chair.greeted = match
        chair.number += 1
        anew = chair.told == 0 and bool(chair.story)
        events = chair.news() if chair.story else [view.event.text]
        asked = protocol.question(view, chair.number, events, anew=anew)
        spent = {"budget": str(budget)} if budget else {}
        return asked | spent | {"seconds": self.deadline, "seed": seed % SMALL}

    def _hear(self, chair: Chair, end: float) -> bytes:
        assert chair.program is not None
        line = chair.program.hear(end - time.monotonic())
        chair.fresh = False
        return line

    def _say(self, chair: Chair, message: Message) -> None:
        assert chair.program is not None
        chair.program.say(protocol.encoded(message))

    def _chair(self, seat: int) -> Chair:
        return self._chairs.setdefault(seat, Chair())
