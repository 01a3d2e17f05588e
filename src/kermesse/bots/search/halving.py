"""Flat Monte Carlo: each action of the root is tried by playing on, the worse half drops out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.bots.search.desk import Desk, Manner, keep_allowed
from kermesse.bots.search.judging import finish_turn, judge, play_on
from kermesse.core.binding import template
from kermesse.core.chance import word
from kermesse.core.contract import act, afresh, imagine, legal
from kermesse.core.game import Game
from kermesse.core.record import Record


class Field(NamedTuple):
    """The actions in the race, and how they did."""

    moves: npt.NDArray[np.int16]
    tries: npt.NDArray[np.int32]
    worth: npt.NDArray[np.float64]  # the sum of what they brought


def fresh_field(game: Game) -> Field:
    """Room for the actions of a game."""
    return Field(
        np.zeros(game.actions, np.int16),
        np.zeros(game.actions, np.int32),
        np.zeros(game.actions, np.float64),
    )


@template
def enter(view: Record, seat: int, field: Field, desk: Desk) -> int:
    """Put all actions that are looked at into the race; return how many there are."""
    field.tries[:] = 0
    field.worth[:] = 0.0
    return keep_allowed(desk.allowed, field.moves, legal(view, seat, field.moves))


@template
def run(view: Record, seat: int, field: Field, left: int, manner: Manner, desk: Desk) -> None:
    """Try each of the first ``left`` actions once, all in the same imagined world."""
    s = desk.worlds[0]
    key = word(view)
    for i in range(left):
        desk.worlds[0] = view
        s.rng = key
        imagine(s)
        afresh(s)
        act(s, seat, field.moves[i])
        finish_turn(s, seat, manner, desk)
        play_on(s, manner.playout, manner, desk)
        judge(s, manner.scale, desk, desk.values)
        field.tries[i] += 1
        field.worth[i] += desk.values[seat]


@template
def race(
    view: Record, seat: int, field: Field, left: int, laps: int, manner: Manner, desk: Desk
) -> None:
    """Run some laps, then put the actions in order, the best first."""
    for _ in range(laps):
        run(view, seat, field, left, manner, desk)
    for i in range(1, left):  # by insertion: few, and nearly in order after the first time
        j = i
        while j > 0 and mean(field, j) > mean(field, j - 1):
            field.moves[j], field.moves[j - 1] = field.moves[j - 1], field.moves[j]
            field.tries[j], field.tries[j - 1] = field.tries[j - 1], field.tries[j]
            field.worth[j], field.worth[j - 1] = field.worth[j - 1], field.worth[j]
            j -= 1


@template
def mean(field: Field, i: int) -> float:
    """What an action brought on average."""
    return float(field.worth[i]) / float(max(field.tries[i], 1))
