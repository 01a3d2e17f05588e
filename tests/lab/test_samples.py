"""Intervals hold planted truths as often as they say, and tests cry wolf as seldom as they say.

An experiment is a column: a thousand of them are drawn and judged at once.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

from kermesse.lab import samples as lab
from kermesse.lab.intervals import Estimate, estimate

from .synthetic import drawn_winners

EXPERIMENTS = 1000
Floats = npt.NDArray[np.float64]


def numbers(
    chance: np.random.Generator, deals: int, replays: int, alike: float, skew: float = 0.0
) -> Floats:
    """[game, experiment]: mean 0, variance 1; ``alike`` of it lies in the deal."""
    shape = (deals, replays, EXPERIMENTS)
    drawn = chance.standard_normal((deals, 1, EXPERIMENTS)) * math.sqrt(alike)
    drawn = drawn + chance.standard_normal(shape) * math.sqrt(1 - alike)
    if skew:
        drawn = np.exp(skew * drawn) - math.exp(skew**2 / 2)
    return drawn.reshape(deals * replays, EXPERIMENTS)


def wins(
    chance: np.random.Generator, deals: int, replays: int, rate: float, alike: float
) -> Floats:
    """[game, experiment]: 0 or 1."""
    shape = (deals, replays, EXPERIMENTS)
    deal = chance.random((deals, 1, EXPERIMENTS)) < rate
    own = chance.random(shape) < rate
    by_deal = chance.random(shape) < math.sqrt(alike)
    return np.where(by_deal, deal, own).reshape(deals * replays, EXPERIMENTS).astype(float)


def of_deals(deals: int, replays: int) -> npt.NDArray[np.int64]:
    return np.repeat(np.arange(deals), replays)


def held(found: list[Estimate], truth: float) -> float:
    """How often the interval has the truth in it."""
    return float(np.mean([each.low <= truth <= each.high for each in found]))


# --- means ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [10, 50, 400])
@pytest.mark.parametrize("alike", [0.0, 0.4, 0.9])
@pytest.mark.parametrize("replays", [2, 4])
def test_the_interval_of_a_mean_holds_it_in_95_of_100(
    replays: int, alike: float, deals: int
) -> None:
    chance = np.random.default_rng([replays, deals, int(10 * alike)])
    values = numbers(chance, deals, replays, alike)
    found = lab.mean_intervals(lab.sample(values, of_deals(deals, replays)))
    assert 0.93 <= held(found, 0.0) <= 0.97


@pytest.mark.parametrize(("deals", "least"), [(20, 0.91), (100, 0.93), (400, 0.93)])
def test_the_interval_of_a_skewed_mean_misses_only_with_few_deals(deals: int, least: float) -> None:
    chance = np.random.default_rng(deals)
    values = numbers(chance, deals, 2, 0.5, skew=0.5)
    found = lab.mean_intervals(lab.sample(values, of_deals(deals, 2)))
    assert least <= held(found, 0.0) <= 0.97


def test_games_of_a_deal_are_not_counted_as_independent() -> None:
    values = numbers(np.random.default_rng(1), 100, 4, 0.9)
    found = lab.mean_intervals(lab.sample(values, np.arange(400)))
    assert held(found, 0.0) < 0.80


@pytest.mark.parametrize("alike", [0.0, 0.7])
def test_deals_that_were_played_unequally_often_count_by_their_games(alike: float) -> None:
    """As in people's games, and where only some games of a deal are looked at."""
    chance = np.random.default_rng(int(10 * alike))
    deals = of_deals(200, 4)
    values = numbers(chance, 200, 4, alike)
    weights = chance.random((800, 1)) < np.repeat(chance.random((200, 1)), 4, axis=0)
    found = lab.mean_intervals(lab.sample(values, deals, weights))
    assert 0.93 <= held(found, 0.0) <= 0.97
    left = weights[:, 0]
    alone = lab.mean_intervals(lab.sample(values[left], deals[left]))
    assert np.allclose(alone, found)


