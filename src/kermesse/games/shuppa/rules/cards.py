"""Cards and tokens on the table: sets of cards, the piles, and whose token lies where.

No card of a pile is decided before it is seen (SH-120).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kermesse.core.bits import count, has, including, lowest, without
from kermesse.core.chance import draw
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING
from kermesse.games.shuppa.components import (
    ACTION_SET,
    CARDS,
    DECK,
    HALF,
    HALVES,
    LEFT,
    MULTICOLOUR_SET,
    NORMAL_SET,
    as_set,
)
from kermesse.games.shuppa.rules.cells import (
    NOWHERE,
    Cells,
    first,
    holds,
    is_empty,
    joined,
    less,
    only,
)
from kermesse.games.shuppa.state import (
    ACTION_BACK,
    ACTION_PILE,
    AUTOMATON,
    COLUMN,
    NORMAL_BACK,
    PLACES,
    RESERVE,
    USUAL_HEIGHT,
    Phase,
    State,
    columns,
    place_of,
    players,
)
from kermesse.games.shuppa.tables import MOST_COLUMNS, MOST_SEATS


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
    more = only_card(card)
    return Heap(heap.low | more.low, heap.high | more.high)


@kernel
def minus(heap: Heap, others: Heap) -> Heap:
    return Heap(heap.low & ~others.low, heap.high & ~others.high)


@kernel
def without_card(heap: Heap, card: int) -> Heap:
    return minus(heap, only_card(card))


@kernel
def cards_in(heap: Heap) -> int:
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
def any_card(s: State, heap: Heap) -> int:
    """A random card of a set, all equally likely."""
    return nth_card(heap, draw(s, cards_in(heap)))


@kernel
def of_back(heap: Heap, back: int) -> Heap:
    if back == NORMAL_BACK:
        return Heap(heap.low & NORMAL_SET[0], heap.high & NORMAL_SET[1])
    return Heap(heap.low & ACTION_SET[0], heap.high & ACTION_SET[1])


@kernel
def multicolours_of(heap: Heap) -> Heap:
    return Heap(heap.low & MULTICOLOUR_SET[0], heap.high & MULTICOLOUR_SET[1])


# --- hands and PV piles -------------------------------------------------------------------------


@kernel
def hand_of(s: State, player: int) -> Heap:
    """The cards of a hand that this record names."""
    return Heap(int(s.hand[player, 0]), int(s.hand[player, 1]))


@kernel
def set_hand(s: State, player: int, heap: Heap) -> None:
    s.hand[player, 0], s.hand[player, 1] = heap.low, heap.high


@kernel
def has_choice(s: State, seat: int) -> bool:
    """Whether a hand has several cards, whether this record names them or not."""
    return cards_in(hand_of(s, seat)) + int(s.unseen[seat, 0]) + int(s.unseen[seat, 1]) > 1


@kernel
def won_by(s: State, player: int) -> Heap:
    """The cards of a PV pile."""
    return Heap(int(s.won[player, 0]), int(s.won[player, 1]))


@kernel
def is_among(heap: Heap, card: int) -> bool:
    return has(heap.low, card) if card < HALF else has(heap.high, card - HALF)


@kernel
def win_cards(s: State, player: int, heap: Heap) -> None:
    """Cards go to a PV pile, face-up (SH-38)."""
    s.won[player, 0] |= heap.low
    s.won[player, 1] |= heap.high


@kernel
def discard_cards(s: State, heap: Heap) -> None:
    """Cards leave the game for good (SH-51)."""
    s.discard[0] |= heap.low
    s.discard[1] |= heap.high


# --- piles --------------------------------------------------------------------------------------


@apart
@kernel
def undecided(s: State) -> Heap:
    """The cards that this record names nowhere: the piles, and hands that it cannot see."""
    low = NORMAL_SET[0] | ACTION_SET[0]
    high = NORMAL_SET[1] | ACTION_SET[1]
    low &= ~int(s.discard[0])
    high &= ~int(s.discard[1])
    for player in range(MOST_SEATS):
        low &= ~(int(s.hand[player, 0]) | int(s.won[player, 0]))
        high &= ~(int(s.hand[player, 1]) | int(s.won[player, 1]))
    heap = Heap(low, high)
    for place in range(MOST_COLUMNS):
        heap = without_card(heap, s.row[place])
    return less_zone(s, heap)


@kernel
def less_zone(s: State, heap: Heap) -> Heap:
    has_gaps = s.phase in (Phase.TAKE_BACK, Phase.FALL)
    for foot in range(0, columns(s) * COLUMN, COLUMN):
        for cell in range(foot, foot + USUAL_HEIGHT):
            heap = without_card(heap, s.zone[cell])
        cell, end = foot + USUAL_HEIGHT, foot + COLUMN
        while cell < end and (has_gaps or s.zone[cell] != NOTHING):
            heap = without_card(heap, s.zone[cell])
            cell += 1
    return heap


@apart
@kernel
def from_pile(s: State, back: int) -> int:
    """The top card of a pile whose cards have this back; it is decided now."""
    s.reveals += 1
    return any_card(s, of_back(undecided(s), back))


@kernel
def pile_to_draw_from(s: State) -> int:
    """The Action pile, else the Reserve, else none (SH-86, SH-87)."""
    if s.action_pile > 0:
        return ACTION_PILE
    return RESERVE if s.reserve > 0 else NOTHING


@kernel
def taken_from(s: State, pile: int) -> int:
    card = from_pile(s, ACTION_BACK if pile == ACTION_PILE else NORMAL_BACK)
    if pile == ACTION_PILE:
        s.action_pile -= 1
    else:
        s.reserve -= 1
    return card


@kernel
def next_back(s: State) -> int:
    """The back of a card of the deck that nobody has seen; NOTHING if all are known (SH-123)."""
    normals, actions = int(s.deck[NORMAL_BACK]), int(s.deck[ACTION_BACK])
    if normals + actions == 0:
        return NOTHING
    s.reveals += 1
    return NORMAL_BACK if draw(s, normals + actions) < normals else ACTION_BACK


# --- the zone ---------------------------------------------------------------------------------


@kernel
def height_of(s: State, column: int) -> int:
    foot, height = COLUMN * column, 0
    for level in range(USUAL_HEIGHT):
        height += int(s.zone[foot + level] != NOTHING)
    while height >= USUAL_HEIGHT and s.zone[foot + height] != NOTHING:
        height += 1
    return height


@kernel
def first_empty_column(s: State) -> int:
    """The leftmost column without a card; NOTHING if there is none (SH-90)."""
    for column in range(columns(s)):
        if s.zone[COLUMN * column] == NOTHING:
            return column
    return NOTHING


@kernel
def cards_at(s: State, cells: Cells) -> Heap:
    cards = NO_CARDS
    while not is_empty(cells):
        cell = first(cells)
        cells = less(cells, only(cell))
        cards = with_card(cards, s.zone[cell])
    return cards


# --- tokens and the order of play: SH-08, SH-28, SH-30, SH-60 ------------------------------------


@kernel
def is_automaton(s: State, player: int) -> bool:
    """Whether a player has no seat."""
    return s.seats == 1 and player == AUTOMATON


@apart
@kernel
def token_cell(s: State, player: int) -> int:
    """Where the card under a player's token lies; NOTHING if there is none in the zone."""
    foot = COLUMN * int(s.stand[player])
    if s.token[player] != NOTHING:
        for cell in range(foot, foot + COLUMN):
            if s.zone[cell] == s.token[player]:
                return cell
    return NOTHING


