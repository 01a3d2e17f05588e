"""All at once: sealed choices are made together, everybody else waits."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger

import kermesse
from kermesse.core.errors import IllegalMove, KermesseError, UnreadableAction
from kermesse.interop.engine import Engine
from kermesse.interop.pettingzoo import parallel_env, raw_parallel_env

from .scenes import TABLES, some_action, some_illegal


def choices(seen: Any, chance: Random) -> dict[str, int]:
    return {agent: some_action(what["action_mask"], chance) for agent, what in seen.items()}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_decisions_are_those_of_the_game_in_its_order(name: str, seats: int) -> None:
    table, engine = raw_parallel_env(name, seats=seats), Engine(name, seats)
    seen, _ = table.reset(seed=4)
    engine.deal(4)
    chance = Random(2)
    for _ in range(25):
        if not table.agents:
            break
        asked, actions = engine.asked, choices(seen, chance)
        waiting = [agent for agent, action in actions.items() if action == table.wait]
        assert waiting == [f"seat_{seat}" for seat in range(seats) if seat not in asked]
        for seat in asked:
            assert engine.take(seat, actions[f"seat_{seat}"])
        seen = table.step(actions)[0]
        assert table.engine.table.tobytes() == engine.table.tobytes()


@pytest.mark.parametrize(
    ("name", "options"), [("muckle", {}), ("viva", {"table": "honour"}), ("shuppa", {})]
)
def test_sealed_choices_are_made_together(name: str, options: dict[str, Any]) -> None:
    game = kermesse.game(name)
    table = parallel_env(name, seats=game.seats[-1], options=options)
    seen, _ = table.reset(seed=1)
    together = 0
    chance = Random(1)
    while table.agents and together < 3:
        asked = table.engine.asked
        together += len(asked) > 1
        assert len(asked) == 1 or int(table.engine.table["phase"][0]) in game.sealed
        seen = table.step(choices(seen, chance))[0]
    assert together == 3


def test_an_open_decision_is_asked_of_the_lowest_seat() -> None:
    table = raw_parallel_env("muckle")
    ball = kermesse.game("muckle").phases["BALL"]
    chance = Random(1)
    for seed in range(20):
        seen, _ = table.reset(seed=seed)
        while table.agents:
            if table.engine.table["phase"][0] == ball:
                assert len(table.engine.asked) == 1
                return
            seen = table.step(choices(seen, chance))[0]
    pytest.fail("no ball in twenty matches")


def test_the_end_pays_everybody_once() -> None:
    table = parallel_env("muvuca")
    seen, _ = table.reset(seed=1)
    chance, paid, steps = Random(3), np.zeros(2), 0
    while table.agents:
        seen, rewards, ended, cut, infos = table.step(choices(seen, chance))
        paid += list(rewards.values())
        steps += 1
        assert seen.keys() == rewards.keys() == ended.keys() == cut.keys() == infos.keys()
    assert all(ended.values())
    assert not any(cut.values())
    assert sorted(paid) == [-1, 1]
    assert steps > 10


def test_an_illegal_move_of_one_seat_undoes_nothing_of_the_others() -> None:
    table = raw_parallel_env("muckle")
    seen, _ = table.reset(seed=1)
    actions = choices(seen, Random(1))
    assert len(table.engine.asked) == 4
    before = table.engine.table.tobytes()
    actions["seat_3"] = some_illegal(seen["seat_3"]["action_mask"])
    with pytest.raises(IllegalMove, match="MK-"):
        table.step(actions)
    assert table.engine.table.tobytes() == before


def test_an_illegal_move_loses() -> None:
    table = parallel_env("muckle")
    seen, _ = table.reset(seed=1)
    before = table.engine.table.tobytes()
    actions = choices(seen, Random(1)) | {
        "seat_2": some_illegal(seen["seat_2"]["action_mask"]),
    }
    _, rewards, ended, cut, _ = table.step(actions)
    assert rewards == {"seat_0": 0, "seat_1": 0, "seat_2": -1, "seat_3": 0}
    assert all(ended.values())
    assert all(cut.values())
    assert table.agents == []
    assert table.engine.table.tobytes() == before


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"seat_0": 92 + 1}, UnreadableAction, "an action is a number from 0 to 92"),
        ({"seat_0": -1}, UnreadableAction, "an action is a number from 0 to 92"),
        ({"seat_0": "0"}, UnreadableAction, "not '0'"),
        ({"seat_0": None}, UnreadableAction, "not None"),
        ({"seat_7": 0}, KermesseError, "no agent 'seat_7'; there are seat_0, seat_1"),
        ({"seat_0": 92}, KermesseError, "seat_0 is asked, and cannot wait"),
        ({"seat_1": 0}, KermesseError, "seat_1 is not asked, and can only wait"),
    ],
)
def test_what_is_refused(change: dict[str, Any], error: type[Exception], message: str) -> None:
    table = raw_parallel_env("viva", seats=2, options={"first_dealer": "seat1"})
    seen, _ = table.reset(seed=1)
    assert table.engine.asked == [0]
    before = table.engine.table.tobytes()
    with pytest.raises(error, match=message):
        table.step(choices(seen, Random(1)) | change)
    assert table.engine.table.tobytes() == before


def test_who_is_asked_must_answer_and_others_need_not() -> None:
    table = raw_parallel_env("muvuca")
    seen, _ = table.reset(seed=1)
    (seat,) = table.engine.asked
    actions = choices(seen, Random(1))
    with pytest.raises(KermesseError, match=f"an action of seat_{seat} is missing"):
        table.step({f"seat_{1 - seat}": actions[f"seat_{1 - seat}"]})
    before = table.engine.table.tobytes()
    table.step({f"seat_{seat}": actions[f"seat_{seat}"]})
    assert table.engine.table.tobytes() != before


def test_nothing_happens_outside_a_match() -> None:
    table = parallel_env("muvuca")
    with pytest.raises(AssertionError, match="reset"):
        table.step({})
    seen, _ = table.reset(seed=1)
    while table.agents:
        seen = table.step(choices(seen, Random(1)))[0]
    EnvLogger.flush()
    assert table.step({"seat_0": 0}) == ({}, {}, {}, {}, {})
    assert EnvLogger.mqueue
