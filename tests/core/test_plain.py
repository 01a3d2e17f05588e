"""Plain Python and machine code give the same bytes, step for step, on random matches."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from kermesse.core.kernel import PLAIN
from kermesse.core.record import Record, Records
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.test_standard import STANDARD

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")


def step_together(one: Record, other: Record, chance: Random) -> None:
    """One decision or step in both modes."""
    plain, fast = game.plain_kernels, game.kernels
    if one.due == 0:
        plain["step"](one)
        fast["step"](other)
        return
    moves, same = np.zeros((2, game.actions), np.int16)
    seat = int(one.due).bit_length() - 1
    n = plain["legal"](one, seat, moves)
    assert fast["legal"](other, seat, same) == n
    assert np.array_equal(moves, same)
    action = int(moves[chance.randrange(n)])
    plain["act"](one, seat, action)
    fast["act"](other, seat, action)


def assert_same_match(batch: Records, chance: Random) -> int:
    """Play one match in both modes; every byte is equal after every step."""
    plain_batch, fast_batch = batch.copy(), batch.copy()
    one, other = plain_batch[0], fast_batch[0]
    game.plain_kernels["setup"](one)
    game.kernels["setup"](other)
    steps = 0
    while not one.over:
        assert plain_batch.tobytes() == fast_batch.tobytes()
        step_together(one, other, chance)
        steps += 1
    assert plain_batch.tobytes() == fast_batch.tobytes()
    return steps


@compiled_only
def test_every_step_of_some_matches_is_the_same_in_both_modes() -> None:
    chance = Random(1)
    batch = STANDARD.matches(40, 1)
    assert all(assert_same_match(batch[i : i + 1], chance) > 50 for i in range(len(batch)))


SCRIPT = """
import hashlib, numpy as np
from kermesse.core.kernel import PLAIN
from kermesse.core.playout import playouts
from kermesse.games.muvuca import game
batch = game.blank(6)
batch["rng"] = np.arange(6, dtype=np.uint64)
game.bind(playouts)(batch, 100_000, np.zeros(game.actions, np.int16))
print(PLAIN, hasattr(game.kernels["step"], "py_func"), hashlib.sha256(batch.tobytes()).hexdigest())
"""


def in_a_process(plain: str | None) -> list[str]:
    env = {name: value for name, value in os.environ.items() if name != "KERMESSE_PLAIN"}
    env |= {} if plain is None else {"KERMESSE_PLAIN": plain}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


def test_a_plain_process_plays_the_same_matches() -> None:
    plain, fast = in_a_process("1"), in_a_process("0")
    assert plain[:2] == ["True", "False"]
    assert fast[:2] == ["False", "True"]
    assert plain[2] == fast[2]
