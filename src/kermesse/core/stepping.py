"""Stepping: what every environment for learning programs does with a record.

Adapters and batches share these templates, so that an action mask, an observation and a payoff mean
the same wherever a program meets a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kermesse.core.binding import template
from kermesse.core.contract import act, conceal, features, legal, outcome
from kermesse.core.playout import settle
from kermesse.core.record import Moves, Points, Record, Records, Worths

if TYPE_CHECKING:
    from kermesse.core.game import Game

Teams = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_] | npt.NDArray[np.int8]


def team_numbers(game: Game, seats: int) -> Teams:
    """The team of each seat, numbered by their first seats; a lone player is a team."""
    teams = game.teams(seats)
    order = list(dict.fromkeys(teams))
    return np.array([order.index(team) for team in teams], np.int8)


@template
def decide(s: Record, seat: int, action: int, moves: Moves) -> bool:
    """Take a decision and all automatic steps after it; if it is not legal, change nothing."""
    n = legal(s, seat, moves)
    for i in range(n):
        if moves[i] == action:
            act(s, seat, action)
            settle(s)
            return True
    return False


@template
def mark_legal(s: Record, seat: int, moves: Moves, mask: Mask) -> int:
    """Mark the actions open to a seat, and no others; return how many there are."""
    mask[:] = False
    n = legal(s, seat, moves)
    for i in range(n):
        mask[moves[i]] = True
    return n


@template
def observe(s: Record, seat: int, scratch: Records, out: Worths) -> None:
    """What a learning program sees of a seat's view; the view itself is left in ``scratch``."""
    scratch[0] = s
    conceal(scratch[0], seat)
    features(scratch[0], out)


@template
def payoffs(s: Record, teams: Teams, places: Points, out: Worths) -> None:
    """What a finished game is worth to each seat, from -1 to 1; the sum over all teams is 0.

    The winner gets 1, and the others share the loss evenly. Those who win together share the
    victory. Teammates get the same. A lone player wins 1 or loses 1.
    """
    outcome(s, places)
    seats = int(s.seats)
    number = 0  # of teams
    winners = 0
    for seat in range(seats):
        if teams[seat] >= number:  # the first seat of its team
            number = teams[seat] + 1
            winners += int(places[seat] == 1)
    for seat in range(seats):
        won = places[seat] == 1
        if number == 1:
            out[seat] = 1.0 if won else -1.0
        else:
            share = number / winners if won else 0.0
            out[seat] = (share - 1.0) / (number - 1)
