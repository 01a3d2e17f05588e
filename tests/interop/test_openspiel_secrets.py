"""What a program at a seat gets to see: all that the seat saw, and not a byte more."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from tests.interop.openspiel_scenes import (
    HIDDEN,
    SHORT,
    dealt,
    loaded_game,
    random_walk,
    rules,
    seen_by,
    table,
    world,
)
from tests.toys import huddle

import kermesse.interop.openspiel as adapter
from kermesse.core.position import Position, same
from kermesse.interop.openspiel.states import KermesseState

Experience = list[tuple[int | None, bytes]]


def twin(position: Position, seat: int, seed: int) -> Position:
    """Another world that the seat cannot tell from this one."""
    other = Position(position.game, same(position._batch))
    rng = int(other.record.rng)
    other.rekey(seed)
    position.game.kernels["twin"](other.record, seat)
    other.rekey(rng)
    return other


def hide_and_seek(state: KermesseState, seat: int, seed: int) -> KermesseState:
    """The state with a twin world in its place; its past is the same."""
    copy = state.clone()
    moment = copy.standing.moment
    assert moment is not None
    other = type(moment)(moment, twin(table(state), seat, seed).tobytes())
    copy.standing = type(copy.standing)(copy.standing.dealer, other)
    return copy


@pytest.mark.parametrize("text", SHORT)
def test_twin_worlds_look_the_same(text: str) -> None:
    game = loaded_game(text)
    told_apart = 0
    for number, state in enumerate(random_walk(dealt(game, 1, 2, 3, 4), Random(1), 90)):
        if number % 9:
            continue
        for seat in range(game.num_players()):
            other = hide_and_seek(state, seat, number)
            assert seen_by(other, seat) == seen_by(state, seat)
            told_apart += table(other) != table(state)
    assert told_apart > 1 or text not in HIDDEN  # there was something to hide


# only where honour counts does anybody in VIVA answer in secret
@pytest.mark.parametrize(
    "text", [HIDDEN[0], *HIDDEN[2:], "kermesse_viva(players=3,rounds=1,table=honour)"]
)
def test_a_sealed_choice_shows_nobody_what_it_is(text: str) -> None:
    game = loaded_game(text)
    sealed = 0
    for state in random_walk(dealt(game, 9, 9, 9, 9), Random(2), 60):
        if int(table(state).record.phase) not in rules(state).sealed:
            continue
        children = [state.child(action) for action in state.legal_actions()]
        if any(shows_something(child, state) for child in children):
            continue  # it was the last choice, and all of them are turned over
        for seat in range(game.num_players()):
            seen = {seen_by(child, seat) for child in children}
            assert len(seen) == (len(children) if seat == state.current_player() else 1)
        sealed += len(children) > 1
    assert sealed > 0


def shows_something(after: KermesseState, before: KermesseState) -> bool:
    return after.is_chance_node() or table(after).reveals > table(before).reveals


# --- perfect recall -------------------------------------------------------------------------------


class Witness:
    """A seat with a perfect memory, at a position that is played on step by step."""

    def __init__(self, position: Position, seat: int) -> None:
        self.seat = seat
        self.seen: Experience = [(None, position.view(seat).tobytes())]

    def look(self, position: Position, own: int | None = None) -> None:
        view = position.view(self.seat).tobytes()
        if own is not None or view != self.seen[-1][1]:
            self.seen.append((own, view))


def play_on(position: Position, seat: int, action: int, witnesses: list[Witness]) -> None:
    """Take a decision as the rules do, one step at a time, before everybody's eyes."""
    position.decide(seat, action)
    for witness in witnesses:
        witness.look(position, action if witness.seat == seat else None)
    while position.pending:
        position.advance()
        for witness in witnesses:
            witness.look(position)


def check_recall(game: Any, state: KermesseState, chance: Random, known: dict[str, Any]) -> None:
    """Follow a random match; equal information states and equal experiences go together."""
    position = table(state)
    witnesses = [Witness(position, seat) for seat in range(game.num_players())]
    for _ in range(25):
        for witness in witnesses:
            told = state.information_state_string(witness.seat)
            key = (witness.seat, tuple(witness.seen))
            assert known.setdefault(told, key) == key
            assert known.setdefault(str(key), told) == told
            assert len(told.splitlines()) == 1 + len(witness.seen)  # with what came in between
        if state.is_terminal():
            return
        seat, action = state.current_player(), chance.choice(state.legal_actions())
        state.apply_action(action)
        if state.is_chance_node():
            state.apply_action(chance.randrange(2))
        moment = state.standing.moment
        assert moment is not None
        assert moment.start is not None
        position.rekey(int(np.frombuffer(moment.start, position.game.dtype)["rng"][0]))
        play_on(position, seat, action, witnesses)
        assert position.tobytes() == moment.record  # the same match as the rules make of it


