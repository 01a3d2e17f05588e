"""Many arenas in one pool of processes: a worker that has compiled a game plays on in it."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

from bench.strength.plan import Duel
from kermesse.arena.blocks import BlockResult, Crew, play_block
from kermesse.arena.results import ResultsFile
from kermesse.bots import bot

AHEAD = 3  # blocks that each worker may have waiting


def played(folder: Path, duel: Duel) -> list[BlockResult]:
    """The blocks of a duel that are there."""
    return ResultsFile(folder / duel.name, duel.settings).read()


def play(duels: list[Duel], folder: Path, workers: int, watch: Callable[[Duel, int], None]) -> None:
    """Play what is missing, duel by duel; every block is written down as soon as it is played."""
    files = {duel: ResultsFile(folder / duel.name, duel.settings) for duel in duels}
    missing: list[tuple[Duel, int]] = []
    for duel, file in files.items():
        done = len(file.read())
        file.start(done)
        watch(duel, done)
        missing += [(duel, block) for block in range(done, duel.settings.blocks)]
    for duel, block in in_order(missing, workers):
        files[duel].add(block)
        watch(duel, 1)


def in_order(missing: list[tuple[Duel, int]], workers: int) -> Iterator[tuple[Duel, BlockResult]]:
    """The blocks that are missing, in the order in which they were asked for."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context)
    waiting: deque[tuple[Duel, Future[BlockResult]]] = deque()
    try:
        for duel, block in missing:
            waiting.append((duel, pool.submit(play_here, duel, block)))
            if len(waiting) > AHEAD * workers:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_crews: dict[Duel, Crew] = {}  # of a worker's process


def play_here(duel: Duel, block: int) -> BlockResult:
    """Play a block in a worker's process."""
    if duel not in _crews:
        _crews[duel] = Crew(duel.settings, bot).__enter__()
    return play_block(_crews[duel], block)
