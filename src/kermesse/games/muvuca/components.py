"""The box of Muvuca, as the rules use it: Crowd cards, the Cart, the Victory card.

Which cards there are stands in `data/cards.csv`.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.grid import grid
from kermesse.core.tables import Tables
from kermesse.games.muvuca.tables import FOODS, JACKETS, Kind, read

__all__ = ["FOODS", "JACKETS", "Kind"]

KINDS = FOODS + JACKETS

TABLES = read(Tables.of_package(__package__))
SIDE, CELLS = TABLES.side, TABLES.cells
FEWEST_TURNS = TABLES.fewest_turns
FIRST_HAND, SECOND_HAND = TABLES.first_hand, TABLES.second_hand
PAIRINGS = TABLES.pairings  # the food and the jacket of every card
CARDS = len(PAIRINGS)
ALL_CARDS = (1 << CARDS) - 1
BOX = np.ones(CARDS, np.int16)

# derived: the cards that show a kind, foods first, as a set of card numbers
SHOWING = np.array(
    [
        sum(
            1 << card
            for card, (food, jacket) in enumerate(PAIRINGS)
            if kind in (food, len(FOODS) + jacket)
        )
        for kind in range(len(KINDS))
    ],
    np.int64,
)

CROWD = grid(SIDE, SIDE)
LINES = 2 * SIDE  # R1, R2…, then C1, C2…
DIRECTIONS = 2  # forward is > or v, backward is < or ^
PUSHES = LINES * DIRECTIONS  # push = 2 * line + direction
ALL_PUSHES = (1 << PUSHES) - 1

# derived: the cell where a push enters the crowd, and the way from a cell to the next one
ENTRY = np.array(
    [row * SIDE + (SIDE - 1) * back for row in range(SIDE) for back in range(DIRECTIONS)]
    + [column + SIDE * (SIDE - 1) * back for column in range(SIDE) for back in range(DIRECTIONS)],
    np.int8,
)
STRIDE = np.array([1, -1] * SIDE + [SIDE, -SIDE] * SIDE, np.int8)

# derived: the pushes along a line, as a set
ALONG = np.array([0b11 << DIRECTIONS * line for line in range(LINES)], np.int64)

FULL_ROWS = tuple(((1 << SIDE) - 1) << SIDE * row for row in range(SIDE))
FULL_COLUMNS = tuple(CROWD.first << column for column in range(SIDE))

# how cards and pushes are written
LINE_WORDS = ("row", "column")
LINE_CODES = "RC"
ARROWS = ("><", "v^")  # of a row, of a column

CARD_TEXTS = tuple(f"{FOODS[food].word}-{JACKETS[jacket].word}" for food, jacket in PAIRINGS)
CARD_CODES = tuple(f"{FOODS[food].code}-{JACKETS[jacket].code}" for food, jacket in PAIRINGS)


def push_parts(push: int) -> tuple[int, int, str]:
    """A push taken apart: row or column, its number from 1, and its arrow (MV-15)."""
    line, back = divmod(push, DIRECTIONS)
    axis, place = divmod(line, SIDE)
    return axis, place + 1, ARROWS[axis][back]


PARTS = tuple(push_parts(push) for push in range(PUSHES))
PUSH_TEXTS = tuple(f"{LINE_WORDS[axis]}{number} {arrow}" for axis, number, arrow in PARTS)
PUSH_CODES = tuple(f"{LINE_CODES[axis]}{number}{arrow}" for axis, number, arrow in PARTS)
LINE_TEXTS = tuple(f"{LINE_WORDS[axis]}{number}" for axis, number, _ in PARTS[::DIRECTIONS])

# The cells of a push's line, from where a card comes in to where one leaves.
PATHS = tuple(
    tuple(int(ENTRY[push] + i * STRIDE[push]) for i in range(SIDE)) for push in range(PUSHES)
)
