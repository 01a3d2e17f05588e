"""The same experiment on a Ray cluster of two workers, also when one of them is killed."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kermesse.lab.experiment import Experiment
from kermesse.lab.page import page
from kermesse.lab.report import Report, Told
from kermesse.lab.scheduler import run

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


def test_a_cluster_makes_the_same_page_even_if_a_worker_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Byte for byte, with all sections."""
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    killed: list[int] = []

    def watch(games: int) -> None:
        if games and not killed:
            killed.append(worker_at_work())
            os.kill(killed[0], signal.SIGKILL)

    assert page_by(cluster="local", watch=watch) == page_by(workers=2)
    assert killed


def page_by(**where: Any) -> bytes:
    """A report on games that were played there."""
    experiment = Experiment.checked("muvuca", games=600, seed=3)
    pairing = replace(experiment, bots=("greedy", "random"), deals=60)
    games, rung = run(experiment, **where), run(pairing, **where)
    told = Told.by(games, ladder=[rung], watched=4)
    assert len(told.sections) == 7
    return page(Report(experiment.game, [told]).paper("the same command")).encode()


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
