"""Reads the tables of the box from `data/`; refuses tables that Shuppa cannot be played with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Entries, Tables

KINDS = ("eat", "jump", "swap", "lift")  # printed
COLOURS = ("red", "yellow", "green", "blue")  # derived: how many; reconstructed: which
MULTICOLOUR = "multicolour"

# what the record and the board have room for
MOST_SEATS, MOST_COLUMNS = 4, 7
MOST_ROUNDS = 7
REVEALED = range(1, MOST_COLUMNS - MOST_SEATS + 1)
PLAYERS_ALONE = 2  # with the automaton
SEAT_WORDS = ("no", "one", "two", "three", "four")

LEVELS = 15  # a column has room for so many cards
MOST_CARDS = 120
MOST_MULTICOLOURS = 7  # shares of more of them would be too many to choose from
HARDEST = 9  # Action cards that the automaton can have (SH-102)
HANDS = range(1, 17)


class Card(NamedTuple):
    """One card: its number, its colour, and its action, which a Normal card has not."""

    number: int
    colour: str
    kind: str | None


class Frame(NamedTuple):
    """How many play for how long, and how many cards are turned up in a round."""

    fewest_seats: int
    most_seats: int
    most_rounds: int
    revealed: int

    @property
    def seats(self) -> range:
        """How many can play."""
        return range(self.fewest_seats, self.most_seats + 1)

    @property
    def row(self) -> int:
        """The cards of the Bonbonnière in the longest match (SH-05)."""
        return self.most_rounds * self.revealed + 1


class Box(NamedTuple):
    """All cards in ascending order, arrows on the backs of Normal ones, deals, and the frame."""

    cards: tuple[Card, ...]
    right: int
    left: int
    normal_dealt: int
    action_dealt: int
    starting_levels: int
    multicolour_points: int
    frame: Frame

    @property
    def normals(self) -> list[Card]:
        """The cards with an arrow on the back."""
        return [card for card in self.cards if card.kind is None]

    @property
    def actions(self) -> list[Card]:
        """The cards with a border of confetti."""
        return [card for card in self.cards if card.kind is not None]


def read(tables: Tables) -> Box:
    """The box that the tables describe."""
    deck = tables.toml("deck.toml", ("counts", "arrows", "normal", "action"))
    cards = sorted([*normal_cards(deck), *action_cards(deck)])
    check_numbers(cards)
    arrows = deck.section("arrows", ("right", "left"))
    right, left = (arrows.number(name, range(MOST_CARDS + 1)) for name in ("right", "left"))
    rest = tables.toml(
        "box.toml", ("normal_dealt", "action_dealt", "starting_levels", "multicolour_points")
    )
    box = Box(
        tuple(cards),
        right,
        left,
        rest.number("normal_dealt", range(HANDS[-1] + 1)),
        rest.number("action_dealt", range(HANDS[-1] + 1)),
        rest.number("starting_levels", range(1, LEVELS - MOST_ROUNDS + 1)),
        rest.number("multicolour_points", range(1, 6)),
        frame_of(tables),
    )
    check_counts(box, deck.section("counts", ("normal", "action", MULTICOLOUR)))
    check_columns(box)
    check_hands(box)
    return box


def frame_of(tables: Tables) -> Frame:
    found = tables.toml("frame.toml", Frame._fields)
    fewest = found.number("fewest_seats", range(1, MOST_SEATS + 1))
    most = found.number("most_seats", range(fewest, MOST_SEATS + 1))
    rounds = found.number("most_rounds", range(1, MOST_ROUNDS + 1))
    return Frame(fewest, most, rounds, found.number("revealed", REVEALED))


def demand(holds: object, complaint: str) -> None:
    if not holds:
        raise TableRefused(complaint)


def normal_cards(deck: Entries) -> Iterator[Card]:
    """The cards with an arrow on the back."""
    lists = deck.section("normal", (*COLOURS, MULTICOLOUR))
    for colour in lists.values:
        for number in lists.numbers(colour, range(1, MOST_CARDS + 1)):
            yield Card(number, colour, None)


def action_cards(deck: Entries) -> Iterator[Card]:
    """The cards with a border of confetti; none of them is multicolour."""
    colours = deck.section("action", COLOURS)
    for colour in colours.values:
        lists = colours.section(colour, KINDS)
        for kind in lists.values:
            for number in lists.numbers(kind, range(1, MOST_CARDS + 1)):
                yield Card(number, colour, kind)


def check_numbers(cards: list[Card]) -> None:
    """Each number from 1 to the number of cards is on exactly one card (SH-27)."""
    times = Counter(card.number for card in cards)
    for number, n in times.items():
        demand(n == 1, f"deck.toml: number {number} is on {n} cards")
    for number in range(1, max(times, default=1) + 1):
        demand(number in times, f"deck.toml: number {number} is on no card")


def check_counts(box: Box, counts: Entries) -> None:
    found = {
        "normal": len(box.normals),
        "action": len(box.actions),
        MULTICOLOUR: sum(card.colour == MULTICOLOUR for card in box.cards),
    }
    for name, n in found.items():
        most = MOST_MULTICOLOURS if name == MULTICOLOUR else MOST_CARDS
        wanted = counts.number(name, range(most + 1))
        demand(wanted == n, f"deck.toml: counts.{name} is {wanted}, but {n} cards are listed")
    arrows = box.right + box.left
    demand(
        arrows == found["normal"],
        f"deck.toml: {found['normal']} Normal cards have an arrow, not {arrows}",
    )


def check_columns(box: Box) -> None:
    """No column can grow higher than there is room for: laid, dropped and jumped cards."""
    most = LEVELS - box.starting_levels - box.frame.most_rounds
    jumps = sum(card.kind == "jump" for card in box.cards)
    demand(jumps <= most, f"deck.toml: a column has room for {most} jump cards, not {jumps}")


def check_hands(box: Box) -> None:
    """There are cards for everybody, also for the automaton (SH-03…07, SH-102…104)."""
    hand = box.normal_dealt + box.action_dealt
    alone = box.frame.fewest_seats == 1
    hands = range(HARDEST, HANDS[-1] + 1) if alone else HANDS
    demand(
        hand in hands,
        f"box.toml: a hand has {hands[0]} to {hands[-1]} cards, Normal and Action, not {hand}",
    )
    needs = [needed_together(box)]
    if alone:
        needs.append(needed_alone(box))
    for who, normals, actions in needs:
        for kind, cards, needed in (
            ("Normal", box.normals, normals),
            ("Action", box.actions, actions),
        ):
            demand(
                len(cards) >= needed,
                f"deck.toml: {who} need {needed} {kind} cards, and there are {len(cards)}",
            )


def needed_together(box: Box) -> tuple[str, int, int]:
    """The Normal and the Action cards that the most players need."""
    seats = box.frame.most_seats
    zone = (seats + box.frame.revealed) * box.starting_levels
    normals = seats * box.normal_dealt + zone + box.frame.row
    return f"{SEAT_WORDS[seats]} players", normals, seats * box.action_dealt


def needed_alone(box: Box) -> tuple[str, int, int]:
    """The same for one player and the automaton, which may get any mixture."""
    zone = (PLAYERS_ALONE + box.frame.revealed) * box.starting_levels
    normals = 2 * box.normal_dealt + box.action_dealt + zone + box.frame.row
    return "one player and the automaton", normals, box.action_dealt + HARDEST
