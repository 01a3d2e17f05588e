"""The landscape bonus tiles of the game for two (MR-120…130)."""

from __future__ import annotations

from kermesse.core.bits import bit, has, including, without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record, tell
from kermesse.games.moon_river.components import KINDS, SIDES_OF_A_TILE, TERRAIN, TILES
from kermesse.games.moon_river.rules.ranch import connecting, free
from kermesse.games.moon_river.rules.record import LAY, SIDE, TILE, Happening, Phase
from kermesse.games.moon_river.rules.table import mover


@kernel
def reach(s: Record) -> None:
    """A ranch has reached the last row: its owner takes a bonus tile (MR-121, MR-126, MR-128)."""
    s.reached = including(s.reached, s.active)  # perhaps MR-126, MR-128
    s.phase = Phase.BONUS_TILE
    tell(s, Happening.REACHED, s.active)


@kernel
def bonus_cells(s: Record, piece: int) -> int:
    """The free cells where a side fits: a bridge, or next to its own terrain (MR-123)."""
    return free(s, mover(s)) & connecting(s, mover(s), piece)


@kernel
def first_side(tile: int) -> int:
    """The piece that is the first side of a tile; the second one follows it."""
    return KINDS + tile * SIDES_OF_A_TILE


@kernel
def fitting_sides(s: Record, tile: int) -> int:
    """The terrains of a tile's sides that fit somewhere, as a set (MR-125)."""
    terrains = 0
    for piece in range(first_side(tile), first_side(tile) + SIDES_OF_A_TILE):
        if bonus_cells(s, piece):
            terrains = including(terrains, TERRAIN[piece])
    return terrains


@kernel
def tiles_on_offer(s: Record) -> int:
    """The tiles that fit somewhere; if none does, all that are left (MR-125)."""
    fitting = 0
    for tile in range(TILES):
        if has(s.tiles, tile) and fitting_sides(s, tile):
            fitting = including(fitting, tile)
    return fitting if fitting else int(s.tiles)


@kernel
def take_tile(s: Record, action: int) -> None:
    """A tile is taken; one that fits nowhere is removed from the game (MR-121, MR-124)."""
    tile = action - TILE
    s.tiles = without(s.tiles, tile)
    if fitting_sides(s, tile):
        s.tile = tile
        s.phase = Phase.BONUS_SIDE
        tell(s, Happening.TOOK_TILE, s.active, tile)
    else:  # MR-124
        s.tiles_gone = including(s.tiles_gone, tile)
        tell(s, Happening.TILE_GONE, s.active, tile)
        s.phase = Phase.GO_ON


@kernel
def turn_tile(s: Record, action: int) -> None:
    """One of its sides is chosen (MR-121)."""
    piece = first_side(int(s.tile))
    while TERRAIN[piece] != action - SIDE:
        piece += 1
    s.side = piece
    s.phase = Phase.BONUS_CELL
    tell(s, Happening.TURNED, s.active, s.tile, action - SIDE)


@kernel
def lay_tile(s: Record, action: int) -> None:
    """It lies there as a plot of its terrain and brings a recruitment (MR-122, MR-129)."""
    cell = action - LAY
    s.ranch[s.active, s.side] |= bit(cell)
    s.circles_due = bit(cell)
    tell(s, Happening.LAID, s.active, s.side, cell)
    s.tile = NOTHING
    s.side = NOTHING
    s.phase = Phase.GO_ON
