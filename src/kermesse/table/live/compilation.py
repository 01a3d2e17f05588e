"""The first use of a game on a machine compiles it: in a separate process, with progress.

Run as `python -m kermesse.table.live.compilation GAME STAGE` it compiles one stage of the game into
the cache on disk and prints how far it is; the server reads that and loads the finished code
afterwards. All games are made playable before any bot that searches is compiled, unless one is
wanted sooner.
"""

from __future__ import annotations

import asyncio
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
from kermesse.core.cache import cache_home, sources_key
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.recipes import LEVELS, Search
from kermesse.core.registry import game as find_game
from kermesse.table.levels import glances, offered_bots
from kermesse.table.state.picks import tree

MOST_DECISIONS = 40  # enough to come by an automatic step in any game
A_LITTLE = Budget(iterations=2)  # of a search: it is compiled whole, however short it is
BEHIND = 10  # how far a child steps back (`nice`) for matches that are played meanwhile

log = structlog.get_logger()

Tell = Callable[[float], None]


class Stage(StrEnum):
    """What is compiled together."""

    PLAY = "play"  # the rules, and the bots that decide at a glance
    SEARCH = "search"  # the bots that search


STAGES = tuple(Stage)
Job = tuple[Stage, str]  # and the name of a game


class Compilation:
    """Which games are ready to be played, and how far the others are."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._games = {game.name: game for game in games}
        self.progress = dict.fromkeys(self._games, 0.0)
        soonest = sorted(self._games, key=lambda name: weight(self._games[name]))
        self._waiting: list[Job] = [(stage, name) for stage in STAGES for name in soonest]
        self._ready = {(stage, name): asyncio.Event() for stage in Stage for name in self._games}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Prepare all games, one after the other, in the background."""
        self._task = asyncio.create_task(self._prepare_all())

    async def stop(self) -> None:
        """Give up what is still to be done, and stop the child process."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    def is_ready(self, game: Game) -> bool:
        """Whether a match of that game can be set up without compiling."""
        return self._ready[Stage.PLAY, game.name].is_set()

    def can_think(self, name: str, game: Game, seats: int) -> bool:
        """Whether a bot can decide without compiling."""
        return self._ready[stage_of(name, game, seats), game.name].is_set()

    @property
    def under_way(self) -> dict[str, float]:
        """The games that cannot be played yet, each with how far it is, from 0 to 1."""
        return {n: p for n, p in self.progress.items() if not self.is_ready(self._games[n])}

    async def ready(self, game: Game) -> None:
        """Wait until a game can be played; it is the next to be prepared."""
        await self._done((Stage.PLAY, game.name))

    async def bot_ready(self, name: str, game: Game, seats: int) -> None:
        """Wait until a bot can decide; the first decision of a search may have to."""
        await self._done((stage_of(name, game, seats), game.name))

    def hasten(self, name: str, game: Game, seats: int) -> None:
        """A bot is wanted for a hint: what it needs is the next to be prepared."""
        self._put_first((stage_of(name, game, seats), game.name))

    async def _done(self, job: Job) -> None:
        self._put_first(job)
        await self._ready[job].wait()

    def _put_first(self, job: Job) -> None:
        if job in self._waiting:
            self._waiting.remove(job)
            self._waiting.insert(0, job)

    async def _prepare_all(self) -> None:
        while self._waiting:
            stage, name = job = self._waiting.pop(0)
            try:
                await self._prepare(self._games[name], stage)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("game cannot be prepared", game=name, stage=str(stage))
            if stage is Stage.PLAY:
                self.progress[name] = 1.0
            self._ready[job].set()
            log.info("game ready", game=name, stage=str(stage))

    async def _prepare(self, game: Game, stage: Stage) -> None:
        stamp = stamp_of(game, stage)
        if not stamp.exists():
            await self._compile(game.name, stage)
        await asyncio.to_thread(WARM_UPS[stage], game, lambda share: None)
        with suppress(OSError):  # a cache that cannot be written to
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.touch()

    async def _compile(self, name: str, stage: Stage) -> None:
        """Let another process fill the cache: compiling would hold up every thread of this one."""
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __spec__.name, name, stage, stdout=asyncio.subprocess.PIPE
        )
        assert child.stdout is not None
        try:
            async for line in child.stdout:
                if stage is Stage.PLAY:
                    self.progress[name] = float(line)
            await child.wait()
        finally:
            if child.returncode is None:
                child.kill()
                await child.communicate()  # waits for the end of its output, too


def weight(game: Game) -> int:
    """Roughly how much there is to compile: the size of the game's sources."""
    sources = [file for file in game.home.rglob("*.py") if "tests" not in file.parts]
    return sum(file.stat().st_size for file in sources)


def stage_of(name: str, game: Game, seats: int) -> Stage:
    """What must be compiled before a bot decides."""
    return Stage.PLAY if glances(name, game, seats) else Stage.SEARCH


def stamp_of(game: Game, stage: Stage) -> Path:
    """A file that says that this game, as it is, was compiled on this machine before."""
    made_by = f"{numba.__version__}-{llvmlite.binding.get_host_cpu_name()}"
    sources = sources_key(game.home, Path(bots.__file__).resolve().parent)
    return cache_home() / "prepared" / f"{game.name}-{stage}-{sources}-{made_by}"


# --- what is touched, so that it is compiled ------------------------------------------------------


def warm_up(game: Game, tell: Tell) -> None:
    """Touch everything that a match at the table needs, and the bots that only glance."""
    seats = game.checked_seats(None)
    quick = [name for name in offered_bots() if glances(name, game, seats)]
    match = Match(game, secret=bytes(32))
    match.view()
    tree(match.frames[-1], min(match.due))
    tell(1 / (len(quick) + 1))
    for place, name in enumerate(quick, start=2):
        let_play(name, game, seats)
        tell(place / (len(quick) + 1))


def warm_up_searches(game: Game, tell: Tell) -> None:
    """Touch every way to search that some level has for some number of seats."""
    searches = kinds_of_search(game)
    for place, (name, seats) in enumerate(searches, start=1):
        let_play(name, game, seats)
        tell(place / len(searches))


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


WARM_UPS: dict[Stage, Callable[[Game, Tell], None]] = {
    Stage.PLAY: warm_up,
    Stage.SEARCH: warm_up_searches,
}


def main() -> None:
    """Compile the stage of a game that the command line names."""
    game, stage = find_game(sys.argv[1]), Stage(sys.argv[2])
    if stage is Stage.SEARCH and hasattr(os, "nice"):  # at most one bot waits for it
        os.nice(BEHIND)
    WARM_UPS[stage](game, lambda share: print(f"{share:.3f}", flush=True))


if __name__ == "__main__":
    main()
