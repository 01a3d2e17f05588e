"""Many arenas in one pool of processes: a worker that has compiled a game plays on in it."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import numba

from bench.findings import processor
from bench.strength.plan import Duel
from kermesse.lab.strength.results import ResultsFile
from kermesse.lab.strength.workers import play_blocks


def file_of(folder: Path, duel: Duel) -> ResultsFile:
    """Where the blocks of a duel are written down."""
    return ResultsFile(folder / duel.name, duel.tournament)


def place_of(folder: Path, duel: Duel) -> Path:
    """Where it is written down when and on what a duel was played: blocks travel, clocks differ."""
    return folder / f"{duel.name}.place"


def write_place(folder: Path, duel: Duel) -> None:
    """Here and now."""
    here = f"{processor()}, Python {platform.python_version()}, Numba {numba.__version__}"
    today = datetime.now(UTC).date().isoformat()
    place_of(folder, duel).write_text(f"{today}\n{here}\n", encoding="utf-8")


def read_place(folder: Path, duel: Duel) -> tuple[str, str]:
    """The day and the machine of a duel; nothing where neither was written down."""
    file = place_of(folder, duel)
    day, machine = file.read_text(encoding="utf-8").splitlines() if file.is_file() else ("", "")
    return day, machine


def play(duels: list[Duel], folder: Path, workers: int, watch: Callable[[Duel, int], None]) -> None:
    """Play what is missing, duel by duel; every block is written down as soon as it is played."""
    files = {duel: file_of(folder, duel) for duel in duels}
    missing: list[tuple[Duel, int]] = []
    for duel, file in files.items():
        done = len(file.read())
        file.start(done)
        watch(duel, done)
        if done < duel.tournament.blocks:
            write_place(folder, duel)
        missing += [(duel, block) for block in range(done, duel.tournament.blocks)]
    jobs = [(duel.tournament, block) for duel, block in missing]
    with closing(play_blocks(jobs, workers)) as results:
        for (duel, _), result in zip(missing, results, strict=True):
            files[duel].add(result)
            watch(duel, 1)
