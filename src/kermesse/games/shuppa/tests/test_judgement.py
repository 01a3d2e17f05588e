"""What bots are told: features and a quick judgement, from views only."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kermesse.core.position import Situation
from kermesse.games.shuppa import game
from kermesse.games.shuppa.bots import CELL_MARKS, LEVELS_SEEN, SEAT_MARKS
from kermesse.games.shuppa.tests.scenes import everybody, hand, place, scaled, walks


def features(situation: Situation) -> list[float]:
    out = np.full(game.features, np.nan, np.float32)
    game.kernels["features"](situation.record, out)
    return [float(number) for number in out]


def evaluate(situation: Situation) -> list[float]:
    out = np.full(situation.seats, np.nan, np.float32)
    game.kernels["evaluate"](situation.record, out)
    return [float(number) for number in out]


def test_features_are_of_about_unit_size() -> None:
    for number, position in enumerate(walks(Random(1), scaled(12, 3))):
        if number % 5 == 0:
            for viewer in everybody(position):
                assert all(0.0 <= number <= 4.0 for number in features(position.view(viewer)))


def test_the_features_show_hand_row_and_zone() -> None:
    position = place(
        "[1 2] [3 7] [5] [6] [9]",
        phase="play",
        row="10 11 13",
        **{"hand 0": "30 31", "hand 1": "37 38"},
    )
    for seat in (0, 1):
        seen = features(position.view(seat))
        assert {i + 1 for i in range(99) if seen[i]} == hand(position, seat)
        assert {i + 1 for i in range(99) if seen[99 + i]} == {10, 11, 13}
        at = 198
        marks = [seen[at + i * CELL_MARKS : at + (i + 1) * CELL_MARKS] for i in range(LEVELS_SEEN)]
        assert np.flatnonzero(marks[0]).tolist() == [0]
        assert np.flatnonzero(marks[1]).tolist() == [1]
        assert not any(marks[2])
        second = at + (LEVELS_SEEN + 1) * CELL_MARKS
        assert np.flatnonzero(seen[second : second + CELL_MARKS]).tolist() == [4]


def test_the_features_show_tokens_from_the_own_side() -> None:
    position = place("[1*A] [3] [5*B] [6] [9]")
    at = 198
    for seat, other in ((0, 1), (1, 0)):
        seen = features(position.view(seat))
        mine = at + (0 if seat == 0 else 2 * LEVELS_SEEN) * CELL_MARKS
        theirs = at + (0 if other == 0 else 2 * LEVELS_SEEN) * CELL_MARKS
        assert seen[mine + 5 : mine + 7] == [1.0, 0.0]
        assert seen[theirs + 5 : theirs + 7] == [0.0, 1.0]


def test_the_features_of_the_seats_start_with_the_own_one() -> None:
    position = place("[1] [3] [5] [6] [9]", phase="over", **{"won 0": "7 10", "won 1": "11"})
    at = 198 + 7 * LEVELS_SEEN * CELL_MARKS
    for seat, scores in ((0, (3, 1)), (1, (1, 3))):
        seen = features(position.view(seat))
        assert seen[at] == pytest.approx(scores[0] / 20)
        assert seen[at + SEAT_MARKS] == pytest.approx(scores[1] / 20)


@pytest.mark.rule("SH-97")
def test_points_are_worth_most() -> None:
    lines = {"phase": "over"}
    ahead = place("[1] [3] [5] [6] [9]", **lines, **{"won 0": "7 10", "won 1": "11"})
    assert evaluate(ahead) == [2.0, -2.0]
    alone = {"seats": 1, "deck": "2 0", "tops": "normal .."}
    behind = place("[1] [3] [5] [6] [9]", **lines, **alone, **{"won 1": "11"})
    assert evaluate(behind) == [-1.0]


def test_an_action_card_for_a_round_to_come_is_worth_something() -> None:
    lines = {"phase": "play", "row": "10 11 13", "hand 1": "37 38"}
    zone = "[1] [3] [5] [6] [9]"
    plain = place(zone, **lines, **{"hand 0": "30 31"})
    action = place(zone, **lines, **{"hand 0": "30 32"})
    assert evaluate(action)[0] > evaluate(plain)[0]


@pytest.mark.rule("SH-36", "SH-97")
def test_a_chosen_card_promises_what_it_will_win() -> None:
    """30 drops on column 2 or 3 beside 25 and 37: a red lot. 85 drops far from its colour."""
    position = place(
        "[3] [25] [37] [5] [11]",
        phase="play",
        row="10 14 74",
        **{"hand 0": "18 30 85", "hand 1": "86 87"},
    )
    worth = {}
    for card in ("18", "30", "85"):
        trial = position.copy()
        trial.decide(0, card)
        worth[card] = evaluate(trial)[0]
    assert worth["85"] < worth["30"]
