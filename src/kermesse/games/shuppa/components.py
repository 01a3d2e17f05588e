"""What is in the box of Shuppa, as the rules read it. The cards stand in `data/deck.toml`.

A card is known by its number less one, so cards in ascending order are cards sorted by number.
"""

from __future__ import annotations

import numpy as np

from kermesse.games.shuppa.deck import (
    ACTION_CARDS,
    COLOURS,
    DECK,
    KINDS,
    MULTICOLOUR,
    NORMAL_CARDS,
    Card,
)
from kermesse.games.shuppa.tables import (
    MOST_COLUMNS,
    MOST_MULTICOLOURS,
    MOST_SEATS,
    PLAYERS_ALONE,
)

__all__ = ["DECK", "MOST_COLUMNS", "MOST_MULTICOLOURS", "MOST_SEATS"]

CARDS = NORMAL_CARDS + ACTION_CARDS
SEATS, MOST_ROUNDS, REVEALED = DECK.frame.seats, DECK.frame.most_rounds, DECK.frame.revealed
FEWEST_COLUMNS = PLAYERS_ALONE + REVEALED
STARTING_LEVELS = DECK.starting_levels
NORMAL_DEALT, ACTION_DEALT = DECK.normal_dealt, DECK.action_dealt
AUTOMATON_CARDS = NORMAL_DEALT + ACTION_DEALT
MULTICOLOUR_POINTS = DECK.multicolour_points

COLOUR_COUNT = len(COLOURS)
MULTI = COLOUR_COUNT  # the colour number of a multicolour card
EAT, JUMP, SWAP, LIFT = range(len(KINDS))
NORMAL = len(KINDS)  # the kind number of a Normal card
RIGHT, LEFT = 0, 1  # the way an arrow points
ARROWS = np.array([DECK.right, DECK.left], np.int16)

# derived from the deck, card by card
COLOUR = np.array([[*COLOURS, MULTICOLOUR].index(card.colour) for card in DECK.cards], np.int8)
KIND = np.array([KINDS.index(card.kind) if card.kind else NORMAL for card in DECK.cards], np.int8)
BOX = np.ones(CARDS, np.int16)

# A set of cards is two numbers: a bit for each of the lower half of the numbers, and of the other.
HALVES = 2
HALF = (CARDS + 1) // HALVES


def as_set(cards: list[Card]) -> tuple[int, int]:
    """Cards as the two halves of a set."""
    places = [divmod(card.number - 1, HALF) for card in cards]
    return (
        sum(1 << place for half, place in places if half == 0),
        sum(1 << place for half, place in places if half == 1),
    )


NORMALS = as_set([card for card in DECK.cards if card.kind is None])
ACTIONS = as_set([card for card in DECK.cards if card.kind is not None])
MULTICOLOURS = as_set([card for card in DECK.cards if card.colour == MULTICOLOUR])
