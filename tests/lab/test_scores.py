"""Scores by seat and by place, and how close games are."""

from __future__ import annotations

import numpy as np
import pytest

from kermesse.lab.findings import Histogram, Section
from kermesse.lab.games import Games
from kermesse.lab.questions.scores import scores

from .synthetic import games_of

PLACES = np.tile([[1, 2, 3], [3, 1, 2]], (50, 1))
POINTS = np.tile([[20, 10, 6], [4, 40, 38]], (50, 1))


def told(games: Games) -> Section:
    found = scores(games)
    assert found is not None
    return found


def played() -> Games:
    return games_of(PLACES, points=POINTS, deal=np.arange(100) // 2)


def test_the_winners_score_and_its_margin_are_told() -> None:
    """Every deal has one game of each kind, so the means are certain: 30 and (10 + 2) / 2."""
    answer = told(played()).answer
    assert answer.startswith("The winner has 30 points on average")
    assert "is 6 ahead of the next side" in answer
    assert "In 50 % of games" in answer  # 38 is within a tenth of 40


def test_scores_are_told_by_place_and_by_seat() -> None:
    seats, places = told(played()).sheets
    assert [row[:2] for row in seats.rows] == [("seat 0", 12), ("seat 1", 25), ("seat 2", 22)]
    assert [row[:2] for row in places.rows] == [
        ("first place", 30), ("second place", 24), ("third place", 5),
    ]  # fmt: skip
    assert places.rows[0][4:] == (20, 20, 40, 40, 40)


def test_the_histogram_has_a_group_for_each_place() -> None:
    plot = told(played()).plots[0]
    assert isinstance(plot, Histogram)
    assert list(plot.groups) == ["first place", "second place", "third place"]
    for shares in plot.groups.values():
        assert sum(shares) == pytest.approx(1)
    at = np.digitize([20, 40], plot.edges) - 1
    assert [plot.groups["first place"][bin_] for bin_ in at] == [0.5, 0.5]


def test_the_interval_is_over_deals() -> None:
    """Both games of a deal score the same: 50 deals, not 100 games. ± 2.0096 · 10.10 / √50."""
    points = np.repeat([[20, 5], [40, 5]] * 25, 2, axis=0)
    games = games_of([[1, 2]] * 100, game="muvuca", points=points)
    row = told(games).sheets[0].rows[0]
    assert row[1] == 30
    assert row[3] == pytest.approx(30 + 2.0096 * 10.102 / 50**0.5, abs=1e-3)


def test_points_that_do_not_decide_are_remarked() -> None:
    backwards = told(games_of(PLACES, points=-POINTS)).remarks
    assert any("somebody else has more points than the winner" in words for words in backwards)
    assert not any("somebody else" in words for words in told(played()).remarks)


def test_alone_a_game_brings_points() -> None:
    section = told(games_of([[1], [2]] * 20, game="shuppa", points=[[30], [10]] * 20))
    assert section.answer.startswith("A game brings 20.0 points on average")
    assert len(section.plots) == 1


def test_a_game_without_points_has_no_scores() -> None:
    assert scores(games_of(PLACES)) is None
