"""Who knows what: MR-132 to MR-135 and MR-144."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kermesse.core.position import Situation
from kermesse.games.moon_river import game
from kermesse.games.moon_river.tests.scenes import (
    KINDS,
    SEAT_COUNTS,
    any_options,
    fields,
    partners,
    recruited,
    scaled,
    scene,
    walk,
)


def census(situation: Situation) -> tuple[list[int], int]:
    out = np.zeros(len(game.box), np.int16)
    unnamed = game.kernels["census"](situation.record, out)
    return out.tolist(), int(unnamed)


@pytest.mark.rule("MR-132", "MR-135")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_everybody_sees_everything_on_the_table(seats: int) -> None:
    chance = Random(seats)
    position = game.new(seats, 3, any_options(chance, seats))
    for number, _ in enumerate(walk(position, chance)):
        if number % scaled(1, 7):
            continue
        truth = fields(position.record)
        for viewer in range(-1, seats):
            seen = fields(position.view(viewer).record)
            assert (seen.pop("rng"), seen.pop("viewer")) == (0, viewer)
            assert seen.items() <= truth.items()


@pytest.mark.rule("MR-132")
def test_the_specialist_under_a_cowboy_is_known() -> None:
    position = scene(3, reserves={0: "Do K3"})
    recruited(position, "Do K3", "r1c2 r1c1", "farmer cowboy")
    for viewer in (-1, 0, 1, 2):
        assert partners(position.view(viewer), 0) == {1: "farmer.cowboy"}


@pytest.mark.rule("MR-133", "MR-134")
def test_what_comes_next_is_in_no_record() -> None:
    """Two tables alike in all but the source of chance: the same views, other draws."""
    draws = set()
    for key in range(40):
        position = game.new(3, 1)
        position.rekey(key)
        assert position.view(0).tobytes() == game.new(3, 1).view(0).tobytes()
        seat = min(position.due)
        events = position.act(seat, "plot 1")
        draws.add(tuple(event.args[0] for event in events if event.kind == "ranchero"))
    assert len(draws) > 1


@pytest.mark.rule("MR-133")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_contents_of_box_and_stack_can_be_worked_out(seats: int) -> None:
    chance = Random(4)
    position = game.new(seats, 4)
    for number, _ in enumerate(walk(position, chance)):
        if number % scaled(1, 3):
            continue
        named, unnamed = census(position.view())
        s = position.record
        assert unnamed == s.boxed.sum() + s.stack.sum()
        assert [named[k] + int(s.boxed[k]) for k in range(25)] == list(KINDS.values())
        assert [named[25 + n] + int(s.stack[n]) for n in range(5)] == [5, 5, 3, 5, 2]
        assert named[30:] == [32, 1, 1]


@pytest.mark.rule("MR-133")
def test_an_imagined_world_is_the_table_itself() -> None:
    chance = Random(6)
    position = game.new(4, 6)
    for number, _ in enumerate(walk(position, chance)):
        if number % 7 == 0:
            world = position.view(number % 4).imagine(number)
            assert fields(world.record) | {"rng": 0} == fields(position.record) | {"rng": 0}


@pytest.mark.rule("MR-133", "MR-135")
def test_a_twin_differs_in_nothing_but_the_draws_to_come() -> None:
    position = game.new(4, 6)
    other = position.copy()
    game.kernels["twin"](other.record, 2)
    assert other.record.rng != position.record.rng
    other.record.rng = position.record.rng
    assert other == position


@pytest.mark.rule("MR-144")
def test_every_draw_is_counted_and_nothing_else() -> None:
    drawing = {"token", "drew", "ranchero", "colours", "scenario"}
    for seats in SEAT_COUNTS:
        position = game.new(seats, 2, {"variant": "legends"})
        reveals, key = position.reveals, int(position.record.rng)
        chance = Random(2)
        for event in walk(position, chance):
            assert (position.reveals > reveals) == (event.kind in drawing), event
            assert (int(position.record.rng) != key) == (event.kind in drawing)
            reveals, key = position.reveals, int(position.record.rng)


@pytest.mark.rule("MR-135")
def test_concealing_twice_changes_nothing() -> None:
    position = game.new(3, 1)
    for number, _ in enumerate(walk(position, Random(1))):
        if number % 20 == 0:
            view = position.view(number % 3)
            before = view.tobytes()
            game.kernels["conceal"](view.record, number % 3)
            assert view.tobytes() == before
