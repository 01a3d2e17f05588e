"""Who plays the blocks: one process, or several that are handed block after block."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize

from kermesse.bots import bot
from kermesse.bots.process import end_all
from kermesse.core.errors import KermesseError, SetupRefused, brief, whole
from kermesse.lab.strength.block import BlockResult, Crew, Recruit, play_block
from kermesse.lab.strength.tournament import Tournament

MOST_WORKERS = 1024
AHEAD = 2  # blocks that each worker may have waiting: nobody idles while results are written

Job = tuple[Tournament, int]  # a block of an arena


def checked_workers(workers: int | None) -> int:
    """How many processes play."""
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores()
    number = whole(workers)
    if number is None or not 1 <= number <= MOST_WORKERS:
        raise SetupRefused(f"there are 1 to {MOST_WORKERS} workers, not {brief(workers)}")
    return number


def cores() -> int:
    """All cores of the machine, where the system does not say which of them are ours."""
    return os.cpu_count() or 1


def play_blocks(
    jobs: Iterable[Job], workers: int, recruit: Recruit = bot
) -> Generator[BlockResult]:
    """Play blocks, of one arena or of several, and give them in the order they are asked for."""
    if workers == 1:
        with Crews(recruit) as crews:
            for tournament, block in jobs:
                yield play_block(crews.of(tournament), block)
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy locks of other threads
    ending, line = context.Pipe(duplex=False)  # nothing is said on it: what counts is its end
    with ending, line:
        pool = ProcessPoolExecutor(workers, context, initializer=enrol, initargs=(recruit, ending))
        try:
            yield from handed_out(jobs, workers, pool)
        except BaseException:  # interrupted, or nobody wants to see more: no block is played out
            line.close()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def handed_out(
    jobs: Iterable[Job], workers: int, pool: ProcessPoolExecutor
) -> Generator[BlockResult]:
    """Hand out block after block, a few ahead, and give them in their order."""
    waiting: deque[Future[BlockResult]] = deque()
    try:
        for job in jobs:
            waiting.append(pool.submit(play_here, *job))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise KermesseError(
            "a process that played was killed, perhaps for want of memory; "
            "what was written down before is kept"
        ) from None


class Crews(ExitStack):
    """The bots of several arenas, each made when it is first needed."""

    def __init__(self, recruit: Recruit) -> None:
        super().__init__()
        self.recruit = recruit
        self._crews: dict[str, Crew] = {}

    def of(self, tournament: Tournament) -> Crew:
        """The bots of one arena."""
        name = json.dumps(tournament.as_json())
        if name not in self._crews:
            self._crews[name] = self.enter_context(Crew(tournament, self.recruit))
        return self._crews[name]


_here: list[Crews] = []  # of a worker's process: one


def enrol(recruit: Recruit, ending: Connection) -> None:
    """Make a worker ready; an interrupt is for the arena, which then lets its workers go.

    In any case it first ends its bots' processes and everything they have started.
    """
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.SIG_IGN)
    crews = Crews(recruit)
    _here.append(crews)
    Finalize(None, crews.close, exitpriority=0)
    threading.Thread(target=leave_with_the_arena, args=(ending,), daemon=True).start()


def leave_with_the_arena(ending: Connection | None = None) -> None:
    """End this worker when the arena ends early or is killed: nothing else would stop it."""
    arena = multiprocessing.parent_process()
    assert arena is not None
    if ending is None:
        arena.join()
    else:
        ending.poll(None)  # until the arena lets go of its line, or is no more
        end_all()
    os._exit(1)


def play_here(tournament: Tournament, block: int) -> BlockResult:
    """Play a block in a worker's process."""
    return play_block(_here[0].of(tournament), block)
