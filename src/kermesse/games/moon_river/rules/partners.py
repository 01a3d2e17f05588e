"""What partners do at once: the cowboy, the desperado, the cattle thief (MR-60…74)."""

from __future__ import annotations

from kermesse.core.bits import listed
from kermesse.core.grid import flood
from kermesse.core.kernel import kernel
from kermesse.core.record import Moves, Record, tell
from kermesse.games.moon_river.components import (
    CELLS,
    CORN,
    GRID,
    KINDS,
    SEATS,
    STRIDE,
    TERRAIN,
    WAYS,
)
from kermesse.games.moon_river.rules.ranch import (
    cells_before,
    herd,
    land,
    partnered,
    pasture,
    piece_at,
)
from kermesse.games.moon_river.rules.record import (
    DECLINE,
    MOVE,
    STEAL,
    STOP,
    SWAP,
    Happening,
    Phase,
)
from kermesse.games.moon_river.rules.reserve import held, is_new, put_in, take_out
from kermesse.games.moon_river.rules.symbols import recruit_on
from kermesse.games.moon_river.rules.table import circle_at_work, mover, players, plot_at
from kermesse.games.moon_river.tables import TERRAINS

LANDS = len(TERRAINS)

# --- the cowboy ---------------------------------------------------------------------------------


@kernel
def movable(s: Record, seat: int, way: int) -> int:
    """The cells from which a cow can step that way: onto any plot but corn (MR-63…67)."""
    return herd(s, seat) & cells_before(pasture(s, seat), way)


@kernel
def cowboy_can_act(s: Record) -> bool:
    """Whether any cow can be moved."""
    cells = 0
    for way in range(WAYS):
        cells |= movable(s, mover(s), way)
    return cells != 0


@kernel
def cowboy_options(s: Record, seat: int, out: Moves) -> int:
    """`stop`, or one step of one cow (MR-62, MR-63)."""
    out[0] = STOP
    n = 1
    for way in range(WAYS):
        n += listed(movable(s, seat, way), out[n:], MOVE + way * CELLS)
    return n


@kernel
def move_cow(s: Record, action: int) -> None:
    """One step; the effect ends at `stop` or after the last step (MR-141)."""
    seat = mover(s)
    if action == STOP:
        tell(s, Happening.STOPPED, seat, s.steps_left)
        s.steps_left = 0
    else:
        cell = (action - MOVE) % CELLS
        other = cell + int(STRIDE[(action - MOVE) // CELLS])
        s.cows[seat, cell] -= 1
        s.cows[seat, other] += 1
        s.steps_left -= 1
        tell(s, Happening.MOVED, seat, cell, other, s.steps_left)
    if s.steps_left == 0:
        s.phase = Phase.GO_ON


# --- the desperado ------------------------------------------------------------------------------


@kernel
def desperado_can_act(s: Record) -> bool:
    """Whether two different plots can be exchanged (MR-68, MR-136)."""
    seat = mover(s)
    for other in range(players(s)):
        if other != seat:
            for i in range(held(s, seat)):
                for j in range(held(s, other)):
                    if s.reserve[seat, i] != s.reserve[other, j]:
                        return True
    return False


@kernel
def desperado_options(s: Record, seat: int, out: Moves) -> int:
    """`decline`, or an own plot for one of another player's reserve (MR-68…70)."""
    out[0] = DECLINE
    n = 1
    for i in range(held(s, seat)):
        for other in range(players(s)):
            if other != seat and is_new(s, seat, i):
                start = SWAP + (plot_at(s, seat, i) * SEATS + other) * KINDS
                n += list_swaps(s, other, plot_at(s, seat, i), out[n:], start)  # MR-68
    return n


@kernel
def list_swaps(s: Record, other: int, own: int, out: Moves, offset: int) -> int:
    """The different plots of a reserve that an own plot can be exchanged for (MR-136)."""
    n = 0
    for j in range(held(s, other)):
        if is_new(s, other, j) and s.reserve[other, j] != own:
            out[n] = offset + plot_at(s, other, j)
            n += 1
    return n


@kernel
def swap(s: Record, action: int) -> None:
    """Two plots change places; the opponent cannot refuse (MR-69)."""
    if action == DECLINE:
        decline(s)
        return
    seat, theirs = mover(s), (action - SWAP) % KINDS
    other = (action - SWAP) // KINDS % SEATS
    own = (action - SWAP) // KINDS // SEATS
    take_out(s, seat, own)
    take_out(s, other, theirs)
    put_in(s, seat, theirs)
    put_in(s, other, own)
    tell(s, Happening.SWAPPED, seat, own, other, theirs)
    s.phase = Phase.GO_ON


# --- the cattle thief ---------------------------------------------------------------------------


@kernel
def protected(s: Record, seat: int) -> int:
    """The cells of all territories with a partner (MR-60, MR-61)."""
    partners = partnered(s, seat)
    cells = 0
    for terrain in range(LANDS):
        own = land(s, seat, terrain)
        cells |= flood(partners & own, own, GRID)
    return cells


@kernel
def loot(s: Record, other: int) -> int:
    """The cells of another ranch from which a cow can be stolen (MR-71, MR-73)."""
    if other == s.active or TERRAIN[piece_at(s, mover(s), circle_at_work(s))] == CORN:
        return 0
    return herd(s, other) & ~protected(s, other)


@kernel
def thief_can_act(s: Record) -> bool:
    """Whether any opponent has an unprotected cow (MR-72)."""
    cells = 0
    for other in range(players(s)):
        cells |= loot(s, other)
    return cells != 0  # perhaps MR-72


@kernel
def thief_options(s: Record, out: Moves) -> int:
    """`decline`, or an unprotected cow of another player (MR-62, MR-71)."""
    out[0] = DECLINE
    n = 1
    for other in range(players(s)):
        n += listed(loot(s, other), out[n:], STEAL + other * CELLS)
    return n


@kernel
def steal(s: Record, action: int) -> None:
    """The cow comes to the plot of the thief (MR-71)."""
    if action == DECLINE:
        decline(s)
        return
    seat, other, cell = mover(s), (action - STEAL) // CELLS, (action - STEAL) % CELLS
    s.cows[other, cell] -= 1
    s.cows[seat, s.circle] += 1
    tell(s, Happening.STOLE, seat, other, cell, s.circle)
    s.phase = Phase.GO_ON


# --- not used -----------------------------------------------------------------------------------


@kernel
def decline(s: Record) -> None:
    """The effect is optional (MR-62)."""
    tell(s, Happening.DECLINED, s.active, recruit_on(s, mover(s), circle_at_work(s)))
    s.phase = Phase.GO_ON


@kernel
def skip(s: Record) -> None:
    """Nobody is asked about an effect without any use (MR-137)."""
    s.steps_left = 0
    tell(s, Happening.SKIPPED, s.active, recruit_on(s, mover(s), circle_at_work(s)), s.circle)
    s.phase = Phase.GO_ON
