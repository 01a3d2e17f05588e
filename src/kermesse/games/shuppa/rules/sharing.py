"""Sharing a lot: SH-41 to SH-45, SH-48. Only the multicolours make a difference (SH-44)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, Moves, Record
from kermesse.games.shuppa.components import MOST_MULTICOLOURS, MOST_SEATS
from kermesse.games.shuppa.rules.cells import Cells, common, size
from kermesse.games.shuppa.rules.lots import Faces, Lot, multicolours, share_of_lot
from kermesse.games.shuppa.rules.players import is_automaton
from kermesse.games.shuppa.rules.record import SHARE, SHARED_FOR_PLAYER, wide

DISCARD = MOST_SEATS  # the last part of a vector


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
ACTIONS = SHARE + len(VECTORS)


class Terms(NamedTuple):
    """How one lot is shared."""

    involved: int  # players (SH-41)
    cards: int
    each: int  # for every player involved (SH-42)
    rest: int  # to be discarded
    multi: int  # multicolours among the cards
    cells: Cells  # where they lie (SH-49)


@apart
@kernel
def terms_of(faces: Faces, marked: Cells, guests: Cells, lot: Lot) -> Terms:
    """What there is to share, and among how many (SH-41, SH-42, SH-48)."""
    involved = 1 + size(common(lot.cells, guests))
    mine = share_of_lot(faces, marked, guests, lot)
    cards = size(mine)
    each = cards // involved  # perhaps SH-48: that is nothing
    multi = size(common(mine, multicolours(faces)))
    return Terms(involved, cards, each, cards - involved * each, multi, mine)


@kernel
def is_asked(s: Record, terms: Terms) -> bool:
    """Whether the active player has a choice (SH-45, SH-134): more than one vector fits."""
    several = terms.involved > 1 and terms.each > 0 and 0 < terms.multi < terms.cards
    return several and s.share_mode != SHARED_FOR_PLAYER and not is_automaton(s, wide(s.active))


@kernel
def share_options(terms: Terms, out: Moves) -> int:
    """The vectors that fit (SH-44)."""
    n = 0
    for vector in range(STARTS[terms.involved], STARTS[terms.involved + 1]):
        if fits(vector, terms):
            out[n] = SHARE + vector
            n += 1
    return n


@kernel
def fits(vector: int, terms: Terms) -> bool:
    """Whether no part is too large and all multicolours are shared."""
    total = int(VECTORS[vector, DISCARD])
    if total > terms.rest:
        return False
    for place in range(terms.involved):
        part = int(VECTORS[vector, place])
        if part > terms.each:
            return False
        total += part
    return total == terms.multi


@kernel
def part(terms: Terms, answer: int, place: int) -> int:
    """The multicolours for a player involved or the DISCARD: as answered, or by SH-45."""
    if answer != NOTHING:
        return int(VECTORS[answer, place])
    own = min(terms.multi, terms.each)
    discarded = min(terms.multi - own, terms.rest)
    if place in (0, DISCARD):
        return own if place == 0 else discarded
    left = terms.multi - own - discarded
    return min(max(left - (place - 1) * terms.each, 0), terms.each)
