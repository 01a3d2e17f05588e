"""Clocks for thinking. They run on the machine's steady time, and only while the server runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from copy import copy

from kermesse.table.sitting import Sitting, Terms

STALL = 5.0  # seconds a timer may be late before the server itself must have slept
GRACE = 15.0  # seconds that everybody gets after such a sleep
OVERTIME = 20.0  # seconds that everybody has at least for a decision, however much is spent


def within(share: float, least: float, most: float) -> float:
    """A share of some time, with bounds."""
    return max(least, min(share, most))


def away_seconds(terms: Terms) -> float:
    """How long the others wait for a decision of somebody who is away, before a bot takes it."""
    return within(terms.decision / 20, 3.0, 30.0)


def warning_seconds(terms: Terms) -> float:
    """How long before the end of their time somebody is warned: never for most of it."""
    limit = terms.decision or terms.total
    return min(within(limit / 10, 10.0, 300.0), limit / 2)


class Clocks:
    """How long each seat that owes a decision has been thinking."""

    def __init__(self, sitting: Sitting, steady: Callable[[], float] = time.monotonic) -> None:
        self._sitting = sitting
        self._steady = steady
        self._since: dict[int, float] = {}
        self._over: set[int] = set()

    def moved_to(self, sitting: Sitting | None) -> Clocks:
        """The same clocks for a sitting that was read again, or for none until it is."""
        moved = copy(self)
        moved._sitting = sitting  # type: ignore[assignment]
        return moved

    def run_for(self, seats: Iterable[int]) -> None:
        """From now on the clocks of exactly these seats run; one that ran already goes on."""
        now = self._steady()
        self._since = {seat: self._since.get(seat, now) for seat in seats}
        self._over &= self._since.keys()

    def stop(self, seat: int | None) -> None:
        """The seat has decided: if it owes another decision, its clock starts again."""
        self._since.pop(seat, None)  # type: ignore[arg-type]
        self._over -= {seat}

    def end(self, seat: int) -> None:
        """The time of a seat is up: the decision that it owes is for a bot to take."""
        self._over.add(seat)

    def restart(self, seat: int) -> None:
        """Somebody is back, and has all the time for a decision that is not the bot's already."""
        if seat not in self._over:
            self._since.pop(seat, None)

    @property
    def running(self) -> set[int]:
        """The seats whose clocks run."""
        return set(self._since) - self._over

    @property
    def over(self) -> frozenset[int]:
        """The seats for which a bot decides, because their time is up."""
        return frozenset(self._over)

    def thought_ms(self, seat: int) -> int:
        """How long a seat has been thinking about this decision."""
        since = self._since.get(seat)
        return 0 if since is None else int((self._steady() - since) * 1000)

    def left_ms(self, seat: int) -> int | None:
        """The time left to a seat; None without a clock."""
        if seat in self._over:
            return 0
        limit = self._limit_ms(seat)
        return None if limit is None else limit - self.thought_ms(seat)

    def _limit_ms(self, seat: int) -> int | None:
        """The time that a seat has for the next decision."""
        terms = self._sitting.terms
        if seat in self._sitting.away:
            return int(away_seconds(terms) * 1000)
        limits = []
        if terms.decision:
            limits.append(terms.decision * 1000)
        if terms.total:
            left = terms.total * 1000 - self._sitting.spent_ms[seat]
            limits.append(max(left, int(OVERTIME * 1000)))
        return min(limits) if limits else None

    def next_end(self) -> float | None:
        """Seconds until the first clock runs out."""
        left = [self.left_ms(seat) for seat in self.running]
        known = [ms for ms in left if ms is not None]
        return max(0, min(known)) / 1000 if known else None

    def out_of_time(self) -> list[int]:
        """The seats whose clocks have run out just now."""
        left = {seat: self.left_ms(seat) for seat in self.running}
        return sorted(seat for seat, ms in left.items() if ms is not None and ms <= 0)

    def forgive(self) -> None:
        """After the server slept: nobody loses for it."""
        start = self._steady() + GRACE
        self._since = {seat: max(since, start) for seat, since in self._since.items()}


class Absences:
    """Since when people are not there. A line that breaks for a moment is no absence yet."""

    def __init__(self, seconds: float, steady: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._steady = steady
        self._since: dict[int, float] = {}
        self._first = steady()  # nobody was seen before

    def begin(self, person: int) -> None:
        """The last socket of a person has closed."""
        self._since[person] = self._steady()

    def left(self, person: int) -> float:
        """The seconds that somebody who is not there still has to come back."""
        return max(0.0, self._since.get(person, self._first) + self._seconds - self._steady())


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