def test_a_mean_of_equal_deals_is_the_textbooks() -> None:
    """Deal means 1, 2, 6: 3 ± 4.3027 · √7 / √3."""
    (found,) = lab.mean_intervals(lab.sample([0, 2, 1, 3, 6, 6], [5, 5, 2, 2, 9, 9]))
    assert found.mean == pytest.approx(3)
    assert found.high - found.mean == pytest.approx(4.30265 * math.sqrt(7 / 3), rel=1e-5)


def test_one_deal_has_no_interval() -> None:
    (found,) = lab.mean_intervals(lab.sample([1, 2], [0, 0]))
    assert found.mean == 1.5
    assert math.isnan(found.low)
    (share,) = lab.share_intervals(lab.sample([1, 0], [0, 0]))
    assert share == (0.5, 0.0, 1.0)


def test_of_no_game_nothing_is_known() -> None:
    (share,) = lab.share_intervals(lab.sample([1, 0], [0, 1], [0, 0]))
    assert all(math.isnan(each) for each in share)


# --- shares ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [50, 400])
@pytest.mark.parametrize("alike", [0.0, 0.7])
@pytest.mark.parametrize(("rate", "replays"), [(0.5, 2), (0.25, 4), (0.15, 2), (0.8, 4)])
def test_the_interval_of_a_share_holds_it_in_95_of_100(
    rate: float, replays: int, alike: float, deals: int
) -> None:
    chance = np.random.default_rng([deals, replays, int(10 * alike), int(100 * rate)])
    values = wins(chance, deals, replays, rate, alike)
    found = lab.share_intervals(lab.sample(values, of_deals(deals, replays)))
    assert 0.93 <= held(found, rate) <= 0.97


@pytest.mark.parametrize("deals", [50, 400])
@pytest.mark.parametrize("alike", [0.0, 0.7])
@pytest.mark.parametrize("rate", [0.02, 0.1, 0.9, 0.98])
def test_near_none_and_all_an_interval_is_a_little_off(
    rate: float, alike: float, deals: int
) -> None:
    """One win more or less moves it by much: 91 to 98 of 100."""
    chance = np.random.default_rng([deals, int(10 * alike), int(100 * rate)])
    found = lab.share_intervals(lab.sample(wins(chance, deals, 4, rate, alike), of_deals(deals, 4)))
    assert 0.91 <= held(found, rate) <= 0.98


def test_a_share_of_equal_deals_is_the_arenas() -> None:
    values = wins(np.random.default_rng(3), 40, 4, 0.3, 0.5)[:, :20]
    found = lab.share_intervals(lab.sample(values, of_deals(40, 4)))
    for column, ours in enumerate(found):
        means = values[:, column].reshape(40, 4).mean(axis=1)
        assert ours == pytest.approx(estimate(means.tolist(), 4))


def test_where_everything_was_won_a_deal_is_worth_one_game() -> None:
    (found,) = lab.share_intervals(lab.sample(np.ones(200), of_deals(50, 4)))
    assert found.mean == 1.0
    assert found.low == pytest.approx(50 / (50 + 2.0096**2), abs=1e-4)


def test_a_share_is_significant_exactly_if_even_is_outside_of_its_interval() -> None:
    chance = np.random.default_rng(8)
    found = lab.sample(wins(chance, 100, 4, 0.25, 0.4), of_deals(100, 4))
    outside = [not each.low <= 0.25 <= each.high for each in lab.share_intervals(found)]
    assert 20 < sum(outside) < 80
    assert ((lab.share_tests(found, 0.25) < lab.LEVEL) == np.array(outside)).all()


# --- differences -------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [20, 300])
@pytest.mark.parametrize("paired", [False, True])
def test_the_interval_of_a_difference_holds_it_in_95_of_100(paired: bool, deals: int) -> None:
    """Paired: both have half of their variance from the same deals."""
    chance = np.random.default_rng([deals, paired])
    rows = of_deals(deals, 2)
    common = np.repeat(chance.standard_normal((deals, EXPERIMENTS)), 2, axis=0) * paired
    a = lab.sample(common + numbers(chance, deals, 2, 0.3), rows)
    b = lab.sample(common + 2 * numbers(chance, deals, 2, 0.3) + 0.2, rows)
    found = lab.mean_intervals(lab.difference(a, b, paired=paired))
    assert 0.93 <= held(found, 0.2) <= 0.97
    if paired:  # what both have in common has cancelled out
        unpaired = lab.mean_intervals(lab.difference(a, b, paired=False))
        widths = [[each.high - each.low for each in way] for way in (found, unpaired)]
        assert np.mean(widths[0]) < 0.9 * np.mean(widths[1])


