"""Ranches and reserves: where a domino may lie, making and placing it (MR-16…40)."""

from __future__ import annotations

from kermesse.core.bits import bit, count, has, listed, lowest
from kermesse.core.grid import flood, neighbours
from kermesse.core.kernel import kernel
from kermesse.core.order_of_play import NONE, SEVERAL
from kermesse.core.record import NOTHING, Moves, tell
from kermesse.games.moon_river.components import (
    BRIDGES,
    CELLS,
    CIRCLES,
    COLUMNS,
    CORN,
    COW_SYMBOLS,
    EAST,
    FIELD,
    GRID,
    MEMBER,
    MEMBERS,
    MOST_HELD,
    NORTH,
    PAIR,
    PAIR_KINDS,
    PIECES,
    RECRUITS,
    SKULLS,
    SPACES,
    STRIDE,
    TERRAIN,
    TWO,
    USABLE,
    USABLE_SMALL,
    WAYS,
    WEST,
)
from kermesse.games.moon_river.state import (
    DISCARD,
    GO_ON,
    JOIN,
    KEEP,
    LEGENDS,
    PLACE,
    STEP_3,
    Happening,
    Phase,
    State,
)

# --- what lies there ----------------------------------------------------------------------------


@kernel
def land(s: State, seat: int, terrain: int) -> int:
    """The cells of a ranch with that terrain."""
    cells = 0
    for i in range(MEMBERS[terrain]):
        cells |= int(s.ranch[seat, MEMBER[terrain, i]])
    return cells


@kernel
def taken(s: State, seat: int) -> int:
    """The cells that hold a plot."""
    cells = 0
    for piece in range(PIECES):
        cells |= int(s.ranch[seat, piece])
    return cells


@kernel
def frame(s: State) -> int:
    """The cells that can hold a plot: 24, with two players 49 (MR-30, MR-31, MR-116)."""
    return USABLE if s.seats == TWO else USABLE_SMALL


@kernel
def free(s: State, seat: int) -> int:
    """The cells of the frame that can still hold a plot (MR-30, MR-31)."""
    return frame(s) & ~taken(s, seat)


@kernel
def piece_at(s: State, seat: int, cell: int) -> int:
    """What lies on a cell; NOTHING if it is free."""
    for piece in range(PIECES):
        if has(s.ranch[seat, piece], cell):
            return piece
    return NOTHING


@kernel
def territory(s: State, seat: int, cell: int) -> int:
    """The cells of the territory that a plot belongs to (MR-39)."""
    return flood(bit(cell), land(s, seat, int(TERRAIN[piece_at(s, seat, cell)])), GRID)


@kernel
def herd(s: State, seat: int) -> int:
    """The cells with at least one cow."""
    cells = 0
    for cell in range(CELLS):
        cells |= int(s.cows[seat, cell] > 0) << cell
    return cells


@kernel
def pasture(s: State, seat: int) -> int:
    """The plots that a cow may enter: all but corn (MR-66)."""
    return taken(s, seat) & ~land(s, seat, CORN)


@kernel
def partnered(s: State, seat: int) -> int:
    """The cells with a partner, whichever side it shows."""
    cells = 0
    for recruit in range(RECRUITS):
        cells |= int(s.partners[seat, recruit])
    return cells


# --- where a domino may lie ---------------------------------------------------------------------


@kernel
def board_of(s: State, seat: int) -> int:
    """The field side, or the legend of the seat's colour (MR-02, MR-100, MR-101)."""
    return FIELD if s.variant != LEGENDS else 1 + int(s.colour[seat])


@kernel
def cells_before(cells: int, way: int) -> int:
    """The cells from which one step that way leads into one of these."""
    if way == EAST:
        return (cells & ~GRID.first) >> 1
    if way == NORTH:
        return cells >> COLUMNS
    if way == WEST:
        return ((cells & ~GRID.last) << 1) & GRID.cells
    return (cells << COLUMNS) & GRID.cells


@kernel
def connecting(s: State, seat: int, piece: int) -> int:
    """Where a plot would be connected: on a bridge, or next to its own terrain (MR-32, MR-33)."""
    bridges = int(BRIDGES[board_of(s, seat)])
    return bridges | neighbours(land(s, seat, int(TERRAIN[piece])), GRID)


