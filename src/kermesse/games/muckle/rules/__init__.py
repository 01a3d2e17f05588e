"""The rules of Muckle: the order of play, and what each part of it does."""

from __future__ import annotations

from kermesse.core.order_of_play import Decision, Step, order_of_play
from kermesse.games.muckle.components import PLAYERS
from kermesse.games.muckle.rules.resolution import hit, resolve
from kermesse.games.muckle.rules.turn import (
    add_up_damage,
    cards_to_play,
    cards_to_put_aside,
    count_streaks,
    exchange,
    give_ball,
    leave_ball,
    next_turn,
    own_players,
    pass_ball,
    pick,
    pick_up,
    rest,
    reveal,
    select,
    setup,
    unseal,
    win,
)
from kermesse.games.muckle.state import ACTIONS, Happening, Phase, State

__all__ = ["ACTIONS", "SEATS", "TURN", "Happening", "Phase", "State", "setup", "unseal"]

SEATS = range(PLAYERS, PLAYERS + 1)
TURN = order_of_play(
    # before the first turn
    Decision(Phase.SELECT, cards_to_put_aside, select, "MK-03", "MK-04", "MK-05", "MK-71",
             sealed=True),
    Step(Phase.EXCHANGE, exchange, "MK-06", "MK-07"),
    # a turn (MK-10, MK-73)
    Decision(Phase.PLAY, cards_to_play, pick, "MK-10", "MK-11", "MK-66", "MK-72", sealed=True),
    Step(Phase.REVEAL, reveal, "MK-10"),
    Step(Phase.REST, rest, "MK-12", "MK-19"),
    Step(Phase.PASS, pass_ball, "MK-12", "MK-20", "MK-21"),
    Step(Phase.STREAKS, count_streaks, "MK-13", "MK-14", "MK-15"),
    Step(Phase.RESOLVE, resolve, "MK-25", "MK-26", "MK-28", "MK-30"),
    Step(Phase.HIT, hit, "MK-32", "MK-35", "MK-36", "MK-38"),
    Step(Phase.DAMAGE, add_up_damage, "MK-43", "MK-44"),
    Decision(Phase.BALL, own_players, give_ball, "MK-45", "MK-54"),
    Step(Phase.POSSESSION, leave_ball, "MK-47", "MK-48", "MK-49"),
    Step(Phase.PICK_UP, pick_up, "MK-51", "MK-52"),
    Step(Phase.NEXT, next_turn, "MK-10", "MK-60"),
    # the end
    Step(Phase.WIN, win, "MK-56", "MK-58"),
)  # fmt: skip
