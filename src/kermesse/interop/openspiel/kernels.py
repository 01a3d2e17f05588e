"""Generic kernels under the states: what a decision leads to, and what somebody saw of it.

They take an array of one record, which Numba recognises much faster than a record by itself.
"""

from __future__ import annotations

from kermesse.core.binding import template
from kermesse.core.bits import lowest
from kermesse.core.contract import act, conceal, features, legal, setup, step
from kermesse.core.playout import settle
from kermesse.core.record import Moves, Records, Worths

NOBODY = -3  # the seat of what happens by itself: no viewer has that number
DEALS = 0  # "actions" of nobody
STEPS = 1


@template
def carry_out(table: Records, seat: int, action: int, moves: Moves) -> int:
    """Deal or carry out a decision, and proceed to the next one; list what its seat may do."""
    if seat == NOBODY:
        setup(table[0])
    else:
        act(table[0], seat, action)
    settle(table[0])
    return 0 if table[0].due == 0 else legal(table[0], lowest(table[0].due), moves)


@template
def watch(table: Records, seat: int, action: int, viewer: int, views: Records) -> int:
    """The same once more, with a viewer's view after each step of it; return how many there are.

    Those that do not fit into ``views`` are counted only.
    """
    if seat == NOBODY:
        setup(table[0])
    else:
        act(table[0], seat, action)
    n = 0
    while True:
        if n < len(views):
            views[n] = table[0]
            conceal(views[n], viewer)
        n += 1
        if table[0].due != 0 or table[0].over:
            return n
        step(table[0])


@template
def see(table: Records, viewer: int, out: Worths) -> None:
    """What a viewer sees, as numbers; the record becomes its view."""
    conceal(table[0], viewer)
    features(table[0], out)
