"""Plain Python and machine code give the same bytes, step for step, on random matches."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from kermesse.core.conformance.matches import differing, mixed
from kermesse.core.kernel import PLAIN
from kermesse.core.playout import watched_playout
from kermesse.core.record import Record, Records
from kermesse.games.muvuca import bound, game

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")

MATCHES = 160
PARTS = 4
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "1000000"))
LONGEST = bound(game.choose({"rounds_to_win": 5, "turn_cap": 1000}))


def short(count: int, seed: int) -> Records:
    """Matches of all kinds, but most of them short."""
    rounds, cap = np.resize([1, 1, 2, 3], count), np.resize([20, 20, 30, 60, 200], count)
    return mixed(game, count, seed, rounds_to_win=rounds, turn_cap=cap)


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
    batch = short(40, 1)
    assert all(assert_same_match(batch[i : i + 1], chance) > 50 for i in range(len(batch)))


@compiled_only
@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_end_in_the_same_bytes(part: int) -> None:
    """The last `rng` is part of the record: one draw more or less anywhere would show."""
    assert differing(game, short(MATCHES // PARTS, part)) == []


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


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("part", range(10))
def test_very_many_matches_end_in_the_same_bytes(
    part: int, capsys: pytest.CaptureFixture[str]
) -> None:
    portion = LONG_MATCHES // 10
    for done in range(0, portion, 500):
        batch = short(min(500, portion - done), 1000 * (part + 1) + done)
        assert differing(game, batch) == []
        show(capsys, f"part {part}: plain = compiled", done + 500, portion)


@pytest.mark.long
def test_no_card_is_lost_in_very_many_matches(capsys: pytest.CaptureFixture[str]) -> None:
    moves, seen = np.zeros(game.actions, np.int16), np.zeros(25, np.int16)
    watch = game.bind(watched_playout)
    for done in range(0, WATCHED_MATCHES, 10_000):
        batch = short(min(10_000, WATCHED_MATCHES - done), done)
        for i in range(len(batch)):
            assert watch(batch[i], LONGEST, moves, game.box, seen) > 0
        show(capsys, "cards counted after every step", done + 10_000, WATCHED_MATCHES)


def show(capsys: pytest.CaptureFixture[str], what: str, done: int, of: int) -> None:
    with capsys.disabled():
        print(f"\r{what}: {min(done, of):,} of {of:,} matches", end="", flush=True)
