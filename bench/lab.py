"""Games a second of the lab, beside simulators that others use, turn by turn in one run.

    python -m bench.lab [--games 100000] [--turns 4] [--seconds 10] [--workers N]
                        [--page docs/explanation/speed.md]

The lab plays on all cores and notes everything that its reports need. The others play in one
thread, as they come, and note nothing. Their bots choose at random, or at random with a liking for
building; `greedy` looks at every end of its turn in several worlds. Like is compared with like in
the rows of `random`. Needs RLCard and Catanatron (pip install 'kermesse[bench]').
"""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

import click
from rich.console import Console
from tools.marked import heading, marks_of, write_between

from bench.contestants import Contestant
from bench.findings import processor
from bench.rivals.rate import Rate
from kermesse.lab.experiment import PORTION, Experiment
from kermesse.lab.scheduler import run
from kermesse.lab.strength.workers import checked_workers

OURS = "Kermesse lab"
TABLES = (
    ("viva", 4, "greedy"),
    ("muvuca", 2, "greedy"),
    ("viva", 4, "random"),
    ("muvuca", 2, "random"),
)
AIM = 100  # times as many games a second as a rival, with `greedy`
MARKS = marks_of("bench.lab")
LIBRARIES = ("kermesse", "numpy", "numba", "rlcard", "catanatron")

Play = Callable[[float, int], Rate]  # for so many seconds, with a seed


@dataclass(kw_only=True)
class Simulator(Contestant):
    """Somebody who plays whole games; how long a turn is, is its own affair."""

    side: str
    game: str
    bot: str

    @property
    def decisions(self) -> float:
        """Of a game."""
        return sum(each.decisions for each in self.rates) / sum(each.matches for each in self.rates)

    def times(self, rival: Simulator) -> list[float]:
        """How many times as many games a second, turn by turn."""
        pairs = zip(self.matches_per_second, rival.matches_per_second, strict=True)
        return [mine / theirs for mine, theirs in pairs]


def named(side: str, game: str, bot: str, play: Play) -> Simulator:
    """A simulator with its name."""
    return Simulator(f"{side}, {game}, {bot}", play, side=side, game=game, bot=bot)


def of_lab(game: str, seats: int, bot: str, games: int, workers: int) -> Simulator:
    """The lab, compiled and warm; a turn is so many games."""
    wanted = Experiment.checked(game, seats=seats, bots=[bot], games=games)
    run(replace(wanted, deals=PORTION * workers), workers=workers)

    def play(_: float, seed: int) -> Rate:
        began = perf_counter()
        found = run(replace(wanted, seed=seed), workers=workers)
        seconds = perf_counter() - began
        return Rate(game, int(found.notes.decisions.sum()), len(found), seconds)

    return named(OURS, f"{wanted.game.title} with {seats}", bot, play)


def rivals() -> list[Simulator]:
    """Those that are compared with."""
    from bench.rivals import catanatron_random, rlcard_uno

    return [
        named("RLCard", "UNO with 2", "random", rlcard_uno.run),
        named("Catanatron", "Catan with 4", "random", catanatron_random.run),
        named("Catanatron", "Catan with 4", "weighted random", catanatron_random.run_weighted),
    ]


def table_of(here: Sequence[Simulator], games: int) -> str:
    """Everybody, and how many times as fast as each rival the lab is."""
    others = [one for one in here if one.side != OURS]
    heads = ["", "bot", "decisions of a game", "decisions a second", "games a second"]
    heads.append(f"{games:,} games take")
    heads += [f"× {one.side}, {one.bot}" for one in others]
    lines = heading(*heads)
    for one in here:
        takes = f"{games / median(one.matches_per_second):,.0f} s" if one.side == OURS else ""
        cells = [f"{one.side}: {one.game}", one.bot, f"{one.decisions:,.0f}"]
        cells += [f"{median(one.decisions_per_second):,.0f}", spread(one.matches_per_second)]
        ratios = [f"{median(one.times(rival)):.3g}" if one.side == OURS else "" for rival in others]
        lines.append(f"| {' | '.join([*cells, takes, *ratios])} |")
    return "\n".join(lines)


def spread(values: Iterable[float]) -> str:
    """The median with its range."""
    known = sorted(values)
    return f"{median(known):,.0f} ({known[0]:,.0f} … {known[-1]:,.0f})"


def verdict(here: Sequence[Simulator]) -> str:
    """Against whom the aim is reached, game by game."""
    said = []
    for one in here:
        for rival in here:
            if one.side == OURS and one.bot == "greedy" and rival.side != OURS:
                ratio = median(one.times(rival))
                word = "reached" if ratio >= AIM else "missed"
                said.append(f"{one.game} against {rival.side}, {rival.bot}: {word} ({ratio:.3g})")
    return f"Aimed at {AIM} times with `greedy`. {'; '.join(said)}."


def story(here: Sequence[Simulator], games: int, workers: int) -> str:
    """Table, circumstances and verdict: what the page shows."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    cores = median(each for one in here if one.side == OURS for each in one.cores)
    turns = len(here[0].rates)
    measured = (
        f"Measured by `python -m bench.lab` on {datetime.date.today():%Y-%m-%d}: Python "
        f"{platform.python_version()}, {libraries}; {processor()}, {os.cpu_count()} cores; {turns} "
        f"turns in rotation; the lab on {workers} threads, which got {cores:.2g} cores, the others "
        f"on one. Games per second of time, median (range)."
    )
    return f"{table_of(here, games)}\n\n{measured}\n\n{verdict(here)}\n"


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--games", type=click.IntRange(1), default=100_000, show_default=True)
@click.option("--turns", type=click.IntRange(1), default=4, show_default=True)
@click.option("--seconds", type=float, default=10.0, show_default=True, help="a rival's turn")
@click.option("--workers", type=int, help="threads of the lab; by default one for each core")
@click.option("--page", type=click.Path(path_type=Path, exists=True), help="where figures go")
def main(games: int, turns: int, seconds: float, workers: int | None, page: Path | None) -> None:
    """Measure, show, write down."""
    number = checked_workers(workers)
    each = -(-games // turns)
    here = [*(of_lab(*table, each, number) for table in TABLES), *rivals()]
    for turn in range(1, turns + 1):
        for one in here:
            one.take_turn(seconds, turn)
            speed = one.rates[-1].matches_per_second
            click.echo(f"turn {turn}: {one.name}: {speed:,.0f} games/s")
    text = story(here, games, number)
    Console().print(text, soft_wrap=True, markup=False)
    if page:
        write_between(page, MARKS, text)


if __name__ == "__main__":
    main()
