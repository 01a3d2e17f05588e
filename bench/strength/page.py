"""The findings as a page of the documentation."""

from __future__ import annotations

from collections.abc import Sequence

import kermesse
from bench.strength.figures import BotFigures, DuelFigures, GameFigures, Points
from bench.strength.plan import Purpose
from bench.tables import ONE_ROUND
from kermesse.core.recipes import LEVELS, Recipe, Search

INTRODUCTION = """\
# How strong the levels are

All figures on this page are written by `python -m bench.strength`. Each deal is played from every
seat, and 95 % intervals are over deals
([How strength is measured](../explanation/how-strength-is-measured.md)). With two sides, a level
plays the one below. With more, one bot of a level sits among bots of the level below, and the even
share is one win in as many games as there are seats. Ratings are on the Elo scale, from these games
and some against `random` and `greedy`, the anchor at 1000. In Muvuca and VIVA a game is one round.
Times are wall-clock times per decision on one core, including forced decisions and waiting while
the machine did other work; [How bots think](../explanation/how-bots-think.md#budgets) has times
without waiting.

![Ratings of the levels](../images/strength.png)
"""
IN_WORLDS = (Search.MATRIX, Search.AHEAD, Search.GLANCE)


def page(found: Sequence[GameFigures]) -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *map(chapter, found), promises(found)])


def chapter(figures: GameFigures) -> str:
    """One game: a table for each number of seats, and what twice the budget brings."""
    game = kermesse.game(figures.game)
    rounds = ", one round" if game.name in ONE_ROUND else ""
    lines = [f"## {game.title}", "", *measured(figures.duels)]
    for seats in game.seats:
        alone = figures.of(Purpose.ALONE, seats)
        table = alone_table(alone[0]) if alone else ladder_table(figures, seats)
        if table:
            title = "alone" if seats == 1 else f"{seats} seats"
            lines += [f"### {game.title}, {title}{rounds}", "", *table, ""]
    if doubled := figures.of(Purpose.DOUBLING):
        lines += ["Twice the default budget against the default:", "", *doubling_table(doubled), ""]
    return "\n".join(lines)


def measured(duels: Sequence[DuelFigures]) -> list[str]:
    """When, and on what."""
    measured = sorted({(duel.date, duel.machine) for duel in duels})
    unknown = "a machine that was not written down"
    return [f"Measured {date} on {machine or unknown}.\n" for date, machine in measured]


def ladder_table(figures: GameFigures, seats: int) -> list[str]:
    """The levels from the strongest down."""
    rungs = {duel.bots[0]: duel for duel in figures.of(Purpose.RUNG, seats)}
    if not rungs:
        return []
    even = next(iter(rungs.values())).even or 0.0
    lines = [
        f"| level | thinks by | rating | wins against the level below (even {even:.1%}) | games "
        "| median | 99 % within |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    ratings = figures.ratings[seats]
    for level in reversed(LEVELS):
        recipe = figures.levels[seats][level]
        lines.append(
            line(level, manner(recipe), points(ratings.get(level)), *rung_cells(rungs, level))
        )
    for name in ("greedy", "random"):
        lines.append(line(name, "", points(ratings.get(name)), "", "", "", ""))
    return lines


def rung_cells(rungs: dict[str, DuelFigures], level: str) -> list[str]:
    """How a level did against the one below; the lowest has only times, from the rung above."""
    duel = rungs.get(level)
    if duel:
        return [share(duel.by_bot[level]), games(duel), *times(duel.by_bot[level])]
    above = next((rung for rung in rungs.values() if level in rung.by_bot), None)
    return ["", "", *(times(above.by_bot[level]) if above else ["", ""])]


def manner(recipe: Recipe) -> str:
    """How a level thinks, in a few words."""
    unit = "iterations"
    if recipe.search in IN_WORLDS:
        unit = "world" if recipe.iterations == 1 else "worlds"
    slips = f", misjudges by {recipe.slips * recipe.scale:g}" if recipe.slips else ""
    doubts = f", fears the worst of {recipe.doubt} worlds" if recipe.doubt > 1 else ""
    return f"{recipe.search.value}, {recipe.iterations:,} {unit}{choices(recipe)}{slips}{doubts}"


def choices(recipe: Recipe) -> str:
    """How many choices a matrix weighs."""
    if recipe.search is not Search.MATRIX:
        return ""
    fewer = f", {recipe.narrow} of others" if recipe.narrow < recipe.width else ""
    return f", {recipe.width} choices a seat{fewer}"


def alone_table(duel: DuelFigures) -> list[str]:
    """How often each bot wins by itself."""
    lines = ["| bot | wins | median | 99 % within |", "| --- | --- | --- | --- |"]
    for name in reversed(duel.bots):
        lines.append(line(name, share(duel.by_bot[name]), *times(duel.by_bot[name])))
    return [*lines, "", f"Each bot played the same {duel.games // len(duel.bots):,} deals."]


def doubling_table(duels: Sequence[DuelFigures]) -> list[str]:
    """A searching level against itself with half the budget."""
    lines = ["| twice | default | wins | at least | games |", "| --- | --- | --- | --- | --- |"]
    for duel in duels:
        more, usual = duel.bots
        lines.append(line(more, usual, share(duel.by_bot[more]), promise(duel), games(duel)))
    return lines


def promises(found: Sequence[GameFigures]) -> str:
    """What was promised before it was measured, and what came out."""
    lines = ["## Floors", "", "Set beforehand, then measured; some with a different budget.", ""]
    lines.append("| game | bot | against | wins | at least | games |")
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for figures in found:
        title = kermesse.game(figures.game).title
        for duel in figures.of(Purpose.FLOOR):
            bot, other = duel.bots
            cells = [share(duel.by_bot[bot]), promise(duel), games(duel)]
            lines.append(line(title, bot, other, *cells))
    return "\n".join([*lines, ""])


def line(*cells: str) -> str:
    """A line of a table."""
    return "| " + " | ".join(cells) + " |"


def share(bot: BotFigures) -> str:
    """A win rate with its interval."""
    if bot.win_rate is None or bot.interval is None:
        return ""
    low, high = bot.interval
    return f"{bot.win_rate:.1%} ({low:.1%} to {high:.1%})"


def promise(duel: DuelFigures) -> str:
    """What was promised, and whether it was kept; that is open until all games are played."""
    verdict = "open" if duel.games < duel.wanted else "kept" if duel.kept else "missed"
    return f"{duel.least:.0%}, {verdict}"


def games(duel: DuelFigures) -> str:
    """How many games were played, and were to be."""
    so_far = "" if duel.games == duel.wanted else f" of {duel.wanted:,}"
    return f"{duel.games:,}{so_far}"


def points(rating: Points | None) -> str:
    """A rating with its interval."""
    return f"{rating.points:.0f} ({rating.low:.0f} to {rating.high:.0f})" if rating else ""


def times(bot: BotFigures) -> list[str]:
    """The median of the times for a decision, and what 99 % of them do not exceed."""
    return [duration(bot.median), duration(bot.p99)]


def duration(milliseconds: float) -> str:
    """Milliseconds, to two digits."""
    return f"{milliseconds:.2g} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"
