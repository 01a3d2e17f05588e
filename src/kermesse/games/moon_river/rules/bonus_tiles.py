"""The landscape bonus tiles of the game for two (MR-120…130)."""

from __future__ import annotations

from kermesse.core.bits import bit, has, including, without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, tell
from kermesse.games.moon_river.components import KINDS, SIDES_OF_A_TILE, TERRAIN, TILES
from kermesse.games.moon_river.rules.ranch import connecting, free
from kermesse.games.moon_river.state import GO_ON, LAY, SIDE, TILE, Happening, Phase, State


@kernel
def reach(s: State) -> None:
    """A ranch has reached the last row: its owner takes a bonus tile (MR-121, MR-126, MR-128)."""
    s.reached = including(s.reached, s.active)  # perhaps MR-126, MR-128
    s.phase = Phase.BONUS_TILE
    tell(s, Happening.REACHED, s.active)


@kernel
def bonus_cells(s: State, seat: int, piece: int) -> int:
    """The free cells where a side fits: a bridge, or next to its own terrain (MR-123)."""
    return free(s, seat) & connecting(s, seat, piece)


@kernel
def first_side(tile: int) -> int:
    """The piece that is the first side of a tile; the second one follows it."""
    return KINDS + tile * SIDES_OF_A_TILE


@kernel
def fitting_sides(s: State, seat: int, tile: int) -> int:
    """The terrains of a tile's sides that fit somewhere, as a set (MR-125)."""
    terrains = 0
    for piece in range(first_side(tile), first_side(tile) + SIDES_OF_A_TILE):
        if bonus_cells(s, seat, piece):
            terrains = including(terrains, TERRAIN[piece])
    return terrains


@kernel
def on_offer(s: State, seat: int) -> int:
    """The tiles that fit somewhere; if none does, all remaining ones (MR-125)."""
    fitting = 0
    for tile in range(TILES):
        if has(s.tiles, tile) and fitting_sides(s, seat, tile):
            fitting = including(fitting, tile)
    return fitting if fitting else int(s.tiles)


@kernel
def take(s: State, seat: int, action: int) -> None:
    """A tile is taken; one that fits nowhere is removed from the game (MR-121, MR-124)."""
    tile = action - TILE
    s.tiles = without(s.tiles, tile)
    if fitting_sides(s, seat, tile):
        s.tile = tile
        s.phase = Phase.BONUS_SIDE
        tell(s, Happening.TOOK_TILE, seat, tile)
    else:
        "MR-124"
        s.tiles_gone = including(s.tiles_gone, tile)
        tell(s, Happening.TILE_GONE, seat, tile)
        s.phase = GO_ON


@kernel
def sides(s: State, seat: int) -> int:
    """The terrains of the tile just taken that fit somewhere (MR-121)."""
    return fitting_sides(s, seat, int(s.tile))


@kernel
def turn_up(s: State, seat: int, action: int) -> None:
    """One of its sides is chosen (MR-121)."""
    piece = first_side(int(s.tile))
    while TERRAIN[piece] != action - SIDE:
        piece += 1
    s.side = piece
    s.phase = Phase.BONUS_CELL
    tell(s, Happening.TURNED, seat, s.tile, action - SIDE)


@kernel
def cells(s: State, seat: int) -> int:
    """The cells where the side just turned up fits (MR-123)."""
    return bonus_cells(s, seat, int(s.side))


@kernel
def lay(s: State, seat: int, action: int) -> None:
    """It lies there as a plot of its terrain and brings a recruitment (MR-122, MR-129)."""
    cell = action - LAY
    s.ranch[seat, s.side] |= bit(cell)
    s.circles_due = bit(cell)
    tell(s, Happening.LAID, seat, s.side, cell)
    s.tile = NOTHING
    s.side = NOTHING
    s.phase = GO_ON
