"""The room in which a search kernel thinks: buffers made once, for kernels allocate nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.recipes import Recipe
from kermesse.core.record import Moves, Points, Records, Worths

FEARED = 64  # worlds that a search that doubts makes up before it takes them again
DEEPEST = 200  # decisions from the root of a tree to its deepest leaf


class Desk(NamedTuple):
    """Buffers of one search, and what the kernels must know of the game."""

    worlds: Records  # the world being played, one in which a move is tried, a first glance
    moves: Moves
    further: Moves  # moves of decisions below the one being looked at
    places: Points
    worths: Worths
    values: Worths  # the last judgement, from 0 to 1, for each seat
    sights: Worths  # how moves look at first sight
    path: npt.NDArray[np.int32]  # the nodes from the root to the leaf
    where: npt.NDArray[np.int32]  # for each action the child it leads to
    feared: Records  # the worlds that a search believes in if it doubts, taken in turn
    asked: npt.NDArray[np.int32]  # one number: how often one of them was asked for
    sealed: int  # the game's sealed phases, as a set
    allowed: npt.NDArray[np.bool_]  # the actions that are looked at in the position asked about
    part: Worths  # of its side that each seat is: less than 1 in a team


class Manner(NamedTuple):
    """How positions are judged and trees are searched; see `Recipe`."""

    scale: float
    explore: float
    focus: float
    trust: float
    playout: int
    sample: int
    blind: int
    doubt: int


def fresh_desk(game: Game, seats: int, allowed: Iterable[int] | None = None) -> Desk:
    """Room for one search of a game, of some actions if not of all."""
    teams = game.teams(seats)
    looked_at = np.full(game.actions, allowed is None)
    looked_at[list(allowed or ())] = True
    return Desk(
        np.zeros(3, game.dtype),
        np.zeros(game.actions, np.int16),
        np.zeros(game.actions, np.int16),
        np.zeros(seats, np.int32),
        np.zeros(seats, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(game.actions, np.float32),
        np.zeros(DEEPEST + 1, np.int32),
        np.full(game.actions, -1, np.int32),
        np.zeros(FEARED, game.dtype),
        np.zeros(1, np.int32),
        sum(1 << phase for phase in game.sealed),
        looked_at,
        np.array([1 / teams.count(side) for side in teams], np.float32),
    )


@kernel
def keep_allowed(allowed: npt.NDArray[np.bool_], moves: Moves, n: int) -> int:
    """Keep of ``n`` moves those that are looked at; return how many."""
    kept = 0
    for i in range(n):
        if allowed[moves[i]]:
            moves[kept] = moves[i]
            kept += 1
    return kept


def manner_of(recipe: Recipe) -> Manner:
    """What kernels need of a recipe, in the types they were compiled for."""
    return Manner(
        float(recipe.scale),
        float(recipe.explore),
        float(recipe.focus),
        float(recipe.trust),
        int(recipe.playout),
        int(recipe.sample),
        int(recipe.blind),
        int(recipe.doubt),
    )
