"""The words of VIVA: names of cards, colours and houses in a person's language."""

from __future__ import annotations

from functools import cache

from kermesse.core.kinds import bits_of
from kermesse.core.words import ENGLISH, Words, listed_words, mark
from kermesse.games.viva.components import CARD_CODES, COLOURS

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
    return listed_words([say(COLOUR_NAMES[colour]) for colour in bits_of(colours)], say)


if tuple(colour.name for colour in COLOURS) != COLOUR_WORDS:  # the extractor reads literals only
    raise ValueError("COLOUR_WORDS and components.COLOURS name the colours differently")
