"""The example that learns by playing against itself: it needs PyTorch, and is run by name."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "learn.py"

pytestmark = pytest.mark.long


def test_it_learns_and_writes_its_curve(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    curve = tmp_path / "curve.json"
    asked = "viva --minutes 0.4 --games 256 --every 4 --tests 50 --opponent random --device cpu"
    subprocess.run(
        [sys.executable, str(EXAMPLE), *asked.split(), "--curve", str(curve)], check=True
    )
    points = json.loads(curve.read_text())["curve"]
    assert len(points) >= 2
    assert points[-1]["share"] > points[0]["share"] + 0.1


def test_it_refuses_a_game_without_two_sides() -> None:
    pytest.importorskip("torch")
    ran = subprocess.run(
        [sys.executable, str(EXAMPLE), "viva", "--seats", "3", "--games", "8", "--device", "cpu"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert "has not two sides" in ran.stderr
