"""Who plays, whose turn it is, and what lies in a place of a reserve.

As wide numbers: what comes straight out of a narrow field would have every kernel that it is handed
to compiled once more.
"""

from __future__ import annotations

from kermesse.core.kernel import kernel
from kermesse.core.record import Record


@kernel
def players(s: Record) -> int:
    """How many seats play."""
    return 0 + int(s.seats)


@kernel
def mover(s: Record) -> int:
    """Whose turn it is."""
    return 0 + int(s.active)


@kernel
def plot_at(s: Record, seat: int, place: int) -> int:
    """The kind of an unplaced plot; NOTHING beyond the last one."""
    return 0 + int(s.reserve[seat, place])


@kernel
def circle_at_work(s: Record) -> int:
    """The cell for which a partner is recruited, or where it acts."""
    return 0 + int(s.circle)