@kernel
def ways(first: int, second: int) -> int:
    """In how many ways two plots lie; of equal ones the first comes first in reading (MR-136)."""
    return WAYS // 2 if first == second else WAYS


@kernel
def placements(s: State, seat: int, first: int, second: int, way: int) -> int:
    """The cells of the first plot from which the second may lie that way (MR-29…36).

    Only plots placed earlier connect, not the two of the domino with each other (MR-34); one
    plot that is connected is enough (MR-35).
    """
    room = free(s, seat)
    connected = connecting(s, seat, first) | cells_before(connecting(s, seat, second), way)
    return room & cells_before(room, way) & connected


@kernel
def fits(s: State, seat: int, first: int, second: int) -> bool:
    """Whether a domino has any legal placement."""
    cells = 0
    for way in range(ways(first, second)):
        cells |= placements(s, seat, first, second, way)
    return cells != 0


# --- the reserve: a few kinds in ascending order, then NOTHING ----------------------------------


@kernel
def held(s: State, seat: int) -> int:
    """How many plots a seat has not placed."""
    n = 0
    while n < MOST_HELD and s.reserve[seat, n] != NOTHING:
        n += 1
    return n


@kernel
def plot_at(s: State, seat: int, place: int) -> int:
    """The kind of an unplaced plot; NOTHING beyond the last one."""
    return 0 + int(s.reserve[seat, place])


@kernel
def put_in(s: State, seat: int, kind: int) -> None:
    """Add a plot at its place in the order."""
    at = held(s, seat)
    while at > 0 and s.reserve[seat, at - 1] > kind:
        s.reserve[seat, at] = s.reserve[seat, at - 1]
        at -= 1
    s.reserve[seat, at] = kind


@kernel
def take_out(s: State, seat: int, kind: int) -> None:
    """Take one plot of a kind, which is there, out."""
    at = 0
    while s.reserve[seat, at] != kind:
        at += 1
    while at < MOST_HELD - 1:
        s.reserve[seat, at] = s.reserve[seat, at + 1]
        at += 1
    s.reserve[seat, MOST_HELD - 1] = NOTHING


@kernel
def is_new(s: State, seat: int, at: int) -> bool:
    """Whether a plot is the first of its kind in the reserve."""
    return at == 0 or s.reserve[seat, at] != s.reserve[seat, at - 1]


@kernel
def pairs(s: State, seat: int) -> int:
    """The different pairs of unplaced plots, as a set of MOST_HELD * place + place (MR-136)."""
    found = 0
    n = held(s, seat)
    for i in range(n):
        for j in range(i + 1, n):
            if is_new(s, seat, i) and (j == i + 1 or is_new(s, seat, j)):
                found |= bit(MOST_HELD * i + j)
    return found


