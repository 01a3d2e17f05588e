"""A ranch: which plots lie where, their territories, and where a domino may lie (MR-29…40)."""

from __future__ import annotations

from kermesse.core.bits import bit, has
from kermesse.core.grid import flood, neighbours
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record
from kermesse.games.moon_river.components import (
    BRIDGES,
    CELLS,
    COLUMNS,
    CORN,
    EAST,
    GRID,
    MEMBER,
    MEMBERS,
    NORTH,
    PIECES,
    RECRUITS,
    TERRAIN,
    WAYS,
    WEST,
)
from kermesse.games.moon_river.rules.legends import board_of
from kermesse.games.moon_river.rules.two_players import frame

# --- what lies there ----------------------------------------------------------------------------


@kernel
def land(s: Record, seat: int, terrain: int) -> int:
    """The cells of a ranch with that terrain."""
    cells = 0
    for i in range(MEMBERS[terrain]):
        cells |= int(s.ranch[seat, MEMBER[terrain, i]])
    return cells


@kernel
def taken(s: Record, seat: int) -> int:
    """The cells that hold a plot."""
    cells = 0
    for piece in range(PIECES):
        cells |= int(s.ranch[seat, piece])
    return cells


@kernel
def free(s: Record, seat: int) -> int:
    """The cells of the frame that can still hold a plot (MR-30, MR-31)."""
    return frame(s) & ~taken(s, seat)


@kernel
def piece_at(s: Record, seat: int, cell: int) -> int:
    """What lies on a cell; NOTHING if it is free."""
    for piece in range(PIECES):
        if has(s.ranch[seat, piece], cell):
            return piece
    return NOTHING


@kernel
def territory(s: Record, seat: int, cell: int) -> int:
    """The cells of the territory that a plot belongs to (MR-39)."""
    return flood(bit(cell), land(s, seat, int(TERRAIN[piece_at(s, seat, cell)])), GRID)


@kernel
def herd(s: Record, seat: int) -> int:
    """The cells with at least one cow."""
    cells = 0
    for cell in range(CELLS):
        cells |= int(s.cows[seat, cell] > 0) << cell
    return cells


@kernel
def pasture(s: Record, seat: int) -> int:
    """The plots that a cow may enter: all but corn (MR-66)."""
    return taken(s, seat) & ~land(s, seat, CORN)


@kernel
def partnered(s: Record, seat: int) -> int:
    """The cells with a partner, whichever side it shows."""
    cells = 0
    for recruit in range(RECRUITS):
        cells |= int(s.partners[seat, recruit])
    return cells


# --- where a domino may lie ---------------------------------------------------------------------


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
def connecting(s: Record, seat: int, piece: int) -> int:
    """Where a plot would be connected: on a bridge, or next to its own terrain (MR-32, MR-33)."""
    bridges = int(BRIDGES[board_of(s, seat)])
    return bridges | neighbours(land(s, seat, int(TERRAIN[piece])), GRID)


@kernel
def ways(first: int, second: int) -> int:
    """In how many ways two plots lie; of equal ones the first comes first in reading (MR-136)."""
    return WAYS // 2 if first == second else WAYS


@kernel
def placements(s: Record, seat: int, first: int, second: int, way: int) -> int:
    """The cells of the first plot from which the second may lie that way (MR-29…36).

    Only plots placed earlier connect, not the two of the domino with each other (MR-34); one
    plot that is connected is enough (MR-35).
    """
    room = free(s, seat)
    connected = connecting(s, seat, first) | cells_before(connecting(s, seat, second), way)
    return room & cells_before(room, way) & connected


@kernel
def fits(s: Record, seat: int, first: int, second: int) -> bool:
    """Whether a domino has any legal placement."""
    cells = 0
    for way in range(ways(first, second)):
        cells |= placements(s, seat, first, second, way)
    return cells != 0
