"""The first use of a game on a machine compiles it: say so while it happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from kermesse.bots import bot, warmup
from kermesse.core.game import Game


@contextmanager
def getting_ready(game: Game) -> Iterator[None]:
    """A sign of life on the terminal for as long as it takes."""
    note = f"{game.title}: getting ready (the first time on a machine takes some seconds)"
    with Console(stderr=True).status(note):
        yield


def warm_up(game: Game, opponent: str, seats: int | None = None) -> None:
    """Let a bot play until every kernel that a match needs has been compiled or loaded."""
    warmup.warm_up(bot(opponent, game), game, seats)
