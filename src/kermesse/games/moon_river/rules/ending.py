"""The end: reserves are emptied, herds thin out, the score sheet is filled in (MR-81…87)."""

from __future__ import annotations

from kermesse.core.kernel import kernel
from kermesse.core.record import Record, tell
from kermesse.games.moon_river.components import CELLS
from kermesse.games.moon_river.rules.record import Happening, Phase
from kermesse.games.moon_river.rules.reserve import held, take_out
from kermesse.games.moon_river.rules.sheet import LINES, line_points
from kermesse.games.moon_river.rules.table import mover, players, plot_at
from kermesse.games.moon_river.rules.turn import empty_next


@kernel
def empty_reserve(s: Record) -> None:
    """A player goes on with step 2 until nothing is left (MR-81, MR-84)."""
    tell(s, Happening.EMPTYING, s.active, held(s, mover(s)))
    s.phase = Phase.GO_ON


@kernel
def discard_rest(s: Record) -> None:
    """Nothing fits any more: what is left is discarded (MR-83, MR-140)."""
    seat = mover(s)
    kinds = s.reserve[seat]
    tell(s, Happening.DISCARDED_REST, seat, kinds[0], kinds[1], kinds[2], kinds[3])
    for _ in range(held(s, seat)):
        kind = plot_at(s, seat, 0)
        take_out(s, seat, kind)
        s.removed[kind] += 1
    empty_next(s)


@kernel
def crowd(s: Record) -> None:
    """Overcrowding: each plot of the next ranch keeps one cow at most (MR-87)."""
    seat = int(s.turn)
    strays = 0
    for cell in range(CELLS):
        if s.cows[seat, cell] > 1:
            strays += int(s.cows[seat, cell]) - 1
            s.cows[seat, cell] = 1
    s.strays += strays
    s.turn += 1
    if s.turn == s.seats:
        s.phase = Phase.TALLY
    tell(s, Happening.CROWDED, seat, strays)


@kernel
def tally(s: Record) -> None:
    """The next line of the score sheet; after the total the game is over (MR-143)."""
    line = 0 + int(s.tallied)
    s.tallied += 1
    if s.tallied == LINES:
        s.phase = Phase.OVER
        s.over = 1
    tell(s, Happening.SCORED, line)
    for seat in range(players(s)):
        s.event_args[1 + seat] = line_points(s, seat, line)
