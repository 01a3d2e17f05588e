"""The words and the short codes of Muvuca's cards and pushes."""

from __future__ import annotations

from kermesse.games.muvuca.components import (
    DIRECTIONS,
    FOODS,
    JACKETS,
    PAIRINGS,
    PUSHES,
    SIDE,
)

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
