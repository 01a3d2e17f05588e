"""The symbols of a domino: cows, skulls, circles, and what partners do at once (MR-41…74)."""

from __future__ import annotations

from kermesse.core.bits import bit, has, listed, lowest, without
from kermesse.core.grid import flood
from kermesse.core.kernel import kernel
from kermesse.core.order_of_play import NONE, SEVERAL
from kermesse.core.record import Moves, tell
from kermesse.games.moon_river.components import (
    CATTLE_THIEF,
    CELLS,
    CORN,
    COW_SYMBOLS,
    COWBOY_SIDE,
    DESPERADO,
    GRID,
    KINDS,
    LANDS,
    MOST_PLAYERS,
    SHOWN,
    SPECIALISTS,
    STRIDE,
    TERRAIN,
    WAYS,
)
from kermesse.games.moon_river.rules.ranch import (
    cells_before,
    held,
    herd,
    is_new,
    land,
    partnered,
    pasture,
    piece_at,
    plot_at,
    put_in,
    take_out,
    territory,
)
from kermesse.games.moon_river.rules.turn import circle_at_work, mover, players
from kermesse.games.moon_river.state import (
    CIRCLE,
    DECLINE,
    DROUGHT,
    GO_ON,
    MOVE,
    RECRUIT,
    STEAL,
    STOP,
    SWAP,
    Happening,
    Phase,
    State,
)

# --- cows and skulls ----------------------------------------------------------------------------


@kernel
def graze(s: State) -> None:
    """The cows of the next plot, in reading order, come from the supply (MR-42…44)."""
    seat, cell = mover(s), lowest(s.cows_due)
    wanted = int(COW_SYMBOLS[piece_at(s, seat, cell)])
    cows = min(wanted, int(s.supply))  # perhaps MR-43: too few are left
    s.cows[seat, cell] += cows
    s.supply -= cows
    s.cows_due = without(s.cows_due, cell)
    tell(s, Happening.GRAZED, seat, cell, cows, wanted - cows)
    s.phase = GO_ON


@kernel
def thirsty(s: State, seat: int) -> int:
    """The cells with a cow in the territory of the next skull (MR-45, MR-46, MR-49)."""
    return territory(s, seat, lowest(s.skulls_due)) & herd(s, seat)  # perhaps MR-49


@kernel
def dry(s: State, seat: int, action: int) -> None:
    """A skull takes one cow back to the supply (MR-45); partners do not help (MR-50).

    If its territory has no cow, it is ignored (MR-47, MR-48).
    """
    skull = lowest(s.skulls_due)  # perhaps MR-48: another skull may have taken it
    "MR-51"
    s.skulls_due = without(s.skulls_due, skull)
    s.phase = GO_ON
    if action == NONE:
        tell(s, Happening.SPARED, seat, skull)
        return
    cell = action - DROUGHT
    s.cows[seat, cell] -= 1  # perhaps MR-50
    s.supply += 1
    tell(s, Happening.DRIED, seat, skull, cell)


# --- circles ------------------------------------------------------------------------------------


@kernel
def circles(s: State, seat: int) -> int:
    """The circles of the domino that have no partner yet (MR-58)."""
    return int(s.circles_due)


@kernel
def choose_circle(s: State, seat: int, action: int) -> None:
    """Of two circles the player says which comes first (MR-58)."""
    s.circle = action - CIRCLE
    s.phase = Phase.RECRUIT
    tell(s, Happening.CIRCLED, seat, s.circle)


@kernel
def tokens_to_recruit(s: State, seat: int, out: Moves) -> int:
    """Each kind of token in the saloon, with each of its sides (MR-53, MR-54, MR-136)."""
    n = 0
    for specialist in range(SPECIALISTS):
        if s.saloon[specialist]:
            for side in range(SHOWN):
                "MR-53, MR-54"
                out[n] = RECRUIT + specialist * SHOWN + side
                n += 1
    return n


