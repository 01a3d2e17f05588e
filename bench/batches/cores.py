"""One core: our batches and those of Pgx take turns."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from time import perf_counter, process_time
from typing import Any

import kermesse
from bench.batches.findings import begun, rate_per_core, spread
from bench.batches.rival import GAMES, Pgx
from kermesse.core.batch import Batch

OURS = "Kermesse"
THEIRS = "Pgx"
Contestant = tuple[str, str, int]  # side, game, and games in a batch


def step_for(batch: Batch, seconds: float) -> dict[str, Any]:
    """Random play, every action checked as usual."""
    steps, began, worked = 0, perf_counter(), process_time()
    while perf_counter() - began < seconds:
        batch.step(batch.random_actions())
        steps += batch.games
    return {
        "steps": steps,
        "seconds": perf_counter() - began,
        "core_seconds": process_time() - worked,
    }


class Ours:
    """Our batches, one for each game and size."""

    def __init__(self, names: tuple[str, ...], sizes: tuple[int, ...]) -> None:
        self.batches = {
            (name, size): kermesse.game(name).batch(size, seed=7, threads=1)
            for name in names
            for size in sizes
        }

    def take_turns(self, seconds: float) -> Iterator[tuple[Contestant, float]]:
        """Each steps for a while."""
        for (name, size), batch in self.batches.items():
            yield (OURS, name, size), rate_per_core(step_for(batch, seconds))


class Theirs:
    """The games of Pgx in the same sizes."""

    def __init__(self, pgx: Pgx, sizes: tuple[int, ...]) -> None:
        self.pgx, self.sizes = pgx, sizes
        for _ in self.take_turns(0):
            pass  # compiled now

    def take_turns(self, seconds: float) -> Iterator[tuple[Contestant, float]]:
        """Each steps for a while."""
        for env in GAMES:
            for size in self.sizes:
                yield (THEIRS, env, size), rate_per_core(self.pgx.play(env, size, seconds))


def measure(
    names: tuple[str, ...], python: str, sizes: tuple[int, ...], turns: int, seconds: float
) -> dict[str, Any]:
    """All games of both sides, turn by turn, on the same core."""
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    ours = Ours(names, sizes)
    found = begun(turns=turns, seconds=seconds)
    rates: dict[Contestant, list[float]] = defaultdict(list)
    with Pgx(python, core) as pgx:
        found["pgx"] = pgx.about
        theirs = Theirs(pgx, sizes)
        for _ in range(turns):
            for contestant, each in chain(ours.take_turns(seconds), theirs.take_turns(seconds)):
                rates[contestant].append(each)
    found["rates"] = [
        {"side": side, "game": game, "games": size, **spread(each)}
        for (side, game, size), each in rates.items()
    ]
    return found
