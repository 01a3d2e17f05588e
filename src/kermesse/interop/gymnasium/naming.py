"""The names under which Gymnasium finds the games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium.envs.registration import EnvSpec

from kermesse.core.game import Game
from kermesse.core.registry import game_names
from kermesse.interop.engine import Which, found

ENTRY_POINT = "kermesse.interop.gymnasium.seat_env:SeatEnv"


def env_id(name: str) -> str:
    """`kermesse/MoonRiver-v0` of `moon_river`; of a variant, `kermesse/Muvuca-41b07240-v0`."""
    game, _, digest = name.partition("~")
    title = "".join(word.capitalize() for word in game.split("_"))
    return f"kermesse/{title}-{digest}-v0" if digest else f"kermesse/{title}-v0"


def register_games() -> None:
    """Let `gymnasium.make` know every installed game."""
    for name in game_names():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(env_id(name), ENTRY_POINT, kwargs={"game": name})


def make(game: Which, **wishes: Any) -> gymnasium.Env[Any, Any]:
    """Like `gymnasium.make`, for any game: installed, a variant by its name or file, a `Game`."""
    which = found(game)
    spec = EnvSpec(env_id(which.name), ENTRY_POINT, kwargs={"game": written(which)})
    return gymnasium.make(spec, **wishes)


def written(game: Game) -> Which:
    """A game as a JSON value, as specs are stored."""
    if game.variant is not None:
        content: Mapping[str, Any] = json.loads(game.variant.canonical)
        return content
    return game.name if game.name in game_names() else game
