"""Who knows what in Moon River: everybody everything that lies on the table (MR-132…135, MR-144).

Box and stack are kept as numbers of each kind, which all can work out. Which one comes next is not
decided before it comes, so there is nothing in a record to hide but the source of chance.
"""

from __future__ import annotations

from kermesse.core.bits import count, has
from kermesse.core.chance import word
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, Counts, Record
from kermesse.games.moon_river.components import (
    CELLS,
    COLUMN,
    KINDS,
    MOST_HELD,
    RECRUITS,
    SHOWN,
    SIDES_OF_A_TILE,
    SPECIALISTS,
    TILES,
)
from kermesse.games.moon_river.rules.drafting import plots_left
from kermesse.games.moon_river.rules.table import players
from kermesse.games.moon_river.rules.turn import tokens_left

TOKEN = KINDS  # places in the box: plots, tokens, cows, bonus tiles
COW = TOKEN + SPECIALISTS
TILE = COW + 1


@kernel
def conceal(s: Record, seat: int) -> None:
    """Leave what ``seat`` knows: all of it, except for what chance will bring (MR-133, MR-135)."""
    s.rng = 0
    s.viewer = seat


@kernel
def imagine(s: Record) -> None:
    """The one world that fits a view."""
    s.viewer = TABLE


@kernel
def twin(s: Record, seat: int) -> None:
    """Another world for ``seat``: it differs in nothing but the draws to come (MR-133)."""
    word(s)


@kernel
def census(s: Record, out: Counts) -> int:
    """Count plots, tokens, cows and tiles; what is in box and stack is not named (MR-133)."""
    count_plots(s, out)
    count_tokens(s, out)
    out[COW] += int(s.supply) + int(s.strays)
    for seat in range(players(s)):
        for cell in range(CELLS):
            out[COW] += s.cows[seat, cell]
    for tile in range(TILES):
        out[TILE + tile] += int(has(s.tiles, tile)) + int(has(s.tiles_gone, tile))
        out[TILE + tile] += int(s.tile == tile)
        for seat in range(players(s)):
            for side in range(SIDES_OF_A_TILE):
                out[TILE + tile] += count(s.ranch[seat, KINDS + tile * SIDES_OF_A_TILE + side])
    return plots_left(s) + tokens_left(s)


@kernel
def count_plots(s: Record, out: Counts) -> None:
    """Plots in columns, reserves and ranches, and those out of the game."""
    for kind in range(KINDS):
        out[kind] += s.removed[kind]
        for seat in range(players(s)):
            out[kind] += count(s.ranch[seat, kind])
    for place in range(2 * COLUMN):
        kind = s.column[place // COLUMN, place % COLUMN]
        if kind != NOTHING:
            out[kind] += 1
    for seat in range(players(s)):
        for at in range(MOST_HELD):
            if s.reserve[seat, at] != NOTHING:
                out[s.reserve[seat, at]] += 1


@kernel
def count_tokens(s: Record, out: Counts) -> None:
    """Tokens in the saloon and on the ranches, whichever side they show (MR-132)."""
    for specialist in range(SPECIALISTS):
        out[TOKEN + specialist] += s.saloon[specialist]
    for seat in range(players(s)):
        for recruit in range(RECRUITS):
            out[TOKEN + recruit // SHOWN] += count(s.partners[seat, recruit])
