"""JAX chooses for a batch on the GPU, out of the batch's own memory, while the CPU plays along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from kermesse.core.batch import Batch
from kermesse.core.game import Game

SHARED = ("observation", "mask", "mask_bits", "reward", "seat", "over")
BUSY = 4096  # rows of a matrix that is multiplied meanwhile: who does not wait for JAX gets noise

Policy = Callable[[Any, Any], Any]


def shared(batch: Batch, name: str) -> Any:
    """An array of the batch as one of JAX's."""
    return import_module("jax.dlpack").from_dlpack(getattr(batch, name))


def copied(batch: Batch) -> list[str]:
    """What JAX could not take over as it lies there; must be nothing."""
    return [
        name
        for name in SHARED
        if shared(batch, name).unsafe_buffer_pointer()
        != getattr(batch, name).__cuda_array_interface__["data"][0]
    ]


def slow_policy(game: Game) -> Policy:
    """Likes actions by a random network, and takes its time."""
    jax, numbers = import_module("jax"), import_module("jax.numpy")
    first, second = jax.random.split(jax.random.PRNGKey(7))
    network = jax.random.normal(first, (game.features, game.actions))
    load = jax.random.normal(second, (BUSY, BUSY))

    def choose(network: Any, load: Any, seen: Any, mask: Any) -> Any:
        for _ in range(6):
            load = load @ load / BUSY**0.5
        likes = numbers.sin(seen @ network) + 0 * load[0, 0]
        return numbers.where(mask, numbers.nan_to_num(likes), -9).argmax(1).astype(numbers.int32)

    compiled: Policy = partial(jax.jit(choose), network, load)
    return compiled


def differing(game: Game, games: int, steps: int) -> list[str]:
    """What JAX's memory or play makes different from the CPU; must be nothing."""
    here, there = game.batch(games, seed=7), game.batch(games, seed=7, device="cuda")
    found = [f"{name} is a copy" for name in copied(there)]
    policy, chosen = slow_policy(game), []
    for _ in range(steps):  # nothing waits here but what asks for it by itself
        actions = policy(shared(there, "observation"), shared(there, "mask"))
        there.step(actions, unchecked=True)
        chosen.append(actions)
    for actions in chosen:
        here.step(np.asarray(actions))
    for name in SHARED:
        if not np.array_equal(getattr(here, name), np.asarray(shared(there, name))):
            found.append(f"{name} after {steps} steps")
    return found