@kernel
def fitting_pairs(s: State, seat: int) -> int:
    """Those of the pairs that can be placed somewhere (MR-25)."""
    found = 0
    left = pairs(s, seat)
    while left:
        places = lowest(left)
        left &= left - 1
        first, second = plot_at(s, seat, places // MOST_HELD), plot_at(s, seat, places % MOST_HELD)
        if fits(s, seat, first, second):
            found |= bit(places)
    return found


@kernel
def may_keep(s: State, seat: int) -> bool:
    """Whether step 2 may end: all unplaced plots have a space (MR-17, MR-23, MR-140)."""
    return s.emptying == 0 and held(s, seat) <= SPACES[board_of(s, seat)]


# --- expand -------------------------------------------------------------------------------------


@kernel
def pair_number(s: State, seat: int, places: int) -> int:
    """The number of the pair that lies in two places of a reserve."""
    return int(PAIR[s.reserve[seat, places // MOST_HELD], s.reserve[seat, places % MOST_HELD]])


@kernel
def list_pairs(s: State, seat: int, found: int, out: Moves, offset: int) -> int:
    """Write the numbers of some pairs, which lie in ascending order; return how many."""
    left = found
    n = 0
    while left:
        out[n] = offset + pair_number(s, seat, lowest(left))
        left &= left - 1
        n += 1
    return n


@kernel
def dominoes(s: State, seat: int, out: Moves) -> int:
    """`keep` if all plots have a space, and every pair that fits somewhere (MR-19, MR-23)."""
    if not may_keep(s, seat):
        "MR-17"
        return list_pairs(s, seat, fitting_pairs(s, seat), out, JOIN)
    "MR-23"
    out[0] = KEEP
    return 1 + list_pairs(s, seat, fitting_pairs(s, seat), out[1:], JOIN)


@kernel
def only_domino(s: State, seat: int) -> int:
    """The only pair that fits and must be joined, or `keep` if none does."""
    found = fitting_pairs(s, seat)
    if int(may_keep(s, seat)) + count(found) > 1:
        return SEVERAL
    return JOIN + pair_number(s, seat, lowest(found)) if found else KEEP


@kernel
def join(s: State, seat: int, action: int) -> None:
    """Keep the plots, or make a domino of two of them (MR-18, MR-19)."""
    if action == KEEP:
        "MR-18"
        tell(s, Happening.KEPT, seat, held(s, seat))
        s.phase = STEP_3
        return
    s.joined[0] = PAIR_KINDS[action - JOIN, 0]
    s.joined[1] = PAIR_KINDS[action - JOIN, 1]
    "MR-19"
    s.phase = Phase.PLACE
    tell(s, Happening.JOINED, seat, s.joined[0], s.joined[1])


# --- place --------------------------------------------------------------------------------------


@kernel
def places(s: State, seat: int, out: Moves) -> int:
    """Every cell of the first plot with every way to the second (MR-36)."""
    first, second = int(s.joined[0]), int(s.joined[1])
    n = 0
    for way in range(ways(first, second)):
        n += listed(placements(s, seat, first, second, way), out[n:], PLACE + way * CELLS)
    return n


@kernel
def only_place(s: State, seat: int) -> int:
    """The placement of a domino that has one."""
    first, second = int(s.joined[0]), int(s.joined[1])
    found = NONE
    for way in range(ways(first, second)):
        cells = placements(s, seat, first, second, way)
        if cells and (found != NONE or cells & (cells - 1)):
            return SEVERAL
        if cells:
            found = PLACE + way * CELLS + lowest(cells)
    return found


@kernel
def place(s: State, seat: int, action: int) -> None:
    """The domino lies where it will stay (MR-38); its symbols come next (MR-41)."""
    way, cell = (action - PLACE) // CELLS, (action - PLACE) % CELLS
    other = cell + int(STRIDE[way])
    first, second = int(s.joined[0]), int(s.joined[1])
    put_down(s, seat, first, cell)
    put_down(s, seat, second, other)
    s.joined[:] = NOTHING
    tell(s, Happening.PLACED, seat, first, cell, second, other)
    s.phase = GO_ON


@kernel
def put_down(s: State, seat: int, kind: int, cell: int) -> None:
    """A plot leaves the reserve for the ranch, and its symbols wait (MR-41)."""
    take_out(s, seat, kind)
    s.ranch[seat, kind] |= bit(cell)
    if COW_SYMBOLS[kind]:
        s.cows_due |= bit(cell)
    if SKULLS[kind]:
        s.skulls_due |= bit(cell)
    if CIRCLES[kind]:
        s.circles_due |= bit(cell)


# --- nothing fits -------------------------------------------------------------------------------


@kernel
def plots_to_discard(s: State, seat: int, out: Moves) -> int:
    """Any two of the unplaced plots (MR-24)."""
    return list_pairs(s, seat, pairs(s, seat), out, DISCARD)


@kernel
def only_discard(s: State, seat: int) -> int:
    """The only two different plots."""
    found = pairs(s, seat)
    if count(found) > 1:
        return SEVERAL
    return DISCARD + pair_number(s, seat, lowest(found))


@kernel
def discard_two(s: State, seat: int, action: int) -> None:
    """Two plots are removed from the game; the others have their spaces now (MR-24)."""
    first, second = int(PAIR_KINDS[action - DISCARD, 0]), int(PAIR_KINDS[action - DISCARD, 1])
    take_out(s, seat, first)
    take_out(s, seat, second)
    s.removed[first] += 1
    s.removed[second] += 1
    tell(s, Happening.DISCARDED, seat, first, second)
    s.phase = STEP_3
