"""What is played to know how strong the levels are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import kermesse
from bench.tables import ONE_ROUND
from kermesse.bots.greedy import WORLDS
from kermesse.core.game import Game
from kermesse.core.recipes import LEVELS, Recipe, Search
from kermesse.lab.strength import Tournament

RUNG, RUNG_OF_MANY, ANCHOR, DOUBLING, FLOOR = 1000, 600, 400, 400, 400  # games


class Purpose(StrEnum):
    """Why bots meet."""

    ALONE = "alone"  # all levels, each by itself against the game
    RUNG = "rung"  # a level and the one below
    ANCHOR = "anchor"  # a level and greedy, whose rating is 1000, or random
    DOUBLING = "doubling"  # a searching level with twice its budget and with its own
    FLOOR = "floor"  # what was promised


@dataclass(frozen=True)
class Duel:
    """The first bot against the second, or among copies of it at all other seats."""

    purpose: Purpose
    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    least: float | None = None  # the win rate that was promised

    @property
    def name(self) -> str:
        """A name for a file."""
        return "-".join([self.game, str(self.seats), self.purpose.value, *self.bots])

    @property
    def tournament(self) -> Tournament:
        """The arena in which they meet."""
        return Tournament.checked(
            kermesse.game(self.game),
            self.bots,
            self.games,
            seats=self.seats,
            options=ONE_ROUND.get(self.game),
            gauntlet=self.purpose is not Purpose.ALONE,
        )


FLOORS = (
    Duel(Purpose.FLOOR, "muvuca", 2, ("skilled@10ms", "greedy"), FLOOR, 0.80),
    Duel(Purpose.FLOOR, "muvuca", 2, ("strong@100ms", "greedy"), FLOOR, 0.90),
    Duel(Purpose.FLOOR, "viva", 2, ("strong@1000it", "greedy"), FLOOR, 0.78),
    Duel(Purpose.FLOOR, "moon_river", 2, ("expert@400it", "greedy"), FLOOR, 0.75),
    Duel(Purpose.FLOOR, "muckle", 4, ("expert", "random"), FLOOR, 0.90),
    Duel(Purpose.FLOOR, "shuppa", 2, ("expert", "greedy"), FLOOR, 0.60),
)


def plan(game: Game) -> list[Duel]:
    """Everything that is played for one game, the ladder first."""
    found = [duel for seats in game.seats for duel in ladder(game, seats)]
    found += doublings(game)
    found += [duel for duel in FLOORS if duel.game == game.name]
    return found


def ladder(game: Game, seats: int) -> Iterator[Duel]:
    """Each level against the one below, with greedy and random as fixed points."""
    sides = len(set(game.teams(seats)))
    if sides == 1:
        yield Duel(Purpose.ALONE, game.name, seats, ("random", "greedy", *LEVELS), RUNG)
        return
    for lower, higher in pairwise(LEVELS):
        games = RUNG if sides == 2 else RUNG_OF_MANY
        yield Duel(Purpose.RUNG, game.name, seats, (higher, lower), games)
    for level in ("casual", "strong"):
        if not is_greedy(game.levels(seats)[level]):
            yield Duel(Purpose.ANCHOR, game.name, seats, (level, "greedy"), ANCHOR)
    yield Duel(Purpose.ANCHOR, game.name, seats, ("novice", "random"), ANCHOR)


def is_greedy(recipe: Recipe) -> bool:
    """Whether a level thinks as greedy does."""
    return recipe.search is Search.GLANCE and recipe.iterations == WORLDS and recipe.slips == 0.0


def doublings(game: Game) -> Iterator[Duel]:
    """Each searching level with twice the iterations, where two sides play."""
    seats = next(n for n in game.seats if len(set(game.teams(n))) == 2)
    for level, recipe in game.levels(seats).items():
        if recipe.search is not Search.GLANCE:
            more, usual = (f"{level}@{n * recipe.iterations}it" for n in (2, 1))
            yield Duel(Purpose.DOUBLING, game.name, seats, (more, usual), DOUBLING, 0.48)
