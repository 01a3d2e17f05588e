"""Reads the tables of the box from `data/`; refuses tables that Muvuca cannot be played with."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Tables

SIDES = range(2, 5)  # a crowd of five rows would take all cards
TURNS = range(1, 1001)


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
ALL_PAIRS = len(FOODS) * len(JACKETS)
HANDS = range(ALL_PAIRS // 2)  # of the second player


class Box(NamedTuple):
    """The cards as pairs of a food and a jacket by number, the hands that are dealt, the grid."""

    pairings: tuple[tuple[int, int], ...]
    first_hand: int
    second_hand: int
    side: int
    fewest_turns: int

    @property
    def cells(self) -> int:
        """How many cards the Crowd has."""
        return self.side * self.side


def read(tables: Tables) -> Box:
    """The box that the tables describe."""
    rest = tables.toml("box.toml", ("cards", "first_hand", "second_hand"))
    second = rest.number("second_hand", HANDS)
    first = rest.number("first_hand", range(1, HANDS[-1] + 2))
    if first != second + 1:
        rest.refuse(f"first_hand is one more than second_hand, so {second + 1}, not {first}")
    frame = tables.toml("frame.toml", ("side", "fewest_turns"))
    side, turns = frame.number("side", SIDES), frame.number("fewest_turns", TURNS)
    box = Box(read_pairings(tables), first, second, side, turns)
    check_counts(box, rest.number("cards", range(ALL_PAIRS + 1)))
    return box


def read_pairings(tables: Tables) -> tuple[tuple[int, int], ...]:
    """The list of cards, in which no pair is there twice: cards are called by what they show."""
    foods, jackets = [kind.word for kind in FOODS], [kind.word for kind in JACKETS]
    found: list[tuple[int, int]] = []
    for row in tables.rows("cards.csv", ("food", "jacket")):
        food, jacket = row.word("food", foods), row.word("jacket", jackets)
        pair = (foods.index(food), jackets.index(jacket))
        if pair in found:
            row.refuse(f"{food}-{jacket} is there already")
        found.append(pair)
    return tuple(found)


def check_counts(box: Box, total: int) -> None:
    """All cards are dealt: to the Crowd, and to both hands (MV-06…08)."""
    found, needed = len(box.pairings), box.cells + box.first_hand + box.second_hand
    if found != total:
        raise TableRefused(f"box.toml: cards is {total}, but cards.csv has {found} of them")
    if found != needed:
        raise TableRefused(
            f"cards.csv: the Crowd takes {box.cells} cards and the hands {box.first_hand} and "
            f"{box.second_hand}, so there are {needed} cards, not {found}"
        )
