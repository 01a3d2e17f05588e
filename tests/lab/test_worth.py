"""What components are worth: planted ones are found and named, and where there is none, none is."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

import kermesse
from kermesse.core.measures import ACTION, How
from kermesse.lab.findings import Marks
from kermesse.lab.games import Games
from kermesse.lab.questions.worth import Comparison, Group, ranked, worth, worths

from .synthetic import games_of, won_by

SEATS = 4
MEASURES = kermesse.game("viva").measures
STRONG = next(n for n, measure in enumerate(MEASURES) if measure.how is How.HELD)
PLAYED = next(n for n, measure in enumerate(MEASURES) if measure.how is How.PLAYED)
NAME = MEASURES[STRONG].component

Floats = npt.NDArray[np.float64]


def hands(chance: np.random.Generator, deals: int, mean: float = 0.7) -> npt.NDArray[np.int64]:
    """[game, seat, measure]: what is dealt is the same each time that a deal is played."""
    dealt = chance.poisson(mean, (deals, SEATS, len(MEASURES)))
    counts = np.repeat(dealt, SEATS, axis=0)
    chosen = [n for n, measure in enumerate(MEASURES) if measure.how is not How.HELD]
    counts[:, :, chosen] = chance.poisson(mean, (deals * SEATS, SEATS, len(chosen)))
    return counts


def others(values: npt.NDArray[Any]) -> Floats:
    """[game, seat]: the mean of the other seats."""
    return np.asarray((values.sum(axis=1, keepdims=True) - values) / (SEATS - 1))


def winners(chance: np.random.Generator, rates: Floats) -> npt.NDArray[np.int64]:
    """Who wins, at rates [game, seat]."""
    return (
        (chance.random((len(rates), 1)) > np.cumsum(rates, axis=1)).sum(axis=1).clip(0, SEATS - 1)
    )


def experiment(seed: int, deals: int, bonus: float = 0.0, luck: float = 0.2, **more: Any) -> Games:
    """Every planted card brings ``bonus``; each deal favours a seat by ``luck`` as well."""
    chance = np.random.default_rng(seed)
    counts = hands(chance, deals)
    held = counts[:, :, STRONG] - others(counts[:, :, STRONG])
    lucky = np.eye(SEATS)[chance.integers(SEATS, size=deals)].repeat(SEATS, axis=0)
    rates = 1 / SEATS + bonus * held + luck * (lucky - 1 / SEATS)
    return games_of(won_by(winners(chance, rates), SEATS), counts=counts, **more)


def test_a_planted_card_is_found_and_named() -> None:
    section = worth(experiment(1, 5_000, bonus=0.03))  # 20,000 games
    assert section is not None
    assert section.answer.startswith(
        f"Of what chance deals, 1 of 21 components stands out: one more “{NAME}” goes with 3."
    )
    plot = section.plots[0]
    assert isinstance(plot, Marks)
    assert [label for label, strong in zip(plot.labels, plot.strong, strict=True) if strong] == [
        NAME
    ]
    at = plot.labels.index(NAME)
    assert plot.lows[at] < 3.0 < plot.highs[at]


def test_what_stands_out_by_much_is_something_to_look_at() -> None:
    """More than 4 % of an even share: one point of 25."""
    much, little, none = (worth(experiment(1, 5_000, bonus=bonus)) for bonus in (0.03, 0.006, 0.0))
    assert much is not None
    assert little is not None
    assert none is not None
    (warning,) = much.warnings
    assert warning.startswith(f"Of what chance deals, one more “{NAME}” goes with 3")
    assert f"“{NAME}”" in little.answer  # it stands out, and is tiny
    assert not little.warnings
    assert not none.warnings


def test_a_card_that_costs_wins_is_called_so() -> None:
    section = worth(experiment(2, 5_000, bonus=-0.03))
    assert section is not None
    assert re.search(
        f"one more “{NAME}” goes with [23]\\.\\d points less of the win share", section.answer
    )
    assert not re.search("costs|brings", section.answer)  # that would be more than was seen
    assert section.plots[0].labels[-1] == NAME  # the worst comes last


def test_what_nobody_has_twice_is_not_called_one_more() -> None:
    games = experiment(10, 2_000)
    counts = games.notes.counts.copy()
    lucky = np.eye(SEATS, dtype=int)[games.seat_shares.argmax(axis=1)]
    counts[:, :, STRONG] = lucky  # the winner had it: instead of 25 of 100 games it won all
    section = worth(Games(games.experiment, games.notes._replace(counts=counts)))
    assert section is not None
    assert f": “{NAME}” goes with 75 points more of the win share" in section.answer


@pytest.mark.parametrize(
    ("bonus", "said"),
    [
        (0.0, f"only “{NAME}” can be judged, and it does not stand out: it goes with less than "),
        (0.05, f"one more “{NAME}” goes with "),
    ],
)
def test_a_component_by_itself_is_not_counted(bonus: float, said: str) -> None:
    games = experiment(11, 2_000, bonus=bonus)
    counts = games.notes.counts.copy()
    dealt = [n for n, measure in enumerate(MEASURES) if measure.how is How.HELD and n != STRONG]
    counts[:, :, dealt] = 0
    section = worth(Games(games.experiment, games.notes._replace(counts=counts)))
    assert section is not None
    assert section.answer.startswith(f"Of what chance deals, {said}")


@pytest.mark.thorough
def test_where_nothing_is_special_nothing_is_named() -> None:
    """Over 200 experiments no more than 5 % name anything: then every name is a mistake."""
    named = 0
    dealt = [n for n, measure in enumerate(MEASURES) if measure.how is How.HELD]
    for seed in range(200):
        compared = Comparison(experiment(seed, 100))
        named += any(each.named for each in ranked([compared.worth(n) for n in dealt]))
    assert named <= stats.binom.isf(0.001, 200, 0.05)


@pytest.mark.thorough
def test_intervals_cover_what_was_planted() -> None:
    bonus, inside, narrow, experiments = 0.02, 0, 0, 400
    for seed in range(experiments):
        games = experiment(seed, 100, bonus=bonus, luck=0.5)
        found = Comparison(games).worth(STRONG)
        inside += found.low < bonus < found.high
        careless = Comparison(games)
        careless.rows = np.arange(len(games))  # as if no two games had the same deal
        found = careless.worth(STRONG)
        narrow += found.low < bonus < found.high
    low, high = stats.binom.interval(0.999, experiments, 0.95)
    assert low <= inside <= high
    assert narrow < low


def test_what_players_choose_is_called_an_association() -> None:
    games = experiment(3, 2_000)
    counts = games.notes.counts.copy()
    counts[:, :, PLAYED] += games.seat_shares.astype(np.int16)  # who wins has one more
    section = worth(Games(games.experiment, games.notes._replace(counts=counts)))
    assert section is not None
    name = MEASURES[PLAYED].component
    told = f"stand out (associations, not causes): each “{name}” in place of another card goes with"
    assert told in section.answer
    assert any("correlation, and no proof" in remark for remark in section.remarks)


def test_whoever_uses_more_of_everything_is_not_told_of_each_component() -> None:
    """Who wins has played three cards more, any cards; no card is better than another."""
    games = experiment(11, 2_000)
    chance = np.random.default_rng(11)
    cards = [n for n, each in enumerate(MEASURES) if (each.how, each.kind) == (How.PLAYED, "card")]
    counts = games.notes.counts.copy()
    lucky = games.seat_shares.argmax(axis=1)
    for _ in range(3):
        counts[np.arange(len(games)), lucky, chance.choice(cards, len(games))] += 1
    section = worth(Games(games.experiment, games.notes._replace(counts=counts)))
    assert section is not None
    assert "Of what players use, none of 21 components stands out" in section.answer


def test_another_word_for_winning_is_no_answer() -> None:
    """Whoever finishes with the last card wins; that has its table, and no plot."""
    (last,) = [n for n, measure in enumerate(MEASURES) if measure.is_result]
    games = experiment(12, 500)
    counts = games.notes.counts.copy()
    counts[:, :, last] = games.seat_shares.astype(np.int16)
    section = worth(Games(games.experiment, games.notes._replace(counts=counts)))
    assert section is not None
    name = MEASURES[last].component
    assert name not in section.answer
    assert not any(name in plot.labels for plot in section.plots if isinstance(plot, Marks))
    rows = {sheet.caption: sheet.rows for sheet in section.sheets}["What winning consists of"]
    assert [(row[0], row[-1]) for row in rows] == [(name, "stands out")]


def test_what_is_done_is_shown_and_leads_no_answer() -> None:
    deeds = [n for n, each in enumerate(MEASURES) if each.kind == ACTION and not each.is_result]
    games = experiment(13, 500)
    counts = games.notes.counts.copy()
    counts[:, :, deeds[0]] += games.seat_shares.astype(np.int16)
    section = worth(Games(games.experiment, games.notes._replace(counts=counts)))
    assert section is not None
    name = MEASURES[deeds[0]].component
    assert name not in section.answer
    done = {plot.title: plot for plot in section.plots}["Done by players: what goes with winning"]
    assert isinstance(done, Marks)
    assert done.labels[0] == name
    assert done.strong[0]


def test_a_stronger_bot_is_not_counted_for_what_it_likes() -> None:
    """One bot wins more and plays a card more often; the card itself is worth nothing."""
    chance = np.random.default_rng(4)
    deals = 2_000
    blank = experiment(4, deals, bots=("greedy", "random", "random", "random"))
    strong = blank.notes.bots == 0
    rates = np.where(strong, 0.55, 0.15)
    counts = blank.notes.counts.copy()
    counts[:, :, PLAYED] = chance.poisson(np.where(strong, 3.0, 1.0))
    games = games_of(
        won_by(winners(chance, rates), SEATS),
        bots=blank.experiment.bots,
        counts=counts,
    )
    found = Comparison(games).worth(PLAYED)
    assert found.low < 0 < found.high
    assert abs(found.slope) < 0.01


def test_a_better_seat_is_not_counted_for_what_it_is_dealt() -> None:
    """The first seat wins more and is always dealt one more; the card itself is worth nothing."""
    chance = np.random.default_rng(5)
    counts = hands(chance, 2_000)
    counts[:, 0, STRONG] += 1
    rates = np.broadcast_to([0.4, 0.2, 0.2, 0.2], (len(counts), SEATS))
    games = games_of(won_by(winners(chance, rates), SEATS), counts=counts)
    found = Comparison(games).worth(STRONG)
    assert found.low < 0 < found.high


def test_who_sits_where_need_not_be_even() -> None:
    """As in people's games: the slope is that of a regression with games, places and bots in it."""
    games = experiment(9, 60)
    chance = np.random.default_rng(9)
    skewed = games.notes._replace(
        bots=chance.choice(SEATS, (len(games), SEATS), p=[0.6, 0.2, 0.1, 0.1])
    )
    skewed = skewed._replace(deal=np.arange(len(games)))
    uneven = Games(games.experiment, skewed)
    counts = uneven.notes.counts[:, :, STRONG].ravel()
    each, seat = np.divmod(np.arange(len(games) * SEATS), SEATS)
    known = [
        counts,
        each[:, None] == np.arange(len(games)),
        (seat * SEATS + skewed.bots.ravel())[:, None] == np.arange(SEATS**2),
    ]
    slope = np.linalg.lstsq(np.column_stack(known).astype(float), uneven.shares.ravel())[0][0]
    found = Comparison(uneven).worth(STRONG)
    assert found.slope == pytest.approx(slope * (1 - 1 / SEATS), abs=1e-6)


