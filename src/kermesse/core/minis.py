"""Mini games: the rules of a game with numbers so small that it can be solved exactly.

A mini game is a variant that comes with its game, as the file `minis/mini.toml`.
"""

from __future__ import annotations

from pathlib import Path

from kermesse.core import registry
from kermesse.core.errors import UnknownGame
from kermesse.core.game import Game
from kermesse.core.options import nearest
from kermesse.core.variants import variant

FILE = Path("minis", "mini.toml")


def mini(name: str) -> Game:
    """The mini game of an installed game."""
    original = registry.game(name)
    if original.variant is not None or not (original.home / FILE).is_file():
        known = nearest(original.name, mini_names())
        raise UnknownGame(f"{original.title} has no mini game{known}")
    return variant(original.home / FILE)


def mini_names() -> list[str]:
    """The installed games that come with a mini game."""
    names = registry.game_names()
    return [name for name in names if (registry.game(name).home / FILE).is_file()]
