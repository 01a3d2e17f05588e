"""A bot for sealed choices: what all seats choose at once is a matrix game."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from kermesse.bots.bot import Bot
from kermesse.bots.budget import Budget
from kermesse.bots.search.clock import spend
from kermesse.bots.search.desk import fresh_desk, manner_of
from kermesse.bots.search.matrix import (
    MOST_WORLDS,
    Stage,
    add_worlds,
    begin,
    fresh_stage,
    learn,
    own_half,
)
from kermesse.bots.search.thinkers import Thinker, known
from kermesse.core.position import Action, View

MOST_CELLS = 1024  # combinations of joint actions in one world
LESSONS = 100  # rounds of learning from regret
LEARNING = 4  # a quarter of the time
RARE = 0.02  # an average strategy plays less likely actions by accident


@dataclass(frozen=True)
class MatrixBot(Thinker):
    """Plays sealed choices as a matrix game, and leaves everything else to another bot."""

    otherwise: Bot
    alone: bool = False  # whether the partner is somebody else, who cannot be counted upon

    def decide(self, view: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """An action drawn from the average strategy, or the other bot's choice."""
        if int(view.record.phase) not in self.game.staged:
            return self.otherwise.choose(view, budget=budget, seed=seed)
        stage = self.solve(known(view, seed), budget)
        own = int(stage.side_of[view.seat])
        share = stage.total[: stage.joint[0, own]] / stage.total.sum()
        share[share < RARE * share.max()] = 0.0
        joint = random.Random(seed).choices(range(len(share)), share)[0]
        number = own_half(stage, view.seat, joint)
        by_number = {action.number: action for action in allowed}
        return by_number.get(number, allowed[0])

    def plans(self, seats: int) -> bool:
        """Whether partners draw one joint plan: then they need the same seed."""
        return not self.alone

    def solve(self, known: View, budget: Budget) -> Stage:
        """The matrix game after the budget is spent, most of it on worlds."""
        sides = tuple(range(known.seats)) if self.alone else self.game.teams(known.seats)
        own = sides[known.seat]
        stage = fresh_stage(sides, self.room(sides, own))
        playing, learning = parts(budget)
        manner, desk = manner_of(self.recipe), fresh_desk(self.game, known.seats)
        bound = self.game.bind(add_worlds)
        worlds = spend(
            playing,
            lambda done, more: bound(known.record, own, done, more, stage, manner, desk),
            most=MOST_WORLDS,
        )
        begin(stage, worlds)
        spend(learning, lambda done, more: learn(stage, worlds, own, done, more), most=LESSONS)
        return stage

    def room(self, sides: Sequence[int], own: int) -> list[int]:
        """How many choices of each seat are weighed: all combinations of them must have room."""
        wide, narrow = self.recipe.width, min(self.recipe.width, self.recipe.narrow)
        while True:
            room = [wide if side == own else narrow for side in sides]
            if math.prod(room) <= MOST_CELLS:
                return room
            wide, narrow = max(narrow, wide - 1), min(narrow, wide - 1)


def parts(budget: Budget) -> tuple[Budget, Budget]:
    """What of a budget goes into worlds, and what into learning from them."""
    if budget.milliseconds is None:
        return budget, Budget(iterations=LESSONS)
    learning = budget.milliseconds // LEARNING
    return Budget(milliseconds=max(1, budget.milliseconds - learning)), Budget(
        milliseconds=max(1, learning)
    )
