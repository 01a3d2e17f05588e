"""The rules of VIVA: what is open, what a decision does, and the automatic steps in their order."""

from __future__ import annotations

from kermesse.core.bits import has
from kermesse.core.kernel import kernel
from kermesse.core.record import Moves, Record
from kermesse.games.viva.rules.calling import (
    answer,
    close_window,
    pay_false_calls,
    pay_penalty,
    take_back,
)
from kermesse.games.viva.rules.record import CALL, DRAW, FINISH, KEEP, SILENT, STOP, Phase
from kermesse.games.viva.rules.rounds import (
    begin_turn,
    end_or_deal,
    end_won,
    give_victory_card,
    setup,
)
from kermesse.games.viva.rules.turn import (
    block_options,
    draw_for_turn,
    draw_one,
    drawn_options,
    finish,
    keep,
    lay,
    more_options,
    pass_turn,
    place_drawn,
    show,
    turn_options,
)
from kermesse.games.viva.rules.viva import (
    block_with_only_card,
    call_viva,
    choose_block,
    left_draws,
    replace_only_card,
    right_draws,
    turn_up,
)

__all__ = ["act", "legal", "setup", "step"]


@kernel
def legal(s: Record, seat: int, out: Moves) -> int:
    """The options of the decision that a seat owes."""
    if not has(s.due, seat):
        return 0
    if s.phase == Phase.TURN:
        return turn_options(s, seat, out)
    if s.phase == Phase.MORE:
        return more_options(s, out)
    if s.phase == Phase.DRAWN:
        return drawn_options(s, out)
    if s.phase == Phase.NEW_BLOCK:
        return block_options(s, seat, out)
    out[0], out[1] = CALL, SILENT  # VV-62
    return 2


@kernel
def act(s: Record, seat: int, action: int) -> None:
    """Take one decision."""
    if s.phase == Phase.TURN:
        take_turn(s, seat, action)
    elif s.phase == Phase.MORE:
        if action == STOP:
            show(s, seat, 0)
        else:
            lay(s, seat, action)  # VV-26, VV-27
    elif s.phase == Phase.DRAWN:
        if action == KEEP:
            keep(s, seat)
        else:
            place_drawn(s, seat, action)
    elif s.phase == Phase.NEW_BLOCK:
        choose_block(s, seat, action)
    else:
        answer(s, seat, action)


@kernel
def take_turn(s: Record, seat: int, action: int) -> None:
    """Exactly one of the options (VV-23)."""
    if action < FINISH:
        lay(s, seat, action)
    elif action == FINISH:
        finish(s, seat)
    elif action == DRAW:
        draw_one(s)
    else:
        pass_turn(s, seat)


@kernel
def step(s: Record) -> None:
    """The next automatic step (VV-84…86)."""
    if s.phase == Phase.BEGIN:
        begin_turn(s)
    elif s.phase == Phase.TURN_UP:
        turn_up(s)
    elif s.phase == Phase.DRAW:
        draw_for_turn(s)
    elif s.phase < Phase.VIVA:
        step_of_calling(s)
    elif s.phase < Phase.WIN:
        step_of_viva(s)
    elif s.phase == Phase.WIN:
        end_won(s, s.active, 0)  # VV-47
    elif s.phase == Phase.VICTORY_CARD:
        give_victory_card(s)
    else:
        end_or_deal(s)


@kernel
def step_of_calling(s: Record) -> None:
    """What follows from the answers (VV-66…68)."""
    if s.phase == Phase.ANSWERS:
        close_window(s)
    elif s.phase == Phase.TAKE_BACK:
        take_back(s)
    elif s.phase == Phase.PENALTY:
        pay_penalty(s)
    else:
        pay_false_calls(s)


@kernel
def step_of_viva(s: Record) -> None:
    """Houses, neighbours, blocking card (VV-84)."""
    if s.phase == Phase.VIVA:
        call_viva(s)
    elif s.phase == Phase.RIGHT:
        right_draws(s)
    elif s.phase == Phase.LEFT:
        left_draws(s)
    elif s.phase == Phase.ONLY_CARD:
        block_with_only_card(s)
    else:
        replace_only_card(s)
