"""The four scenarios of the Legends of the West, as points of one ranch (MR-104…113)."""

from __future__ import annotations

from kermesse.core.bits import count
from kermesse.core.grid import flood
from kermesse.core.kernel import kernel
from kermesse.core.record import Record
from kermesse.games.moon_river.components import (
    CATTLE_THIEF,
    DESPERADO,
    FARM,
    FOREST,
    GRID,
    KINDS,
    NUGGETS,
    RIVER,
    SHOWN,
    SPECIALIST_SIDE,
)
from kermesse.games.moon_river.rules.ranch import land, partnered
from kermesse.games.moon_river.rules.record import CITY, GOLD, OUTLAWS, TIMBER


@kernel
def scenario_points(s: Record, seat: int) -> int:
    """The line that the scenario in play adds to a score (MR-104)."""
    if s.plan == TIMBER:
        return group_points(s, land(s, seat, FOREST), RIVER)  # MR-105
    if s.plan == GOLD:
        return gold_points(s, seat)
    if s.plan == OUTLAWS:
        return group_points(s, partnered(s, seat), bandits(s, seat))  # MR-109
    if s.plan == CITY:
        farms = land(s, seat, FARM)
        return group_points(s, farms, farms)  # MR-111, MR-112
    return 0


@kernel
def group_points(s: Record, cells: int, key: int) -> int:
    """Points of all groups that are large enough and hold a key cell."""
    points = 0
    left = cells
    while left:
        group = flood(left & -left, left, GRID)
        left &= ~group
        if count(group) >= s.scenario_min and group & key:
            points += worth(s, count(group))
    return points


@kernel
def worth(s: Record, n: int) -> int:
    """Points of a group with so many forests, nuggets, partners or farms (MR-105, MR-108)."""
    return int(s.scenario_base) + int(s.scenario_step) * (n - int(s.scenario_min))


@kernel
def bandits(s: Record, seat: int) -> int:
    """Desperados and cattle thieves that show that side (MR-109, MR-110)."""
    desperados = s.partners[seat, DESPERADO * SHOWN + SPECIALIST_SIDE]
    return int(desperados) | int(s.partners[seat, CATTLE_THIEF * SHOWN + SPECIALIST_SIDE])


@kernel
def gold_points(s: Record, seat: int) -> int:
    """Groups of plots with nuggets, whatever their terrain; the symbols count (MR-106…108)."""
    points = 0
    left = with_nuggets(s, seat)
    while left:
        vein = flood(left & -left, left, GRID)  # MR-107
        left &= ~vein
        if count(vein) >= s.scenario_min:  # MR-106
            points += worth(s, nuggets_in(s, seat, vein))
    return points


@kernel
def with_nuggets(s: Record, seat: int) -> int:
    """The cells of plots that show nuggets."""
    cells = 0
    for kind in range(KINDS):
        if NUGGETS[kind]:
            cells |= int(s.ranch[seat, kind])
    return cells


@kernel
def nuggets_in(s: Record, seat: int, cells: int) -> int:
    """The nugget symbols on some cells."""
    nuggets = 0
    for kind in range(KINDS):
        nuggets += int(NUGGETS[kind]) * count(int(s.ranch[seat, kind]) & cells)
    return nuggets
