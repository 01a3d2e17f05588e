"""Clocks for thinking. They run on the machine's steady time, and only while the server runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from copy import copy

from kermesse.table.sitting import Sitting

STALL = 5.0  # seconds a timer may be late before the server itself must have slept
GRACE = 15.0  # seconds that everybody gets after such a sleep


class Clocks:
    """How long each seat that owes a decision has been thinking."""

    def __init__(self, sitting: Sitting, steady: Callable[[], float] = time.monotonic) -> None:
        self._sitting = sitting
        self._steady = steady
        self._since: dict[int, float] = {}

    def moved_to(self, sitting: Sitting | None) -> Clocks:
        """The same clocks for a sitting that was read again, or for none until it is."""
        moved = copy(self)
        moved._sitting = sitting  # type: ignore[assignment]
        return moved

    def run_for(self, seats: Iterable[int]) -> None:
        """From now on the clocks of exactly these seats run; one that ran already goes on."""
        now = self._steady()
        self._since = {seat: self._since.get(seat, now) for seat in seats}

    def stop(self, seat: int | None) -> None:
        """The seat has decided: if it owes another decision, its clock starts anew."""
        self._since.pop(seat, None)  # type: ignore[arg-type]

    @property
    def running(self) -> set[int]:
        """The seats whose clocks run."""
        return set(self._since)

    def thought_ms(self, seat: int) -> int:
        """How long a seat has been thinking about this decision."""
        since = self._since.get(seat)
        return 0 if since is None else int((self._steady() - since) * 1000)

    def left_ms(self, seat: int) -> int | None:
        """The time left to a seat; None without a clock."""
        terms = self._sitting.terms
        thought = self.thought_ms(seat)
        limits = []
        if terms.decision:
            limits.append(terms.decision * 1000 - thought)
        if terms.total:
            limits.append(terms.total * 1000 - self._sitting.spent_ms[seat] - thought)
        return min(limits) if limits else None

    def used_up(self, seat: int) -> bool:
        """Whether the total time of a seat is spent."""
        terms = self._sitting.terms
        return bool(terms.total) and self._sitting.spent_ms[seat] >= terms.total * 1000

    def next_end(self) -> float | None:
        """Seconds until the first clock runs out."""
        left = [self.left_ms(seat) for seat in self._since]
        known = [ms for ms in left if ms is not None]
        return max(0, min(known)) / 1000 if known else None

    def out_of_time(self) -> list[int]:
        """The seats whose clocks have run out."""
        left = {seat: self.left_ms(seat) for seat in self._since}
        return sorted(seat for seat, ms in left.items() if ms is not None and ms <= 0)

    def forgive(self) -> None:
        """After the server slept: nobody loses for it."""
        start = self._steady() + GRACE
        self._since = {seat: max(since, start) for seat, since in self._since.items()}


class Countdown:
    """The time of a window in which all who are asked have to answer."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._window: int | None = None  # which one runs
        self._seconds = 0
        self._end = 0.0
        self.is_over = False  # and has been noticed to be

    def follow(self, window: int, seconds: int) -> None:
        """Run for a window, known by a number; one that runs already goes on."""
        if window != self._window:
            self._window, self._seconds, self.is_over = window, seconds, False
            self._end = self._steady() + seconds

    def stop(self) -> None:
        """There is no window, or another one is to begin."""
        self._window, self.is_over = None, False

    @property
    def left_ms(self) -> int | None:
        """The time left; None if nothing runs."""
        if self._window is None:
            return None
        return max(0, int((self._end - self._steady()) * 1000))

    def next_end(self) -> float | None:
        """Seconds until the time is up."""
        left = self.left_ms
        return None if left is None or self.is_over else left / 1000

    def forgive(self) -> None:
        """After the server slept: the window is open as long as at its beginning."""
        self._end = max(self._end, self._steady() + self._seconds)
