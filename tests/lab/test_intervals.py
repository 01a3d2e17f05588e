"""Intervals hold the truth as often as they say, over blocks and not over games."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from kermesse.lab.intervals import design_effect, estimate, student, wilson

EXPERIMENTS = 1000
Floats = npt.NDArray[np.float64]


def block_means(
    chance: np.random.Generator, blocks: int, rate: float, kinship: float, games: int = 2
) -> Floats:
    """Means of games of which a part, the same in a block, is decided by the deal alone."""
    deal = chance.random((blocks, 1)) < rate
    own = chance.random((blocks, games)) < rate
    by_deal = chance.random((blocks, games)) < kinship
    return np.asarray(np.where(by_deal, deal, own).mean(axis=1))


@pytest.mark.parametrize("blocks", [50, 200])
@pytest.mark.parametrize("kinship", [0.0, 0.8])
@pytest.mark.parametrize(
    ("rate", "games"), [(0.5, 2), (0.8, 2), (0.25, 4), (0.9, 2), (0.97, 2), (0.97, 4)]
)
def test_an_interval_holds_a_planted_win_rate_in_95_of_100_arenas(
    rate: float, games: int, kinship: float, blocks: int
) -> None:
    chance = np.random.default_rng([blocks, games, int(10 * kinship), int(100 * rate)])
    held = 0
    for _ in range(EXPERIMENTS):
        found = estimate(block_means(chance, blocks, rate, kinship, games).tolist(), games)
        assert found
        held += found.low <= rate <= found.high
    assert 0.93 * EXPERIMENTS <= held <= 0.97 * EXPERIMENTS


def test_games_of_a_block_are_not_counted_as_independent() -> None:
    """Were single games counted, intervals of kindred games would miss far too often."""
    chance = np.random.default_rng(1)
    held = 0
    for _ in range(EXPERIMENTS):
        mean = float(block_means(chance, 100, 0.5, 1.0, games=4).mean())
        low, high = wilson(mean, 400, student(399))
        held += low <= 0.5 <= high
    assert held < 0.75 * EXPERIMENTS


def test_rotation_that_settles_everything_makes_an_interval_narrow() -> None:
    """Whoever sits first wins: every block is a draw, and one hundred of them leave no doubt."""
    settled = estimate([0.5] * 100, 2)
    tossed = estimate([0.0, 1.0] * 50, 2)
    assert settled
    assert tossed
    assert settled.high - settled.low < 0.02
    assert tossed.high - tossed.low > 0.19


@pytest.mark.parametrize(("share", "low", "high"), [(1.0, 0.925, 1.0), (0.0, 0.0, 0.075)])
def test_winning_everything_is_not_certainty(share: float, low: float, high: float) -> None:
    found = estimate([share] * 50, 2)
    assert found
    assert found.mean == share
    assert found.low == pytest.approx(low, abs=0.005)
    assert found.high == pytest.approx(high, abs=0.005)


def test_two_blocks_are_the_fewest() -> None:
    assert estimate([], 2) is None
    assert estimate([1.0], 2) is None
    found = estimate([1.0, 0.0], 2)
    assert found
    assert [found.low, found.high] == pytest.approx([0, 1], abs=0.02)


def test_design_effect_of_independent_games_is_one() -> None:
    assert design_effect(0.5, 0.125, 1000, 2) == pytest.approx(1, rel=0.002)
    assert design_effect(0.5, 0.25, 1000, 2) == pytest.approx(2, rel=0.01)


def test_where_nothing_is_known_all_games_of_a_block_count_as_one() -> None:
    assert design_effect(1.0, 0.0, 1000, 4) == 4
    assert design_effect(0.9, 0.0, 2, 4) == pytest.approx(4 / 2)  # one virtual block of two


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (10, 2.2281), (100, 1.9840)],
)
def test_student_agrees_with_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.002)


def test_wilson_agrees_with_a_known_case() -> None:
    """8 of 10, from Wilson's formula with z = 1.96 (Newcombe 1998, method 3)."""
    assert wilson(0.8, 10, 1.959964) == pytest.approx((0.4902, 0.9433), abs=1e-4)
