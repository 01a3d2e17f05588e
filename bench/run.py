"""Random play, measured side by side: the engine, the yardstick in C, and what others offer.

    python -m bench.run [--seconds 3] [--repeats 5] [--json FILE] [--figure FILE] [--table FILE]

Contestants take turns, and ratios are taken within a turn: a machine that others use too slows
all of them down together. Given are medians, with the whole range beside them, and how many
cores a contestant really got: where that is less than it has threads, others were at work.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from bench.contestants import MISSING, SEEDS_APART, Contestant, contestants
from bench.findings import Findings
from bench.show import draw_figure, markdown, rates_table, targets_table


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--seconds", default=3.0, show_default=True, help="per contestant and turn")
@click.option("--repeats", default=5, show_default=True, help="turns")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="where figures go")
@click.option("--figure", type=click.Path(path_type=Path), help="a bar chart: PNG, SVG or PDF")
@click.option("--table", type=click.Path(path_type=Path), help="the tables in Markdown")
def main(
    seconds: float,
    repeats: int,
    json_file: Path | None,
    figure: Path | None,
    table: Path | None,
) -> None:
    """Measure, show, write down."""
    console = Console()
    with console.status("compiling"):
        here, absent = contestants()
    take_turns(here, seconds, repeats, console)
    found = Findings(here, absent, seconds)
    console.print(rates_table(found))
    console.print(targets_table(found))
    if json_file:
        json_file.write_text(json.dumps(found.as_json(), indent=2) + "\n", encoding="utf-8")
        console.print(f"figures in {json_file}")
    if table:
        table.write_text(markdown(found), encoding="utf-8")
        console.print(f"tables in {table}")
    if figure:
        try:
            draw_figure(found, figure)
        except ModuleNotFoundError:
            console.print(f"no chart: matplotlib is {escape(MISSING)}")
        else:
            console.print(f"chart in {figure}")


def take_turns(here: list[Contestant], seconds: float, repeats: int, console: Console) -> None:
    """One after the other, round after round."""
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("", total=repeats * len(here))
        for turn in range(repeats):
            for contestant in here:
                progress.update(bar, description=f"turn {turn + 1}: {contestant.name}")
                contestant.take_turn(seconds, 1 + 2 * turn * SEEDS_APART)
                progress.advance(bar)


if __name__ == "__main__":
    main()
