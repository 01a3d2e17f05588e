"""The rules of Muvuca: the order of play, and what each part of it does."""

from __future__ import annotations

from kermesse.core.order_of_play import Decision, Step, order_of_play
from kermesse.games.muvuca.components import CARDS, PUSHES
from kermesse.games.muvuca.rules.turn import (
    allowed_pushes,
    choose_card,
    choose_push,
    count_kind,
    count_lines,
    end_or_deal,
    hand_over,
    held_cards,
    insert,
    move_cart,
    name_winner,
    reveal_hands,
    set_aside,
    setup,
    slide,
    turn_up,
    update_victory_card,
)
from kermesse.games.muvuca.state import Happening, Phase, State

__all__ = ["ACTIONS", "FORGETTING", "SEATS", "TURN", "Happening", "Phase", "State", "setup"]

ACTIONS = CARDS + PUSHES  # cards come first among the action numbers
SEATS = range(2, 3)
FORGETTING = frozenset({int(Happening.DEALT)})
TURN = order_of_play(
    # a turn (MV-63, MV-64)
    Decision(Phase.CARD, held_cards, choose_card, "MV-13", "MV-58", sealed=True),
    Decision(Phase.PUSH, allowed_pushes, choose_push, "MV-14", "MV-15", "MV-20"),
    Step(Phase.SLIDE, slide, "MV-16", "MV-18"),
    Step(Phase.INSERT, insert, "MV-17"),
    Step(Phase.CART, move_cart, "MV-19", "MV-22"),
    Step(Phase.LINES, count_lines, "MV-28", "MV-30", "MV-36"),
    Step(Phase.HAND_OVER, hand_over, "MV-25", "MV-26", "MV-57"),
    # the end of a round (MV-65)
    Step(Phase.SET_ASIDE, set_aside, "MV-31", "MV-32"),
    Step(Phase.REVEAL, reveal_hands, "MV-37", "MV-60"),
    Step(Phase.TURN_UP, turn_up, "MV-40"),
    Step(Phase.COUNT, count_kind, "MV-38", "MV-39"),
    Step(Phase.WINNER, name_winner, "MV-46", "MV-47"),
    Step(Phase.VICTORY, update_victory_card, "MV-51"),
    Step(Phase.NEXT, end_or_deal, "MV-48", "MV-49"),
)
