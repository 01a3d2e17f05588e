"""Bots that search: they turn a view and a budget into an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random

import numpy as np
import numpy.typing as npt

from kermesse.bots.budget import Budget, checked_budget
from kermesse.bots.choice import considered
from kermesse.bots.search.ahead import Beam, fresh_line, weigh_worlds
from kermesse.bots.search.clock import spend
from kermesse.bots.search.desk import fresh_desk, manner_of
from kermesse.bots.search.halving import Field, enter, fresh_field, race
from kermesse.bots.search.tree import NONE, Tree, cut_down, fresh_tree, grow
from kermesse.core.chance import checked_seed
from kermesse.core.game import Game
from kermesse.core.position import Action, View
from kermesse.core.recipes import Recipe

MOST_NODES = 1_000_000
NODES_EACH = 40  # room in the tree for each iteration

Tally = npt.NDArray[np.float64]  # by action number: the higher, the better


@dataclass(frozen=True)
class Thinker(ABC):
    """A bot that takes its time where there is something to decide."""

    game: Game
    recipe: Recipe

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """One of the view's legal actions; the same one for the same view, iterations and seed."""
        seed = checked_seed(seed)
        allowed = considered(self.game, view, seed)
        if len(allowed) == 1:
            return allowed[0]
        budget = checked_budget(budget) or Budget(iterations=self.recipe.iterations)
        return self.decide(view, allowed, budget, seed)

    @abstractmethod
    def decide(self, view: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """One of several allowed actions."""


def known(view: View, seed: int) -> View:
    """A copy of a view with a separate random stream."""
    copy = view.copy()
    copy.record.rng = seed
    return copy


@dataclass(frozen=True)
class Searcher(Thinker):
    """A bot that searches on its own in each thread, and takes what did best in all of them."""

    threads: int = 1

    def decide(self, view: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """The action that the search thinks best."""
        tally = self.tally(view, budget, seed, [action.number for action in allowed])
        return max(allowed, key=lambda action: tally[action.number])

    def tally(
        self, view: View, budget: Budget, seed: int, allowed: Sequence[int] | None = None
    ) -> Tally:
        """What each action, or each of some, is worth after the budget is spent in all threads."""
        if self.threads == 1:
            return self.search(known(view, seed), allowed, budget)
        further = Random(seed)  # seeds that are close to each other would give the same worlds
        seeds = [seed, *(further.getrandbits(64) for _ in range(self.threads - 1))]
        with ThreadPoolExecutor(self.threads) as pool:
            parts = pool.map(lambda own: self.search(known(view, own), allowed, budget), seeds)
            return np.sum(list(parts), axis=0)

    @abstractmethod
    def search(self, known: View, allowed: Sequence[int] | None, budget: Budget) -> Tally:
        """One search in one thread; ``known.record.rng`` is the source of chance."""


@dataclass(frozen=True)
class TreeBot(Searcher):
    """Searches a tree of the decisions to come, over worlds that fit its view."""

    _trees: list[Tree] = field(default_factory=list, init=False, repr=False, compare=False)

    def search(self, known: View, allowed: Sequence[int] | None, budget: Budget) -> Tally:
        """How often each action was looked into."""
        tree = self.tree(budget)
        cut_down(tree)
        desk, manner = fresh_desk(self.game, known.seats, allowed), manner_of(self.recipe)
        bound = self.game.bind(grow)
        spend(budget, lambda _, more: bound(known.record, known.seat, tree, manner, more, desk))
        tally = visits(tree, self.game.actions)
        self._trees.append(tree)
        return tally

    def tree(self, budget: Budget) -> Tree:
        """A tree that is large enough, used before if there is one."""
        nodes = MOST_NODES
        if budget.iterations is not None:
            nodes = min(MOST_NODES, NODES_EACH * budget.iterations + self.game.actions)
        try:
            tree = self._trees.pop()
        except IndexError:
            return fresh_tree(nodes)
        return tree if len(tree.child) >= nodes else fresh_tree(nodes)


def visits(tree: Tree, actions: int) -> Tally:
    """How often each action was taken at the root; of equals the one that did better."""
    tally = np.zeros(actions)
    node = int(tree.child[0])
    while node != NONE:
        seen = int(tree.visits[node])
        tally[tree.action[node]] = seen + (float(tree.worth[node]) / seen / 2 if seen else 0.0)
        node = int(tree.sibling[node])
    return tally


@dataclass(frozen=True)
class AheadBot(Searcher):
    """Looks some decisions ahead in a few worlds that fit its view."""

    def search(self, known: View, allowed: Sequence[int] | None, budget: Budget) -> Tally:
        """What each action is worth, over all worlds."""
        tally = np.zeros(self.game.actions)
        line = fresh_line(self.game, self.recipe.depth)
        desk = fresh_desk(self.game, known.seats, allowed)
        bound, manner = self.game.bind(weigh_worlds), manner_of(self.recipe)
        beam = Beam(self.recipe.width, self.recipe.narrow)

        def look(_: int, more: int) -> None:
            bound(known.record, known.seat, more, beam, manner, line, desk, tally)

        return tally / spend(budget, look)


@dataclass(frozen=True)
class FlatBot(Searcher):
    """Tries every action by playing on, and spends its time on those that did well."""

    def search(self, known: View, allowed: Sequence[int] | None, budget: Budget) -> Tally:
        """The order in which the actions left the race, the winner highest."""
        game, manner = self.game, manner_of(self.recipe)
        runners, desk = fresh_field(game), fresh_desk(game, known.seats, allowed)
        entered = left = game.bind(enter)(known.record, known.seat, runners, desk)
        bound = game.bind(race)
        for part in shares(budget, left):

            def heat(_: int, laps: int, left: int = left) -> None:
                bound(known.record, known.seat, runners, left, laps, manner, desk)

            spend(part, heat)
            left = (left + 1) // 2
        return standing(runners, entered, game.actions)


def standing(runners: Field, entered: int, actions: int) -> Tally:
    """By action number: who was in front at the end."""
    tally = np.zeros(actions)
    for place in range(entered):
        tally[runners.moves[place]] = entered - place
    return tally


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
