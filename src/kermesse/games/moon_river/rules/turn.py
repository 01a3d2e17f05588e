"""The order of a turn, from step to step (MR-15, MR-138…140), and of the rounds (MR-79)."""

from __future__ import annotations

from kermesse.core.bits import count, has, lowest
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record
from kermesse.games.moon_river.components import COLUMN, DOMINO, LAST_ROW, ROUNDS, SPECIALISTS
from kermesse.games.moon_river.rules.ranch import taken
from kermesse.games.moon_river.rules.record import NEWER, OLDER, Phase
from kermesse.games.moon_river.rules.reserve import fitting_pairs, held, may_keep
from kermesse.games.moon_river.rules.table import mover
from kermesse.games.moon_river.rules.two_players import TWO, claims


@kernel
def go_on(s: Record) -> None:
    """What the domino just placed still asks for, in its order; then step 2 again (MR-138)."""
    s.circle = NOTHING
    if s.cows_due:
        s.phase = Phase.COWS
    elif s.skulls_due:
        s.phase = Phase.DROUGHT
    elif s.circles_due:
        attend_circles(s)
    elif reaches_last_row(s):
        s.phase = Phase.REACH
    else:
        expand(s)


@kernel
def attend_circles(s: Record) -> None:
    """Each circle brings a recruitment, as long as there are tokens (MR-52, MR-56, MR-58)."""
    if tokens(s) and count(s.circles_due) > 1:
        s.phase = Phase.CIRCLE
    else:
        s.circle = lowest(s.circles_due)  # MR-52
        s.phase = Phase.RECRUIT if tokens(s) else Phase.UNUSED


@kernel
def tokens(s: Record) -> int:
    """How many tokens the saloon has."""
    n = 0
    for specialist in range(SPECIALISTS):
        n += int(s.saloon[specialist])
    return n


@kernel
def tokens_left(s: Record) -> int:
    """How many tokens the stack still has."""
    n = 0
    for specialist in range(SPECIALISTS):
        n += int(s.stack[specialist])
    return n


@kernel
def reaches_last_row(s: Record) -> bool:
    """Whether a ranch for two has come to its last row just now (MR-121, MR-127)."""
    reached = s.seats == TWO and taken(s, mover(s)) & LAST_ROW != 0
    return reached and not has(s.reached, s.active)


@kernel
def expand(s: Record) -> None:
    """Step 2: with two plots or more a domino can be made (MR-18, MR-21, MR-139)."""
    seat = mover(s)
    if s.emptying:
        empty_on(s)
    elif held(s, seat) < DOMINO:
        finish_expanding(s)
    elif may_keep(s, seat) or fitting_pairs(s, seat):
        s.phase = Phase.EXPAND
    else:
        s.phase = Phase.DISCARD_TWO  # MR-139


@kernel
def empty_on(s: Record) -> None:
    """Once the final round is over: as long as a pair fits it is placed (MR-82, MR-83, MR-140)."""
    if fitting_pairs(s, mover(s)):
        s.phase = Phase.EXPAND  # MR-82
    elif held(s, mover(s)):
        s.phase = Phase.REST
    else:
        empty_next(s)


@kernel
def finish_expanding(s: Record) -> None:
    """Step 3, if there is a newer column (MR-27, MR-80)."""
    if s.round_number == ROUNDS:
        end_turn(s)  # MR-80
    else:
        s.phase = Phase.CHOOSE_PLOT


@kernel
def end_turn(s: Record) -> None:
    """The next turn of the round, or the end of the round (MR-14, MR-75)."""
    s.turn += 1
    if s.turn < claims(s):
        s.active = s.order[s.turn]
        s.phase = Phase.RECEIVE
    else:
        end_round(s)


@kernel
def end_round(s: Record) -> None:
    """The newer column becomes the older one; another is made while there are plots (MR-142)."""
    s.active = NOTHING
    s.turn = 0
    if s.round_number == ROUNDS:
        s.emptying = 1  # MR-81
        empty_next(s)
        return
    for position in range(COLUMN):
        s.column[OLDER, position] = s.column[NEWER, position]
        s.ranchero[OLDER, position] = s.ranchero[NEWER, position]
        s.column[NEWER, position] = NOTHING
        s.ranchero[NEWER, position] = NOTHING
    if s.round_number < ROUNDS - 1:
        s.phase = Phase.DRAW
    else:
        prepare(s)  # MR-78: the box is empty


@kernel
def empty_next(s: Record) -> None:
    """The next player with unplaced plots, in the order of the final round (MR-84, MR-131)."""
    while s.turn < claims(s) and held(s, 0 + int(s.order[s.turn])) == 0:
        s.turn += 1
    if s.turn < claims(s):
        s.active = s.order[s.turn]
        s.phase = Phase.EMPTY  # MR-131
    else:
        s.active = NOTHING
        s.turn = 0
        s.phase = Phase.CROWD


@kernel
def prepare(s: Record) -> None:
    """Before a round the saloon is filled, as far as there are tokens (MR-05, MR-76, MR-77)."""
    if tokens(s) < s.saloon_size and tokens_left(s) > 0:
        s.phase = Phase.REFILL
    else:
        s.phase = Phase.DRAW if is_first_column(s) else Phase.START


@kernel
def is_first_column(s: Record) -> bool:
    """Whether column 1 is not chosen from yet (MR-10, MR-13)."""
    standing = 0
    for position in range(COLUMN):
        standing += int(s.ranchero[OLDER, position] != NOTHING)
    return standing == 0