@pytest.mark.parametrize("text", SHORT)
def test_information_states_are_what_was_seen(text: str) -> None:
    game, chance, known = loaded_game(text), Random(3), {}
    first = table(dealt(game, 5, 6, 7, 8))
    for seed in range(
        12
    ):  # worlds that some seat cannot tell apart, so that some states are met again
        start = twin(first, seed % game.num_players(), seed // 2)
        check_recall(game, world(game, start.tobytes()), Random(chance.randrange(3)), known)
    assert len(known) > 200


def test_different_information_states_have_different_tensors() -> None:
    """Also where rows and the flat observation leave out what differs."""
    game = loaded_game("kermesse_viva_mini")
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    tensors: dict[str, bytes] = {}
    without_fingerprint = set()
    start = game.new_initial_state()
    waiting = deque((start, action) for action in start.legal_actions())
    while len(tensors) < 300:
        parent, taken = waiting.popleft()
        state = parent.child(taken)
        if not state.is_chance_node() and not state.is_terminal():
            seat = state.current_player()
            observer.set_from(state, seat)
            told, tensor = state.information_state_string(seat), observer.tensor.tobytes()
            assert tensors.setdefault(told, tensor) == tensor
            observer.dict["past"].fill(0)
            without_fingerprint.add(observer.tensor.tobytes())
        waiting += [(state, action) for action in state.legal_actions()]
    assert len(set(tensors.values())) == len(tensors) > len(without_fingerprint)


def test_who_forgets_a_decision_is_told_of_it() -> None:
    """In Huddle a hand is dealt anew each round: only memory knows the earlier ones."""
    game = adapter.load(huddle.game, players=2, whispers=False, rounds=2)
    seen = set()
    for first in range(2):
        state = dealt(game, 1, 1, 1, 1)
        moves = 0
        while table(state).record.played == 0:
            legal = state.legal_actions()
            state.apply_action(legal[first if moves == 0 else 0])
            moves += 1
        seen.add(state.information_state_string(0))
        assert "> " in state.information_state_string(0)
    assert len(seen) == 2


# --- imagined worlds ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", SHORT)
def test_an_imagined_world_fits_what_was_seen(text: str) -> None:
    game, sampler = loaded_game(text), Random(4)
    differ = 0
    for number, state in enumerate(random_walk(dealt(game, 4, 3, 2, 1), Random(5), 60)):
        if number % 5:
            continue
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, sampler.random)
            assert other.current_player() == state.current_player()
            assert seen_by(other, seat) == seen_by(state, seat)
            assert other.history() == []  # which would tell what others did in secret
            differ += str(other) != str(state)
        list(random_walk(other, Random(number)))
        assert other.is_terminal()
    assert differ > 0 or text not in HIDDEN


def test_an_imagined_world_draws_its_own_chance() -> None:
    game = loaded_game("kermesse_moon_river")
    state = dealt(game)
    drawn = set()
    for seed in range(4):
        other = state.resample_from_infostate(0, Random(seed).random)
        assert str(other) == str(state)
        while not other.is_chance_node():
            other.apply_action(other.legal_actions()[0])
        drawn.add(str(other.child(0)))
    assert len(drawn) > 1


# --- parts of an observation ----------------------------------------------------------------------


def part(game: Any, **wanted: Any) -> Any:
    return game.make_py_observer(pyspiel.IIGObservationType(**wanted))


NONE, SINGLE, ALL = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)


def test_a_public_observation_is_the_spectators() -> None:
    game = loaded_game(HIDDEN[0])
    state = dealt(game)
    public = part(game, public_info=True, perfect_recall=False, private_info=NONE)
    assert public.string_from(state, 0) == public.string_from(state, 1) == table(state).view().text
    recalled = part(game, public_info=True, perfect_recall=True, private_info=NONE)
    assert recalled.string_from(state, 0).startswith("seat -1\n")
    assert public.tensor is None


def test_a_private_observation_is_what_only_the_seat_knows() -> None:
    game = loaded_game(HIDDEN[0])
    state = dealt(game)
    private = part(game, public_info=False, perfect_recall=False, private_info=SINGLE)
    assert private.string_from(state, 0) != private.string_from(state, 1)
    assert "hand" in private.string_from(state, 0)
    assert "viewer" not in private.string_from(state, 0)


def test_nobody_observes_all_hands() -> None:
    game = loaded_game(HIDDEN[0])
    assert part(game, public_info=True, perfect_recall=False, private_info=ALL) is None
    assert part(game, public_info=False, perfect_recall=True, private_info=SINGLE) is None
