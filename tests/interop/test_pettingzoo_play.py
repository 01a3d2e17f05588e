"""What steps mean: who is asked, what is paid, what is refused, and that nothing else changes."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)
from tests.variants.scenes import CHANGED, QUICK

import kermesse
from kermesse.core.errors import IllegalMove, KermesseError, SetupRefused, UnknownGame
from kermesse.interop.pettingzoo import env, parallel_env, raw_env, raw_parallel_env

from .scenes import TABLES, same, some_action, some_illegal

DOORS = [env, raw_env]


def play_on(table: Any, chance: Random, decisions: int = 10**6) -> dict[str, float]:
    """Play at random; return what each agent was paid in all."""
    paid = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter(decisions):
        seen, reward, ended, _, _ = table.last()
        paid[agent] += reward
        table.step(None if ended else some_action(seen["action_mask"], chance))
    return paid


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_match_is_the_one_that_positions_play(name: str, seats: int) -> None:
    table = raw_env(name, seats=seats)
    table.reset(seed=7)
    position = kermesse.game(name).new(seats=seats, seed=7)
    chance = Random(1)
    for _ in range(40):
        if position.over:
            break
        seat = min(position.due)
        assert table.agent_selection == f"seat_{seat}"
        assert table.engine.table.tobytes() == position.tobytes()
        seen = table.observe(f"seat_{seat}")
        legal = [action.number for action in position.legal(seat)]
        assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        action = chance.choice(legal)
        table.step(action)
        position.act(seat, action)
    assert table.engine.table.tobytes() == position.tobytes()


@pytest.mark.parametrize("door", DOORS)
def test_payoffs_come_at_the_end(door: Any) -> None:
    table = door("viva", seats=3, options={"rounds": 1})
    table.reset(seed=3)
    while not table.engine.over:
        assert set(table.rewards.values()) == {0.0}
        table.step(some_action(table.observe(table.agent_selection)["action_mask"], Random(1)))
    outcome = kermesse.Position(table.game, table.engine.table).outcome
    assert outcome
    expected = [1.0 if place == 1 else -0.5 for place in outcome.places]
    assert list(table.rewards.values()) == pytest.approx(expected)
    assert list(play_on(table, Random(1)).values()) == pytest.approx(expected)
    assert table.agents == []


def test_an_agent_who_is_not_asked_has_no_legal_action() -> None:
    table = env("muckle")
    table.reset(seed=1)
    assert table.engine.asked == [0, 1, 2, 3]  # all owe a sealed choice
    assert table.observe("seat_0")["action_mask"].any()
    assert not table.observe("seat_1")["action_mask"].any()


def dealt(table: Any, *seeds: int | None) -> list[bytes]:
    """The matches that resets deal, one after the other."""
    matches = []
    for seed in seeds:
        table.reset(seed=seed)
        matches.append(table.engine.table.tobytes())
    return matches


@pytest.mark.parametrize("door", [env, raw_env, parallel_env, raw_parallel_env])
def test_a_seed_decides_all_matches_that_follow(door: Any) -> None:
    first = dealt(door("muvuca"), 5, None, None)
    assert len(set(first)) == 3
    assert dealt(door("muvuca"), 5, None, None) == first
    assert not set(dealt(door("muvuca"), 6, None, None)) & set(first)
    assert len(set(dealt(door("muvuca"), None, None)) | set(dealt(door("muvuca"), None))) == 3


@pytest.mark.parametrize("again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_by_itself(again: Any) -> None:
    table = env("viva", seats=4)
    table.reset(seed=9)
    play_on(table, Random(1), decisions=15)
    other = again(table)
    before = table.engine.table.tobytes()
    paid = play_on(other, Random(4))
    assert table.engine.table.tobytes() == before
    assert play_on(table, Random(4)) == paid


@pytest.mark.parametrize("source", ["name", "mapping", "game", "file"])
def test_variants_by_any_name(source: str, tmp_path: Any) -> None:
    file = tmp_path / "quick.toml"
    file.write_text(
        'title = "Quick"\ngame = "muvuca"\n[options]\nrounds_to_win = 1\nend_lines = 1\n'
    )
    quick = kermesse.variant(QUICK)
    which = {"name": quick.name, "mapping": QUICK, "game": quick, "file": str(file)}[source]
    table = env(which)
    table.reset(seed=1)
    assert table.game is quick
    assert table.engine.table["end_lines"][0] == 1


def test_infos_tell_what_the_seat_would_note() -> None:
    table = env("muvuca", tell=True)
    table.reset(seed=2)
    assert table.infos["seat_0"]["points"] == table.engine.view(0).points
    play_on(table, Random(1), decisions=1)
    actor = table.possible_agents[0]
    events = {agent: info["event"] for agent, info in table.infos.items()}
    assert events[actor] == table.engine.view(0).event.text
    assert len(set(events.values())) == 2  # the other one does not see which card it was


# --- what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 7}, "a game is named by a string"),
        ({"game": "viva", "seats": 9}, "2 to 6 seats"),
        ({"game": "viva", "options": {"round": 1}}, "no option 'round'"),
        ({"game": "viva", "observations": "pixels"}, "observations are one of flat, fields"),
        ({"game": "viva", "render_mode": "vr"}, "render_mode is None or one of"),
        ({"game": "viva", "render_seat": 2}, "render_seat is a seat from 0 to 1"),
    ],
)
@pytest.mark.parametrize("door", [env, raw_env, parallel_env, raw_parallel_env])
def test_what_cannot_be_made(door: Any, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises((KermesseError, UnknownGame, SetupRefused), match=message):
        door(**wrong)


@pytest.mark.parametrize("door", [env, raw_env, parallel_env, raw_parallel_env])
def test_an_unknown_wish_is_refused(door: Any) -> None:
    with pytest.raises(TypeError, match="seat"):
        door("viva", seat=3)


@pytest.mark.parametrize("seed", [-1, 2**64, "one", 1.5])
def test_a_seed_that_is_none(seed: Any) -> None:
    table = env("muvuca")
    table.reset(seed=1)
    before = table.engine.table.tobytes()
    with pytest.raises(SetupRefused, match="a seed is a whole number"):
        table.reset(seed=seed)
    assert table.engine.table.tobytes() == before


@pytest.mark.parametrize("action", [-1, 41, 10**30, 1.0, "1", None, [1], np.array([1, 2])])
def test_no_action_at_all(action: Any) -> None:
    table, bare = env("muvuca"), raw_env("muvuca")
    for door, error in ((table, AssertionError), (bare, KermesseError)):
        door.reset(seed=1)
        before = door.engine.table.tobytes()
        with pytest.raises(error, match="an action is a number from 0 to 40"):
            door.step(action)
        assert door.engine.table.tobytes() == before
        assert not any(door.terminations.values())


def test_an_illegal_move_is_refused_by_the_bare_game() -> None:
    table = raw_env("muvuca")
    table.reset(seed=1)
    before = table.engine.table.tobytes()
    illegal = some_illegal(table.observe(table.agent_selection)["action_mask"])
    with pytest.raises(IllegalMove, match=r"\(MV-\d+\)"):
        table.step(illegal)
    assert table.engine.table.tobytes() == before
    assert not any(table.terminations.values())


def test_an_illegal_move_loses() -> None:
    table = env("muvuca")
    table.reset(seed=1)
    before, agent = table.engine.table.tobytes(), table.agent_selection
    table.step(some_illegal(table.observe(agent)["action_mask"]))
    assert table.engine.table.tobytes() == before
    assert table.terminations == table.truncations == {"seat_0": True, "seat_1": True}
    assert table.rewards[agent] == -1
    assert sum(table.rewards.values()) == -1
    assert EnvLogger.mqueue
    table.reset(seed=1)
    assert sum(play_on(table, Random(1)).values()) == 0


def wrapped(*args: Any, **wishes: Any) -> Any:
    """The same with PettingZoo's own wrappers."""
    judged = TerminateIllegalWrapper(raw_env(*args, **wishes), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(judged))


