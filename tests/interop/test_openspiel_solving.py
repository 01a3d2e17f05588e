"""Exact chance under OpenSpiel's solvers: games whose solutions are known by hand."""

from __future__ import annotations

from typing import Any

import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, exploitability, get_all_states
from tests.toys import guess, throws

import kermesse.interop.openspiel as adapter


@pytest.fixture(scope="module")
def guessing() -> Any:
    return adapter.load(guess.game, chance="explicit")


@pytest.fixture(scope="module")
def throwing() -> Any:
    return adapter.load(throws.game, chance="explicit")


def always(game: Any, choose: Any) -> policy.TabularPolicy:
    """A policy that takes one action in each state, where ``choose`` says one."""
    found = policy.TabularPolicy(game)
    for state in get_all_states.get_all_states(game).values():
        action = choose(state)
        if not state.is_terminal() and not state.is_chance_node() and action is not None:
            probabilities = found.policy_for_key(state.information_state_string())
            probabilities[:] = [float(number == action) for number in range(len(probabilities))]
    return found


def call_truly(state: Any) -> int | None:
    """Seat 0 calls card 0 low, the others high; seat 1 guesses at random."""
    if state.current_player() != 0:
        return None
    card = int(state.standing.record.card)
    return guess.LOW if card == 0 else guess.HIGH


def test_chance_has_its_true_probabilities(guessing: Any) -> None:
    state = guessing.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(card, pytest.approx(1 / 3)) for card in range(3)]
    cards = [int(state.child(card).standing.record.card) for card in range(3)]
    assert cards == [0, 1, 2]


def test_the_value_of_a_game(guessing: Any) -> None:
    uniform = policy.UniformRandomPolicy(guessing)
    value = expected_game_score.policy_value(guessing.new_initial_state(), [uniform, uniform])
    assert list(value) == pytest.approx([1 / 3, -1 / 3])


def test_exploitability(guessing: Any, throwing: Any) -> None:
    for game in (guessing, throwing):
        uniform = policy.UniformRandomPolicy(game)
        assert exploitability.exploitability(game, uniform) == pytest.approx(0)
    # seat 1 then guesses right in two deals of three, where one was its due: 2/3 for two players
    assert exploitability.exploitability(guessing, always(guessing, call_truly)) == pytest.approx(
        1 / 3
    )
    # against a rock, paper always wins, where nothing was its due
    rocks = always(throwing, lambda state: throws.ROCK)
    assert exploitability.nash_conv(throwing, rocks) == pytest.approx(2)


def test_a_policy_knows_every_information_state(guessing: Any) -> None:
    assert len(policy.TabularPolicy(guessing).state_lookup) == 3 + 2


def test_worlds_are_imagined_without_a_source_of_chance(guessing: Any) -> None:
    state = guessing.new_initial_state()
    state.apply_action(2)
    state.apply_action(guess.HIGH)
    numbers = iter([0.1, 0.9] * 20)
    other = state.resample_from_infostate(1, lambda: next(numbers))
    assert other.information_state_string(1) == state.information_state_string(1)
    assert other.standing.record.rng == 0
    assert other.standing.record.card in range(3)
