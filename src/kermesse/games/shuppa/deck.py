"""Reading the deck of Shuppa: a table of cards is taken whole, or refused by name."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kermesse.core.errors import KermesseError, brief, whole

# printed
NORMAL_CARDS, ACTION_CARDS = 75, 24
KINDS = ("eat", "jump", "swap", "lift")
COLOURS = ("red", "yellow", "green", "blue")  # derived: how many; reconstructed: which
MULTICOLOUR = "multicolour"

# Set-up, seven rounds and all jump cards on one column: what a column can grow to, and has room for
LEVELS = 15
LAID_AND_DROPPED = 2 + 7


class DeckRefused(KermesseError, ValueError):
    """A table of cards that is not the deck of Shuppa."""


class Card(NamedTuple):
    """One card: its number, its colour, and its action, which a Normal card has not."""

    number: int
    colour: str
    kind: str | None


class Deck(NamedTuple):
    """All cards in ascending order, and the arrows on the backs of the Normal ones."""

    cards: tuple[Card, ...]
    right: int
    left: int


def read_deck(text: str) -> Deck:
    """The deck that a TOML text describes; refuses any other by what is wrong with it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckRefused(f"the deck cannot be read: {error}") from None
    demand_names("the deck", table, ("counts", "arrows", "normal", "action"))
    cards = sorted([*normal_cards(table["normal"]), *action_cards(table["action"])])
    check_numbers(cards)
    check_counts(cards, counts_of(table["counts"]))
    right, left = arrows_of(table["arrows"])
    return Deck(tuple(cards), right, left)


def demand(holds: object, complaint: str) -> None:
    """Refuse the deck unless something holds."""
    if not holds:
        raise DeckRefused(complaint)


def demand_names(where: str, table: Any, names: tuple[str, ...]) -> None:
    """A table with exactly these entries."""
    demand(isinstance(table, Mapping), f"{where} is a table, not {brief(table)}")
    for name in table:
        demand(name in names, f"{where} has no {brief(name)}; known are {', '.join(names)}")
    for name in names:
        demand(name in table, f"{where} lacks {name!r}")


def normal_cards(table: Any) -> Iterator[Card]:
    """The cards with an arrow on the back."""
    demand_names("the list of Normal cards", table, (*COLOURS, MULTICOLOUR))
    for colour, numbers in table.items():
        for number in card_numbers(f"Normal cards in {colour}", numbers):
            yield Card(number, colour, None)


def action_cards(table: Any) -> Iterator[Card]:
    """The cards with a border of confetti; none of them is multicolour."""
    demand_names("the list of Action cards", table, COLOURS)
    for colour, kinds in table.items():
        demand_names(f"the list of Action cards in {colour}", kinds, KINDS)
        for kind, numbers in kinds.items():
            for number in card_numbers(f"{kind} cards in {colour}", numbers):
                yield Card(number, colour, kind)


def card_numbers(where: str, numbers: Any) -> list[int]:
    """A list of whole numbers."""
    demand(isinstance(numbers, list), f"{where} are a list of numbers, not {brief(numbers)}")
    for number in numbers:
        demand(whole(number) is not None, f"{where} cannot have the number {brief(number)}")
    return list(numbers)


def check_numbers(cards: list[Card]) -> None:
    """Each number from 1 to the number of cards is on exactly one card."""
    last = NORMAL_CARDS + ACTION_CARDS
    times = Counter(card.number for card in cards)
    for number, n in times.items():
        demand(1 <= number <= last, f"number {number} is not from 1 to {last}")
        demand(n == 1, f"number {number} is on {n} cards")
    for number in range(1, last + 1):
        demand(number in times, f"number {number} is on no card")


def counts_of(table: Any) -> dict[str, int]:
    """What the lists are held against."""
    names = ("multicolour", "normal_of_a_colour", "action_of_a_colour", "action_of_a_kind")
    demand_names("the table of counts", table, names)
    return {name: amount("count", name, table[name]) for name in names}


def amount(what: str, name: str, value: Any) -> int:
    """How many there are."""
    n = whole(value)
    demand(n is not None and n >= 0, f"{what} {name} is a whole number, not {brief(value)}")
    return int(value)


def check_counts(cards: list[Card], wanted: Mapping[str, int]) -> None:
    """As many of each as there should be."""
    normal = [card for card in cards if card.kind is None]
    demand(
        len(normal) == NORMAL_CARDS,
        f"there are {NORMAL_CARDS} Normal and {ACTION_CARDS} Action cards, "
        f"not {len(normal)} and {len(cards) - len(normal)}",
    )
    colours = Counter(card.colour for card in normal)
    check_each("Normal cards", colours, (MULTICOLOUR,), wanted["multicolour"])
    check_each("Normal cards", colours, COLOURS, wanted["normal_of_a_colour"])
    actions = [card for card in cards if card.kind is not None]
    check_each(
        "Action cards", Counter(c.colour for c in actions), COLOURS, wanted["action_of_a_colour"]
    )
    kinds = Counter(str(card.kind) for card in actions)
    check_each("Action cards", kinds, KINDS, wanted["action_of_a_kind"])
    check_columns(cards)


def check_columns(cards: list[Card]) -> None:
    """No column can grow higher than there is room for."""
    most, jumps = LEVELS - LAID_AND_DROPPED, sum(card.kind == "jump" for card in cards)
    demand(jumps <= most, f"a column has room for {most} jump cards, not {jumps}")


def check_each(what: str, found: Counter[str], names: tuple[str, ...], wanted: int) -> None:
    """The same number of each name."""
    for name in names:
        demand(found[name] == wanted, f"{wanted} {what} are {name}, not {found[name]}")


def arrows_of(table: Any) -> tuple[int, int]:
    """How many arrows point right, and left."""
    demand_names("the table of arrows", table, ("right", "left"))
    right, left = (amount("arrow", name, table[name]) for name in ("right", "left"))
    demand(right + left == NORMAL_CARDS, f"{NORMAL_CARDS} cards have an arrow, not {right + left}")
    return right, left
