"""An unfair seat is found and named; a fair game is called unfair as seldom as stated."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Bars, Marks, Section
from kermesse.lab.games import Games, joined
from kermesse.lab.portion import play_portion
from kermesse.lab.questions.contest import among_sides, standing_out
from kermesse.lab.questions.fairness import balance
from kermesse.lab.samples import side_sample

from .synthetic import drawn_winners, games_of, won_by
from .toss import game as toss

DEALER = {"first_dealer": "seat0"}  # by which VIVA's rules tell seats apart


def told(games: Games) -> Section:
    found = balance(games)
    assert found is not None
    return found


def wins(section: Section) -> Marks:
    (plot,) = [plot for plot in section.plots if plot.title.startswith("Wins of each ")][:1]
    assert isinstance(plot, Marks)
    return plot


def endings(section: Section) -> Bars:
    plot = section.plots[-1]
    assert isinstance(plot, Bars)
    return plot


def biased(rates: tuple[float, ...], deals: int = 5000, alike: float = 0.2) -> Games:
    chance = np.random.default_rng([deals, len(rates)])
    return games_of(won_by(drawn_winners(chance, deals, rates, alike), len(rates)), chosen=DEALER)


def test_an_unfair_seat_is_found_and_named() -> None:
    section = told(biased((0.245, 0.245, 0.265, 0.245)))
    assert section.answer.startswith("Seat 2 wins 2")
    assert "where even is 25 %: it has a small advantage." in section.answer
    assert "fewer than 1 of 1,000 experiments" in section.answer
    assert wins(section).strong[2]
    assert wins(section).lows[2] > wins(section).even == 25
    assert any(words.startswith("Seat 2 has a small advantage") for words in section.warnings)


def counted_wins(*wins_each: int) -> Games:
    """So many wins of each seat, every game of a deal of its own."""
    winners = np.repeat(np.arange(len(wins_each)), wins_each)
    deals = np.arange(len(winners))
    return games_of(won_by(winners, len(wins_each)), chosen=DEALER, deal=deals)


def test_only_seats_that_are_uneven_themselves_stand_out() -> None:
    assert wins(told(counted_wins(400, 250, 250, 100))).strong == (True, False, False, True)


def test_no_seat_is_named_unless_the_seats_together_are_uneven() -> None:
    """339 of 1,200: alone it would stand out (z = 2.6), but somebody has to be the luckiest."""
    section = told(counted_wins(339, 287, 287, 287))
    assert section.answer.startswith("No seat shows an advantage")
    assert wins(section).lows[0] > 25
    assert not any(wins(section).strong)


def test_of_two_sides_one_is_warned_of() -> None:
    """What one has too much the other has too little."""
    section = told(biased((0.42, 0.58), 2000))
    assert [words.split(" has ")[0] for words in section.warnings] == ["Seat 1"]
    assert wins(section).strong == (True, True)


def test_a_bad_seat_is_named_as_such() -> None:
    section = told(biased((0.28, 0.28, 0.28, 0.16)))
    assert section.answer.startswith("Seat 3 wins 1")
    assert "it has a large disadvantage" in section.answer


@pytest.mark.parametrize(
    ("rate", "words"),
    [(0.51, "tiny"), (0.54, "small"), (0.58, "clear"), (0.70, "large")],
)
def test_of_two_seats_the_better_one_is_named(rate: float, words: str) -> None:
    """Exactly so many wins, as often in every deal: nothing is left to chance."""
    winners = np.zeros(40_000, int)
    winners[: round(40_000 * (1 - rate))] = 1
    games = games_of(won_by(np.random.default_rng(1).permutation(winners), 2), game="muvuca")
    section = told(games)
    assert section.answer.startswith(f"Seat 0 wins {100 * rate:.0f} % of games")
    assert f"a {words} advantage" in section.answer
    assert "Seat 1" not in section.answer
    assert bool(section.warnings) == (words != "tiny")


def test_a_fair_game_shows_none_and_says_what_would_have_been_found() -> None:
    section = told(biased((0.25, 0.25, 0.25, 0.25)))
    assert section.answer.startswith("No seat shows an advantage")
    assert "would have been found in 9 of 10" in section.answer
    assert not any(wins(section).strong)
    assert not section.warnings


@pytest.mark.parametrize("sides", [2, 4])
def test_a_fair_game_is_called_unfair_in_5_of_100(sides: int) -> None:
    chance = np.random.default_rng(sides)
    rows = np.repeat(np.arange(150), sides)
    alarms = 0
    for _ in range(1000):
        winners = drawn_winners(chance, 150, [1 / sides] * sides, 0.3)
        alarms += any(standing_out(side_sample(np.eye(sides)[winners], rows)))
    assert 20 <= alarms <= 70


@pytest.mark.long
def test_a_fair_toy_is_called_unfair_in_5_of_100() -> None:
    """Played, not made up: 2,000 experiments."""
    named, experiments = 0, 2000
    for seed in range(experiments):
        fair = Experiment.checked(toss, bots=["random"], games=200, seed=seed)
        games = Games(fair, joined(play_portion(fair, each) for each in range(fair.portions)))
        named += any(standing_out(side_sample(games.shares, games.deals)))
    low, high = stats.binom.interval(0.999, experiments, 0.05)
    assert low <= named <= high


def test_a_three_point_bias_is_found_in_10_000_games_of_four() -> None:
    chance = np.random.default_rng(3)
    rows = np.repeat(np.arange(2500), 4)
    found = 0
    for _ in range(200):
        winners = drawn_winners(chance, 2500, (0.28, 0.24, 0.24, 0.24), 0.1)
        found += standing_out(side_sample(np.eye(4)[winners], rows))[0]
    assert found >= 190


def test_games_of_a_deal_are_not_counted_as_independent() -> None:
    """60 of 100 akin wins: were they independent, it would be an advantage."""
    winners = np.repeat([0] * 15 + [1] * 10, 4)
    akin = games_of(won_by(winners, 2), game="muvuca", deal=np.arange(100) // 4)
    alone = games_of(won_by(winners, 2), game="muvuca", deal=np.arange(100))
    assert told(akin).answer.startswith("No seat")
    assert told(alone).answer.startswith("Seat 0")


def test_a_shared_win_counts_in_parts() -> None:
    places = np.tile([[1, 1, 3, 4], [2, 1, 3, 4]], (100, 1))
    section = told(games_of(places, chosen=DEALER, ending=np.tile([2, 0], 100)))
    assert wins(section).values == pytest.approx((25, 75, 0, 0))
    assert section.sheets[0].rows[1][:2] == ("shared wins", pytest.approx(50))


def test_teams_are_sides() -> None:
    winners = drawn_winners(np.random.default_rng(5), 300, (0.8, 0.2))
    games = games_of(won_by(winners, 2)[:, [0, 1, 0, 1]], game="muckle")
    section = told(games)
    assert section.question == "Is it fair to each team?"
    assert section.answer.startswith("The teams are alike by the rules")
    assert among_sides(games).names == ("team 0 (seats 0 and 2)", "team 1 (seats 1 and 3)")


def test_endings_are_told_by_their_reason() -> None:
    ending = [0] * 30 + [1] * 60 + [2] * 10
    bars = endings(told(games_of(won_by([0, 1] * 50, 2), game="muvuca", ending=ending)))
    assert bars.labels == ("tie", "points", "cap")
    assert bars.values == pytest.approx((60, 30, 10))


def test_bots_that_differ_are_told_apart() -> None:
    """The better one wins 9 of 10, wherever it sits: the seats are even all the same."""
    chance = np.random.default_rng(7)
    better = np.arange(2000) % 2  # the first bot is at the second seat in every other game
    winners = np.where(chance.random(2000) < 0.9, better, 1 - better)
    games = games_of(won_by(winners, 2), game="muvuca", bots=("greedy", "random"))
    section = told(games)
    assert section.answer.startswith("No seat")
    (bots,) = [plot for plot in section.plots if plot.title == "Wins of each bot"]
    assert isinstance(bots, Marks)
    assert bots.labels == ("greedy", "random")
    assert bots.lows[0] < 90 < bots.highs[0]
    assert [row[0] for row in section.sheets[1].rows] == ["greedy", "random"]


def test_a_seat_that_somebody_strong_kept_is_remarked() -> None:
    """As in people's games: nobody made them move on."""
    moved = games_of(won_by([0] * 100, 2), game="muvuca", bots=("greedy", "random"))
    seats = np.tile(np.array([0, 1], np.int8), (100, 1))
    kept = Games(moved.experiment, moved.notes._replace(bots=seats))
    assert any("somebody strong sat there" in words for words in told(kept).remarks)
    assert [row[2] is None for row in told(kept).sheets[1].rows] == [True, False]
    assert not any("somebody strong sat there" in words for words in told(moved).remarks)


