"""How strong the levels of all games are: play what is missing, then write the page about it.

    python -m bench.strength [GAME …] [--seats N …] [--only PURPOSE …] [--workers N] [--folder DIR]

Every block is written down in a folder when it is played; a run that was interrupted goes on there.
Figures are kept in bench/strength/results, one file for each game, and the page and its picture in
the documents are written from them; ``--write`` does nothing but that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

import kermesse
from bench.strength.figures import read_kept, write_kept
from bench.strength.findings import findings
from bench.strength.page import page
from bench.strength.picture import draw
from bench.strength.plan import Duel, Purpose, plan
from bench.strength.playing import play
from bench.tables import GAMES
from kermesse.cli.arena import deals_bar
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.lab.strength.workers import checked_workers

HOME = Path(__file__).parent
KEPT = HOME / "results"
DOCS = HOME.parents[1] / "docs"


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("games", nargs=-1, type=click.Choice(GAMES))
@click.option("--seats", type=int, multiple=True, help="only these numbers of seats")
@click.option(
    "--only",
    type=click.Choice([purpose.value for purpose in Purpose]),
    multiple=True,
    help="only these duels",
)
@click.option("--workers", type=int, help="processes that play; by default one for each core")
@click.option(
    "--folder", type=click.Path(path_type=Path), default=Path(".strength"), show_default=True,
    help="where blocks are written down",
)  # fmt: skip
@click.option("--write", is_flag=True, help="only write the page from the figures that are kept")
def main(
    games: tuple[str, ...],
    seats: tuple[int, ...],
    only: tuple[str, ...],
    workers: int | None,
    folder: Path,
    write: bool,
) -> None:
    """Play, keep the figures, write the page."""
    console = Console()
    chosen = [kermesse.game(name) for name in games or GAMES]
    duels = [
        duel
        for game in chosen
        for duel in plan(game)
        if (not seats or duel.seats in seats) and (not only or duel.purpose in only)
    ]
    if not duels:
        raise click.ClickException("nothing is played at that number of seats for that purpose")
    if not write:
        try:
            measure(chosen, duels, workers, folder, console)
        except (KermesseError, OSError) as broken:
            raise click.ClickException(str(broken)) from None
    kept = [read_kept(KEPT / f"{name}.json") for name in GAMES]
    found = [figures for figures in kept if figures]
    (DOCS / "reference" / "strength.md").write_text(page(found), encoding="utf-8")
    draw(found, DOCS / "images" / "strength.png")
    console.print("page in docs/reference/strength.md, picture in docs/images/strength.png")


def measure(
    games: Sequence[Game],
    duels: list[Duel],
    workers: int | None,
    folder: Path,
    console: Console,
) -> None:
    """Play duels, and keep the figures of everything played so far."""
    folder.mkdir(parents=True, exist_ok=True)
    KEPT.mkdir(exist_ok=True)
    number = checked_workers(workers)
    try:
        with progress(duels, console) as watch:
            play(duels, folder, number, watch)
    except KeyboardInterrupt:
        console.print("interrupted; the same command goes on")
    for game in games:
        path = KEPT / f"{game.name}.json"
        write_kept(path, findings(game, plan(game), folder, read_kept(path)))


class Watch:
    """Shows how far things are."""

    def __init__(self, bar: Progress, total: int) -> None:
        self.bar, self.task = bar, bar.add_task("", total=total)

    def __call__(self, duel: Duel, blocks: int) -> None:
        """So many more blocks of a duel are there."""
        self.bar.update(self.task, advance=blocks, description=duel.name)


@contextmanager
def progress(duels: Sequence[Duel], console: Console) -> Iterator[Watch]:
    """A bar over all deals of all duels."""
    with deals_bar(console) as bar:
        yield Watch(bar, sum(duel.tournament.blocks for duel in duels))


if __name__ == "__main__":
    main()
