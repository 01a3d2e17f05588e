"""What is in the box of Muckle, as data: four equal sets of 13 action cards, and the ball.

The cards are the table `CARDS` and nothing else: put the true list in its place and every rule goes
by that one. The printed rulebook names the kinds of action and the size of a set, not the list.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

# A place at the table as seen from a seat: how many seats further clockwise.
LEFT, ACROSS, RIGHT = 1, 2, 3


class Card(NamedTuple):
    """A kind of card: what it does, and how many a set holds in each of the lists."""

    word: str
    code: str
    action: str  # run, tackle, dodge, pass or rest
    colour: str
    targets: tuple[int, ...]  # whom a Tackle hits
    protects: int  # from which side a Dodge protects
    redirects: int  # where it sends the hit
    copies: tuple[int, ...]  # in the order of LISTS


# printed: the actions, and the colours green and orange; derived: white for the others
# reconstructed: which Tackles and Dodges there are, and how many of each card
LISTS = ("standard", "tackling", "resting")
CARDS = (
    Card("run", "ru", "run", "green", (), 0, 0, (4, 3, 4)),
    Card("tackle_left", "tl", "tackle", "orange", (LEFT,), 0, 0, (2, 3, 2)),
    Card("tackle_right", "tr", "tackle", "orange", (RIGHT,), 0, 0, (2, 3, 2)),
    Card("tackle_both", "tb", "tackle", "orange", (LEFT, RIGHT), 0, 0, (1, 0, 0)),
    Card("dodge_left", "dl", "dodge", "white", (), LEFT, RIGHT, (1, 1, 1)),
    Card("dodge_right", "dr", "dodge", "white", (), RIGHT, LEFT, (1, 1, 1)),
    Card("pass", "pa", "pass", "white", (), 0, 0, (1, 1, 1)),
    Card("rest", "re", "rest", "white", (), 0, 0, (1, 1, 2)),
)

# printed
SEATS = 4
TEAMS = 2
SET_SIZE = 13
HAND = 8
GOAL = 6

MOST_REDIRECTIONS = SEATS - 1  # decided, whatever the data: a hit goes round the table once

KINDS = len(CARDS)
EVERYBODY = (1 << SEATS) - 1

# Cards that are kept in any order are one number with four bits for each kind, so that laying two
# heaps together is adding two numbers. A stack is one number as well, four bits a card.
WIDTH = 4
MOST_KINDS = (1 << WIDTH) - 1
MOST_COPIES = (1 << WIDTH) - 1

SIZES = [sum(card.copies[n] for card in CARDS) for n in range(len(LISTS))]
if KINDS > MOST_KINDS or set(SIZES) != {SET_SIZE}:
    raise ValueError(f"each list has {SET_SIZE} cards, of at most {MOST_KINDS} kinds")


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
BOX = np.array([SEATS * max(card.copies) for card in CARDS], np.int16)
UNUSED = np.array(
    [[SEATS * (max(card.copies) - card.copies[n]) for card in CARDS] for n in range(len(LISTS))],
    np.int16,
)
