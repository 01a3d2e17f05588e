"""The words of Moon River: plots, partners, boards and lines, and what the pieces do."""

from __future__ import annotations

from functools import cache

from kermesse.core.words import ENGLISH, Words, mark, sentence_case
from kermesse.games.moon_river.components import (
    BEAVERS,
    BOARD_WORDS,
    CIRCLES,
    COLOUR_WORDS,
    CORN,
    COW_SYMBOLS,
    COWBOY_SIDE,
    EARS,
    NUGGETS,
    SHOWN,
    SKULLS,
    SPECIALIST_CODES,
    TERRAIN,
    TERRAINS,
)
from kermesse.games.moon_river.state import LINE, PLAN

# what a terrain, a specialist, a colour, a scenario, a line of the sheet or a board is called
NAMES = {
    "desert": mark("desert"), "canyon": mark("canyon"), "meadow": mark("meadow"),
    "forest": mark("forest"), "farm": mark("farm"), "corn": mark("corn"),
    "desperado": mark("desperado"), "cattle_thief": mark("cattle thief"),
    "prospector": mark("prospector"), "trapper": mark("trapper"), "farmer": mark("farmer"),
    "purple": mark("purple"), "orange": mark("orange"), "green": mark("green"),
    "white": mark("white"),
    "none": mark("no scenario"), "timber": mark("timber rafting"), "gold": mark("gold rush"),
    "outlaws": mark("outlaws"), "city": mark("Moon River City"),
    "nuggets": mark("nuggets"), "beavers": mark("beavers"), "ears": mark("ears of corn"),
    "prospectors": mark("prospectors"), "trappers": mark("trappers"), "farmers": mark("farmers"),
    "scenario": mark("scenario"), "total": mark("total"),
    "field": mark("the field side"),
    "mary": "Mary", "calamity": "Calamity", "big_jo": "Big Jo", "wesley": "Wesley",
}  # fmt: skip
EFFECTS = {
    "desperado": mark("exchanges one of your plots for one in another reserve"),
    "cattle_thief": mark("steals an unprotected cow from another ranch"),
    "prospector": mark("1 more point for each of your nuggets at the end"),
    "trapper": mark("1 more point for each of your beavers at the end"),
    "farmer": mark("1 more point for each of your ears of corn at the end"),
}
GROUPS = {
    "timber": mark(
        "Each group of at least {least} adjacent forests, one of them by the river, scores {base} "
        "points, and {step} more for each forest beyond {least} (MR-105)."
    ),
    "gold": mark(
        "Each group of at least {least} adjacent plots with nuggets scores {base} points, and "
        "{step} more for each nugget beyond {least} (MR-106)."
    ),
    "outlaws": mark(
        "Each group of at least {least} adjacent partners, one of them a desperado or a cattle "
        "thief, scores {base} points, and {step} more for each partner beyond {least} (MR-109)."
    ),
    "city": mark(
        "Each group of at least {least} adjacent farms scores {base} points, and {step} more for "
        "each farm beyond {least} (MR-111)."
    ),
}
PROTECTS = mark("Protects all cows of its territory from cattle thieves (MR-60).")

# --- names --------------------------------------------------------------------------------------


def terrain_name(terrain: int, say: Words = ENGLISH) -> str:
    """A terrain."""
    return say(NAMES[TERRAINS[terrain]])


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
    return say(NAMES[SPECIALIST_CODES[specialist]])


def is_cowboy(recruit: int) -> bool:
    """Whether a partner shows its cowboy side."""
    return recruit % SHOWN == COWBOY_SIDE


def recruit_name(recruit: int, say: Words = ENGLISH) -> str:
    """A partner by the side it shows."""
    return say("cowboy") if is_cowboy(recruit) else specialist_name(recruit // SHOWN, say)


def board_name(board: int, say: Words = ENGLISH) -> str:
    """The side of a reserve board."""
    return say(NAMES[BOARD_WORDS[board]])


def colour_name(colour: int, say: Words = ENGLISH) -> str:
    """A player's colour."""
    return say(NAMES[COLOUR_WORDS[colour]])


def scenario_name(plan: int, say: Words = ENGLISH) -> str:
    """The scenario in play."""
    return say(NAMES[PLAN.write(plan)])


def line_name(line: int, say: Words = ENGLISH) -> str:
    """A line of the score sheet."""
    return say(NAMES[LINE.write(line)])


# --- what pieces do, for tips -------------------------------------------------------------------


@cache
def piece_tip(piece: int, say: Words) -> str:
    """A plot and what it brings."""
    said = [sentence_case(piece_name(piece, say)) + "."]
    if TERRAIN[piece] == CORN:
        said.append(say("No cow may enter corn (MR-66)."))
    if COW_SYMBOLS[piece]:
        said.append(say("A cow comes for each cow symbol when it is placed (MR-42)."))
    if SKULLS[piece]:
        said.append(say("Drought: a cow of its territory goes when it is placed (MR-45)."))
    if CIRCLES[piece]:
        said.append(say("A partner comes from the saloon when it is placed (MR-52)."))
    if NUGGETS[piece] or BEAVERS[piece] or EARS[piece]:
        said.append(say("1 point for each nugget, beaver and ear (MR-91)."))
    return " ".join(said)


@cache
def effect(recruit: int, steps: int, say: Words) -> str:
    """What a partner does, without its name."""
    if is_cowboy(recruit):
        return say.count("moves cows up to {n} step", "moves cows up to {n} steps", steps)
    return say(EFFECTS[SPECIALIST_CODES[recruit // SHOWN]])


@cache
def partner_tip(recruit: int, steps: int, say: Words) -> str:
    """A partner and what it does."""
    name = sentence_case(recruit_name(recruit, say))
    what = effect(recruit, steps, say)
    return say("{name}: {effect}.", name=name, effect=what) + " " + say(PROTECTS)


@cache
def scenario_rule(word: str, group: tuple[int, int, int], say: Words) -> str:
    """What a scenario rewards, with the numbers of this match."""
    least, base, step = group
    return say(GROUPS[word], least=least, base=base, step=step)


@cache
def board_tip(board: int, spaces: int, bridges: int, say: Words) -> str:
    """What a reserve board offers."""
    room = say.count("{n} space", "{n} spaces", spaces)
    ways = say.count("{n} bridge", "{n} bridges", bridges)
    if BOARD_WORDS[board] == "field":
        return say("Reserve board: {spaces}, {bridges}.", spaces=room, bridges=ways)
    return say(
        "Board of {name}: {spaces}, {bridges}.", name=board_name(board), spaces=room, bridges=ways
    )
