"""A warp of a GPU, played by threads."""

from __future__ import annotations

from threading import Barrier, local
from typing import Any

LANES = 4


class Warp:
    """Stands for `numba.cuda`: threads that exchange numbers as those of a warp do."""

    def __init__(self) -> None:
        self.barrier = Barrier(LANES, timeout=60)
        self.values: list[Any] = [0] * LANES
        self.of_thread = local()

    def shfl_xor_sync(self, mask: int, value: Any, distance: int) -> Any:
        lane = self.of_thread.lane
        self.values[lane] = value
        self.barrier.wait()
        other = self.values[lane ^ distance]
        self.barrier.wait()
        return other
