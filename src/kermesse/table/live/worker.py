"""`Worker`: processes beside the server for what would hold up the tables, replays above all.

A thread would not do: Python runs one thread at a time, and a page that is rendered in another one
takes every second slice from the event loop.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from time import process_time
from types import FrameType
from typing import Any

import structlog

from kermesse.core.errors import KermesseError, MatchFileError
from kermesse.core.game import Game
from kermesse.table.cost import Turns
from kermesse.table.refusals import Refused

MOST_PROCESSES = 4
MOST_SECONDS = 20.0  # of processor time for one piece of work
BEHIND = 5  # how far it steps back (`nice`) for the tables

Wanted = Callable[[], Awaitable[bool]]

log = structlog.get_logger()


class Unwanted(Exception):
    """Nobody waits for it any more."""


class TooLong(BaseException):
    """A piece of work took so long that it was given up.

    No mere exception: what verifies a match would take that for a decision that is refused.
    """


class Worker:
    """Runs functions in other processes, which start when the first is wanted."""

    def __init__(self, games: Sequence[Game]) -> None:
        self._games = games
        self._processes = max(1, min(MOST_PROCESSES, (os.cpu_count() or 1) // 2))
        self._turns = Turns(self._processes)
        self._pool: ProcessPoolExecutor | None = None
        self._ends: tuple[Connection, Connection] | None = None
        self._is_closed = False

    async def run(self, is_wanted: Wanted, function: Callable[..., Any], *given: Any) -> Any:
        """What a function of a module answers; `Unwanted` if nobody waits when its turn comes."""
        async with self._turns.turn() as by:
            if not await is_wanted():
                raise Unwanted
            answer, error, seconds = await self._result(function, given)
            by.spend(seconds)
        if error is not None:
            raise error
        return answer

    async def _result(self, function: Callable[..., Any], given: Sequence[Any]) -> Any:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self._started()
            try:
                return await loop.run_in_executor(pool, timed, function, *given)
            except BrokenProcessPool:
                if pool is self._pool:  # or else there are others already, with work to do
                    log.error("a process beside the server ended; another one is started")
                    self._stop()
        raise Refused("failed")

    def _started(self) -> ProcessPoolExecutor:
        if self._is_closed:
            raise asyncio.CancelledError
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # a fork would copy locks of threads
            self._ends = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                self._processes, context, initializer=begin, initargs=(self._games, self._ends[0])
            )
        return self._pool

    def _stop(self) -> None:
        if self._pool is not None and self._ends is not None:
            for end in self._ends:
                end.close()
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._ends = None

    def close(self) -> None:
        """No further work; what is under way is given up."""
        self._is_closed = True
        self._stop()


# --- in the other process -------------------------------------------------------------------------

_games: dict[str, Game] = {}


def begin(games: Sequence[Game], ending: Connection) -> None:
    """Get ready in a fresh process. It ends with the server, however that ends."""
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, give_up)
    _games.update({game.name: game for game in games})
    threading.Thread(target=leave_with_the_server, args=(ending,), daemon=True).start()


def leave_with_the_server(ending: Connection) -> None:
    """Nothing is ever said on this line: what counts is that it ends."""
    ending.poll(None)
    os._exit(0)


def give_up(kind: int, frame: FrameType | None) -> None:
    """The time for a piece of work is over."""
    raise TooLong("that took too long, so it was given up")


def timed(function: Callable[..., Any], *given: Any) -> tuple[Any, Exception | None, float]:
    """What a function answers or raises, and how long the processor was busy with it."""
    started = process_time()
    answer: Any = None
    error: Exception | None = None
    try:
        answer = limited(function, *given)
    except (Refused, MatchFileError) as refused:
        error = refused
    except (KermesseError, TooLong) as refused:  # some are more than a sentence: no pickles
        error = MatchFileError(str(refused))
    except Exception:
        error = RuntimeError(traceback.format_exc())
    return answer, error, process_time() - started


def limited(function: Callable[..., Any], *given: Any) -> Any:
    """What a function answers; `TooLong` if it is too busy for that."""
    if not hasattr(signal, "setitimer"):
        return function(*given)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        return function(*given)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def offered(name: str) -> Game | None:
    """A game that the server offers, by its name."""
    return _games.get(name) if isinstance(name, str) else None
