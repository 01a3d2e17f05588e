"""Clocks for thinking. They run on the machine's steady time, and only while the server runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from kermesse.table.state.log_events import PERSON, PLAYING
from kermesse.table.state.table_state import TableState

STALL = 5.0  # seconds a timer may be late before the server itself must have slept
GRACE = 15.0  # seconds that everybody gets after such a sleep
OVERTIME = 20.0  # seconds that everybody has at least for a decision, however much is spent


class Clocks:
    """How long each seat that owes a decision has been thinking."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._since: dict[int, float] = {}
        self._over: set[int] = set()

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
    def running(self) -> frozenset[int]:
        """The seats whose clocks run."""
        return frozenset(self._since.keys() - self._over)

    @property
    def over(self) -> frozenset[int]:
        """The seats for which a bot decides, because their time is up."""
        return frozenset(self._over)

    def thought_ms(self, seat: int) -> int:
        """How long a seat has been thinking about this decision."""
        since = self._since.get(seat)
        return 0 if since is None else int((self._steady() - since) * 1000)

    def left_ms(self, state: TableState, seat: int) -> int | None:
        """The time left to a seat; None without a clock."""
        if seat in self._over:
            return 0
        limit = limit_ms(state, seat)
        return None if limit is None else limit - self.thought_ms(seat)

    def next_end(self, state: TableState) -> float | None:
        """Seconds until the first clock runs out."""
        left = [self.left_ms(state, seat) for seat in self.running]
        known = [ms for ms in left if ms is not None]
        return max(0, min(known)) / 1000 if known else None

    def out_of_time(self, state: TableState) -> list[int]:
        """The seats whose clocks have run out just now."""
        left = {seat: self.left_ms(state, seat) for seat in self.running}
        return sorted(seat for seat, ms in left.items() if ms is not None and ms <= 0)

    def forgive(self) -> None:
        """After the server slept: nobody loses for it."""
        start = self._steady() + GRACE
        self._since = {seat: max(since, start) for seat, since in self._since.items()}


def limit_ms(state: TableState, seat: int) -> int | None:
    """The time that a seat has for the next decision."""
    terms = state.terms
    if seat in state.away:
        return int(terms.away_seconds * 1000)
    limits = []
    if terms.decision:
        limits.append(terms.decision * 1000)
    if terms.total:
        left = terms.total * 1000 - state.spent_ms[seat]
        limits.append(max(left, int(OVERTIME * 1000)))
    return min(limits) if limits else None


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
        """The seconds that an absent person still has to return."""
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


class Timers:
    """Everything that runs out at a table."""

    def __init__(self, away_seconds: float) -> None:
        self.clocks = Clocks()
        self.countdown = Countdown()
        self.absences = Absences(away_seconds)

    def follow(self, state: TableState) -> None:
        """After every change: clocks run for people who are due, a window counts down."""
        # a window is everybody's clock: no other one runs, or stops when somebody has answered
        due = state.due if state.window is None else set()
        timed = {seat for seat in due if state.seats[seat].kind == PERSON}
        if state.is_deserted:  # the match waits, once what is the bots' already is decided
            timed &= self.clocks.over
        self.clocks.run_for(timed)
        if state.match is None or state.window is None or state.status != PLAYING:
            self.countdown.stop()
        else:  # after a restart it opens again
            self.countdown.follow(len(state.match.decisions), state.window.seconds)

    def start_again(self) -> None:
        """Decisions were taken back: everything runs from there."""
        self.clocks.run_for(())
        self.countdown.stop()

    def forgive(self) -> None:
        """After the server slept: nobody loses for it."""
        self.clocks.forgive()
        self.countdown.forgive()

    def next_end(self, state: TableState, missing: Iterable[float]) -> float | None:
        """Seconds until something runs out; ``missing`` is until people count as gone."""
        ends = [self.countdown.next_end(), self.clocks.next_end(state), *missing]
        return min((end for end in ends if end is not None), default=None)

    def seconds_left(self, state: TableState, seat: int) -> float | None:
        """The time left for a decision, as it is shown to a person."""
        left = (self.clocks.left_ms(state, seat), self.countdown.left_ms)
        known = [ms for ms in left if ms is not None]
        return max(0, min(known)) / 1000 if known else None
