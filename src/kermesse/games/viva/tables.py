"""Reads the tables of the box from `data/`; refuses tables that VIVA cannot be played with."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Row, Tables

EDITIONS = ("regular", "pocket")

# printed
HOUSES = 3

# what the record and the board have room for
SEATS = range(2, 7)
HANDS = range(1, 8)
TURNS = range(1, 5001)

# A heap of cards is one number with three bits for each kind: sums and differences of heaps are
# sums and differences of numbers. Bit 3 * kind + house is also the number of the action that places
# this kind in that house.
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


class Frame(NamedTuple):
    """How many can play, and how far the options of a round go."""

    most_seats: int
    fewest_dealt: int
    most_dealt: int
    fewest_turns: int

    @property
    def hands(self) -> range:
        """What can be dealt to each player."""
        return range(self.fewest_dealt, self.most_dealt + 1)


class Box(NamedTuple):
    """The cards, how many victory cards each edition has, and the frame."""

    deck: tuple[Kind, ...]
    victory_cards: tuple[int, int]
    frame: Frame

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
    box = Box(deck, (first, second), frame_of(tables))
    totals = rest.section("cards", EDITIONS)
    for edition in EDITIONS:
        check_total(box, edition, totals.number(edition, range(MOST_KINDS * MOST_COPIES + 1)))
    return box


def frame_of(tables: Tables) -> Frame:
    """The bounds of a match."""
    found = tables.toml("frame.toml", Frame._fields)
    fewest = found.number("fewest_dealt", HANDS)
    most = found.number("most_dealt", range(fewest, HANDS[-1] + 1))
    turns = found.number("fewest_turns", TURNS)
    return Frame(found.number("most_seats", SEATS), fewest, most, turns)


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
    seats, hand = box.frame.most_seats, box.frame.most_dealt
    found, needed = box.size(edition), seats * hand + 1
    if found != total:
        raise TableRefused(
            f"box.toml: cards.{edition} is {total}, but cards.csv has {found} of them"
        )
    if found < needed:
        raise TableRefused(
            f"cards.csv: {found} {edition} cards are too few for {seats} hands of "
            f"{hand} and a blocking card, which takes {needed}"
        )
