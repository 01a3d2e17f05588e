"""`kermesse games` and `kermesse rules`: the installed games and their rules."""

from __future__ import annotations

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from kermesse.cli.parameters import book_argument
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.options import word
from kermesse.core.registry import game as find_game
from kermesse.core.registry import game_names
from kermesse.core.words import LANGUAGES


@click.command()
def games() -> None:
    """List the games, their seats and their options."""
    console = Console()
    for name in game_names():
        try:
            console.print(game_table(find_game(name)))
        except KermesseError as broken:  # a broken package does not hide the other games
            click.echo(str(broken), err=True)


def game_table(game: Game) -> Table | str:
    """One game and its options, if it has any."""
    possible = game.seats_for()
    least, most = possible[0], possible[-1]
    seats = f"{least} players" if least == most else f"{least} to {most} players"
    title = f"[bold]{escape(game.title)}[/] ({game.name}), {seats}"
    if not game.options:
        return f"{title}\n"
    table = Table(title=title, title_justify="left", title_style="", box=SIMPLE_HEAD)
    table.add_column("option", no_wrap=True, style="bold")
    for heading in ("default", "values", "meaning"):
        table.add_column(heading)
    table.add_column("rule", no_wrap=True, style="dim")
    for option in game.options:
        values = option.choices.removeprefix("a whole number from ").removeprefix("one of ")
        table.add_row(option.name, word(option.default), values, option.meaning, option.rule)
    return table


@click.command()
@book_argument
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default="en", help="Language.")
@click.option("--id", "rule", metavar="ID", help="Only this rule, for example MV-20.")
def rules(game: Game, lang: str, rule: str | None) -> None:
    """Show the rulebook of GAME, or one rule of it."""
    book = game.rulebook(lang)
    if rule:
        click.echo(f"{rule.strip().upper()}  {book.rule(rule)}")
    else:
        Console().print(Markdown(book.text))
