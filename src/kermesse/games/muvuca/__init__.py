"""Muvuca: two street vendors push a crowd of fans. Designed by Gabriel Toschi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.games.muvuca import (
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
from kermesse.games.muvuca.components import BOX, CARDS, PUSHES
from kermesse.games.muvuca.levels import levels
from kermesse.games.muvuca.sights import SIGHTS

STEPS_PER_TURN = 7  # two decisions and five automatic steps (MV-63, MV-64)
STEPS_PER_ROUND = 40  # more than the end of a round takes: hands, 16 cards, ten types, …


def bound(options: Mapping[str, Value]) -> int:
    """No match has more decisions and steps than this."""
    rounds = 2 * int(options["rounds_to_win"]) - 1
    return rounds * (STEPS_PER_TURN * int(options["turn_cap"]) + STEPS_PER_ROUND)


def seats_apart(options: Mapping[str, Value], seats: int) -> Sequence[str]:
    """Who sells food and who starts (MV-03, MV-04), unless lots decide."""
    return [name for name in ("roles", "first_player") if options[name] != "random"]


game = Game(
    name="muvuca",
    title="Muvuca",
    package=__name__,
    version="1",
    seats=range(2, 3),
    fields=rules.FIELDS,
    options=rules.OPTIONS,
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
        "note": measures.note,
        "pace": measures.pace,
    },
    notation=notation,
    board=terminal.board,
    page=board,
    phases=rules.Phase,
    events=rules.Happening,
    endings=scoring.Ending,
    actions=CARDS + PUSHES,
    features=judgement.FEATURES,
    box=BOX,
    measures=measures.MEASURES,
    sights=SIGHTS,
    bound=bound,
    sealed=frozenset({int(rules.Phase.CARD)}),
    forgetting=frozenset({int(rules.Happening.DEALT)}),
    seats_apart=seats_apart,
    levels=levels,
    tables=tables.read,
    figures=book.figures,
)
