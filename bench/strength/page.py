"""The findings as a page of the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import kermesse
from bench.strength.plan import Purpose
from bench.tables import ONE_ROUND
from kermesse.core.game import Game
from kermesse.core.recipes import LEVELS, Recipe, Search

Figures = dict[str, Any]

INTRODUCTION = """\
# How strong the levels are

All figures on this page come from `python -m bench.strength` and are written by it. Each deal is
played from every seat, and 95 % intervals are over deals
([How strength is measured](../explanation/how-strength-is-measured.md)). With two sides, a level
plays the one below. With more, one bot of a level sits among bots of the level below, and what is
even is one win in as many games as there are seats. Ratings are on the scale of Elo, over all games
of that table; `greedy` is the anchor at 1000. In Muvuca and VIVA a game is one round. Times are of
one core, per decision, decisions with one option left included.

![Ratings of the levels](../images/strength.png)
"""
WAYS = {
    Search.GLANCE: "glance",
    Search.TREE: "tree",
    Search.FLAT: "flat",
    Search.AHEAD: "ahead",
    Search.MATRIX: "matrix",
}
UNITS = {Search.MATRIX: "worlds", Search.AHEAD: "worlds", Search.GLANCE: "worlds"}


def page(found: Sequence[Figures]) -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for figures in found:
        parts.append(chapter(kermesse.game(figures["game"]), figures))
    parts.append(promises(found))
    return "\n".join(parts)


def chapter(game: Game, figures: Figures) -> str:
    """One game: a table for each number of seats, and what twice the budget brings."""
    rounds = ", one round" if game.name in ONE_ROUND else ""
    lines = [f"## {game.title}", ""]
    lines += [f"Measured {figures['date']}: {figures['machine']}.", ""]
    for seats in game.seats:
        alone = of(figures, Purpose.ALONE, seats)
        table = alone_table(alone[0]) if alone else ladder_table(game, figures, seats)
        if table:
            title = "alone" if seats == 1 else f"{seats} seats"
            lines += [f"### {game.title}, {title}{rounds}", "", *table, ""]
    doubled = of(figures, Purpose.DOUBLING)
    if doubled:
        lines += ["Twice the budget against the usual one:", "", *doubling_table(doubled), ""]
    return "\n".join(lines)


def of(figures: Figures, purpose: Purpose, seats: int | None = None) -> list[Figures]:
    """The duels of one purpose."""
    return [
        duel
        for duel in figures["duels"]
        if duel["purpose"] == purpose and seats in (None, duel["seats"])
    ]


def ladder_table(game: Game, figures: Figures, seats: int) -> list[str]:
    """The levels from the strongest down."""
    rungs = {duel["bots"][0]: duel for duel in of(figures, Purpose.RUNG, seats)}
    if not rungs:
        return []
    ratings, recipes = figures["ratings"][str(seats)], game.levels(seats)
    even = next(iter(rungs.values()))["even"]
    lines = [
        f"| level | thinks by | rating | wins against the level below (even {even:.1%}) | games "
        "| median | 99 % within |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for level in reversed(LEVELS):
        cells = [level, manner(recipes[level]), points(ratings.get(level))]
        lines.append(line(*cells, *rung_cells(rungs.get(level), level)))
    return lines


def rung_cells(duel: Figures | None, level: str) -> list[str]:
    """How a level did against the one below."""
    if duel is None:
        return ["", "", "", ""]
    bot = duel["by_bot"][level]
    spent = bot["milliseconds"]
    return [share(bot), f"{duel['games']:,}", time(spent["median"]), time(spent["p99"])]


def manner(recipe: Recipe) -> str:
    """How a level thinks, in a few words."""
    unit = UNITS.get(recipe.search, "iterations")
    worlds = "world" if recipe.iterations == 1 and unit == "worlds" else unit
    slips = f", misjudges by {recipe.slips * recipe.scale:g}" if recipe.slips else ""
    return f"{WAYS[recipe.search]}, {recipe.iterations:,} {worlds}{slips}"


def alone_table(duel: Figures) -> list[str]:
    """How often each bot wins by itself."""
    lines = ["| bot | wins | median | 99 % within |", "| --- | --- | --- | --- |"]
    for name in reversed(duel["bots"]):
        bot = duel["by_bot"][name]
        spent = bot["milliseconds"]
        lines.append(line(name, share(bot), time(spent["median"]), time(spent["p99"])))
    games = duel["games"] // len(duel["bots"])
    return [*lines, "", f"Each bot played the same {games:,} deals."]


def doubling_table(duels: Sequence[Figures]) -> list[str]:
    """A searching level against itself with half the budget."""
    lines = ["| twice | usual | wins | games |", "| --- | --- | --- | --- |"]
    for duel in duels:
        more, usual = duel["bots"]
        lines.append(line(more, usual, share(duel["by_bot"][more]), f"{duel['games']:,}"))
    return lines


def promises(found: Sequence[Figures]) -> str:
    """What was promised before it was measured, and what came out."""
    lines = ["## Floors", "", "Set beforehand, then measured.", ""]
    lines += [
        "| game | bot | against | floor | wins | games |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for figures in found:
        for duel in of(figures, Purpose.FLOOR):
            bot, other = duel["bots"]
            cells = [f"{duel['least']:.0%}", share(duel["by_bot"][bot]), f"{duel['games']:,}"]
            lines.append(line(kermesse.game(figures["game"]).title, bot, other, *cells))
    return "\n".join([*lines, ""])


def line(*cells: str) -> str:
    """A line of a table."""
    return "| " + " | ".join(cells) + " |"


def share(bot: Figures) -> str:
    """A win rate with its interval."""
    low, high = bot["interval"]
    return f"{bot['win_rate']:.1%} ({low:.1%} to {high:.1%})"


def points(rating: Sequence[float] | None) -> str:
    """A rating with its interval."""
    return f"{rating[0]:.0f} ({rating[1]:.0f} to {rating[2]:.0f})" if rating else ""


def time(milliseconds: float) -> str:
    """A duration, to two digits."""
    return f"{milliseconds:.2g} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"
