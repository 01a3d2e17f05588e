"""Leads, comebacks and when the result is known, from games whose course is planted."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kermesse.lab.findings import Curves, Histogram, Section
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.notes import NOBODY, TENTHS
from kermesse.lab.questions.tension import comebacks, first_sure, margins, tension

from .synthetic import games_of, won_by

MATCHES = 400
WINNERS = np.tile([0, 1], MATCHES // 2)


def led(leaders: np.ndarray, **columns: object) -> Games:
    return games_of(won_by(WINNERS, 2), game="muvuca", leaders=leaders, **columns)  # type: ignore[arg-type]


def led_until(tenth: int, others: int) -> np.ndarray:
    """Up to some tenth the later loser leads in ``others`` of 100 games, then the winner."""
    leaders = np.repeat(WINNERS[:, None], TENTHS, axis=1)
    behind = np.random.default_rng(tenth).permutation(MATCHES) < MATCHES * others // 100
    leaders[behind, :tenth] = 1 - WINNERS[behind, None]
    return leaders


def told(games: Games) -> Section:
    found = tension(games)
    assert found is not None
    return found


def curve(section: Section) -> Curves:
    plot = section.plots[0]
    assert isinstance(plot, Curves)
    return plot


def test_the_curve_tells_how_often_each_moments_leader_wins() -> None:
    found = curve(told(led(led_until(8, 40))))
    line = found.lines["the leader wins"]
    assert line.values == pytest.approx([60] * 8 + [100] * 2)
    assert all(low < 60 < high for low, high in zip(line.lows[:8], line.highs[:8], strict=True))
    assert found.even == 50
    assert found.at[0] == 10
    assert found.at[-1] == 100


def test_games_without_a_leader_do_not_count_for_that_moment() -> None:
    leaders = led_until(5, 40)
    leaders[: MATCHES // 2, 0] = NOBODY
    later = leaders[MATCHES // 2 :, 0] == WINNERS[MATCHES // 2 :]
    assert curve(told(led(leaders))).lines["the leader wins"].values[0] == pytest.approx(
        100 * later.mean()
    )


def test_a_comeback_is_a_winner_who_was_behind_at_half_time() -> None:
    assert "In 40 % of games" in told(led(led_until(5, 40))).answer
    assert "In 0 % of games" in told(led(led_until(4, 40))).answer


def test_of_which_games_a_comeback_is_told() -> None:
    """Nobody led in every fourth game: those are not among the games that are told of."""
    leaders = led_until(5, 40)
    leaders[::4, 4] = NOBODY
    which = "In 75 % of games there was a leader at half time and one winner; in "
    assert re.search(
        f"{which}[\\d.]+ % of those .* the winner was behind", told(led(leaders)).answer
    )
    assert "there was a leader" not in told(led(led_until(5, 40))).answer


def test_shared_wins_and_level_games_are_no_comebacks() -> None:
    places = np.tile([[1, 1], [1, 2], [2, 1], [1, 2]], (100, 1))
    leaders = np.full((400, TENTHS), 1)
    leaders[3::4] = NOBODY
    found = comebacks(games_of(places, game="muvuca", leaders=leaders))
    assert found.games[0] == 200  # neither the shared ones nor those without a leader
    assert found.means[0] == pytest.approx(0.5)


def test_when_the_result_is_known_is_told() -> None:
    late = told(led(led_until(8, 40)))
    assert "The leader after 9 tenths of the decisions wins 100 % of games" in late.answer
    assert not late.warnings
    open_end = told(led(led_until(9, 40)))
    assert "fewer than 90 % of games until the very end" in open_end.answer


def test_a_result_is_known_only_if_it_stays_known() -> None:
    shares = [0.5, 0.95, 0.8, 0.85, 0.85, 0.89, 0.93, 0.95, 0.97, 1.0]
    assert first_sure([Estimate(share, share, share) for share in shares]) == 6
    assert first_sure([Estimate(0.6, 0.6, 0.6)] * 9 + [Estimate(1, 1, 1)]) is None


def test_a_result_that_is_known_early_is_warned_of() -> None:
    (warning,) = told(led(led_until(2, 40))).warnings
    assert "the leader after 3 tenths of the decisions wins 100 % of games" in warning


def test_a_lead_that_says_nothing_is_warned_of() -> None:
    (warning,) = told(led(led_until(9, 50))).warnings
    assert warning.startswith("The leader is hard to identify in this game")


def test_where_nobody_leads_at_half_time_nothing_is_said_of_comebacks() -> None:
    leaders = led_until(2, 40)
    leaders[:, 4] = NOBODY
    section = told(led(leaders))
    assert "In no game with one winner did anybody lead at half time." in section.answer
    assert not any("hard to identify" in words for words in section.warnings)


def test_changes_of_the_lead_are_counted() -> None:
    changes = np.tile([0, 0, 4, 4], MATCHES // 4)
    section = told(led(led_until(5, 40), changes=changes, settled=changes / 5))
    assert "2.00 times in a game" in section.answer
    assert "never in 50 % of games" in section.answer
    settled = section.plots[2]
    assert isinstance(settled, Histogram)
    assert settled.groups[""] == pytest.approx((0.5, 0, 0, 0, 0, 0, 0, 0, 0.5, 0))
    always = told(led(led_until(5, 40), changes=[3] * MATCHES)).answer
    assert "at least once in every game" in always


def test_a_margin_is_between_the_winner_and_the_best_other_side() -> None:
    places = [[1, 2, 3], [2, 1, 3], [1, 1, 3]]
    points = [[30, 25, 10], [20, 18, 5], [9, 9, 1]]
    assert margins(games_of(places, points=points)).tolist() == [5, -2, 0]


def test_a_margin_of_teams_is_not_between_teammates() -> None:
    games = games_of([[1, 2, 1, 2]] * 2, game="muckle", points=[[6, 2, 6, 2]] * 2)
    assert margins(games).tolist() == [4, 4]


def test_alone_and_without_any_leader_there_is_no_tension() -> None:
    assert tension(games_of([[1], [2]], game="shuppa")) is None
    assert tension(led(np.full((MATCHES, TENTHS), NOBODY))) is None
