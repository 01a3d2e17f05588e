"""Matches played on both sides: the CPU's batches, and the templates that CUDA runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from kermesse.core.batch.device_kernels import WARP, first_of_warp
from kermesse.core.binding import template
from kermesse.core.conformance.matches import bound_of
from kermesse.core.contract import setup
from kermesse.core.cuda import SIMULATED, cuda_module
from kermesse.core.game import Game
from kermesse.core.kernel import PLAIN
from kermesse.core.playout import go_on, playout, playouts
from kermesse.core.record import Moves, Record, Records

cuda = cuda_module()

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

SLOWLY = SIMULATED or PLAIN  # the simulator plays a handful: nothing is worth compiling for it
FOLD = np.uint64(0x9E3779B97F4A7C15)
TURN = np.uint64(29)

# What a CUDA template needs to know when it is compiled; `on_device` puts the values in.
ACTIONS = 0
MOVE: Any = np.int16
BLOCK = 128
SHAPE: Any = None
PHASES = 1  # how many there are
START = 0  # the one that set-up leads to


@template
def folded(digest: np.uint64, words: Words) -> np.uint64:
    """A digest that also depends on these words of a record."""
    for i in range(len(words)):
        digest = (digest ^ words[i]) * FOLD
        digest ^= digest >> TURN
    return digest


@template
def traced(s: Record, words: Words, bound: int, moves: Moves) -> np.uint64:
    """Play a match as `playout` does and fold every record on the way into one number."""
    setup(s)
    digest = folded(FOLD, words)
    for _ in range(bound):
        if s.over:
            break
        go_on(s, moves)
        digest = folded(digest, words)
    return digest


@template
def traces(batch: Records, words: Words, bound: int, moves: Moves, digests: Words) -> None:
    """`traced` for a whole batch, on the CPU."""
    for i in range(len(batch)):
        digests[i] = traced(batch[i], words[i], bound, moves)


@template
def trace_each(batch: Records, words: Words, bound: int, digests: Words) -> None:
    """`traced`, one CUDA thread per match; ``words`` is the memory of ``batch``."""
    i = cuda.grid(1)
    if i < batch.shape[0]:
        moves = cuda.local.array(ACTIONS, MOVE)
        digests[i] = traced(batch[i], words[i], bound, moves)


@template
def in_global(batch: Records, bound: int, decisions: Numbers) -> None:
    """One match per thread, played where its record lies."""
    i = cuda.grid(1)
    if i < batch.shape[0]:
        moves = cuda.local.array(ACTIONS, MOVE)
        s = batch[i]
        setup(s)
        decisions[i] = playout(s, bound, moves)


@template
def in_shared(batch: Records, bound: int, decisions: Numbers) -> None:
    """One match per thread, in a copy in shared memory."""
    records = cuda.shared.array(BLOCK, SHAPE)
    i = cuda.grid(1)
    if i < batch.shape[0]:
        moves = cuda.local.array(ACTIONS, MOVE)
        records[cuda.threadIdx.x] = batch[i]
        s = records[cuda.threadIdx.x]
        setup(s)
        decisions[i] = playout(s, bound, moves)
        batch[i] = s


@template
def together(s: Record, playing: bool, bound: int, moves: Moves) -> int:
    """Play a match beside the others of a warp: those go on whose phase comes first.

    A warp runs through the code of every phase that one of its matches is in. So matches wait for
    one another, and longest before the phase that set-up leads to, where a round begins.
    """
    taken = 0
    for _ in range(WARP * bound):
        rank = np.int32(PHASES)
        if playing and not s.over:
            rank = np.int32((int(s.phase) + PHASES - START - 1) % PHASES)
        first = first_of_warp(rank)
        if first == PHASES:
            break
        if rank == first:
            more = go_on(s, moves)
            playing = more >= 0  # one that is stuck keeps the others company
            taken = taken + more if playing else more
    return taken


@template
def together_in_global(batch: Records, bound: int, decisions: Numbers) -> None:
    """`together`, played where the records lie; threads beyond the last match only keep count."""
    moves = cuda.local.array(ACTIONS, MOVE)
    playing = cuda.grid(1) < batch.shape[0]
    i = min(cuda.grid(1), batch.shape[0] - 1)
    s = batch[i]
    if playing:
        setup(s)
    taken = together(s, playing, bound, moves)
    if playing:
        decisions[i] = taken


@template
def together_in_shared(batch: Records, bound: int, decisions: Numbers) -> None:
    """`together`, in copies in shared memory."""
    records = cuda.shared.array(BLOCK, SHAPE)
    moves = cuda.local.array(ACTIONS, MOVE)
    playing = cuda.grid(1) < batch.shape[0]
    i = min(cuda.grid(1), batch.shape[0] - 1)
    records[cuda.threadIdx.x] = batch[i]
    s = records[cuda.threadIdx.x]
    setup(s)
    taken = together(s, playing, bound, moves)
    if playing:
        decisions[i] = taken
        batch[i] = s


@template
def together_in_local(batch: Records, bound: int, decisions: Numbers) -> None:
    """`together`, each thread in a copy of its own, laid out so that a warp reads it in one go."""
    records = cuda.local.array(1, SHAPE)
    moves = cuda.local.array(ACTIONS, MOVE)
    playing = cuda.grid(1) < batch.shape[0]
    i = min(cuda.grid(1), batch.shape[0] - 1)
    records[0] = batch[i]
    s = records[0]
    setup(s)
    taken = together(s, playing, bound, moves)
    if playing:
        decisions[i] = taken
        batch[i] = s


def fresh(game: Game, matches: int, first_seed: int = 1) -> Records:
    """Records of matches with the default options, seeds counting up."""
    batch = game.blank(matches)
    batch["rng"] = np.arange(first_seed, first_seed + matches, dtype=np.uint64)
    return batch


def as_words(batch: Records) -> Words:
    """The memory of a batch as 64-bit words, one row per record."""
    return batch.view(np.uint64).reshape(len(batch), -1)


def cpu_playouts(game: Game, batch: Records) -> int:
    """Play a batch to its end on the CPU; return the number of decisions."""
    play, bound = game.bind(playouts, plain=SLOWLY), bound_of(game, batch)

    def part(where: slice) -> int:
        return int(play(batch[where], bound, np.zeros(game.actions, np.int16)))

    counts = in_threads(part, len(batch))
    if min(counts) < 0:
        raise RuntimeError("a match got stuck on the CPU")
    return sum(counts)


def cpu_traces(game: Game, batch: Records) -> Words:
    """Play a batch to its end on the CPU; return a digest of each match's every record."""
    play, bound, words = game.bind(traces, plain=SLOWLY), bound_of(game, batch), as_words(batch)
    digests = np.zeros(len(batch), np.uint64)

    def part(where: slice) -> None:
        moves = np.zeros(game.actions, np.int16)
        play(batch[where], words[where], bound, moves, digests[where])

    in_threads(part, len(batch))
    return digests


def in_threads(work: Callable[[slice], Any], length: int) -> list[Any]:
    """Spread a batch over the cores; kernels hold no GIL."""
    cores = os.cpu_count() or 1
    edges = np.linspace(0, length, 4 * cores + 1).astype(int)
    parts = [slice(a, b) for a, b in pairwise(edges) if a < b]
    with ThreadPoolExecutor(cores) as pool:
        return list(pool.map(work, parts))
