"""What a view of Muvuca shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from kermesse.core.grid import flood
from kermesse.core.record import NOTHING
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
from kermesse.games.muvuca.rules import Happening, Phase

if TYPE_CHECKING:
    from kermesse.core.position import View

SHOWN_BY = tuple(int(cards) for cards in SHOWING)
ENTRIES = tuple(int(cell) for cell in ENTRY)
AUTOMATIC = range(Phase.SLIDE, Phase.SET_ASIDE + 1)
SCORING = range(Phase.REVEAL, Phase.OVER + 1)


class Scene:
    """One view as whole numbers and lists: a tenth of the time of asking NumPy each time."""

    def __init__(self, view: View) -> None:
        names = view.game.dtype.names or ()
        given = dict(zip(names, view.record.item(), strict=True))
        self.viewer: int = given["viewer"]
        self.phase: int = given["phase"]
        self.over: int = given["over"]
        self.event: int = given["event"]
        self.args: list[int] = given["event_args"].tolist()
        self.crowd: list[int] = given["crowd"].tolist()
        self.hand: list[int] = given["hand"].tolist()
        self.known: list[int] = given["known"].tolist()
        self.unseen: list[int] = given["unseen"].tolist()
        self.wins: list[int] = given["wins"].tolist()
        self.turn: int = given["turn"]
        self.turn_cap: int = given["turn_cap"]
        self.end_lines: int = given["end_lines"]
        self.rounds_to_win: int = given["rounds_to_win"]
        self.starter: int = given["starter"]
        self.active: int = given["active"]
        self.due: int = given["due"]
        self.food_seat: int = given["food_seat"]
        self.chosen: int = given["chosen"]
        self.pushed: int = given["pushed"]
        self.leaving: int = given["leaving"]
        self.aside: int = given["aside"]
        self.cart: int = given["cart"]
        self.scored: int = given["scored"]
        self.victor: int = given["victor"]
        self.groups, self.held = tally(self.crowd, self.hand, self.food_seat)

    @property
    def own(self) -> int:
        """The seat whose hand lies below: the viewer's, for a spectator seat 0."""
        return max(self.viewer, 0)

    @property
    def side(self) -> int:
        """What the viewer sells: 0 food, 1 jackets, 2 nothing."""
        return 2 if self.viewer < 0 else int(self.viewer != self.food_seat)

    @property
    def round(self) -> int:
        """The number of this round, from 1."""
        return sum(self.wins) + int(self.phase < Phase.NEXT)

    @property
    def scoring(self) -> bool:
        """Whether the round is over and its cards are open or about to be."""
        return self.phase in SCORING

    @property
    def open_hands(self) -> bool:
        """Whether everybody sees both hands (MV-60)."""
        return self.phase > Phase.REVEAL

    @property
    def newest(self) -> int:
        """The cell of the card that came in last, or NOTHING."""
        if self.event == Happening.INSERTED:
            return self.args[2]
        return ENTRIES[self.cart] if self.cart != NOTHING and self.pushed == NOTHING else NOTHING

    @property
    def counted(self) -> int:
        """The kind that this very step counts, or NOTHING."""
        return self.args[1] if self.event == Happening.COUNTED else NOTHING

    def seller(self, kind: int) -> int:
        """Who scores a kind (MV-02)."""
        return self.food_seat if kind < len(FOODS) else 1 - self.food_seat

    def points(self, kind: int) -> int:
        """What a kind is worth as the cards lie (MV-39)."""
        return max(self.groups[kind].bit_count(), self.held[kind])

    def kinds(self, seat: int) -> range:
        """The kinds that a seat sells."""
        return range(len(FOODS)) if seat == self.food_seat else range(len(FOODS), len(KINDS))

    def total(self, seat: int) -> int:
        """A seat's points as the cards lie; of a hidden hand only what is known counts."""
        return sum(map(self.points, self.kinds(seat)))

    def full_lines(self) -> tuple[int, int]:
        """Full rows and full columns (MV-28)."""
        up = sum(1 << cell for cell, card in enumerate(self.crowd) if card >= 0)
        rows = sum(up & line == line for line in FULL_ROWS)
        return rows, sum(up & line == line for line in FULL_COLUMNS)


def tally(
    crowd: list[int], hand: list[int], food_seat: int
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


def members(cards: int) -> Iterator[int]:
    """The cards of a hand in ascending order."""
    return (card for card in range(CARDS) if cards >> card & 1)
