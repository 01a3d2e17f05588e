"""VIVA: shed your hand into three houses, and mind the block. By Tobias Angelo Kaufmann."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kermesse.core.customs import Window
from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.games.viva import (
    board,
    book,
    judgement,
    measures,
    notation,
    rules,
    scoring,
    secrets,
    tables,
    terminal,
)
from kermesse.games.viva.components import BOX, MOST_SEATS
from kermesse.games.viva.levels import levels
from kermesse.games.viva.rules import record
from kermesse.games.viva.sights import SIGHTS

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
    if s.phase != record.Phase.CALL:
        return None
    return Window(int(s.call_seconds), notation.action_text(record.SILENT))


def seats_apart(options: Mapping[str, Value], seats: int) -> Sequence[str]:
    """Who deals (VV-09), unless lots decide; the table is round."""
    return [name for name in ("first_dealer",) if options[name] != "random"]


game = Game(
    name="viva",
    title="VIVA",
    package=__name__,
    version="1",
    seats=range(2, MOST_SEATS + 1),
    fields=record.FIELDS,
    options=record.OPTIONS,
    kernels={
        "setup": rules.setup,
        "legal": rules.legal,
        "act": rules.act,
        "step": rules.step,
        "score": scoring.score,
        "outcome": scoring.outcome,
        "conceal": secrets.conceal,
        "imagine": secrets.imagine,
        "twin": secrets.twin,
        "census": secrets.census,
        "features": judgement.features,
        "evaluate": judgement.evaluate,
        "afresh": judgement.afresh,
        "manners": judgement.manners,
        "note": measures.note,
        "pace": measures.pace,
    },
    notation=notation,
    board=terminal.board,
    legend=terminal.LEGEND,
    phases=record.Phase,
    events=record.Happening,
    endings=scoring.Ending,
    actions=record.ACTIONS,
    features=judgement.FEATURES,
    box=BOX,
    measures=measures.MEASURES,
    sights=SIGHTS,
    bound=bound,
    sealed=frozenset({int(record.Phase.CALL)}),
    forgetting=frozenset({int(record.Happening.DEALT), int(record.Happening.RESHUFFLED)}),
    page=board,
    agree=record.agree,
    open_at_end=False,  # VV-86: the other hands stay hidden
    ways=notation.ways,
    window=window,
    seats_apart=seats_apart,
    levels=levels,
    tables=tables.read,
    figures=book.figures,
)
