"""`kermesse tables` and `kermesse variant`: games with other options and tables, without code."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.markdown import Markdown

from kermesse.cli.parameters import game_argument, tried
from kermesse.core.differences import note
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.options import word
from kermesse.core.tables import original_tables
from kermesse.core.variants import TRIALS, variant


@click.command("variant")
@click.argument("file", type=click.Path(path_type=Path))
def describe(file: Path) -> None:
    """Read the variant in FILE, try it out, and say how it differs from the game."""
    game = tried(variant(file))
    click.echo(f"{game.title} ({game.name})")
    Console().print(Markdown(note(game, "en")))
    click.echo(f"{TRIALS} random matches came to their end.")


@click.command()
@game_argument
@click.argument("folder", type=click.Path(path_type=Path))
def tables(game: Game, folder: Path) -> None:
    """Write the tables of GAME into FOLDER, with a variant file to start from."""
    start = folder / f"my-{game.name}.toml"
    texts = original_tables(game).texts
    if game.variant is not None:
        raise KermesseError(f"{game.title} is a variant: start from the tables of the original")
    files = {folder / name: text for name, text in texts.items()} | {start: beginning(game, texts)}
    taken = [path for path in files if path.exists()]
    if taken:
        raise KermesseError(f"{taken[0]} already exists; choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    except OSError as broken:
        raise KermesseError(f"cannot write to {folder}: {broken.strerror}") from None
    click.echo(f"{start} names what you can change; then try: kermesse variant {start}")


def beginning(game: Game, texts: dict[str, str]) -> str:
    """A variant file that changes nothing yet."""
    options = [
        f"# {option.name} = {literal(option.default)}  # {option.choices}: {option.meaning}"
        for option in game.options
    ]
    lines = [
        f'title = "My {game.title}"',
        f'game = "{game.name}"',
        "",
        "[options]",
        *options,
        "",
        "[tables]  # files in the same folder",
        *(f'"{name}" = "{name}"' for name in texts),
    ]
    return "\n".join(lines) + "\n"


def literal(value: object) -> str:
    """An option's value in TOML."""
    return f'"{value}"' if isinstance(value, str) else word(value)  # type: ignore[arg-type]
