"""Are the bytes the same? Every final record, and every record on the way there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from bench.gpu.matches import (
    Words,
    as_words,
    cpu_playouts,
    cpu_traces,
    cuda,
    in_global,
    trace_each,
)
from kermesse.core.conformance.matches import bound_of
from kermesse.core.cuda import on_device
from kermesse.core.game import Game
from kermesse.core.record import Records

BLOCK = 128


@dataclass(frozen=True)
class Comparison:
    """How a batch compares that was played on both sides."""

    name: str
    matches: int
    decisions: int
    differing_records: int
    differing_traces: int
    differing_counts: int

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not (self.differing_records or self.differing_traces or self.differing_counts)


def compare(game: Game, name: str, start: Records) -> Comparison:
    """Play a batch on both sides; count the matches whose end or whose way differs."""
    bound, here = bound_of(game, start), start.copy()
    decisions = cpu_playouts(game, here)
    digests = cpu_traces(game, start.copy())
    there = cuda.to_device(start)
    counts = cuda.to_device(np.zeros(len(start), np.int64))
    play = on_device(in_global, game, ACTIONS=game.actions)
    play[blocks(len(start)), BLOCK](there, bound, counts)
    records = there.copy_to_host()
    return Comparison(
        name,
        len(start),
        decisions,
        differing_records=int((as_words(records) != as_words(here)).any(axis=1).sum()),
        differing_traces=int((device_traces(game, start, bound) != digests).sum()),
        differing_counts=abs(int(counts.copy_to_host().sum()) - decisions),
    )


def device_traces(game: Game, start: Records, bound: int) -> Words:
    """The digest of each match's every record, computed on the device."""
    records = cuda.to_device(start)
    words = records.view(np.uint64).reshape(len(start), start.dtype.itemsize // 8)
    digests = cuda.to_device(np.zeros(len(start), np.uint64))
    trace = on_device(trace_each, game, ACTIONS=game.actions)
    trace[blocks(len(start)), BLOCK](records, words, bound, digests)
    return cast("Words", digests.copy_to_host())


def blocks(matches: int, block: int = BLOCK) -> int:
    """How many blocks hold one thread per match."""
    return -(-matches // block)
