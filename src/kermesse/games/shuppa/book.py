"""The figures of Shuppa's rulebook that come from its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kermesse.core.options import Value
from kermesse.core.rulebook import Figures
from kermesse.core.words import Words
from kermesse.games.shuppa.components import (
    ACTION_DEALT,
    AUTOMATON_CARDS,
    CARDS,
    FEWEST_COLUMNS,
    MOST_SEATS,
    MULTICOLOUR_POINTS,
    NORMAL_DEALT,
    REVEALED,
    STARTING_LEVELS,
)
from kermesse.games.shuppa.deck import ACTION_CARDS, COLOURS, DECK, MULTICOLOUR, NORMAL_CARDS, Card
from kermesse.games.shuppa.words import COLOUR_WORDS, KIND_WORDS, listed_words

EVERY = 4  # Action cards have the multiples of this number, in the reconstruction


def figures(options: Mapping[str, Value], say: Words) -> Figures:
    """What the deck is made of, and where it goes."""
    row = REVEALED * int(options["rounds"]) + 1
    left = NORMAL_CARDS - row
    found: dict[str, int | str] = {
        "last_number": CARDS,
        "normal_cards": NORMAL_CARDS,
        "action_cards": ACTION_CARDS,
        "normal_split": normal_split(say),
        "action_split": action_split(say),
        "action_numbers": action_numbers(say),
        "multicolour_numbers": numbers(
            [card for card in DECK.cards if card.colour == MULTICOLOUR], say
        ),
        "arrows_right": DECK.right,
        "arrows_left": DECK.left,
        "normal_dealt": NORMAL_DEALT,
        "action_dealt": ACTION_DEALT,
        "hand": AUTOMATON_CARDS,
        "levels": STARTING_LEVELS,
        "multicolour_points": MULTICOLOUR_POINTS,
        "bonbonniere": row,
        "solo_reserve": left - NORMAL_DEALT - AUTOMATON_CARDS - FEWEST_COLUMNS * STARTING_LEVELS,
        "solo_pile": ACTION_CARDS - ACTION_DEALT,
    }
    for seats in range(2, MOST_SEATS + 1):
        zone = (seats + REVEALED) * STARTING_LEVELS
        found |= {
            f"zone_{seats}": zone,
            f"normal_{seats}": seats * NORMAL_DEALT,
            f"reserve_{seats}": left - zone - seats * NORMAL_DEALT,
            f"action_{seats}": seats * ACTION_DEALT,
            f"pile_{seats}": ACTION_CARDS - seats * ACTION_DEALT,
        }
    return found


def even(counted: Counter[str], names: Sequence[str]) -> int | None:
    """How many there are of each, if of all as many."""
    return counted[names[0]] if len({counted[name] for name in names}) == 1 else None


def split(counted: Counter[str], names: Sequence[str], say: Words) -> str:
    """How many there are of each, in the order of the words."""
    return listed_words([f"{counted[name]} {say(name)}" for name in names], say)


def normal_split(say: Words) -> str:
    """The colours of the Normal cards."""
    counted = Counter(card.colour for card in DECK.normals)
    each, multi = even(counted, COLOURS), counted[MULTICOLOUR]
    if each is None:
        return split(counted, COLOUR_WORDS, say)
    return say("{each} of each colour, {multi} multicolour", each=each, multi=multi)


def action_split(say: Words) -> str:
    """The actions and the colours of the Action cards."""
    kinds = Counter(str(card.kind) for card in DECK.actions)
    colours = Counter(card.colour for card in DECK.actions)
    each, coloured = even(kinds, KIND_WORDS), even(colours, COLOURS)
    if each is None or coloured is None:
        both = split(kinds, KIND_WORDS, say), split(colours, COLOUR_WORDS[:-1], say)
        return say("{kinds}; {colours}", kinds=both[0], colours=both[1])
    return say(
        "{each} each of eat, jump, swap, lift; {coloured} of each colour",
        each=each,
        coloured=coloured,
    )


def action_numbers(say: Words) -> str:
    """The numbers on the Action cards."""
    found = [card.number for card in DECK.actions]
    if found == list(range(EVERY, found[-1] + 1, EVERY)):
        return say("the multiples of {n} up to {last}", n=EVERY, last=found[-1])
    return numbers(DECK.actions, say)


def numbers(cards: Sequence[Card], say: Words) -> str:
    """The numbers on some cards."""
    return listed_words([str(card.number) for card in cards], say)
