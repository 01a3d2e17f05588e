"""`kermesse lessons`: the lessons of a game, checked by the engine."""

from __future__ import annotations

import click

from kermesse.cli.parameters import game_argument
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.teach.check import faults
from kermesse.teach.lesson import FOLDER
from kermesse.teach.lesson import lessons as lessons_of


@click.command()
@game_argument
def lessons(game: Game) -> None:
    """List the lessons of GAME and check them with the engine."""
    known = lessons_of(game)
    if not known:
        raise KermesseError(f"{game.title} has no lessons: its folder {FOLDER} is empty")
    for name, lesson in known.items():
        click.echo(f"{name:24} {lesson.title} ({len(lesson.steps)} steps)")
    found = faults(game)
    for fault in found:
        click.echo(f"  {fault}", err=True)
    if found:
        raise KermesseError(f"{len(found)} errors in the lessons of {game.title}")
    click.echo("The engine confirms every step.")