@kernel
def recruit(s: State, seat: int, action: int) -> None:
    """A token goes to the circle for good, and its effect is carried out (MR-53, MR-59)."""
    partner, cell = action - RECRUIT, circle_at_work(s)
    "MR-55"
    s.saloon[partner // SHOWN] -= 1  # nothing takes its place in this round
    "MR-59"
    s.partners[seat, partner] |= bit(cell)
    s.circles_due = without(s.circles_due, cell)
    tell(s, Happening.RECRUITED, seat, partner, cell)
    if partner % SHOWN == COWBOY_SIDE:
        "MR-63"
        s.steps_left = s.cowboy_steps
        s.phase = Phase.COWBOY
    elif partner // SHOWN == DESPERADO:
        s.phase = Phase.DESPERADO
    elif partner // SHOWN == CATTLE_THIEF:
        s.phase = Phase.CATTLE_THIEF
    else:
        "MR-74"
        s.phase = GO_ON


@kernel
def leave_circle(s: State) -> None:
    """The saloon is empty: the circle stays empty for good (MR-56, MR-57)."""
    cell = circle_at_work(s)
    s.circles_due = without(s.circles_due, cell)
    tell(s, Happening.UNUSED, s.active, cell)
    s.phase = GO_ON


# --- the cowboy ---------------------------------------------------------------------------------


@kernel
def movable(s: State, seat: int, way: int) -> int:
    """The cells from which a cow can step that way: onto any plot but corn (MR-63…67)."""
    return herd(s, seat) & cells_before(pasture(s, seat), way)


@kernel
def cowboy_at_work(s: State, seat: int) -> int:
    """Whether any cow can be moved."""
    cells = 0
    for way in range(WAYS):
        cells |= movable(s, seat, way)
    return SEVERAL if cells else NONE


@kernel
def steps_of_cows(s: State, seat: int, out: Moves) -> int:
    """`stop`, or one step of one cow (MR-62, MR-63)."""
    out[0] = STOP
    n = 1
    for way in range(WAYS):
        n += listed(movable(s, seat, way), out[n:], MOVE + way * CELLS)
    return n


@kernel
def move_cow(s: State, seat: int, action: int) -> None:
    """One step; the effect ends at `stop` or after the last step (MR-141)."""
    if action == NONE:
        s.steps_left = 0
        skip(s, seat)
        return
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
        s.phase = GO_ON


# --- the desperado ------------------------------------------------------------------------------


@kernel
def desperado_at_work(s: State, seat: int) -> int:
    """Whether two different plots can be exchanged (MR-68, MR-136)."""
    for other in range(players(s)):
        if other != seat:
            for i in range(held(s, seat)):
                for j in range(held(s, other)):
                    if s.reserve[seat, i] != s.reserve[other, j]:
                        return SEVERAL
    return NONE


@kernel
def plots_to_swap(s: State, seat: int, out: Moves) -> int:
    """`decline`, or an own plot for one of another player's reserve (MR-68…70)."""
    out[0] = DECLINE
    n = 1
    for i in range(held(s, seat)):
        for other in range(players(s)):
            if other != seat and is_new(s, seat, i):
                start = SWAP + (plot_at(s, seat, i) * MOST_PLAYERS + other) * KINDS
                "MR-68"
                n += list_swaps(s, other, plot_at(s, seat, i), out[n:], start)
    return n


@kernel
def list_swaps(s: State, other: int, own: int, out: Moves, offset: int) -> int:
    """The different plots of a reserve that an own plot can be exchanged for (MR-136)."""
    n = 0
    for j in range(held(s, other)):
        if is_new(s, other, j) and s.reserve[other, j] != own:
            out[n] = offset + plot_at(s, other, j)
            n += 1
    return n


@kernel
def swap(s: State, seat: int, action: int) -> None:
    """Two plots change places; the opponent cannot refuse (MR-69)."""
    if action in (NONE, DECLINE):
        leave_off(s, seat, action)
        return
    theirs, other = (action - SWAP) % KINDS, (action - SWAP) // KINDS % MOST_PLAYERS
    own = (action - SWAP) // KINDS // MOST_PLAYERS
    take_out(s, seat, own)
    take_out(s, other, theirs)
    put_in(s, seat, theirs)
    put_in(s, other, own)
    tell(s, Happening.SWAPPED, seat, own, other, theirs)
    s.phase = GO_ON


# --- the cattle thief ---------------------------------------------------------------------------


@kernel
def protected(s: State, seat: int) -> int:
    """The cells of all territories with a partner (MR-60, MR-61)."""
    partners = partnered(s, seat)
    cells = 0
    for terrain in range(LANDS):
        own = land(s, seat, terrain)
        cells |= flood(partners & own, own, GRID)
    return cells


@kernel
def loot(s: State, seat: int, other: int) -> int:
    """The cells of another ranch from which a cow can be stolen (MR-71, MR-73)."""
    if other == seat or TERRAIN[piece_at(s, seat, circle_at_work(s))] == CORN:
        return 0
    return herd(s, other) & ~protected(s, other)


@kernel
def thief_at_work(s: State, seat: int) -> int:
    """Whether any opponent has an unprotected cow (MR-72)."""
    cells = 0
    for other in range(players(s)):
        cells |= loot(s, seat, other)
    return SEVERAL if cells else NONE  # perhaps MR-72


@kernel
def cows_to_steal(s: State, seat: int, out: Moves) -> int:
    """`decline`, or an unprotected cow of another player (MR-62, MR-71)."""
    out[0] = DECLINE
    n = 1
    for other in range(players(s)):
        n += listed(loot(s, seat, other), out[n:], STEAL + other * CELLS)
    return n


@kernel
def steal(s: State, seat: int, action: int) -> None:
    """The cow comes to the plot of the thief (MR-71)."""
    if action in (NONE, DECLINE):
        leave_off(s, seat, action)
        return
    other, cell = (action - STEAL) // CELLS, (action - STEAL) % CELLS
    s.cows[other, cell] -= 1
    s.cows[seat, s.circle] += 1
    tell(s, Happening.STOLE, seat, other, cell, s.circle)
    s.phase = GO_ON


# --- not used -----------------------------------------------------------------------------------


@kernel
def recruit_on(s: State, seat: int, cell: int) -> int:
    """The recruit on a cell that has one."""
    recruit = 0
    while not has(s.partners[seat, recruit], cell):
        recruit += 1
    return recruit


@kernel
def leave_off(s: State, seat: int, action: int) -> None:
    """The effect is optional (MR-62)."""
    if action == NONE:
        skip(s, seat)
        return
    tell(s, Happening.DECLINED, seat, recruit_on(s, seat, circle_at_work(s)))
    s.phase = GO_ON


@kernel
def skip(s: State, seat: int) -> None:
    """There is nothing to do for the partner (MR-137)."""
    tell(s, Happening.SKIPPED, seat, recruit_on(s, seat, circle_at_work(s)), s.circle)
    s.phase = GO_ON
