"""`kermesse lab tune`: a search for options that meet a target."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console

from kermesse.cli.lab import LabRefused, check_libraries, check_page, file_type, interrupted
from kermesse.cli.parameters import game_argument, read_settings
from kermesse.cli.progress import counting_bar, getting_ready
from kermesse.core.game import Game
from kermesse.lab.experiment import Experiment
from kermesse.lab.files import check_writable, write_whole
from kermesse.lab.findings import Section
from kermesse.lab.option_search import Log, OptionSearch, Trial
from kermesse.lab.option_search import tune as searched
from kermesse.lab.portion import play_portion
from kermesse.lab.strength.workers import checked_workers
from kermesse.lab.targets import FIGURES, Wish, spans

NAMES = ", ".join(FIGURES)


@click.command()
@game_argument
@click.option(
    "--target",
    "targets",
    multiple=True,
    required=True,
    metavar="FIGURE<NUMBER",
    help=f"A target, with <, > or =; repeatable. Figures: {NAMES}.",
)
@click.option(
    "--vary",
    multiple=True,
    metavar="OPTION[=LOW..HIGH]",
    help="An option that may change (default: all numeric ones).",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option.")
@click.option("--players", type=int, help="Number of players.")
@click.option("--bots", default="greedy", show_default=True, metavar="A,B,…", help="The bots.")
@click.option("--trials", type=int, default=50, show_default=True, help="Combinations to try.")
@click.option("--games", type=int, default=1000, show_default=True, help="Games of each trial.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of deals and bots.")
@click.option("--workers", type=int, help="Threads that play (default: one per core).")
@click.option("--ray", "cluster", metavar="ADDRESS", help="Play on this Ray cluster instead.")
@click.option(
    "--log", "log_file", type=file_type, help="Record every trial here, and continue from it."
)
@click.option("-o", "--output", type=file_type, help="The page (default: GAME-tune.html).")
def tune(
    game: Game,
    targets: tuple[str, ...],
    vary: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    bots: str,
    trials: int,
    games: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    log_file: Path | None,
    output: Path | None,
) -> None:
    """Search the options of GAME for a target, such as --target "spread<1".

    Every trial plays the same deals and is recorded in the log. Before a winner is named, the best
    ones are replayed with other deals.
    """
    start = Experiment.checked(
        game,
        seats=players,
        options=read_settings(game, options),
        bots=[name.strip() for name in bots.split(",")],
        games=games,
        seed=seed,
    )
    wishes = [Wish.read(text) for text in targets]
    search = OptionSearch.checked(start, spans(game, vary), wishes, trials)
    page_file = output or Path(f"{game.name}-tune.html")
    path = log_file or page_file.with_suffix(".jsonl")
    check_page(page_file)
    check_writable(page_file, path)
    check_libraries()
    if find_spec("optuna") is None:
        raise LabRefused("tuning needs optuna: pip install 'kermesse[lab]'")
    with interrupted(path):
        section = found(search, path, checked_workers(workers), cluster)
    words = ["kermesse", "lab", "tune", game.name]
    for name, texts in (("--target", targets), ("--vary", vary), ("--option", options)):
        words += [word for text in texts for word in (name, text)]
    words += ["--players", str(start.seats), "--bots", bots, "--trials", str(trials)]
    words += ["--games", str(games), "--seed", str(seed)]
    write_whole(page_file, paper(search, section, shlex.join(words)).encode())
    click.echo(section.answer)
    click.echo(f"report in {page_file}, every trial in {path}")


def found(search: OptionSearch, path: Path, workers: int, cluster: str | None) -> Section:
    """Search, with a bar over the trials."""
    from kermesse.lab.option_search import findings
    from kermesse.lab.scheduler import run

    with getting_ready(search.start.game):
        play_portion(replace(search.start, deals=1), 0)
    with counting_bar(Console(stderr=True), "trials") as bar:
        total = min(search.trials, search.combinations)
        task = bar.add_task(search.start.game.title, total=total)

        def watch(trial: Trial) -> None:
            bar.advance(task)

        play = partial(run, workers=workers, cluster=cluster)
        outcome = searched(search, play, Log(search, path), watch)
    return findings(search, outcome)


def paper(search: OptionSearch, section: Section, command: str) -> str:
    """The page."""
    from kermesse.lab.page import Chapter, Paper, page
    from kermesse.lab.report import bots_text, games_text, options_text

    start = search.start
    varied = (f"{name} from {span[0]} to {span[-1]}" for name, span in search.spans.items())
    return page(
        Paper(
            title=f"{start.game.title}: options for a target",
            lead=section.answer,
            facts=(
                ("Game", f"{start.game.title}, rules {start.game.version}"),
                ("Players", str(start.seats)),
                ("Options that stay", options_text(start)),
                ("Options that vary", ", ".join(varied)),
                ("Bots", bots_text(start)),
                ("Games of each trial", games_text(start)),
                ("Seed", str(start.seed)),
            ),
            chapters=(Chapter("tuned", "The search", (), (section,)),),
            command=command,
        )
    )
