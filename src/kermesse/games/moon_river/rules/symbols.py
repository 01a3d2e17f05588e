"""The symbols of a domino: cows appear, skulls take cows, circles bring partners (MR-41…59)."""

from __future__ import annotations

from kermesse.core.bits import bit, has, lowest, without
from kermesse.core.kernel import kernel
from kermesse.core.record import Moves, Record, tell
from kermesse.games.moon_river.components import (
    CATTLE_THIEF,
    COW_SYMBOLS,
    COWBOY_SIDE,
    DESPERADO,
    SHOWN,
    SPECIALISTS,
)
from kermesse.games.moon_river.rules.ranch import herd, piece_at, territory
from kermesse.games.moon_river.rules.record import CIRCLE, DROUGHT, RECRUIT, Happening, Phase
from kermesse.games.moon_river.rules.table import circle_at_work, mover

# --- cows and skulls ----------------------------------------------------------------------------


@kernel
def graze(s: Record) -> None:
    """The cows of the next plot, in reading order, come from the supply (MR-42…44)."""
    seat, cell = mover(s), lowest(s.cows_due)
    wanted = int(COW_SYMBOLS[piece_at(s, seat, cell)])
    cows = min(wanted, int(s.supply))  # perhaps MR-43: too few are left
    s.cows[seat, cell] += cows
    s.supply -= cows
    s.cows_due = without(s.cows_due, cell)
    tell(s, Happening.GRAZED, seat, cell, cows, wanted - cows)
    s.phase = Phase.GO_ON


@kernel
def thirsty(s: Record) -> int:
    """The cells with a cow in the territory of the next skull (MR-45, MR-46, MR-49)."""
    return territory(s, mover(s), lowest(s.skulls_due)) & herd(s, mover(s))  # perhaps MR-49


@kernel
def dry(s: Record, action: int) -> None:
    """A skull takes one cow back to the supply (MR-45); partners do not help (MR-50)."""
    seat, cell, skull = mover(s), action - DROUGHT, lowest(s.skulls_due)
    s.cows[seat, cell] -= 1  # perhaps MR-50
    s.supply += 1
    end_drought(s, skull)
    tell(s, Happening.DRIED, seat, skull, cell)


@kernel
def spare(s: Record) -> None:
    """A skull whose territory has no cow is ignored (MR-47, MR-48)."""
    skull = lowest(s.skulls_due)  # perhaps MR-48: another skull may have taken it
    end_drought(s, skull)
    tell(s, Happening.SPARED, s.active, skull)


@kernel
def end_drought(s: Record, skull: int) -> None:
    """From now on the skull has no meaning (MR-51)."""
    s.skulls_due = without(s.skulls_due, skull)
    s.phase = Phase.GO_ON


# --- circles ------------------------------------------------------------------------------------


@kernel
def choose_circle(s: Record, action: int) -> None:
    """Of two circles the player says which comes first (MR-58)."""
    s.circle = action - CIRCLE
    s.phase = Phase.RECRUIT
    tell(s, Happening.CIRCLED, s.active, s.circle)


@kernel
def recruit_options(s: Record, out: Moves) -> int:
    """Each kind of token in the saloon, with each of its sides (MR-53, MR-54, MR-136)."""
    n = 0
    for specialist in range(SPECIALISTS):
        if s.saloon[specialist]:
            for side in range(SHOWN):
                out[n] = RECRUIT + specialist * SHOWN + side  # MR-53, MR-54
                n += 1
    return n


@kernel
def enlist(s: Record, action: int) -> None:
    """A token goes to the circle for good, and its effect is carried out (MR-53, MR-59)."""
    seat, recruit, cell = mover(s), action - RECRUIT, circle_at_work(s)
    s.saloon[recruit // SHOWN] -= 1  # MR-55: nothing takes its place in this round
    s.partners[seat, recruit] |= bit(cell)  # MR-59
    s.circles_due = without(s.circles_due, cell)
    tell(s, Happening.RECRUITED, seat, recruit, cell)
    if recruit % SHOWN == COWBOY_SIDE:
        s.steps_left = s.cowboy_steps  # MR-63
        s.phase = Phase.COWBOY
    elif recruit // SHOWN == DESPERADO:
        s.phase = Phase.DESPERADO
    elif recruit // SHOWN == CATTLE_THIEF:
        s.phase = Phase.CATTLE_THIEF
    else:
        s.phase = Phase.GO_ON  # MR-74


@kernel
def leave_circle(s: Record) -> None:
    """The saloon is empty: the circle stays empty for good (MR-56, MR-57)."""
    cell = circle_at_work(s)
    s.circles_due = without(s.circles_due, cell)
    tell(s, Happening.UNUSED, s.active, cell)
    s.phase = Phase.GO_ON


@kernel
def recruit_on(s: Record, seat: int, cell: int) -> int:
    """The recruit on a cell that has one."""
    recruit = 0
    while not has(s.partners[seat, recruit], cell):
        recruit += 1
    return recruit
