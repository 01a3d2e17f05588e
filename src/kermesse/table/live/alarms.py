"""`Alarms`: one timer for the whole house, so that no table stays in memory for its clock."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable

Ring = Callable[[str, float], None]  # a table, and when it was to be woken up

LATE = 0.01  # seconds: a clock has run out by then, whatever was rounded
MOST_STALE = 1_000  # entries that were replaced, before the heap is made again


class Alarms:
    """When each table has to be woken up, on the steady clock; at most once for each."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self._at: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []  # may hold more: what is not in `_at` is void
        self._timer: asyncio.TimerHandle | None = None

    def set(self, table: str, at: float | None) -> None:
        """Wake a table up then and not at any other time; None is never."""
        if self._at.get(table) == at:
            return
        if at is None:
            del self._at[table]
        else:
            self._at[table] = at
            heapq.heappush(self._heap, (at, table))
        if len(self._heap) > 2 * len(self._at) + MOST_STALE:
            self._heap = [(then, name) for name, then in self._at.items()]
            heapq.heapify(self._heap)
        self._wind()

    def __contains__(self, table: str) -> bool:
        return table in self._at

    def _wind(self) -> None:
        while self._heap and self._at.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._heap:
            wait = max(0.0, self._heap[0][0] - time.monotonic()) + LATE
            self._timer = asyncio.get_running_loop().call_later(wait, self._go_off)

    def _go_off(self) -> None:
        self._timer = None
        now = time.monotonic()
        while self._heap and self._heap[0][0] <= now:
            at, table = heapq.heappop(self._heap)
            if self._at.get(table) == at:
                del self._at[table]
                self._ring(table, at)
        self._wind()

    def close(self) -> None:
        """Nobody is woken up any more."""
        self._at.clear()
        self._heap.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
