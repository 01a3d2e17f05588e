"""VIVA: shed your hand into three houses, and mind the block. By Tobias Angelo Kaufmann."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kermesse.core.customs import Window
from kermesse.core.options import Value
from kermesse.core.rooms import game_of
from kermesse.games.viva import (
    board,
    bots,
    components,
    measures,
    rules,
    scoring,
    secrets,
    tables,
    words,
)
from kermesse.games.viva.state import SILENT, Phase, agree

if TYPE_CHECKING:
    from kermesse.core.position import View

STEPS_PER_TURN = 64  # more than a turn takes: answers, false calls, reshuffles before every draw
STEPS_PER_ROUND = 8  # around the turns: deal, block, winner, victory card


def bound(options: Mapping[str, Value]) -> int:
    """No match has more decisions and steps than this."""
    rounds = int(options["rounds"]) + 1  # VV-15: one tie-break round at most
    return rounds * (STEPS_PER_TURN * int(options["turn_cap"]) + STEPS_PER_ROUND)


def window(view: View) -> Window | None:
    """The time in which to call; who says nothing is silent (VV-63, VV-64)."""
    s = view.record
    if s.phase != Phase.CALL:
        return None
    return Window(int(s.call_seconds), words.action_text(SILENT))


def seats_apart(options: Mapping[str, Value], seats: int) -> Sequence[str]:
    """Who deals (VV-09), unless lots decide; the table is round."""
    return [name for name in ("first_dealer",) if options[name] != "random"]


game = game_of(
    "VIVA",
    components,
    rules,
    scoring,
    secrets,
    bots,
    measures,
    bound=bound,
    agree=agree,
    open_at_end=False,  # VV-86: the other hands stay hidden
    ways=words.ways,
    window=window,
    seats_apart=seats_apart,
    notation=words,
    figures=words.figures,
    page=board,
    board=board.text_board,
    legend=board.LEGEND,
    tables=tables.read,
)
