"""Finding games by their names, whether they are installed or variants at hand."""

from __future__ import annotations

import copyreg
from typing import Any

from kermesse.core.errors import UnknownGame, brief
from kermesse.core.game import Game
from kermesse.core.installed import game_names, installed_game, plain_name
from kermesse.core.variant import SIGN
from kermesse.core.variants import find, from_text

__all__ = ["game", "game_names"]


def game(name: str) -> Game:
    """The game of that name; `moon-river` and `Moon_River` both mean `moon_river`.

    A variant has a name too, such as `viva~1a2b3c4d`, and is found where it is at hand.
    """
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by a string, not {brief(name)}")
    plain = plain_name(name)
    return find(plain) if SIGN in plain else installed_game(name)


def pickled(kept: Game) -> tuple[Any, ...]:
    """A game goes by its name; a variant by its content: it may not be at hand elsewhere."""
    if kept.variant is not None:
        return from_text, (kept.variant.canonical,)
    return game, (kept.name,)


copyreg.pickle(Game, pickled)
