"""Reads the tables of the box from `data/`, and refuses those that VIVA cannot be played with."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Row, Tables

EDITIONS = ("regular", "pocket")

# printed
HOUSES = 3
MOST_SEATS = 6
HANDS = range(3, 8)  # the printed five, and as far as the option goes

# A multiset of cards is one number with three bits for each kind: sums and differences of
# multisets are sums and differences of numbers. Bit 3 * kind + house is also the number of the
# action that places this kind in that house.
WIDTH = HOUSES
MOST_COPIES = (1 << WIDTH) - 1
MOST_KINDS = 63 // WIDTH
MOST_VICTORY_CARDS = 60


class Colour(NamedTuple):
    """A colour: its letter, its name, and how sure we are of the name."""

    code: str
    name: str
    source: str


COLOURS = (
    Colour("R", "red", "printed"),
    Colour("P", "pink", "derived"),
    Colour("O", "orange", "reconstructed"),
    Colour("Y", "yellow", "derived"),
    Colour("G", "green", "reconstructed"),
    Colour("B", "blue", "derived"),
)


class Kind(NamedTuple):
    """A kind of card: its colours by their letters, and how many there are in either edition."""

    code: str
    regular: int
    pocket: int


class Box(NamedTuple):
    """The cards, and how many victory cards each edition has."""

    deck: tuple[Kind, ...]
    victory_cards: tuple[int, int]

    def size(self, edition: str) -> int:
        """How many cards an edition has."""
        return sum(getattr(kind, edition) for kind in self.deck)


def read(tables: Tables) -> Box:
    """The box that the tables describe."""
    rows = tables.rows("cards.csv", ("kind", *EDITIONS))
    deck = tuple(kind_of(row) for row in rows)
    check_kinds(rows, deck)
    rest = tables.toml("box.toml", ("cards", "victory_cards"))
    victory = rest.section("victory_cards", EDITIONS)
    first, second = (victory.number(name, range(1, MOST_VICTORY_CARDS + 1)) for name in EDITIONS)
    box = Box(deck, (first, second))
    totals = rest.section("cards", EDITIONS)
    for edition in EDITIONS:
        check_total(box, edition, totals.number(edition, range(MOST_KINDS * MOST_COPIES + 1)))
    return box


def kind_of(row: Row) -> Kind:
    """One line of the list."""
    code, letters = row.text("kind"), {colour.code for colour in COLOURS}
    if not set(code) <= letters or len(code) > 2 or len(set(code)) < len(code):
        known = "".join(colour.code for colour in COLOURS)
        row.refuse(f"kind is one or two different letters of {known}, not {code!r}")
    regular, pocket = (row.number(edition, range(MOST_COPIES + 1)) for edition in EDITIONS)
    if not regular and not pocket:
        row.refuse(f"there is no card of kind {code}: leave the line out")
    return Kind(code, regular, pocket)


def check_kinds(rows: list[Row], deck: tuple[Kind, ...]) -> None:
    """Each kind stands in one line, whatever the order of its letters."""
    seen: set[frozenset[str]] = set()
    for row, kind in zip(rows, deck, strict=True):
        if frozenset(kind.code) in seen:
            row.refuse(f"kind {kind.code} is there already")
        seen.add(frozenset(kind.code))


def check_total(box: Box, edition: str, total: int) -> None:
    """The list has as many cards as the box says, and enough for everybody."""
    found, needed = box.size(edition), MOST_SEATS * HANDS[-1] + 1
    if found != total:
        raise TableRefused(
            f"box.toml: cards.{edition} is {total}, but cards.csv has {found} of them"
        )
    if found < needed:
        raise TableRefused(
            f"cards.csv: {found} {edition} cards are too few for {MOST_SEATS} hands of "
            f"{HANDS[-1]} and a blocking card, which takes {needed}"
        )
