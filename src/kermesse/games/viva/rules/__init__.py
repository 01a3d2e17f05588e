"""The rules of VIVA: the order of play, and what each part of it does."""

from __future__ import annotations

from kermesse.core.order_of_play import Decision, Step, order_of_play
from kermesse.games.viva.components import MOST_SEATS
from kermesse.games.viva.rules.honour import (
    answer,
    answers,
    close_window,
    pay_false_calls,
    pay_penalty,
    take_back,
)
from kermesse.games.viva.rules.turn import (
    begin_turn,
    draw_for_turn,
    drawn_options,
    end_or_deal,
    give_victory_card,
    lay_more,
    more_options,
    place_or_keep,
    setup,
    take_turn,
    turn_options,
    win,
)
from kermesse.games.viva.rules.viva import (
    block_options,
    block_with_only_card,
    call_viva,
    choose_block,
    left_draws,
    replace_only_card,
    right_draws,
    turn_up,
)
from kermesse.games.viva.state import ACTIONS, Happening, Phase, State

__all__ = ["ACTIONS", "FORGETTING", "SEATS", "TURN", "Happening", "Phase", "State", "setup"]

SEATS = range(2, MOST_SEATS + 1)
FORGETTING = frozenset({int(Happening.DEALT), int(Happening.RESHUFFLED)})
TURN = order_of_play(
    # a turn; before the first one the blocking card is turned up
    Step(Phase.TURN_UP, turn_up, "VV-05", "VV-40", "VV-54"),
    Step(Phase.BEGIN, begin_turn, "VV-08", "VV-32", "VV-57", "VV-73"),
    Decision(Phase.TURN, turn_options, take_turn, "VV-23", "VV-24", "VV-29", "VV-45", "VV-56"),
    Decision(Phase.MORE, more_options, lay_more, "VV-26", "VV-27", "VV-28"),
    Step(Phase.DRAW, draw_for_turn, "VV-29", "VV-54"),
    Decision(Phase.DRAWN, drawn_options, place_or_keep, "VV-30", "VV-31", "VV-81"),
    # at the honour table it may be called (VV-85)
    Decision(Phase.CALL, answers, answer, "VV-62", "VV-63", sealed=True),
    Step(Phase.ANSWERS, close_window, "VV-64", "VV-66", "VV-67", "VV-68"),
    Step(Phase.TAKE_BACK, take_back, "VV-66", "VV-78"),
    Step(Phase.PENALTY, pay_penalty, "VV-59", "VV-66"),
    Step(Phase.FALSE_CALLS, pay_false_calls, "VV-67"),
    # a VIVA (VV-84)
    Step(Phase.VIVA, call_viva, "VV-35", "VV-37"),
    Step(Phase.RIGHT, right_draws, "VV-38", "VV-39"),
    Step(Phase.LEFT, left_draws, "VV-38"),
    Step(Phase.ONLY_CARD, block_with_only_card, "VV-41"),
    Step(Phase.REPLACE, replace_only_card, "VV-41", "VV-42"),
    Decision(Phase.NEW_BLOCK, block_options, choose_block, "VV-40"),
    # the end of a round, and of the match (VV-86)
    Step(Phase.WIN, win, "VV-47"),
    Step(Phase.VICTORY_CARD, give_victory_card, "VV-10"),
    Step(Phase.NEXT, end_or_deal, "VV-11", "VV-12", "VV-13"),
)
