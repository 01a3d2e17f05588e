"""Chi-square tests with nothing but `math`: are these draws uniform, do these two samples agree?

SciPy has them, but takes a second to load, and nobody who writes a game should need it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

RARE = 10  # cells that both samples together hit less often are merged


def tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable with ``freedom`` degrees is at least that large.

    Q(freedom/2, statistic/2), by Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), from erfc or exp.
    """
    x = statistic / 2
    if x <= 0 or freedom <= 0:
        return 1.0
    first = 1 - freedom % 2 / 2
    chance = math.erfc(math.sqrt(x)) if freedom % 2 else math.exp(-x)
    for n in range((freedom - 1) // 2):
        a = first + n
        chance += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
    return chance


def uniform(counts: Sequence[int]) -> float:
    """How likely equally probable cells are to give counts at least as uneven as these."""
    expected = sum(counts) / len(counts)
    return tail(sum((n - expected) ** 2 for n in counts) / expected, len(counts) - 1)


def alike(one: Sequence[int], two: Sequence[int]) -> float:
    """How likely two samples of one distribution are to differ at least as much as these."""
    cells = [(a, b) for a, b in zip(one, two, strict=True) if a + b >= RARE]
    rare = [(a, b) for a, b in zip(one, two, strict=True) if a + b < RARE]
    if rare:
        cells.append((sum(a for a, _ in rare), sum(b for _, b in rare)))
    if len(cells) < 2:
        return 1.0
    ratio = math.sqrt(sum(two) / sum(one))
    statistic = sum((a * ratio - b / ratio) ** 2 / (a + b) for a, b in cells)
    return tail(statistic, len(cells) - 1)
