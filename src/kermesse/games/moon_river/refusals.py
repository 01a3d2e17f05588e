"""Why an action is refused: the rule and a sentence."""

from __future__ import annotations

from kermesse.core.bits import has
from kermesse.core.record import NOTHING, Record
from kermesse.core.words import ENGLISH, Words
from kermesse.games.moon_river.components import (
    CELLS,
    CENTRE,
    COLUMNS,
    CORN,
    EAST,
    KINDS,
    PAIR_KINDS,
    SEATS,
    SHOWN,
    STRIDE,
    TERRAIN,
    WAYS,
    WEST,
)
from kermesse.games.moon_river.rules.bonus_tiles import first_side
from kermesse.games.moon_river.rules.ranch import land, piece_at, placements, territory
from kermesse.games.moon_river.rules.record import (
    CHOOSE,
    CIRCLE,
    DECLINE,
    DISCARD,
    DROUGHT,
    JOIN,
    KEEP,
    LAY,
    MOVE,
    NEWER,
    PLACE,
    RECRUIT,
    SIDE,
    STEAL,
    STOP,
    SWAP,
    TILE,
    Phase,
)
from kermesse.games.moon_river.rules.reserve import may_keep
from kermesse.games.moon_river.rules.two_players import frame
from kermesse.games.moon_river.words import (
    cell_text,
    piece_name,
    specialist_name,
    terrain_name,
)

Reason = tuple[str, str]


def refusal(s: Record, seat: int, action: int, say: Words = ENGLISH) -> Reason:
    """Why a seat may not act so."""
    if s.over:
        return "MR-94", say("the game is over")
    if not has(s.due, seat):
        return "MR-14", say("it is seat {seat}'s turn", seat=int(s.active))
    answer = {
        Phase.CHOOSE_PLOT: no_plot,
        Phase.EXPAND: no_domino,
        Phase.PLACE: no_placement,
        Phase.DISCARD_TWO: no_discard,
        Phase.DROUGHT: no_drought,
        Phase.CIRCLE: no_circle,
        Phase.RECRUIT: no_recruit,
        Phase.COWBOY: no_move,
        Phase.DESPERADO: no_swap,
        Phase.CATTLE_THIEF: no_theft,
        Phase.BONUS_TILE: no_tile,
        Phase.BONUS_SIDE: no_side,
        Phase.BONUS_CELL: no_bonus_cell,
    }[Phase(s.phase)]
    return answer(s, seat, action, say)


# --- drafting -----------------------------------------------------------------------------------


def no_plot(s: Record, seat: int, action: int, say: Words) -> Reason:
    """A plot that is taken, or something else."""
    if not CHOOSE <= action < KEEP:
        return "MR-27", say("choose a plot of the newer column for your Ranchero")
    owner = int(s.ranchero[NEWER, action - CHOOSE])
    return "MR-10", say("the Ranchero of seat {seat} stands there", seat=owner)


# --- dominoes -----------------------------------------------------------------------------------


def lacking(s: Record, seat: int, pair: int) -> int:
    """A kind of a pair that the seat does not hold, or not twice; NOTHING if it holds both."""
    hand = [int(kind) for kind in s.reserve[seat]]
    for kind in (int(kind) for kind in PAIR_KINDS[pair]):
        if kind not in hand:
            return kind
        hand.remove(kind)
    return NOTHING


def no_domino(s: Record, seat: int, action: int, say: Words) -> Reason:
    """Plots that must not be kept, are not there, or fit nowhere."""
    if action == KEEP and s.emptying:
        return "MR-82", say("a domino that fits has to be placed")
    if action == KEEP:
        return "MR-17", say("your reserve has no free space: a domino has to be made")
    if DISCARD <= action < DROUGHT:
        return "MR-26", say("plots are given up only if no domino fits")
    if not JOIN <= action < PLACE:
        if may_keep(s, seat):
            return "MR-19", say("join two of your plots into a domino, or keep them")
        return "MR-19", say("join two of your plots into a domino")
    missing = lacking(s, seat, action - JOIN)
    if missing != NOTHING:
        return "MR-19", say("{plot} is not in your reserve", plot=piece_name(missing, say))
    first, second = (piece_name(int(kind), say) for kind in PAIR_KINDS[action - JOIN])
    return "MR-32", say("{one} and {two} fit nowhere", one=first, two=second)


def neighbour(cell: int, way: int) -> int:
    """The cell that way, or NOTHING beyond the edge."""
    column = cell % COLUMNS
    if (way == EAST and column == COLUMNS - 1) or (way == WEST and column == 0):
        return NOTHING
    other = cell + int(STRIDE[way])
    return other if 0 <= other < CELLS else NOTHING


def no_placement(s: Record, seat: int, action: int, say: Words) -> Reason:
    """Off the frame, on the board, on another plot, or without connection."""
    if not PLACE <= action < DISCARD:
        return "MR-19", say("place the domino: two cells side by side")
    way, cell = divmod(action - PLACE, CELLS)
    for covered in (cell, neighbour(cell, way)):
        reason = no_room(s, seat, covered, say)
        if reason:
            return reason
    if s.joined[0] == s.joined[1]:
        first, second = sorted((cell, neighbour(cell, way)))
        mirrored = placements(s, seat, int(s.joined[0]), int(s.joined[1]), (way + 2) % WAYS)
        if first != cell and has(mirrored, first):  # a number: a text is read in either order
            gaps = {"one": cell_text(first), "two": cell_text(second)}
            return "MR-136", say("two equal plots are written from the river: {one} {two}", **gaps)
    return "MR-32", say(
        "the domino is not connected: it needs a bridge, or a neighbour of the same terrain"
    )


