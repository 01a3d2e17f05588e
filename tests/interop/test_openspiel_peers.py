"""OpenSpiel's own tests, as they come, on our games."""

from __future__ import annotations

import unittest
from importlib import import_module
from typing import Any

import pyspiel
import pytest
from tests.interop.openspiel_scenes import SHORT, loaded_game
from tests.toys import guess, heap, throws

import kermesse
import kermesse.interop.openspiel as adapter
from kermesse.core.minis import mini_names

every_game = pytest.mark.parametrize("text", SHORT)
EVERY_TABLE = [
    f"kermesse_{name}(players={seats})"
    for name in kermesse.game_names()
    for seats in kermesse.game(name).seats
]


def api() -> Any:
    """Late: it loads all of SciPy, even where tests are only collected."""
    return import_module("open_spiel.integration_tests.api_test")


def simulation() -> Any:
    """As late."""
    return import_module("open_spiel.python.tests.games_sim_test").GamesSimTest()


def run_case(base: type[unittest.TestCase], game: Any) -> None:
    """Run all tests of a class of OpenSpiel's on a game."""
    name = game.get_type().short_name
    case = type(f"{base.__name__}_{name}", (base,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 0
    assert result.wasSuccessful(), [text for _, text in result.failures + result.errors]


@every_game
def test_random_simulation_in_cpp(text: str) -> None:
    pyspiel.random_sim_test(loaded_game(text), 1, serialize=True, verbose=False)


@every_game
def test_random_simulation_in_python(text: str) -> None:
    simulation().sim_game(loaded_game(text))


@pytest.mark.parametrize("text", [SHORT[0], SHORT[-1]])  # hidden cards, and nothing hidden
def test_api_on_some_states(text: str) -> None:
    run_case(api().EnforceAPIOnPartialTreeBase, loaded_game(text))


@pytest.mark.long
@pytest.mark.parametrize("text", SHORT[1:-1])
def test_api_on_some_states_of_the_others(text: str) -> None:
    run_case(api().EnforceAPIOnPartialTreeBase, loaded_game(text))


@pytest.mark.long
@pytest.mark.parametrize("text", EVERY_TABLE)
def test_random_simulation_of_whole_matches(text: str) -> None:
    pyspiel.random_sim_test(loaded_game(text), 1, serialize=True, verbose=False)
    simulation().sim_game(loaded_game(text))


@pytest.mark.long
@pytest.mark.parametrize("name", mini_names())
def test_random_simulation_of_mini_games(name: str) -> None:
    pyspiel.random_sim_test(loaded_game(f"kermesse_{name}_mini"), 3, serialize=True, verbose=False)


@pytest.mark.long
def test_a_mini_game_has_perfect_recall() -> None:
    assert len(api()._assert_is_perfect_recall(loaded_game("kermesse_viva_mini"))) > 1000


def test_api_on_a_whole_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    game = adapter.load(guess.game, chance="explicit")
    name = game.get_type().short_name
    # one deal of three cards; two calls of each; three guesses after each
    monkeypatch.setitem(api().TOTAL_NUM_STATES, name, (1, 3 + 6, 18))
    # seat 0 knows its card, seat 1 what was called
    monkeypatch.setitem(api().PERFECT_RECALL_NUM_STATES, name, 3 + 2)
    run_case(api().EnforceAPIOnFullTreeBase, game)


def test_api_on_a_tree_with_sealed_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    game = adapter.load(throws.game, chance="explicit")
    name = game.get_type().short_name
    monkeypatch.setitem(api().TOTAL_NUM_STATES, name, (0, 1 + 3, 9))
    monkeypatch.setitem(api().PERFECT_RECALL_NUM_STATES, name, 2)
    run_case(api().EnforceAPIOnFullTreeBase, game)


def test_a_game_without_chance_is_simulated() -> None:
    pyspiel.random_sim_test(
        adapter.load(heap.game, chance="explicit"), 5, serialize=False, verbose=False
    )
