"""The same experiment on a Ray cluster of two workers, also when one of them is killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pytest

from kermesse.lab.experiments import Experiment
from kermesse.lab.running import run

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]  # of Ray's own making


def test_a_cluster_gives_the_same_notes_even_if_a_worker_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    experiment = Experiment.checked("muvuca", bots=["greedy"], games=600, seed=3)
    killed: list[int] = []

    def watch(games: int) -> None:
        if games and not killed:
            killed.append(worker_at_work())
            os.kill(killed[0], signal.SIGKILL)

    here = run(experiment, workers=2)
    there = run(experiment, cluster="local", watch=watch)
    assert killed
    assert all(np.array_equal(a, b) for a, b in zip(here.notes, there.notes, strict=True))


def worker_at_work() -> int:
    """The process of one of our Ray workers that is playing."""
    for folder in Path("/proc").iterdir():
        try:
            title = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            continue
        if title.startswith(b"ray::portion_of"):
            return int(folder.name)
    raise AssertionError("no worker is at work")
