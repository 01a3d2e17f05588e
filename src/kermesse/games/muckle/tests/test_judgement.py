"""What bots are told: features and a quick judgement, from views only."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kermesse.core.kernel import PLAIN
from kermesse.core.position import Position, Situation
from kermesse.games.muckle import game
from kermesse.games.muckle.bots import SEAT_MARKS
from kermesse.games.muckle.tests.scenes import (
    FIVE,
    SEATS,
    VIEWERS,
    any_options,
    aside,
    card,
    place,
    played,
    scaled,
    select,
    selected,
    walk,
)


def features(situation: Situation) -> list[float]:
    out = np.full(game.features, np.nan, np.float32)
    game.kernels["features"](situation.record, out)
    return [float(number) for number in out]


def evaluate(situation: Situation) -> list[float]:
    out = np.full(4, np.nan, np.float32)
    game.kernels["evaluate"](situation.record, out)
    return [float(number) for number in out]


def greedy_choice(position: Position, seat: int, worlds: int = 8) -> str:
    """What looks best after one decision, on average over some imagined worlds."""
    view = position.view(seat)
    imagined = [view.imagine(seed) for seed in range(worlds)]
    worth = {str(action): 0.0 for action in view.legal()}
    for action in worth:
        for world in imagined:
            trial = world.copy()
            trial.decide(seat, action)
            trial.rush()
            worth[action] += evaluate(trial)[seat]
    return max(worth, key=worth.__getitem__)


def test_the_judgement_is_one_of_teams_and_the_features_in_range() -> None:
    chance = Random(1)
    for seed in range(scaled(6, 2)):
        position = game.new(seed=seed, options=any_options(chance) | {"turn_cap": 20})
        for _ in walk(position, chance):
            view = position.view(chance.choice(VIEWERS))
            lead = evaluate(view)
            assert lead[0] == lead[2] == -lead[1] == -lead[3]
            assert all(0.0 <= number <= 4.0 for number in features(view))


@pytest.mark.rule("MK-61", "MK-66")
def test_bots_are_told_nothing_that_their_seat_does_not_know() -> None:
    chance = Random(2)
    position = game.new(seed=2, options={"turn_cap": 20})
    for _ in walk(position, chance):
        seat = chance.randrange(4)
        other = position.copy()
        other.rekey(chance.getrandbits(64))
        game.kernels["twin"](other.record, seat)
        assert features(other.view(seat)) == features(position.view(seat))
        assert evaluate(other.view(seat)) == evaluate(position.view(seat))


@pytest.mark.parametrize("seat", SEATS)
def test_the_features_start_with_the_own_seat(seat: int) -> None:
    position = place("run | run run | tackle_left | pass", ball=(seat + 1) % 4)
    seen = features(position.view(seat))
    balls = [seen[place * SEAT_MARKS + 24] for place in range(4)]
    assert balls == [0.0, 1.0, 0.0, 0.0]
    assert seen[0] == int(position.record.hand[seat] & 15) / 4
    tops = [card("run"), card("run"), card("tackle_left"), card("pass")]
    for step in range(4):
        marks = seen[step * SEAT_MARKS + 16 : step * SEAT_MARKS + 24]
        assert np.flatnonzero(marks).tolist() == [tops[(seat + step) % 4]]


@pytest.mark.rule("MK-66")
def test_the_picked_card_is_in_the_features_of_its_owner_only() -> None:
    position = selected()
    position.act(1, "tackle_left")
    own, other = features(position.view(1)), features(position.view(3))
    assert own[SEAT_MARKS - 1] == 2 / 8
    assert other[3 * SEAT_MARKS - 1] == 0.0
    assert other[2 * SEAT_MARKS + 24 + 2] == 1.0


def test_the_score_in_the_features() -> None:
    position = place("| | |", progress="2 3", turn=10, turn_cap=40)
    assert features(position.view(0))[-5:] == pytest.approx([2 / 6, 3 / 6, 0.25, 0.0, 0.0])
    assert features(position.view(1))[-5:] == pytest.approx([3 / 6, 2 / 6, 0.25, 0.0, 0.0])
    assert features(game.new(seed=1).view(0))[-2:] == [1.0, 0.0]
    hurt, _ = played("tackle_left | rest | rest | rest")
    assert features(hurt.view(0))[-2:] == [0.0, 1.0]


@pytest.mark.rule("MK-09", "MK-28", "MK-44")
def test_spaces_the_ball_and_streaks_are_worth_something() -> None:
    level = evaluate(place())[0]
    assert evaluate(place(progress="2 0"))[0] > evaluate(place(progress="1 0"))[0] > level
    assert evaluate(place(ball=0))[0] > level > evaluate(place(ball=1))[0]
    hands = {0: "run run rest pass dodge_left dodge_right tackle_left"}
    assert evaluate(place("run | | |", hands, ball=0))[0] > evaluate(place(ball=0))[0]
    won, _ = played("run | rest | rest | rest", ball=0, progress="5 5")
    assert evaluate(won)[0] > 50


@pytest.mark.rule("MK-28")
def test_the_holder_runs() -> None:
    hands = dict.fromkeys(SEATS, "run run tackle_left tackle_right pass rest dodge_left")
    position = place("run | run | run | run", hands, ball=2)
    assert greedy_choice(position, 2) == "run"


@pytest.mark.rule("MK-26", "MK-30")
def test_a_longer_tackle_streak_is_used_against_the_holder() -> None:
    hands = {0: "run run tackle_left tackle_right rest pass", 1: "run run run pass rest dodge_left"}
    hands[1] += " dodge_right"
    position = place("tackle_left tackle_right | run | |", hands, ball=1)
    assert greedy_choice(position, 0) == "tackle_left"
    position = place("tackle_left tackle_right | | | run", {0: hands[0], 3: hands[1]}, ball=3)
    assert greedy_choice(position, 0) == "tackle_right"


@pytest.mark.rule("MK-20", "MK-62")
def test_teammates_agree_on_a_pass_from_what_both_know() -> None:
    """Seat 0 has no Run, seat 2 a streak of three: one passes, the other runs."""
    zero = "tackle_left tackle_right tackle_both rest pass dodge_left dodge_right tackle_left"
    two = "run run tackle_left rest pass dodge_left"
    position = place("| | run run |", {0: zero, 2: two}, ball=0)
    assert greedy_choice(position, 0) == "pass"
    assert greedy_choice(position, 2) == "run"


@pytest.mark.rule("MK-45")
def test_the_ball_goes_to_the_better_runner() -> None:
    """Seat 2 has two Runs on its stack and more in hand, seat 0 has none."""
    position = place(
        "| | run run |",
        {
            0: "tackle_left tackle_right tackle_both rest pass dodge_left dodge_right tackle_left",
            2: "run run rest pass dodge_left dodge_right",
        },
    )
    for seat, word in enumerate(["tackle_left", "rest", "dodge_left", "rest"]):
        position.act(seat, word)
    assert position.due == {0, 2}
    assert greedy_choice(position, 0) == greedy_choice(position, 2) == "ball 2"


@pytest.mark.rule("MK-05")
def test_a_selection_keeps_what_acts() -> None:
    position = game.new(seed=1)
    for _ in range(5):
        position.act(0, greedy_choice(position, 0))
    assert aside(position, 0)["dodge_left"] == aside(position, 0)["dodge_right"] == 1
    select(position, 1, FIVE)
    assert evaluate(position.view(1))[1] == pytest.approx(evaluate(position.view(1))[3])


@pytest.mark.skipif(PLAIN, reason="whole matches are slow in plain Python")
def test_greedy_beats_random_clearly() -> None:
    """A team that follows the judgement against one that plays at random, both ways round."""
    chance = Random(11)
    wins = 0
    for seed in range(12):
        position = game.new(seed=seed)
        while not position.over:
            seat = min(position.due)
            if seat % 2 == seed % 2:
                position.act(seat, greedy_choice(position, seat, 4))
            else:
                position.act(seat, chance.choice(position.legal(seat)))
        assert position.outcome is not None
        wins += position.outcome.places[seed % 2] == 1
    assert wins >= 11
