"""An arena from its first block to its last, on one core or on all."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from pathlib import Path

from kermesse.arena.blocks import BlockResult, Crew, Recruit, play_block
from kermesse.arena.report import Report
from kermesse.arena.results import ResultsFile
from kermesse.arena.settings import Settings
from kermesse.arena.sprt import Test, Verdict
from kermesse.bots import bot
from kermesse.core.errors import SetupRefused, brief, whole

MOST_WORKERS = 1024
AHEAD = 2  # blocks that each worker may have waiting: nobody idles while results are written

Watch = Callable[[int, Test | None], None]


def run(
    settings: Settings,
    *,
    workers: int | None = 1,
    results: Path | None = None,
    watch: Watch = lambda blocks, test: None,
    recruit: Recruit = bot,
) -> Report:
    """Hold an arena and say what came out.

    Blocks are played by ``workers`` processes (None: one for each core) and taken in their order,
    so that the report does not depend on who was faster. With ``results``, every block is written
    down when it is played, and those that are there already are not played again.
    """
    number = checked_workers(workers)
    with Crew(settings, recruit):  # refuses unknown bots before anything is written
        pass
    file = ResultsFile(results, settings) if results else None
    done = file.read() if file else []
    test = Test(settings.sprt) if settings.sprt else None
    finished = [judged(result, test, settings) for result in done]
    if file:
        file.start(len(done))
    watch(len(done), test)
    if len(done) < settings.blocks and not any(finished):
        with closing(played(settings, recruit, number, len(done))) as ahead:
            for result in ahead:
                if file:
                    file.add(result)
                done.append(result)
                stop = judged(result, test, settings)
                watch(len(done), test)
                if stop:
                    break
    return Report(settings, done, test)


def checked_workers(workers: int | None) -> int:
    """How many processes play."""
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores()
    number = whole(workers)
    if number is None or not 1 <= number <= MOST_WORKERS:
        raise SetupRefused(f"an arena has 1 to {MOST_WORKERS} workers, not {brief(workers)}")
    return number


def cores() -> int:
    """All cores of the machine, where the system does not say which of them are ours."""
    return os.cpu_count() or 1


def judged(result: BlockResult, test: Test | None, settings: Settings) -> bool:
    """Whether a sequential test, if there is one, has come to a verdict with this block."""
    if test is None:
        return False
    won = [game.share(0, settings.teams) for game in result.games]
    return test.add(sum(won) / len(won)) is not Verdict.NO_DECISION


def played(
    settings: Settings, recruit: Recruit, workers: int, first: int
) -> Generator[BlockResult]:
    """The blocks from the first that is missing, in order."""
    if workers == 1:
        with Crew(settings, recruit) as crew:
            for block in range(first, settings.blocks):
                yield play_block(crew, block)
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy locks of other threads
    pool = ProcessPoolExecutor(workers, context, initializer=enrol, initargs=(settings, recruit))
    try:
        waiting: deque[Future[BlockResult]] = deque()
        for block in range(first, settings.blocks):
            waiting.append(pool.submit(play_here, block))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_crews: list[Crew] = []  # of a worker's process: one


def enrol(settings: Settings, recruit: Recruit) -> None:
    """Make a worker ready; an interrupt is for the arena, which then lets its workers go."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_the_arena, daemon=True).start()
    _crews.append(Crew(settings, recruit).__enter__())


def leave_with_the_arena() -> None:
    """End this worker when the arena is killed: nobody else would tell it."""
    arena = multiprocessing.parent_process()
    assert arena is not None
    arena.join()
    os._exit(1)


def play_here(block: int) -> BlockResult:
    """Play a block in a worker's process."""
    return play_block(_crews[0], block)
