"""What a view of Muvuca shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from kermesse.core.events import told
from kermesse.core.grid import flood
from kermesse.core.record import NOTHING, plain_values
from kermesse.games.muvuca.components import (
    CARDS,
    CROWD,
    ENTRY,
    FOODS,
    FULL_COLUMNS,
    FULL_ROWS,
    JACKETS,
    KINDS,
    PAIRINGS,
    SHOWING,
)
from kermesse.games.muvuca.state import Happening, Phase, State

if TYPE_CHECKING:
    from kermesse.core.position import View

SHOWN_BY = tuple(int(cards) for cards in SHOWING)
ENTRIES = tuple(int(cell) for cell in ENTRY)
AUTOMATIC = range(Phase.SLIDE, Phase.SET_ASIDE + 1)
SCORING = range(Phase.REVEAL, Phase.OVER + 1)


class Scene:
    """One view as plain values, the last event, and what both mean."""

    def __init__(self, view: View) -> None:
        self.s = plain_values(State, view.record)
        self.told = told(Happening, self.s)
        self.crowd = tuple(self.s.crowd)
        self.groups, self.held = tally(self.crowd, tuple(self.s.hand), self.s.food_seat)
        self.worths = worths(self.groups, self.held)

    @property
    def own(self) -> int:
        """The seat whose hand lies below: the viewer's, for a spectator seat 0."""
        return max(self.s.viewer, 0)

    @property
    def side(self) -> int:
        """What the viewer sells: 0 food, 1 jackets, 2 nothing."""
        return 2 if self.s.viewer < 0 else int(self.s.viewer != self.s.food_seat)

    @property
    def round(self) -> int:
        """The number of this round, from 1."""
        return sum(self.s.wins) + int(self.s.phase < Phase.NEXT)

    @property
    def scoring(self) -> bool:
        """Whether the round is over and its cards are open or about to be."""
        return self.s.phase in SCORING

    @property
    def open_hands(self) -> bool:
        """Whether everybody sees both hands (MV-60)."""
        return self.s.phase > Phase.REVEAL

    @property
    def newest(self) -> int:
        """The cell of the card that came in last, or NOTHING."""
        if self.told.event == Happening.INSERTED:
            return self.told.cell
        return (
            ENTRIES[self.s.cart] if self.s.cart != NOTHING and self.s.pushed == NOTHING else NOTHING
        )

    @property
    def counted(self) -> int:
        """The kind that this very step counts, or NOTHING."""
        return self.told.kind if self.told.event == Happening.COUNTED else NOTHING

    def seller(self, kind: int) -> int:
        """Who scores a kind (MV-02)."""
        return self.s.food_seat if kind < len(FOODS) else 1 - self.s.food_seat

    def points(self, kind: int) -> int:
        """What a kind is worth as the cards lie (MV-39)."""
        return max(self.groups[kind].bit_count(), self.held[kind])

    def kinds(self, seat: int) -> range:
        """The kinds that a seat sells."""
        return range(len(FOODS)) if seat == self.s.food_seat else range(len(FOODS), len(KINDS))

    def total(self, seat: int) -> int:
        """A seat's points as the cards lie; of a hidden hand only what is known counts."""
        return sum(map(self.points, self.kinds(seat)))

    def full_lines(self) -> tuple[int, int]:
        """Full rows and full columns (MV-28)."""
        return full_lines(self.crowd)


@lru_cache(maxsize=1 << 12)  # most steps change neither
def tally(
    crowd: tuple[int, ...], hand: tuple[int, ...], food_seat: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each kind the cells of its largest group, and how many its seller holds."""
    cells = [0] * len(KINDS)
    for cell, card in enumerate(crowd):
        if card >= 0:
            food, jacket = PAIRINGS[card]
            cells[food] |= 1 << cell
            cells[len(FOODS) + jacket] |= 1 << cell
    sellers = [food_seat] * len(FOODS) + [1 - food_seat] * len(JACKETS)
    held = [(SHOWN_BY[kind] & hand[seat]).bit_count() for kind, seat in enumerate(sellers)]
    return tuple(map(largest, cells)), tuple(held)


@lru_cache(maxsize=1 << 12)
def worths(groups: tuple[int, ...], held: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """For each kind the size of its largest group, and how many its seller holds."""
    return tuple(zip((group.bit_count() for group in groups), held, strict=True))


@lru_cache(maxsize=1 << 16)  # as many as there are sets of cells
def largest(cells: int) -> int:
    """The cells of the largest group; of several equal ones the first."""
    best, left = 0, cells
    while left:
        group = int(flood(left & -left, left, CROWD))
        left &= ~group
        if group.bit_count() > best.bit_count():
            best = group
    return best


@lru_cache(maxsize=1 << 12)
def full_lines(crowd: tuple[int, ...]) -> tuple[int, int]:
    """Full rows and full columns (MV-28)."""
    up = sum(1 << cell for cell, card in enumerate(crowd) if card >= 0)
    rows = sum(up & line == line for line in FULL_ROWS)
    return rows, sum(up & line == line for line in FULL_COLUMNS)


def members(cards: int) -> Iterator[int]:
    """The cards of a hand in ascending order."""
    return (card for card in range(CARDS) if cards >> card & 1)
