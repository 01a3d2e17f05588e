"""Batches on the CPU: every game of one is a match that positions would play alike."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from tests.variants.scenes import QUICK

import kermesse
from kermesse.core.batch import Batch
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.position import Position
from kermesse.core.stepping import payoffs, team_numbers

SEED = 7
WORD = 2**64 - 1
ALL = [(name, seats) for name in kermesse.game_names() for seats in kermesse.game(name).seats]
SHORT = {
    "muvuca": (2, {"rounds_to_win": 1, "turn_cap": 20}),
    "viva": (3, {"rounds": 1, "hand_size": 3, "turn_cap": 50}),
    "muckle": (4, {"goal": 3, "turn_cap": 20}),
    "shuppa": (1, {"rounds": 1}),
}
ARRAYS = ("records", "views", "seat", "mask", "mask_bits", "observation", "reward", "over")


def mixed(state: int) -> int:
    """The word that SplitMix64 makes of a state, moved on by one."""
    state = (state + 0x9E3779B97F4A7C15) & WORD
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & WORD
    return state ^ (state >> 31)


@dataclass
class Table:
    """One game of a batch, played by `Position`."""

    game: Game
    number: int
    seats: int
    options: dict[str, Any]
    match: int = 0
    position: Position = field(init=False)

    def __post_init__(self) -> None:
        key = mixed(SEED) ^ self.number
        rng = mixed(key) ^ self.match
        self.position = self.game.new(self.seats, rng, self.options)

    def step(self, action: int) -> list[float]:
        """Take an action; return what it pays."""
        self.position.act(min(self.position.due), action)
        paid = np.zeros(self.seats, np.float32)
        if self.position.over:
            teams, places = team_numbers(self.game, self.seats), np.zeros(self.seats, np.int32)
            self.game.bind(payoffs, plain=True)(self.position.record, teams, places, paid)
            self.match += 1
            self.__post_init__()
        return paid.tolist()


def check_alike(batch: Batch, tables: list[Table]) -> None:
    for i, table in enumerate(tables):
        seat = min(table.position.due)
        view = table.position.view(seat)
        seen = np.ones(table.game.features, np.float32)
        table.game.kernels["features"](view.record, seen)
        assert batch.records[i].tobytes() == table.position.tobytes()
        assert batch.seat[i] == seat
        assert np.flatnonzero(batch.mask[i]).tolist() == [a.number for a in view.legal()]
        assert batch.views[i].tobytes() == view.tobytes()
        assert batch.observation[i].tobytes() == seen.tobytes()


def walk(batch: Batch, tables: list[Table], steps: int) -> int:
    """Step on both sides and compare; return how many matches came to an end."""
    ended = 0
    check_alike(batch, tables)
    for _ in range(steps):
        actions = batch.random_actions()
        before = [table.match for table in tables]
        paid = [table.step(int(a)) for table, a in zip(tables, actions, strict=True)]
        batch.step(actions)
        check_alike(batch, tables)
        assert batch.reward.tolist() == paid
        assert batch.over.tolist() == [t.match > m for t, m in zip(tables, before, strict=True)]
        ended += int(batch.over.sum())
    return ended


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_a_batch_plays_what_positions_play(name: str, seats: int) -> None:
    game = kermesse.game(name)
    batch = game.batch(3, seats, SEED, threads=2)
    walk(batch, [Table(game, i, seats, {}) for i in range(3)], 12)
    assert (len(batch), batch.reward.shape) == (3, (3, seats))


@pytest.mark.parametrize("name", SHORT)
def test_a_match_that_ends_is_paid_and_the_next_one_dealt(name: str) -> None:
    game, (seats, options) = kermesse.game(name), SHORT[name]
    batch = game.batch(4, seats, SEED, options, threads=1)
    tables = [Table(game, i, seats, options) for i in range(4)]
    assert walk(batch, tables, 150) >= 4
    assert batch.position(2) == tables[2].position


def test_a_variant_is_played_by_its_own_options() -> None:
    game = kermesse.variant(QUICK)
    batch = game.batch(4, seed=SEED)
    assert walk(batch, [Table(game, i, 2, {}) for i in range(4)], 30) > 0
    assert set(batch.records["rounds_to_win"]) == {1}


def contents(batch: Batch) -> dict[str, bytes]:
    return {name: getattr(batch, name).tobytes() for name in ARRAYS}


def played(batch: Batch, steps: int = 40) -> Batch:
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


def test_threads_change_nothing() -> None:
    game, (_, options) = kermesse.game("muvuca"), SHORT["muvuca"]
    one, two, many = (
        contents(played(game.batch(7, seed=SEED, options=options, threads=threads)))
        for threads in (1, 2, 20)
    )
    assert one == two == many


def test_a_game_does_not_depend_on_the_others() -> None:
    game = kermesse.game("muvuca")
    few, many = (played(game.batch(n, seed=SEED, threads=1)) for n in (3, 9))
    assert few.records.tobytes() == many.records[:3].tobytes()
    assert len({record.tobytes() for record in many.records}) == 9


def test_reset_deals_the_same_matches_or_those_of_another_seed() -> None:
    game = kermesse.game("muvuca")
    batch, other = game.batch(5, seed=SEED, threads=1), game.batch(5, seed=8, threads=1)
    start, first = contents(batch), batch.random_actions().copy()
    played(batch)
    assert contents(batch) != start
    batch.reset()
    assert contents(batch) == start
    assert np.array_equal(batch.random_actions(), first)  # their stream begins anew as well
    batch.reset(8)
    assert (batch.seed, contents(batch)) == (8, contents(other))
    assert contents(other) != start


def test_reset_leaves_nothing_of_the_step_before() -> None:
    game, (_, options) = kermesse.game("muvuca"), SHORT["muvuca"]
    batch = game.batch(20, seed=SEED, options=options, threads=1)
    while not batch.over.any():
        batch.step(batch.random_actions())
    assert batch.reward.any()
    batch.reset()
    assert not batch.over.any()
    assert not batch.reward.any()


def test_without_a_seed_matches_are_fresh() -> None:
    game = kermesse.game("muvuca")
    assert game.batch(2).records.tobytes() != game.batch(2).records.tobytes()


def test_random_actions_are_legal_and_uniform() -> None:
    batch = kermesse.game("muvuca").batch(6000, seed=SEED)
    before = contents(batch)
    actions = batch.random_actions().copy()
    assert batch.mask[np.arange(6000), actions].all()
    ranks = [np.flatnonzero(batch.mask[i]).searchsorted(actions[i]) for i in range(6000)]
    assert set(batch.mask.sum(1)) == {5}  # cards in hand
    assert np.bincount(ranks) == pytest.approx([1200] * 5, abs=150)  # five deviations
    assert not np.array_equal(batch.random_actions(), actions)
    assert contents(batch) == before


def test_packed_masks_say_the_same() -> None:
    batch = kermesse.game("viva").batch(50, seed=SEED)
    played(batch, 10)
    unpacked = np.unpackbits(batch.mask_bits.view(np.uint8), axis=1, bitorder="little")
    assert np.array_equal(unpacked[:, : batch.game.actions], batch.mask)
    assert not unpacked[:, batch.game.actions :].any()


def test_a_step_hands_out_the_same_arrays() -> None:
    batch = kermesse.game("muvuca").batch(6, seed=SEED, threads=2)
    kept = {name: getattr(batch, name) for name in ARRAYS}
    first = batch.reset()
    turn = batch.step(batch.random_actions())
    assert turn is first
    assert all(getattr(batch, name) is array for name, array in kept.items())
    assert turn.observation is batch.observation
    assert (turn.reward is batch.reward, turn.over is batch.over) == (True, True)
    assert (turn.seat is batch.seat, turn.mask is batch.mask) == (True, True)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_can_be_sent_and_received(threads: int) -> None:
    game = kermesse.game("muvuca")
    batch, other = (game.batch(6, seed=SEED, threads=threads) for _ in range(2))
    batch.send(batch.random_actions())
    for call in (batch.random_actions, batch.reset, lambda: batch.position(0)):
        with pytest.raises(KermesseError, match="a step is under way: call recv first"):
            call()
    with pytest.raises(KermesseError, match="a step is under way"):
        batch.step(np.zeros(6, np.int32))
    assert batch.recv().seat is batch.seat
    other.step(other.random_actions())
    assert contents(batch) == contents(other)
    with pytest.raises(KermesseError, match="no step is under way: send actions first"):
        batch.recv()


def test_who_does_not_look_plays_the_same() -> None:
    game = kermesse.game("muvuca")
    seeing, blind = (played(game.batch(5, seed=SEED, observe=look)) for look in (True, False))
    assert blind.records.tobytes() == seeing.records.tobytes()
    assert blind.mask.tobytes() == seeing.mask.tobytes()
    assert (blind.observation.shape, blind.views.shape) == ((5, 0), (0,))


PLAINLY = """
from tests.batch.test_batch import digest
print(digest())
"""


def digest() -> str:
    """Of all arrays, after some steps of short matches."""
    game, (_, options) = kermesse.game("muvuca"), SHORT["muvuca"]
    batch = played(game.batch(2, seed=SEED, options=options, threads=1), 30)
    return hashlib.sha256(b"".join(contents(batch).values())).hexdigest()


def test_plain_python_gives_the_same_bytes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAINLY],
        env=os.environ | {"KERMESSE_PLAIN": "1", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == digest(), done.stderr
