"""How long until the first move: with compiled kernels at hand, and on a fresh machine.

    python -m bench.startup [--repeats 5] [--cold-repeats 2] [--json FILE]

Every figure comes from fresh interpreters, in turn; medians and ranges are given.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

WARM_TARGET = 1.5  # seconds to the first move, NumPy's own import not counted
COLD_TARGET = 20.0  # seconds to compile everything that a game needs

NUMPY = """
from time import perf_counter
start = perf_counter()
import numpy
print(json.dumps({"import numpy": perf_counter() - start}))
"""

# `lap` notes how long each stretch took; the interpreter's own start is not ours to mend.
LAPS = """
from time import perf_counter
laps, last = {}, perf_counter()
def lap(name):
    global last
    laps[name], last = perf_counter() - last, perf_counter()
"""

FIRST_MOVE = (
    LAPS
    + """
import numpy
lap("import numpy")
import numba
lap("import numba")
import kermesse
lap("import kermesse")
game = kermesse.game("muvuca")
lap("game()")
position = game.new(seed=1)
lap("new()")
view = position.view(min(position.due))
lap("view()")
actions = view.legal()
lap("legal()")
position.act(view.seat, actions[0])
lap("act()")
print(json.dumps(laps))
"""
)

EVERYTHING = (
    LAPS
    + """
import numpy as np
import kermesse
game = kermesse.game("muvuca")
from kermesse.core.playout import playouts, settle
lap("imports")
s = game.blank()[0]
def run(name, *more):
    game.kernels[name](s, *more)
    lap(name)
run("setup")
seat, moves = int(s.due) >> 1, np.zeros(game.actions, np.int16)
run("legal", seat, moves)
run("act", seat, int(moves[0]))
game.kernels["legal"](s, seat, moves)
game.kernels["act"](s, seat, int(moves[0]))
run("step")
run("score", np.zeros(2, np.int32))
run("census", np.zeros(len(game.box), np.int16))
run("features", np.zeros(game.features, np.float32))
run("evaluate", np.zeros(2, np.float32))
run("twin", seat)
run("conceal", seat)
run("imagine")
game.bind(settle)(s)
lap("settle")
batch = game.blank(1)
game.bind(playouts)(batch, 10_000, np.zeros(game.actions, np.int16))
lap("playouts")
s = batch[0]
run("outcome", np.zeros(2, np.int32))
print(json.dumps(laps))
"""
)


def in_fresh_interpreter(program: str, kernels: Path) -> dict[str, float]:
    """Run a program with its own cache folder for kernels; return the laps it prints."""
    environment = {**os.environ, "KERMESSE_CACHE_DIR": str(kernels), "KERMESSE_PLAIN": "0"}
    told = subprocess.run(
        [sys.executable, "-c", "import json\n" + program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode:
        raise SystemExit(told.stderr)
    laps: dict[str, float] = json.loads(told.stdout)
    return laps


Laps = list[dict[str, float]]


def measure(repeats: int, cold_repeats: int, console: Console) -> dict[str, Laps]:
    """The laps of every run: cold ones first, then NumPy alone and warm starts in turn."""
    found: dict[str, Laps] = {"numpy": [], "warm": [], "cold": []}
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("", total=2 * repeats + cold_repeats)

        def note(kind: str, program: str, kernels: Path) -> None:
            progress.update(bar, description=kind)
            found[kind].append(in_fresh_interpreter(program, kernels))
            progress.advance(bar)

        for _ in range(cold_repeats):
            with tempfile.TemporaryDirectory(prefix="kermesse-cold-") as empty:
                note("cold", EVERYTHING, Path(empty))
        with tempfile.TemporaryDirectory(prefix="kermesse-warm-") as filled:
            in_fresh_interpreter(FIRST_MOVE, Path(filled))
            for _ in range(repeats):
                note("numpy", NUMPY, Path(filled))
                note("warm", FIRST_MOVE, Path(filled))
    return found


def summed_up(found: Mapping[str, Laps]) -> dict[str, Any]:
    """Totals against their targets, and the median of every lap."""
    numpy_alone = median(sum(laps.values()) for laps in found["numpy"])
    warm = [sum(laps.values()) - laps["import numpy"] for laps in found["warm"]]
    cold = [sum(laps.values()) - laps["imports"] for laps in found["cold"]]
    return {
        "import_numpy": numpy_alone,
        "warm": judged(warm, WARM_TARGET),
        "cold": judged(cold, COLD_TARGET),
        "warm_laps": medians(found["warm"]),
        "cold_laps": medians(found["cold"]),
    }


def judged(seconds: list[float], target: float) -> dict[str, Any]:
    """Median and range, and whether the target is reached."""
    middle = median(seconds)
    return {
        "median": middle,
        "least": min(seconds),
        "most": max(seconds),
        "target": target,
        "reached": middle < target,
    }


def medians(runs: Laps) -> dict[str, float]:
    """The median of each lap."""
    return {name: median(laps[name] for laps in runs) for name in runs[0]}


def table_of(told: Mapping[str, Any]) -> Table:
    """The totals, and below each where its time goes."""
    table = Table("start-up")
    for heading in ("seconds", "range", "target", "verdict"):
        table.add_column(heading, justify="right")
    table.add_row("import numpy alone", f"{told['import_numpy']:.3f}")
    titles = {"warm": "warm start to the first move, less numpy", "cold": "compiling everything"}
    for kind, title in titles.items():
        total = told[kind]
        table.add_section()
        table.add_row(
            f"[bold]{title}[/]",
            f"[bold]{total['median']:.2f}[/]",
            f"{total['least']:.2f} – {total['most']:.2f}",
            f"< {total['target']:g}",
            "[green]pass[/]" if total["reached"] else "[red]miss[/]",
        )
        for name, seconds in told[f"{kind}_laps"].items():
            table.add_row(f"  {name}", f"{seconds:.3f}")
    return table


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--repeats", default=5, show_default=True, help="warm starts")
@click.option("--cold-repeats", default=2, show_default=True, help="compilations from nothing")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="where figures go")
def main(repeats: int, cold_repeats: int, json_file: Path | None) -> None:
    """Measure, show, write down."""
    console = Console()
    found = measure(repeats, cold_repeats, console)
    told = summed_up(found)
    console.print(table_of(told))
    if json_file:
        json_file.write_text(json.dumps({**told, "runs": found}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
