"""Who sits where: neighbours among those who take part in the round."""

from __future__ import annotations

from kermesse.core.bits import has
from kermesse.core.kernel import kernel
from kermesse.core.record import Record


@kernel
def left_of(s: Record, seat: int) -> int:
    """The next participant clockwise."""
    return neighbour(s, seat, 1)


@kernel
def right_of(s: Record, seat: int) -> int:
    """The next participant the other way round."""
    return neighbour(s, seat, int(s.seats) - 1)


@kernel
def neighbour(s: Record, seat: int, way: int) -> int:
    """The nearest participant that way."""
    other = (int(seat) + way) % int(s.seats)
    while not has(s.playing, other):
        other = (other + way) % int(s.seats)
    return other
