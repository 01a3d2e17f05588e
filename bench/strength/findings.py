"""What the played blocks say of a game: win rates, ratings, times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.strength.figures import BotFigures, DuelFigures, GameFigures, Points
from bench.strength.plan import Duel, Purpose
from bench.strength.playing import file_of, read_place
from kermesse.arena import Report
from kermesse.arena.blocks import BlockResult
from kermesse.arena.ratings import Standing, rate
from kermesse.arena.results import ResultsError
from kermesse.core.game import Game
from kermesse.core.recipes import LEVELS

RATED = ("random", "greedy", *LEVELS)
RATES = (Purpose.RUNG, Purpose.ANCHOR)

Blocks = Mapping[Duel, Sequence[BlockResult]]


def findings(
    game: Game, duels: Sequence[Duel], folder: Path, before: GameFigures | None
) -> GameFigures:
    """All figures of a game: of what lies in the folder, and else those found before."""
    levels = {seats: dict(game.levels(seats)) for seats in game.seats}
    blocks = {duel: there(folder, duel) for duel in duels}
    known = {duel.name: duel for duel in before.duels} if before else {}
    found = [updated(duel, folder, blocks[duel], known.get(duel.name)) for duel in duels]
    ratings = {
        seats: rated(seats, blocks)
        or (before.ratings.get(seats, {}) if before and before.levels[seats] == now else {})
        for seats, now in levels.items()
    }
    return GameFigures(game.name, levels, [duel for duel in found if duel], ratings)


def there(folder: Path, duel: Duel) -> list[BlockResult]:
    """The blocks of a duel; none if they are of levels that thought in another way."""
    try:
        return file_of(folder, duel).read()
    except ResultsError:
        return []


def updated(
    duel: Duel, folder: Path, blocks: Sequence[BlockResult], before: DuelFigures | None
) -> DuelFigures | None:
    """How a duel went: as it was before if nothing was played since, or nothing is there."""
    if before and before.levels != duel.settings.recipes:
        before = None
    if len(blocks) < 2:
        return before
    now = figures(duel, blocks, *read_place(folder, duel))
    return before if before and before.games == now.games else now


def figures(
    duel: Duel, blocks: Sequence[BlockResult], day: str = "", machine: str = ""
) -> DuelFigures:
    """How a duel went, for each bot."""
    report = Report(duel.settings, blocks)
    each = report.games // len(blocks)
    return DuelFigures(
        duel.name,
        duel.purpose,
        duel.seats,
        duel.bots,
        duel.settings.recipes,
        duel.least,
        report.games,
        each * duel.settings.blocks,
        report.even_share,
        {name: bot_figures(report, number) for number, name in enumerate(duel.bots)},
        day,
        machine,
    )


def bot_figures(report: Report, number: int) -> BotFigures:
    """How one of them did."""
    name = report.settings.labels[number]
    rate, spent = report.win_rate(number), report.times(name)
    return BotFigures(
        rate.mean if rate else None,
        (rate.low, rate.high) if rate else None,
        1000 * spent.quantile(0.5),
        1000 * spent.quantile(0.99),
        report.forfeits(name),
    )


def rated(seats: int, blocks: Blocks) -> dict[str, Points]:
    """The rating of every bot at a number of seats; none before all of them have played."""
    standings = [
        [standing(game.standing(duel.settings.teams), duel) for game in block.games]
        for duel, found in blocks.items()
        if duel.seats == seats and duel.purpose in RATES
        for block in found
    ]
    met = {bot for block in standings for game in block for bot in game.bots}
    if met != set(range(len(RATED))):
        return {}
    found = rate(standings, len(RATED), RATED.index("greedy"), seed=1)
    return {name: Points(*rating) for name, rating in zip(RATED, found, strict=True)}


def standing(game: Standing, duel: Duel) -> Standing:
    """A game with its bots numbered as in the ladder, not as in the duel."""
    return Standing(tuple(RATED.index(duel.bots[bot]) for bot in game.bots), game.places)
