"""The honour table: VV-59 to VV-68."""

from __future__ import annotations

from kermesse.core.bits import has, including, without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, tell
from kermesse.games.viva.cards import one
from kermesse.games.viva.components import HOUSES
from kermesse.games.viva.rules.houses import forbidden, match
from kermesse.games.viva.rules.piles import draw_next
from kermesse.games.viva.rules.turn import left_of, what_follows
from kermesse.games.viva.state import CALL, SILENT, Happening, Phase, State


@kernel
def answers(s: State, seat: int, out: Moves) -> int:
    """Call, or be silent (VV-62)."""
    out[0], out[1] = CALL, SILENT  # VV-62
    return 2


@kernel
def answer(s: State, seat: int, action: int) -> None:
    """A sealed answer; the window closes with the last one (VV-62, VV-63)."""
    if action == CALL:
        s.callers = including(s.callers, seat)
    s.due = without(s.due, seat)
    if s.due == 0:
        s.phase = Phase.ANSWERS
    tell(s, Happening.ANSWERED, seat, int(action == CALL))


@kernel
def was_forbidden(s: State) -> bool:
    """Whether the placement of this turn was against the rules (VV-60)."""
    if s.last >= 0:
        return not match(s.last, s.block)
    return forbidden(s, s.placed, s.beneath)


@kernel
def close_window(s: State) -> None:
    """All answers are public (VV-64); what they lead to (VV-66…68)."""
    wrong = s.callers != 0 and was_forbidden(s)
    s.reveals += 1
    tell(s, Happening.ANSWERS, s.callers, int(wrong))
    if wrong:
        "VV-66"
        s.phase = Phase.TAKE_BACK
    elif s.callers != 0 and s.false_call > 0:
        "VV-67"
        s.owes = s.false_call
        s.phase = Phase.FALSE_CALLS
    else:
        "VV-68"
        s.phase = what_follows(s)


@kernel
def take_back(s: State) -> None:
    """The card goes back to the hand, and everybody knows that it is there (VV-66, VV-78)."""
    kind, house = int(s.placed), int(s.house)
    if s.last >= 0:
        kind, house = int(s.last), HOUSES
        s.last = NOTHING
    else:
        s.top[house] = s.beneath
        if s.beneath >= 0:
            s.under[house] -= one(s.beneath)
    s.hand[s.active] += one(kind)
    "VV-78"
    s.known[s.active] += one(kind)
    s.owes = s.penalty
    s.phase = Phase.PENALTY
    tell(s, Happening.CAUGHT, s.active, kind, house)


@kernel
def pay_penalty(s: State) -> None:
    """The player who was caught draws, and the turn is over (VV-59, VV-66)."""
    if draw_next(s, s.active):
        "VV-59"
        s.phase = Phase.BEGIN


@kernel
def pay_false_calls(s: State) -> None:
    """Who called without reason draws, clockwise from the player's left (VV-67)."""
    caller = left_of(s, s.active)
    while not has(s.callers, caller):
        caller = left_of(s, caller)
    if draw_next(s, caller):
        s.callers = without(s.callers, caller)
        s.owes = s.false_call
        if s.callers == 0:
            s.owes = 0
            s.phase = what_follows(s)
