"""Colours and lots: SH-12 to SH-20, what is new: SH-53 to SH-56, and what is whose: SH-49."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING
from kermesse.games.shuppa.components import CARDS, COLOUR, COLOUR_COUNT, MULTI
from kermesse.games.shuppa.rules.cells import (
    GONE,
    HALF_COLUMNS,
    NOWHERE,
    ONE_COLUMN,
    Cells,
    Change,
    above,
    below,
    beside,
    common,
    differing,
    dropped,
    first,
    holds,
    image,
    is_empty,
    joined,
    left_of,
    less,
    meet,
    only,
    origin,
    right_of,
    size,
    spread,
    stirred,
    upwards,
    within,
)
from kermesse.games.shuppa.state import (
    COLUMN,
    FIFTH_SUIT,
    PLACES,
    USUAL_HEIGHT,
    State,
    columns,
    place_of,
)


class Faces(NamedTuple):
    """The colours of the whole zone: three bits for each cell, and how lots are made of them."""

    plain: Cells  # cards of one colour
    ones: Cells  # that colour's number in binary; and multicolour cards, which are not plain
    twos: Cells
    wild: bool  # whether a multicolour card belongs to every colour (SH-15, SH-19)
    least: int  # the fewest cards of a lot (SH-14)


class Half(NamedTuple):
    """The three bits of `Faces` for four columns or fewer."""

    plain: int
    ones: int
    twos: int


def face(colour: int) -> int:
    """The three bits of a card of a colour, a column apart: plain, ones and twos."""
    ones = colour & 1 or colour == MULTI
    return int(colour < MULTI) | int(ones) << COLUMN | (colour >> 1 & 1) << 2 * COLUMN


FACE = np.zeros(PLACES, np.int64)
FACE[:CARDS] = [face(int(colour)) for colour in COLOUR]


class Lot(NamedTuple):
    """One lot: its colour (MULTI for multicolours only, NOTHING for none) and all its cells."""

    colour: int
    cells: Cells


@apart
@kernel
def look(s: State) -> Faces:
    """The zone as it lies, its columns without gaps (SH-11)."""
    left = look_at(s, 0, HALF_COLUMNS)
    right = look_at(s, HALF_COLUMNS, columns(s))
    return Faces(
        Cells(left.plain, right.plain),
        Cells(left.ones, right.ones),
        Cells(left.twos, right.twos),
        s.multicolour != FIFTH_SUIT,
        int(s.lot_size) + 0,  # as wide as what it is compared with
    )


@kernel
def look_at(s: State, start: int, end: int) -> Half:
    """Some columns, the first of them in the lowest bits."""
    plain, ones, twos = 0, 0, 0
    for column in range(start, end):
        faces, place = faces_of(s, COLUMN * column), COLUMN * (column - start)
        plain |= (faces & ONE_COLUMN) << place
        ones |= (faces >> COLUMN & ONE_COLUMN) << place
        twos |= faces >> 2 * COLUMN << place
    return Half(plain, ones, twos)


@kernel
def faces_of(s: State, foot: int) -> int:
    """The colours of one column, its three bits of each card a column apart."""
    found = 0
    for level in range(USUAL_HEIGHT):
        "SH-20"
        found |= int(FACE[place_of(s.zone[foot + level])]) << level  # of any kind
    level = USUAL_HEIGHT
    while s.zone[foot + level] != NOTHING:
        found |= int(FACE[place_of(s.zone[foot + level])]) << level
        level += 1
    return found


@kernel
def occupied(faces: Faces) -> Cells:
    return joined(faces.plain, faces.ones)


@kernel
def multicolours(faces: Faces) -> Cells:
    return less(faces.ones, faces.plain)


@kernel
def coloured(faces: Faces, colour: int) -> Cells:
    """The cards of one colour; of MULTI, the multicolour cards."""
    if colour == MULTI:
        return multicolours(faces)
    one = common(faces.plain, faces.ones) if colour & 1 else less(faces.plain, faces.ones)
    return common(one, faces.twos) if colour & 2 else less(one, faces.twos)


@kernel
def colour_at(faces: Faces, cell: int) -> int:
    """The colour of a card that has one."""
    return int(holds(faces.ones, cell)) | int(holds(faces.twos, cell)) << 1


@kernel
def ground(faces: Faces, colour: int) -> Cells:
    """The cards of which lots of a colour are made (SH-15, SH-19)."""
    if faces.wild:
        "SH-15"
        return joined(coloured(faces, colour), multicolours(faces))
    "SH-19"
    return coloured(faces, colour)


@kernel
def suits(faces: Faces) -> int:
    """How many colours make lots: multicolour is one only as a fifth suit (SH-19)."""
    return COLOUR_COUNT if faces.wild else COLOUR_COUNT + 1


@kernel
def is_lot(faces: Faces, colour: int, cells: Cells) -> bool:
    """Whether a maximal connected set is listed as a lot of a colour (SH-14, SH-16, SH-17).

    One of multicolours only is part of a larger lot if any other card touches it. Else it is the
    same set for every colour, and is listed with the first.
    """
    if size(cells) < faces.least:
        return False
    if meet(cells, coloured(faces, colour)):
        return True
    "SH-17"
    return colour == 0 and not meet(less(beside(cells), cells), occupied(faces))


@kernel
def lots_around(faces: Faces, cell: int) -> Cells:
    """All cards of the lots that a card is in (SH-32, SH-37)."""
    if holds(faces.plain, cell):
        colour = colour_at(faces, cell)
        cells = spread(only(cell), ground(faces, colour))
        return cells if size(cells) >= faces.least else NOWHERE
    found = NOWHERE
    for colour in range(suits(faces)):  # a multicolour card
        "SH-18"
        suit = ground(faces, colour)
        if holds(suit, cell):
            cells = spread(only(cell), suit)
            if is_lot(faces, colour, cells):
                found = joined(found, cells)
    return found


# --- what is new --------------------------------------------------------------------------------


@apart
@kernel
def after(faces: Faces, change: Change) -> Faces:
    if change.kind == GONE:
        return after_fall(faces, change.gone)
    return Faces(
        image(faces.plain, change),
        image(faces.ones, change),
        image(faces.twos, change),
        faces.wild,
        faces.least,
    )


@kernel
def after_fall(faces: Faces, gone: Cells) -> Faces:
    """The zone after some cards have left and each column has closed its gaps (SH-52)."""
    plain, ones, twos = faces.plain, faces.ones, faces.twos
    while not is_empty(gone):  # as in `closed`, but all three at once
        gap = upwards(gone)
        plain, ones, twos = dropped(plain, gap), dropped(ones, gap), dropped(twos, gap)
        gone = dropped(gone, gap)
    return Faces(plain, ones, twos, faces.wild, faces.least)


@kernel
def matching(faces: Faces, plain: Cells, ones: Cells, twos: Cells) -> Cells:
    """The cards that are of a colour with the ones beside them, whose bits are put onto theirs."""
    both = common(occupied(faces), joined(plain, ones))
    unlike = joined(differing(faces.ones, ones), differing(faces.twos, twos))
    if faces.wild:  # a multicolour card is of a colour with any
        "SH-15"
        return less(both, common(unlike, common(faces.plain, plain)))
    return less(both, joined(unlike, differing(faces.plain, plain)))


@apart
@kernel
def promising(faces: Faces) -> Cells:
    """All cards of all lots, and few others: those that two links hold together with two more.

    Of all colours at once, so a chain of links may change its colour at a multicolour card. From
    three cards on, a lot has a card with two links, and all its others are linked to such a card.
    """
    plain, ones, twos = faces.plain, faces.ones, faces.twos
    up = matching(faces, below(plain), below(ones), below(twos))
    right = matching(faces, left_of(plain), left_of(ones), left_of(twos))
    down, left = above(up), right_of(right)
    upright, level = joined(up, down), joined(left, right)
    if faces.least < 3:
        return joined(upright, level)
    middle = joined(common(upright, level), joined(common(up, down), common(left, right)))
    vertical = joined(common(up, below(middle)), above(common(up, middle)))
    sideways = joined(common(right, left_of(middle)), right_of(common(right, middle)))
    return joined(middle, joined(vertical, sideways))


@apart
@kernel
def new_lots(old: Faces, new: Faces, change: Change) -> Cells:
    """All cards of the lots that a change has made (SH-54, SH-55)."""
    found = NOWHERE
    moved = common(stirred(change), promising(new))  # a lot none of whose cards moved is not new
    if is_empty(moved):
        return found
    left = common(moved, new.plain)
    while not is_empty(left):
        start = first(left)
        colour = colour_at(new, start)
        cells = spread(only(start), ground(new, colour))
        left = less(left, cells)
        if size(cells) >= new.least and not was_together(ground(old, colour), change, cells):
            found = joined(found, cells)
    multi = common(moved, multicolours(new))
    if not is_empty(multi):
        found = joined(found, new_lots_with(old, new, change, multi))
    return found


@kernel
def new_lots_with(old: Faces, new: Faces, change: Change, multi: Cells) -> Cells:
    """The new lots that have one of some multicolour cards, of any colour (SH-18, SH-19)."""
    found = NOWHERE
    for colour in range(suits(new)):
        suit, own = ground(new, colour), coloured(new, colour)
        left = common(multi, suit)
        while not is_empty(left):
            cells = spread(only(first(left)), suit)
            left = less(left, cells)
            is_lot_of_colour = size(cells) >= new.least and meet(cells, own)
            if is_lot_of_colour and not was_together(ground(old, colour), change, cells):
                found = joined(found, cells)
    if new.wild:
        found = joined(found, new_lots_of_multicolours(old, new, change, multi))
    return found


@kernel
def new_lots_of_multicolours(old: Faces, new: Faces, change: Change, left: Cells) -> Cells:
    """The new lots without a card of one colour; they are part of no other lot (SH-16, SH-17)."""
    found, suit = NOWHERE, multicolours(new)
    while not is_empty(left):
        cells = spread(only(first(left)), suit)
        left = less(left, cells)
        is_new = is_lot(new, 0, cells)
        for colour in range(COLOUR_COUNT):
            is_new = is_new and not was_together(ground(old, colour), change, cells)
        found = joined(found, cells) if is_new else found
    return found


@kernel
def was_together(suit: Cells, change: Change, cells: Cells) -> bool:
    """Whether all cards of a lot were in one lot before the change, on that suit's ground (SH-55).

    Only a lot of the same colour can have had them, unless they are all multicolours.
    """
    before = spread(only(origin(first(cells), change)), suit)
    return within(cells, image(before, change))


# --- the lots of one moment ---------------------------------------------------------------------


@apart
@kernel
def lot_number(faces: Faces, marked: Cells, number: int) -> Lot:
    """The lot of that number, from 0, among those won at one moment: by colour, then by cell.

    Lots of multicolours only are listed with those of the first colour (SH-50).
    """
    for colour in range(COLOUR_COUNT):
        left = common(marked, ground(faces, colour))
        if colour == 0:
            left = joined(left, common(marked, multicolours(faces)))
        while not is_empty(left):
            start = first(left)
            cells = spread(only(start), common(marked, suit_at(faces, colour, start)))
            left = less(left, cells)
            name = name_of(faces, colour, cells)
            if name != NOTHING and number == 0:
                return Lot(name, cells)
            number -= int(name != NOTHING)
    return Lot(NOTHING, NOWHERE)


@kernel
def suit_at(faces: Faces, colour: int, cell: int) -> Cells:
    """The cards over which a lot listed with a colour spreads from a cell."""
    multi = multicolours(faces)
    return multi if not faces.wild and holds(multi, cell) else ground(faces, colour)


@kernel
def name_of(faces: Faces, colour: int, cells: Cells) -> int:
    """The colour of a marked set that is listed with a colour; NOTHING if it is no lot of that."""
    if meet(cells, coloured(faces, colour)):
        return colour
    if colour == 0 and (not faces.wild or is_lot(faces, colour, cells)):
        return MULTI
    return NOTHING


@kernel
def share_of_lot(faces: Faces, marked: Cells, guests: Cells, lot: Lot) -> Cells:
    """The cards of a lot that are not rather shared with another one (SH-49)."""
    cells = lot.cells
    left = common(cells, multicolours(faces))
    while faces.wild and not is_empty(left):
        card = only(first(left))
        left = less(left, card)
        if is_wanted_elsewhere(faces, marked, guests, lot, card):
            cells = less(cells, card)
    return cells


@kernel
def is_wanted_elsewhere(faces: Faces, marked: Cells, guests: Cells, lot: Lot, card: Cells) -> bool:
    """Whether another lot with this card has more players, or as many and an earlier colour."""
    own = size(common(lot.cells, guests))
    for colour in range(COLOUR_COUNT):
        rival = spread(card, common(marked, ground(faces, colour)))
        if colour != lot.colour and meet(rival, coloured(faces, colour)):
            theirs = size(common(rival, guests))
            if theirs > own or (theirs == own and colour < lot.colour):
                return True
    return False
