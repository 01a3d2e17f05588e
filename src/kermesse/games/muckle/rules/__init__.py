"""The rules of Muckle: what is open, what a decision does, and the automatic steps in order."""

from __future__ import annotations

from kermesse.core.bits import has
from kermesse.core.kernel import kernel
from kermesse.core.record import Moves, Record
from kermesse.games.muckle.rules.ball import (
    add_up_damage,
    ball_options,
    give_ball,
    leave_ball,
    next_turn,
    pick_up,
    win,
)
from kermesse.games.muckle.rules.cards import list_kinds
from kermesse.games.muckle.rules.record import PLAY, Phase
from kermesse.games.muckle.rules.resolution import hit, resolve
from kermesse.games.muckle.rules.setting_up import exchange, select, selection_options, setup
from kermesse.games.muckle.rules.turn import count_streaks, pass_ball, pick, rest, reveal

__all__ = ["act", "legal", "setup", "step"]


@kernel
def legal(s: Record, seat: int, out: Moves) -> int:
    """The options of the decision that a seat owes; equal cards are one option (MK-71)."""
    if not has(s.due, seat):
        return 0
    if s.phase == Phase.SELECT:
        return selection_options(s, seat, out)
    if s.phase == Phase.PLAY:
        return list_kinds(s.hand[seat], out, PLAY)  # MK-10, MK-72
    return ball_options(seat, out)


@kernel
def act(s: Record, seat: int, action: int) -> None:
    """Take one decision."""
    if s.phase == Phase.SELECT:
        select(s, seat, action)
    elif s.phase == Phase.PLAY:
        pick(s, seat, action)
    else:
        give_ball(s, seat, action)


@kernel
def step(s: Record) -> None:
    """The next automatic step (MK-73)."""
    if s.phase == Phase.REVEAL:
        reveal(s)
    elif s.phase == Phase.REST:
        rest(s)
    elif s.phase == Phase.PASS:
        pass_ball(s)
    elif s.phase == Phase.STREAKS:
        count_streaks(s)
    elif s.phase == Phase.RESOLVE:
        resolve(s)
    elif s.phase == Phase.HIT:
        hit(s)
    else:
        step_of_the_end(s)


@kernel
def step_of_the_end(s: Record) -> None:
    """What comes before the first turn, and at the end of each."""
    if s.phase == Phase.DAMAGE:
        add_up_damage(s)
    elif s.phase == Phase.POSSESSION:
        leave_ball(s)
    elif s.phase == Phase.PICK_UP:
        pick_up(s)
    elif s.phase == Phase.NEXT:
        next_turn(s)
    elif s.phase == Phase.WIN:
        win(s)
    else:
        exchange(s)
