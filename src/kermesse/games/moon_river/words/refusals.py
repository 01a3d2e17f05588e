"""Why an action is refused: the rule and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kermesse.core.bits import has, lowest
from kermesse.core.record import NOTHING
from kermesse.core.words import ENGLISH, Words, mark
from kermesse.games.moon_river import state
from kermesse.games.moon_river.components import (
    CELL_CODES,
    CELLS,
    CENTRE,
    CORN,
    KINDS,
    MOST_PLAYERS,
    PAIR_KINDS,
    SHOWN,
    SIDES_OF_A_TILE,
    TERRAIN,
    WAYS,
)
from kermesse.games.moon_river.rules.bonus_tiles import first_side
from kermesse.games.moon_river.rules.ranch import (
    frame,
    land,
    may_keep,
    piece_at,
    placements,
    territory,
)
from kermesse.games.moon_river.state import NEWER, Phase, State
from kermesse.games.moon_river.words.actions import neighbour
from kermesse.games.moon_river.words.names import piece_name, specialist_name, terrain_name

Reason = tuple[str, str]


def refusal(s: State, seat: int, action: int, say: Words = ENGLISH) -> Reason:
    """Why a seat may not act so."""
    if s.over:
        return "MR-94", say("the game is over")
    if not has(s.due, seat):
        return "MR-14", say("it is seat {seat}'s turn", seat=int(s.active))
    if s.phase == Phase.EXPAND:
        return no_domino(s, seat, action, say)
    if s.phase == Phase.CIRCLE:
        return "MR-58", say("choose which circle of your domino comes first")
    asked = ASKED[Phase(s.phase)]
    if not asked.first <= action < asked.end:
        return asked.rule, say(asked.sentence)
    return asked.why(s, seat, action - asked.first, say)


# --- drafting and dominoes ----------------------------------------------------------------------


def no_plot(s: State, seat: int, position: int, say: Words) -> Reason:
    """A plot that is taken."""
    owner = int(s.ranchero[NEWER, position])
    return "MR-10", say("the Ranchero of seat {seat} stands there", seat=owner)


def lacking(s: State, seat: int, pair: int) -> int:
    """A kind of a pair that the seat does not hold, or not twice; NOTHING if it holds both."""
    hand = [int(kind) for kind in s.reserve[seat]]
    for kind in (int(kind) for kind in PAIR_KINDS[pair]):
        if kind not in hand:
            return kind
        hand.remove(kind)
    return NOTHING


def no_domino(s: State, seat: int, action: int, say: Words) -> Reason:
    """Plots that must not be kept, are not there, or fit nowhere."""
    if action == state.KEEP and s.emptying:
        return "MR-82", say("a domino that fits has to be placed")
    if action == state.KEEP:
        return "MR-17", say("your reserve has no free space: a domino has to be made")
    if state.DISCARD <= action < state.DROUGHT:
        return "MR-26", say("plots are given up only if no domino fits")
    if not state.JOIN <= action < state.PLACE:
        if may_keep(s, seat):
            return "MR-19", say("join two of your plots into a domino, or keep them")
        return "MR-19", say("join two of your plots into a domino")
    missing = lacking(s, seat, action - state.JOIN)
    if missing != NOTHING:
        return "MR-19", say("{plot} is not in your reserve", plot=piece_name(missing, say))
    first, second = (piece_name(int(kind), say) for kind in PAIR_KINDS[action - state.JOIN])
    return "MR-32", say("{one} and {two} fit nowhere", one=first, two=second)


def no_placement(s: State, seat: int, step: int, say: Words) -> Reason:
    """Off the frame, on the board, on another plot, or without connection."""
    way, cell = divmod(step, CELLS)
    reason = no_room(s, seat, cell, say) or no_room(s, seat, neighbour(cell, way), say)
    if reason:
        return reason
    if s.joined[0] == s.joined[1]:
        first, second = sorted((cell, neighbour(cell, way)))
        mirrored = placements(s, seat, int(s.joined[0]), int(s.joined[1]), (way + 2) % WAYS)
        if first != cell and has(mirrored, first):  # a number: a text is read in either order
            gaps = {"one": CELL_CODES[first], "two": CELL_CODES[second]}
            return "MR-136", say("two equal plots are written from the river: {one} {two}", **gaps)
    return "MR-32", say(
        "the domino is not connected: it needs a bridge, or a neighbour of the same terrain"
    )


def no_room(s: State, seat: int, cell: int, say: Words) -> Reason | None:
    """Why a cell cannot be covered; None if it can."""
    if cell == CENTRE:
        return "MR-31", say("{cell} is taken by your board", cell=CELL_CODES[cell])
    if cell == NOTHING or not has(frame(s), cell):
        return "MR-30", say("a plot would lie outside the frame")
    if piece_at(s, seat, cell) != NOTHING:
        return "MR-29", say("{cell} holds a plot already", cell=CELL_CODES[cell])
    return None


def no_discard(s: State, seat: int, pair: int, say: Words) -> Reason:
    """Not two of the seat's plots."""
    missing = piece_name(lacking(s, seat, pair), say)
    return "MR-24", say("{plot} is not in your reserve", plot=missing)


# --- symbols ------------------------------------------------------------------------------------


