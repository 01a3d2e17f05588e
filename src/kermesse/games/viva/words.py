"""The words of VIVA: codes for notation, and names in a person's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kermesse.core.words import ENGLISH, Words, mark
from kermesse.games.viva.components import COLOURS, DECK, HOUSES, MOST_SEATS

SEATS = tuple(f"Seat {seat}" for seat in range(MOST_SEATS))
CARD_CODES = tuple(kind.code for kind in DECK)
HOUSE_CODES = tuple(f"H{house + 1}" for house in range(HOUSES))

# Said of a card, in the order of COLOURS.
COLOUR_WORDS = (
    mark("red"), mark("pink"), mark("orange"), mark("yellow"), mark("green"), mark("blue"),
)  # fmt: skip

# Said of the colour itself.
COLOUR_NAMES = (
    mark("in red"), mark("in pink"), mark("in orange"), mark("in yellow"), mark("in green"),
    mark("in blue"),
)  # fmt: skip


@cache
def card_name(kind: int, say: Words = ENGLISH) -> str:
    """A card in the log, also one that is not known."""
    if kind < 0:
        return say("a hidden card")
    letters = [colour.code for colour in COLOURS]
    colours = [say(COLOUR_WORDS[letters.index(letter)]) for letter in CARD_CODES[kind]]
    if len(colours) == 1:
        return say("{colour}", colour=colours[0])
    return say("{first}-{second}", first=colours[0], second=colours[1])


@cache
def house_name(house: int, say: Words = ENGLISH) -> str:
    """A house in the log."""
    return say("house {number}", number=house + 1)


@cache
def colours_name(colours: int, say: Words = ENGLISH) -> str:
    """The colours of a VIVA."""
    shown = [say(name) for i, name in enumerate(COLOUR_NAMES) if colours >> i & 1]
    return listed_words(shown, say)


def seats_name(seats: int, names: Sequence[str], say: Words = ENGLISH) -> str:
    """Several players by their names."""
    return listed_words([name for seat, name in enumerate(names) if seats >> seat & 1], say)


def listed_words(words: Sequence[str], say: Words) -> str:
    """Words as a sentence lists them."""
    if len(words) < 2:
        return "".join(words)
    return say("{others} and {last}", others=", ".join(words[:-1]), last=words[-1])


if tuple(colour.name for colour in COLOURS) != COLOUR_WORDS:  # the extractor reads literals only
    raise ValueError("COLOUR_WORDS and components.COLOURS name the colours differently")
