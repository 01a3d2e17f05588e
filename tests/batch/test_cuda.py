"""Random play on a CUDA device, in Numba's simulator: the same bytes as on the CPU."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SIMULATORS = {"numba": "cuda/simulator", "numba_cuda": "numba/cuda/simulator"}


def simulated() -> bool:
    """Whether a simulator is installed; looked up without importing anything."""
    homes = {name: spec.origin for name in SIMULATORS if (spec := find_spec(name))}
    return any((Path(home).parent / SIMULATORS[name]).is_dir() for name, home in homes.items())


@pytest.mark.skipif(not simulated(), reason="Numba has no CUDA simulator here")
@pytest.mark.parametrize(
    ("game", "matches"),
    [
        ("muvuca", "2"),
        *(
            pytest.param(game, "1", marks=pytest.mark.long)
            for game in ("viva", "muckle", "moon_river", "shuppa")
        ),
    ],
)
def test_the_simulated_device_plays_the_same_matches_as_the_cpu(game: str, matches: str) -> None:
    options = [game, "--matches", matches, "--race", "1", "--repeats", "1"]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "bench.gpu", *options],
        cwd=ROOT,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        timeout=600,  # a cold machine compiles first
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    *_, last = done.stdout.splitlines()
    assert last == "the same bytes on both sides"
    assert "NOT the same bytes" not in done.stdout
    assert "OTHER BYTES" not in done.stdout
    assert done.stdout.count("0 final records and 0 traces differ") == 2
