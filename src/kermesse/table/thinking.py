"""Bots think here, in threads of their own: the event loop never waits for one."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor

import structlog

from kermesse.bots import bot
from kermesse.core.position import Action, View
from kermesse.table.limits import Limits
from kermesse.table.metrics import Metrics

FALLBACK = "random"

log = structlog.get_logger()


class Thinking:
    """A few threads that choose actions from views; kernels run in them without the GIL."""

    def __init__(self, limits: Limits, metrics: Metrics, threads: int | None = None) -> None:
        self._limits = limits
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(threads or os.cpu_count() or 1, "bot")
        self._is_closed = False

    async def choose(self, name: str, view: View) -> Action:
        """What a bot does; whatever goes wrong with it, its table goes on."""
        if self._is_closed:  # whoever still asks was told to stop, and did not hear it
            raise asyncio.CancelledError
        started = time.monotonic()
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._threads, choose, name, view)
        try:
            action = await asyncio.wait_for(asyncio.shield(thought), self._limits.bot_seconds)
        except Exception as broken:
            log.warning("bot failed", bot=name, game=view.game.name, error=type(broken).__name__)
            action = choose(FALLBACK, view)
        self._metrics.thinking.labels(bot=name).observe(time.monotonic() - started)
        return action

    async def pause(self, since: float) -> None:
        """Wait until people can have followed what was to be seen at a time on the steady clock."""
        await asyncio.sleep(max(0.0, since + self._limits.bot_pause_ms / 1000 - time.monotonic()))

    def close(self) -> None:
        """No further thoughts."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)


def choose(name: str, view: View) -> Action:
    """Ask a bot; it is given the view and nothing else."""
    return bot(name, view.game).choose(view)
