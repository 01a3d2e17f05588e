"""The first use of a game on a machine compiles it: say so while it happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from kermesse.bots import bot
from kermesse.bots.budget import Budget
from kermesse.core.game import Game

MOST_DECISIONS = 20  # enough to come by an automatic step in any game
A_LITTLE = Budget(iterations=2)  # of a search: it is compiled whole, however short it is


@contextmanager
def getting_ready(game: Game) -> Iterator[None]:
    """A sign of life on the terminal for as long as it takes."""
    note = f"{game.title}: getting ready (the first time on a machine takes some seconds)"
    with Console(stderr=True).status(note):
        yield


def warm_up(game: Game, opponent: str, seats: int | None = None) -> None:
    """Let a bot play until every kernel that a match needs has been compiled or loaded."""
    player = bot(opponent, game)
    table = game.new(seats=seats, seed=0)
    for _ in range(MOST_DECISIONS):
        seat = min(table.due)
        steps = table.act(seat, player.choose(table.view(seat), budget=A_LITTLE, seed=0))
        if len(steps) > 1 or table.over:
            return
