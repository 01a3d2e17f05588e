"""What environments do with a record: masks, observations, payoffs (core/stepping.py)."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import kermesse
from kermesse.core.game import Game
from kermesse.core.record import Points, Record
from kermesse.core.stepping import decide, mark_legal, observe, payoffs, team_numbers

ALL = [(name, seats) for name in kermesse.game_names() for seats in kermesse.game(name).seats]


def with_places(game: Game, places: tuple[int, ...]) -> Game:
    """The game in plain Python, with an outcome of our choice."""

    def outcome(s: Record, out: Points) -> int:
        out[: len(places)] = places
        return 0

    return dataclasses.replace(game, kernels={**game.plain_kernels, "outcome": outcome})


def paid(name: str, places: tuple[int, ...]) -> list[float]:
    game = kermesse.game(name)
    seats = len(places)
    out = np.zeros(seats, np.float32)
    s = game.blank(seats=seats)[0]
    pay: Any = with_places(game, places).bind(payoffs, plain=True)
    pay(s, team_numbers(game, seats), np.zeros(seats, np.int32), out)
    return [float(payoff) for payoff in out]


@pytest.mark.parametrize(
    ("name", "places", "expected"),
    [
        ("muvuca", (1, 2), [1, -1]),
        ("muvuca", (2, 1), [-1, 1]),
        ("viva", (1, 1), [0, 0]),
        ("viva", (3, 1, 2), [-1 / 2, 1, -1 / 2]),
        ("viva", (1, 1, 3, 4), [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ("viva", (1, 1, 1), [0, 0, 0]),
        ("muckle", (1, 2, 1, 2), [1, -1, 1, -1]),
        ("muckle", (2, 1, 2, 1), [-1, 1, -1, 1]),
        ("muckle", (1, 1, 1, 1), [0, 0, 0, 0]),
        ("shuppa", (1,), [1]),
        ("shuppa", (2,), [-1]),
    ],
)
def test_a_victory_pays_one_and_all_payoffs_of_teams_even_out(
    name: str, places: tuple[int, ...], expected: list[float]
) -> None:
    assert paid(name, places) == pytest.approx(expected)


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_masks_and_observations_are_those_of_the_view(name: str, seats: int) -> None:
    game = kermesse.game(name)
    position = game.new(seats=seats, seed=3)
    seat = min(position.due)
    moves, mask = np.zeros(game.actions, np.int16), np.ones(game.actions, np.bool_)
    count = game.bind(mark_legal)(position.record, seat, moves, mask)
    assert count == mask.sum()
    assert list(np.flatnonzero(mask)) == [action.number for action in position.legal(seat)]
    seen, expected = np.zeros(game.features, np.float32), np.ones(game.features, np.float32)
    before = position.tobytes()
    game.bind(observe)(position.record, seat, game.blank(), seen)
    game.kernels["features"](position.view(seat).record, expected)
    assert np.array_equal(seen, expected)
    assert position.tobytes() == before


@pytest.mark.parametrize("name", kermesse.game_names())
def test_a_decision_is_taken_with_what_follows_from_it(name: str) -> None:
    game = kermesse.game(name)
    position, other = game.new(seed=5), game.new(seed=5)
    seat = min(position.due)
    action = position.legal(seat)[-1]
    assert game.bind(decide)(position.record, seat, action.number, np.zeros(game.actions, np.int16))
    other.act(seat, action)
    assert position == other


@pytest.mark.parametrize("name", kermesse.game_names())
def test_what_is_not_legal_changes_nothing(name: str) -> None:
    game = kermesse.game(name)
    position = game.new(seed=5)
    seat = min(position.due)
    known = {action.number for action in position.legal(seat)}
    refused = next(number for number in range(game.actions) if number not in known)
    before = position.tobytes()
    moves = np.zeros(game.actions, np.int16)
    assert not game.bind(decide)(position.record, seat, refused, moves)
    assert position.tobytes() == before
