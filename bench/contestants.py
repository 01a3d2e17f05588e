"""Who plays: the engine with each of its games, the yardstick in C, and what others offer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from time import perf_counter, process_time

import numpy as np

from bench.rivals.rate import Rate
from bench.yardstick import NoCompiler, Yardstick
from kermesse.core.game import Game
from kermesse.core.playout import playouts
from kermesse.core.record import Records
from kermesse.games.muckle import game as muckle
from kermesse.games.muvuca import game as muvuca
from kermesse.games.viva import game as viva

# the games of the house, and how many matches take about 30 ms: the time between looks at the clock
BATCHES = {muvuca: 2_000, viva: 250, muckle: 2_000}
SEEDS_APART = 1 << 40  # between threads and turns, so that no match is played twice

C, C_TWO = "C yardstick Muvuca", "C yardstick Muvuca, 2 threads"
OPENSPIEL, RLCARD = "OpenSpiel crazy_eights", "RLCard uno"
RIVALS = {
    OPENSPIEL: "openspiel_crazy_eights",
    RLCARD: "rlcard_uno",
    **{f"plain Python {game.title}": f"plain_{game.name}" for game in BATCHES},
}
MISSING = "not installed (pip install 'kermesse[bench]')"

Play = Callable[[Records, int], int]


def ours(game: Game, threads: int = 1) -> str:
    """How the engine is called when it plays a game."""
    return f"Kermesse {game.title}" + (f", {threads} threads" if threads > 1 else "")


def plain(game: Game) -> str:
    """How the same game in plain Python is called."""
    return f"plain Python {game.title}"


@dataclass
class Contestant:
    """Somebody who plays random matches for a while."""

    name: str
    run: Callable[[float, int], Rate]
    rates: list[Rate] = field(default_factory=list)
    cores: list[float] = field(default_factory=list)  # that the system gave, turn by turn

    def take_turn(self, seconds: float, seed: int) -> None:
        """Play for a while and note how it went."""
        before = process_time()
        rate = self.run(seconds, seed)
        self.rates.append(rate)
        self.cores.append((process_time() - before) / rate.seconds)

    @property
    def decisions_per_second(self) -> list[float]:
        """Of each turn."""
        return [rate.decisions_per_second for rate in self.rates]

    @property
    def decisions_per_core_second(self) -> list[float]:
        """Per second of processor time: where others use the machine too, the fairer figure."""
        pairs = zip(self.decisions_per_second, self.cores, strict=True)
        return [rate / cores for rate, cores in pairs]

    @property
    def matches_per_second(self) -> list[float]:
        """Of each turn."""
        return [rate.matches_per_second for rate in self.rates]


@dataclass(frozen=True)
class Series:
    """Batch after batch of a game's matches, each with fresh seeds."""

    name: str
    game: Game
    play: Play
    threads: int = 1

    def __call__(self, seconds: float, seed: int) -> Rate:
        """Play until the time is up, in plain threads: kernels hold no GIL."""
        if self.threads == 1:
            return self.one(seconds, seed)
        seeds = [seed + number * SEEDS_APART for number in range(self.threads)]
        start = perf_counter()
        with ThreadPoolExecutor(self.threads) as pool:
            rates = list(pool.map(partial(self.one, seconds), seeds))
        decisions, matches = sum(r.decisions for r in rates), sum(r.matches for r in rates)
        return Rate(self.name, decisions, matches, perf_counter() - start)

    def one(self, seconds: float, seed: int) -> Rate:
        """What one thread plays."""
        size, bound = BATCHES[self.game], self.game.bound(self.game.choose(None))
        blank = self.game.blank(size)
        batch = blank.copy()
        decisions = matches = 0
        start = perf_counter()
        elapsed = 0.0
        while elapsed < seconds:
            batch[:] = blank
            batch["rng"] = np.arange(seed + matches, seed + matches + size, dtype=np.uint64)
            decisions += self.play(batch, bound)
            matches += size
            elapsed = perf_counter() - start
        return Rate(self.name, decisions, matches, elapsed)


def compiled_playouts(game: Game, batch: Records, bound: int) -> int:
    """The engine's own random play."""
    played = int(game.bind(playouts)(batch, bound, np.zeros(game.actions, np.int16)))
    if played < 0:
        raise SystemExit(f"a random match of {game.title} got stuck")
    return played


def contestants() -> tuple[list[Contestant], dict[str, str]]:
    """Everybody who is here, and why the others are not."""
    here = []
    for game in BATCHES:
        play = partial(compiled_playouts, game)
        play(game.blank(), game.bound(game.choose(None)))  # compiles: no turn is spent on that
        for name, threads in ((ours(game), 1), (ours(game, 2), 2)):
            here.append(Contestant(name, Series(name, game, play, threads)))
    absent: dict[str, str] = {}
    try:
        yardstick = Yardstick()
    except NoCompiler as reason:
        absent[C] = absent[C_TWO] = str(reason)
    else:
        agree(yardstick)
        # two threads: what they can gain on this machine at all
        for name, threads in ((C, 1), (C_TWO, 2)):
            here.append(Contestant(name, Series(name, muvuca, yardstick.playouts, threads)))
    for name, module in RIVALS.items():
        try:
            here.append(Contestant(name, import_module(f"bench.rivals.{module}").run))
        except ModuleNotFoundError:
            absent[name] = MISSING
    return here, absent


def agree(yardstick: Yardstick, matches: int = 5_000) -> None:
    """Compare apples with apples: engine and yardstick end with the same bytes, any options."""
    batch = muvuca.blank(matches)
    batch["rng"] = np.arange(matches, dtype=np.uint64)
    chance = np.random.default_rng(1)
    for option in muvuca.options:
        batch[option.name] = chance.choice([option.code(v) for v in option.allowed], matches)
    bound = muvuca.bound({"rounds_to_win": 5, "turn_cap": 1000})
    other = batch.copy()
    decisions = compiled_playouts(muvuca, batch, bound), yardstick.playouts(other, bound)
    if decisions[0] != decisions[1] or batch.tobytes() != other.tobytes():
        raise SystemExit("the engine and bench/yardstick/muvuca.c play different matches")
