"""All results of a happening with their probabilities (core/unrolling.py)."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from tests.toys import heap, huddle
from tests.toys.plainly import toy

import kermesse
from kermesse.core import unrolling
from kermesse.core.chance import draw, draw_member, word
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.record import Record, Records
from kermesse.core.unrolling import (
    Happening,
    Script,
    TooManyWays,
    deciding,
    stepping,
    unroll,
)

TRIALS = 20_000
SIGMAS = 5.0


def start(game: Game, **fields: int) -> Records:
    """A record after `setup`, whose next automatic step draws."""
    batch = game.blank(**fields)
    game.kernels["setup"](batch[0])
    return batch


def frequencies(game: Game, record: Records, happen: Happening) -> Counter[bytes]:
    """How often the real kernels come to each result, over many keys."""
    seen: Counter[bytes] = Counter()
    for key in range(TRIALS):
        trial = unrolling.with_rng(record, key * 0x9E3779B97F4A7C15 % 2**64)
        happen(game.kernels, trial[0])
        seen[unrolling.with_rng(trial, 0).tobytes()] += 1
    return seen


def assert_agree(game: Game, record: Records, happen: Happening) -> int:
    """Probabilities sum to 1, and are what the real kernels do; return how many results."""
    before = record.tobytes()
    results = unroll(game, record, happen)
    assert record.tobytes() == before
    assert sum(p for p, _ in results) == pytest.approx(1.0, abs=1e-12)
    expected = {result.tobytes(): p for p, result in results}
    assert len(expected) == len(results)
    assert all(result["rng"][0] == 0 for _, result in results)
    seen = frequencies(game, record, happen)
    assert set(seen) <= set(expected)
    for key, p in expected.items():
        spread = SIGMAS * sqrt(TRIALS * p * (1 - p)) + 1
        assert abs(seen[key] - TRIALS * p) <= spread
    return len(results)


@kernel
def chancy(s: Any) -> None:
    """Two draws, the second with as many ways as the first decides; then a member of a set."""
    first = draw(s, 3)
    second = draw(s, first + 1)
    s.sticks = 10 * first + second
    if first == 2:
        s.last = draw_member(s, 0b1010)


@kernel
def wordy(s: Any) -> None:
    s.sticks = word(s) >> 60


dice = toy("dice", 2, 4, heap.FIELDS, kernels={**heap.game.kernels, "step": chancy})
noisy = toy("noisy", 2, 4, heap.FIELDS, kernels={**heap.game.kernels, "step": wordy})


def test_later_draws_may_hang_on_earlier_ones() -> None:
    results = unroll(dice, start(dice), stepping)
    found = {(int(r["sticks"][0]), int(r["last"][0])): p for p, r in results}
    third, sixth, eighteenth = 1 / 3, 1 / 6, 1 / 18
    expected = {(0, 0): third, (10, 0): sixth, (11, 0): sixth}
    expected |= {(20 + i, member): eighteenth for i in range(3) for member in (1, 3)}
    assert found == pytest.approx(expected)


def test_frequencies_of_a_toy_agree() -> None:
    assert assert_agree(dice, start(dice), stepping) == 9


def test_what_draws_nothing_has_one_result() -> None:
    record = start(heap.game)
    ((p, result),) = unroll(heap.game, record, deciding(0, 2))
    assert p == 1.0
    assert result["sticks"][0] == heap.STICKS - 2
    assert record["sticks"][0] == heap.STICKS


def test_equal_results_are_one() -> None:
    """Twelve cards, two to either of two seats: who was dealt which first does not matter."""
    results = unroll(huddle.game, start(huddle.game, seats=2), stepping)
    assert len(results) == comb(12, 2) * comb(10, 2)
    assert {p for p, _ in results} == {float(Fraction(1, comb(12, 2) * comb(10, 2)))}


def test_too_many_ways_are_refused() -> None:
    record = start(huddle.game, seats=2)
    before = record.tobytes()
    with pytest.raises(TooManyWays, match="Huddle: chance has more than 1000 ways"):
        unroll(huddle.game, record, stepping, most=1000)
    assert record.tobytes() == before
    assert len(unroll(dice, start(dice), stepping, most=9)) == 9
    with pytest.raises(TooManyWays):
        unroll(dice, start(dice), stepping, most=8)


def test_whole_words_are_refused() -> None:
    with pytest.raises(TooManyWays, match="64 random bits"):
        unroll(noisy, start(noisy), stepping)
    assert len(unroll(dice, start(dice), stepping)) == 9  # and nothing stays locked


def test_copies_of_kernels_draw_by_the_script_too() -> None:
    plain = dataclasses.replace(dice, kernels=dice.plain_kernels)
    assert len(unroll(plain, start(plain), stepping)) == 9


def test_chance_of_another_kind_is_noticed() -> None:
    def drawing(s: Record) -> None:
        s.rng = 1 + int(s.rng)

    odd = dataclasses.replace(dice, kernels={**dice.kernels, "step": drawing})
    with pytest.raises(KermesseError, match=r"dice draws chance otherwise than by a name"):
        unroll(odd, start(odd), stepping)


def test_a_script_goes_every_way_once() -> None:
    script, gone, ways = Script(), [], True
    while ways:
        gone.append((script.draw(None, 2), script.draw(None, 3)))
        assert script.chance() == Fraction(1, 6)
        ways = script.turn()
    assert gone == [(i, j) for i in range(2) for j in range(3)]


def before_a_draw(name: str, seats: int, seed: int, most: int) -> tuple[Game, Records]:
    """A position of a random match whose next step has several results, but not too many."""
    game = kermesse.game(name)
    position = game.new(seats=seats, seed=seed)
    chance = np.random.default_rng(seed)
    while True:
        record = position._batch.copy()
        if position.pending:
            try:
                if len(unroll(game, record, stepping, most)) > 1:
                    return game, record
            except TooManyWays:
                pass
            position.advance()
        else:
            seat = min(position.due)
            actions = position.legal(seat)
            position.decide(seat, actions[chance.integers(len(actions))])
        assert not position.over


@pytest.mark.parametrize(("name", "seats"), [("muvuca", 2), ("viva", 3)])
def test_frequencies_of_a_game_agree(name: str, seats: int) -> None:
    game, record = before_a_draw(name, seats, 3, 200)
    assert assert_agree(game, record, stepping) > 1


@pytest.mark.long
@pytest.mark.parametrize("name", ["moon_river", "shuppa"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_frequencies_of_long_games_agree(name: str, seed: int) -> None:
    game, record = before_a_draw(name, 2, seed, 200)
    assert assert_agree(game, record, stepping) > 1


SCRIPT = """
from kermesse.core.kernel import PLAIN
from kermesse.core.unrolling import stepping, unroll
from tests.toys.huddle import game
batch = game.blank(seats=2)
game.kernels["setup"](batch[0])
print(PLAIN, len(unroll(game, batch, stepping)))
"""


def test_it_unrolls_in_plain_mode_too() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=os.environ | {"KERMESSE_PLAIN": "1", "PYTHONPATH": "."},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stdout.split() == ["True", str(comb(12, 2) * comb(10, 2))], ran.stderr
