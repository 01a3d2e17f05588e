"""Scoring a round of Muvuca, and who has won."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.bits import bit, count
from kermesse.core.grid import largest_group
from kermesse.core.kernel import kernel
from kermesse.core.record import Points
from kermesse.games.muvuca.components import CELLS, CROWD, FOODS, JACKETS, SHOWING
from kermesse.games.muvuca.state import State

FOOD_KINDS = len(FOODS)
KINDS_COUNTED = len(FOODS) + len(JACKETS)


class Ending(IntEnum):
    """What decided the last round, and with it the match."""

    POINTS = 0
    TIE = 1
    CAP = 2


@kernel
def seller(s: State, kind: int) -> int:
    """Who scores a product type: foods are kinds 0..4, jackets 5..9 (MV-02)."""
    return int(s.food_seat) if kind < FOOD_KINDS else 1 - int(s.food_seat)


@kernel
def cells_showing(s: State, kind: int) -> int:
    """The cells with a face-up card of that kind; face-down cards show none (MV-40)."""
    cells = 0
    for cell in range(CELLS):
        if s.crowd[cell] >= 0 and SHOWING[kind] & bit(s.crowd[cell]):
            cells |= bit(cell)
    return cells


@kernel
def points(s: State, kind: int) -> tuple[int, int]:
    """The largest group in the Crowd, and the cards in the seller's hand (MV-39, MV-41…43)."""
    held = count(SHOWING[kind] & int(s.hand[seller(s, kind)]))
    return largest_group(cells_showing(s, kind), CROWD), held


@kernel
def total(s: State, seat: int) -> int:
    """A seat's round score: for each type it sells the better of Crowd and hand (MV-39, MV-45)."""
    score = 0
    first = 0 if seat == s.food_seat else FOOD_KINDS
    for kind in range(first, first + FOOD_KINDS):
        crowd, held = points(s, kind)
        "MV-39, MV-45"
        score += max(crowd, held)
    return score


@kernel
def totals(s: State) -> tuple[int, int]:
    """The round scores of both seats as the cards lie."""
    return total(s, 0), total(s, 1)


@kernel
def round_winner(s: State) -> int:
    """Who wins the round as the cards lie (MV-46, MV-47)."""
    zero, one = totals(s)
    if zero == one:
        "MV-47"
        return 1 - int(s.starter)
    return 0 if zero > one else 1


@kernel
def score(s: State, out: Points) -> None:
    """Round points as they stand; of a hidden hand only what is known counts."""
    out[0], out[1] = totals(s)


@kernel
def outcome(s: State, out: Points) -> int:
    """First place to the winner of the match; what decided the last round."""
    out[s.victor] = 1
    out[1 - s.victor] = 2
    if s.capped:
        return Ending.CAP
    zero, one = totals(s)
    return Ending.TIE if zero == one else Ending.POINTS
