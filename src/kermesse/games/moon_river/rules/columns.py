"""Columns, Rancheros and the saloon: what is laid out, chosen and received.

MR-05…16, MR-27, MR-28, MR-75…78, MR-117.
"""

from __future__ import annotations

from kermesse.core.bits import count, including, lowest, without
from kermesse.core.chance import draw, draw_member
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, tell
from kermesse.games.moon_river.components import BACKS, COLUMN, KINDS, TWO
from kermesse.games.moon_river.rules.ranch import put_in
from kermesse.games.moon_river.rules.turn import (
    claims,
    end_round,
    end_turn,
    is_first_column,
    mover,
    prepare,
    tokens,
    tokens_left,
)
from kermesse.games.moon_river.state import CHOOSE, GO_ON, NEWER, OLDER, Happening, Phase, State

# --- what is drawn ------------------------------------------------------------------------------


@kernel
def plots_left(s: State) -> int:
    """How many plots the box still has."""
    n = 0
    for kind in range(KINDS):
        n += int(s.boxed[kind])
    return n


@kernel
def draw_plot(s: State) -> None:
    """A random plot joins the newer column (MR-08, MR-144)."""
    "MR-144"
    left = draw(s, plots_left(s))
    kind = 0
    while left >= s.boxed[kind]:
        left -= int(s.boxed[kind])
        kind += 1
    s.boxed[kind] -= 1
    s.column[NEWER, s.drawn] = kind
    s.drawn += 1
    s.reveals += 1
    if s.drawn == COLUMN:
        s.phase = Phase.SORT
    tell(s, Happening.DREW, kind, BACKS[kind], s.drawn, plots_left(s))


@kernel
def sort_column(s: State) -> None:
    """The lowest number goes nearest to the box, equal ones as they came (MR-08)."""
    for i in range(1, COLUMN):
        kind = int(s.column[NEWER, i])
        at = i
        while at > 0 and BACKS[s.column[NEWER, at - 1]] > BACKS[kind]:
            s.column[NEWER, at] = s.column[NEWER, at - 1]
            at -= 1
        s.column[NEWER, at] = kind
    s.drawn = 0
    row = s.column[NEWER]
    tell(s, Happening.SORTED, row[0], row[1], row[2], row[3])
    if is_first_column(s):
        "MR-10"
        s.phase = Phase.RANCHERO
    else:
        "MR-75, MR-76"
        prepare(s)


@kernel
def refill(s: State) -> None:
    """A random token of the stack comes to the saloon (MR-05, MR-76)."""
    left = draw(s, tokens_left(s))
    specialist = 0
    while left >= s.stack[specialist]:
        left -= int(s.stack[specialist])
        specialist += 1
    s.stack[specialist] -= 1
    s.saloon[specialist] += 1
    s.reveals += 1
    prepare(s)
    tell(s, Happening.TOKEN, specialist, tokens(s), tokens_left(s))


# --- Rancheros ----------------------------------------------------------------------------------


@kernel
def draw_ranchero(s: State) -> None:
    """The next Ranchero comes out at random; its owner places it at once (MR-10, MR-117)."""
    waiting = (1 << int(s.seats)) - 1
    for turn in range(s.turn):
        waiting = without(waiting, s.order[turn])
    seat = draw_member(s, waiting)
    s.reveals += 1
    if s.seats == TWO:
        order_of_placing(s, seat)
    else:
        s.order[s.turn] = seat
    s.active = seat
    s.phase = Phase.CHOOSE_PLOT
    tell(s, Happening.RANCHERO, seat)


@kernel
def order_of_placing(s: State, first: int) -> None:
    """One Ranchero, then both of the other player, then the second one (MR-117)."""
    other = 1 - first
    s.order[0] = first
    s.order[1] = other
    s.order[2] = other
    s.order[3] = first


@kernel
def available(s: State, seat: int) -> int:
    """The positions of the newer column on which no Ranchero stands (MR-10, MR-27)."""
    positions = 0
    for position in range(COLUMN):
        if s.column[NEWER, position] != NOTHING and s.ranchero[NEWER, position] == NOTHING:
            positions = including(positions, position)
    return positions


@kernel
def choose_plot(s: State, seat: int, action: int) -> None:
    """A Ranchero goes to a plot; with three players one plot is left over (MR-12, MR-27, MR-28)."""
    position = action - CHOOSE
    "MR-27"
    s.ranchero[NEWER, position] = seat
    tell(s, Happening.CHOSE, seat, position, s.column[NEWER, position])
    if COLUMN - count(available(s, 0)) == claims(s) < COLUMN:
        s.phase = Phase.REMOVE
    else:
        after_choosing(s)


@kernel
def remove_plot(s: State) -> None:
    """The plot that nobody chose is removed from the game (MR-12, MR-28)."""
    position = lowest(available(s, 0))
    kind = int(s.column[NEWER, position])
    s.column[NEWER, position] = NOTHING
    s.removed[kind] += 1
    tell(s, Happening.REMOVED, position, kind)
    after_choosing(s)


@kernel
def after_choosing(s: State) -> None:
    """The next turn; in the set-up the next Ranchero, and then column 2 (MR-13)."""
    if s.round_number > 0:
        end_turn(s)
        return
    s.turn += 1
    if s.turn == claims(s):
        end_round(s)
    elif s.seats == TWO:
        s.active = s.order[s.turn]  # the next one chooses at once: no Ranchero is drawn
    else:
        s.active = NOTHING
        s.phase = Phase.RANCHERO


@kernel
def start_round(s: State) -> None:
    """The Rancheros in the older column give the turn order, from the box on (MR-14, MR-118)."""
    s.round_number += 1
    n = 0
    for position in range(COLUMN):
        if s.ranchero[OLDER, position] != NOTHING:
            s.order[n] = s.ranchero[OLDER, position]
            n += 1
    "MR-14"
    s.active = s.order[0]
    s.phase = Phase.RECEIVE
    tell(s, Happening.ROUND, s.round_number, s.order[0], s.order[1], s.order[2], s.order[3])


@kernel
def receive(s: State) -> None:
    """Step 1: the Ranchero comes back, and the plot under it goes to the reserve (MR-16)."""
    seat, position = mover(s), 0
    while s.ranchero[OLDER, position] == NOTHING:
        position += 1
    kind = int(s.column[OLDER, position])
    s.column[OLDER, position] = NOTHING
    s.ranchero[OLDER, position] = NOTHING
    put_in(s, seat, kind)
    tell(s, Happening.RECEIVED, seat, kind, position)
    s.phase = GO_ON