def no_room(s: Record, seat: int, cell: int, say: Words) -> Reason | None:
    """Why a cell cannot be covered; None if it can."""
    if cell == CENTRE:
        return "MR-31", say("{cell} is taken by your board", cell=cell_text(cell))
    if cell == NOTHING or not has(frame(s), cell):
        return "MR-30", say("a plot would lie outside the frame")
    if piece_at(s, seat, cell) != NOTHING:
        return "MR-29", say("{cell} holds a plot already", cell=cell_text(cell))
    return None


def no_discard(s: Record, seat: int, action: int, say: Words) -> Reason:
    """Not two of the own plots."""
    if not DISCARD <= action < DROUGHT:
        return "MR-24", say("no domino fits: choose two plots to give up")
    missing = piece_name(lacking(s, seat, action - DISCARD), say)
    return "MR-24", say("{plot} is not in your reserve", plot=missing)


# --- symbols ------------------------------------------------------------------------------------


def no_drought(s: Record, seat: int, action: int, say: Words) -> Reason:
    """Another territory, or no cow."""
    if not DROUGHT <= action < CIRCLE:
        return "MR-45", say("choose the cow that the drought takes")
    cell = action - DROUGHT
    skull = min(n for n in range(CELLS) if has(s.skulls_due, n))
    if not has(territory(s, seat, skull), cell):
        gaps = {"cell": cell_text(cell), "skull": cell_text(skull)}
        return "MR-45", say("{cell} does not belong to the territory of {skull}", **gaps)
    return "MR-45", say("there is no cow on {cell}", cell=cell_text(cell))


def no_circle(s: Record, seat: int, action: int, say: Words) -> Reason:
    """Not a circle of this domino."""
    return "MR-58", say("choose which circle of your domino comes first")


def no_recruit(s: Record, seat: int, action: int, say: Words) -> Reason:
    """A token that is not there."""
    if not RECRUIT <= action < STOP:
        return "MR-54", say("recruit one of the partners in the saloon")
    name = specialist_name((action - RECRUIT) // SHOWN, say)
    return "MR-53", say("there is no {specialist} in the saloon", specialist=name)


# --- partners -----------------------------------------------------------------------------------


def no_move(s: Record, seat: int, action: int, say: Words) -> Reason:
    """No cow there, or no way."""
    if not MOVE <= action < DECLINE:
        return "MR-63", say("move a cow by one plot, or stop")
    way, cell = divmod(action - MOVE, CELLS)
    other = neighbour(cell, way)
    if s.cows[seat, cell] == 0:
        return "MR-63", say("there is no cow on {cell}", cell=cell_text(cell))
    if other != NOTHING and has(land(s, seat, CORN), other):
        return "MR-66", say("a cow may not enter corn")
    return "MR-63", say("a cow moves to a plot of your ranch")


def no_swap(s: Record, seat: int, action: int, say: Words) -> Reason:
    """A plot that is not there, or no exchange at all."""
    if not SWAP <= action < STEAL:
        return "MR-68", say("exchange a plot, or decline")
    rest, theirs = divmod(action - SWAP, KINDS)
    own, other = divmod(rest, SEATS)
    if other == seat or other >= s.seats:
        return "MR-68", say("exchange a plot with another player")
    if own not in s.reserve[seat]:
        return "MR-68", say("{plot} is not in your reserve", plot=piece_name(own, say))
    if theirs not in s.reserve[other]:
        gaps = {"plot": piece_name(theirs, say), "seat": other}
        return "MR-68", say("{plot} is not in the reserve of seat {seat}", **gaps)
    return "MR-136", say("exchanging equal plots changes nothing")


def no_theft(s: Record, seat: int, action: int, say: Words) -> Reason:
    """No cow there, or a protected one."""
    if not STEAL <= action < TILE:
        return "MR-71", say("steal a cow, or decline")
    other, cell = divmod(action - STEAL, CELLS)
    if other == seat or other >= s.seats:
        return "MR-71", say("steal from another player")
    gaps = {"cell": cell_text(cell), "seat": other}
    if s.cows[other, cell] == 0:
        return "MR-71", say("there is no cow on {cell} of seat {seat}", **gaps)
    return "MR-60", say("the cow on {cell} of seat {seat} is protected by a partner", **gaps)


# --- bonus tiles --------------------------------------------------------------------------------


def no_tile(s: Record, seat: int, action: int, say: Words) -> Reason:
    """A tile that is gone, or one that fits nowhere while the other does."""
    if not TILE <= action < SIDE:
        return "MR-121", say("take a bonus tile")
    return "MR-125", say("bonus tile {n} fits nowhere; take one that does", n=action - TILE + 1)


def no_side(s: Record, seat: int, action: int, say: Words) -> Reason:
    """A side that the tile does not have."""
    terrains = [int(TERRAIN[first_side(s.tile) + side]) for side in range(2)]
    if SIDE <= action < LAY and action - SIDE not in terrains:
        name = terrain_name(action - SIDE, say)
        return "MR-121", say("no side of this tile shows {terrain}", terrain=name)
    return "MR-121", say("choose a side of the bonus tile")


def no_bonus_cell(s: Record, seat: int, action: int, say: Words) -> Reason:
    """A cell that is taken, or not connected."""
    if not LAY <= action < LAY + CELLS:
        return "MR-121", say("lay the bonus tile on a cell")
    cell = action - LAY
    reason = no_room(s, seat, cell, say)
    if reason:
        return reason
    return "MR-123", say(
        "the tile needs a bridge, or a neighbour that is {terrain}",
        terrain=terrain_name(int(TERRAIN[s.side]), say),
    )
