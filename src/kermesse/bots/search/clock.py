"""Keeping to a budget: a search grows in portions until its iterations or its time are used up."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

from kermesse.bots.budget import Budget

FIRST = 1  # iterations of the first portion
PORTION = 0.05  # of the time: how long a portion should take


def spend(budget: Budget, grow: Callable[[int, int], object], most: int = sys.maxsize) -> int:
    """Call ``grow(done, more)`` until the budget is spent or ``most`` is done; return the sum."""
    if budget.iterations is not None:
        done = min(budget.iterations, most)
        grow(0, done)
        return done
    assert budget.milliseconds is not None
    seconds = budget.milliseconds / 1000
    start = perf_counter()
    done, portion = 0, FIRST
    while True:
        grow(done, portion)
        done += portion
        used = perf_counter() - start
        left = seconds - used
        if left <= 0 or done >= most:
            return done
        rate = done / max(used, 1e-9)
        portion = min(most - done, max(1, int(rate * min(left, seconds * PORTION))))
