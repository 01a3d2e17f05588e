"""Points and places in Moon River (MR-87…99); the lines of the sheet are in `rules/sheet.py`."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.grid import largest_group
from kermesse.core.kernel import kernel
from kermesse.core.record import Points
from kermesse.games.moon_river.components import CELLS, GRID, LANDS
from kermesse.games.moon_river.rules.ranch import land
from kermesse.games.moon_river.rules.sheet import LINES, line_points, total
from kermesse.games.moon_river.rules.turn import players
from kermesse.games.moon_river.state import State


class Ending(IntEnum):
    """What the victory came down to."""

    POINTS = 0
    TERRITORY = 1
    COWS = 2
    SHARED = 3


@kernel
def score(s: State, out: Points) -> None:
    """The sum of the score sheet of every seat, as it stands (MR-94)."""
    for seat in range(players(s)):
        out[seat] = total(s, seat)


@kernel
def score_sheet(s: State, seat: int, out: Points) -> None:
    """All lines of a seat's score sheet, in their order (MR-143)."""
    for line in range(LINES):
        out[line] = line_points(s, seat, line)


@kernel
def largest_territory(s: State, seat: int) -> int:
    """Plots of the largest territory, with or without cows, corn too (MR-95, MR-96)."""
    most = 0
    for terrain in range(LANDS):
        most = max(most, largest_group(land(s, seat, terrain), GRID))
    return most


@kernel
def cow_pieces(s: State, seat: int) -> int:
    """The cows of a ranch (MR-97, MR-99)."""
    cows = 0
    for cell in range(CELLS):
        cows += int(s.cows[seat, cell])
    return cows


@kernel
def compare(s: State, one: int, two: int) -> int:
    """1 if one seat is ahead by points, 2 by territory, 3 by cows; 0 if it is not (MR-94…97)."""
    lead = total(s, one) - total(s, two)
    if lead != 0:
        return 1 if lead > 0 else 0
    lead = largest_territory(s, one) - largest_territory(s, two)
    if lead != 0:
        return 2 if lead > 0 else 0
    return 3 if cow_pieces(s, one) > cow_pieces(s, two) else 0


@kernel
def outcome(s: State, out: Points) -> int:
    """The place of every seat, equals sharing one (MR-98); what the victory came down to."""
    ending = 0
    firsts = 0
    for seat in range(players(s)):
        out[seat] = 1
        for other in range(players(s)):
            out[seat] += int(compare(s, other, seat) > 0)
        firsts += int(out[seat] == 1)
    if firsts > 1:
        return Ending.SHARED
    for seat in range(players(s)):
        for other in range(players(s)):
            if out[seat] == 1 and other != seat:
                ending = max(ending, compare(s, seat, other) - 1)
    return ending
