"""How sure a win rate is: intervals over block means, never over single games.

The games of a block share their deal, so they are not independent. The interval is Wilson's, for
as many independent games as the blocks are worth: their spread says how many (the *design effect*
of survey statistics). Its normal quantile is replaced by Student's, for few blocks. Unlike mean
± t·s/√n it stays within 0 and 1 and does not collapse when a bot wins everything.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

CONFIDENCE = 0.95
VIRTUAL_BLOCKS = 1  # of games that end alike: few equal blocks must not pass for certainty


class Estimate(NamedTuple):
    """A mean and the interval that holds the truth in 95 of 100 arenas."""

    mean: float
    low: float
    high: float


def estimate(block_means: Sequence[float], games_per_block: int) -> Estimate | None:
    """The mean share of wins with its 95 % interval; None before the second block."""
    n = len(block_means)
    if n < 2:
        return None
    mean = float(np.mean(block_means))
    spread = float(np.var(block_means, ddof=1))
    worth = n * games_per_block / design_effect(mean, spread, n, games_per_block)
    low, high = wilson(mean, worth, student(n - 1))
    return Estimate(mean, low, high)


def design_effect(mean: float, spread: float, n: int, games_per_block: int) -> float:
    """How much wider block means spread than means of independent games would.

    1 says just as wide; as many as a block has games, that all of them end alike.
    """
    independent = mean * (1 - mean) / games_per_block
    if independent <= 0:
        return games_per_block  # all won or all lost: perhaps it is the deals that decide
    seen = (n - 1) * spread / independent
    return (seen + VIRTUAL_BLOCKS * games_per_block) / (n - 1 + VIRTUAL_BLOCKS)


def wilson(mean: float, n: float, quantile: float) -> tuple[float, float]:
    """Wilson's score interval for a rate seen in ``n`` independent games."""
    weight = quantile * quantile / n
    centre = (mean + weight / 2) / (1 + weight)
    half = quantile * math.sqrt(mean * (1 - mean) / n + weight / (4 * n)) / (1 + weight)
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile of Student's t (Abramowitz & Stegun 26.7.5; exact for 1 and 2)."""
    tail = (1 + confidence) / 2
    if freedom == 1:
        return math.tan(math.pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) / math.sqrt(2 * tail * (1 - tail))
    z = NormalDist().inv_cdf(tail)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))
