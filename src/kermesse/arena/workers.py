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
from contextlib import ExitStack
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize

from kermesse.arena.blocks import BlockResult, Crew, Recruit, play_block
from kermesse.arena.settings import Settings
from kermesse.bots import bot
from kermesse.bots.process import end_all
from kermesse.core.errors import SetupRefused, brief, whole

MOST_WORKERS = 1024
LOOK_UP = 0.2  # seconds after which a worker looks whether the arena is still there
AHEAD = 2  # blocks that each worker may have waiting: nobody idles while results are written

Job = tuple[Settings, int]  # a block of an arena


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
            for settings, block in jobs:
                yield play_block(crews.of(settings), block)
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy locks of other threads
    over = context.Event()
    pool = ProcessPoolExecutor(workers, context, initializer=enrol, initargs=(recruit, over))
    try:
        waiting: deque[Future[BlockResult]] = deque()
        for job in jobs:
            waiting.append(pool.submit(play_here, *job))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:  # interrupted, or nobody wants to see more: no block is played out
        over.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class Crews(ExitStack):
    """The bots of several arenas, each made when it is first needed."""

    def __init__(self, recruit: Recruit) -> None:
        super().__init__()
        self.recruit = recruit
        self._crews: dict[str, Crew] = {}

    def of(self, settings: Settings) -> Crew:
        """The bots of one arena."""
        name = json.dumps(settings.as_json())
        if name not in self._crews:
            self._crews[name] = self.enter_context(Crew(settings, self.recruit))
        return self._crews[name]


_here: list[Crews] = []  # of a worker's process: one


def enrol(recruit: Recruit, over: Event) -> None:
    """Make a worker ready; an interrupt is for the arena, which then lets its workers go.

    However it goes, it ends its bots' processes first, with all that these have started.
    """
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.SIG_IGN)
    crews = Crews(recruit)
    _here.append(crews)
    Finalize(None, crews.close, exitpriority=0)
    threading.Thread(target=leave_with_the_arena, args=(over,), daemon=True).start()


def leave_with_the_arena(over: Event | None = None) -> None:
    """End this worker when the arena is over early, or killed: nobody else would tell it."""
    arena = multiprocessing.parent_process()
    assert arena is not None
    if over is None:
        arena.join()
    else:
        while arena.is_alive() and not over.wait(LOOK_UP):
            pass
        end_all()
    os._exit(1)


def play_here(settings: Settings, block: int) -> BlockResult:
    """Play a block in a worker's process."""
    return play_block(_here[0].of(settings), block)
