"""The rules of Shuppa: what is open, what a decision does, and the automatic steps in order."""

from __future__ import annotations

from kermesse.core.bits import has, listed
from kermesse.core.kernel import kernel
from kermesse.core.record import Moves, Record
from kermesse.games.shuppa.components import HALF
from kermesse.games.shuppa.rules.actions import begin_action, carry_out, decline, effects
from kermesse.games.shuppa.rules.automaton import resolve, tied_options
from kermesse.games.shuppa.rules.record import DECLINE, PLAY, Phase, wide
from kermesse.games.shuppa.rules.rounds import (
    choose,
    draw_card,
    drop,
    end,
    give_automaton_card,
    lay_for_automaton,
    restock,
    reveal,
    show_arrow,
    show_choices,
    sort_all,
    sort_three,
)
from kermesse.games.shuppa.rules.setting_up import setup
from kermesse.games.shuppa.rules.sharing import share_options
from kermesse.games.shuppa.rules.winning import (
    claim,
    fall,
    mark_new,
    share,
    share_or_win,
    take_back,
    terms_in_question,
)

__all__ = ["act", "legal", "setup", "step"]


@kernel
def legal(s: Record, seat: int, out: Moves) -> int:
    """The options of the decision that a seat owes."""
    if not has(wide(s.due), seat):
        return 0
    if s.phase == Phase.PLAY:
        n = listed(s.hand[seat, 0], out, wide(0))  # SH-24: any card of the own hand
        return n + listed(s.hand[seat, 1], out[n:], wide(HALF))
    if s.phase == Phase.SHARE:
        return share_options(terms_in_question(s), out)
    return effects(s, out) if s.phase == Phase.EFFECT else tied_options(s, out)


@kernel
def act(s: Record, seat: int, action: int) -> None:
    """Take one decision."""
    number = wide(action)  # out of a buffer
    if s.phase == Phase.PLAY:
        choose(s, seat, number - PLAY)
    elif s.phase == Phase.SHARE:
        share(s, number)
    elif number == DECLINE:
        decline(s)
    else:
        carry_out(s, number)


@kernel
def step(s: Record) -> None:
    """The next automatic step (SH-125…128, SH-132)."""
    if s.phase < Phase.CLAIM:
        step_of_the_row(s)
    elif s.phase < Phase.DRAW:
        step_of_a_win(s)
    elif s.phase == Phase.DRAW:
        draw_card(s)  # SH-127
    elif s.phase == Phase.ACTION:
        begin_action(s)
    elif s.phase == Phase.RESOLVE:
        resolve(s)
    elif s.phase == Phase.RESTOCK:
        restock(s)  # SH-128
    elif s.phase == Phase.AUTOMATON_CARD:
        give_automaton_card(s)
    else:
        end(s)


@kernel
def step_of_the_row(s: Record) -> None:
    """Phases 1 to 3 (SH-125)."""
    if s.phase == Phase.REVEAL:
        reveal(s)
    elif s.phase == Phase.SORT_THREE:
        sort_three(s)
    elif s.phase == Phase.ARROW:
        show_arrow(s)
    elif s.phase == Phase.AUTOMATON:
        lay_for_automaton(s)
    elif s.phase == Phase.SHOW:
        show_choices(s)
    elif s.phase == Phase.SORT_ROW:
        sort_all(s)
    else:
        drop(s)


@kernel
def step_of_a_win(s: Record) -> None:
    """Phase 4, and what follows from a win or an effect (SH-126)."""
    if s.phase == Phase.CLAIM:
        claim(s)
    elif s.phase == Phase.MARK:
        mark_new(s)
    elif s.phase == Phase.WIN:
        share_or_win(s)
    elif s.phase == Phase.TAKE_BACK:
        take_back(s)
    else:
        fall(s)
