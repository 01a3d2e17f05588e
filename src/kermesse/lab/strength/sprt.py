"""The sequential test: play until one of two win rates, stated beforehand, is the better guess.

The generalised SPRT that chess engines are tested with (fishtest), on block means. The likelihood
of a mean is the largest that any distribution over the block means seen so far can give it; the
log of the ratio of the two likelihoods is held against Wald's limits.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from numbers import Real

from kermesse.core.errors import SetupRefused, brief

ERROR = 0.05  # alpha and beta
LIMIT = math.log((1 - ERROR) / ERROR)
FEWEST_BLOCKS = 50
TRACE = 1e-3  # blocks: how often an extreme counts that was not seen, as in fishtest
HALVINGS = 60
STEPS_OF_MEAN = 720720  # block means are fractions of games and shares; equal ones count as one


class Verdict(StrEnum):
    """What the test says."""

    BETTER = "the upper win rate is accepted"
    NOT_BETTER = "the lower win rate is accepted"
    NO_DECISION = "no decision"


@dataclass(frozen=True)
class Hypotheses:
    """Two win rates stated beforehand."""

    low: float
    high: float

    def __post_init__(self) -> None:
        rates = (self.low, self.high)
        if not all(isinstance(rate, Real) for rate in rates) or not 0 < self.low < self.high < 1:
            raise SetupRefused(
                f"a sequential test needs two win rates, the lower first, between 0 and 1, "
                f"not {brief(self.low)} and {brief(self.high)}"
            )

    @classmethod
    def read(cls, text: str) -> Hypotheses:
        """Two rates written as ``0.50:0.55``."""
        try:
            low, high = (float(part) for part in text.split(":"))
        except ValueError:
            raise SetupRefused(
                f"a sequential test is written like 0.50:0.55, not {brief(text)}"
            ) from None
        return cls(low, high)

    def __str__(self) -> str:
        return f"{float(self.low)!r}:{float(self.high)!r}"


class SequentialTest:
    """A test in progress: fed block means in order, it says when to stop."""

    __test__ = False  # not one of pytest's

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.blocks = 0
        self._seen: Counter[int] = Counter()

    def add(self, block_mean: float) -> Verdict:
        """Take in one more block."""
        self.blocks += 1
        self._seen[round(block_mean * STEPS_OF_MEAN)] += 1
        return self.verdict

    @property
    def verdict(self) -> Verdict:
        """What can be said now."""
        if self.blocks < FEWEST_BLOCKS or -LIMIT < (llr := self.llr) < LIMIT:
            return Verdict.NO_DECISION
        return Verdict.BETTER if llr > 0 else Verdict.NOT_BETTER

    @property
    def llr(self) -> float:
        """The log of the likelihood ratio: positive speaks for the upper win rate."""
        means = {0.0: TRACE, 1.0: TRACE}
        for steps, times in self._seen.items():
            means[steps / STEPS_OF_MEAN] = times
        return log_ratio(list(means), list(means.values()), self.hypotheses)


def log_ratio(values: Sequence[float], times: Sequence[float], rates: Hypotheses) -> float:
    """The log likelihood ratio of two means for values that were seen so often."""
    total = sum(times)
    low = tilt(values, times, rates.low)
    high = tilt(values, times, rates.high)
    ratio = 0.0
    for value, often in zip(values, times, strict=True):
        under_low = total * (1 + low * (value - rates.low))
        under_high = total * (1 + high * (value - rates.high))
        ratio += often * math.log(under_low / under_high)
    return ratio


def tilt(values: Sequence[float], times: Sequence[float], mean: float) -> float:
    """The multiplier that bends the seen distribution as little as possible to a mean.

    The likeliest distribution of that mean gives each value a chance in proportion to
    times / (1 + tilt · (value - mean)); the tilt is found by halving.
    """
    least, most = 1 / (mean - max(values)), 1 / (mean - min(values))
    for _ in range(HALVINGS):
        middle = (least + most) / 2
        pull = 0.0
        for value, often in zip(values, times, strict=True):
            pull += often * (value - mean) / (1 + middle * (value - mean))
        if pull > 0:
            least = middle
        else:
            most = middle
    return (least + most) / 2
