"""The box of Muckle, as the rules use it: equal sets of action cards, and the ball.

The cards are the table `data/cards.csv` and nothing else: put the true list in its place and every
rule goes by that one. The printed rulebook names the kinds of action and the size of a set, not the
list.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.tables import Tables
from kermesse.games.muckle.tables import ACROSS, LEFT, LISTS, RIGHT, WIDTH, Card, read

__all__ = ["ACROSS", "LEFT", "LISTS", "RIGHT", "WIDTH", "Card"]

TABLES = read(Tables.of_package(__package__))
CARDS = TABLES.cards
SET_SIZE = TABLES.set_size
FRAME = TABLES.frame

# printed
PLAYERS = 4
TEAMS = 2
HAND = min(8, SET_SIZE)
GOAL = 6

MOST_REDIRECTIONS = PLAYERS - 1  # decided, whatever the data: a hit goes round the table once

KINDS = len(CARDS)
CARD_WORDS = tuple(card.word for card in CARDS)
CARD_CODES = tuple(card.code for card in CARDS)
EVERYBODY = (1 << PLAYERS) - 1
MOST_COPIES = (1 << WIDTH) - 1


def packed(copies: list[int]) -> int:
    """A heap of cards as one number, from the copies of each kind."""
    return sum(n << WIDTH * kind for kind, n in enumerate(copies))


def acting(action: str) -> int:
    """The kinds with that action, as a set."""
    return sum(1 << kind for kind, card in enumerate(CARDS) if card.action == action)


# derived from the table
RUNS, TACKLES, DODGES = acting("run"), acting("tackle"), acting("dodge")
PASSES, RESTS = acting("pass"), acting("rest")
ONE_OF_EACH = packed([1] * KINDS)  # the lowest bit of every kind
SETS = np.array([packed([card.copies[n] for card in CARDS]) for n in range(len(LISTS))], np.int64)
AIMS = np.array([sum(1 << place for place in card.targets) for card in CARDS], np.int8)
PROTECTS = np.array([card.protects for card in CARDS], np.int8)
REDIRECTS = np.array([card.redirects for card in CARDS], np.int8)

# the box holds what any of the lists needs; what a list leaves out stays in it
BOX = np.array([PLAYERS * max(card.copies) for card in CARDS], np.int16)
UNUSED = np.array(
    [[PLAYERS * (max(card.copies) - card.copies[n]) for card in CARDS] for n in range(len(LISTS))],
    np.int16,
)
