"""Bots of a level: the way to think that suits the game and the number of seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kermesse.bots.bot import Bot
from kermesse.bots.budget import Budget, checked_budget
from kermesse.bots.choice import legal_actions
from kermesse.bots.greedy import WORLDS, Greedy
from kermesse.bots.search.sealed import MatrixBot
from kermesse.bots.search.thinkers import AheadBot, FlatBot, TreeBot
from kermesse.core.game import Game
from kermesse.core.position import Action, View
from kermesse.core.recipes import Recipe, Search

SEARCHES: dict[Search, Callable[[Game, Recipe, int], Bot]] = {
    Search.TREE: TreeBot,
    Search.FLAT: FlatBot,
    Search.AHEAD: AheadBot,
}


@dataclass(frozen=True)
class Leveled:
    """A level of the game's ladder, whatever the number of seats."""

    game: Game
    level: str
    threads: int = 1
    alone: bool = False
    _minds: dict[int, Bot] = field(default_factory=dict, init=False, repr=False, compare=False)

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """One of the view's legal actions; the same one for the same view, iterations and seed."""
        legal_actions(self.game, view)  # refuses what is no view of this game
        checked_budget(budget)
        if view.seats not in self._minds:
            recipe = self.game.levels(view.seats)[self.level]
            self._minds[view.seats] = thinker(self.game, recipe, self.threads, self.alone)
        return self._minds[view.seats].choose(view, budget=budget, seed=seed)

    def plans(self, seats: int) -> bool:
        """Whether partners draw one joint plan: then they need the same seed."""
        return not self.alone and plans_jointly(self.level, self.game, seats)


def plans_jointly(name: str, game: Game, seats: int) -> bool:
    """Whether bots of that name draw one joint plan for their team."""
    levels = game.levels(seats)
    return name in levels and levels[name].search is Search.MATRIX


def thinker(game: Game, recipe: Recipe, threads: int = 1, alone: bool = False) -> Bot:
    """The bot that thinks by a recipe."""
    if recipe.search is Search.GLANCE:
        return Greedy(game, min(recipe.iterations, WORLDS), recipe.slips * recipe.scale)
    if recipe.search is Search.MATRIX:
        other = thinker(game, replace(recipe, search=recipe.otherwise), threads)
        return MatrixBot(game, recipe, other, alone)
    return SEARCHES[recipe.search](game, recipe, threads)
