"""Bots that search: they turn a view and a budget into an action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kermesse.bots.bot import Bot
from kermesse.bots.budget import Budget
from kermesse.bots.choice import considered
from kermesse.bots.search.clock import spend
from kermesse.bots.search.desk import fresh_desk
from kermesse.bots.search.halving import Field, enter, race
from kermesse.bots.search.matrix import Stage, fresh_stage, own_half, set_stage, weigh
from kermesse.bots.search.tree import NONE, Manner, Tree, fresh_tree, grow
from kermesse.core.game import Game, checked_seed
from kermesse.core.position import Action, View

MOST_NODES = 1_000_000
NODES_EACH = 40  # room in the tree for each iteration
RARE = 0.02  # an average strategy plays less likely actions by accident


@dataclass(frozen=True)
class Thinker:
    """What searching bots have in common."""

    game: Game
    manner: Manner
    budget: Budget

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """One of the view's legal actions; the same one for the same view, iterations and seed."""
        seed = checked_seed(seed)
        allowed = considered(self.game, view, seed)
        if len(allowed) == 1:
            return allowed[0]
        known = view.copy()
        known.record.rng = seed
        return self.decide(known, allowed, budget or self.budget, seed)

    def decide(self, known: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """The action after the budget is spent; ``known.record.rng`` is the source of chance."""
        raise NotImplementedError


@dataclass(frozen=True)
class TreeBot(Thinker):
    """Searches a tree of the decisions to come, over worlds that fit its view."""

    def decide(self, known: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """The action that was looked into most."""
        nodes = MOST_NODES
        if budget.iterations is not None:
            nodes = min(MOST_NODES, NODES_EACH * budget.iterations + self.game.actions)
        tree = fresh_tree(nodes)
        desk = fresh_desk(self.game, known.seats)
        bound = self.game.bind(grow)
        spend(budget, lambda n: bound(known.record, tree, self.manner, n, desk))
        return most_visited(tree, allowed)


def most_visited(tree: Tree, allowed: Sequence[Action]) -> Action:
    """Of the allowed actions the one with the most visits at the root."""
    visits = {}
    node = int(tree.child[0])
    while node != NONE:
        visits[int(tree.action[node])] = (int(tree.visits[node]), float(tree.worth[node]))
        node = int(tree.sibling[node])
    return max(allowed, key=lambda action: visits.get(action.number, (0, 0.0)))


@dataclass(frozen=True)
class FlatBot(Thinker):
    """Tries every action by playing on, and spends its time on those that did well."""

    def decide(self, known: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """The winner of the race."""
        game = self.game
        field = Field(
            np.zeros(game.actions, np.int16),
            np.zeros(game.actions, np.int32),
            np.zeros(game.actions, np.float64),
        )
        desk = fresh_desk(game, known.seats)
        left = game.bind(enter)(known.record, known.seat, field)
        bound = game.bind(race)
        for part in shares(budget, left):

            def heat(laps: int, left: int = left) -> None:
                bound(known.record, known.seat, field, left, laps, self.manner, desk)

            spend(part, heat)
            left = (left + 1) // 2
        numbers = [int(number) for number in field.moves]
        return min(allowed, key=lambda action: numbers.index(action.number))


def shares(budget: Budget, entrants: int) -> list[Budget]:
    """A budget split evenly over the heats of a race; a heat's iterations are laps of all left."""
    heats = max(1, (entrants - 1).bit_length())
    if budget.milliseconds is not None:
        return [Budget(milliseconds=max(1, budget.milliseconds // heats))] * heats
    assert budget.iterations is not None
    parts = []
    left = entrants
    for _ in range(heats):
        parts.append(Budget(iterations=max(1, budget.iterations // (heats * left))))
        left = (left + 1) // 2
    return parts


@dataclass(frozen=True)
class MatrixBot(Thinker):
    """Plays sealed choices as a matrix game, and leaves everything else to another bot."""

    otherwise: Bot
    phases: frozenset[int]  # the sealed choices that are played so
    worlds: int = 32
    team: bool = True  # whether teammates think alike, from the same seed

    def decide(self, known: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """An action drawn from the average strategy, or the other bot's choice."""
        if int(known.record.phase) not in self.phases:
            return self.otherwise.choose(known, seed=seed)
        stage = self.solve(known, budget)
        own = int(stage.side_of[known.seat])
        share = stage.total[: stage.joint[0, own]] / stage.total.sum()
        share[share < RARE * share.max()] = 0.0
        joint = random.Random(seed).choices(range(len(share)), share)[0]
        number = own_half(stage, known.seat, joint)
        by_number = {action.number: action for action in allowed}
        return by_number.get(number, allowed[0])

    def solve(self, known: View, budget: Budget) -> Stage:
        """The matrix game after the budget is spent."""
        game = self.game
        sides = game.teams(known.seats) if self.team else tuple(range(known.seats))
        stage = fresh_stage(game, self.worlds, sides)
        desk = fresh_desk(game, known.seats)
        game.bind(set_stage)(known.record, stage)
        bound, own = game.bind(weigh), sides[known.seat]
        spend(budget, lambda n: bound(known.record, own, stage, self.manner, n, desk))
        return stage
