"""PettingZoo's own tests, unmodified, for every game, seat count and a variant."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

import kermesse
from kermesse.interop.pettingzoo import env, parallel_env, raw_env, raw_parallel_env

from .scenes import FIRSTS, TABLES, VARIANT

# PettingZoo warns of these in its own masked games too, unless they are on a list of names
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Environment's (min|max)imum state space value"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # after the end
]
CYCLES = 12


def test_pygame_of_the_benchmarks_is_in_nobodys_way(tmp_path: Path) -> None:
    """`make bench` installs it beside the tests; PettingZoo's then import a game that warns."""
    (tmp_path / "pygame").mkdir()
    (tmp_path / "pygame" / "__init__.py").touch()
    command = [sys.executable, "-m", "pytest", "--collect-only", __file__]
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_turn_by_turn(name: str, seats: int) -> None:
    api_test(env(name, seats=seats), num_cycles=CYCLES)
    seed_test(partial(env, name, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_all_at_once(name: str, seats: int) -> None:
    parallel_api_test(parallel_env(name, seats=seats), num_cycles=CYCLES)
    parallel_seed_test(partial(parallel_env, name, seats=seats), num_cycles=CYCLES)
    state_test(env(name, seats=seats), parallel_env(name, seats=seats), num_cycles=2)


@pytest.mark.parametrize("name", ["muvuca", "viva"])
def test_whole_matches(name: str) -> None:
    api_test(env(name), num_cycles=1000)
    parallel_api_test(parallel_env(name), num_cycles=1000)


@pytest.mark.parametrize("door", [env, raw_env])
def test_fields_by_name(door: Any) -> None:
    api_test(door("viva", seats=3, observations="fields", tell=True), num_cycles=CYCLES)


@pytest.mark.parametrize("door", [parallel_env, raw_parallel_env])
def test_fields_by_name_all_at_once(door: Any) -> None:
    parallel_api_test(door("viva", seats=3, observations="fields", tell=True), num_cycles=CYCLES)


def test_a_variant() -> None:
    api_test(env(VARIANT), num_cycles=CYCLES)
    seed_test(partial(env, VARIANT), num_cycles=CYCLES)
    parallel_api_test(parallel_env(VARIANT), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "seats"), FIRSTS)
def test_rendering(name: str, seats: int) -> None:
    render_test(partial(env, name, seats=seats))


def test_rendering_a_variant() -> None:
    render_test(partial(env, VARIANT))


@pytest.mark.parametrize("name", ["moon_river", "muckle", "muvuca", "shuppa", "viva"])
def test_each_game_of_the_house_is_a_module(name: str) -> None:
    module = import_module(f"kermesse.interop.pettingzoo.{name}_v0")
    assert str(module.env()) == str(module.raw_env()) == f"{name}_v0"
    assert str(module.parallel_env()) == str(module.raw_parallel_env()) == f"{name}_v0"


def test_every_installed_game_is_registered() -> None:
    for name in kermesse.game_names():
        assert str(pettingzoo.make("aec", f"kermesse/{name}_v0")) == f"{name}_v0"
        assert str(pettingzoo.make("parallel", f"kermesse/{name}_v0")) == f"{name}_v0"
    assert len(pettingzoo.make("aec", "kermesse/viva_v0", seats=5).possible_agents) == 5
