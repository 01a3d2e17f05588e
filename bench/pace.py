"""Do bots keep to their time? Decisions with a budget in milliseconds, while other cores are busy.

    python -m bench.pace [GAME …] [--decisions 200] [--milliseconds 100]
    python -m bench.pace [GAME …] [--decisions 200] --usual

The first level of each kind of search is asked for decisions from random matches, with a process
at work on every other core. Beside it: how much more a second thread searches in the same time.
With ``--usual`` the strongest level is asked instead, at every number of seats, and makes as many
iterations as it does when nobody gives it a budget.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from bench.tables import GAMES, Table, decisions
from kermesse.bots.budget import MOST_MILLISECONDS, Budget
from kermesse.bots.levels import thinker
from kermesse.bots.search.thinkers import Searcher
from kermesse.core.position import View
from kermesse.core.recipes import LEVELS, Recipe, Search

ALLOWED = 1.2  # of its budget: what a decision may take, 99 times in 100
LONGEST = 1000  # milliseconds of a decision without a budget, 99 times in 100
FEW = 20  # decisions at which threads are compared

Times = npt.NDArray[np.float64]  # one for each decision


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("games", nargs=-1, type=click.Choice(GAMES))
@click.option(
    "--decisions", "many", type=click.IntRange(1), default=200, show_default=True, help="per level"
)
@click.option(
    "--milliseconds",
    type=click.IntRange(1, MOST_MILLISECONDS),
    default=100,
    show_default=True,
    help="for each decision",
)
@click.option("--usual", is_flag=True, help="the strongest level with its own iterations")
def main(games: tuple[str, ...], many: int, milliseconds: int, usual: bool) -> None:
    """Measure what is asked for and show a line for each level or table."""
    names = games or GAMES
    Console().print(usual_times(names, many) if usual else kept_times(names, many, milliseconds))


def kept_times(names: Sequence[str], many: int, milliseconds: int) -> Grid:
    """Searching levels with a budget of time: what part of it they take."""
    grid = Grid("game", "level", "search", title=f"decisions of {milliseconds} ms")
    for heading in ("median", "99 % within", "longest", f"of {ALLOWED} ×", "two threads"):
        grid.add_column(heading, justify="right")
    budget = Budget(milliseconds=milliseconds)
    for name in names:
        table = Table(name)
        for level, recipe in searching(table):
            views = places(table, recipe, many)
            label = f"{name} {level}"
            taken = durations(table, recipe, views, budget, label) / milliseconds
            figures = (f"{part:.3f} ×" for part in spread(taken))
            kept = verdict(spread(taken).late <= ALLOWED)
            threads = gain(table, recipe, views[:FEW], budget)
            grid.add_row(name, level, recipe.search.value, *figures, kept, threads)
    return grid


def usual_times(names: Sequence[str], many: int) -> Grid:
    """The strongest level with its own iterations, for every number of seats."""
    grid = Grid("game", "seats", "search", title=f"{LEVELS[-1]} with its own iterations, ms")
    for heading in ("iterations", "median", "99 % within", "longest", f"of {LONGEST}"):
        grid.add_column(heading, justify="right")
    for name in names:
        for seats in Table(name).game.seats:
            table = Table(name, seats)
            recipe = table.game.levels(seats)[LEVELS[-1]]
            views = decisions(table, many, 1)
            taken = durations(table, recipe, views, None, f"{name} for {seats}")
            figures = (f"{time:,.0f}" for time in spread(taken))
            kept = verdict(spread(taken).late <= LONGEST)
            grid.add_row(
                name, str(seats), recipe.search.value, f"{recipe.iterations:,}", *figures, kept
            )
    return grid


class Spread(NamedTuple):
    """How times differ."""

    middle: float
    late: float  # 99 in 100 are not later
    last: float


def spread(taken: Times) -> Spread:
    """The middle, nearly the longest, and the longest."""
    return Spread(float(np.median(taken)), float(np.quantile(taken, 0.99)), float(taken.max()))


def verdict(kept: bool) -> str:
    """Whether a promise was kept, in colour."""
    return "[green]kept[/]" if kept else "[red]missed[/]"


def searching(table: Table) -> Iterator[tuple[str, Recipe]]:
    """The first level of each kind of search: its budget is given, so the others are the same."""
    seen = {Search.GLANCE}
    for level in LEVELS:
        recipe = table.game.levels(table.seats)[level]
        if recipe.search not in seen:
            seen.add(recipe.search)
            yield level, recipe


def places(table: Table, recipe: Recipe, many: int) -> list[View]:
    """Decisions that this search takes, and does not leave to another."""
    staged = table.game.staged if recipe.search is Search.MATRIX else frozenset()
    return decisions(table, many, 1, staged)


def durations(
    table: Table, recipe: Recipe, views: list[View], budget: Budget | None, label: str
) -> Times:
    """How many milliseconds each decision took, with all other cores at work."""
    bot = thinker(table.game, recipe)
    bot.choose(views[0], budget=budget, seed=1)  # loads machine code
    taken = []
    with others_at_work():
        for view in track(views, label, transient=True):
            started = perf_counter()
            bot.choose(view, budget=budget, seed=1)
            taken.append(1000 * (perf_counter() - started))
    return np.array(taken)


def gain(table: Table, recipe: Recipe, views: list[View], budget: Budget) -> str:
    """How many times as many iterations two threads make as one, where they can be counted."""
    if recipe.search is not Search.TREE:
        return "–"
    one, two = (thinker(table.game, recipe, threads) for threads in (1, 2))
    assert isinstance(one, Searcher)
    assert isinstance(two, Searcher)
    ratios = [two.tally(view, budget, 1).sum() / one.tally(view, budget, 1).sum() for view in views]
    return f"{median(ratios):.2f} ×"


@contextmanager
def others_at_work() -> Iterator[None]:
    """A process at work on every core but one."""
    context = multiprocessing.get_context("spawn")
    busy = [context.Process(target=work, daemon=True) for _ in range((os.cpu_count() or 1) - 1)]
    for process in busy:
        process.start()
    try:
        yield
    finally:
        for process in busy:
            process.terminate()
            process.join()


def work() -> None:
    """Keep a core busy."""
    while True:
        pass


if __name__ == "__main__":
    main()
