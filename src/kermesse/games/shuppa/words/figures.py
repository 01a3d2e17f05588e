"""The figures of Shuppa's rulebook that come from its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kermesse.core.options import Value
from kermesse.core.rulebook import Figures
from kermesse.core.words import Words, listed_words
from kermesse.games.shuppa.components import (
    ACTION_CARDS,
    ACTION_DEALT,
    AUTOMATON_CARDS,
    CARDS,
    DECK,
    FEWEST_COLUMNS,
    MULTICOLOUR_POINTS,
    NORMAL_CARDS,
    NORMAL_DEALT,
    REVEALED,
    SEATS,
    STARTING_LEVELS,
)
from kermesse.games.shuppa.tables import COLOURS, MULTICOLOUR, Card
from kermesse.games.shuppa.words.names import COLOUR_WORDS, KIND_WORDS

EVERY = 4  # Action cards have the multiples of this number, in the reconstruction


def figures(options: Mapping[str, Value], say: Words) -> Figures:
    """What the deck is made of, and where it goes."""
    row = REVEALED * int(options["rounds"]) + 1
    left = NORMAL_CARDS - row
    return {
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
        "revealed": REVEALED,
        "columns_2": FEWEST_COLUMNS,
        "players": players(say),
        "columns": columns(say),
        "reserves": reserves(left, say),
        "deal_rows": "\n".join(deal_row(seats, row, say) for seats in SEATS),
        "solo_reserve": solo_reserve(left),
    }


def players(say: Words) -> str:
    """For how many it is, in figures."""
    fewest, most = SEATS[0], SEATS[-1]
    return str(most) if fewest == most else say("{fewest} to {most}", fewest=fewest, most=most)


def columns(say: Words) -> str:
    """How many columns there are (SH-01)."""
    two, three, four = (seats + REVEALED for seats in (2, 3, 4))
    if SEATS[-1] < 3:
        return say("There are {two} columns.", two=two)
    if SEATS[-1] == 3:
        return say("Two players use {two} columns, three use {three}.", two=two, three=three)
    return say(
        "Two players use {two} columns, three use {three}, four use {four}.",
        two=two,
        three=three,
        four=four,
    )


def reserve(seats: int, left: int) -> int:
    """The cards of the Reserve, if so many Normal cards are not in the Bonbonnière (SH-06)."""
    return left - (seats + REVEALED) * STARTING_LEVELS - seats * NORMAL_DEALT


def solo_reserve(left: int) -> int:
    """The same when one plays against an automaton with Normal cards only (SH-103)."""
    return left - NORMAL_DEALT - AUTOMATON_CARDS - FEWEST_COLUMNS * STARTING_LEVELS


def reserves(left: int, say: Words) -> str:
    """How many cards the Reserve has, by number of players (SH-06)."""
    two, three, four = (reserve(seats, left) for seats in (2, 3, 4))
    if SEATS[-1] < 3:
        return say.count("{n} card", "{n} cards", two)
    if SEATS[-1] == 3:
        return say("{two} or {three} cards with two or three players", two=two, three=three)
    return say(
        "{two}, {three} or {four} cards with two, three or four players",
        two=two,
        three=three,
        four=four,
    )


def deal_row(seats: int, row: int, say: Words) -> str:
    """Where the cards go with so many players, as a line of the table."""
    left = NORMAL_CARDS - row
    zone = max(seats + REVEALED, FEWEST_COLUMNS) * STARTING_LEVELS
    if seats == 1:  # the automaton has d Action cards, and Normal ones to fill its deck
        cells = (
            say("1, difficulty d"),
            FEWEST_COLUMNS,
            f"{NORMAL_DEALT} + ({AUTOMATON_CARDS} − d)",
            zone,
            row,
            f"{solo_reserve(left)} + d",
            f"{ACTION_DEALT} + d",
            f"{ACTION_CARDS - ACTION_DEALT} − d",
        )
    else:
        cells = (
            str(seats),
            seats + REVEALED,
            str(seats * NORMAL_DEALT),
            zone,
            row,
            str(reserve(seats, left)),
            str(seats * ACTION_DEALT),
            str(ACTION_CARDS - seats * ACTION_DEALT),
        )
    return f"| {' | '.join(map(str, cells))} |"


def even(counted: Counter[str], names: Sequence[str]) -> int | None:
    """How many there are of each, if of all as many."""
    return counted[names[0]] if len({counted[name] for name in names}) == 1 else None


def split(counted: Counter[str], names: Sequence[str], say: Words) -> str:
    """How many there are of each, in the order of the words."""
    return listed_words([f"{counted[name]} {say(name)}" for name in names], say)


def normal_split(say: Words) -> str:
    counted = Counter(card.colour for card in DECK.normals)
    each, multi = even(counted, COLOURS), counted[MULTICOLOUR]
    if each is None:
        return split(counted, COLOUR_WORDS, say)
    return say("{each} of each colour, {multi} multicolour", each=each, multi=multi)


def action_split(say: Words) -> str:
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
    found = [card.number for card in DECK.actions]
    if found == list(range(EVERY, found[-1] + 1, EVERY)):
        return say("the multiples of {n} up to {last}", n=EVERY, last=found[-1])
    return numbers(DECK.actions, say)


def numbers(cards: Sequence[Card], say: Words) -> str:
    return listed_words([str(card.number) for card in cards], say)
