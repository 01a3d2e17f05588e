"""Generic kernels that play a game on: to the next decision, to the end, a whole batch at once."""

from __future__ import annotations

from kermesse.core.binding import template
from kermesse.core.bits import lowest
from kermesse.core.chance import draw
from kermesse.core.contract import act, census, legal, setup, step
from kermesse.core.record import Counts, Moves, Record, Records

STUCK = -1  # a due seat without an action, or no end within the bound
LOST = -2  # a component was lost or doubled


@template
def settle(s: Record) -> int:
    """Carry out automatic steps until somebody is due or the game is over; return how many."""
    steps = 0
    while s.due == 0 and not s.over:
        step(s)
        steps += 1
    return steps


@template
def go_on(s: Record, moves: Moves) -> int:
    """One automatic step, or one random decision of a due seat; return the decisions, or STUCK."""
    if s.due == 0:
        step(s)
        return 0
    seat = lowest(s.due)
    n = legal(s, seat, moves)
    if n == 0:
        return STUCK
    act(s, seat, moves[draw(s, n)])
    return 1


@template
def playout(s: Record, bound: int, moves: Moves) -> int:
    """Play uniformly random legal actions to the end; return the number of decisions, or STUCK."""
    decisions = 0
    for _ in range(bound):
        if s.over:
            return decisions
        taken = go_on(s, moves)
        if taken == STUCK:
            return STUCK
        decisions += taken
    return decisions if s.over else STUCK


@template
def playouts(batch: Records, bound: int, moves: Moves) -> int:
    """Set up and play out every record of a batch; return all decisions, or STUCK."""
    decisions = 0
    for i in range(len(batch)):
        s = batch[i]
        setup(s)
        played = playout(s, bound, moves)
        if played < 0:
            return played
        decisions += played
    return decisions


@template
def conserved(s: Record, box: Counts, seen: Counts) -> bool:
    """Whether every component of the box is in exactly one place."""
    seen[:] = 0
    found = census(s, seen)
    boxed = 0
    for i in range(len(box)):
        if seen[i] > box[i]:
            return False
        found += seen[i]
        boxed += box[i]
    return found == boxed


@template
def watched_playout(s: Record, bound: int, moves: Moves, box: Counts, seen: Counts) -> int:
    """Like `playout`, but with the components counted after every single step."""
    setup(s)
    decisions = 0
    for _ in range(bound):
        if not conserved(s, box, seen):
            return LOST
        if s.over:
            return decisions
        taken = go_on(s, moves)
        if taken == STUCK:
            return STUCK
        decisions += taken
    return decisions if s.over else STUCK
