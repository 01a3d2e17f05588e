"""Sets of cards, and the piles, of which no card is decided before it is seen (SH-120)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kermesse.core.bits import count, has, lowest
from kermesse.core.chance import draw
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, Record
from kermesse.games.shuppa.components import (
    ACTIONS,
    CARDS,
    DECK,
    HALF,
    HALVES,
    MOST_COLUMNS,
    MOST_SEATS,
    NORMALS,
    as_set,
)
from kermesse.games.shuppa.rules.lots import columns
from kermesse.games.shuppa.rules.record import (
    COLUMN,
    NORMAL_BACK,
    PLACES,
    USUAL_HEIGHT,
    Phase,
    place_of,
    wide,
)


class Heap(NamedTuple):
    """A set of cards: the lower numbers and the higher ones."""

    low: int
    high: int


NO_CARDS = Heap(0, 0)
HALF_WORD = 32  # bits
SETS = np.zeros((PLACES, HALVES), np.int64)  # of one card each
SETS[:CARDS] = [as_set([card]) for card in DECK.cards]


@kernel
def only_card(card: int) -> Heap:
    """The set of one card: looked up, as no processor foresees which half it will be."""
    place = place_of(card)
    return Heap(int(SETS[place, 0]), int(SETS[place, 1]))


@kernel
def with_card(heap: Heap, card: int) -> Heap:
    """The set with one more card."""
    more = only_card(card)
    return Heap(heap.low | more.low, heap.high | more.high)


@kernel
def without_card(heap: Heap, card: int) -> Heap:
    """The set with one card less."""
    fewer = only_card(card)
    return Heap(heap.low & ~fewer.low, heap.high & ~fewer.high)


@kernel
def cards_in(heap: Heap) -> int:
    """How many cards there are."""
    return count(heap.low) + count(heap.high)


@kernel
def lowest_card(heap: Heap) -> int:
    """The card with the lowest number of a set that is not empty."""
    return lowest(heap.low) if heap.low else HALF + lowest(heap.high)


@kernel
def nth_card(heap: Heap, place: int) -> int:
    """The card of a set with exactly so many lower ones.

    Found by halving, without a question on the way: no processor foresees where it will be.
    """
    lower = count(heap.low)
    is_low = place < lower
    some, left = heap.low if is_low else heap.high, place if is_low else place - lower
    found, width = 0 if is_low else HALF, HALF_WORD
    while width > 0:
        lower = count(some & (1 << width) - 1)
        beyond = int(left >= lower)
        left -= lower * beyond
        some >>= width * beyond
        found += width * beyond
        width >>= 1
    return found


@kernel
def any_card(s: Record, heap: Heap) -> int:
    """One card of a set, each as likely."""
    return nth_card(heap, draw(s, cards_in(heap)))


@kernel
def of_back(heap: Heap, back: int) -> Heap:
    """The cards of a set with a back."""
    if back == NORMAL_BACK:
        return Heap(heap.low & NORMALS[0], heap.high & NORMALS[1])
    return Heap(heap.low & ACTIONS[0], heap.high & ACTIONS[1])


# --- hands and PV piles -------------------------------------------------------------------------


@kernel
def hand_of(s: Record, player: int) -> Heap:
    """The cards of a hand that this record names."""
    return Heap(int(s.hand[player, 0]), int(s.hand[player, 1]))


@kernel
def set_hand(s: Record, player: int, heap: Heap) -> None:
    """A hand becomes this one."""
    s.hand[player, 0], s.hand[player, 1] = heap.low, heap.high


@kernel
def is_in_hand(s: Record, player: int, card: int) -> bool:
    """Whether a card is in a hand, as far as this record knows."""
    return has(s.hand[player, card // HALF], card % HALF)


@kernel
def is_won(s: Record, player: int, card: int) -> bool:
    """Whether a card is in a PV pile."""
    return has(s.won[player, card // HALF], card % HALF)


@kernel
def is_discarded(s: Record, card: int) -> bool:
    """Whether a card has left the game."""
    return has(s.discard[card // HALF], card % HALF)


@kernel
def win_cards(s: Record, player: int, heap: Heap) -> None:
    """Cards go to a PV pile, face-up (SH-38)."""
    s.won[player, 0] |= heap.low
    s.won[player, 1] |= heap.high


@kernel
def discard_cards(s: Record, heap: Heap) -> None:
    """Cards leave the game for good (SH-51)."""
    s.discard[0] |= heap.low
    s.discard[1] |= heap.high


# --- piles --------------------------------------------------------------------------------------


@apart
@kernel
def undecided(s: Record) -> Heap:
    """The cards that this record names nowhere: the piles, and hands that it cannot see."""
    low = NORMALS[0] | ACTIONS[0]
    high = NORMALS[1] | ACTIONS[1]
    low &= ~int(s.discard[0])
    high &= ~int(s.discard[1])
    for player in range(MOST_SEATS):
        low &= ~(int(s.hand[player, 0]) | int(s.won[player, 0]))
        high &= ~(int(s.hand[player, 1]) | int(s.won[player, 1]))
    heap = Heap(low, high)
    for place in range(MOST_COLUMNS):
        heap = without_card(heap, wide(s.row[place]))
    return less_zone(s, heap)


@kernel
def less_zone(s: Record, heap: Heap) -> Heap:
    """A set without the cards of the zone."""
    has_gaps = s.phase in (Phase.TAKE_BACK, Phase.FALL)
    for foot in range(0, columns(s) * COLUMN, COLUMN):
        for cell in range(foot, foot + USUAL_HEIGHT):
            heap = without_card(heap, wide(s.zone[cell]))
        cell, end = foot + USUAL_HEIGHT, foot + COLUMN
        while cell < end and (has_gaps or s.zone[cell] != NOTHING):
            heap = without_card(heap, wide(s.zone[cell]))
            cell += 1
    return heap


@apart
@kernel
def from_pile(s: Record, back: int) -> int:
    """The top card of a pile whose cards have this back; it is decided now."""
    s.reveals += 1
    return any_card(s, of_back(undecided(s), back))
