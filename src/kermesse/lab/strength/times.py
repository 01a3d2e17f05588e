"""How long decisions took: counts by size, from which any quantile is known to 1 %."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

STEP = math.log(1.02)  # from one size to the next: each is known to 1 %
LEAST = 1e-6  # seconds
LARGEST = 2000  # far more steps than any process can run


class Times:
    """Durations in seconds, kept as counts so that those of many games can be added up."""

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self.counts: Counter[int] = Counter(counts or {})

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[round(math.log(max(seconds, LEAST) / LEAST) / STEP)] += 1

    @property
    def number(self) -> int:
        """How many durations there are."""
        return self.counts.total()

    def quantile(self, part: float) -> float:
        """The duration that so large a part does not exceed; nan when there is none."""
        wanted, passed = part * self.number, 0
        for size in sorted(self.counts):
            passed += self.counts[size]
            if passed >= wanted:
                return LEAST * math.exp(size * STEP)
        return math.nan


def can_be_times(counts: Mapping[int, int]) -> bool:
    """Whether durations can have been counted so."""
    return all(0 <= size <= LARGEST and often > 0 for size, often in counts.items())


def together(several: Iterable[Mapping[int, int]]) -> Times:
    """All of them in one."""
    all_times = Times()
    for counts in several:
        all_times.counts.update(counts)
    return all_times
