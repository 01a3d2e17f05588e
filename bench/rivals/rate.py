"""What a benchmark run yields, and the one stopwatch that all rivals share."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from types import ModuleType


@dataclass(frozen=True)
class Rate:
    """Decisions of players and finished matches within a measured time."""

    name: str
    decisions: int
    matches: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Decisions taken by players, chance not counted, per second."""
        return self.decisions / self.seconds

    @property
    def matches_per_second(self) -> float:
        """Finished matches per second, their set-up included."""
        return self.matches / self.seconds


def measure(name: str, seconds: float, play_match: Callable[[], int]) -> Rate:
    """Play whole matches until the time is up; `play_match` returns its number of decisions."""
    # The clock is read between matches only: it costs nothing inside them, no match is cut short,
    # and the overrun of the last match is in the measured time.
    decisions = matches = 0
    start = perf_counter()
    elapsed = 0.0
    while matches == 0 or elapsed < seconds:
        decisions += play_match()
        matches += 1
        elapsed = perf_counter() - start
    return Rate(name, decisions, matches, elapsed)


def import_rival(module: str, package: str) -> ModuleType:
    """Import an optional rival, or say how to get it."""
    # importlib, because neither rival ships types: a plain import needs a different
    # `type: ignore` where it is installed than where it is not.
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as absent:
        if absent.name != module:
            raise  # the rival is here, something it needs is not: say that instead
        message = f"{package} is not installed; run: pip install kermesse[bench]"
        raise ModuleNotFoundError(message, name=module) from absent
