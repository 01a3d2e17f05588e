"""The box of Moon River, as the rules use it.

The tables themselves are files in `data/`, each value marked printed, derived or reconstructed
there; what is below follows from them. A *piece* is a kind of plot or, after these, a side of a
bonus tile. A *recruit* is a token with the side it shows.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from kermesse.core.grid import grid
from kermesse.core.tables import Tables
from kermesse.games.moon_river.tables import COLOURS, COLUMN, TERRAINS, Cell, read

__all__ = ["COLUMN", "TERRAINS"]

TABLES = read(Tables.of_package(__package__))

# printed
MOST_PLAYERS = 4
COWS = TABLES.cows
DOMINO = 2
TWO = 2  # players: they have a longer frame, two Rancheros each, and bonus tiles (MR-114)

PLOTS = sum(plot.copies for plot in TABLES.plots)
ROUNDS = PLOTS // COLUMN

LANDS = len(TERRAINS)
DESERT, CANYON, MEADOW, FOREST, FARM, CORN = range(len(TERRAINS))
DESPERADO, CATTLE_THIEF, PROSPECTOR, TRAPPER, FARMER = range(len(TABLES.specialists))

# Tables hold wide numbers: narrow ones would have kernels compiled once more for each width.

# --- pieces -------------------------------------------------------------------------------------

KINDS = len(TABLES.plots)
PIECES = KINDS + len(TABLES.bonus)
PIECE_CODES = (*(plot.kind for plot in TABLES.plots), *(side.code for side in TABLES.bonus))


def column_of(symbol: str) -> np.ndarray:
    """A number of every piece; bonus tiles show a circle and nothing else."""
    plots = [getattr(plot, symbol) for plot in TABLES.plots]
    return np.array([*plots, *(getattr(side, symbol, 0) for side in TABLES.bonus)], np.int64)


COW_SYMBOLS, SKULLS, CIRCLES = column_of("cows"), column_of("skulls"), column_of("circles")
NUGGETS, BEAVERS, EARS = column_of("nuggets"), column_of("beavers"), column_of("ears")
BACKS = np.array([plot.back for plot in TABLES.plots], np.int64)
COPIES = np.array([plot.copies for plot in TABLES.plots], np.int8)
TERRAIN = np.array(
    [TERRAINS.index(plot.terrain) for plot in TABLES.plots]
    + [TERRAINS.index(side.terrain) for side in TABLES.bonus],
    np.int64,
)

# the pieces of each terrain: how many, and which
MEMBERS = np.bincount(TERRAIN, minlength=len(TERRAINS))
MEMBER = np.zeros((len(TERRAINS), MEMBERS.max()), np.int64)
for _terrain in range(len(TERRAINS)):
    MEMBER[_terrain, : MEMBERS[_terrain]] = np.flatnonzero(np.equal(TERRAIN, _terrain))

# two kinds, the one that the table lists first standing first, as one number
PAIR = np.zeros((KINDS, KINDS), np.int64)
PAIR[np.triu_indices(KINDS)] = range(KINDS * (KINDS + 1) // 2)
PAIRS = KINDS * (KINDS + 1) // 2
PAIR_KINDS = np.stack(np.triu_indices(KINDS), axis=1)

# --- partners -----------------------------------------------------------------------------------

SPECIALIST_CODES = tuple(specialist.name for specialist in TABLES.specialists)
SPECIALISTS = len(SPECIALIST_CODES)
TOKENS = np.array([specialist.copies for specialist in TABLES.specialists], np.int8)
# a token and the side it shows, as one number: specialist * SHOWN + side
SPECIALIST_SIDE, COWBOY_SIDE, SHOWN = 0, 1, 2
RECRUITS = SPECIALISTS * SHOWN
RECRUIT_CODES = tuple(f"{name}{side}" for name in SPECIALIST_CODES for side in ("", ".cowboy"))

# --- cells --------------------------------------------------------------------------------------

ROWS, COLUMNS = TABLES.rows_for_two, TABLES.columns
CELLS = ROWS * COLUMNS
GRID = grid(ROWS, COLUMNS)
CELL_CODES = tuple(f"r{cell // COLUMNS + 1}c{cell % COLUMNS + 1}" for cell in range(CELLS))


def cell_number(cell: Cell) -> int:
    """The number of a cell: in reading order, from the river."""
    row, column = cell
    return (row - 1) * COLUMNS + column - 1


def as_set(cells: tuple[Cell, ...]) -> int:
    """Cells as a set."""
    return sum(1 << cell_number(cell) for cell in cells)


CENTRE = cell_number(TABLES.centre)
USABLE = ((1 << CELLS) - 1) & ~(1 << CENTRE)
USABLE_SMALL = ((1 << TABLES.rows * COLUMNS) - 1) & ~(1 << CENTRE)
LAST_ROW = ((1 << COLUMNS) - 1) << (CELLS - COLUMNS)
RIVER = as_set(TABLES.river)

# the ways from a cell to a neighbour, as they add to its number
EAST, NORTH, WEST, SOUTH = range(4)
WAYS = 4
STRIDE = np.array([1, COLUMNS, -1, -COLUMNS], np.int64)

# --- boards -------------------------------------------------------------------------------------

COLOUR_WORDS = tuple(COLOURS.values())
# what the option `colours` can name: a colour for each seat (MR-01)
COLOUR_LISTS = [chosen for n in (2, 3, 4) for chosen in permutations(COLOUR_WORDS, n)]
BOARD_WORDS = tuple(board.name for board in TABLES.boards)
FIELD = 0  # the board of the base game; that of a legend is 1 and its colour
SPACES = np.array([board.spaces for board in TABLES.boards], np.int64)
BRIDGES = np.array([as_set(board.bridges) for board in TABLES.boards], np.int64)
# the spaces of Mary and the plot just received; and room for all plots that an event names
MOST_HELD = max(int(SPACES.max()) + 1, 4)

# --- bonus tiles --------------------------------------------------------------------------------

TILES = len(TABLES.bonus) // 2
SIDES_OF_A_TILE = 2

# every component by kind: plots, tokens, cows, bonus tiles
BOXED_TOKENS = KINDS
BOXED_COWS = BOXED_TOKENS + SPECIALISTS
BOXED_TILES = BOXED_COWS + 1
BOX = np.array([*COPIES, *TOKENS, COWS, *[1] * TILES], np.int16)
