"""A line in the terminal when a game is compiled: a script that says nothing seems stuck."""

from __future__ import annotations

import sys
from functools import cache
from types import FunctionType
from typing import Any

BYTES_A_SECOND = 21_000  # of sources: roughly how fast they are compiled


def announce(kernel: FunctionType) -> None:
    """Say which game is being compiled and how long that takes, once for each game."""
    if sys.stderr.isatty() or "ipykernel" in sys.modules:
        names = kernel.__module__.split(".")
        for length in range(len(names), 1, -1):
            game = getattr(sys.modules.get(".".join(names[:length])), "game", None)
            if hasattr(game, "home"):
                announce_game(game)


@cache
def announce_game(game: Any) -> None:
    """Say that a game is being compiled."""
    seconds = weight(game) / BYTES_A_SECOND
    print(f"compiling {game.title} once, about {seconds:.0f} s", file=sys.stderr, flush=True)


def weight(game: Any) -> int:
    """Roughly how much there is to compile: the size of the game's sources."""
    sources = [file for file in game.home.rglob("*.py") if "tests" not in file.parts]
    return sum(file.stat().st_size for file in sources)
