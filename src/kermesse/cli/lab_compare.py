"""`kermesse lab compare`: the effect of a change in the rules."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

import kermesse
from kermesse.cli.lab import check_libraries, check_page, file_type, interrupted, play_all
from kermesse.cli.parameters import game_argument, read_settings
from kermesse.core.game import Game
from kermesse.lab.experiment import Experiment
from kermesse.lab.files import check_writable, write_whole
from kermesse.lab.findings import Section
from kermesse.lab.strength.workers import checked_workers

VARIANT = ".toml"


@click.command()
@game_argument
@click.option(
    "--a",
    "one",
    default="",
    metavar="VARIANT",
    help="Options as NAME=VALUE,… or a variant file (default: the standard game).",
)
@click.option("--b", "other", required=True, metavar="VARIANT", help="The other variant.")
@click.option("--players", type=int, help="Number of players.")
@click.option("--bots", default="greedy", show_default=True, metavar="A,B,…", help="The bots.")
@click.option("--games", type=int, help="Games of each (default: enough for a bias of 3 points).")
@click.option(
    "--wanted", type=float, default=0.01, show_default=True, help="Half-width to aim for."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of deals and bots.")
@click.option("--workers", type=int, help="Threads that play (default: one per core).")
@click.option("--ray", "cluster", metavar="ADDRESS", help="Play on this Ray cluster instead.")
@click.option("-o", "--output", type=file_type, help="The page (default: GAME-compare.html).")
@click.option("--resume", type=file_type, help="Record games here, and continue from them.")
def compare(
    game: Game,
    one: str,
    other: str,
    players: int | None,
    bots: str,
    games: int | None,
    wanted: float,
    seed: int,
    workers: int | None,
    cluster: str | None,
    output: Path | None,
    resume: Path | None,
) -> None:
    """Play GAME in two variants and write a page on the differences.

    The tests are fixed before anything is played, and both variants are dealt the same cards where
    their rules allow it.
    """
    page_file = output or Path(f"{game.name}-compare.html")
    check_page(page_file)
    check_writable(page_file)
    check_libraries()
    from kermesse.lab.comparison import compared, usual_games

    sides = len(set(game.teams(game.checked_seats(players))))
    number = usual_games(sides) if games is None else games
    names = [name.strip() for name in bots.split(",")]
    experiments = [
        Experiment.checked(
            variant, seats=players, options=options, bots=names, games=number, seed=seed
        )
        for variant, options in (read_variant(game, one), read_variant(game, other))
    ]
    with interrupted(resume):
        a, b = play_all(experiments, checked_workers(workers), resume, cluster)
    sections = compared(a, b, wanted=wanted)
    words = ["kermesse", "lab", "compare", game.name, "--a", one, "--b", other]
    words += ["--players", str(experiments[0].seats), "--bots", bots, "--games", str(number)]
    words += ["--wanted", str(wanted), "--seed", str(seed)]
    write_whole(page_file, paper(experiments, sections, shlex.join(words)).encode())
    for section in sections:
        click.echo(f"{section.question} {section.answer}")
    click.echo(f"comparison in {page_file}")


def read_variant(game: Game, text: str) -> tuple[Game, dict[str, object]]:
    """A variant given as options or as a file."""
    if text.endswith(VARIANT):
        return kermesse.variant(Path(text)), {}
    return game, dict(read_settings(game, tuple(part for part in text.split(",") if part)))


def paper(experiments: Sequence[Experiment], sections: Sequence[Section], command: str) -> str:
    """The page."""
    from kermesse.lab.page import Chapter, Paper, page
    from kermesse.lab.report import bots_text, games_text, setting_text

    a, b = experiments
    title = f"{a.game.title}: two variants compared"
    return page(
        Paper(
            title=title,
            lead=f"What {a.games + b.games:,} games say about a change of {a.game.title}.",
            facts=(
                ("A", setting_text(a)),
                ("B", setting_text(b)),
                ("Players", str(a.seats)),
                ("Bots", bots_text(a)),
                ("Games of each", games_text(a)),
                ("Seed", str(a.seed)),
            ),
            chapters=(Chapter("compared", "A and B", (), tuple(sections)),),
            command=command,
        )
    )
