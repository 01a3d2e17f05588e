"""Keeping to a budget: a search grows in portions until its iterations or its time are used up."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from kermesse.bots.budget import Budget

FIRST = 1  # iterations of the first portion
PORTION = 0.05  # of the time: how long a portion should take


def spend(budget: Budget, grow: Callable[[int], object]) -> int:
    """Call ``grow`` with portions of iterations until the budget is spent; return their sum.

    A ``grow`` that returns False has enough.
    """
    if budget.iterations is not None:
        grow(budget.iterations)
        return budget.iterations
    assert budget.milliseconds is not None
    seconds = budget.milliseconds / 1000
    start = perf_counter()
    done, portion = 0, FIRST
    while True:
        enough = grow(portion) is False
        done += portion
        used = perf_counter() - start
        left = seconds - used
        if enough or left <= 0:
            return done
        rate = done / max(used, 1e-9)
        portion = max(1, int(rate * min(left, seconds * PORTION)))
