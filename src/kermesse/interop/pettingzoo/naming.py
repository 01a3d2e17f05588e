"""The names under which PettingZoo and its users find the games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import ModuleType
from typing import Any

from pettingzoo import aec_registry, parallel_registry, register

from kermesse.core.registry import game_names
from kermesse.interop.pettingzoo.aec import env, raw_env
from kermesse.interop.pettingzoo.parallel import parallel_env, raw_parallel_env
from kermesse.interop.pettingzoo.seated import VERSION

NAMESPACE = "kermesse"
WAYS: Mapping[str, Callable[..., Any]] = {
    "env": env,
    "raw_env": raw_env,
    "parallel_env": parallel_env,
    "raw_parallel_env": raw_parallel_env,
}


def register_games() -> None:
    """Let `pettingzoo.make` know every installed game as `kermesse/viva_v0`; make its module."""
    for game in game_names():
        name = f"{game}_{VERSION}"
        if f"{NAMESPACE}/{name}" not in aec_registry:
            register("aec", f"{NAMESPACE}/{name}", partial(env, game))
        if f"{NAMESPACE}/{name}" not in parallel_registry:
            register("parallel", f"{NAMESPACE}/{name}", partial(parallel_env, game))
        add_module(name, game)


def add_module(name: str, game: str) -> None:
    """A module such as `viva_v0` with `env`, `raw_env` and so on, as PettingZoo's games have."""
    module = ModuleType(f"{__package__}.{name}", f"{name}, as PettingZoo's users expect it.")
    vars(module).update({way: partial(made, game) for way, made in WAYS.items()})
    sys.modules[module.__name__] = module
    setattr(sys.modules[str(__package__)], name, module)
