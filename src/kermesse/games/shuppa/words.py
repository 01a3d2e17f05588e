"""The words of Shuppa: codes for notation, and names in a person's language."""

from __future__ import annotations

from collections.abc import Sequence

from kermesse.core.record import NOTHING, Record
from kermesse.core.words import ENGLISH, Words, mark
from kermesse.games.shuppa.components import COLOUR, KIND, MOST_SEATS, NORMAL
from kermesse.games.shuppa.deck import COLOURS, KINDS, MULTICOLOUR
from kermesse.games.shuppa.rules.record import COLUMN
from kermesse.games.shuppa.rules.sharing import DISCARD, STARTS, VECTORS

SEATS = tuple(f"Seat {seat}" for seat in range(MOST_SEATS))

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

if (*COLOURS, MULTICOLOUR) != COLOUR_WORDS or KIND_WORDS != KINDS:  # the extractor reads literals
    raise ValueError("the words and the deck name colours or actions differently")


def number_of(card: int) -> int:
    """The number on a card."""
    return card + 1


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
    """Several cards."""
    return listed_words([card_name(card, say) for card in cards], say)


def column_name(column: int, say: Words = ENGLISH) -> str:
    """A column in the log."""
    return say("column {number}", number=column + 1)


def cell_code(cell: int) -> str:
    """A cell in notation: column from 1, level from 0."""
    return f"{cell // COLUMN + 1}:{cell % COLUMN}"


def vector_code(vector: int) -> str:
    """A share in notation: the multicolours for each player involved, and for the discard."""
    players = next(n for n in range(2, MOST_SEATS + 1) if vector < STARTS[n + 1])
    parts = [*VECTORS[vector, :players], VECTORS[vector, DISCARD]]
    return " ".join(map(str, parts))


def player_name(s: Record, player: int, names: Sequence[str], say: Words = ENGLISH) -> str:
    """A player; in the solo game the second one is the automaton."""
    if s.seats == 1 and player > 0:
        return say("the automaton")
    return names[player]


def players_name(s: Record, players: int, names: Sequence[str], say: Words = ENGLISH) -> str:
    """A set of players."""
    members = [player for player in range(MOST_SEATS) if players >> player & 1]
    return listed_words([player_name(s, player, names, say) for player in members], say)


def back_name(back: int, say: Words = ENGLISH) -> str:
    """A card of which only the back is seen."""
    return say("no card") if back == NOTHING else say(BACK_WORDS[back])


def listed_words(words: Sequence[str], say: Words) -> str:
    """Words as a sentence lists them."""
    if len(words) < 2:
        return "".join(words)
    return say("{others} and {last}", others=", ".join(words[:-1]), last=words[-1])
