"""The names under which PettingZoo finds the games."""

from __future__ import annotations

from functools import partial

from pettingzoo import aec_registry, parallel_registry, register

from kermesse.core.registry import game_names
from kermesse.interop.pettingzoo.aec import env
from kermesse.interop.pettingzoo.parallel import parallel_env
from kermesse.interop.pettingzoo.seated import VERSION

NAMESPACE = "kermesse"


def register_games() -> None:
    """Let `pettingzoo.make` know every installed game: `kermesse/viva_v0`."""
    for game in game_names():
        name = f"{NAMESPACE}/{game}_{VERSION}"
        if name not in aec_registry:
            register("aec", name, partial(env, game))
        if name not in parallel_registry:
            register("parallel", name, partial(parallel_env, game))
