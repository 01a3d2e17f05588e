"""Our games in OpenSpiel: names and parameters, states, chance, and what is refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from tests.interop.openspiel_scenes import (
    SHORT,
    dealt,
    loaded_game,
    random_walk,
    rules,
    table,
)
from tests.toys import huddle, throws
from tests.variants.scenes import CHANGED

import kermesse
import kermesse.interop.openspiel as adapter
from kermesse.core.minis import mini, mini_names
from kermesse.interop.openspiel import KermesseGame, KermesseState, dealers

QUICK = {"title": "Quick crowd", "game": "muvuca", "options": {"end_lines": 1, "rounds_to_win": 1}}


def refused(call: Any, *args: Any, **named: Any) -> str:
    """The sentence by which OpenSpiel refuses a call."""
    with pytest.raises(pyspiel.SpielError) as error:
        call(*args, **named)
    return str(error.value)


def finished(text: str, seed: int = 1) -> KermesseState:
    state = dealt(loaded_game(text))
    list(random_walk(state, Random(seed)))
    return state


# --- names and parameters -------------------------------------------------------------------------


@pytest.mark.parametrize("name", kermesse.game_names())
def test_installed_games_are_registered(name: str) -> None:
    original = kermesse.game(name)
    game = pyspiel.load_game(f"kermesse_{name}")
    assert isinstance(game, KermesseGame)
    assert game.kermesse_game is original
    assert game.num_players() == original.checked_seats(None)
    assert game.num_distinct_actions() == original.actions
    assert game.max_game_length() == original.bound(original.choose(None))
    assert game.get_type().information.name.startswith(
        "PERFECT" if original.is_open else "IMPERFECT"
    )


@pytest.mark.parametrize(
    ("name", "seats"),
    [(name, seats) for name in kermesse.game_names() for seats in kermesse.game(name).seats],
)
def test_every_number_of_players(name: str, seats: int) -> None:
    game = pyspiel.load_game(f"kermesse_{name}(players={seats})")
    assert game.num_players() == seats
    alone = seats == 1
    assert game.utility_sum() == (None if alone else 0)
    assert len(dealt(game).returns()) == seats


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("kermesse_viva(players=3,hand_size=6,edition=pocket)")
    options = table(dealt(game)).options
    assert (options["hand_size"], options["edition"], options["rounds"]) == (6, "pocket", 3)
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("kermesse_vivo", "Unknown game 'kermesse_vivo'"),
        ("kermesse_viva(colour=1)", "Unknown parameter 'colour'"),
        ("kermesse_viva(players=7)", "VIVA is for 2 to 6 seats, not 7"),
        ("kermesse_viva(hand_size=9)", "option hand_size takes a whole number from 3 to 7, not 9"),
        ("kermesse_viva(edition=golden)", "option edition takes one of regular, pocket"),
        ("kermesse_viva(hand_size=large)", "Wrong type for parameter hand_size"),
        ("kermesse_viva(chance=fair)", "chance is sampled or explicit, not 'fair'"),
        ("kermesse_viva(samples=0)", "samples is a whole number from 1 to 65536, not 0"),
        ("kermesse_viva(recall=-1)", "recall is a whole number from 0 to 4096, not -1"),
    ],
)
def test_what_cannot_be_loaded(text: str, sentence: str) -> None:
    assert sentence in refused(pyspiel.load_game, text)


def test_chance_that_cannot_be_told_apart_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealers, "MOST_WAYS", 100)
    sentence = refused(adapter.load, huddle.game, chance="explicit")
    assert "Huddle: chance has more than 100 ways to go here" in sentence


@pytest.mark.parametrize(
    ("which", "named", "sentence"),
    [
        ("vivo", {}, "no game 'vivo'; did you mean 'viva'?"),
        ("viva", {"hand_sise": 5}, "no parameter 'hand_sise'; did you mean 'hand_size'?"),
        ("viva", {"players": "three"}, "Wrong type for parameter players"),
        (3, {}, "a game is named by a string"),
        ("nowhere.toml", {}, "cannot read nowhere.toml"),
        ({"game": "viva"}, {}, "title is a line of text"),
    ],
)
def test_what_load_refuses(which: Any, named: dict[str, Any], sentence: str) -> None:
    assert sentence in refused(adapter.load, which, **named)


def test_variants_are_loaded_by_content_file_and_name(tmp_path: Path) -> None:
    path = tmp_path / "quick.toml"
    path.write_text(
        'title = "Quick crowd"\ngame = "muvuca"\n[options]\nend_lines = 1\nrounds_to_win = 1\n'
    )
    by_content, by_file = adapter.load(QUICK), adapter.load(path)
    by_name = adapter.load(kermesse.variant(QUICK).name)
    assert str(by_content) == str(by_file) == str(by_name)
    assert table(dealt(by_name)).options["end_lines"] == 1
    assert adapter.load(str(path), end_lines=2).get_parameters()["end_lines"] == 2


@pytest.mark.long
def test_a_variant_with_other_tables_is_played() -> None:
    game = adapter.load(CHANGED["muvuca"])
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)


def test_mini_games_are_registered_without_being_made() -> None:
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    for name in mini_names():
        kind = kinds[f"kermesse_{name}_mini"]
        assert kind.parameter_specification["chance"] == "explicit"
    assert kinds["kermesse_viva_mini"].parameter_specification["hand_size"] == 1
    game = pyspiel.load_game("kermesse_viva_mini")
    assert game.kermesse_game is mini("viva")
    assert game.new_initial_state().is_chance_node()
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_a_variant_travels_to_another_process() -> None:
    state = dealt(adapter.load(QUICK), 1, 2, 3, 4)
    code = (
        "import pickle, sys; state = pickle.load(sys.stdin.buffer); "
        "state.apply_action(state.legal_actions()[0]); print(state.get_game(), state)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, check=False
    )
    state.apply_action(state.legal_actions()[0])
    assert done.stdout.decode().split() == f"{state.get_game()} {state}".split(), done.stderr


def test_without_openspiel_the_extra_is_named() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import kermesse.interop.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'kermesse[openspiel]'" in done.stderr


# --- states ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", SHORT)
def test_a_match_ends_with_what_it_is_worth(text: str) -> None:
    state = dealt(loaded_game(text))
    assert state.returns() == state.rewards() == [0] * state.num_players()
    list(random_walk(state, Random(7)))
    outcome = table(state).outcome
    assert outcome is not None
    returns = state.returns()
    assert sum(returns) == pytest.approx(0, abs=1e-12)
    assert [worth > 0 for worth in returns] == [place == 1 for place in outcome.places]
    assert state.legal_actions() == []
    assert state.rewards() == returns


def test_a_shared_victory_is_worth_nothing() -> None:
    state = adapter.load(throws.game).new_initial_state()
    for action in (0, 0, 0, 0, 1, 1):
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_actions_are_written_in_the_games_notation() -> None:
    state = dealt(loaded_game(SHORT[0]))
    seat = state.current_player()
    for action in state.legal_actions():
        text = state.action_to_string(seat, action)
        assert text == rules(state).notation.action_text(action)
        assert state.string_to_action(text) == action


@pytest.mark.parametrize("text", SHORT)
def test_a_clone_goes_its_own_way(text: str) -> None:
    state = dealt(loaded_game(text), 3, 1, 4, 1)
    before, told = str(state), state.information_state_string(0)
    copy = state.clone()
    assert (str(copy), copy.history()) == (before, state.history())
    list(random_walk(copy, Random(8), 5))
    assert str(copy) != before
    assert (str(state), state.information_state_string(0)) == (before, told)


@pytest.mark.parametrize("text", SHORT)
def test_a_pickled_match_goes_on_as_it_was(text: str) -> None:
    state = dealt(loaded_game(text), 3, 1, 4, 1)
    list(random_walk(state, Random(9), 20))
    copy = pickle.loads(pickle.dumps(state))
    for match in (state, copy):
        list(random_walk(match, Random(10), 10))
    assert str(copy) == str(state)
    assert copy.history() == state.history()
    for seat in range(state.num_players()):
        assert copy.information_state_string(seat) == state.information_state_string(seat)


def test_a_pickled_imagined_match_remembers_what_was_seen() -> None:
    state = dealt(loaded_game(SHORT[0]), 3, 1, 4, 1)
    walk = random_walk(state, Random(9))
    for _ in range(8):
        next(walk)
    seat = state.current_player()
    other = state.resample_from_infostate(seat, Random(1).random)
    copy = pickle.loads(pickle.dumps(other))
    assert str(copy) == str(other)
    assert copy.information_state_string(seat) == state.information_state_string(seat)


# --- refused, and nothing changed -----------------------------------------------------------------


def illegal(state: KermesseState) -> int:
    return min(set(range(rules(state).actions)) - set(state.legal_actions()))


@pytest.mark.parametrize("text", SHORT)
def test_illegal_actions_change_nothing(text: str) -> None:
    state = dealt(loaded_game(text))
    before = (str(state), state.history(), state.legal_actions())
    last = rules(state).actions - 1
    sentence = refused(state.apply_action, illegal(state))
    assert sentence.endswith(")")  # with the rule's id
    assert f"an action is a number from 0 to {last}, not {last + 1}" in refused(
        state.apply_action, last + 1
    )
    assert "not -5" in refused(state.apply_action, -5)
    assert (str(state), state.history(), state.legal_actions()) == before


def test_a_finished_match_takes_no_more_actions() -> None:
    state = finished(SHORT[0])
    before = (str(state), state.history())
    assert "the match is over" in refused(state.apply_action, 0)
    assert (str(state), state.history()) == before


def test_chance_says_only_what_it_may() -> None:
    state = loaded_game(SHORT[0]).new_initial_state()
    assert "an outcome of chance is a number from 0 to 255 here, not 256" in refused(
        state.apply_action, 256
    )
    assert "not -3" in refused(state.apply_action, -3)
    assert state.history() == []
    assert "chance has nothing to decide here" in refused(
        dealt(loaded_game(SHORT[0])).chance_outcomes
    )


@pytest.mark.parametrize("seat", [-1, 2])
def test_seats_that_there_are_not(seat: int) -> None:
    state = dealt(loaded_game(SHORT[0]))
    refused(state.information_state_string, seat)
    refused(state.observation_tensor, seat)
    for recalls in (False, True):
        wanted = pyspiel.IIGObservationType(perfect_recall=recalls)
        observer = state.get_game().make_py_observer(wanted)
        for look in (observer.set_from, observer.string_from):
            assert f"no player {seat}; the players are 0 to 1" in refused(look, state, seat)
    assert f"no player {seat}; the players are 0 to 1" in refused(
        state.resample_from_infostate, seat, Random(1).random
    )


def test_worlds_are_imagined_at_decisions() -> None:
    state = loaded_game(SHORT[0]).new_initial_state()
    assert "at a decision" in refused(state.resample_from_infostate, 0, Random(1).random)


def test_a_sampler_may_say_one() -> None:
    state = dealt(loaded_game(SHORT[0]))
    world = state.resample_from_infostate(0, lambda: 1.0)
    assert world.information_state_string(0) == state.information_state_string(0)


def test_observations_take_no_parameters() -> None:
    game = loaded_game(SHORT[0])
    assert "no parameters" in refused(game.make_py_observer, None, {"size": 3})


# --- chance ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", SHORT)
def test_a_match_follows_from_its_history(text: str) -> None:
    game = loaded_game(text)
    state = game.new_initial_state()
    list(random_walk(state, Random(11)))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.is_terminal()


def test_deals_differ_in_every_byte() -> None:
    game = loaded_game(SHORT[0])
    keys = [(0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
    assert len({str(dealt(game, *key)) for key in keys}) == len(keys)


def test_whatever_is_drawn_is_drawn_by_chance() -> None:
    game = pyspiel.load_game("kermesse_moon_river(samples=4)")
    state, chance = dealt(game), Random(12)
    draws = 0
    while not state.is_terminal():
        if state.is_chance_node():
            assert state.chance_outcomes() == [(outcome, 0.25) for outcome in range(4)]
            draws += len({str(state.child(outcome)) for outcome in range(4)}) > 1
        else:
            reveals = table(state).reveals
            child = state.child(state.legal_actions()[0])
            assert child.is_chance_node() or table(child).record.rng == table(state).record.rng
            assert not child.is_chance_node() or table(child).reveals == reveals
        state.apply_action(chance.choice(state.legal_actions()))
    assert draws > 5


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", SHORT)
def test_an_observation_is_the_features_of_the_view(text: str) -> None:
    state = dealt(loaded_game(text))
    game = rules(state)
    for seat in range(state.num_players()):
        out = np.zeros(game.features, np.float32)
        game.kernels["features"](table(state).view(seat).record, out)
        assert state.observation_tensor(seat) == out.tolist()
        assert state.observation_string(seat) == table(state).view(seat).text


def test_a_tensor_recalls_the_last_sights() -> None:
    rows = {}
    for recall in (40, 3):
        game = pyspiel.load_game(f"kermesse_muvuca(recall={recall})")
        state = dealt(game, 2, 2, 2, 2)
        list(random_walk(state, Random(13), 6))
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
        observer.set_from(state, 1)
        rows[recall] = observer.dict["history"].copy()
        assert observer.dict["player"].tolist() == [0, 1]
        assert observer.dict["observation"].tolist() == state.observation_tensor(1)
        assert observer.tensor.tolist() == state.information_state_tensor(1)
    sights = state.standing.sight(1).chain()
    assert len(sights) > 3
    assert rows[40][: len(sights)].any(axis=1).all()
    assert not rows[40][len(sights) :].any()
    assert (rows[3] == rows[40][len(sights) - 3 : len(sights)]).all()
    own = [row[1] * rules(state).actions for row in rows[40] if row[0]]
    decided = [pair.action for pair in state.full_history() if pair.player == 1]
    assert own == pytest.approx(decided)
    kinds = [int(row[2:-6].argmax()) for row in rows[40][: len(sights)]]
    events = [rules(state).events(kind).name.lower() for kind in kinds]
    assert events == [line.split("(")[0].split(": ")[-1] for line in told(state)]


def told(state: KermesseState) -> list[str]:
    return state.information_state_string(1).splitlines()[1:]


def test_no_row_is_kept_for_what_cannot_happen() -> None:
    observer = adapter.load(throws.game, recall=1000).make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=True)
    )
    assert observer.dict["history"].shape[0] == 101  # its bound is 100


def test_the_reinforcement_learning_environment_plays_it() -> None:
    environment = rl_environment.Environment(loaded_game(SHORT[2]))
    environment.seed(1)
    step = environment.reset()
    chance = Random(14)
    while not step.last():
        seat = step.observations["current_player"]
        step = environment.step([chance.choice(step.observations["legal_actions"][seat])])
    assert sorted(step.rewards) == [-1, -1, 1, 1]
