"""Sets of cards: drawing some, showing them to bots, and places by points."""

from __future__ import annotations

from kermesse.core.bits import has, including, without
from kermesse.core.chance import draw_member
from kermesse.core.kernel import kernel
from kermesse.core.record import Points, Record, Worths


@kernel
def draw_members(s: Record, members: int, n: int) -> int:
    """A random subset of ``n`` members, all subsets equally likely."""
    drawn = 0
    left = int(members)
    for _ in range(n):
        member = draw_member(s, left)
        drawn = including(drawn, member)
        left = without(left, member)
    return drawn


@kernel
def spread(members: int, size: int, out: Worths, start: int = 0) -> None:
    """Write a set as ``size`` numbers, 1 for a member and else 0, for `features`."""
    for i in range(size):
        out[start + i] = 1.0 if has(members, i) else 0.0


@kernel
def rank(points: Points, seats: int, out: Points) -> None:
    """Places by points: one more than the number of seats with more of them."""
    for seat in range(seats):
        place = 1
        for other in range(seats):
            place += int(points[other] > points[seat])
        out[seat] = place
