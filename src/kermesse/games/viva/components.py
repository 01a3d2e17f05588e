"""The box of VIVA, as the rules use it: cards of one and two colours.

The list of cards is the table `data/cards.csv` and nothing else: put another one in its place and
every rule goes by that one. The printed rulebook gives totals only, so the list is derived from
them.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.tables import Tables
from kermesse.games.viva.tables import (
    COLOURS,
    EDITIONS,
    HOUSES,
    MOST_COPIES,
    MOST_KINDS,
    WIDTH,
    read,
)

__all__ = ["COLOURS", "EDITIONS", "HOUSES", "MOST_COPIES", "MOST_KINDS", "WIDTH"]

TABLES = read(Tables.of_package(__package__))
DECK = TABLES.deck
CARDS = tuple(TABLES.size(edition) for edition in EDITIONS)
VICTORY_CARDS = TABLES.victory_cards
KINDS = len(DECK)
CARD_CODES = tuple(kind.code for kind in DECK)
HOUSE_CODES = tuple(f"H{house + 1}" for house in range(HOUSES))
MOST_SEATS, HANDS = TABLES.frame.most_seats, TABLES.frame.hands
FEWEST_TURNS = TABLES.frame.fewest_turns

# printed: what options are unless another value is chosen
HAND = min(5, HANDS[-1])
RIGHT_DRAWS, LEFT_DRAWS, OPPONENT_DRAWS = 2, 1, 2
PENALTY = 3


def packed(copies: list[int]) -> int:
    """A heap of cards as one number, from the copies of each kind."""
    return sum(n << WIDTH * kind for kind, n in enumerate(copies))


# derived from the table, edition by edition
DECKS = np.array(
    [packed([kind.regular for kind in DECK]), packed([kind.pocket for kind in DECK])], np.int64
)
SIZES = np.array(CARDS, np.int16)
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
