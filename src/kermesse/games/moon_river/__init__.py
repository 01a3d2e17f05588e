"""Moon River: plots become dominoes, dominoes a ranch. By Cathala, Servais and Torres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kermesse.core.options import Value
from kermesse.core.rooms import game_of
from kermesse.games.moon_river import (
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
from kermesse.games.moon_river.components import PLOTS, ROUNDS, TABLES
from kermesse.games.moon_river.rules.sheet import LINES

STEPS_PER_PLOT = 7  # drawn, chosen, received, joined, placed, its cows, its skull
STEPS_PER_ROUND = 3  # sorted, a plot removed, started
STEPS_PER_TOKEN = 6  # turned up, its circle, recruited, an effect that ends; or a bonus tile
STEPS_AROUND = 40  # set-up, Rancheros, bonus tiles, emptying


def bound(options: Mapping[str, Value]) -> int:
    """No match has more decisions and steps than this."""
    tokens = sum(specialist.copies for specialist in TABLES.specialists)
    around = STEPS_AROUND + components.MOST_PLAYERS + LINES
    per_token = STEPS_PER_TOKEN + int(options["cowboy_steps"])
    return PLOTS * STEPS_PER_PLOT + ROUNDS * STEPS_PER_ROUND + tokens * per_token + around


def seats_apart(options: Mapping[str, Value], seats: int) -> Sequence[str]:
    """The boards of the legends (MR-03), unless colours are dealt; else colours are all alike."""
    legends = options["variant"] == "legends"
    return [name for name in ("colours",) if legends and options[name] != "random"]


game = game_of(
    "Moon River",
    components,
    rules,
    scoring,
    secrets,
    bots,
    measures,
    version=f"1-{TABLES.digest}",
    is_open=True,  # MR-132, MR-133: but for the draws to come
    bound=bound,
    agree=rules.agree,
    seats_apart=seats_apart,
    ways=words.ways,
    meant=words.meant,
    notation=words,
    figures=words.figures,
    page=board,
    board=board.text_board,
    legend=board.LEGEND,
    tables=tables.read,
)
