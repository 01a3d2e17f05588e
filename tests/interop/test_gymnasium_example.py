"""The example with Stable-Baselines3 learns: it needs PyTorch, and is run by name."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from kermesse.interop.gymnasium import SeatEnv, make

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "maskable_ppo.py"

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("default")]  # of other people's code


def test_maskable_ppo_learns_to_beat_a_random_bot() -> None:
    pytest.importorskip("sb3_contrib")
    train = runpy.run_path(str(EXAMPLE))["train"]
    env = make("viva", seat="random", opponents="random", options={"rounds": 1})
    before, after = train(env, steps=20_000, games=200, seed=1)
    assert before < 0.6  # not better than random yet
    assert after > before + 0.05


def test_the_checker_of_stable_baselines() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    for kind in ("flat", "fields"):
        checker.check_env(SeatEnv("muvuca", observations=kind))
