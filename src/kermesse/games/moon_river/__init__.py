"""Moon River: plots become dominoes, dominoes a ranch. By Cathala, Servais and Torres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.games.moon_river import (
    board,
    book,
    box,
    gestures,
    judgement,
    measures,
    notation,
    rules,
    scoring,
    secrets,
    terminal,
)
from kermesse.games.moon_river.components import BOX, PLOTS, ROUNDS, SEATS, TABLES
from kermesse.games.moon_river.levels import levels
from kermesse.games.moon_river.rules.record import ACTIONS, FIELDS, OPTIONS, Happening, Phase, agree
from kermesse.games.moon_river.rules.sheet import LINES
from kermesse.games.moon_river.sights import SIGHTS

STEPS_PER_PLOT = 7  # drawn, chosen, received, joined, placed, its cows, its skull
STEPS_PER_ROUND = 3  # sorted, a plot removed, started
STEPS_PER_TOKEN = 6  # turned up, its circle, recruited, an effect that ends; or a bonus tile
STEPS_AROUND = 40  # set-up, Rancheros, bonus tiles, emptying


def bound(options: Mapping[str, Value]) -> int:
    """No match has more decisions and steps than this."""
    tokens = sum(specialist.copies for specialist in TABLES.specialists)
    around = STEPS_AROUND + SEATS + LINES
    per_token = STEPS_PER_TOKEN + int(options["cowboy_steps"])
    return PLOTS * STEPS_PER_PLOT + ROUNDS * STEPS_PER_ROUND + tokens * per_token + around


def seats_apart(options: Mapping[str, Value], seats: int) -> Sequence[str]:
    """The boards of the legends (MR-03), unless colours are dealt; else colours are all alike."""
    legends = options["variant"] == "legends"
    return [name for name in ("colours",) if legends and options[name] != "random"]


game = Game(
    name="moon_river",
    title="Moon River",
    package=__name__,
    version=f"1-{TABLES.digest}",
    seats=range(2, TABLES.most_seats + 1),
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
        "note": measures.note,
        "pace": measures.pace,
    },
    notation=notation,
    board=terminal.board,
    legend=terminal.LEGEND,
    phases=Phase,
    events=Happening,
    endings=scoring.Ending,
    actions=ACTIONS,
    features=judgement.FEATURES,
    box=BOX,
    measures=measures.MEASURES,
    sights=SIGHTS,
    is_open=True,  # MR-132, MR-133: but for the draws to come
    bound=bound,
    page=board,
    agree=agree,
    ways=gestures.ways,
    meant=notation.meant,
    seats_apart=seats_apart,
    levels=levels,
    tables=box.read,
    figures=book.figures,
)
