"""Experiments run on all cores or on a cluster: the same notes with any number of workers."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, nullcontext
from pathlib import Path

from kermesse.lab.experiment import Experiment
from kermesse.lab.games import Games, joined
from kermesse.lab.kept_games import Keeper
from kermesse.lab.notes import Notes
from kermesse.lab.portion import play_portion
from kermesse.lab.strength.workers import checked_workers
from kermesse.lab.table_file import batch_of

AHEAD = 2  # portions that each worker may have waiting

Watch = Callable[[int], None]  # is told how many more games are there


def run(
    experiment: Experiment,
    *,
    workers: int | None = None,
    folder: Path | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> Games:
    """Play all games of an experiment.

    With a ``folder`` each portion is written down there when it is played, and a run that was
    interrupted continues. ``cluster`` is the address of a Ray cluster that plays instead.
    """
    keeper = Keeper(folder, experiment) if folder else None
    found = keeper.read() if keeper else []
    tell = watch or (lambda games: None)
    tell(sum(len(notes.deal) for notes in found))
    missing = range(len(found), experiment.portions)
    if not missing:
        return Games(experiment, joined(found))
    source = portions(experiment, missing, workers, cluster)
    with closing(source), keeper.writing(found) if keeper else nullcontext() as file:
        for notes in source:
            found.append(notes)
            if file is not None:
                file.write_batch(batch_of(experiment, notes))
            tell(len(notes.deal))
    return Games(experiment, joined(found))


def portions(
    experiment: Experiment, missing: Iterable[int], workers: int | None, cluster: str | None
) -> Generator[Notes]:
    """Play some portions wherever there is room; they come in their order."""
    if cluster is not None:
        from kermesse.lab.cluster import on_cluster

        return on_cluster(experiment, missing, cluster)
    return in_threads(experiment, missing, checked_workers(workers))


def in_threads(experiment: Experiment, missing: Iterable[int], workers: int) -> Generator[Notes]:
    """One thread for each core; kernels hold no GIL."""
    stop = threading.Event()
    waiting: deque[Future[Notes]] = deque()
    with ThreadPoolExecutor(workers, "lab") as pool:
        try:
            for number in missing:
                waiting.append(pool.submit(play_portion, experiment, number, stop))
                if len(waiting) > AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
