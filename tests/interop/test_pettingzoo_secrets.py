"""Honesty: what a seat cannot know changes nothing that its agent is given."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from kermesse.interop.pettingzoo import raw_env, raw_parallel_env

from .scenes import TABLES, other_world, same, walk

DECISIONS = 12
# nobody else sits there; what nobody has seen is undecided, and no world differs from another
OPEN = {("shuppa", 1), ("moon_river", 2), ("moon_river", 3), ("moon_river", 4)}


def given(table: Any) -> dict[str, Any]:
    """All that the agents are given: observations, masks, infos."""
    seen = (
        table._observations()
        if hasattr(table, "wait")
        else {agent: table.observe(agent) for agent in table.agents}
    )
    return {agent: (seen[agent], info) for agent, info in table._infos().items()}


@pytest.mark.parametrize("kind", ["flat", "fields"])
@pytest.mark.parametrize("door", [raw_env, raw_parallel_env])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_an_agent_is_given(name: str, seats: int, door: Any, kind: str) -> None:
    table = door(name, seats=seats, observations=kind, tell=True)
    table.reset(seed=1)
    noticed = False
    for _ in walk(table.engine, seats, DECISIONS):
        here = given(table)
        for seat, agent in enumerate(table.possible_agents):
            with other_world(table.engine, seat):
                there = given(table)
            assert same(here[agent], there[agent])
            noticed = noticed or not same(here, there)
    assert noticed != ((name, seats) in OPEN)  # else the worlds do not differ, and nothing is shown


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_boards_show_what_their_viewer_knows(name: str, seats: int) -> None:
    for viewer in (-1, 0):
        table = raw_env(name, seats=seats, render_mode="ansi", render_seat=viewer)
        table.reset(seed=1)
        for _ in walk(table.engine, 2, DECISIONS):
            here = table.render()
            with other_world(table.engine, viewer):
                assert table.render() == here


@pytest.mark.parametrize("name", ["muckle", "shuppa"])
def test_a_sealed_choice_is_not_given_away(name: str) -> None:
    """Whatever the first of them chose, the others are given the same."""
    table = raw_env(name, seats=4, tell=True)
    table.reset(seed=1)
    assert table.engine.asked == [0, 1, 2, 3]
    legal = np.flatnonzero(table.observe("seat_0")["action_mask"]).tolist()
    assert len(legal) > 1
    after = []
    for action in legal:
        world = copy.deepcopy(table)
        world.step(action)
        seen = given(world)
        after.append([seen[agent] for agent in ("seat_1", "seat_2", "seat_3")])
    assert all(same(world, after[0]) for world in after)


def test_no_observation_holds_the_source_of_chance() -> None:
    table = raw_env("muvuca", observations="fields")
    table.reset(seed=1)
    for agent in table.possible_agents:
        seen = table.observe(agent)["observation"]
        assert "rng" not in seen
        assert seen["viewer"] == [int(agent[-1])]


def test_a_state_is_what_the_seats_know_together() -> None:
    table = raw_env("viva", seats=3)
    table.reset(seed=1)
    parts = [table.observe(agent)["observation"] for agent in table.possible_agents]
    assert np.array_equal(table.state(), np.concatenate(parts))
    assert table.state_space.contains(table.state())