@pytest.mark.parametrize("deals", [50, 300])
@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("rates", [(0.5, 0.53), (0.25, 0.20), (0.08, 0.12)])
def test_the_interval_of_a_difference_of_shares_holds_it_in_95_of_100(
    rates: tuple[float, float], paired: bool, deals: int
) -> None:
    """Paired: three quarters of the deals of both are decided by the same draw."""
    chance = np.random.default_rng([deals, paired, int(100 * rates[1])])
    luck = chance.random((2, deals, 1, EXPERIMENTS))
    luck[1] = np.where((chance.random(luck[0].shape) < 0.75) & paired, luck[0], luck[1])
    shape = (deals, 2, EXPERIMENTS)
    a, b = (
        lab.sample(
            np.where(chance.random(shape) < 0.6, deal, chance.random(shape)).reshape(
                2 * deals, EXPERIMENTS
            )
            < rate,
            of_deals(deals, 2),
        )
        for deal, rate in zip(luck, rates, strict=True)
    )
    found = lab.share_differences(a, b, paired=paired)
    assert 0.93 <= held(found, rates[1] - rates[0]) <= 0.97
    if paired:
        assert lab.correlations(a, b).mean() > 0.2


def test_no_win_on_either_side_is_not_certainty() -> None:
    nothing = lab.sample(np.zeros(100), of_deals(50, 2))
    (found,) = lab.share_differences(nothing, nothing, paired=False)
    assert found.mean == 0
    assert found.low < -0.03
    assert found.high > 0.03


def test_paired_deals_are_found_by_their_number() -> None:
    a = lab.sample([1.0, 4.0, 2.0], [3, 5, 4])
    b = lab.sample([2.0, 3.0, 5.0], [3, 4, 5])
    (found,) = lab.mean_intervals(lab.difference(a, b, paired=True))
    assert found == pytest.approx((1.0, 1.0, 1.0))


# --- several at once -----------------------------------------------------------------------------


@pytest.mark.parametrize(("sides", "deals"), [(2, 50), (4, 100), (4, 400), (6, 300)])
@pytest.mark.parametrize("alike", [0.0, 0.6])
@pytest.mark.thorough
def test_even_sides_are_called_uneven_in_5_of_100(sides: int, deals: int, alike: float) -> None:
    chance = np.random.default_rng([sides, deals, int(10 * alike)])
    rows = of_deals(deals, sides)
    alarms = 0
    for _ in range(EXPERIMENTS):
        winners = drawn_winners(chance, deals, [1 / sides] * sides, alike)
        found = lab.side_sample(np.eye(sides)[winners], rows)
        alarms += lab.all_even(found, 1 / sides) < lab.LEVEL
    assert 0.03 * EXPERIMENTS <= alarms <= 0.07 * EXPERIMENTS


def test_the_test_of_evenness_is_exact_for_few_deals_of_normal_results() -> None:
    """Eight deals, three free sides: the chi-square without Hotelling's correction fails here."""
    drawn = numbers(np.random.default_rng(9), 8 * 3, 1, 0.0).T.reshape(EXPERIMENTS, 8, 3)
    alarms = 0
    for each in drawn:
        sides = np.column_stack([each, -each.sum(axis=1)])
        alarms += lab.all_even(lab.sample(sides, np.arange(8))) < lab.LEVEL
    assert 0.03 * EXPERIMENTS <= alarms <= 0.07 * EXPERIMENTS


def test_with_few_deals_even_sides_are_called_uneven_a_little_too_often() -> None:
    """Four sides, 25 akin deals: the balance of such a game comes with a warning."""
    chance = np.random.default_rng(25)
    alarms = 0
    for _ in range(EXPERIMENTS):
        winners = drawn_winners(chance, 25, [0.25] * 4, 0.6)
        found = lab.side_sample(np.eye(4)[winners], of_deals(25, 4))
        alarms += lab.all_even(found, 0.25) < lab.LEVEL
    assert 0.03 * EXPERIMENTS <= alarms <= 0.11 * EXPERIMENTS