@apart
@kernel
def guests(s: State, player: int) -> Cells:
    """The cells with the token of another player."""
    found = NOWHERE
    for other in range(players(s)):
        cell = token_cell(s, other)
        if other != player and cell != NOTHING:
            found = joined(found, only(cell))
    return found


@apart
@kernel
def next_in_order(s: State, some: int) -> int:
    """Of some players with a token in the zone the first in the direction of play (SH-30)."""
    found = NOTHING
    for player in range(players(s)):
        if has(some, player) and s.token[player] != NOTHING:
            before = found == NOTHING or (s.stand[player] > s.stand[found]) == (s.arrow == LEFT)
            found = player if before else found
    return found


@kernel
def take_token(s: State, player: int) -> None:
    """A player's token goes back, which ends all their turns in this round (SH-46)."""
    s.token[player] = NOTHING
    s.stand[player] = 0
    s.waiting = without(s.waiting, player)


@kernel
def owner_of(s: State, card: int) -> int:
    """Whose token is on a card; NOTHING if it is nobody's."""
    for player in range(players(s)):
        if s.token[player] == card:
            return player
    return NOTHING


@kernel
def involved_beside(s: State, cells: Cells) -> int:
    """The other players whose token is on a card of a lot (SH-41)."""
    found = 0
    for player in range(players(s)):
        cell = token_cell(s, player)
        if player != s.active and cell != NOTHING and holds(cells, cell):
            found = including(found, player)
    return found


@kernel
def tokens_to_return(s: State) -> int:
    """The tokens whose card has left the zone (SH-36, SH-46), and after an effect the player's."""
    found = 0
    for player in range(players(s)):
        "SH-80"
        is_own = s.acting and player == s.active
        if s.token[player] != NOTHING and (is_own or token_cell(s, player) == NOTHING):
            found = including(found, player)
    return found
