"""The rules of Shuppa: the order of play, and what each part of it does."""

from __future__ import annotations

from kermesse.core.order_of_play import Decision, Step, order_of_play
from kermesse.games.shuppa.components import SEATS
from kermesse.games.shuppa.rules.automaton import resolve, tied_options
from kermesse.games.shuppa.rules.cascade import (
    claim,
    fall,
    mark_new,
    share,
    share_options,
    share_or_win,
    take_back,
)
from kermesse.games.shuppa.rules.effects import begin_action, usable_effects, use_card
from kermesse.games.shuppa.rules.turn import (
    choose,
    draw_card,
    drop,
    end,
    give_automaton_card,
    held_cards,
    lay_for_automaton,
    restock,
    reveal,
    setup,
    show_arrow,
    show_choices,
    sort_all,
    sort_three,
    unseal,
)
from kermesse.games.shuppa.state import ACTIONS, Happening, Phase, State

__all__ = ["ACTIONS", "SEATS", "TURN", "Happening", "Phase", "State", "setup", "unseal"]

TURN = order_of_play(
    # phases 1 to 3 (SH-125)
    Step(Phase.REVEAL, reveal, "SH-22"),
    Step(Phase.SORT_THREE, sort_three, "SH-22", "SH-27"),
    Step(Phase.ARROW, show_arrow, "SH-09", "SH-23"),
    Decision(Phase.PLAY, held_cards, choose, "SH-24", "SH-117", "SH-118", sealed=True),
    Step(Phase.AUTOMATON, lay_for_automaton, "SH-105", "SH-123"),
    Step(Phase.SHOW, show_choices, "SH-25"),
    Step(Phase.SORT_ROW, sort_all, "SH-26", "SH-27"),
    Step(Phase.DROP, drop, "SH-26", "SH-28"),
    # phase 4 and every cascade (SH-31, SH-126)
    Step(Phase.CLAIM, claim, "SH-30", "SH-32", "SH-33", "SH-34", "SH-35"),
    Step(Phase.MARK, mark_new, "SH-53"),
    Step(Phase.WIN, share_or_win, "SH-36", "SH-41", "SH-42", "SH-50"),
    Decision(Phase.SHARE, share_options, share, "SH-43", "SH-44", "SH-45"),
    Step(Phase.TAKE_BACK, take_back, "SH-46", "SH-84"),
    Step(Phase.FALL, fall, "SH-52", "SH-58"),
    Step(Phase.DRAW, draw_card, "SH-34", "SH-80", "SH-86", "SH-87", "SH-127"),
    # phase 5 (SH-59, SH-132)
    Step(Phase.ACTION, begin_action, "SH-59"),
    Decision(Phase.EFFECT, usable_effects, use_card, "SH-61", "SH-64", "SH-67", "SH-70", "SH-73",
             "SH-129"),
    Step(Phase.RESOLVE, resolve, "SH-81", "SH-107", "SH-124"),
    Decision(Phase.TIE, tied_options, use_card, "SH-108", "SH-109"),
    # the end of a round (SH-128) and of the match
    Step(Phase.RESTOCK, restock, "SH-89", "SH-90", "SH-92"),
    Step(Phase.AUTOMATON_CARD, give_automaton_card, "SH-110", "SH-112"),
    Step(Phase.END, end, "SH-95", "SH-96", "SH-98"),
)  # fmt: skip
