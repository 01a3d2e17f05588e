"""What is in the box of VIVA, as data: cards of one and two colours, and the victory cards.

The list of cards is the table `DECK` and nothing else: put another one in its place and every rule
goes by that one. The printed rulebook gives totals only, so the table is derived from them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Colour(NamedTuple):
    """A colour: its letter, its name, and how sure we are of the name."""

    code: str
    name: str
    source: str


class Kind(NamedTuple):
    """A kind of card: its colours by their letters, and how many there are in either edition."""

    code: str
    regular: int
    pocket: int


COLOURS = (
    Colour("R", "red", "printed"),
    Colour("P", "pink", "derived"),
    Colour("O", "orange", "reconstructed"),
    Colour("Y", "yellow", "derived"),
    Colour("G", "green", "reconstructed"),
    Colour("B", "blue", "derived"),
)

# derived: 126 = 21 kinds x 6 and 84 = 21 kinds x 4
DECK = (
    Kind("R", 6, 4), Kind("P", 6, 4), Kind("O", 6, 4),
    Kind("Y", 6, 4), Kind("G", 6, 4), Kind("B", 6, 4),
    Kind("RP", 6, 4), Kind("RO", 6, 4), Kind("RY", 6, 4), Kind("RG", 6, 4), Kind("RB", 6, 4),
    Kind("PO", 6, 4), Kind("PY", 6, 4), Kind("PG", 6, 4), Kind("PB", 6, 4),
    Kind("OY", 6, 4), Kind("OG", 6, 4), Kind("OB", 6, 4),
    Kind("YG", 6, 4), Kind("YB", 6, 4),
    Kind("GB", 6, 4),
)  # fmt: skip

# printed: how many cards there are in all, to hold the table against
CARDS = (126, 84)
VICTORY_CARDS = (12, 8)
EDITIONS = ("regular", "pocket")

# printed
HOUSES = 3
MOST_SEATS = 6
HAND = 5
RIGHT_DRAWS, LEFT_DRAWS, OPPONENT_DRAWS = 2, 1, 2
PENALTY = 3

KINDS = len(DECK)

# A multiset of cards is one number with three bits for each kind: sums and differences of
# multisets are sums and differences of numbers. Bit 3 * kind + house is also the number of the
# action that places this kind in that house.
WIDTH = HOUSES
MOST_COPIES = (1 << WIDTH) - 1
MOST_KINDS = 63 // WIDTH

if KINDS > MOST_KINDS or max(max(kind.regular, kind.pocket) for kind in DECK) > MOST_COPIES:
    raise ValueError(f"a deck has at most {MOST_KINDS} kinds and {MOST_COPIES} copies of each")


def packed(copies: list[int]) -> int:
    """A multiset as one number, from the copies of each kind."""
    return sum(n << WIDTH * kind for kind, n in enumerate(copies))


# derived from the table, edition by edition
DECKS = np.array(
    [packed([kind.regular for kind in DECK]), packed([kind.pocket for kind in DECK])], np.int64
)
SIZES = np.array([sum(kind.regular for kind in DECK), sum(kind.pocket for kind in DECK)], np.int16)
BOX = np.array([max(kind.regular, kind.pocket) for kind in DECK], np.int16)
UNUSED = np.array(
    [BOX - [kind.regular for kind in DECK], BOX - [kind.pocket for kind in DECK]], np.int16
)

EVERY_KIND = packed([1] * KINDS)  # one of each: the lowest bit of every kind
EVERY_COLOUR = (1 << len(COLOURS)) - 1


def shown_by(code: str) -> int:
    """The colours of a card as a set."""
    letters = [colour.code for colour in COLOURS]
    return sum(1 << letters.index(letter) for letter in code)


# derived: the colours that a kind shows, and the kinds that share one with it (VV-18)
SHOWN = np.array([shown_by(kind.code) for kind in DECK], np.int16)
MATCHING = np.array(
    [packed([int(bool(one & other)) for other in SHOWN.tolist()]) for one in SHOWN.tolist()],
    np.int64,
)
