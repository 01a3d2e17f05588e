"""What bots are told: features and a quick judgement, from views only."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kermesse.core.position import Situation
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import any_options, card, place, scaled, turns, walk

CHOSEN_AT, CROWD_AT = 75, 100
CART_AT = CROWD_AT + 16 * 11
REST_AT = CART_AT + 8


def features(situation: Situation) -> list[float]:
    out = np.full(game.features, np.nan, np.float32)
    game.kernels["features"](situation.record, out)
    return [float(number) for number in out]


def evaluate(situation: Situation) -> list[float]:
    out = np.full(2, np.nan, np.float32)
    game.kernels["evaluate"](situation.record, out)
    return [float(number) for number in out]


def test_the_judgement_is_antisymmetric_and_the_features_in_range() -> None:
    random = Random(1)
    for seed in range(scaled(4, 2)):
        position = game.new(seed=seed, options=any_options(random))
        for _ in walk(position, random):
            for viewer in (-1, 0, 1):
                view = position.view(viewer)
                zero, one = evaluate(view)
                assert zero == -one
                seen = features(view)
                assert all(0.0 <= number <= 1.0 for number in seen)


def test_there_are_as_many_features_as_the_game_says() -> None:
    assert game.features == len(features(place().view(0))) == REST_AT + 8


@pytest.mark.rule("MV-53")
def test_bots_are_told_nothing_that_their_seat_does_not_know() -> None:
    """Another world that looks the same gives the same numbers."""
    random = Random(2)
    position = game.new(seed=2, options={"rounds_to_win": 1})
    for position in turns(position, random):  # noqa: B020
        for seat in range(2):
            other = position.copy()
            other.rekey(random.getrandbits(64))
            game.kernels["twin"](other.record, seat)
            assert features(other.view(seat)) == features(position.view(seat))
            assert evaluate(other.view(seat)) == evaluate(position.view(seat))


def test_cards_in_the_features() -> None:
    position = place(mine="fr-st* dr-di ca-ho ch-cr hd-tr", other="fr-di* dr-ho ca-cr ch-tr")
    seen = features(position.view(0))
    ones = [at for at in range(CROWD_AT) if seen[at] == 1.0]
    mine = [card(code) for code in ["fr-st", "dr-di", "ca-ho", "ch-cr", "hd-tr"]]
    assert ones == [*mine, 25 + card("fr-di"), 50 + card("fr-st")]
    other = features(position.view(1))
    ones = [at for at in range(CROWD_AT) if other[at] == 1.0]
    own = [card(code) for code in ["fr-di", "dr-ho", "ca-cr", "ch-tr"]]
    assert ones == [*own, 25 + card("fr-st"), 50 + card("fr-di")]


@pytest.mark.rule("MV-58")
def test_the_chosen_card_is_in_the_features_of_its_owner_only() -> None:
    position = place(mine="fr-st dr-di ca-ho ch-cr hd-tr", phase="push", chosen="fr-st")
    chosen = [features(position.view(seat))[CHOSEN_AT:CROWD_AT] for seat in (0, 1, -1)]
    assert chosen == [[1.0] + [0.0] * 24, [0.0] * 25, [0.0] * 25]


@pytest.mark.parametrize("food_seat", [0, 1])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_crowd_in_the_features_has_the_own_wares_first(food_seat: int, seat: int) -> None:
    position = place("D hd-di " + "D " * 14, food_seat=food_seat)
    cells = np.array(features(position.view(seat))[CROWD_AT:CART_AT]).reshape(16, 11)
    food, jacket = 4, 1
    own, other = (food, jacket) if food_seat == seat else (jacket, food)
    assert np.flatnonzero(cells[1]).tolist() == [own, 5 + other]
    for cell in set(range(16)) - {1}:
        assert np.flatnonzero(cells[cell]).tolist() == [10]


@pytest.mark.parametrize("cart", ["R1>", "R1<", "C4v", ".."])
def test_the_cart_in_the_features(cart: str) -> None:
    seen = features(place(cart=cart).view(0))[CART_AT:REST_AT]
    line = {"R1": 0, "C4": 7}.get(cart[:2])
    assert seen == [float(at == line) for at in range(8)]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, [1.0, 0.0, 1.0, 1.0, 1 / 3, 2 / 3, 0.25, 0.5]),
        (1, [0.0, 1.0, 0.0, 1.0, 2 / 3, 1 / 3, 0.25, 0.5]),
        (-1, [1.0, 0.0, 1.0, 1.0, 1 / 3, 2 / 3, 0.25, 0.5]),
    ],
)
def test_the_score_in_the_features(seat: int, expected: list[float]) -> None:
    position = place(
        starter=1,
        phase="push",
        chosen="fr-st",
        wins="1 2",
        rounds_to_win=3,
        turn=10,
        turn_cap=40,
        end_lines=2,
    )
    assert features(position.view(seat))[REST_AT:] == pytest.approx(expected)


@pytest.mark.rule("MV-45", "MV-47")
@pytest.mark.parametrize(
    ("lines", "lead"),
    [
        ({}, 5 - 4 - 0.5),
        ({"starter": 1}, 5 - 4 + 0.5),
        ({"wins": "1 0"}, 5 - 4 - 0.5 + 20),
        ({"wins": "0 1", "starter": 1}, 5 - 4 + 0.5 - 20),
    ],
)
def test_the_judgement_is_the_lead_with_rounds_and_the_tie(
    lines: dict[str, str], lead: float
) -> None:
    """Five foods in one hand, four jackets in the other."""
    assert evaluate(place(**lines)) == [lead, -lead]
