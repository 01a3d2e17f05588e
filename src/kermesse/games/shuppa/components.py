"""The box of Shuppa, as the rules use it. The cards stand in `data/deck.toml`.

A card is known by its number less one, so cards in ascending order are cards sorted by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from kermesse.core.tables import Tables
from kermesse.games.shuppa.tables import (
    COLOURS,
    KINDS,
    LEVELS,
    MOST_COLUMNS,
    MOST_MULTICOLOURS,
    MOST_SEATS,
    MULTICOLOUR,
    PLAYERS_ALONE,
    Card,
    read,
)

__all__ = ["LEVELS", "MOST_COLUMNS", "MOST_MULTICOLOURS", "MOST_SEATS"]

DECK = read(Tables.of_package(__package__))
NORMAL_CARDS, ACTION_CARDS = len(DECK.normals), len(DECK.actions)
CARDS = NORMAL_CARDS + ACTION_CARDS
SEATS, MOST_ROUNDS, REVEALED = DECK.frame.seats, DECK.frame.most_rounds, DECK.frame.revealed
FEWEST_COLUMNS = PLAYERS_ALONE + REVEALED
STARTING_LEVELS = DECK.starting_levels
NORMAL_DEALT, ACTION_DEALT = DECK.normal_dealt, DECK.action_dealt
AUTOMATON_CARDS = NORMAL_DEALT + ACTION_DEALT
MULTICOLOUR_POINTS = DECK.multicolour_points

SUITS = (*COLOURS, MULTICOLOUR)
COLOUR_COUNT = len(COLOURS)
MULTI = COLOUR_COUNT  # the colour number of a multicolour card
EAT_CARD, JUMP_CARD, SWAP_CARD, LIFT_CARD = range(len(KINDS))
NORMAL = len(KINDS)  # the kind number of a Normal card
RIGHT, LEFT = 0, 1  # the way an arrow points
ARROWS = np.array([DECK.right, DECK.left], np.int16)

# derived from the deck, card by card
COLOUR = np.array([SUITS.index(card.colour) for card in DECK.cards], np.int8)
KIND = np.array([KINDS.index(card.kind) if card.kind else NORMAL for card in DECK.cards], np.int8)
BOX = np.ones(CARDS, np.int16)

# A set of cards is two numbers: a bit for each of the lower half of the numbers, and of the other.
HALVES = 2
HALF = (CARDS + 1) // HALVES


def as_set(cards: list[Card]) -> tuple[int, int]:
    places = [divmod(card.number - 1, HALF) for card in cards]
    return (
        sum(1 << place for half, place in places if half == 0),
        sum(1 << place for half, place in places if half == 1),
    )


NORMAL_SET, ACTION_SET = as_set(DECK.normals), as_set(DECK.actions)
MULTICOLOUR_SET = as_set([card for card in DECK.cards if card.colour == MULTICOLOUR])


# --- shares of a lot (SH-44) --------------------------------------------------------------------


def vectors(players: int) -> Iterator[tuple[int, ...]]:
    """All ways to share multicolours among so many players and the discard, the first gets most."""
    parts = range(MOST_MULTICOLOURS, -1, -1)
    for *shares, rest in product(parts, repeat=players + 1):
        if 0 < sum(shares) + rest <= MOST_MULTICOLOURS and rest < players:
            yield (*shares, *[0] * (MOST_SEATS - players), rest)


# Every vector that any lot can ask for: the active player, the others in play order, the discard.
LISTS = [list(vectors(players)) for players in range(2, MOST_SEATS + 1)]
VECTORS = np.array([vector for some in LISTS for vector in some], np.int8)
STARTS = np.array([0, 0, *np.cumsum([0, *map(len, LISTS)])], np.int16)  # by number of players
DISCARD = MOST_SEATS  # the last part of a vector


def vector_code(vector: int) -> str:
    """A share in notation: the multicolours for each player involved, and for the discard."""
    players = next(n for n in range(2, MOST_SEATS + 1) if vector < STARTS[n + 1])
    return " ".join(map(str, [*VECTORS[vector, :players], VECTORS[vector, DISCARD]]))
