"""Games a second of the lab, beside simulators that others use, turn by turn in one run.

    python -m bench.lab [--seconds 5] [--turns 3] [--workers N] [--json FILE]

The lab notes everything that its reports need while it plays. Rivals play at random and note
nothing; both random and greedy games of ours are compared with them. Needs RLCard and Catanatron
(pip install 'kermesse[bench]').
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

import click
from rich.console import Console
from rich.table import Table

from bench.findings import machine
from bench.rivals.rate import Rate
from kermesse.arena.workers import checked_workers
from kermesse.lab.experiments import PORTION, Experiment
from kermesse.lab.running import run

OURS = (
    ("viva", 4, "random"),
    ("viva", 4, "greedy"),
    ("muvuca", 2, "random"),
    ("muvuca", 2, "greedy"),
)
AIM = 100  # times as many games a second as a rival

Run = Callable[[float, int], Rate]


def name_of(game: str, seats: int, bot: str) -> str:
    """How our games are called."""
    return f"lab, {game} with {seats}, {bot}"


def of_lab(game: str, seats: int, bot: str, workers: int) -> Run:
    """The lab plays a game for a while; a run of it is some tenths of a second."""
    start = Experiment.checked(game, seats=seats, bots=[bot], games=1)
    few = replace(start, deals=PORTION * workers)
    run(few, workers=workers)  # compiled and warm
    began = perf_counter()
    run(few, workers=workers)
    longer = max(1, int(0.3 / (perf_counter() - began)))
    several = replace(few, deals=few.deals * longer)

    def play(seconds: float, seed: int) -> Rate:
        games = decisions = turns = 0
        began = perf_counter()
        while turns == 0 or perf_counter() - began < seconds:
            found = run(replace(several, seed=seed + (turns << 16)), workers=workers)
            games, turns = games + len(found), turns + 1
            decisions += int(found.notes.decisions.sum())
        return Rate(name_of(game, seats, bot), decisions, games, perf_counter() - began)

    return play


def rivals() -> dict[str, Run]:
    """Those that are compared with; each plays in one thread, as it comes."""
    from bench.rivals import catanatron_random, rlcard_uno

    return {"RLCard uno, random": rlcard_uno.run, "Catanatron, random": catanatron_random.run}


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--seconds", type=float, default=5.0, show_default=True, help="a turn of each")
@click.option("--turns", type=click.IntRange(1), default=3, show_default=True)
@click.option("--workers", type=int, help="threads of the lab; by default one for each core")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="where figures go")
def main(seconds: float, turns: int, workers: int | None, json_file: Path | None) -> None:
    """Measure, show, write down."""
    number = checked_workers(workers)
    known = {name_of(*one): of_lab(*one, number) for one in OURS} | rivals()
    rates: dict[str, list[float]] = {name: [] for name in known}
    for turn in range(turns):
        for name, play in known.items():
            rates[name].append(play(seconds, turn + 1).matches_per_second)
            click.echo(f"turn {turn + 1}: {name}: {rates[name][-1]:,.0f} games a second")
    show(rates)
    if json_file:
        found = {"machine": machine(), "workers": number, "games_per_second": rates}
        json_file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def show(rates: dict[str, list[float]]) -> None:
    """Medians, and how many times as fast as each rival, turn by turn."""
    others = [name for name in rates if not name.startswith("lab")]
    columns = ["", "games a second", *(f"times {other}" for other in others)]
    table = Table(*columns, title="medians over the turns, in parentheses the lowest and highest")
    for name, found in rates.items():
        ratios = [
            spread([mine / theirs for mine, theirs in zip(found, rates[other], strict=True)])
            for other in others
        ]
        table.add_row(name, spread(found), *ratios)
    Console().print(table)
    click.echo(f"aimed at: {AIM} times")


def spread(values: list[float]) -> str:
    """The median with its range."""
    low, high = min(values), max(values)
    return f"{median(values):,.0f} ({low:,.0f} to {high:,.0f})"


if __name__ == "__main__":
    main()
