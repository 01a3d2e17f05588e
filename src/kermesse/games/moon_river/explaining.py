"""What the pieces of Moon River do, in sentences: for tips on the page."""

from __future__ import annotations

from functools import cache

from kermesse.core.words import Words, mark, sentence_case
from kermesse.games.moon_river.components import (
    BEAVERS,
    CIRCLES,
    CORN,
    COW_SYMBOLS,
    EARS,
    NUGGETS,
    SKULLS,
    TERRAIN,
)
from kermesse.games.moon_river.scene import is_cowboy, specialist_of
from kermesse.games.moon_river.words import (
    BOARD_WORDS,
    SPECIALIST_WORDS,
    piece_name,
    recruit_name,
)

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
BRIDGE = mark("A bridge: here a domino may begin with any landscape, at any time (MR-33).")
PROTECTS = mark("Protects all cows of its territory from cattle thieves (MR-60).")


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
    return say(EFFECTS[SPECIALIST_WORDS[specialist_of(recruit)]])


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
    name = BOARD_WORDS[board].replace("_", " ").title()
    return say("Board of {name}: {spaces}, {bridges}.", name=name, spaces=room, bridges=ways)
