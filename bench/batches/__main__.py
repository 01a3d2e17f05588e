"""Steps a second of batches beside Pgx, and the page about it.

    python -m bench.batches cpu [GAME …] [--pgx PYTHON] [--keep FOLDER]
    python -m bench.batches gpu [GAME …] [--check GAMES] [--plans] [--pgx PYTHON] [--keep FOLDER]
    python -m bench.batches jax [GAME …] [--size GAMES] [--steps STEPS]
    python -m bench.batches write

``--pgx`` names a Python that has JAX and Pgx, by default this one; `no` leaves Pgx out of a run on
a GPU. Figures are kept as JSON, by default in bench/batches/results, from which `write` makes the
page.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

import kermesse
from bench.batches import cores
from bench.batches.findings import KEPT, keep
from bench.batches.page import page
from bench.batches.rival import NoPgx
from kermesse.core.errors import KermesseError

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "batch-speed.md"
OURS = ("muvuca", "viva", "muckle", "shuppa", "moon_river")
NO = "no"

games_argument = click.argument("names", metavar="[GAME]...", nargs=-1, type=click.Choice(OURS))
pgx_option = click.option("--pgx", default=sys.executable, help="a Python with JAX and Pgx; or no")
keep_option = click.option(
    "--keep", "folder", type=click.Path(path_type=Path), default=KEPT, help="where figures go"
)


@click.group(help=(__doc__ or "").partition("\n")[0])
def main() -> None:
    """Choose what is measured."""


@main.command()
@games_argument
@pgx_option
@keep_option
@click.option("--size", "sizes", multiple=True, default=(128, 1024), help="games in a batch")
@click.option("--turns", default=5, show_default=True)
@click.option("--seconds", default=1.0, show_default=True, help="of each turn")
def cpu(
    names: tuple[str, ...],
    pgx: str,
    folder: Path,
    sizes: tuple[int, ...],
    turns: int,
    seconds: float,
) -> None:
    """Measure on one core, all sizes on both sides."""
    found = cores.measure(names or OURS, pgx, sizes, turns, seconds)
    keep(found, folder / "cpu.json")
    click.echo(page(found, None))


@main.command()
@games_argument
@pgx_option
@keep_option
@click.option("--check", type=int, default=0, help="games to compare with the CPU, for all seats")
@click.option("--steps", default=200, show_default=True, help="of those games")
@click.option("--plans", is_flag=True, help="try several plans, not only the usual one")
@click.option("--size", type=int, help="games in a batch; by default what fills an H200")
@click.option("--turns", default=5, show_default=True, help="of 64 steps; 0 races nobody")
def gpu(
    names: tuple[str, ...],
    pgx: str,
    folder: Path,
    check: int,
    steps: int,
    plans: bool,
    size: int | None,
    turns: int,
) -> None:
    """Measure on a GPU; fails if any byte is not the CPU's."""
    from bench.batches import device

    file = folder / "gpu.json"
    found = device.start(file)
    games = [kermesse.game(name) for name in names or OURS]
    for game in games if turns else ():
        many = size or device.SIZES[game.name]
        for result in device.measure(game, many, turns, plans, click.echo):
            found["raced"].append(result)
            keep(found, file)
    for game in games if check else ():
        found["checked"] += device.check(game, check, steps, click.echo)
        keep(found, file)
    if pgx != NO:
        for _ in device.measure_pgx(pgx, turns, found["pgx"], click.echo):
            keep(found, file)
    click.echo(page(None, found))
    if any(each["differing"] for each in found["raced"] + found["checked"]):
        raise SystemExit("NOT the same bytes")


@main.command()
@games_argument
@click.option("--size", default=4096, show_default=True, help="games in a batch")
@click.option("--steps", default=100, show_default=True)
def jax(names: tuple[str, ...], size: int, steps: int) -> None:
    """Let JAX play on a GPU; fails if the CPU would have played differently."""
    from bench.batches import jax_play

    wrong = False
    for name in names or OURS:
        found = jax_play.differing(kermesse.game(name), size, steps)
        click.echo(f"{name}: {', '.join(found) or 'no copies, the same bytes'}")
        wrong = wrong or bool(found)
    if wrong:
        raise SystemExit("NOT the same bytes")


@main.command()
def write() -> None:
    """Write the page from the figures that are kept."""
    PAGE.write_text(page(kept("cpu"), kept("gpu")), encoding="utf-8")
    click.echo(f"written: {PAGE}")


def kept(name: str) -> dict[str, Any] | None:
    """The figures of an earlier run, if there was one."""
    file = KEPT / f"{name}.json"
    found: dict[str, Any] | None = json.loads(file.read_text()) if file.is_file() else None
    return found


if __name__ == "__main__":
    try:
        main()
    except (KermesseError, NoPgx) as problem:
        raise SystemExit(str(problem)) from None
