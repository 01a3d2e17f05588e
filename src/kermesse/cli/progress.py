"""Signs of life in the terminal: bars for long work, a note while a game compiles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kermesse.bots import bot, warmup
from kermesse.core.game import Game


def counting_bar(console: Console, things: str) -> Progress:
    """A bar that counts things and estimates the time left; nothing where nobody can see it."""
    columns: tuple[Any, ...] = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(things),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def getting_ready(game: Game) -> Iterator[None]:
    """Say that a game is being prepared, for as long as it takes."""
    note = f"{game.title}: getting ready (the first time on a machine takes some seconds)"
    with Console(stderr=True).status(note):
        yield


def warm_up(game: Game, opponent: str, seats: int | None = None) -> None:
    """Let a bot play until every kernel that a match needs has been compiled or loaded."""
    warmup.warm_up(bot(opponent, game), game, seats)
