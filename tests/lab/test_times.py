"""Durations are kept as counts, and quantiles are right to 1 %."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kermesse.lab.strength.times import Times, together


@pytest.mark.parametrize("part", [0.01, 0.5, 0.99])
def test_quantiles_are_right_to_one_percent(part: float) -> None:
    seconds = np.random.default_rng(3).lognormal(-6, 1.5, 5000)
    times = Times()
    for duration in seconds:
        times.add(float(duration))
    exact = float(np.quantile(seconds, part, method="inverted_cdf"))
    assert times.quantile(part) == pytest.approx(exact, rel=0.0101)


def test_counts_add_up() -> None:
    early, late = Times(), Times()
    early.add(0.001)
    late.add(0.1)
    late.add(0.1)
    late.add(0.1)
    both = together([early.counts, late.counts])
    assert both.number == 4
    assert both.quantile(0.25) == pytest.approx(0.001, rel=0.01)
    assert both.quantile(0.5) == pytest.approx(0.1, rel=0.01)


def test_no_time_at_all_is_the_least() -> None:
    times = Times()
    assert math.isnan(times.quantile(0.5))
    times.add(0.0)
    assert times.quantile(0.5) == pytest.approx(1e-6)
