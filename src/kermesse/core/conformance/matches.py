"""Whole random matches of all kinds, and whether they end alike in both modes of the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from kermesse.core.errors import KermesseError, SetupRefused, brief
from kermesse.core.game import Game
from kermesse.core.playout import playouts
from kermesse.core.record import Record, Records

MOST_DRAWS = 1000  # of options, until those of every record go together


def mixed(game: Game, count: int, seed: int, **fixed: Any) -> Records:
    """Records ready for `setup`: seats, options and seeds of every kind, but for fixed fields."""
    chance = np.random.default_rng(seed)
    batch = game.blank(count)
    batch["seats"] = chance.choice(list(game.seats), count)
    batch["rng"] = chance.integers(0, 2**64, count, dtype=np.uint64)
    codes = {o.name: [o.code(value) for value in o.allowed] for o in game.options}
    loose = np.arange(count)
    for _ in range(MOST_DRAWS):
        for name, allowed in codes.items():
            batch[name][loose] = chance.choice(allowed, len(loose))
        for name, value in fixed.items():
            batch[name] = value
        loose = np.array([i for i in loose if not agreed(game, batch[i])], np.int64)
        if not len(loose):
            return batch
    raise SetupRefused(f"no options of {game.title} go with {brief(fixed)}")


def agreed(game: Game, s: Record) -> bool:
    """Whether the options of a record go together."""
    try:
        game.agree({o.name: o.value(s[o.name]) for o in game.options}, int(s["seats"]))
    except SetupRefused:
        return False
    return True


def bound_of(game: Game, batch: Records) -> int:
    """Steps within which every match of a batch is over."""
    names = [option.name for option in game.options]
    kinds = np.unique(batch[names]) if names else batch[:1]
    return max(game.bound({o.name: o.value(kind[o.name]) for o in game.options}) for kind in kinds)


def differing(game: Game, batch: Records) -> list[int]:
    """Which matches of a batch end in other bytes in plain Python than in machine code.

    The last state of chance is in the last record: one draw more or less on the way would show.
    Where `KERMESSE_PLAIN` is set, plain Python is compared with itself.
    """
    slow, fast = batch.copy(), batch.copy()
    moves, bound = np.zeros(game.actions, np.int16), bound_of(game, batch)
    for records, plain in ((slow, True), (fast, False)):
        if game.bind(playouts, plain=plain)(records, bound, moves) < 0:
            raise KermesseError(f"a match of {game.title} got stuck")
    size = game.dtype.itemsize
    there, here = (np.frombuffer(r.tobytes(), np.uint8).reshape(-1, size) for r in (slow, fast))
    return np.flatnonzero((there != here).any(axis=1)).tolist()
