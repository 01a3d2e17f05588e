"""The game for two: a longer frame, two Rancheros each, and the bonus tiles (MR-114…131)."""

from __future__ import annotations

from kermesse.core.kernel import kernel
from kermesse.core.record import Record
from kermesse.games.moon_river.components import COLUMN, USABLE, USABLE_SMALL

TWO = 2


@kernel
def frame(s: Record) -> int:
    """The cells that can hold a plot: 24, with two players 49 (MR-30, MR-31, MR-116)."""
    return USABLE if s.seats == TWO else USABLE_SMALL


@kernel
def claims(s: Record) -> int:
    """How many Rancheros stand in a full column: one a player, with two players two (MR-115)."""
    return COLUMN if s.seats == TWO else int(s.seats)


@kernel
def order_of_placing(s: Record, first: int) -> None:
    """One Ranchero, then both of the other player, then the second one (MR-117)."""
    other = 1 - first
    s.order[0] = first
    s.order[1] = other
    s.order[2] = other
    s.order[3] = first
