"""Sets of cells of the zone: which touch each other, and where they go when cards move.

A column has sixteen bits, of which the topmost is always empty: so a shift by one is a step up or
down that never gets into the next column, and a shift by sixteen is a step to the side.
"""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import count, has, lowest
from kermesse.core.kernel import apart, kernel
from kermesse.games.shuppa.state import COLUMN, WORD
from kermesse.games.shuppa.tables import MOST_COLUMNS

HALF_COLUMNS = WORD // COLUMN
USUAL_STEPS = 2
LAST = WORD - COLUMN  # where the last column of the left half begins
ONE_COLUMN = (1 << (COLUMN - 1)) - 1
# The cells of a half that a card comes to by falling so far, and is not in the next column then.
REACH = tuple(
    sum(ONE_COLUMN >> fall << foot for foot in range(0, WORD, COLUMN)) for fall in range(COLUMN)
)
# The topmost cell of every column of a half, as a signed number. Being always empty, it lends to
# its column: so one subtraction works on four columns at once.
TOPS = ~REACH[0]


class Cells(NamedTuple):
    """A set of cells."""

    left: int  # columns 0 to 3
    right: int  # columns 4 to 6


NOWHERE = Cells(0, 0)


@kernel
def only(cell: int) -> Cells:
    return Cells(1 << cell, 0) if cell < WORD else Cells(0, 1 << cell - WORD)


@kernel
def holds(cells: Cells, cell: int) -> bool:
    return has(cells.left, cell) if cell < WORD else has(cells.right, cell - WORD)


@kernel
def is_empty(cells: Cells) -> bool:
    return cells.left == 0 and cells.right == 0


@kernel
def joined(one: Cells, two: Cells) -> Cells:
    return Cells(one.left | two.left, one.right | two.right)


@kernel
def common(one: Cells, two: Cells) -> Cells:
    return Cells(one.left & two.left, one.right & two.right)


@kernel
def less(one: Cells, two: Cells) -> Cells:
    return Cells(one.left & ~two.left, one.right & ~two.right)


@kernel
def differing(one: Cells, two: Cells) -> Cells:
    return Cells(one.left ^ two.left, one.right ^ two.right)


@kernel
def meet(one: Cells, two: Cells) -> bool:
    return one.left & two.left != 0 or one.right & two.right != 0


@kernel
def within(one: Cells, two: Cells) -> bool:
    return one.left & ~two.left == 0 and one.right & ~two.right == 0


@kernel
def size(cells: Cells) -> int:
    return count(cells.left) + count(cells.right)


@kernel
def first(cells: Cells) -> int:
    """The first cell of a set that is not empty: by column, then by level."""
    return lowest(cells.left) if cells.left else WORD + lowest(cells.right)


@kernel
def below(cells: Cells) -> Cells:
    """The cells directly below a set; may name cells outside the zone."""
    return Cells(cells.left >> 1, cells.right >> 1)


@kernel
def left_of(cells: Cells) -> Cells:
    """The cells directly to the left of a set; may name cells outside the zone."""
    return Cells(cells.left >> COLUMN | cells.right << LAST, cells.right >> COLUMN)


@kernel
def column_of(cells: Cells, column: int) -> int:
    """One column of a set, a bit for each level."""
    foot = COLUMN * column
    word = cells.left >> foot if foot < WORD else cells.right >> foot - WORD
    return word & ONE_COLUMN


@kernel
def top_of(pile: int) -> int:
    """The topmost bit of a column without gaps; none of an empty one."""
    return pile + 1 >> 1


@kernel
def right_of(cells: Cells) -> Cells:
    """The cells directly to the right of a set; may name cells outside the zone."""
    return Cells(cells.left << COLUMN, cells.right << COLUMN | cells.left >> LAST)


@kernel
def above(cells: Cells) -> Cells:
    """The cells directly above a set; may name cells outside the zone."""
    return Cells(cells.left << 1, cells.right << 1)


@kernel
def beside(cells: Cells) -> Cells:
    """The cells that touch a cell of a set (SH-12); may name cells outside the zone."""
    vertical = joined(below(cells), above(cells))
    return joined(vertical, joined(left_of(cells), right_of(cells)))


