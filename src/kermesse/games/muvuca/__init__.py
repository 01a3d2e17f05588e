"""Muvuca: two street vendors push a crowd of fans. Designed by Gabriel Toschi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kermesse.core.options import Value
from kermesse.core.rooms import game_of
from kermesse.games.muvuca import (
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

STEPS_PER_TURN = 7  # two decisions and five automatic steps (MV-63, MV-64)
STEPS_PER_ROUND = 40  # more than the end of a round takes: hands, 16 cards, ten types, …


def bound(options: Mapping[str, Value]) -> int:
    """No match has more decisions and steps than this."""
    rounds = 2 * int(options["rounds_to_win"]) - 1
    return rounds * (STEPS_PER_TURN * int(options["turn_cap"]) + STEPS_PER_ROUND)


def seats_apart(options: Mapping[str, Value], seats: int) -> Sequence[str]:
    """Who sells food and who starts (MV-03, MV-04), unless lots decide."""
    return [name for name in ("roles", "first_player") if options[name] != "random"]


game = game_of(
    "Muvuca",
    components,
    rules,
    scoring,
    secrets,
    bots,
    measures,
    bound=bound,
    seats_apart=seats_apart,
    notation=words,
    figures=words.figures,
    page=board,
    board=board.text_board,
    legend=board.LEGEND,
    tables=tables.read,
)