def test_one_side_that_always_wins_is_uneven() -> None:
    """There is no variance at all: a made-up deal stands in for it."""
    found = lab.side_sample(np.eye(4)[np.zeros(80, int)], of_deals(20, 4))
    assert lab.all_even(found, 0.25) < 1e-6
    assert lab.unevenness(found).low > 0.5


def test_too_few_deals_prove_nothing() -> None:
    found = lab.side_sample(np.eye(4)[np.zeros(12, int)], of_deals(3, 4))
    assert math.isnan(lab.all_even(found, 0.25))


def apart(rates: tuple[float, ...]) -> float:
    """The root mean square over all pairs."""
    pairs = [one - other for n, one in enumerate(rates) for other in rates[:n]]
    return float(np.sqrt(np.mean(np.square(pairs))))


@pytest.mark.parametrize(
    "rates",
    [
        (0.5, 0.5),
        (0.25,) * 4,
        (1 / 6,) * 6,
        (0.56, 0.44),
        (0.31, 0.25, 0.23, 0.21),
        (0.4, 0.2, 0.4),
    ],
)
def test_how_far_sides_are_apart_is_right_on_average_and_its_interval_holds_it(
    rates: tuple[float, ...],
) -> None:
    chance = np.random.default_rng([len(rates), int(1000 * rates[0])])
    found, sides, deals = [], len(rates), 800 // len(rates)
    for _ in range(400):
        winners = drawn_winners(chance, deals, rates, 0.3)
        found.append(
            lab.unevenness(lab.side_sample(np.eye(sides)[winners], of_deals(deals, sides)))
        )
    squares = np.array([each.mean * abs(each.mean) for each in found])
    error = squares.std() / np.sqrt(len(squares))
    assert abs(squares.mean() - apart(rates) ** 2) < 4 * error
    assert held(found, apart(rates)) >= 0.94
    assert all(each.low <= max(each.mean, 0) <= each.high for each in found)


def test_equal_sides_are_nothing_apart_on_average() -> None:
    """The distance of the best from the worst is 5 points in such experiments, and never less."""
    chance = np.random.default_rng(1)
    found = []
    for _ in range(400):
        winners = drawn_winners(chance, 500, (0.25,) * 4)
        found.append(lab.unevenness(lab.side_sample(np.eye(4)[winners], of_deals(500, 4))).mean)
    assert abs(np.mean(found)) < 0.004
    assert min(found) < -0.01


def test_two_sides_have_the_interval_of_their_difference() -> None:
    """There is one difference only, so nothing is lost."""
    winners = drawn_winners(np.random.default_rng(4), 300, (0.6, 0.4))
    shares = np.eye(2)[winners]
    rows = of_deals(300, 2)
    (plain,) = lab.mean_intervals(lab.sample(shares[:, 0] - shares[:, 1], rows))
    assert lab.unevenness(lab.side_sample(shares, rows)) == pytest.approx(plain, rel=0.03)


def test_correction_is_benjaminis_and_hochbergs() -> None:
    """Their step-up by hand: 4 · 0.01 / 1, 4 · 0.02 / 2, 4 · 0.03 / 3 and 0.5."""
    assert lab.corrected([0.02, 0.5, 0.01, 0.03]) == pytest.approx([0.04, 0.5, 0.04, 0.04])


# --- what lies in the deal ------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [150, 500])
@pytest.mark.parametrize("alike", [0.1, 0.4, 0.8])
@pytest.mark.parametrize("kind", ["numbers", "wins"])
@pytest.mark.thorough
def test_the_share_in_the_deal_is_held_in_95_of_100(kind: str, alike: float, deals: int) -> None:
    chance = np.random.default_rng([deals, int(10 * alike), len(kind)])
    drawn = (
        numbers(chance, deals, 4, alike)
        if kind == "numbers"
        else wins(chance, deals, 4, 0.25, alike)
    )
    assert 0.93 <= held(shares_in_deals(drawn, of_deals(deals, 4)), alike) <= 0.97


