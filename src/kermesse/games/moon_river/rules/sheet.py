"""The score sheet of a ranch, line by line (MR-88…93, MR-104…113, MR-143)."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.bits import count
from kermesse.core.grid import flood
from kermesse.core.kernel import kernel
from kermesse.games.moon_river.components import (
    BEAVERS,
    CATTLE_THIEF,
    DESPERADO,
    EARS,
    FARM,
    FARMER,
    FOREST,
    GRID,
    KINDS,
    NUGGETS,
    PROSPECTOR,
    RIVER,
    SHOWN,
    SPECIALIST_SIDE,
    TRAPPER,
)
from kermesse.games.moon_river.rules.ranch import herd, land, partnered
from kermesse.games.moon_river.state import CITY, GOLD, OUTLAWS, TIMBER, State


class SheetLine(IntEnum):
    """The lines in the order in which they are told; territories come in the order of terrains."""

    DESERT = 0
    CANYON = 1
    MEADOW = 2
    FOREST = 3
    FARM = 4
    NUGGETS = 5
    BEAVERS = 6
    EARS = 7
    PROSPECTORS = 8
    TRAPPERS = 9
    FARMERS = 10
    SCENARIO = 11
    TOTAL = 12


LINES = len(SheetLine)
LAST_TERRAIN, LAST_RESOURCE = int(SheetLine.FARM), int(SheetLine.EARS)
FIRST_RESOURCE, FIRST_PARTNER = int(SheetLine.NUGGETS), int(SheetLine.PROSPECTORS)


@kernel
def line_points(s: State, seat: int, line: int) -> int:
    """The points of a seat in one line of the sheet, as its ranch stands."""
    return total(s, seat) if line == SheetLine.TOTAL else single_line(s, seat, line)


@kernel
def total(s: State, seat: int) -> int:
    """The sum of all lines (MR-94)."""
    points = beside_territories(s, seat)
    for terrain in range(LAST_TERRAIN + 1):
        points += territory_points(s, seat, terrain)
    return points


@kernel
def beside_territories(s: State, seat: int) -> int:
    """The lines from the resources on, summed plot by plot: bots ask for them all the time."""
    points = scenario_points(s, seat)
    nugget, beaver, ear = (
        1 + shown(s, seat, PROSPECTOR),
        1 + shown(s, seat, TRAPPER),
        1 + shown(s, seat, FARMER),
    )
    for kind in range(KINDS):
        each = int(NUGGETS[kind]) * nugget + int(BEAVERS[kind]) * beaver + int(EARS[kind]) * ear
        if each and s.ranch[seat, kind]:
            points += each * count(s.ranch[seat, kind])
    return points


@kernel
def single_line(s: State, seat: int, line: int) -> int:
    """A line above the total."""
    if line <= LAST_TERRAIN:
        return territory_points(s, seat, line)
    if line <= LAST_RESOURCE:
        return resources(s, seat, line)
    return scenario_points(s, seat) if line == SheetLine.SCENARIO else partner_points(s, seat, line)


@kernel
def territory_points(s: State, seat: int, terrain: int) -> int:
    """Each territory by itself: plots times cows (MR-88…90).

    Before overcrowding a plot counts as if it were over: with one cow at most (MR-87).
    """
    points = 0
    cows = herd(s, seat)
    left = land(s, seat, terrain)
    while left:
        own = flood(left & -left, left, GRID)
        left &= ~own
        "MR-88, MR-89"
        points += count(own) * count(own & cows)
    return points


@kernel
def resources(s: State, seat: int, line: int) -> int:
    """One point for each nugget, beaver or ear in the ranch (MR-91)."""
    n = 0
    for kind in range(KINDS):
        n += symbols(kind, line) * count(s.ranch[seat, kind])
    return n


@kernel
def symbols(kind: int, line: int) -> int:
    """How often a plot shows the resource of a line."""
    if line == SheetLine.NUGGETS:
        return int(NUGGETS[kind])
    return int(BEAVERS[kind]) if line == SheetLine.BEAVERS else int(EARS[kind])


@kernel
def partner_points(s: State, seat: int, line: int) -> int:
    """Each prospector, trapper and farmer counts its resource once more (MR-92, MR-93)."""
    place = line - FIRST_PARTNER  # partners and their resources stand in the same order
    return shown(s, seat, PROSPECTOR + place) * resources(s, seat, FIRST_RESOURCE + place)


@kernel
def shown(s: State, seat: int, specialist: int) -> int:
    """How many tokens of a ranch show that specialist."""
    return count(s.partners[seat, specialist * SHOWN + SPECIALIST_SIDE])


# --- the scenarios of the Legends of the West (MR-104…113) --------------------------------------


@kernel
def scenario_points(s: State, seat: int) -> int:
    """The line that the scenario in play adds to a score (MR-104)."""
    if s.plan == TIMBER:
        "MR-105"
        return group_points(s, land(s, seat, FOREST), RIVER)
    if s.plan == GOLD:
        return gold_points(s, seat)
    if s.plan == OUTLAWS:
        "MR-109"
        return group_points(s, partnered(s, seat), bandits(s, seat))
    if s.plan == CITY:
        farms = land(s, seat, FARM)
        "MR-111, MR-112"
        return group_points(s, farms, farms)
    return 0


@kernel
def group_points(s: State, cells: int, key: int) -> int:
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
def worth(s: State, n: int) -> int:
    """Points of a group with so many forests, nuggets, partners or farms (MR-105, MR-108)."""
    return int(s.scenario_base) + int(s.scenario_step) * (n - int(s.scenario_min))


@kernel
def bandits(s: State, seat: int) -> int:
    """Desperados and cattle thieves that show that side (MR-109, MR-110)."""
    desperados = s.partners[seat, DESPERADO * SHOWN + SPECIALIST_SIDE]
    return int(desperados) | int(s.partners[seat, CATTLE_THIEF * SHOWN + SPECIALIST_SIDE])


@kernel
def gold_points(s: State, seat: int) -> int:
    """Groups of plots with nuggets, whatever their terrain; the symbols count (MR-106…108)."""
    points = 0
    left = with_nuggets(s, seat)
    while left:
        "MR-107"
        vein = flood(left & -left, left, GRID)
        left &= ~vein
        if count(vein) >= s.scenario_min:
            "MR-106"
            points += worth(s, nuggets_in(s, seat, vein))
    return points


@kernel
def with_nuggets(s: State, seat: int) -> int:
    """The cells of plots that show nuggets."""
    cells = 0
    for kind in range(KINDS):
        if NUGGETS[kind]:
            cells |= int(s.ranch[seat, kind])
    return cells


@kernel
def nuggets_in(s: State, seat: int, cells: int) -> int:
    """The nugget symbols on some cells."""
    nuggets = 0
    for kind in range(KINDS):
        nuggets += int(NUGGETS[kind]) * count(int(s.ranch[seat, kind]) & cells)
    return nuggets
