"""The first use of a game on a machine compiles it: in a separate process, with progress.

Run as `python -m kermesse.table.live.compilation GAME STAGE` it compiles one stage of the game into
the cache on disk. Until that is done, the server decides in plain Python, which gives the same
bytes; only bots that search are waited for. What somebody waits for is compiled next.
"""

from __future__ import annotations

import asyncio
import math
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

import llvmlite.binding
import numba
import structlog

from kermesse import bots
from kermesse.bots import bot
from kermesse.bots.budget import Budget
from kermesse.core.announcement import BYTES_A_SECOND, weight
from kermesse.core.cache import cache_home, sources_key
from kermesse.core.game import Game
from kermesse.core.machine_code import look_again, play_plainly
from kermesse.core.match import Match
from kermesse.core.recipes import LEVELS, Search
from kermesse.core.registry import game as find_game
from kermesse.table.levels import glances, offered_bots
from kermesse.table.state.picks import tree

MOST_DECISIONS = 40  # enough to come by an automatic step in any game
A_LITTLE = Budget(iterations=2)  # of a search: it is compiled whole, however short it is
BEHIND = 10  # how far a child steps back (`nice`) for matches that are played meanwhile

log = structlog.get_logger()


class Stage(StrEnum):
    """What is compiled together."""

    PLAY = "play"  # the rules, and the bots that decide at a glance
    SEARCH = "search"  # the bots that search


STAGES = tuple(Stage)
Job = tuple[Stage, str]  # and the name of a game


class Compilation:
    """Which games have machine code, and when the others will."""

    def __init__(self, games: Iterable[Game], workers: int | None = None) -> None:
        self._games = {game.name: game for game in games}
        self._workers = workers or os.cpu_count() or 1
        soonest = sorted(self._games, key=lambda name: weight(self._games[name]))
        self._waiting: list[Job] = [(stage, name) for stage in STAGES for name in soonest]
        self._ready = {(stage, name): asyncio.Event() for stage in Stage for name in self._games}
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Compile all games on all cores, in other processes; from now on this one never does."""
        play_plainly()
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self._workers)]

    async def stop(self) -> None:
        """Give up what is still to be done, and stop the child processes."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def can_think(self, name: str, game: Game, seats: int) -> bool:
        """Whether a bot can decide: at a glance in plain Python, too, but not by a search."""
        return glances(name, game, seats) or self._ready[Stage.SEARCH, game.name].is_set()

    @property
    def under_way(self) -> list[str]:
        """The games that plain Python plays until their machine code is there."""
        return [name for name in self._games if not self._ready[Stage.PLAY, name].is_set()]

    def seconds_until(self, game: Game) -> int:
        """About how long until bots of a game can search; 0 if they can."""
        job = (Stage.SEARCH, game.name)
        if self._ready[job].is_set():
            return 0
        before = self._waiting[: self._waiting.index(job)] if job in self._waiting else []
        waited_for = [name for _, name in (*before, job)]
        bytes_left = sum(weight(self._games[name]) for name in waited_for)
        return math.ceil(bytes_left / BYTES_A_SECOND / self._workers)

    def hasten(self, game: Game) -> None:
        """A game is played: it is the next to be compiled."""
        self._put_first((Stage.PLAY, game.name))

    async def bot_ready(self, name: str, game: Game, seats: int) -> None:
        """Wait until a bot can decide; a search comes next, then."""
        if not self.can_think(name, game, seats):
            self.hasten_search(game)
            await self._ready[Stage.SEARCH, game.name].wait()

    def hasten_search(self, game: Game) -> None:
        """A bot that searches is wanted: what it needs is the next to be compiled."""
        self._put_first((Stage.SEARCH, game.name))

    def _put_first(self, job: Job) -> None:
        if job in self._waiting:
            self._waiting.remove(job)
            self._waiting.insert(0, job)

    async def _work(self) -> None:
        while self._waiting:
            stage, name = job = self._waiting.pop(0)
            try:
                await self._prepare(self._games[name], stage)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("game cannot be prepared", game=name, stage=str(stage))
            self._ready[job].set()
            log.info("game ready", game=name, stage=str(stage))

    async def _prepare(self, game: Game, stage: Stage) -> None:
        stamp = stamp_of(game, stage)
        if not stamp.exists():
            await self._compile(game.name, stage)
        look_again()
        await asyncio.to_thread(WARM_UPS[stage], game)
        with suppress(OSError):  # a cache that cannot be written to
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.touch()

    async def _compile(self, name: str, stage: Stage) -> None:
        """Let another process fill the cache: compiling would hold up every thread of this one."""
        child = await asyncio.create_subprocess_exec(*command(name, stage))
        try:
            await child.wait()
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()


def command(name: str, stage: Stage) -> list[str]:
    """The command that compiles a stage of a game."""
    return [sys.executable, "-m", __spec__.name, name, stage]


def stamp_of(game: Game, stage: Stage) -> Path:
    """A file that says that this game, as it is, was compiled on this machine before."""
    made_by = f"{numba.__version__}-{llvmlite.binding.get_host_cpu_name()}"
    sources = sources_key(game.home, Path(bots.__file__).resolve().parent)
    return cache_home() / "prepared" / f"{game.name}-{stage}-{sources}-{made_by}"


# --- what is touched, so that it is compiled ------------------------------------------------------


def warm_up(game: Game) -> None:
    """Touch everything that a match at the table needs, and the bots that only glance."""
    seats = game.checked_seats(None)
    quick = [name for name in offered_bots() if glances(name, game, seats)]
    match = Match(game, secret=bytes(32))
    match.view()
    tree(match.frames[-1], min(match.due))
    for name in quick:
        let_play(name, game, seats)


def warm_up_searches(game: Game) -> None:
    """Touch every way to search that some level has for some number of seats."""
    for name, seats in kinds_of_search(game):
        let_play(name, game, seats)


def kinds_of_search(game: Game) -> list[tuple[str, int]]:
    """For each way to search a level that searches so, and a number of seats."""
    found: dict[tuple[Search, Search], tuple[str, int]] = {}
    for seats in game.seats_for():
        recipes = game.levels(seats)
        for name in LEVELS:
            if not glances(name, game, seats):
                kind = (recipes[name].search, recipes[name].otherwise)
                found.setdefault(kind, (name, seats))
    return list(found.values())


def let_play(name: str, game: Game, seats: int) -> None:
    """Let a bot play a little, at all seats."""
    player = bot(name, game)
    match = Match(game, seats, secret=bytes(32))
    for _ in range(MOST_DECISIONS):
        if match.over:
            return
        seat = min(match.due)
        match.act(seat, player.choose(match.view(seat), budget=A_LITTLE, seed=0))


WARM_UPS: dict[Stage, Callable[[Game], None]] = {
    Stage.PLAY: warm_up,
    Stage.SEARCH: warm_up_searches,
}


def main() -> None:
    """Compile the stage of a game that the command line names."""
    game, stage = find_game(sys.argv[1]), Stage(sys.argv[2])
    if stage is Stage.SEARCH and hasattr(os, "nice"):  # at most one bot waits for it
        os.nice(BEHIND)
    WARM_UPS[stage](game)


if __name__ == "__main__":
    main()
