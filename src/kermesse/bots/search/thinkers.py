"""Bots that search: they turn a view and a budget into an action."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kermesse.bots.bot import Bot
from kermesse.bots.budget import Budget
from kermesse.bots.choice import considered
from kermesse.bots.search.ahead import Beam, Line, fresh_line, weigh_worlds
from kermesse.bots.search.clock import spend
from kermesse.bots.search.desk import Desk, fresh_desk, manner_of
from kermesse.bots.search.halving import Field, enter, fresh_field, race
from kermesse.bots.search.matrix import (
    MOST_WORLDS,
    Stage,
    add_worlds,
    begin,
    fresh_stage,
    learn,
    own_half,
)
from kermesse.bots.search.tree import NONE, Tree, cut_down, fresh_tree, grow
from kermesse.core.game import Game, checked_seed
from kermesse.core.position import Action, View
from kermesse.core.recipes import Recipe

MOST_NODES = 1_000_000
NODES_EACH = 40  # room in the tree for each iteration
LESSONS = 100  # rounds of learning from regret
LEARNING = 4  # a quarter of the time
RARE = 0.02  # an average strategy plays less likely actions by accident
STRIDE = 0x9E3779B97F4A7C15  # from one thread's seed to the next one's
WORD = 0xFFFFFFFFFFFFFFFF

Tally = npt.NDArray[np.float64]  # by action number: the higher, the better


@dataclass(frozen=True)
class Thinker:
    """What searching bots have in common."""

    game: Game
    recipe: Recipe
    threads: int = 1
    _rooms: list[object] = field(default_factory=list, init=False, repr=False, compare=False)

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """One of the view's legal actions; the same one for the same view, iterations and seed."""
        seed = checked_seed(seed)
        allowed = considered(self.game, view, seed)
        if len(allowed) == 1:
            return allowed[0]
        budget = budget or Budget(iterations=self.recipe.iterations)
        return self.decide(view, allowed, budget, seed)

    def decide(self, view: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """The action that the search thinks best."""
        tally = self.tally(view, budget, seed)
        return max(allowed, key=lambda action: tally[action.number])

    def tally(self, view: View, budget: Budget, seed: int) -> Tally:
        """What each action is worth after the budget is spent, over all threads."""
        if self.threads == 1:
            return self.search(known(view, seed), budget)
        seeds = [(seed + i * STRIDE) & WORD for i in range(self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            parts = pool.map(lambda own: self.search(known(view, own), budget), seeds)
            return np.sum(list(parts), axis=0)

    def search(self, known: View, budget: Budget) -> Tally:
        """One search in one thread; ``known.record.rng`` is the source of chance."""
        raise NotImplementedError

    def desk(self, seats: int) -> Desk:
        """Buffers for a search."""
        return fresh_desk(self.game, seats)


def known(view: View, seed: int) -> View:
    """A copy of a view with a chance of its own."""
    copy = view.copy()
    copy.record.rng = seed
    return copy


@dataclass(frozen=True)
class TreeBot(Thinker):
    """Searches a tree of the decisions to come, over worlds that fit its view."""

    def search(self, known: View, budget: Budget) -> Tally:
        """How often each action was looked into."""
        tree = self.tree(budget)
        cut_down(tree)
        desk = self.desk(known.seats)
        manner, bound = manner_of(self.recipe), self.game.bind(grow)
        spend(budget, lambda n: bound(known.record, known.seat, tree, manner, n, desk))
        tally = visits(tree, self.game.actions)
        self._rooms.append(tree)
        return tally

    def tree(self, budget: Budget) -> Tree:
        """A tree that is large enough, used before if there is one."""
        nodes = MOST_NODES
        if budget.iterations is not None:
            nodes = min(MOST_NODES, NODES_EACH * budget.iterations + self.game.actions)
        try:
            tree = self._rooms.pop()
        except IndexError:
            return fresh_tree(nodes)
        assert isinstance(tree, Tree)
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
class AheadBot(Thinker):
    """Looks some decisions ahead in a few worlds that fit its view."""

    def search(self, known: View, budget: Budget) -> Tally:
        """What each action is worth, over all worlds."""
        tally = np.zeros(self.game.actions)
        line, desk = fresh_line(self.game, self.recipe.depth), self.desk(known.seats)
        bound, manner = self.game.bind(weigh_worlds), manner_of(self.recipe)
        worlds = spend(budget, self.portion(bound, known, manner, line, desk, tally))
        return tally / worlds

    def portion(
        self,
        bound: Callable[..., None],
        known: View,
        manner: object,
        line: Line,
        desk: Desk,
        tally: Tally,
    ) -> Callable[[int], object]:
        """A function that looks at so many worlds more."""
        beam = Beam(self.recipe.width, self.recipe.narrow)
        return lambda n: bound(known.record, known.seat, n, beam, manner, line, desk, tally)


@dataclass(frozen=True)
class FlatBot(Thinker):
    """Tries every action by playing on, and spends its time on those that did well."""

    def search(self, known: View, budget: Budget) -> Tally:
        """The order in which the actions left the race, the winner highest."""
        game, manner = self.game, manner_of(self.recipe)
        runners, desk = fresh_field(game), self.desk(known.seats)
        entered = left = game.bind(enter)(known.record, known.seat, runners)
        bound = game.bind(race)
        for part in shares(budget, left):

            def heat(laps: int, left: int = left) -> None:
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


@dataclass(frozen=True)
class MatrixBot(Thinker):
    """Plays sealed choices as a matrix game, and leaves everything else to another bot."""

    otherwise: Bot | None = None
    alone: bool = False  # whether the partner is somebody else, who cannot be counted upon

    def decide(self, view: View, allowed: Sequence[Action], budget: Budget, seed: int) -> Action:
        """An action drawn from the average strategy, or the other bot's choice."""
        if not self.is_stage(view):
            assert self.otherwise is not None
            return self.otherwise.choose(view, budget=budget, seed=seed)
        stage = self.solve(known(view, seed), budget)
        own = int(stage.side_of[view.seat])
        share = stage.total[: stage.joint[0, own]] / stage.total.sum()
        share[share < RARE * share.max()] = 0.0
        joint = random.Random(seed).choices(range(len(share)), share)[0]
        number = own_half(stage, view.seat, joint)
        by_number = {action.number: action for action in allowed}
        return by_number.get(number, allowed[0])

    def is_stage(self, view: View) -> bool:
        """Whether this is a sealed choice with few enough joint actions to weigh."""
        return int(view.record.phase) in self.game.staged

    def solve(self, known: View, budget: Budget) -> Stage:
        """The matrix game after the budget is spent, most of it on worlds."""
        sides = tuple(range(known.seats)) if self.alone else self.game.teams(known.seats)
        stage, own = fresh_stage(sides, self.recipe.width), sides[known.seat]
        playing, learning = parts(budget)
        worlds = self.imagine_worlds(known, own, stage, playing)
        begin(stage)
        done = 0

        def learn_more(n: int) -> bool:
            nonlocal done
            n = min(n, LESSONS - done)
            learn(stage, worlds, own, done, n)
            done += n
            return done < LESSONS

        spend(learning, learn_more)
        return stage

    def imagine_worlds(self, known: View, own: int, stage: Stage, budget: Budget) -> int:
        """Fill the stage with worlds, as many as there is room or time for; return how many."""
        manner, desk = manner_of(self.recipe), self.desk(known.seats)
        bound = self.game.bind(add_worlds)
        done = 0

        def imagine_more(n: int) -> bool:
            nonlocal done
            n = min(n, MOST_WORLDS - done)
            bound(known.record, own, done, n, stage, manner, desk)
            done += n
            return done < MOST_WORLDS

        spend(budget, imagine_more)
        return done


def parts(budget: Budget) -> tuple[Budget, Budget]:
    """What of a budget goes into worlds, and what into learning from them."""
    if budget.milliseconds is None:
        return budget, Budget(iterations=LESSONS)
    learning = budget.milliseconds // LEARNING
    return Budget(milliseconds=max(1, budget.milliseconds - learning)), Budget(
        milliseconds=max(1, learning)
    )
