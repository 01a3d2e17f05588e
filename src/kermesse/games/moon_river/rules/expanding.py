"""Step 2: joining two plots to a domino, placing it, or having to give two up (MR-17…26)."""

from __future__ import annotations

from kermesse.core.bits import bit, count, listed, lowest
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, Record, tell
from kermesse.games.moon_river.components import (
    CELLS,
    CIRCLES,
    COW_SYMBOLS,
    MOST_HELD,
    PAIR,
    PAIR_KINDS,
    SKULLS,
    STRIDE,
)
from kermesse.games.moon_river.rules.ranch import placements, ways
from kermesse.games.moon_river.rules.record import (
    DISCARD,
    JOIN,
    KEEP,
    PLACE,
    Happening,
    Phase,
)
from kermesse.games.moon_river.rules.reserve import fitting_pairs, held, may_keep, pairs, take_out
from kermesse.games.moon_river.rules.table import mover
from kermesse.games.moon_river.rules.turn import finish_expanding

# --- expand -------------------------------------------------------------------------------------


@kernel
def pair_number(s: Record, seat: int, places: int) -> int:
    """The number of the pair that lies in two places of a reserve."""
    return int(PAIR[s.reserve[seat, places // MOST_HELD], s.reserve[seat, places % MOST_HELD]])


@kernel
def list_pairs(s: Record, seat: int, found: int, out: Moves, offset: int) -> int:
    """Write the numbers of some pairs, which lie in ascending order; return how many."""
    left = found
    n = 0
    while left:
        out[n] = offset + pair_number(s, seat, lowest(left))
        left &= left - 1
        n += 1
    return n


@kernel
def expand_options(s: Record, seat: int, out: Moves) -> int:
    """`keep` if all plots have a space, and every pair that fits somewhere (MR-19, MR-23)."""
    if not may_keep(s, seat):  # MR-17
        return list_pairs(s, seat, fitting_pairs(s, seat), out, JOIN)
    out[0] = KEEP  # MR-23
    return 1 + list_pairs(s, seat, fitting_pairs(s, seat), out[1:], JOIN)


@kernel
def join(s: Record, action: int) -> None:
    """Keep the plots, or make a domino of two of them (MR-18, MR-19)."""
    seat = mover(s)
    if action == KEEP:  # MR-18
        tell(s, Happening.KEPT, seat, held(s, seat))
        finish_expanding(s)
        return
    s.joined[0] = PAIR_KINDS[action - JOIN, 0]
    s.joined[1] = PAIR_KINDS[action - JOIN, 1]
    s.phase = Phase.PLACE  # MR-19
    tell(s, Happening.JOINED, seat, s.joined[0], s.joined[1])


# --- place --------------------------------------------------------------------------------------


@kernel
def place_options(s: Record, seat: int, out: Moves) -> int:
    """Every cell of the first plot with every way to the second (MR-36)."""
    first, second = int(s.joined[0]), int(s.joined[1])
    n = 0
    for way in range(ways(first, second)):
        n += listed(placements(s, seat, first, second, way), out[n:], PLACE + way * CELLS)
    return n


@kernel
def count_placements(s: Record, seat: int) -> int:
    """How many placements the domino has."""
    first, second = int(s.joined[0]), int(s.joined[1])
    n = 0
    for way in range(ways(first, second)):
        n += count(placements(s, seat, first, second, way))
    return n


@kernel
def only_placement(s: Record, seat: int) -> int:
    """The placement of a domino that has one."""
    first, second = int(s.joined[0]), int(s.joined[1])
    for way in range(ways(first, second)):
        cells = placements(s, seat, first, second, way)
        if cells:
            return PLACE + way * CELLS + lowest(cells)
    return NOTHING


@kernel
def place(s: Record, action: int) -> None:
    """The domino lies where it will stay (MR-38); its symbols come next (MR-41)."""
    seat, way = mover(s), (action - PLACE) // CELLS
    cell = (action - PLACE) % CELLS
    other = cell + int(STRIDE[way])
    first, second = int(s.joined[0]), int(s.joined[1])
    put_down(s, seat, first, cell)
    put_down(s, seat, second, other)
    s.joined[:] = NOTHING
    tell(s, Happening.PLACED, seat, first, cell, second, other)
    s.phase = Phase.GO_ON


@kernel
def put_down(s: Record, seat: int, kind: int, cell: int) -> None:
    """A plot leaves the reserve for the ranch, and its symbols wait (MR-41)."""
    take_out(s, seat, kind)
    s.ranch[seat, kind] |= bit(cell)
    if COW_SYMBOLS[kind]:
        s.cows_due |= bit(cell)
    if SKULLS[kind]:
        s.skulls_due |= bit(cell)
    if CIRCLES[kind]:
        s.circles_due |= bit(cell)


# --- nothing fits -------------------------------------------------------------------------------


@kernel
def discard_options(s: Record, seat: int, out: Moves) -> int:
    """Any two of the unplaced plots (MR-24)."""
    return list_pairs(s, seat, pairs(s, seat), out, DISCARD)


@kernel
def discard_two(s: Record, action: int) -> None:
    """Two plots are removed from the game; the others have their spaces now (MR-24)."""
    seat = mover(s)
    first, second = int(PAIR_KINDS[action - DISCARD, 0]), int(PAIR_KINDS[action - DISCARD, 1])
    take_out(s, seat, first)
    take_out(s, seat, second)
    s.removed[first] += 1
    s.removed[second] += 1
    tell(s, Happening.DISCARDED, seat, first, second)
    finish_expanding(s)