@kernel
def between(cells: Cells) -> Cells:
    """The cells that touch two or more cells of a set; may name cells outside the zone."""
    down, up, west, east = below(cells), above(cells), left_of(cells), right_of(cells)
    straight = joined(common(down, up), common(west, east))
    return joined(straight, common(joined(down, up), joined(west, east)))


@apart
@kernel
def spread(start: Cells, inside: Cells) -> Cells:
    """Everything in ``inside`` that can be reached from ``start``.

    The first USUAL_STEPS are taken without asking whether they lead anywhere: a step in vain is
    quicker than a question whose answer no processor foresees.
    """
    reached = common(start, inside)
    for _ in range(USUAL_STEPS):
        reached = joined(reached, common(beside(reached), inside))
    while True:
        wider = joined(reached, common(beside(reached), inside))
        if wider.left == reached.left and wider.right == reached.right:
            return reached
        reached = wider


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
        return closed(cells, change.gone)
    if change.kind == TRADED:
        return traded(cells, change.one, change.two)
    if change.one < WORD:
        return Cells(lifted(cells.left, change.one, change), cells.right)
    return Cells(cells.left, lifted(cells.right, change.one - WORD, change))


@kernel
def origin(cell: int, change: Change) -> int:
    """Where the card was that lies in a cell after a change."""
    foot, level = cell & ~(COLUMN - 1), cell & COLUMN - 1
    if change.kind == GONE:
        gaps = column_of(change.gone, foot // COLUMN)
        while gaps and gaps & -gaps <= 1 << level:
            gaps &= gaps - 1
            level += 1
        return foot + level
    if change.kind == TRADED:
        return change.one + change.two - cell if cell in (change.one, change.two) else cell
    if foot != change.one:
        return cell
    turn = 1 if change.kind == LIFTED_UP else change.two - 1
    return foot + (level + turn) % change.two


@kernel
def closed(cells: Cells, gone: Cells) -> Cells:
    """A set after some cells have left and each column has closed its gaps (SH-52)."""
    while not is_empty(gone):  # the lowest gap of every column at once
        gap = upwards(gone)
        cells, gone = dropped(cells, gap), dropped(gone, gap)
    return cells


@kernel
def dropped(cells: Cells, gap: Cells) -> Cells:
    """A set after one gap of some columns has closed, ``gap`` being it and all cells above."""
    return joined(less(cells, gap), common(below(common(cells, gap)), gap))


@kernel
def upwards(cells: Cells) -> Cells:
    """The lowest cell of each column of a set, and all above it."""
    left, right = cells.left & TOPS - cells.left, cells.right & TOPS - cells.right
    return Cells(TOPS - left & ~TOPS, TOPS - right & ~TOPS)


@kernel
def beneath(cells: Cells) -> Cells:
    """In each column of a set all cells under its topmost one."""
    return Cells(filled(cells.left) >> 1 & REACH[1], filled(cells.right) >> 1 & REACH[1])


@kernel
def filled(word: int) -> int:
    """One half, each column filled up to its topmost cell."""
    word |= word >> 1 & REACH[1]
    word |= word >> 2 & REACH[2]
    word |= word >> 4 & REACH[4]
    return word | word >> 8 & REACH[8]


@kernel
def traded(cells: Cells, one: int, two: int) -> Cells:
    """Two cells exchange what lies in them (SH-70); with an empty cell it is a jump (SH-67)."""
    both, differ = joined(only(one), only(two)), int(holds(cells, one) != holds(cells, two))
    return Cells(cells.left ^ both.left * differ, cells.right ^ both.right * differ)


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
    found, falling = 0, over_gaps(cards, gone)
    for column in range(MOST_COLUMNS):
        found |= int(column_of(falling, column) != 0) << column
    return found


@kernel
def over_gaps(cards: Cells, gone: Cells) -> Cells:
    """The cards that lie above one that is gone."""
    return less(common(cards, upwards(gone)), gone)


@kernel
def stirred(change: Change) -> Cells:
    """Cells in which another card may lie after a change than before."""
    if change.kind == TRADED:
        return joined(only(change.one), only(change.two))
    return upwards(change.gone if change.kind == GONE else only(change.one))
