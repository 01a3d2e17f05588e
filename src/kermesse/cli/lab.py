"""`kermesse lab`: what many games say about a game's design."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from kermesse.cli.parameters import game_argument, read_settings
from kermesse.cli.progress import counting_bar, getting_ready, warm_up
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.lab.experiment import MOST_GAMES, Experiment
from kermesse.lab.files import check_writable, write_whole
from kermesse.lab.portion import play_portion
from kermesse.lab.strength.workers import checked_workers

if TYPE_CHECKING:  # imported late at run time: they need the lab's libraries
    from kermesse.lab.games import Games
    from kermesse.lab.report import Report, Told
    from kermesse.lab.scheduler import Watch

LIBRARIES = ("scipy", "matplotlib", "pyarrow")
GAMES = 2000
LADDER = 200
WATCHED, MOST_WATCHED = 100, 100_000

file_type = click.Path(path_type=Path)


class LabRefused(KermesseError):
    """The lab cannot do this here."""


@click.group()
def lab() -> None:
    """Report what many games say about a game's design."""


@lab.command()
@game_argument
@click.option(
    "--players",
    multiple=True,
    type=int,
    metavar="NUMBER",
    help="Number of players; repeatable.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE,…",
    help="Set options of the game; repeatable.",
)
@click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="A,B,…",
    help="One bot for all players, or one for each side.",
)
@click.option(
    "--games", type=int, default=GAMES, show_default=True, help="Games for each number of players."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of deals and bots.")
@click.option("--workers", type=int, help="Threads that play (default: one per core).")
@click.option("--ray", "cluster", metavar="ADDRESS", help="Play on this Ray cluster instead.")
@click.option(
    "--ladder",
    type=click.IntRange(0, MOST_GAMES),
    default=LADDER,
    show_default=True,
    help="Games per pairing of levels, to see whether skill beats luck; 0 to skip.",
)
@click.option(
    "--watched",
    type=click.IntRange(0, MOST_WATCHED),
    default=WATCHED,
    show_default=True,
    help="Games to trace, to see which rules fire; 0 to skip.",
)
@click.option("-o", "--output", type=file_type, help="The page (default: GAME-report.html).")
@click.option(
    "--data",
    type=file_type,
    help="Write a row per game to this file: .csv for a spreadsheet, otherwise Parquet.",
)
@click.option("--resume", type=file_type, help="Record games in this folder, and continue from it.")
@click.option(
    "--from-store", "people", type=file_type, help="Also report on the matches of this data folder."
)
@click.option("--json", "as_json", is_flag=True, help="Print all figures as one JSON object.")
def report(
    game: Game,
    players: tuple[int, ...],
    options: tuple[str, ...],
    bots: str,
    games: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    ladder: int,
    watched: int,
    output: Path | None,
    data: Path | None,
    resume: Path | None,
    people: Path | None,
    as_json: bool,
) -> None:
    """Play GAME many times and write a page on its design.

    The page says how fair it is to each seat, how long and tense, what its components are worth,
    whether skill beats luck and which rules matter, with 95 % intervals.
    """
    settings = tuple(part for text in options for part in text.split(","))
    chosen = read_settings(game, settings)
    names = [name.strip() for name in bots.split(",")]
    experiments = [
        Experiment.checked(game, seats=seats, options=chosen, bots=names, games=games, seed=seed)
        for seats in dict.fromkeys(players or (None,))
    ]
    number = checked_workers(workers)
    page_file = output or Path(f"{game.name}-report.html")
    tables = table_files(data, experiments)
    check_page(page_file)
    check_writable(page_file, *tables)
    check_libraries()
    from kermesse.lab.page import page
    from kermesse.lab.people import from_store
    from kermesse.lab.report import Report, Told, ladder_of

    guests = from_store(people, game) if people else []
    ladders = [ladder_of(each, ladder) for each in experiments]
    everything = [*experiments, *chain.from_iterable(ladders)]
    with interrupted(resume):
        played = play_all(everything, number, resume, cluster)
        write_tables(played, tables)
        rungs = iter(played[len(experiments) :])
        told = [
            analysed(each, list(islice(rungs, len(own))), watched, number)
            for each, own in zip(played, ladders, strict=False)
        ]
    found = Report(game, [*told, *(Told.of_people(each) for each in guests)])
    given: dict[str, Sequence[object]] = {
        "--option": settings,
        "--bots": [",".join(names)],
        "--games": [games],
        "--seed": [seed],
        "--ladder": [ladder],
        "--watched": [watched],
        "--from-store": [people] if people else [],
    }
    words = command_words(experiments, given)
    write_whole(page_file, page(found.paper(shlex.join(words))).encode())
    show(found, page_file, as_json)


def play_all(
    experiments: Sequence[Experiment], workers: int, folder: Path | None, cluster: str | None
) -> list[Games]:
    """Play everything, one experiment after the other."""
    from kermesse.lab.scheduler import run

    game = experiments[0].game
    with getting_ready(game):
        for seats in dict.fromkeys(each.seats for each in experiments):
            one = next(each for each in experiments if each.seats == seats)
            play_portion(replace(one, deals=1), 0)
        for name in sorted({bot for each in experiments for bot in each.bots}):
            warm_up(game, name.partition("@")[0])
    with progress(experiments) as watch:
        return [
            run(each, workers=workers, folder=folder, cluster=cluster, watch=watch)
            for each in experiments
        ]


def analysed(games: Games, ladder: Sequence[Games], watched: int, workers: int) -> Told:
    """Analyse some games; tracing takes a while, so show a sign of life."""
    from kermesse.lab.report import Told

    note = f"{games.game.title}, {games.experiment.seats} players: analysing and watching rules"
    with Console(stderr=True).status(note):
        return Told.by(games, ladder=ladder, watched=watched, workers=workers)


@contextmanager
def interrupted(folder: Path | None) -> Iterator[None]:
    """When somebody interrupts the lab, say how to continue."""
    try:
        yield
    except KeyboardInterrupt:
        kept = f"; the same command continues from {folder}" if folder else ""
        raise click.ClickException(f"interrupted{kept}") from None


@contextmanager
def progress(experiments: Sequence[Experiment]) -> Iterator[Watch]:
    """A bar with the remaining time."""
    with counting_bar(Console(stderr=True), "games") as bar:
        total = sum(experiment.games for experiment in experiments)
        task = bar.add_task(experiments[0].game.title, total=total)

        def watch(games: int) -> None:
            bar.advance(task, games)

        yield watch


def show(found: Report, page_file: Path, as_json: bool) -> None:
    """Print the answers for people, or everything for a program."""
    if as_json:
        click.echo(json.dumps(found.as_json(), allow_nan=False))
    else:
        for each in found.told:
            click.secho(f"{found.game.title}, {each.title}", bold=True)
            for section in each.sections:
                click.echo(f"{section.question} {section.answer}")
    click.echo(f"report in {page_file}", err=as_json)


def write_tables(played: Sequence[Games], files: Sequence[Path]) -> None:
    """Write the report's games, which come first, each to its file."""
    from kermesse.lab.table_file import write_table

    for games, path in zip(played, files, strict=False):
        write_table(games, path)


def table_files(data: Path | None, experiments: Sequence[Experiment]) -> list[Path]:
    """One file for each number of players: their tables have different columns."""
    if data is None:
        return []
    if len(experiments) == 1:
        return [data]
    return [data.with_stem(f"{data.stem}-{each.seats}") for each in experiments]


def check_page(path: Path) -> None:
    """Refuse what is not a page: `-o` sets options in other commands, which is easily confused."""
    if path.suffix.lower() not in {".html", ".htm"}:
        raise LabRefused(
            f"the name of a report must end in .html, not {path.name}; "
            "to set options of the game, use --option"
        )


def check_libraries() -> None:
    """Refuse early what would fail after an hour of games."""
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise LabRefused(f"the lab needs {', '.join(missing)}: pip install 'kermesse[lab]'")


def command_words(
    experiments: Sequence[Experiment], given: Mapping[str, Sequence[object]]
) -> list[str]:
    """The command that makes the same page."""
    words = ["kermesse", "lab", "report", experiments[0].game.name]
    players = {"--players": [each.seats for each in experiments]}
    for name, values in {**players, **given}.items():
        words += [word for value in values for word in (name, str(value))]
    return words
