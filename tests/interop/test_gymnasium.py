"""One seat for Gymnasium: its own checker, and what a step means."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import InvalidAction, NameNotFound, ResetNeeded
from gymnasium.utils.env_checker import check_env

import kermesse
import kermesse.interop.gymnasium as interop
from kermesse.core.errors import (
    IllegalMove,
    KermesseError,
    SetupRefused,
    UnknownBot,
    UnknownSeat,
)
from kermesse.core.position import View
from kermesse.interop.gymnasium.naming import env_id

from .scenes import TABLES, VARIANT, other_world, same, some_action, some_illegal

# the numbers of an observation have no bounds, and Gymnasium's own CartPole is warned of it too
pytestmark = pytest.mark.filterwarnings("ignore:.*A Box observation space m..imum value is")


def rollout(env: Any, seed: int, steps: int = 10**6) -> tuple[float, int, Any]:
    """Play one episode at random; return the sum of rewards, the steps and what was seen last."""
    chance, paid = Random(seed), 0.0
    seen, info = env.reset(seed=seed)
    for number in range(steps):
        seen, reward, over, _, info = env.step(some_action(info["action_mask"], chance))
        paid += reward
        if over:
            return paid, number + 1, seen
    return paid, steps, seen


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_checker_of_gymnasium(name: str, seats: int) -> None:
    check_env(gymnasium.make(env_id(name), seats=seats).unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    "wishes",
    [
        {"observations": "fields", "tell": True},
        {"seat": "random", "opponents": "greedy"},
    ],
)
def test_the_checker_with_wishes(wishes: dict[str, Any]) -> None:
    check_env(gymnasium.make("kermesse/Muvuca-v0", **wishes).unwrapped)


def test_the_checker_of_a_variant() -> None:
    env = interop.make(VARIANT)
    assert env.unwrapped.engine.game is kermesse.variant(VARIANT)
    check_env(env.unwrapped)
    assert env.spec.id == env_id(kermesse.variant(VARIANT).name)


def test_names() -> None:
    assert env_id("moon_river") == "kermesse/MoonRiver-v0"
    assert env_id("muvuca~41b07240") == "kermesse/Muvuca-41b07240-v0"
    assert {env_id(name) for name in kermesse.game_names()} <= set(gymnasium.registry)
    with pytest.raises(NameNotFound, match="Viva"):
        gymnasium.make("kermesse/Vivaa-v0")


def test_vectors_of_environments() -> None:
    """Once a match is over, no action is legal; whatever is said then deals the next one."""
    envs = gymnasium.make_vec(
        "kermesse/Muvuca-v0", num_envs=3, vectorization_mode="sync", options={"rounds_to_win": 1}
    )
    seen, infos = envs.reset(seed=1)
    assert seen.shape == (3, kermesse.game("muvuca").features)
    assert infos["action_mask"].shape == (3, kermesse.game("muvuca").actions)
    ends = [0, 0, 0]
    for _ in range(300):
        _, _, over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        assert "illegal" not in infos
        assert (infos["action_mask"].any(axis=1) != over).all()
        ends = [ended + int(now) for ended, now in zip(ends, over, strict=True)]
    assert min(ends) > 2
    envs.close()


def test_a_spec_can_be_written_down() -> None:
    for game in (VARIANT, "muvuca"):
        env = interop.make(game)
        again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
        assert again.unwrapped.engine.game is env.unwrapped.engine.game


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_seat_decides_and_nobody_else(name: str, seats: int) -> None:
    env = interop.SeatEnv(name, seat=seats - 1, seats=seats)
    _, info = env.reset(seed=2)
    chance = Random(1)
    for _ in range(10):
        assert env.engine.seat == seats - 1
        legal = [action.number for action in env.engine.view(seats - 1).legal()]
        assert np.flatnonzero(info["action_mask"]).tolist() == legal
        assert np.flatnonzero(env.action_masks()).tolist() == legal
        assert env.action_masks().dtype == np.bool_
        _, reward, over, cut, info = env.step(chance.choice(legal))
        assert not cut
        if over:
            break
        assert reward == 0.0


@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_payoffs_are_the_seats_own(seat: Any) -> None:
    env = interop.SeatEnv("muvuca", seat=seat)
    for seed in range(6):
        paid, _, _ = rollout(env, seed)
        outcome = kermesse.Position(env.engine.game, env.engine.table).outcome
        assert outcome
        assert paid == (1.0 if outcome.places[env.seat] == 1 else -1.0)


def test_a_random_seat_is_told_and_every_one_comes_up() -> None:
    env = interop.SeatEnv("viva", seats=4, seat="random")
    drawn = [env.reset(seed=seed)[1]["seat"] for seed in range(40)]
    assert set(drawn) == {0, 1, 2, 3}
    assert [env.reset(seed=seed)[1]["seat"] for seed in range(40)] == drawn


@pytest.mark.parametrize("opponents", ["random", "greedy", "novice"])
def test_equal_seeds_give_equal_episodes(opponents: str) -> None:
    one = interop.SeatEnv("muvuca", opponents=opponents)
    other = interop.SeatEnv("muvuca", opponents=opponents)
    for seed in (1, 2):
        mine, theirs = rollout(one, seed, 6), rollout(other, seed, 6)
        assert mine[:2] == theirs[:2]
        assert same(mine[2], theirs[2])


def test_opponents_in_the_order_of_their_seats() -> None:
    asked: list[int] = []

    def first(view: View) -> str:
        asked.append(view.seat)
        return view.legal()[0].text

    env = interop.SeatEnv("viva", seat=1, seats=3, opponents=[first, "random"])
    rollout(env, 3, 20)
    assert set(asked) == {0}
    env = interop.SeatEnv("viva", seat=1, seats=3, opponents=["random", first])
    rollout(env, 3, 20)
    assert set(asked) == {0, 2}


@pytest.mark.parametrize(
    "answer",
    [lambda view: view.legal()[0], lambda view: view.legal()[0].text, lambda view: 0],
    ids=["action", "text", "number"],
)
def test_a_function_may_answer_in_any_way(answer: Any) -> None:
    def legal(view: View) -> Any:
        given = answer(view)
        return view.legal()[0].number if given == 0 else given

    assert rollout(interop.SeatEnv("muvuca", opponents=legal), 1)[1] > 5


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda view: 10**6, "1000000 is no action of Muvuca"),
        (lambda view: None, "None is no action of Muvuca"),
        (lambda view: "castle", "cannot read 'castle'"),
        (lambda view: 40 if view.phase == "card" else 0, r"the opponent at seat 1 plays .*\(MV-"),
    ],
)
def test_an_opponent_who_talks_nonsense_is_named(answer: Any, message: str) -> None:
    env = interop.SeatEnv("muvuca", opponents=answer)
    with pytest.raises(KermesseError, match=message):
        rollout(env, 1)


def test_an_opponent_who_fails_ends_the_match() -> None:
    """It is stuck in the middle of a turn: this seat is not asked anything there."""

    def failing(view: View) -> int:
        raise RuntimeError("out of memory")

    env = interop.SeatEnv("muvuca", opponents=failing, options={"first_player": "seat0"})
    with pytest.raises(RuntimeError, match="out of memory"):
        rollout(env, 1)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)


def test_mates_of_one_mind_share_a_plan_and_others_do_not() -> None:
    env = interop.SeatEnv("muckle", seat=0, opponents="random")
    env.reset(seed=1)
    players = env._companies[0]._players
    assert players[1].shared == players[3].shared is not None
    assert players[2].shared is None  # its partner is the learner
    env = interop.SeatEnv("muckle", seat=0, opponents=["random", "random", "greedy"])
    env.reset(seed=1)
    assert all(player.shared is None for player in env._companies[0]._players.values())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_that_the_seat_cannot_know(name: str, seats: int) -> None:
    env = interop.SeatEnv(name, seat=0, seats=seats, tell=True)
    _, info = env.reset(seed=5)
    chance = Random(5)
    for _ in range(12):
        here = env._look()
        with other_world(env.engine, 0):
            assert same(here, env._look())
        _, _, over, _, info = env.step(some_action(info["action_mask"], chance))
        if over:
            break


# --- what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize("action", [-1, 41, 1.0, "1", None, [1], np.array([1, 2])])
def test_no_action_at_all(action: Any) -> None:
    env = interop.SeatEnv("muvuca")
    env.reset(seed=1)
    before = env.engine.table.tobytes()
    with pytest.raises(InvalidAction, match="an action is a number from 0 to 40"):
        env.step(action)
    assert env.engine.table.tobytes() == before


def test_an_illegal_move_loses() -> None:
    env = interop.SeatEnv("muvuca")
    _, info = env.reset(seed=1)
    before = env.engine.table.tobytes()
    _, reward, over, cut, info = env.step(some_illegal(info["action_mask"]))
    assert (reward, over, cut) == (-1.0, True, False)
    assert "(MV-" in info["illegal"]
    assert env.engine.table.tobytes() == before
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_an_illegal_move_raises_where_that_is_wished() -> None:
    env = interop.SeatEnv("muvuca", illegal="raises")
    _, info = env.reset(seed=1)
    before = env.engine.table.tobytes()
    with pytest.raises(IllegalMove):
        env.step(some_illegal(info["action_mask"]))
    assert env.engine.table.tobytes() == before
    env.step(some_action(info["action_mask"], Random(1)))  # and the match goes on


def test_a_seed_that_is_refused_changes_nothing() -> None:
    env = interop.SeatEnv("viva", seat="random", seats=6)
    env.reset(seed=1)
    chance = env.np_random
    before = env.seat, env.engine.table.tobytes(), chance.bit_generator.state
    for seed in range(2**64, 2**64 + 10):
        with pytest.raises(SetupRefused, match="a seed is a whole number from 0 to"):
            env.reset(seed=seed)
        assert env.np_random is chance
        assert (env.seat, env.engine.table.tobytes(), chance.bit_generator.state) == before


def test_there_is_no_board_before_the_first_match() -> None:
    env = interop.SeatEnv("muvuca", render_mode="ansi")
    with pytest.raises(ResetNeeded, match="before the first match"):
        env.render()
    env.reset(seed=1)
    assert "Round 1" in str(env.render())


def test_a_finished_match_goes_no_further() -> None:
    env = interop.SeatEnv("muvuca")
    with pytest.raises(ResetNeeded):
        env.step(0)
    rollout(env, 1)
    before = env.engine.table.tobytes()
    with pytest.raises(ResetNeeded):
        env.step(0)
    assert env.engine.table.tobytes() == before


@pytest.mark.parametrize(
    ("wishes", "error", "message"),
    [
        ({"seat": 2}, UnknownSeat, "seat is a number from 0 to 1 or 'random', not 2"),
        ({"seat": "first"}, UnknownSeat, "not 'first'"),
        ({"opponents": "grandmaster"}, UnknownBot, "no bot 'grandmaster'"),
        ({"opponents": ["random", "random"]}, KermesseError, "1 other seats need as many"),
        ({"opponents": 3}, KermesseError, "an opponent is a bot, its name, or a function"),
        ({"opponents": None}, KermesseError, "an opponent is a bot, its name, or a function"),
        ({"illegal": "ignored"}, KermesseError, "illegal is one of loses, raises"),
        ({"observations": "pixels"}, KermesseError, "observations are one of"),
    ],
)
def test_what_cannot_be_made(wishes: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        interop.SeatEnv("muvuca", **wishes)
