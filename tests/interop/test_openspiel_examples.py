"""The examples with OpenSpiel's algorithms run, and those that search or learn do it well."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def part(example: str, name: str) -> Any:
    return runpy.run_path(str(EXAMPLES / f"openspiel_{example}.py"))[name]


def test_ismcts_is_the_same_for_the_same_seed() -> None:
    play = part("ismcts", "play")
    name = "kermesse_muvuca(rounds_to_win=1,end_lines=1)"
    one, other = (play(name, simulations=3, games=4, seed=3) for _ in range(2))
    assert one == other
    assert set(one) <= {-1, 1}


@pytest.mark.long
def test_ismcts_beats_a_random_player() -> None:
    worth = part("ismcts", "play")("kermesse_muvuca(rounds_to_win=1)", 40, games=20, seed=1)
    assert sum(each > 0 for each in worth) >= 15  # of equals, one in fifty would


def test_mcts_plays_a_match_of_moon_river() -> None:
    returns, actions = part("mcts", "play")("kermesse_moon_river(samples=4)", 2, seed=1)
    assert sorted(returns) == [-1, 1]
    assert actions > 50


@pytest.mark.long  # the peers' tests solve the same one day by day
def test_cfr_solves_a_mini_game() -> None:
    found = dict(part("cfr", "solve")("kermesse_viva_mini", iterations=3, often=3))
    assert list(found) == [0, 3]
    assert found[0] > 0.3
    assert found[0] / 3 > found[3] > 0


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # of other people's code
def test_dqn_learns_for_some_episodes() -> None:
    pytest.importorskip("jax")
    pytest.importorskip("flax")
    before, after, loss = part("dqn", "train")(
        "kermesse_muvuca(rounds_to_win=1,end_lines=1)", episodes=30, games=10, seed=1
    )
    assert -1 <= before <= 1
    assert -1 <= after <= 1
    assert 0 < loss < 10  # it has learned from some batches
