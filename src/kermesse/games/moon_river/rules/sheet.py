"""The score sheet of a ranch, line by line (MR-88…93, MR-104, MR-143)."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.bits import count
from kermesse.core.grid import flood
from kermesse.core.kernel import kernel
from kermesse.core.record import Record
from kermesse.games.moon_river.components import (
    BEAVERS,
    EARS,
    FARMER,
    GRID,
    KINDS,
    NUGGETS,
    PROSPECTOR,
    SHOWN,
    SPECIALIST_SIDE,
    TRAPPER,
)
from kermesse.games.moon_river.rules.ranch import herd, land
from kermesse.games.moon_river.rules.scenarios import scenario_points


class Line(IntEnum):
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


LINES = len(Line)
LAST_TERRAIN, LAST_RESOURCE = int(Line.FARM), int(Line.EARS)
FIRST_RESOURCE, FIRST_PARTNER = int(Line.NUGGETS), int(Line.PROSPECTORS)


@kernel
def line_points(s: Record, seat: int, line: int) -> int:
    """The points of a seat in one line of the sheet, as its ranch stands."""
    return total(s, seat) if line == Line.TOTAL else single_line(s, seat, line)


@kernel
def total(s: Record, seat: int) -> int:
    """The sum of all lines (MR-94)."""
    points = beside_territories(s, seat)
    for terrain in range(LAST_TERRAIN + 1):
        points += territory_points(s, seat, terrain)
    return points


@kernel
def beside_territories(s: Record, seat: int) -> int:
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
def single_line(s: Record, seat: int, line: int) -> int:
    """A line above the total."""
    if line <= LAST_TERRAIN:
        return territory_points(s, seat, line)
    if line <= LAST_RESOURCE:
        return resources(s, seat, line)
    return scenario_points(s, seat) if line == Line.SCENARIO else partner_points(s, seat, line)


@kernel
def territory_points(s: Record, seat: int, terrain: int) -> int:
    """Each territory by itself: plots times cows (MR-88…90).

    Before overcrowding a plot counts as if it were over: with one cow at most (MR-87).
    """
    points = 0
    cows = herd(s, seat)
    left = land(s, seat, terrain)
    while left:
        own = flood(left & -left, left, GRID)
        left &= ~own
        points += count(own) * count(own & cows)  # MR-88, MR-89
    return points


@kernel
def resources(s: Record, seat: int, line: int) -> int:
    """One point for each nugget, beaver or ear in the ranch (MR-91)."""
    n = 0
    for kind in range(KINDS):
        n += symbols(kind, line) * count(s.ranch[seat, kind])
    return n


@kernel
def symbols(kind: int, line: int) -> int:
    """How often a plot shows the resource of a line."""
    if line == Line.NUGGETS:
        return int(NUGGETS[kind])
    return int(BEAVERS[kind]) if line == Line.BEAVERS else int(EARS[kind])


@kernel
def partner_points(s: Record, seat: int, line: int) -> int:
    """Each prospector, trapper and farmer counts its resource once more (MR-92, MR-93)."""
    place = line - FIRST_PARTNER  # partners and their resources stand in the same order
    return shown(s, seat, PROSPECTOR + place) * resources(s, seat, FIRST_RESOURCE + place)


@kernel
def shown(s: Record, seat: int, specialist: int) -> int:
    """How many tokens of a ranch show that specialist."""
    return count(s.partners[seat, specialist * SHOWN + SPECIALIST_SIDE])
