"""Skill and luck: planted strength and planted deals are found, and their absence is said."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tests.toys import heap

import kermesse
from kermesse.core.recipes import LEVELS
from kermesse.lab.findings import Marks, Section
from kermesse.lab.games import Games
from kermesse.lab.questions.skill import FARTHEST, LONGEST, SEARCHING, rung, skill, wanted

from .synthetic import drawn_winners, games_of, won_by

SEATS = 4
STRONGER, WEAKER = "casual", "novice"


def meeting(
    seed: int, rate: float, deals: int = 250, bots: tuple[str, str] = (STRONGER, WEAKER)
) -> Games:
    """The first bot wins at this rate, wherever it sits."""
    chance = np.random.default_rng(seed)
    turn = np.arange(deals * SEATS) % SEATS
    seat = -turn % SEATS  # of the stronger bot
    ahead = chance.random(deals * SEATS) < rate
    other = (seat + chance.integers(1, SEATS, deals * SEATS)) % SEATS
    winners = np.where(ahead, seat, other)
    return games_of(won_by(winners, SEATS), bots=(bots[0], *[bots[1]] * (SEATS - 1)))


def equals(seed: int, kinship: float, deals: int = 2_000, **more: Any) -> Games:
    """Bots that are all the same; two games of a deal are alike by ``kinship``."""
    chance = np.random.default_rng(seed)
    winners = drawn_winners(chance, deals, [1 / SEATS] * SEATS, kinship)
    return games_of(won_by(winners, SEATS), **more)


def told(games: Games, ladder: list[Games]) -> Section:
    section = skill(games, ladder)
    assert section is not None
    return section


def test_the_wins_of_the_stronger_bot_are_counted_wherever_it_sits() -> None:
    found = rung(meeting(1, 0.4, deals=2_000))
    assert found.name == "casual against novice"
    assert found.rate.low < 0.4 < found.rate.high
    assert found.rate.low > 0.35


def test_skill_is_found_and_the_clearest_pairing_named() -> None:
    ladder = [
        meeting(2, 0.40),
        meeting(3, 0.60, bots=("skilled", "novice")),
        meeting(4, 0.25, bots=("skilled", "casual")),
    ]
    section = told(equals(5, 0.0), ladder)
    assert section.answer.startswith(
        "Skill shows in 2 of 3 pairings: there the stronger bot wins clearly more than its even "
        "share of 25 %. It does so most where skilled plays among bots of level novice and wins "
    )
    plot = section.plots[0]
    assert isinstance(plot, Marks)
    assert plot.even == 25
    assert plot.strong == (True, True, False)


def test_a_game_of_pure_luck_shows_no_skill() -> None:
    named = 0
    for seed in range(100):
        ladder = [meeting(10 * seed + each, 1 / SEATS, deals=30) for each in range(3)]
        named += "does not show" not in told(equals(seed, 0.0, deals=20), ladder).answer
    assert named <= 8  # 2.5 of 100 by chance: only the better half of mistakes is called skill


def test_a_weaker_bot_that_wins_is_not_called_skill() -> None:
    assert "Skill does not show" in told(equals(1, 0.0), [meeting(6, 0.1)]).answer


@pytest.mark.parametrize("kinship", [0.0, 0.1, 0.5])
def test_what_lies_in_the_deal_is_found(kinship: float) -> None:
    section = told(equals(7, kinship), [])
    (row,) = section.sheets[0].rows
    name, _, low, high = row
    assert name == "who wins"
    assert isinstance(low, float)
    assert isinstance(high, float)
    assert low <= 100 * kinship <= high
    assert high - low < 8
    assert "Between equal bots (greedy), " in section.answer


def test_points_have_a_share_in_the_deal_of_their_own() -> None:
    games = equals(8, 0.0)
    dealt = np.random.default_rng(8).integers(0, 50, (len(games) // SEATS, SEATS))
    points = np.repeat(dealt, SEATS, axis=0)
    games = Games(games.experiment, games.notes._replace(points=points))
    rows = {row[0]: row[1] for row in told(games, []).sheets[0].rows}
    assert rows["points"] == pytest.approx(100, abs=1)
    assert rows["who wins"] == pytest.approx(0, abs=4)


def test_different_bots_say_nothing_about_the_deal() -> None:
    different = meeting(9, 0.4)
    section = told(different, [different])
    assert "variance" not in section.answer
    assert any("only where equal bots play" in remark for remark in section.remarks)
    assert skill(different, []) is None


def test_somebody_alone_is_held_against_the_game() -> None:
    def alone(name: str, wins: int) -> Games:
        return games_of([[1]] * wins + [[2]] * (100 - wins), game="shuppa", bots=(name,))

    section = told(alone("greedy", 80), [alone("random", 15), alone("strong", 88)])
    assert section.answer.startswith("Alone against the game, the bot random wins 15 % of games (")
    assert "and the bot strong 88 % (" in section.answer
    plot = section.plots[0]
    assert isinstance(plot, Marks)
    assert plot.even is None
    assert plot.title == section.sheets[0].caption


# --- what has to be played ----------------------------------------------------------------------


def test_each_level_meets_the_one_below() -> None:
    game = kermesse.game("shuppa")
    found = wanted(game, 2, {}, 10_000, 3)
    bots = [experiment.bots for experiment in found]
    assert bots[0] == ("novice", "random")
    assert bots[-1] == ("strong", "novice")  # the best that glances against the lowest
    assert [pair[0] for pair in bots[:-1]] == list(LEVELS)
    assert all(above[1] == below[0] for below, above in pairwise(bots[:-1]))
    assert {experiment.seed for experiment in found} == {3}


def test_bots_that_search_play_fewer_games() -> None:
    game = kermesse.game("muckle")
    for experiment in wanted(game, 4, {}, 10_000, 0):
        searching = not {"strong", "expert"}.isdisjoint(experiment.bots)
        assert experiment.games == (SEARCHING if searching else 10_000)
    assert all(experiment.games == 50 for experiment in wanted(game, 4, {}, 50, 0))


def test_fewer_games_of_searches_are_said_and_only_then() -> None:
    many, few = meeting(1, 0.4, deals=50), meeting(2, 0.4, deals=25, bots=("expert", STRONGER))
    wider = "Where a bot searches there were 100 games in place of 200, so the interval is wider."
    assert wider in told(equals(1, 0.0), [many, few]).remarks
    assert not any("searches" in said for said in told(equals(1, 0.0), [many, many]).remarks)


@pytest.mark.parametrize(
    ("name", "seats", "options"), [("viva", SEATS, {"rounds": 1}), ("moon_river", 2, {})]
)
def test_searches_that_take_long_are_left_out_and_that_is_said(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    game = kermesse.game(name)
    expert = game.levels(seats)["expert"]
    assert expert.iterations > LONGEST or expert.iterations * expert.playout > FARTHEST
    found = wanted(game, seats, options, 100, 0)
    assert [pair.bots[0] for pair in found] == [*LEVELS[:-1], found[-1].bots[0]]
    assert not any("expert" in experiment.bots for experiment in found)
    assert all(experiment.options.items() >= options.items() for experiment in found)
    section = told(
        equals(1, 0.0), [meeting(1, 0.4, bots=experiment.bots[:2]) for experiment in found]
    )
    assert any(remark.startswith("Left out: expert. Levels that") for remark in section.remarks)


def test_alone_every_level_plays_the_same_deals() -> None:
    found = wanted(kermesse.game("shuppa"), 1, {}, 40, 0)
    assert [experiment.bots for experiment in found] == [(name,) for name in ("random", *LEVELS)]
    assert {experiment.deals for experiment in found} == {40}


def test_a_game_with_the_usual_levels_has_a_ladder() -> None:
    found = wanted(heap.game, 2, {}, 10, 0)
    assert [experiment.bots for experiment in found] == [
        ("novice", "random"),
        ("casual", "novice"),  # the best that glances, too
        ("skilled", "casual"),
    ]
