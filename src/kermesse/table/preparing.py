"""The first use of a game on a machine compiles it: in a process of its own, with progress.

Run as `python -m kermesse.table.preparing GAME` it compiles the game into the cache on disk and
prints how far it is; the server reads that and loads the finished code afterwards.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import llvmlite.binding
import numba
import structlog

from kermesse import bots
from kermesse.bots import bot, bot_names
from kermesse.core.cache import cache_home, sources_key
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.registry import game as find_game

MOST_DECISIONS = 40  # enough to come by an automatic step in any game

log = structlog.get_logger()


class Preparing:
    """Which games are ready to be played, and how far the others are."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._games = {game.name: game for game in games}
        self.progress = dict.fromkeys(self._games, 0.0)
        self._ready = {name: asyncio.Event() for name in self._games}
        self._waiting = list(self._games)  # in the order in which they are prepared
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Prepare all games, one after the other, in the background."""
        self._task = asyncio.create_task(self._prepare_all())

    async def stop(self) -> None:
        """Give up what is still to be done, and see the child off."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    def is_ready(self, game: Game) -> bool:
        """Whether a match of that game can be set up without compiling."""
        return self._ready[game.name].is_set()

    @property
    def under_way(self) -> dict[str, float]:
        """The games that are not ready yet, each with how far it is, from 0 to 1."""
        return {n: p for n, p in self.progress.items() if not self._ready[n].is_set()}

    async def ready(self, game: Game) -> None:
        """Wait until a game can be played; it is the next to be prepared."""
        if game.name in self._waiting:
            self._waiting.remove(game.name)
            self._waiting.insert(0, game.name)
        await self._ready[game.name].wait()

    async def _prepare_all(self) -> None:
        while self._waiting:
            name = self._waiting.pop(0)
            try:
                await self._prepare(self._games[name])
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("game cannot be prepared", game=name)
            self.progress[name] = 1.0
            self._ready[name].set()
            log.info("game ready", game=name)

    async def _prepare(self, game: Game) -> None:
        stamp = stamp_of(game)
        if not stamp.exists():
            await self._compile(game.name)
        await asyncio.to_thread(warm_up, game, lambda share: None)
        with suppress(OSError):  # a cache that cannot be written to
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.touch()

    async def _compile(self, name: str) -> None:
        """Let another process fill the cache: compiling would hold up every thread of this one."""
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __spec__.name, name, stdout=asyncio.subprocess.PIPE
        )
        assert child.stdout is not None
        try:
            async for line in child.stdout:
                self.progress[name] = float(line)
            await child.wait()
        finally:
            if child.returncode is None:
                child.kill()
                await child.communicate()  # waits for the end of its output, too


def stamp_of(game: Game) -> Path:
    """A file that says that this game, as it is, was compiled on this machine before."""
    made_by = f"{numba.__version__}-{llvmlite.binding.get_host_cpu_name()}"
    sources = sources_key(game.home, Path(bots.__file__).resolve().parent)
    return cache_home() / "prepared" / f"{game.name}-{sources}-{made_by}"


def warm_up(game: Game, tell: Callable[[float], None]) -> None:
    """Touch everything that a match at the table needs, for every bot."""
    players = [bot(name, game) for name in bot_names()]
    stages = len(players) + 1
    match = Match(game, secret=bytes(32))
    match.view()
    tell(1 / stages)
    for place, player in enumerate(players, start=2):
        match = Match(game, secret=bytes(32))
        for _ in range(MOST_DECISIONS):
            if match.over:
                break
            seat = min(match.due)
            match.act(seat, player.choose(match.view(seat), seed=0))
        tell(place / stages)


def main() -> None:
    """Compile the game named on the command line."""
    warm_up(find_game(sys.argv[1]), lambda share: print(f"{share:.3f}", flush=True))


if __name__ == "__main__":
    main()
