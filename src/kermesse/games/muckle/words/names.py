"""The words of Muckle: names of cards, players and teams in a person's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kermesse.core.record import UNKNOWN
from kermesse.core.words import ENGLISH, Words, mark
from kermesse.games.muckle.components import CARD_WORDS, PLAYERS, TEAMS

# Said of a card in the log, by its word in the table of cards.
CARD_NAMES = {
    "run": mark("Run"),
    "tackle_left": mark("Tackle left"),
    "tackle_right": mark("Tackle right"),
    "tackle_both": mark("Tackle both"),
    "dodge_left": mark("Dodge left"),
    "dodge_right": mark("Dodge right"),
    "pass": mark("Pass"),
    "rest": mark("Rest"),
}


@cache
def card_name(kind: int, say: Words = ENGLISH) -> str:
    """A card by its name, also one that is not known."""
    if kind == UNKNOWN:
        return say("a hidden card")
    word = CARD_WORDS[kind]
    return say(CARD_NAMES.get(word, word))


def members(team: int) -> tuple[int, ...]:
    """The seats of a team (MK-01)."""
    return tuple(range(team, PLAYERS, TEAMS))


def team_name(team: int, names: Sequence[str], say: Words = ENGLISH) -> str:
    """A team by its two players."""
    one, two = members(team)
    return say("{one} and {two}", one=names[one], two=names[two])
