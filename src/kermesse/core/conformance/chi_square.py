"""Chi-square tests with nothing but `math`: are these draws uniform, do these two samples agree?

The tail of the distribution is the regularized upper incomplete gamma function Q(k/2, x/2): a
series where that converges fast, else a continued fraction (the modified Lentz method). Relative
error below 1e-9 for what is asked of it here: up to some hundred degrees of freedom.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

ENOUGH = 1e-12
MOST_TERMS = 10_000
TINY = 1e-300
RARE = 10  # cells that both samples together hit less often are merged


def tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable with ``freedom`` degrees is at least that large."""
    a, x = freedom / 2, statistic / 2
    if x <= 0 or freedom <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return 1.0 - scale * _series(a, x)
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * ENOUGH:
            break
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c = 1 / TINY
    d = 1 / b
    value = d
    for n in range(1, MOST_TERMS):
        weight = -n * (n - a)
        b += 2
        d = 1 / _away_from_zero(weight * d + b)
        c = _away_from_zero(b + weight / c)
        value *= c * d
        if abs(c * d - 1) < ENOUGH:
            break
    return value


def _away_from_zero(x: float) -> float:
    return x if abs(x) > TINY else TINY


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
