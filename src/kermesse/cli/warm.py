"""`kermesse warm`: compile games before they are needed."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import click
from rich.console import Console

from kermesse.cli.progress import counting_bar
from kermesse.core.announcement import weight
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.registry import game as find_game
from kermesse.core.registry import game_names
from kermesse.table.live.compilation import STAGES, Stage, command


@click.command
@click.argument("games", nargs=-1)
def warm(games: tuple[str, ...]) -> None:
    """Compile GAMES, or all of them, on all cores.

    Otherwise each is compiled when it is first used. Once is enough: the machine code is kept.
    """
    wanted = sorted((find_game(name) for name in games or game_names()), key=weight, reverse=True)
    jobs = [(game, stage) for stage in STAGES for game in wanted]
    with (
        counting_bar(Console(stderr=True), "parts compiled") as bar,
        ThreadPoolExecutor(os.cpu_count() or 1) as pool,
    ):
        task = bar.add_task("", total=len(jobs))
        for failed in pool.map(compiled, jobs):
            bar.advance(task)
            if failed:
                raise KermesseError(f"{failed.title} could not be compiled")
    click.echo(f"{', '.join(sorted(game.title for game in wanted))}: compiled")


def compiled(job: tuple[Game, Stage]) -> Game | None:
    """Let a process compile a stage of a game; return the game if it failed."""
    game, stage = job
    ended = subprocess.run(command(game.name, stage), stdout=subprocess.DEVNULL, check=False)
    return game if ended.returncode else None
