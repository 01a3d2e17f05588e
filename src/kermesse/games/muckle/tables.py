"""Reads the tables of the box from `data/`; refuses tables that Muckle cannot be played with."""

from __future__ import annotations

import re
from typing import NamedTuple

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Row, Tables

# A place at the table as seen from a seat: how many seats further clockwise.
LEFT, ACROSS, RIGHT = 1, 2, 3
PLACES = {"left": LEFT, "across": ACROSS, "right": RIGHT}

# printed: the actions, and the colours green and orange; derived: white for the others
COLOURS = {
    "run": "green", "tackle": "orange", "dodge": "white", "pass": "white", "rest": "white",
}  # fmt: skip
LISTS = ("standard", "tackling", "resting")

# Cards that are kept in any order are one number with four bits for each kind, so that laying two
# heaps together is adding two numbers. A stack is one number as well, four bits a card.
WIDTH = 4
MOST_KINDS = (1 << WIDTH) - 1
SET_SIZES = range(1, 1 << WIDTH)
GOALS = range(1, 13)
TURNS = range(1, 1001)
WORD, CODE = re.compile(r"[a-z][a-z_]{1,19}"), re.compile(r"[a-z]{2}")


class Card(NamedTuple):
    """A kind of card: what it does, and how many a set holds in each of the lists."""

    word: str
    code: str
    action: str  # one of COLOURS
    targets: tuple[int, ...]  # whom a Tackle hits
    protects: int  # from which side a Dodge protects
    redirects: int  # where it sends the hit
    copies: tuple[int, ...]  # in the order of LISTS

    @property
    def colour(self) -> str:
        """The colour of the card, which follows from its action."""
        return COLOURS[self.action]


class Frame(NamedTuple):
    """The smallest values of options."""

    fewest_kept: int
    nearest_goal: int
    fewest_turns: int


class Box(NamedTuple):
    """The kinds of cards, how many cards a set has, and the frame."""

    cards: tuple[Card, ...]
    set_size: int
    frame: Frame


def read(tables: Tables) -> Box:
    """The box that the tables describe."""
    columns = ("card", "code", "action", "hits", "protects", "sends", *LISTS)
    rows = tables.rows("cards.csv", columns)
    if len(rows) > MOST_KINDS:
        raise TableRefused(
            f"cards.csv: there are {len(rows)} kinds of cards, more than {MOST_KINDS}"
        )
    cards = tuple(card_of(row) for row in rows)
    for place, (row, card) in enumerate(zip(rows, cards, strict=True)):
        if card.word in [other.word for other in cards[:place]]:
            row.refuse(f"card {card.word} is there already")
        if card.code in [other.code for other in cards[:place]]:
            row.refuse(f"code {card.code} is there already")
    frame = frame_of(tables)
    sizes = range(frame.fewest_kept, SET_SIZES[-1] + 1)
    size = tables.toml("box.toml", ("set_size",)).number("set_size", sizes)
    check_lists(cards, size)
    return Box(cards, size, frame)


def frame_of(tables: Tables) -> Frame:
    """How far the options go."""
    found = tables.toml("frame.toml", Frame._fields)
    kept, goal = found.number("fewest_kept", SET_SIZES), found.number("nearest_goal", GOALS)
    return Frame(kept, goal, found.number("fewest_turns", TURNS))


def card_of(row: Row) -> Card:
    """One line of the list."""
    word, code = row.text("card"), row.text("code")
    if not WORD.fullmatch(word) or not CODE.fullmatch(code):
        row.refuse("card is a word in small letters and _, code two small letters")
    action = row.word("action", COLOURS)
    targets = tuple(place_of(row, "hits", text) for text in row.values["hits"].split())
    if bool(targets) != (action == "tackle") or len(set(targets)) < len(targets):
        row.refuse("hits names whom a tackle hits, each once, and is empty for other actions")
    sides = [row.values["protects"], row.values["sends"]]
    if all(sides) != (action == "dodge") or any(sides) != all(sides) or sides[0] == sides[1] != "":
        row.refuse("protects and sends are two sides for a dodge, and empty for other actions")
    protects, redirects = (
        place_of(row, name, row.values[name]) if row.values[name] else 0
        for name in ("protects", "sends")
    )
    copies = tuple(row.number(name, range(SET_SIZES[-1] + 1)) for name in LISTS)
    if not any(copies):
        row.refuse(f"no list has a card {word}: leave the line out")
    return Card(word, code, action, targets, protects, redirects, copies)


def place_of(row: Row, column: str, text: str) -> int:
    """A place at the table by its word."""
    if text not in PLACES:
        row.refuse(f"{column} is one of {', '.join(PLACES)}, not {text!r}")
    return PLACES[text]


def check_lists(cards: tuple[Card, ...], size: int) -> None:
    """Every list makes a full set, with which the ball can be carried."""
    for place, name in enumerate(LISTS):
        found = sum(card.copies[place] for card in cards)
        if found != size:
            raise TableRefused(
                f"cards.csv: a set of the list {name} has {found} cards, but set_size is {size}"
            )
        if not any(card.copies[place] for card in cards if card.action == "run"):
            raise TableRefused(f"cards.csv: the list {name} has no card to run with")
