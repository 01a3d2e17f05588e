"""The automaton's actions: SH-106 to SH-109, SH-134. Every option is tried to its end.

As that takes long, options that make no lot at all are left out, found for all at once; what stays
may make one. SH-14 and SH-55 say why: a new lot has two cards of a colour that did not touch
before, and a third that touches one of them. With a smaller `lot_size` there need not be a third,
with a larger one more options stay.
"""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import bit
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, Moves, tell
from kermesse.games.shuppa.components import MULTICOLOUR_POINTS
from kermesse.games.shuppa.rules.cards import guests, is_automaton
from kermesse.games.shuppa.rules.cascade import part, terms_of
from kermesse.games.shuppa.rules.cells import (
    GONE,
    NOWHERE,
    Cells,
    Change,
    above,
    below,
    beneath,
    beside,
    between,
    column_of,
    common,
    image,
    is_empty,
    joined,
    left_of,
    less,
    meet,
    over_gaps,
    right_of,
    size,
    top_of,
)
from kermesse.games.shuppa.rules.effects import (
    Open,
    any_left,
    carry_out,
    change_by,
    decline,
    how_many,
    left_out,
    list_options,
    next_option,
    open_effects,
    put_together,
    without_next,
)
from kermesse.games.shuppa.rules.lots import (
    Faces,
    after,
    ground,
    look,
    lot_number,
    multicolours,
    new_lots,
    occupied,
    suits,
)
from kermesse.games.shuppa.state import (
    EAT,
    FIRST_OF_THE_BEST,
    JUMP,
    SWAP,
    Happening,
    Phase,
    State,
)
from kermesse.games.shuppa.tables import MOST_COLUMNS


class Best(NamedTuple):
    """The largest gain of all options, and those that have it."""

    gain: int
    options: Open


@kernel
def resolve(s: State) -> None:
    """The automaton takes its best option, of several the one the player chooses (SH-107…109)."""
    player = s.active
    if not is_automaton(s, player):
        "SH-81, SH-124"
        decline(s)  # there is no effect
        return
    best = best_options(s)
    ties = how_many(best.options)
    if best.gain == 0:
        decline(s)
    elif ties == 1 or s.solo_ties == FIRST_OF_THE_BEST:
        carry_out(s, next_option(best.options))
    else:
        s.best = best.gain
        s.due = bit(0)
        s.phase = Phase.TIE
        tell(s, Happening.TIED, player, s.token[player], best.gain, ties)


@kernel
def tied_options(s: State, seat: int, out: Moves) -> int:
    """The best options of the automaton, in their order (SH-109, SH-129)."""
    return list_options(best_options(s).options, out)


@apart
@kernel
def best_options(s: State) -> Best:
    """What brings the automaton most (SH-107, SH-108)."""
    faces, strangers = look(s), guests(s, s.active)
    everything = open_effects(s, occupied(faces))
    left = hopeful(faces, everything)
    best = best_without_lots(faces, left_out(everything, left))
    most, options = best.gain, best.options
    while any_left(left):
        others = without_next(left)
        gain = gain_by(faces, strangers, next_option(left))
        if gain > most:
            most, options = gain, left_out(left, others)
        elif gain == most:
            options = put_together(options, left_out(left, others))
        left = others
    "SH-107"
    return Best(most, options)


@kernel
def best_without_lots(faces: Faces, some: Open) -> Best:
    """The best of options that make no lot: only eating brings something, the card itself."""
    if some.start != EAT:
        return Best(0, Open(some.start, some.pace, NOWHERE, NOWHERE))
    multi = common(some.one, multicolours(faces))
    if is_empty(multi):
        return Best(int(any_left(some)), some)
    return Best(MULTICOLOUR_POINTS, Open(some.start, some.pace, multi, NOWHERE))


# --- what an option brings ----------------------------------------------------------------------


@apart
@kernel
def gain_by(faces: Faces, strangers: Cells, option: int) -> int:
    """The PV that an option brings in this turn, cascade and sharing included (SH-108)."""
    change = change_by(occupied(faces), option)
    gain = points_of(faces, change.gone)  # what is eaten
    new = after(faces, change)
    lots = new_lots(faces, new, change)
    if not is_empty(lots):
        gain += gain_in_cascade(new, lots, image(strangers, change))
    return gain


@kernel
def points_of(faces: Faces, cells: Cells) -> int:
    """The PV of the cards in some cells (SH-97)."""
    multi = size(common(cells, multicolours(faces)))
    return size(cells) + (MULTICOLOUR_POINTS - 1) * multi


@kernel
def gain_in_cascade(faces: Faces, lots: Cells, strangers: Cells) -> int:
    """The PV that the winner of these lots gets from them and all that follow."""
    gain = 0
    while not is_empty(lots):
        gain += gain_from(faces, lots, strangers)
        if is_empty(over_gaps(occupied(faces), lots)):
            break
        change = Change(GONE, 0, 0, lots)
        new = after(faces, change)
        lots = new_lots(faces, new, change)
        strangers = image(strangers, change)
        faces = new
    return gain


@kernel
def gain_from(faces: Faces, marked: Cells, strangers: Cells) -> int:
    """The PV that the winner of all lots of one moment gets, shared by the rule of SH-45."""
    if not meet(marked, strangers):  # nobody else is involved
        return points_of(faces, marked)
    gain, number = 0, 0
    while True:
        lot = lot_number(faces, marked, number)
        if lot.colour == NOTHING:
            return gain
        terms = terms_of(faces, marked, strangers, lot)
        gain += terms.each + (MULTICOLOUR_POINTS - 1) * part(terms, NOTHING, 0)
        number += 1


# --- which effects may make a lot ----------------------------------------------------------------


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
