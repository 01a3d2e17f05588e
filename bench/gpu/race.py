"""How many decisions a second, for a few ways to lay the work out on the device."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bench.gpu.compare import blocks
from bench.gpu.matches import (
    cuda,
    in_global,
    in_shared,
    together_in_global,
    together_in_local,
    together_in_shared,
)
from kermesse.core.batch.device import first_phase
from kermesse.core.conformance.matches import bound_of
from kermesse.core.cuda import SIMULATED, on_device
from kermesse.core.game import Game
from kermesse.core.record import Records


@dataclass(frozen=True)
class Layout:
    """Where a record lies while its match is played, and what a thread may use."""

    kernel: str
    block: int = 128
    registers: int = 0


LAYOUTS = (
    Layout("in_global"),
    Layout("in_global", registers=40),
    Layout("in_shared"),
    Layout("in_shared", registers=64),
    Layout("in_shared", registers=48),
    Layout("in_shared", registers=40),
    Layout("in_shared", registers=32),
    Layout("in_shared", block=64, registers=40),
)
# Long rules: a warp whose matches are in many phases runs through much code for a few of them, and
# without a limit a thread takes so many registers that few threads run at a time.
LAYOUTS_OF_LONG_RULES = (
    Layout("in_global"),
    Layout("in_shared", block=64, registers=128),
    Layout("together_in_shared", block=64, registers=128),
    Layout("together_in_global", registers=64),
    Layout("together_in_local", registers=64),
)
LONG = 256  # bytes of a record: the games with long rules have the larger ones
SHARED_BYTES = 48 * 1024  # of a block
KERNELS = {
    kernel.__name__: kernel
    for kernel in (
        in_global,
        in_shared,
        together_in_global,
        together_in_local,
        together_in_shared,
    )
}


@dataclass
class Result:
    """What a layout yielded."""

    layout: Layout
    matches: int
    decisions: int = 0
    seconds: list[float] = field(default_factory=list)
    compile_seconds: float = 0.0
    same_bytes: bool = False

    @property
    def decisions_per_second(self) -> float:
        """At the median of the repeats."""
        return self.decisions / statistics.median(self.seconds)


def race(game: Game, layout: Layout, start: Records, expected: Records, repeats: int) -> Result:
    """Compile and warm up once, check the bytes, then time."""
    kernel = on_device(
        KERNELS[layout.kernel],
        game,
        layout.registers,
        ACTIONS=game.actions,
        SHAPE=start.dtype,
        BLOCK=layout.block,
        MOVE=narrowest(game.actions),
        PHASES=len(game.phases),
        START=first_phase(game),
    )
    launch = kernel[blocks(len(start), layout.block), layout.block]
    decisions = cuda.to_device(np.zeros(len(start), np.int64))
    bound = bound_of(game, game.blank())
    result = Result(layout, len(start))
    for repeat in range(repeats + 1):
        records = cuda.to_device(start)
        seconds = timed(launch, records, bound, decisions)
        if repeat == 0:
            result.compile_seconds = seconds
            result.same_bytes = records.copy_to_host().tobytes() == expected.tobytes()
            result.decisions = int(decisions.copy_to_host().sum())
        else:
            result.seconds.append(seconds)
    return result


def timed(launch: Any, *arguments: Any) -> float:
    """Seconds from the launch to the last thread's end."""
    cuda.synchronize()
    began = time.perf_counter()
    launch(*arguments)
    cuda.synchronize()
    return time.perf_counter() - began


def narrowest(actions: int) -> type[np.signedinteger[Any]]:
    """The type of a buffer of moves."""
    return np.int8 if actions <= np.iinfo(np.int8).max else np.int16


def layouts(game: Game) -> list[Layout]:
    """What is tried; the simulator cannot copy a record."""
    if SIMULATED:
        return [LAYOUTS[0]]
    tried = LAYOUTS if game.dtype.itemsize < LONG else LAYOUTS_OF_LONG_RULES
    return [layout for layout in tried if fits(game, layout)]


def fits(game: Game, layout: Layout) -> bool:
    """Whether the records of a block have room in shared memory, if they lie there."""
    return "shared" not in layout.kernel or layout.block * game.dtype.itemsize <= SHARED_BYTES
