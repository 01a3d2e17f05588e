"""How long games are is told in what the game counts, and in nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from kermesse.lab.bins import bins, histogram
from kermesse.lab.findings import Bars, Histogram, Section
from kermesse.lab.games import Games
from kermesse.lab.questions.length import length

from .synthetic import games_of, won_by

MATCHES = 200


def played(**columns: object) -> Games:
    known = {"decisions": np.tile([40, 50, 60, 70], MATCHES // 4)}
    return games_of(won_by([0, 1] * (MATCHES // 2), 2), game="muvuca", **known | columns)  # type: ignore[arg-type]


def told(games: Games) -> Section:
    found = length(games)
    assert found is not None
    return found


def test_the_mean_stands_with_its_interval_and_where_most_games_lie() -> None:
    """Deals of 45 and 65 decisions by turns: ± 1.984 · 10.05 / √100."""
    answer = told(played()).answer
    assert answer.startswith("A game takes 55.0 decisions on average (95 % interval 53.0 to 57.0)")
    assert "nine of ten games take 40 to 70 decisions" in answer


def test_turns_and_rounds_are_told_only_where_the_game_has_them() -> None:
    without = told(played())
    assert [row[0] for row in without.sheets[0].rows] == ["decisions", "automatic steps"]
    assert "The game does not count turns or rounds." in without.remarks
    rounds = told(played(rounds=np.tile([2, 3], MATCHES // 2)))
    assert ", in 2.50 rounds;" in rounds.answer
    assert "The game does not count turns." in rounds.remarks
    assert [plot.title for plot in rounds.plots][1] == "Rounds of a game"


def test_a_number_that_never_varies_has_no_histogram() -> None:
    section = told(played(decisions=[12] * MATCHES))
    assert section.answer.startswith("A game takes 12 decisions (always).")
    assert not [plot for plot in section.plots if isinstance(plot, Histogram)]


def test_a_number_that_hardly_ever_varies_has_none_either() -> None:
    once, seldom = np.full(MATCHES, 3), np.full(MATCHES, 3)
    once[0], seldom[:4] = 4, 4
    assert "Rounds of a game" not in [plot.title for plot in told(played(rounds=once)).plots]
    assert "Rounds of a game" in [plot.title for plot in told(played(rounds=seldom)).plots]


def test_options_are_counted_over_decisions_and_not_over_games() -> None:
    """A hundred games of 10 decisions with 2 options each, a hundred of 90 with 4: 3.8, not 3."""
    decisions = np.repeat([10, 90], MATCHES // 2)
    options = np.repeat([20, 360], MATCHES // 2)
    section = told(played(decisions=decisions, options=options, widest=[7] * MATCHES))
    assert section.sheets[1].rows[0][1] == pytest.approx(3.8)
    assert "A decision has 3.80 options on average" in section.answer
    assert "7 at most" in section.answer


def test_kinds_of_decisions_are_phases_in_words() -> None:
    kinds = np.zeros((MATCHES, 15), int)
    kinds[:, 0], kinds[::2, 7] = 4, 20
    bars = told(played(kinds=kinds)).plots[-1]
    assert isinstance(bars, Bars)
    assert bars.labels == ("set aside", "card")
    assert bars.values == (10, 4)


def test_a_game_out_of_hand_is_warned_of() -> None:
    decisions = np.full(MATCHES, 50)
    assert not told(played(decisions=decisions)).warnings
    decisions[3] = 400
    (warning,) = told(played(decisions=decisions)).warnings
    assert "400 decisions, 8.0 times as many" in warning


def test_one_deal_tells_nothing() -> None:
    assert length(games_of(won_by([0, 1], 2), game="muvuca")) is None


@pytest.mark.parametrize(("low", "high"), [(0, 0), (3, 9), (0, 23), (0, 24), (-5, 1000)])
def test_bins_hold_every_number_once_and_are_few(low: int, high: int) -> None:
    edges = bins(low, high)
    assert edges[0] < low
    assert edges[-1] > high
    assert len(edges) <= 25
    assert len(set(np.diff(edges))) == 1


def test_groups_share_their_bins() -> None:
    found = histogram("", "", {"a": np.array([1, 1, 2], np.int32), "b": np.array([3], np.int32)})
    assert found.edges == (0.5, 1.5, 2.5, 3.5)
    assert found.groups["a"] == pytest.approx((2 / 3, 1 / 3, 0))
    assert found.groups["b"] == (0, 0, 1)
