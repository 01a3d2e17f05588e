"""Numbers as sentences say them."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import cast

import pytest

import kermesse
from kermesse.core.match import Match
from kermesse.core.words import words
from kermesse.lab.experiment import Experiment
from kermesse.lab.intervals import Estimate
from kermesse.lab.phrases import (
    counted,
    figure,
    how_often,
    interval,
    listed,
    ordinal,
    percent,
    points,
    sentence,
    share_interval,
    side_names,
)
from kermesse.store import Seat
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import seat_name


@pytest.mark.parametrize(
    ("share", "words"), [(0.263, "26.3 %"), (0.25, "25 %"), (1 / 3, "33.3 %"), (-0.011, "−1.1 %")]
)
def test_shares_are_percent(share: float, words: str) -> None:
    assert percent(share) == words
    assert points(share) == words.removesuffix(" %")


def test_a_mean_has_as_many_digits_as_its_interval() -> None:
    found = Estimate(9.918, 9.566, 10.27)
    assert f"{figure(found)} {interval(found)}" == "9.9 (95 % interval 9.6 to 10.3)"
    assert share_interval(Estimate(0.5, 0.4, 0.6)) == "(95 % interval 40.0 to 60.0)"


def test_an_interval_is_not_told_with_more_digits_than_its_mean() -> None:
    found = Estimate(9.53, 9.5298, 9.5304)
    assert f"{figure(found)} {interval(found)}" == "9.53 (95 % interval less than 0.01 wide)"
    assert interval(Estimate(1204.1, 1203.9, 1204.3)) == "(95 % interval less than 1 wide)"


def test_an_interval_that_is_none_says_so() -> None:
    assert interval(Estimate(7, 7, 7)) == "(always)"
    assert percent(math.nan) == "– %"
    assert "too few" in interval(Estimate(7, math.nan, math.nan))
    assert "too few" in share_interval(Estimate(math.nan, math.nan, math.nan))


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.0004, "fewer than 1 of 1,000"), (0.031, "31 of 1,000"), (0.0994, "99 of 1,000"),
     (0.0996, "10 of 100"), (0.43, "43 of 100")],
)  # fmt: skip
def test_chances_are_told_as_so_many_of_so_many(chance: float, words: str) -> None:
    assert how_often(chance) == words


def test_names_in_a_row() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert sentence("seat 1 wins") == "Seat 1 wins"
    assert [counted(n, "game") for n in (1, 2000)] == ["1 game", "2,000 games"]


def test_sides_are_seats_or_teams() -> None:
    assert side_names(Experiment.checked("viva", seats=3)) == ("seat 0", "seat 1", "seat 2")
    teams = side_names(Experiment.checked("muckle"))
    assert teams == ("team 0 (seats 0 and 2)", "team 1 (seats 1 and 3)")


def test_places_have_words_as_far_as_words_go() -> None:
    assert [ordinal(place) for place in (1, 4, 7)] == ["first", "fourth", "7th"]


def test_seats_have_the_same_number_everywhere() -> None:
    """On pages of the lab, in sentences, in names of options and at the table in the browser."""
    game = kermesse.game("viva")
    names = list(side_names(Experiment.checked(game, seats=3)))
    assert [sentence(name) for name in names] == Match(game, seats=3).players
    sitting = cast(TableState, SimpleNamespace(seats=[Seat("t", n) for n in range(3)]))
    shown = [seat_name(sitting, n, {}, words("kermesse.table", "en")) for n in range(3)]
    assert shown == Match(game, seats=3).players
    (option,) = (option for option in game.options if option.name == "first_dealer")
    assert [f"seat {n}" for n in range(3)] == [
        str(value).replace("seat", "seat ") for value in option.allowed[1:4]
    ]
