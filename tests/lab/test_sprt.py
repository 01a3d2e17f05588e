"""The sequential test errs as seldom as it says, and says so when it cannot tell."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from kermesse.core.errors import SetupRefused
from kermesse.lab.strength.sprt import (
    FEWEST_BLOCKS,
    LIMIT,
    Hypotheses,
    SequentialTest,
    Verdict,
    log_ratio,
    tilt,
)

FEW = 120  # experiments of an everyday test
MANY = 600


def verdicts(
    rate: float, rates: Hypotheses, experiments: int, kinship: float = 0.3
) -> Counter[Verdict]:
    """How tests of a bot with a known win rate end. The two games of a block are akin."""
    chance = np.random.default_rng([experiments, int(1000 * rate)])
    found: Counter[Verdict] = Counter()
    for _ in range(experiments):
        test = SequentialTest(rates)
        said = Verdict.NO_DECISION
        while said is Verdict.NO_DECISION and test.blocks < 5000:
            first, second = chance.random(2) < rate
            if chance.random() < kinship:
                second = first
            said = test.add((float(first) + float(second)) / 2)
        found[said] += 1
    return found


@pytest.mark.parametrize(
    ("rate", "right", "wrong"),
    [(0.50, Verdict.NOT_BETTER, Verdict.BETTER), (0.60, Verdict.BETTER, Verdict.NOT_BETTER)],
)
def test_errors_are_rare(rate: float, right: Verdict, wrong: Verdict) -> None:
    found = verdicts(rate, Hypotheses(0.5, 0.6), FEW)
    assert found[wrong] <= 0.05 * FEW + 3 * math.sqrt(0.05 * 0.95 * FEW)
    assert found[right] == FEW - found[wrong]


@pytest.mark.long
@pytest.mark.parametrize("bounds", [(0.5, 0.6), (0.5, 0.55), (0.8, 0.85), (0.95, 0.98)])
def test_error_rates_are_as_stated(bounds: tuple[float, float]) -> None:
    rates = Hypotheses(*bounds)
    most = 0.05 * MANY + 3 * math.sqrt(0.05 * 0.95 * MANY)
    assert verdicts(rates.low, rates, MANY)[Verdict.BETTER] <= most
    assert verdicts(rates.high, rates, MANY)[Verdict.NOT_BETTER] <= most


def test_no_verdict_before_fifty_blocks() -> None:
    test = SequentialTest(Hypotheses(0.5, 0.55))
    said = [test.add(1.0) for _ in range(FEWEST_BLOCKS)]
    assert set(said[:-1]) == {Verdict.NO_DECISION}
    assert abs(test.llr) > LIMIT
    assert said[-1] is Verdict.BETTER


def test_winning_everything_decides_nothing_between_two_high_rates() -> None:
    """One hundred wins in a row come to pass at 95 % as well: a test by variance would stop."""
    test = SequentialTest(Hypotheses(0.95, 0.97))
    for _ in range(50):
        said = test.add(1.0)
    assert said is Verdict.NO_DECISION
    assert test.llr == pytest.approx(50 * math.log(0.97 / 0.95), rel=0.01)


def test_won_or_lost_blocks_give_the_ratio_of_the_binomial() -> None:
    """With 0 and 1 alone, the likeliest distribution of a mean is that of Wald's own test."""
    ratio = log_ratio([0.0, 1.0], [40, 60], Hypotheses(0.5, 0.55))
    assert ratio == pytest.approx(60 * math.log(0.55 / 0.5) + 40 * math.log(0.45 / 0.5))


def test_the_ratio_is_close_to_fishtests_formula_near_the_hypotheses() -> None:
    values, times = [0.0, 0.25, 0.5, 0.75, 1.0], [60, 200, 330, 250, 80]
    n = sum(times)
    mean = sum(v * t for v, t in zip(values, times, strict=True)) / n
    spread = sum(t * (v - mean) ** 2 for v, t in zip(values, times, strict=True)) / n
    low, high = 0.5, 0.52
    normal = n * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert log_ratio(values, times, Hypotheses(low, high)) == pytest.approx(normal, rel=0.02)


def test_the_tilted_distribution_has_the_mean_it_should() -> None:
    values, times = [0.0, 0.5, 1.0], [10.0, 30.0, 60.0]
    bent = tilt(values, times, 0.6)
    chances = [t / 100 / (1 + bent * (v - 0.6)) for v, t in zip(values, times, strict=True)]
    assert sum(chances) == pytest.approx(1)
    assert sum(c * v for c, v in zip(chances, values, strict=True)) == pytest.approx(0.6)


@pytest.mark.parametrize("text", ["0.55:0.50", "0.5:0.5", "0:0.5", "0.5:1", "nan:0.5", "0.5:inf"])
def test_rates_that_make_no_test_are_refused(text: str) -> None:
    with pytest.raises(SetupRefused, match="needs two win rates, the lower first"):
        Hypotheses.read(text)


@pytest.mark.parametrize("text", ["", "0.5", "0.5:0.6:0.7", "a:b", "0.5-0.6"])
def test_a_test_that_cannot_be_read_is_refused(text: Any) -> None:
    with pytest.raises(SetupRefused, match=r"is written like 0\.50:0\.55, not"):
        Hypotheses.read(text)


def test_rates_are_told_in_full() -> None:
    assert str(Hypotheses.read("0.50:0.55")) == "0.5:0.55"
    assert str(Hypotheses(0.5, 0.6000001)) == "0.5:0.6000001"


@pytest.mark.parametrize("rates", [("a", "b"), (None, 0.5), (0.5, 0.5)])
def test_what_is_no_rate_is_refused(rates: tuple[Any, Any]) -> None:
    with pytest.raises(SetupRefused, match="a sequential test needs two win rates"):
        Hypotheses(*rates)