@pytest.mark.parametrize("alike", [0.3, 0.8])
def test_with_few_deals_the_share_in_them_is_a_little_off(alike: float) -> None:
    chance = np.random.default_rng(int(10 * alike))
    drawn = numbers(chance, 25, 2, alike)
    assert held(shares_in_deals(drawn, of_deals(25, 2)), alike) >= 0.90


def test_nothing_in_the_deal_is_seldom_called_something() -> None:
    """The interval ends at 0, so only one of its ends can miss: 97.5 of 100."""
    drawn = wins(np.random.default_rng(6), 300, 4, 0.25, 0.0)
    assert 0.96 <= held(shares_in_deals(drawn, of_deals(300, 4)), 0.0) <= 0.99


def shares_in_deals(drawn: Floats, rows: npt.NDArray[np.int64]) -> list[Estimate]:
    found = [lab.in_the_deal(column, rows) for column in drawn.T]
    return [each for each in found if each]


def test_the_share_in_the_deal_of_all_sides_together() -> None:
    winners = drawn_winners(np.random.default_rng(2), 3000, (0.4, 0.3, 0.2, 0.1), 0.5)
    found = lab.in_the_deal(np.eye(4)[winners], of_deals(3000, 4))
    assert found
    assert found.low <= 0.5 <= found.high
    assert found.high - found.low < 0.06


def test_a_deal_that_decides_everything_is_not_certainty() -> None:
    found = lab.in_the_deal(np.repeat([0, 1] * 20, 4), of_deals(40, 4))
    assert found
    assert found.mean > 0.95
    assert 0.5 < found.low < found.mean < found.high <= 1.0


def test_single_games_and_equal_results_tell_nothing_about_deals() -> None:
    assert lab.in_the_deal([1, 0, 1], [0, 1, 2]) is None
    assert lab.in_the_deal([1, 1, 1, 1], [0, 0, 1, 1]) is None


def test_deals_that_were_not_finished_are_left_out() -> None:
    values, rows = [1.0, 2.0, 4.0, 4.0, 3.0, 1.0], [0, 0, 1, 1, 2, 2]
    assert lab.in_the_deal([*values, 9.0], [*rows, 3]) == lab.in_the_deal(values, rows)


# --- how many games ----------------------------------------------------------------------------


def test_half_the_width_takes_four_times_the_games() -> None:
    assert lab.games_for_width(0.02, 1000, 0.01) == 4000


@pytest.mark.parametrize(("sides", "alike"), [(2, 0.0), (4, 0.3)])
def test_what_would_be_found_is_found_in_9_of_10(sides: int, alike: float) -> None:
    chance = np.random.default_rng(sides)
    deals = 1500 // sides
    rows = of_deals(deals, sides)
    fair = drawn_winners(chance, deals, [1 / sides] * sides, alike)
    bias = lab.detectable(lab.side_sample(np.eye(sides)[fair], rows))
    rates = [1 / sides + bias] + [1 / sides - bias / (sides - 1)] * (sides - 1)
    found = 0
    for _ in range(400):
        winners = drawn_winners(chance, deals, rates, alike)
        found += lab.all_even(lab.side_sample(np.eye(sides)[winners], rows), 1 / sides) < 0.05
    assert 0.85 * 400 <= found <= 0.95 * 400


def test_games_for_a_bias_agree_with_the_textbook() -> None:
    """Two proportions, 50 and 53 %, 5 % level, 95 % power: 2 · 0.25 · (1.96 + 1.645)² / 0.03²."""
    needed = lab.games_for_bias(2, 0.03, level=0.05, power=0.95, alike=0.0)
    assert needed == pytest.approx(7220, rel=0.001)
    assert lab.games_for_bias(2, 0.03, level=0.05, power=0.95, alike=1.0) == pytest.approx(
        2 * needed, abs=1
    )
    assert lab.games_for_bias(
        2, 0.03, level=0.05, power=0.95, alike=0.0, samples=1
    ) == pytest.approx(needed / 2, abs=1)
