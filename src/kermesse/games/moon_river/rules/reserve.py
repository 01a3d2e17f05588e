"""The unplaced plots of a player: a few kinds in ascending order, then NOTHING (MR-16, MR-70)."""

from __future__ import annotations

from kermesse.core.bits import bit, lowest
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record
from kermesse.games.moon_river.components import MOST_HELD, SPACES
from kermesse.games.moon_river.rules.legends import board_of
from kermesse.games.moon_river.rules.ranch import fits
from kermesse.games.moon_river.rules.table import plot_at


@kernel
def held(s: Record, seat: int) -> int:
    """How many plots a seat has not placed."""
    n = 0
    while n < MOST_HELD and s.reserve[seat, n] != NOTHING:
        n += 1
    return n


@kernel
def put_in(s: Record, seat: int, kind: int) -> None:
    """Add a plot at its place in the order."""
    at = held(s, seat)
    while at > 0 and s.reserve[seat, at - 1] > kind:
        s.reserve[seat, at] = s.reserve[seat, at - 1]
        at -= 1
    s.reserve[seat, at] = kind


@kernel
def take_out(s: Record, seat: int, kind: int) -> None:
    """Take one plot of a kind, which is there, out."""
    at = 0
    while s.reserve[seat, at] != kind:
        at += 1
    while at < MOST_HELD - 1:
        s.reserve[seat, at] = s.reserve[seat, at + 1]
        at += 1
    s.reserve[seat, MOST_HELD - 1] = NOTHING


@kernel
def is_new(s: Record, seat: int, at: int) -> bool:
    """Whether a plot is the first of its kind in the reserve."""
    return at == 0 or s.reserve[seat, at] != s.reserve[seat, at - 1]


@kernel
def pairs(s: Record, seat: int) -> int:
    """The different pairs of unplaced plots, as a set of MOST_HELD * place + place (MR-136)."""
    found = 0
    n = held(s, seat)
    for i in range(n):
        for j in range(i + 1, n):
            if is_new(s, seat, i) and (j == i + 1 or is_new(s, seat, j)):
                found |= bit(MOST_HELD * i + j)
    return found


@kernel
def fitting_pairs(s: Record, seat: int) -> int:
    """Those of the pairs that can be placed somewhere (MR-25)."""
    found = 0
    left = pairs(s, seat)
    while left:
        places = lowest(left)
        left &= left - 1
        first, second = plot_at(s, seat, places // MOST_HELD), plot_at(s, seat, places % MOST_HELD)
        if fits(s, seat, first, second):
            found |= bit(places)
    return found


@kernel
def may_keep(s: Record, seat: int) -> bool:
    """Whether step 2 may end: all unplaced plots have a space (MR-17, MR-23, MR-140)."""
    return s.emptying == 0 and held(s, seat) <= SPACES[board_of(s, seat)]
