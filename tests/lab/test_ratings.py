"""Ratings find the strengths that were planted, and agree with what can be worked out by hand."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from kermesse.lab.strength.ratings import Ranking, contests, rate, strengths, taken_apart


def by_strength(chance: np.random.Generator, points: list[float], sides: list[int]) -> Ranking:
    """A game whose ranking is drawn as Plackett–Luce says."""
    worth = np.array([10 ** (points[bot] / 400) for bot in sides])
    arrival = chance.exponential(1 / worth)  # the first of racing exponentials wins by its rate
    places = arrival.argsort().argsort() + 1
    return Ranking(tuple(sides), tuple(int(place) for place in places))


def test_two_bots_are_as_far_apart_as_their_win_rate_says() -> None:
    """75 % is 191 points; the one drawn game that is added takes off a little."""
    games = [Ranking((0, 1), (1, 2))] * 3 + [Ranking((0, 1), (2, 1))]
    found = rate([games] * 500, 2, anchor=1, seed=0)
    assert found[1] == (1000, 1000, 1000)
    exact = 400 * math.log10(1500.5 / 500.5)
    assert found[0].points == pytest.approx(1000 + exact, abs=1e-3)


def test_a_draw_is_half_a_win_each() -> None:
    draws = [[Ranking((0, 1), (1, 1))] * 2] * 50
    halves = [[Ranking((0, 1), (1, 2)), Ranking((0, 1), (2, 1))]] * 50
    ones = np.ones((1, 50))
    drawn, won = (strengths(taken_apart(games, 2), ones) for games in (draws, halves))
    assert drawn == pytest.approx(won)


def test_bradley_terry_recovers_planted_ratings() -> None:
    chance = np.random.default_rng(5)
    points = [1000.0, 1120.0, 900.0, 1300.0]
    blocks = [
        [by_strength(chance, points, list(pair)) for pair in combinations(range(4), 2)] * 2
        for _ in range(1500)
    ]
    found = rate(blocks, 4, anchor=0, seed=1)
    for rating, planted in zip(found, points, strict=True):
        assert rating.points == pytest.approx(planted, abs=25)
        assert rating.low <= rating.points <= rating.high


def test_plackett_luce_recovers_planted_ratings() -> None:
    chance = np.random.default_rng(6)
    points = [1000.0, 1150.0, 800.0]
    lines = [[0, 1, 2, 1], [0, 0, 1, 2], [2, 2, 2, 0]]
    blocks = [[by_strength(chance, points, line) for line in lines] for _ in range(1500)]
    found = rate(blocks, 3, anchor=0, seed=1)
    for rating, planted in zip(found, points, strict=True):
        assert rating.points == pytest.approx(planted, abs=25)


def test_rating_intervals_hold_the_truth() -> None:
    chance = np.random.default_rng(7)
    held = 0
    for seed in range(150):
        blocks = [[by_strength(chance, [1000, 1100], [0, 1]) for _ in range(2)] for _ in range(60)]
        rating = rate(blocks, 2, anchor=0, seed=seed)[1]
        held += rating.low <= 1100 <= rating.high
    assert 0.88 * 150 <= held <= 0.99 * 150


def test_a_bot_that_never_lost_has_a_finite_rating() -> None:
    found = rate([[Ranking((0, 1), (1, 2))] * 2] * 10, 2, anchor=1, seed=0)
    assert found[0].points == pytest.approx(1000 + 400 * math.log10(20.5 / 0.5), abs=1e-3)


def test_the_anchor_is_where_it_is_put() -> None:
    games = [[Ranking((0, 1), (1, 2)), Ranking((0, 1), (2, 1)), Ranking((0, 1), (1, 2))]] * 20
    low, high = rate(games, 2, anchor=0, seed=0), rate(games, 2, anchor=1, seed=0)
    assert low[0].points == high[1].points == 1000
    assert high[0].points - 1000 == pytest.approx(1000 - low[1].points)


def test_a_ranking_is_a_series_of_contests() -> None:
    game = Ranking((0, 1, 2), (2, 1, 3))
    assert list(contests(game, 3)) == [((1, 1, 1), 1.0, {1: 1.0}), ((1, 0, 1), 1.0, {0: 1.0})]


def test_sides_that_share_a_place_are_ranked_in_every_order() -> None:
    game = Ranking((0, 1, 2), (1, 1, 3))
    assert list(contests(game, 3)) == [
        ((1, 1, 1), 1.0, {0: 0.5, 1: 0.5}),
        ((1, 0, 1), 0.5, {0: 0.5}),
        ((0, 1, 1), 0.5, {1: 0.5}),
    ]


def test_a_bot_learns_nothing_from_its_own_copies() -> None:
    assert list(contests(Ranking((0, 0), (1, 2)), 2)) == []
    among = Ranking((0, 1, 1), (1, 2, 3))
    assert list(contests(among, 2)) == [((1, 2), 1.0, {0: 1.0})]
