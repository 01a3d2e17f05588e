"""Shuppa: drop candy cards, win lots, and let them cascade. Designed by Adrian Dinu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.games.shuppa import (
    board,
    book,
    gestures,
    judgement,
    measures,
    notation,
    rules,
    scoring,
    secrets,
    tables,
    terminal,
)
from kermesse.games.shuppa.components import BOX, CARDS, MOST_COLUMNS, MOST_SEATS, SEATS
from kermesse.games.shuppa.levels import levels
from kermesse.games.shuppa.rules.record import FIELDS, OPTIONS, Happening, Phase
from kermesse.games.shuppa.rules.rounds import unseal
from kermesse.games.shuppa.rules.sharing import ACTIONS
from kermesse.games.shuppa.sights import SIGHTS

# Reveal, sort, arrow, a choice each, show, sort; drop and restock each column; the end
STEPS_PER_ROUND = 8 + MOST_SEATS + 2 * MOST_COLUMNS
STEPS_PER_TURN = 8  # claim or act, resolve, decide, take back, draw
# A win takes at least two cards: for each of them a mark, a question and its answer, the tokens,
# and columns to close. No card is won twice.
STEPS_PER_CARD = 8


def bound(options: Mapping[str, Value]) -> int:
    """No match has more decisions and steps than this."""
    rounds = int(options["rounds"])
    return rounds * (STEPS_PER_ROUND + 2 * MOST_SEATS * STEPS_PER_TURN) + STEPS_PER_CARD * CARDS


def seats_apart(options: Mapping[str, Value], seats: int) -> Sequence[str]:
    """Nothing does: the order of play follows the cards that were laid (SH-30)."""
    return ()


game = Game(
    name="shuppa",
    title="Shuppa",
    package=__name__,
    version="1",
    seats=SEATS,
    fields=FIELDS,
    options=OPTIONS,
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
        "unseal": unseal,
        "note": measures.note,
        "pace": measures.pace,
    },
    notation=notation,
    board=terminal.board,
    legend=terminal.LEGEND,
    page=board,
    phases=Phase,
    events=Happening,
    endings=scoring.Ending,
    actions=ACTIONS,
    features=judgement.FEATURES,
    box=BOX,
    measures=measures.MEASURES,
    sights=SIGHTS,
    bound=bound,
    sealed=frozenset({int(Phase.PLAY)}),
    staged=frozenset({int(Phase.PLAY)}),
    usual_seats=2,
    open_at_end=False,  # SH-122: hands are discarded unshown
    ways=gestures.ways,
    seats_apart=seats_apart,
    levels=levels,
    tables=tables.read,
    figures=book.figures,
)
