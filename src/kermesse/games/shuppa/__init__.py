"""Shuppa: drop candy cards, win lots, and let them cascade. Designed by Adrian Dinu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kermesse.core.options import Value
from kermesse.core.rooms import game_of
from kermesse.games.shuppa import (
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
from kermesse.games.shuppa.components import CARDS
from kermesse.games.shuppa.tables import MOST_COLUMNS, MOST_SEATS

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


game = game_of(
    "Shuppa",
    components,
    rules,
    scoring,
    secrets,
    bots,
    measures,
    bound=bound,
    staged=frozenset({int(rules.Phase.PLAY)}),
    usual_seats=2,
    open_at_end=False,  # SH-122: hands are discarded unshown
    ways=words.ways,
    seats_apart=seats_apart,
    notation=words,
    figures=words.figures,
    page=board,
    board=board.text_board,
    legend=board.LEGEND,
    tables=tables.read,
)
