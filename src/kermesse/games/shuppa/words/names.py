"""The words of Shuppa: names of cards, columns and players in a person's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kermesse.core.record import NOTHING
from kermesse.core.words import ENGLISH, Words, listed_words, mark
from kermesse.games.shuppa.components import COLOUR, KIND, NORMAL, SUITS
from kermesse.games.shuppa.state import AUTOMATON, State
from kermesse.games.shuppa.tables import KINDS

# Said of a card, in the order of the colour numbers.
COLOUR_WORDS = (
    mark("red"), mark("yellow"), mark("green"), mark("blue"), mark("multicolour"),
)  # fmt: skip

# What an Action card does, in the order of the kind numbers.
KIND_WORDS = (mark("eat"), mark("jump"), mark("swap"), mark("lift"))

LOT_WORDS = (
    mark("the red lot"), mark("the yellow lot"), mark("the green lot"), mark("the blue lot"),
    mark("the multicolour lot"),
)  # fmt: skip

BACK_WORDS = (mark("a Normal card"), mark("an Action card"))

if SUITS != COLOUR_WORDS or KIND_WORDS != KINDS:  # the extractor reads literals
    raise ValueError("the words and the deck name colours or actions differently")


def number_of(card: int) -> int:
    return card + 1


@cache
def card_name(card: int, say: Words = ENGLISH) -> str:
    """A card in the log, also one that is not known."""
    if card < 0:
        return say("a hidden card")
    colour = say(COLOUR_WORDS[COLOUR[card]])
    if KIND[card] == NORMAL:
        return say("{number} {colour}", number=number_of(card), colour=colour)
    kind = say(KIND_WORDS[KIND[card]])
    return say("{number} {colour} ({kind})", number=number_of(card), colour=colour, kind=kind)


def cards_name(cards: Sequence[int], say: Words = ENGLISH) -> str:
    return listed_words([card_name(card, say) for card in cards], say)


def column_name(column: int, say: Words = ENGLISH) -> str:
    return say("column {number}", number=column + 1)


def lot_name(colour: int, say: Words = ENGLISH) -> str:
    return say(LOT_WORDS[colour])


def back_name(back: int, say: Words = ENGLISH) -> str:
    """A card of which only the back is seen."""
    return say("no card") if back == NOTHING else say(BACK_WORDS[back])


def player_names(s: State, names: Sequence[str], say: Words = ENGLISH) -> Sequence[str]:
    """All players by name; in the solo game the second one is the automaton."""
    return (*names[:AUTOMATON], say("the automaton")) if s.seats == 1 else names
