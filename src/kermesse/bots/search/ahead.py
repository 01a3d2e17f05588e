"""Alpha-beta in imagined worlds, for two players who see each other's moves.

In each world all is known, so the side to move takes the best for itself, some decisions deep.
The best action is the one that does best on average over the worlds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.bots.search.desk import Desk, Manner, keep_allowed
from kermesse.bots.search.judging import believe, finish_turn, judge, polite_moves
from kermesse.core.binding import template
from kermesse.core.bits import count, lowest
from kermesse.core.contract import act, legal
from kermesse.core.game import Game
from kermesse.core.playout import settle
from kermesse.core.record import Record, Records


class Beam(NamedTuple):
    """How many moves are looked at in a position: the most promising ones."""

    width: int  # within the seat's own turn
    narrow: int  # beyond it


class Line(NamedTuple):
    """The positions from the root to the one being looked at, level by level."""

    stack: Records
    moves: npt.NDArray[np.int16]  # [level, n]: the most promising first
    sights: npt.NDArray[np.float32]  # [level, n]: how they look at first sight
    left: npt.NDArray[np.int32]  # [level]: moves that are looked at
    tried: npt.NDArray[np.int32]  # [level]: of which so many are done
    best: npt.NDArray[np.float64]  # [level]: what its side can have so far
    low: npt.NDArray[np.float64]  # [level]: what our side has elsewhere
    high: npt.NDArray[np.float64]  # [level]: what the other side has elsewhere


def fresh_line(game: Game, depth: int) -> Line:
    """Room to look so many decisions ahead."""
    levels = depth + 1
    return Line(
        np.zeros(levels, game.dtype),
        np.zeros((levels, game.actions), np.int16),
        np.zeros((levels, game.actions), np.float32),
        np.zeros(levels, np.int32),
        np.zeros(levels, np.int32),
        np.zeros(levels, np.float64),
        np.zeros(levels, np.float64),
        np.zeros(levels, np.float64),
    )


@template
def weigh_worlds(
    view: Record,
    seat: int,
    worlds: int,
    beam: Beam,
    manner: Manner,
    line: Line,
    desk: Desk,
    out: npt.NDArray[np.float64],
) -> None:
    """Add to each legal action, by its number, what it is worth in some worlds."""
    for _ in range(worlds):
        believe(view, seat, manner, desk)
        line.stack[0] = desk.worlds[0]
        n = legal(line.stack[0], seat, line.moves[0])
        n = keep_allowed(desk.allowed, line.moves[0], n)
        glance(line.stack[0], seat, n, 0, manner, line, desk)
        for i in range(n):
            action = line.moves[0, i]
            if i >= beam.width:  # not looked into: it stays as it seems
                out[action] += float(line.sights[0, i])
                continue
            line.stack[1] = line.stack[0]
            act(line.stack[1], seat, action)
            out[action] += look_ahead(seat, beam, manner, line, desk)


@template
def glance(
    s: Record, seat: int, n: int, level: int, manner: Manner, line: Line, desk: Desk
) -> None:
    """Put the moves of a level in order, the most promising first."""
    for i in range(n):
        desk.worlds[0] = s
        trial = desk.worlds[0]
        act(trial, seat, line.moves[level, i])
        finish_turn(trial, seat, manner, desk)
        judge(trial, manner.scale, desk, desk.values)
        action, sight = line.moves[level, i], desk.values[seat]
        j = i
        while j > 0 and line.sights[level, j - 1] < sight:
            line.sights[level, j] = line.sights[level, j - 1]
            line.moves[level, j] = line.moves[level, j - 1]
            j -= 1
        line.sights[level, j] = sight
        line.moves[level, j] = action


@template
def look_ahead(seat: int, beam: Beam, manner: Manner, line: Line, desk: Desk) -> float:
    """What the position at level 1 is worth to a seat, all levels deep."""
    level = 1
    line.low[1] = -np.inf
    line.high[1] = np.inf
    arrive(seat, 1, beam, manner, line, desk)
    while True:
        s = line.stack[level]
        done = line.tried[level] >= line.left[level] or line.low[level] >= line.high[level]
        if not done:
            mover = lowest(s.due)
            line.stack[level + 1] = s
            act(line.stack[level + 1], mover, line.moves[level, line.tried[level]])
            line.tried[level] += 1
            line.low[level + 1] = line.low[level]
            line.high[level + 1] = line.high[level]
            level += 1
            arrive(seat, level, beam, manner, line, desk)
            continue
        worth = line.best[level]
        level -= 1
        if level == 0:
            return worth
        if lowest(line.stack[level].due) == seat:
            line.best[level] = max(line.best[level], worth)
            line.low[level] = max(line.low[level], worth)
        else:
            line.best[level] = min(line.best[level], worth)
            line.high[level] = min(line.high[level], worth)


@template
def arrive(seat: int, level: int, beam: Beam, manner: Manner, line: Line, desk: Desk) -> None:
    """Make ready to look at a level's moves; where nobody decides alone, or too deep, judge it."""
    s = line.stack[level]
    settle(s)
    line.tried[level] = 0
    line.left[level] = 0
    if s.over or level == len(line.stack) - 1 or count(s.due) != 1:
        mover = seat if level == 1 else lowest(line.stack[level - 1].due)
        finish_turn(s, mover, manner, desk)
        judge(s, manner.scale, desk, desk.values)
        line.best[level] = desk.values[seat]
        return
    mover = lowest(s.due)
    n = polite_moves(s, mover, line.moves[level])
    glance(s, mover, n, level, manner, line, desk)
    own_turn = level == 1 and mover == seat
    line.left[level] = min(n, beam.width if own_turn else beam.narrow)
    line.best[level] = -np.inf if mover == seat else np.inf