@pytest.mark.parametrize("slips", [0.0, 0.05])
def test_env_does_what_the_wrappers_of_pettingzoo_do(slips: float) -> None:
    one, other, chance = env("viva", seats=3), wrapped("viva", seats=3), Random(5)
    for seed in range(5):
        one.reset(seed=seed)
        other.reset(seed=seed)
        for agent, twin in zip(one.agent_iter(), other.agent_iter(), strict=False):
            assert agent == twin
            mine, theirs = one.last(), other.last()
            assert same(mine[0], theirs[0])
            assert mine[1:] == theirs[1:]
            mask = mine[0]["action_mask"]
            action = None if mine[2] else some_action(mask, chance)
            if action is not None and chance.random() < slips:
                action = some_illegal(mask)
            one.step(action)
            other.step(action)
            for kept in ("agents", "rewards", "terminations", "truncations", "infos"):
                assert getattr(one, kept) == getattr(other, kept)


@pytest.mark.parametrize(
    "ask",
    [
        lambda table: table.step(0),
        lambda table: table.observe("seat_0"),
        lambda table: table.state(),
        lambda table: table.render(),
        lambda table: table.agent_iter(),
    ],
)
def test_before_the_first_reset(ask: Any) -> None:
    for table in (env("muvuca", render_mode="ansi"), wrapped("muvuca", render_mode="ansi")):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            ask(table)


@pytest.mark.parametrize("door", [env, wrapped])
def test_a_loop_without_steps_is_stopped(door: Any) -> None:
    table = door("muvuca")
    table.reset(seed=1)
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in table.agent_iter():
            pass


def test_a_finished_match_goes_no_further() -> None:
    table, bare = env("muvuca"), raw_env("muvuca")
    for door in (table, bare):
        door.reset(seed=1)
        play_on(door, Random(1))
    before = table.engine.table.tobytes()
    EnvLogger.flush()
    table.step(0)
    assert "step() called after all agents are terminated" in EnvLogger.mqueue[0]
    assert table.engine.table.tobytes() == before
    with pytest.raises(KermesseError, match="no match is being played"):
        bare.step(0)


def test_the_dead_only_pass() -> None:
    table = env("muvuca")
    table.reset(seed=1)
    while not table.engine.over:
        table.step(some_action(table.observe(table.agent_selection)["action_mask"], Random(1)))
    with pytest.raises(ValueError, match="the only valid action is None"):
        table.step(3)
    assert table.agents == ["seat_0", "seat_1"]


@pytest.mark.long
def test_a_variant_is_played_by_its_own_tables() -> None:
    table = env(CHANGED["muvuca"])
    table.reset(seed=1)
    hands = table.engine.view(0).record.unseen
    assert hands.sum() < kermesse.game("muvuca").new(seed=1).view(0).record.unseen.sum()
    assert sum(play_on(table, Random(1)).values()) == 0
