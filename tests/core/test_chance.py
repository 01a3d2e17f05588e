"""Chance: SplitMix64 to the bit, and draws that favour no number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from kermesse.core.chance import draw, draw_member, word
from kermesse.core.record import Record, record_type

STATE = record_type([("spare", np.int64)])
SIZES = [1, 2, 3, 5, 25, 1000, 3 << 29, (1 << 31) - 1]


def record(seed: int) -> Record:
    batch = np.zeros(1, STATE)
    batch["rng"] = seed
    return batch[0]


def splitmix(seed: int) -> Iterator[int]:
    """Steele, Lea and Flood's generator, in whole numbers."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        yield mixed ^ mixed >> 31


def lemire(words: Iterator[int], n: int) -> int:
    """Take the upper half of a word times n; a word whose product is too low is thrown away."""
    for each in words:
        high, low = divmod((each >> 32) * n, 2**32)
        if low >= 2**32 % n:
            return high
    raise AssertionError


def test_the_published_sequence() -> None:
    s = record(1234567)
    assert [int(word(s)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1, 0x61C8864680B583EB])
def test_words_and_states_are_those_of_splitmix64(seed: int) -> None:
    s, words = record(seed), splitmix(seed)
    for number in range(1, 200):
        assert int(word(s)) == next(words)
        assert int(s.rng) == (seed + number * 0x9E3779B97F4A7C15) % 2**64


@pytest.mark.parametrize("n", SIZES)
def test_draws_are_those_of_lemires_method(n: int) -> None:
    """With 3 * 2^29 a quarter of all words is thrown away, so that branch is walked too."""
    s, words = record(n), splitmix(n)
    for _ in range(400):
        assert draw(s, n) == lemire(words, n)


@pytest.mark.parametrize("n", [2, 3, 5, 7, 25, 1000])
def test_the_method_gives_every_number_equally_many_words(n: int) -> None:
    """Of all 2^32 words exactly floor(2^32 / n) lead to each number: no bias, not even a small."""
    spill = 2**32 % n
    for number in range(n):
        first = -(-(number * 2**32 + spill) // n)
        beyond = -(-(number + 1) * 2**32 // n)
        assert beyond - first == 2**32 // n


def chi_square(found: Counter[int], kinds: int) -> float:
    expected = sum(found.values()) / kinds
    return sum((found[kind] - expected) ** 2 / expected for kind in range(kinds))


@pytest.mark.parametrize(("n", "limit"), [(2, 15.2), (6, 26.0), (25, 60.0)])
def test_draws_are_uniform(n: int, limit: float) -> None:
    """Limits of about one in ten thousand; the seed is fixed, so this never flickers."""
    s = record(2024)
    found = Counter(draw(s, n) for _ in range(20_000))
    assert set(found) == set(range(n))
    assert chi_square(found, n) < limit


def test_pairs_of_draws_are_uniform() -> None:
    s = record(7)
    found = Counter(5 * draw(s, 5) + draw(s, 5) for _ in range(20_000))
    assert chi_square(found, 25) < 60.0


def test_a_member_of_a_set_is_drawn_uniformly() -> None:
    members = [0, 3, 4, 17, 40, 62]
    s = record(3)
    found = Counter(draw_member(s, sum(1 << m for m in members)) for _ in range(12_000))
    assert sorted(found) == members
    assert chi_square(Counter({k: found[m] for k, m in enumerate(members)}), 6) < 26.0


def test_drawing_from_one_still_takes_a_word() -> None:
    s = record(5)
    assert draw(s, 1) == 0
    assert draw_member(s, 1 << 9) == 9
    assert int(s.rng) == (5 + 2 * 0x9E3779B97F4A7C15) % 2**64
