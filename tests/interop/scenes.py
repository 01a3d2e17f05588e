"""What tests of adapters share: all tables, and random play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np
from tests.variants.scenes import QUICK

import kermesse
from kermesse.interop.engine import Engine

TABLES = [(name, seats) for name in kermesse.game_names() for seats in kermesse.game(name).seats]
VARIANT = QUICK  # other options; other tables would have to be compiled
FIRSTS = [(name, kermesse.game(name).seats[0]) for name in kermesse.game_names()]


def some_action(mask: Any, chance: Random) -> int:
    """Any of the actions that a mask allows."""
    return int(chance.choice(np.flatnonzero(mask).tolist()))


def some_illegal(mask: Any) -> int:
    """The first action that a mask does not allow."""
    return int(np.flatnonzero(np.asarray(mask) == 0)[0])


def walk(engine: Engine, seed: int, decisions: int) -> Iterator[int]:
    """Play at random; stop before each decision and say how many were taken."""
    chance = Random(seed)
    engine.deal(seed)
    for taken in range(decisions):
        if engine.over:
            return
        yield taken
        assert engine.take(engine.seat, some_action(engine.flat(engine.seat)[1], chance))


@contextmanager
def other_world(engine: Engine, seat: int) -> Iterator[None]:
    """For a while, all that a seat cannot know is drawn anew."""
    before = engine.table.copy()
    engine.table["rng"] = 12345
    engine.game.kernels["twin"](engine.table[0], seat)
    yield
    engine.table[:] = before


def same(one: Any, other: Any) -> bool:
    """Whether two observations or infos are equal to the last bit."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return bool(one == other)
