"""Which effects may make a lot: found for all at once, as trying one to its end takes far longer.

What is left out makes no lot at all; what stays may. SH-14 and SH-55 say why: a new lot has two
cards of a colour that did not touch before, and a third that touches one of them. With a smaller
`lot_size` there need not be a third, with a larger one more options stay.
"""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.kernel import kernel
from kermesse.games.shuppa.components import MOST_COLUMNS
from kermesse.games.shuppa.rules.actions import Open
from kermesse.games.shuppa.rules.cells import (
    NOWHERE,
    Cells,
    above,
    below,
    beneath,
    beside,
    between,
    column_of,
    common,
    joined,
    left_of,
    less,
    right_of,
    top_of,
)
from kermesse.games.shuppa.rules.lots import Faces, ground, occupied, suits
from kermesse.games.shuppa.rules.record import EAT, JUMP, SWAP


@kernel
def hopeful(faces: Faces, left: Open) -> Open:
    """Open effects without most of those that make no lot; there are too few lifts to choose."""
    if left.start == EAT:
        return hopeful_eats(faces, left)
    if left.start == JUMP:
        return hopeful_jumps(faces, left)
    return hopeful_swaps(faces, left) if left.start == SWAP else left


@kernel
def hopeful_eats(faces: Faces, left: Open) -> Open:
    """Cards over which another one falls beside, or onto, one of its colour."""
    hopes = NOWHERE
    for colour in range(suits(faces)):
        suit = ground(faces, colour)
        hopes = joined(hopes, beneath(falling_beside(suit, faces.least)))
        hopes = joined(hopes, below(falling_onto(suit, faces.least)))
    return Open(left.start, left.pace, common(left.one, hopes), NOWHERE)


@kernel
def falling_beside(suit: Cells, least: int) -> Cells:
    """Cards that would touch one of their colour to the side, and a third one, one level lower."""
    west, east = above(right_of(suit)), above(left_of(suit))  # whom they would touch
    if least < 3:
        return common(suit, joined(west, east))
    pairs = common(suit, beside(suit))  # who touches another already
    found = joined(common(pairs, joined(west, east)), common(west, east))
    return common(suit, joined(found, joined(above(right_of(pairs)), above(left_of(pairs)))))


@kernel
def falling_onto(suit: Cells, least: int) -> Cells:
    """Cards that would touch one of their colour, and a third one, if that between them left."""
    foot = above(above(suit))
    if least < 3:
        return common(suit, foot)
    pairs = common(suit, beside(suit))
    sides = joined(above(right_of(suit)), above(left_of(suit)))
    return common(suit, joined(common(foot, joined(pairs, sides)), above(above(pairs))))


@kernel
def hopeful_jumps(faces: Faces, left: Open) -> Open:
    """Jumps to a cell where a lot could take the card in."""
    cards, jumps = occupied(faces), 0
    for colour in range(suits(faces)):
        suit = ground(faces, colour)
        near = inviting(suit, faces.least)
        starts, targets = 0, 0
        for column in range(MOST_COLUMNS):
            pile = column_of(cards, column)
            starts |= int(column_of(suit, column) & top_of(pile) != 0) << MOST_COLUMNS * column
            targets |= int(column_of(near, column) & pile + 1 != 0) << column
        jumps |= starts * targets  # each start with all targets
    return Open(left.start, left.pace, common(left.one, Cells(jumps, 0)), NOWHERE)


@kernel
def inviting(suit: Cells, least: int) -> Cells:
    """The cells in which one more card could be in a lot: it touches two, or one of a pair."""
    if least < 3:
        return beside(suit)
    return joined(between(suit), beside(common(suit, beside(suit))))


@kernel
def hopeful_swaps(faces: Faces, left: Open) -> Open:
    """Swaps by which a card comes to a cell where a lot could take it in.

    Of two cards of the colour none would come: they would only change places.
    """
    upright, level = NOWHERE, NOWHERE
    for colour in range(suits(faces)):
        suit = ground(faces, colour)
        ways = arrivals(suit, faces.least)
        upright = joined(upright, common(suit, below(less(ways.upwards, suit))))
        upright = joined(upright, common(below(suit), less(ways.downwards, suit)))
        level = joined(level, common(suit, left_of(less(ways.rightwards, suit))))
        level = joined(level, common(left_of(suit), less(ways.leftwards, suit)))
    return Open(left.start, left.pace, common(left.one, upright), common(left.two, level))


class Arrivals(NamedTuple):
    """The cells in which a card could be in a lot that comes there by one step, by its direction.

    It does not touch what it left behind: the card it was swapped with lies there.
    """

    upwards: Cells
    downwards: Cells
    rightwards: Cells
    leftwards: Cells


@kernel
def arrivals(suit: Cells, least: int) -> Arrivals:
    """Where a card of a suit would touch two others, or one that touches another."""
    over, under, east, west = below(suit), above(suit), left_of(suit), right_of(suit)
    upright, level = joined(over, under), joined(east, west)
    if least < 3:
        return Arrivals(
            joined(level, over), joined(level, under), joined(upright, east), joined(upright, west)
        )
    up, down = below(common(suit, joined(over, level))), above(common(suit, joined(under, level)))
    right = left_of(common(suit, joined(east, upright)))
    left = right_of(common(suit, joined(west, upright)))
    sides = joined(joined(left, right), common(east, west))
    ends = joined(joined(up, down), common(over, under))
    return Arrivals(
        joined(joined(sides, up), common(level, over)),
        joined(joined(sides, down), common(level, under)),
        joined(joined(ends, right), common(upright, east)),
        joined(joined(ends, left), common(upright, west)),
    )
