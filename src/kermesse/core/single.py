"""One match by itself: the kernels that move its record on and look at it.

They take an array of one record: Numba recognises an array ten times as fast as a record. What
happens once in a match is not among them, since each of them is compiled for each game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kermesse.core.binding import template
from kermesse.core.bits import lowest
from kermesse.core.contract import conceal, legal
from kermesse.core.record import Moves, Records
from kermesse.core.stepping import decide

NOBODY = -1  # decides next: the game is over
REFUSED = -2  # the action is not legal, and nothing was changed


@template
def take(table: Records, seat: int, action: int, moves: Moves) -> int:
    """Carry out a decision and what follows; return who decides next, NOBODY or REFUSED."""
    if not decide(table[0], seat, action, moves):
        return REFUSED
    return NOBODY if table[0].over else lowest(table[0].due)


@template
def hide(table: Records, viewer: int) -> None:
    """Turn the record into what a viewer knows."""
    conceal(table[0], viewer)


@template
def list_legal(table: Records, seat: int, moves: Moves) -> int:
    """Write what a seat may do; return how much that is."""
    return legal(table[0], seat, moves)


class Single(NamedTuple):
    """These kernels, bound to a game."""

    take: Callable[[Records, int, int, Moves], int]
    hide: Callable[[Records, int], None]
    list_legal: Callable[[Records, int, Moves], int]


def single(bind: Callable[[Any], Any]) -> Single:
    """The kernels, made by what binds a template to a game."""
    return Single(bind(take), bind(hide), bind(list_legal))
