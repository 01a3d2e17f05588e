"""The room in which a search kernel thinks: buffers made once, for kernels allocate nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.core.game import Game
from kermesse.core.record import Moves, Points, Records, Worths

DEEPEST = 200  # decisions from the root of a tree to its deepest leaf


class Desk(NamedTuple):
    """Buffers of one search."""

    worlds: Records  # the world being played, one in which a move is tried, the best so far
    moves: Moves
    further: Moves  # moves of decisions below the one being looked at
    places: Points
    worths: Worths
    values: Worths  # the last judgement, from 0 to 1, for each seat
    path: npt.NDArray[np.int32]  # the nodes from the root to the leaf
    where: npt.NDArray[np.int32]  # for each action the child it leads to


def fresh_desk(game: Game, seats: int) -> Desk:
    """Room for one search of a game."""
    return Desk(
        np.zeros(3, game.dtype),
        np.zeros(game.actions, np.int16),
        np.zeros(game.actions, np.int16),
        np.zeros(seats, np.int32),
        np.zeros(seats, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(DEEPEST + 1, np.int32),
        np.full(game.actions, -1, np.int32),
    )
