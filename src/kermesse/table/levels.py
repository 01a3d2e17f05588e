"""The bots that a table offers: in which order, in which words, and which of them only glance."""

from __future__ import annotations

from kermesse.bots import bot_names
from kermesse.core.game import Game
from kermesse.core.recipes import LEVELS, Search
from kermesse.core.words import Words, mark

USUAL = "casual"  # the default, and the stand-in for somebody whose time is up

TITLES = {
    "novice": mark("Novice"),
    "casual": mark("Casual"),
    "skilled": mark("Skilled"),
    "strong": mark("Strong"),
    "expert": mark("Expert"),
    "random": mark("Random"),
    "greedy": mark("Greedy"),
}
# few words: on a phone a list shows about thirty letters of a line
MANNERS = {
    "novice": mark("often misjudges"),
    "casual": mark("sound, with some slips"),
    "skilled": mark("misses little"),
    "strong": mark("gives little away"),
    "expert": mark("plays its very best"),
    "random": mark("anything allowed"),
    "greedy": mark("what looks best now"),
}


def offered_bots() -> list[str]:
    """All bots: the levels from the weakest to the strongest, then those that are no level."""
    return [*LEVELS, *(name for name in bot_names() if name not in LEVELS)]


def bot_title(name: str, say: Words) -> str:
    """What a bot is called."""
    return say(TITLES[name]) if name in TITLES else name.capitalize()


def bot_manner(name: str, say: Words) -> str:
    """How a bot plays, in a few words."""
    return say(MANNERS[name]) if name in MANNERS else ""


def bot_line(name: str, say: Words) -> str:
    """A bot as a list offers it: its name, and how it plays."""
    manner = bot_manner(name, say)
    title = bot_title(name, say)
    return say("{bot}: {manner}", bot=title, manner=manner) if manner else title


def glances(name: str, game: Game, seats: int) -> bool:
    """Whether a bot decides at a glance: it searches nothing, and needs no search compiled."""
    recipe = game.levels(seats).get(name)
    return recipe is None or recipe.search is Search.GLANCE