def test_partners_have_their_cards_together() -> None:
    game = kermesse.game("muckle")
    seats = next(n for n in game.seats if len(set(game.teams(n))) < n)
    teams = np.array(game.teams(seats))
    chance = np.random.default_rng(6)
    matches = 2 * 2_000
    counts = chance.poisson(1.0, (matches, seats, len(game.measures)))
    ahead = counts[:, teams == 0, 0].sum(axis=1) - counts[:, teams == 1, 0].sum(axis=1)
    winner = (chance.random(matches) > 0.5 + 0.02 * ahead).astype(int)
    places = np.where(teams == winner[:, None], 1, 2)
    found = Comparison(games_of(places, game="muckle", counts=counts)).worth(0)
    assert found.low < 0.02 < found.high
    assert found.low > 0


def test_what_is_too_rare_is_said_to_be() -> None:
    games = experiment(7, 200)
    counts = games.notes.counts.copy()
    counts[:, :, STRONG] = 0
    counts[: 10 * SEATS, 0, STRONG] = 1  # in ten deals only
    rare = Games(games.experiment, games.notes._replace(counts=counts))
    found = {each.measure: each for each in worths(rare)[Group.DEALT]}[MEASURES[STRONG]]
    assert found.is_thin
    assert found.deals == pytest.approx(10, abs=2)
    section = worth(rare)
    assert section is not None
    assert any(f"tell of 1 of the {len(MEASURES)} things" in remark for remark in section.remarks)
    assert any(row[0] == NAME and row[-1] == "too few deals" for row in section.sheets[0].rows)
    assert NAME not in section.plots[0].labels


def test_every_plot_has_its_table_with_all_components() -> None:
    section = worth(experiment(8, 300))
    assert section is not None
    for plot, sheet in zip(section.plots, section.sheets, strict=False):
        assert plot.title == sheet.caption
        assert len(set(plot.labels)) == len(plot.labels) <= len(sheet.rows)
    counted = sum(len(sheet.rows) for sheet in section.sheets)
    assert counted == len(MEASURES)


def test_a_game_in_which_nothing_was_counted_has_nothing_to_tell() -> None:
    assert worth(games_of(won_by([0, 1, 2, 3] * 50, SEATS))) is None
