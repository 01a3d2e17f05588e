"""Many arenas in one pool of processes: a worker that has compiled a game plays on in it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bench.strength.plan import Duel
from kermesse.arena.results import ResultsFile
from kermesse.arena.workers import play_blocks


def file_of(folder: Path, duel: Duel) -> ResultsFile:
    """Where the blocks of a duel are written down."""
    return ResultsFile(folder / duel.name, duel.settings)


def play(duels: list[Duel], folder: Path, workers: int, watch: Callable[[Duel, int], None]) -> None:
    """Play what is missing, duel by duel; every block is written down as soon as it is played."""
    files = {duel: file_of(folder, duel) for duel in duels}
    missing: list[tuple[Duel, int]] = []
    for duel, file in files.items():
        done = len(file.read())
        file.start(done)
        watch(duel, done)
        missing += [(duel, block) for block in range(done, duel.settings.blocks)]
    jobs = [(duel.settings, block) for duel, block in missing]
    with closing(play_blocks(jobs, workers)) as results:
        for (duel, _), result in zip(missing, results, strict=True):
            files[duel].add(result)
            watch(duel, 1)
