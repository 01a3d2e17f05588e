"""The words of Moon River: plots, partners, boards, cells and lines of the score sheet."""

from __future__ import annotations

from functools import cache

from kermesse.core.words import ENGLISH, Words, mark
from kermesse.games.moon_river.components import (
    BEAVERS,
    CIRCLES,
    COLOUR_WORDS,
    COLUMNS,
    COW_SYMBOLS,
    COWBOY_SIDE,
    EARS,
    NUGGETS,
    SHOWN,
    SKULLS,
    TABLES,
    TERRAIN,
)
from kermesse.games.moon_river.rules.record import SCENARIOS
from kermesse.games.moon_river.tables import TERRAINS

SPECIALIST_WORDS = tuple(specialist.name for specialist in TABLES.specialists)
SIDE_WORDS = ("specialist", "cowboy")
BOARD_WORDS = tuple(board.name for board in TABLES.boards)
SCENARIO_WORDS = ("none", *SCENARIOS[1:])
LINE_WORDS = (
    *TERRAINS[:-1],
    *("nuggets", "beavers", "ears", "prospectors", "trappers", "farmers", "scenario", "total"),
)

TERRAIN_NAMES = {
    "desert": mark("desert"),
    "canyon": mark("canyon"),
    "meadow": mark("meadow"),
    "forest": mark("forest"),
    "farm": mark("farm"),
    "corn": mark("corn"),
}
SPECIALIST_NAMES = {
    "desperado": mark("desperado"),
    "cattle_thief": mark("cattle thief"),
    "prospector": mark("prospector"),
    "trapper": mark("trapper"),
    "farmer": mark("farmer"),
}
BOARD_NAMES = {
    "field": mark("the field side"),
    "mary": "Mary",
    "calamity": "Calamity",
    "big_jo": "Big Jo",
    "wesley": "Wesley",
}
COLOUR_NAMES = {
    "purple": mark("purple"),
    "orange": mark("orange"),
    "green": mark("green"),
    "white": mark("white"),
}
SCENARIO_NAMES = {
    "none": mark("no scenario"),
    "timber": mark("timber rafting"),
    "gold": mark("gold rush"),
    "outlaws": mark("outlaws"),
    "city": mark("Moon River City"),
}
LINE_NAMES = {
    "nuggets": mark("nuggets"),
    "beavers": mark("beavers"),
    "ears": mark("ears of corn"),
    "prospectors": mark("prospectors"),
    "trappers": mark("trappers"),
    "farmers": mark("farmers"),
    "scenario": mark("scenario"),
    "total": mark("total"),
}


def terrain_name(terrain: int, say: Words = ENGLISH) -> str:
    """A terrain."""
    return say(TERRAIN_NAMES[TERRAINS[terrain]])


@cache
def piece_name(piece: int, say: Words = ENGLISH) -> str:
    """A plot or a bonus tile by its terrain and what it shows: canyon (2 cows)."""
    terrain = terrain_name(int(TERRAIN[piece]), say)
    symbols = [text for text in symbols_of(piece, say) if text]
    if not symbols:
        return terrain
    return say("{terrain} ({symbols})", terrain=terrain, symbols=", ".join(symbols))


def symbols_of(piece: int, say: Words) -> list[str]:
    """What a piece shows, in words; empty for what it does not."""
    cows, skulls, circles = COW_SYMBOLS[piece], SKULLS[piece], CIRCLES[piece]
    nuggets, beavers, ears = NUGGETS[piece], BEAVERS[piece], EARS[piece]
    return [
        say.count("{n} cow", "{n} cows", int(cows)) if cows else "",
        say.count("{n} skull", "{n} skulls", int(skulls)) if skulls else "",
        say.count("{n} circle", "{n} circles", int(circles)) if circles else "",
        say.count("{n} nugget", "{n} nuggets", int(nuggets)) if nuggets else "",
        say.count("{n} beaver", "{n} beavers", int(beavers)) if beavers else "",
        say.count("{n} ear", "{n} ears", int(ears)) if ears else "",
    ]


def specialist_name(specialist: int, say: Words = ENGLISH) -> str:
    """A specialist."""
    return say(SPECIALIST_NAMES[SPECIALIST_WORDS[specialist]])


def recruit_name(recruit: int, say: Words = ENGLISH) -> str:
    """A partner by the side it shows."""
    if recruit % SHOWN == COWBOY_SIDE:
        return say("cowboy")
    return specialist_name(recruit // SHOWN, say)


def board_name(board: int, say: Words = ENGLISH) -> str:
    """The side of a reserve board."""
    return say(BOARD_NAMES[BOARD_WORDS[board]])


def colour_name(colour: int, say: Words = ENGLISH) -> str:
    """A player's colour."""
    return say(COLOUR_NAMES[COLOUR_WORDS[colour]])


def scenario_name(plan: int, say: Words = ENGLISH) -> str:
    """The scenario in play."""
    return say(SCENARIO_NAMES[SCENARIO_WORDS[plan]])


def line_name(line: int, say: Words = ENGLISH) -> str:
    """A line of the score sheet."""
    word = LINE_WORDS[line]
    return say(TERRAIN_NAMES[word] if word in TERRAIN_NAMES else LINE_NAMES[word])


def cell_text(cell: int) -> str:
    """A cell by row and column, row 1 next to the river: r2c3."""
    return f"r{cell // COLUMNS + 1}c{cell % COLUMNS + 1}"