def test_bots_of_one_name_are_one_bot() -> None:
    winners = np.zeros(400, int)
    section = told(games_of(won_by(winners, 4), bots=("greedy", "random", "random", "random")))
    (bots,) = [plot for plot in section.plots if plot.title == "Wins of each bot"]
    assert isinstance(bots, Marks)
    assert bots.labels == ("greedy", "random")
    assert bots.values == pytest.approx((25, 25))


def test_equal_bots_are_not_told_apart() -> None:
    assert not [p for p in told(biased((0.5, 0.5), 50)).plots if p.title == "Wins of each bot"]


def test_alone_one_wins_against_the_game() -> None:
    section = told(games_of([[1]] * 30 + [[2]] * 70, game="shuppa", ending=[3] * 30 + [4] * 70))
    assert section.answer.startswith("Alone against the game, greedy won 30 % of games")
    assert endings(section).labels == ("lost", "won")


def test_what_is_drawn_by_lot_is_told() -> None:
    winners = [0, 1] * 20
    lots = told(games_of(won_by(winners, 2), game="muvuca")).remarks
    fixed = told(
        games_of(won_by(winners, 2), game="muvuca", chosen={"first_player": "seat0"})
    ).remarks
    assert any("by lot in each match: who starts round 1 (first_player)" in words for words in lots)
    assert not any("by lot" in words for words in fixed)
    assert "The same in each match: who starts round 1 (first_player=seat0)." in fixed
    assert "The same in each match: who sells food (roles=seat0_food)." in {*fixed} & {*lots}
    assert not any("(first_player=" in words for words in lots)


def test_few_deals_come_with_a_warning_and_too_few_prove_nothing() -> None:
    assert any("Only 20 deals" in words for words in told(biased((0.25,) * 4, 20)).warnings)
    assert "too few to tell" in told(games_of(won_by([0] * 12, 4), chosen=DEALER)).answer
    assert balance(games_of(won_by([0, 1], 2), game="muvuca")) is None
