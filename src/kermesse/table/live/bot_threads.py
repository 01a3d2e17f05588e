"""Bots think here, in separate threads: the event loop never waits for one."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor

import structlog

from kermesse.bots import Bot, bot
from kermesse.core.position import Action, View
from kermesse.table.levels import glances
from kermesse.table.limits import Limits
from kermesse.table.metrics import Metrics

INSTEAD = "greedy"  # decides for a bot that failed or took too long
AT_LAST = "random"  # decides for that one

log = structlog.get_logger()


class BotThreads:
    """A few threads that choose actions from views; kernels run in them without the GIL.

    Bots that decide at a glance have separate threads: they never queue behind a search.
    """

    def __init__(self, limits: Limits, metrics: Metrics, threads: int | None = None) -> None:
        self._limits = limits
        self._metrics = metrics
        count = threads or os.cpu_count() or 1
        self._glancing = ThreadPoolExecutor(count, "glance")
        self._searching = ThreadPoolExecutor(count, "search")
        self._bots: dict[tuple[str, str, bool], Bot] = {}
        self._is_closed = False

    async def choose(
        self, name: str, view: View, *, seed: int | None = None, alone: bool = False
    ) -> Action:
        """What a bot does; whatever goes wrong with it, its table goes on."""
        for who in (name, INSTEAD):
            try:
                return await self.think(who, view, seed=seed, alone=alone)
            except Exception as broken:
                reason = type(broken).__name__
                log.warning("bot failed", bot=who, game=view.game.name, error=reason)
        return choose(self._bot(AT_LAST, view, alone=alone), view, seed)

    async def think(
        self, name: str, view: View, *, seed: int | None = None, alone: bool = False
    ) -> Action:
        """What a bot would do; raises what it raises, or `TimeoutError`."""
        if self._is_closed:  # a late caller, who was told to stop
            raise asyncio.CancelledError
        started = time.monotonic()
        at_once = glances(name, view.game, view.seats)
        threads = self._glancing if at_once else self._searching
        player = self._bot(name, view, alone=alone)
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(threads, choose, player, view, seed)
        try:
            # a thought that has not begun is dropped if nobody waits for it any longer
            return await asyncio.wait_for(thought, self._limits.bot_seconds)
        finally:
            self._metrics.thinking.labels(bot=name).observe(time.monotonic() - started)

    def _bot(self, name: str, view: View, *, alone: bool) -> Bot:
        """One bot of a kind serves all tables: it is given views, and keeps only its buffers."""
        key = (name, view.game.name, alone)
        if key not in self._bots:
            self._bots[key] = bot(name, view.game, alone=alone)
        return self._bots[key]

    async def pause(self, since: float) -> None:
        """Wait until people can have followed what was to be seen at a time on the steady clock."""
        await asyncio.sleep(max(0.0, since + self._limits.bot_pause_ms / 1000 - time.monotonic()))

    def close(self) -> None:
        """No further thoughts."""
        self._is_closed = True
        for threads in (self._glancing, self._searching):
            threads.shutdown(wait=False, cancel_futures=True)


def choose(player: Bot, view: View, seed: int | None) -> Action:
    """Ask a bot; it is given the view and a seed, and nothing else."""
    return player.choose(view, seed=seed)
