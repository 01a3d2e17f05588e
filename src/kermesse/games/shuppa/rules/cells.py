"""Sets of cells of the zone: which touch each other, and where they go when cards move.

A column has sixteen bits, of which the topmost is always empty: so a shift by one is a step up or
down that never gets into the next column, and a shift by sixteen is a step to the side.
"""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import count, has, lowest
from kermesse.core.kernel import kernel
from kermesse.games.shuppa.components import MOST_COLUMNS
from kermesse.games.shuppa.rules.record import COLUMN

WORD = 64  # the cell with which the right half begins
LAST = WORD - COLUMN  # where the last column of the left half begins
ONE_COLUMN = (1 << (COLUMN - 1)) - 1


class Cells(NamedTuple):
    """A set of cells."""

    left: int  # columns 0 to 3
    right: int  # columns 4 to 6


NOWHERE = Cells(0, 0)


@kernel
def only(cell: int) -> Cells:
    """The set of one cell."""
    return Cells(1 << int(cell), 0) if cell < WORD else Cells(0, 1 << int(cell) - WORD)


@kernel
def holds(cells: Cells, cell: int) -> bool:
    """Whether a cell is a member."""
    return has(cells.left, cell) if cell < WORD else has(cells.right, cell - WORD)


@kernel
def is_empty(cells: Cells) -> bool:
    """Whether there is no cell."""
    return cells.left == 0 and cells.right == 0


@kernel
def joined(one: Cells, two: Cells) -> Cells:
    """The cells of either set."""
    return Cells(one.left | two.left, one.right | two.right)


@kernel
def common(one: Cells, two: Cells) -> Cells:
    """The cells of both sets."""
    return Cells(one.left & two.left, one.right & two.right)


@kernel
def less(one: Cells, two: Cells) -> Cells:
    """The cells of the first set that are not in the second."""
    return Cells(one.left & ~two.left, one.right & ~two.right)


@kernel
def meet(one: Cells, two: Cells) -> bool:
    """Whether two sets have a cell in common."""
    return one.left & two.left != 0 or one.right & two.right != 0


@kernel
def within(one: Cells, two: Cells) -> bool:
    """Whether the second set contains the first."""
    return one.left & ~two.left == 0 and one.right & ~two.right == 0


@kernel
def same(one: Cells, two: Cells) -> bool:
    """Whether two sets are equal."""
    return one.left == two.left and one.right == two.right


@kernel
def size(cells: Cells) -> int:
    """How many cells there are."""
    return count(cells.left) + count(cells.right)


@kernel
def first(cells: Cells) -> int:
    """The first cell of a set that is not empty: by column, then by level."""
    return lowest(cells.left) if cells.left else WORD + lowest(cells.right)


@kernel
def touching(cells: Cells) -> Cells:
    """A set with all cells beside, above and below it (SH-12); may name cells outside the zone."""
    left, right = cells.left, cells.right
    return Cells(
        left | left << 1 | left >> 1 | left << COLUMN | left >> COLUMN | right << LAST,
        right | right << 1 | right >> 1 | right << COLUMN | right >> COLUMN | left >> LAST,
    )


@kernel
def spread(start: Cells, inside: Cells) -> Cells:
    """Everything in ``inside`` that can be reached from ``start``."""
    reached = common(start, inside)
    while True:
        wider = common(touching(reached), inside)
        if same(wider, reached):
            return reached
        reached = wider


@kernel
def crowded(ground: Cells, least: int) -> Cells:
    """The cells of a ground that can be in a lot of at least so many cards.

    From three cards on, a connected set has a card with two neighbours, and all its others touch
    such a card: so without any search these are exactly the cells of all sets of three or more.
    """
    left, right = ground.left, ground.right
    up, down = Cells(left >> 1, right >> 1), Cells(left << 1, right << 1)
    east = Cells(left >> COLUMN | right << LAST, right >> COLUMN)
    west = Cells(left << COLUMN, right << COLUMN | left >> LAST)
    vertical, horizontal = joined(up, down), joined(east, west)
    if least < 3:
        return common(ground, joined(vertical, horizontal))
    middle = joined(common(up, down), common(east, west))
    middle = common(ground, joined(middle, common(vertical, horizontal)))
    return common(ground, touching(middle))


# --- where cells go -----------------------------------------------------------------------------

GONE, TRADED, LIFTED_UP, LIFTED_DOWN = range(4)


class Change(NamedTuple):
    """What happens to the cards of the zone at one moment."""

    kind: int
    one: int  # TRADED: a cell; LIFTED: the lowest cell of the column
    two: int  # TRADED: the other cell, which may be empty; LIFTED: the height of the column
    gone: Cells  # GONE: the cells whose cards leave; those above them fall


@kernel
def image(cells: Cells, change: Change) -> Cells:
    """Where the cards of a set of cells lie after a change."""
    if change.kind == GONE:
        return Cells(closed(cells.left, change.gone.left), closed(cells.right, change.gone.right))
    if change.kind == TRADED:
        return traded(cells, change.one, change.two)
    if change.one < WORD:
        return Cells(lifted(cells.left, change.one, change), cells.right)
    return Cells(cells.left, lifted(cells.right, change.one - WORD, change))


@kernel
def closed(word: int, gone: int) -> int:
    """One half after some cells have left and each column has closed its gaps (SH-52)."""
    while gone:
        cell = lowest(gone)
        above = (1 << (cell | COLUMN - 1)) - (2 << cell)
        word = word & ~(above | 1 << cell) | (word & above) >> 1
        gone = gone & ~(above | 1 << cell) | (gone & above) >> 1
    return word


@kernel
def traded(cells: Cells, one: int, two: int) -> Cells:
    """Two cells exchange what lies in them (SH-70); with an empty cell it is a jump (SH-67)."""
    if holds(cells, one) == holds(cells, two):
        return cells
    both = joined(only(one), only(two))
    return Cells(cells.left ^ both.left, cells.right ^ both.right)


@kernel
def lifted(word: int, foot: int, change: Change) -> int:
    """One half after a column was rotated by one (SH-73…75)."""
    height = change.two
    old = word >> foot & ONE_COLUMN
    if change.kind == LIFTED_UP:
        new = old >> 1 | (old & 1) << height - 1
    else:
        new = (old << 1 | old >> height - 1) & (1 << height) - 1
    return word & ~(ONE_COLUMN << foot) | new << foot


@kernel
def columns_to_close(cards: Cells, gone: Cells) -> int:
    """The columns in which a card lies above one that is gone, as a set."""
    found = 0
    for column in range(MOST_COLUMNS):
        foot = COLUMN * column
        if column < WORD // COLUMN:
            left, gaps = cards.left >> foot, gone.left >> foot
        else:
            left, gaps = cards.right >> foot - WORD, gone.right >> foot - WORD
        left, gaps = left & ~gaps & ONE_COLUMN, gaps & ONE_COLUMN
        if gaps and left > gaps & -gaps:
            found |= 1 << column
    return found


@kernel
def stirred(change: Change) -> Cells:
    """Cells in which another card may lie after a change than before."""
    if change.kind == TRADED:
        return joined(only(change.one), only(change.two))
    lowest_cells = change.gone if change.kind == GONE else only(change.one)
    return Cells(upwards(lowest_cells.left), upwards(lowest_cells.right))


@kernel
def upwards(word: int) -> int:
    """The cells of one half, and all above them in their columns."""
    found = 0
    while word:
        cell = lowest(word)
        column = (1 << (cell | COLUMN - 1)) - (1 << cell)
        found |= column
        word &= ~column
    return found
