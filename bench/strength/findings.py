"""What the played blocks say of a game: win rates, ratings, times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.strength.figures import BotFigures, DuelFigures, GameFigures, Points
from bench.strength.plan import Duel, Purpose, is_greedy
from bench.strength.playing import file_of, read_place
from kermesse.core.game import Game
from kermesse.core.recipes import LEVELS
from kermesse.lab.strength import Standings
from kermesse.lab.strength.block import BlockResult
from kermesse.lab.strength.ratings import Ranking, rate
from kermesse.lab.strength.results import ResultsError

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
        seats: rated(game, seats, blocks)
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
    """How a duel went: as it was before if more was played then."""
    if before and before.levels != duel.tournament.recipes:
        before = None
    if len(blocks) < 2:
        return before
    now = figures(duel, blocks, *read_place(folder, duel))
    return before if before and before.games > now.games else now


def figures(
    duel: Duel, blocks: Sequence[BlockResult], day: str = "", machine: str = ""
) -> DuelFigures:
    """How a duel went, for each bot."""
    report = Standings(duel.tournament, blocks)
    each = report.games // len(blocks)
    return DuelFigures(
        duel.name,
        duel.purpose,
        duel.seats,
        duel.bots,
        duel.tournament.recipes,
        duel.least,
        report.games,
        each * duel.tournament.blocks,
        report.even_share,
        {name: bot_figures(report, number) for number, name in enumerate(duel.bots)},
        day,
        machine,
    )


def bot_figures(report: Standings, number: int) -> BotFigures:
    """How one of them did."""
    name = report.tournament.labels[number]
    rate, spent = report.win_rate(number), report.times(name)
    return BotFigures(
        rate.mean if rate else None,
        (rate.low, rate.high) if rate else None,
        1000 * spent.quantile(0.5),
        1000 * spent.quantile(0.99),
        report.forfeits(name),
    )


def rated(game: Game, seats: int, blocks: Blocks) -> dict[str, Points]:
    """The rating of every bot at a number of seats; none before all of them have played."""
    names = {name: rated_as(game, seats, name) for name in RATED}
    known = list(dict.fromkeys(names.values()))
    rankings = [
        [
            Ranking(tuple(known.index(names[duel.bots[bot]]) for bot in played.bots), played.places)
            for played in (each.ranking(duel.tournament.teams) for each in block.games)
        ]
        for duel, found in blocks.items()
        if duel.seats == seats and duel.purpose in RATES
        for block in found
    ]
    met = {bot for block in rankings for played in block for bot in played.bots}
    if met != set(range(len(known))):
        return {}
    found = rate(rankings, len(known), known.index("greedy"), seed=1)
    return {name: Points(*found[known.index(names[name])]) for name in RATED}


def rated_as(game: Game, seats: int, name: str) -> str:
    """A level that thinks as greedy does is greedy, and has its rating."""
    recipe = game.levels(seats).get(name)
    return "greedy" if recipe and is_greedy(recipe) else name
