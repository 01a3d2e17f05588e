"""What is in the box of Muvuca, as data: 25 Crowd cards, the Cart, the Victory card."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kermesse.core.grid import grid


class Kind(NamedTuple):
    """A product type: one of the five foods or of the five jackets."""

    word: str
    code: str
    name: str
    colour: str


# printed: names and colours
FOODS = (
    Kind("fries", "fr", "french fries", "yellow"),
    Kind("drink", "dr", "drinks", "aqua"),
    Kind("candy", "ca", "candies", "purple"),
    Kind("chocolate", "ch", "chocolate", "brown"),
    Kind("hotdog", "hd", "hot dogs", "orange"),
)
JACKETS = (
    Kind("star", "st", "star", "green"),
    Kind("diagonal", "di", "diagonal strip", "red"),
    Kind("horizontal", "ho", "horizontal strip", "blue"),
    Kind("crest", "cr", "crest", "black"),
    Kind("triangles", "tr", "triangles", "pink"),
)
KINDS = FOODS + JACKETS

# printed: counts
CARDS = 25
SIDE = 4
CELLS = SIDE * SIDE
FIRST_HAND = 5
SECOND_HAND = 4

# derived: each pairing of a food and a jacket exists exactly once; card = 5 * food + jacket
PAIRINGS = tuple((food, jacket) for food in range(len(FOODS)) for jacket in range(len(JACKETS)))
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
LINES = 2 * SIDE  # R1..R4, then C1..C4
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

FULL_ROWS = tuple(0b1111 << SIDE * row for row in range(SIDE))
FULL_COLUMNS = tuple(CROWD.first << column for column in range(SIDE))