def no_drought(s: State, seat: int, cell: int, say: Words) -> Reason:
    """Another territory, or no cow."""
    skull = lowest(s.skulls_due)
    if not has(territory(s, seat, skull), cell):
        gaps = {"cell": CELL_CODES[cell], "skull": CELL_CODES[skull]}
        return "MR-45", say("{cell} does not belong to the territory of {skull}", **gaps)
    return "MR-45", say("there is no cow on {cell}", cell=CELL_CODES[cell])


def no_recruit(s: State, seat: int, recruit: int, say: Words) -> Reason:
    """A token that is not there."""
    name = specialist_name(recruit // SHOWN, say)
    return "MR-53", say("there is no {specialist} in the saloon", specialist=name)


def no_move(s: State, seat: int, step: int, say: Words) -> Reason:
    """No cow there, or no way."""
    way, cell = divmod(step, CELLS)
    other = neighbour(cell, way)
    if s.cows[seat, cell] == 0:
        return "MR-63", say("there is no cow on {cell}", cell=CELL_CODES[cell])
    if other != NOTHING and has(land(s, seat, CORN), other):
        return "MR-66", say("a cow may not enter corn")
    return "MR-63", say("a cow moves to a plot of your ranch")


def no_swap(s: State, seat: int, exchange: int, say: Words) -> Reason:
    """A plot that is not there, or no exchange at all."""
    rest, theirs = divmod(exchange, KINDS)
    own, other = divmod(rest, MOST_PLAYERS)
    if other == seat or other >= s.seats:
        return "MR-68", say("exchange a plot with another player")
    if own not in s.reserve[seat]:
        return "MR-68", say("{plot} is not in your reserve", plot=piece_name(own, say))
    if theirs not in s.reserve[other]:
        gaps = {"plot": piece_name(theirs, say), "seat": other}
        return "MR-68", say("{plot} is not in the reserve of seat {seat}", **gaps)
    return "MR-136", say("exchanging equal plots changes nothing")


def no_theft(s: State, seat: int, place: int, say: Words) -> Reason:
    """No cow there, or a protected one."""
    other, cell = divmod(place, CELLS)
    if other == seat or other >= s.seats:
        return "MR-71", say("steal from another player")
    gaps = {"cell": CELL_CODES[cell], "seat": other}
    if s.cows[other, cell] == 0:
        return "MR-71", say("there is no cow on {cell} of seat {seat}", **gaps)
    return "MR-60", say("the cow on {cell} of seat {seat} is protected by a partner", **gaps)


# --- bonus tiles --------------------------------------------------------------------------------


def no_tile(s: State, seat: int, tile: int, say: Words) -> Reason:
    """One that fits nowhere while the other does."""
    return "MR-125", say("bonus tile {n} fits nowhere; take one that does", n=tile + 1)


def no_side(s: State, seat: int, terrain: int, say: Words) -> Reason:
    """A side that the tile does not have, or one that fits nowhere."""
    first = first_side(s.tile)
    if terrain not in TERRAIN[first : first + SIDES_OF_A_TILE]:
        name = terrain_name(terrain, say)
        return "MR-121", say("no side of this tile shows {terrain}", terrain=name)
    return "MR-121", say("choose a side of the bonus tile")


def no_bonus_cell(s: State, seat: int, cell: int, say: Words) -> Reason:
    """A cell that is taken, or not connected."""
    terrain = terrain_name(int(TERRAIN[s.side]), say)
    sentence = say("the tile needs a bridge, or a neighbour that is {terrain}", terrain=terrain)
    return no_room(s, seat, cell, say) or ("MR-123", sentence)


class Asked(NamedTuple):
    """The options of a decision, what is said of any other action, and why one is not open."""

    first: int
    end: int
    rule: str
    why: Callable[[State, int, int, Words], Reason]
    sentence: str


ASKED = {
    Phase.CHOOSE_PLOT: Asked(state.CHOOSE, state.KEEP, "MR-27", no_plot,
        mark("choose a plot of the newer column for your Ranchero")),
    Phase.PLACE: Asked(state.PLACE, state.DISCARD, "MR-19", no_placement,
        mark("place the domino: two cells side by side")),
    Phase.DISCARD_TWO: Asked(state.DISCARD, state.DROUGHT, "MR-24", no_discard,
        mark("no domino fits: choose two plots to give up")),
    Phase.DROUGHT: Asked(state.DROUGHT, state.CIRCLE, "MR-45", no_drought,
        mark("choose the cow that the drought takes")),
    Phase.RECRUIT: Asked(state.RECRUIT, state.STOP, "MR-54", no_recruit,
        mark("recruit one of the partners in the saloon")),
    Phase.COWBOY: Asked(state.MOVE, state.DECLINE, "MR-63", no_move,
        mark("move a cow by one plot, or stop")),
    Phase.DESPERADO: Asked(state.SWAP, state.STEAL, "MR-68", no_swap,
        mark("exchange a plot, or decline")),
    Phase.CATTLE_THIEF: Asked(state.STEAL, state.TILE, "MR-71", no_theft,
        mark("steal a cow, or decline")),
    Phase.BONUS_TILE: Asked(state.TILE, state.SIDE, "MR-121", no_tile,
        mark("take a bonus tile")),
    Phase.BONUS_SIDE: Asked(state.SIDE, state.LAY, "MR-121", no_side,
        mark("choose a side of the bonus tile")),
    Phase.BONUS_CELL: Asked(state.LAY, state.ACTIONS, "MR-121", no_bonus_cell,
        mark("lay the bonus tile on a cell")),
}  # fmt: skip
