"""Who moves first: noted as it was, asked first, found where it is planted and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from scipy import stats

import kermesse
from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.games.moon_river.rules.ranch import board_of
from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Marks, Section
from kermesse.lab.games import Games, joined
from kermesse.lab.portion import play_portion
from kermesse.lab.questions.contest import in_order
from kermesse.lab.questions.fairness import balance
from kermesse.lab.questions.order import order
from kermesse.lab.report import ANALYSES

from .synthetic import drawn_winners, games_of, moving, won_by


def played(game: str, seats: int, games: int = 60, **chosen: object) -> Games:
    experiment = Experiment.checked(
        game, seats=seats, bots=["random"], games=games, options=chosen, seed=3
    )
    return Games(
        experiment, joined(play_portion(experiment, n) for n in range(experiment.portions))
    )


def planted(
    rates: tuple[float, ...], deals: int = 1000, seed: int = 0, game: str = "viva", **more: object
) -> Games:
    """Lots decide who moves first; places in the order win at these rates, seats all alike."""
    chance = np.random.default_rng([seed, deals, len(rates)])
    seats = len(rates)
    first = np.repeat(chance.integers(seats, size=deals), seats)
    places = drawn_winners(chance, deals, rates, 0.2)
    winners = (first + places) % seats
    return games_of(won_by(winners, seats), game=game, order=moving(first, seats), **more)  # type: ignore[arg-type]


def told(games: Games) -> Section:
    found = order(games)
    assert found is not None
    return found


# --- what is noted -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "chosen"),
    [
        ("muvuca", 2, {"rounds_to_win": 1}),
        ("viva", 2, {"rounds": 1}),
        ("viva", 5, {"rounds": 1}),
        ("viva", 4, {"rounds": 2, "table": "honour", "bot_cheat": 50}),
        ("moon_river", 2, {}),
        ("moon_river", 4, {"variant": "legends"}),
    ],
)
def test_every_seat_has_its_place_and_lots_decide_who_is_first(
    game: str, seats: int, chosen: Mapping[str, object]
) -> None:
    games = played(game, seats, **chosen)
    assert games.order is not None
    assert (np.sort(games.notes.order, axis=1) == np.arange(1, seats + 1)).all()
    assert set(games.order[:, 0]) == set(range(seats))
    assert not games.order_is_fixed


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_in_viva_the_order_goes_around_the_table(seats: int) -> None:
    games = played("viva", seats, rounds=1)
    assert games.order is not None
    assert (games.notes.order == moving(games.order[:, 0], seats)).all()


@pytest.mark.parametrize(
    ("game", "option", "first"),
    [("muvuca", "first_player", 1), ("viva", "first_dealer", 0)],  # the left of the dealer begins
)
def test_who_is_given_the_first_turn_moves_first(game: str, option: str, first: int) -> None:
    games = played(game, 2, 20, **{option: "seat1"})
    assert games.order is not None
    assert games.order_is_fixed
    assert set(games.order[:, 0]) == {first}


@pytest.mark.parametrize(("game", "seats"), [("shuppa", 2), ("shuppa", 4), ("muckle", 4)])
def test_where_all_choose_at_once_nobody_is_first(game: str, seats: int) -> None:
    games = played(game, seats, 8)
    assert games.order is None
    assert told(games).answer.startswith("Nobody moves first")
    assert not told(games).plots


def test_games_decision_by_decision_note_the_same_order() -> None:
    """Bots that search are asked one by one, in plain Python."""
    one, other = (
        Experiment.checked(
            "viva", seats=3, bots=["greedy", bot, bot], options={"rounds": 1}, games=6, seed=1
        )
        for bot in ("random", "greedy")
    )
    for experiment in (one, other):
        games = Games(experiment, play_portion(experiment, 0))
        assert games.order is not None
        assert (games.notes.order == moving(games.order[:, 0], 3)).all()


# --- what is asked -------------------------------------------------------------------------------


def test_it_is_the_first_question() -> None:
    assert ANALYSES[0] is order
    assert ANALYSES[1] is balance


def test_a_second_player_who_wins_more_is_named_and_warned_of() -> None:
    """As in Muvuca, where the seats are even because lots decide who begins."""
    section = told(planted((0.468, 0.532), deals=5000, game="muvuca"))
    assert section.answer.startswith("The second to move wins 53")
    assert section.warnings[0].startswith("The second to move has a small advantage")
    (plot,) = section.plots
    assert isinstance(plot, Marks)
    assert plot.labels == ("The first to move", "The second to move")
    assert all(plot.strong)


def test_of_four_only_those_are_named_that_stand_out() -> None:
    section = told(planted((0.31, 0.23, 0.23, 0.23), deals=4000))
    assert section.answer.startswith("The first to move wins 3")
    (plot,) = section.plots
    assert isinstance(plot, Marks)
    assert plot.strong[0]


def test_where_the_order_makes_no_difference_none_is_told() -> None:
    section = told(planted((0.25,) * 4))
    assert section.answer.startswith("No place in the order of play shows an advantage")
    assert not section.warnings


def test_a_fixed_order_is_told_with_what_else_goes_with_it() -> None:
    games = games_of(
        won_by([0, 1] * 100, 2),
        game="muvuca",
        order=moving(np.ones(200, int), 2),
        chosen={"first_player": "seat1"},
    )
    (said,) = [each for each in told(games).remarks if "same in every match" in each]
    assert said.startswith("The order was the same in every match: seat 1 and seat 0.")
    assert "who sells food (roles=seat0_food); who starts round 1 (first_player=seat1)" in said


def test_somebody_alone_is_not_asked() -> None:
    assert order(played("shuppa", 1, 4)) is None


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.thorough
def test_an_order_without_effect_is_called_uneven_in_5_of_100_and_seats_never(seats: int) -> None:
    """Stated level of the first question; what the rules treat alike is not asked about at all."""
    experiments, alarms = 600, 0
    for seed in range(experiments):
        games = planted((1 / seats,) * seats, deals=150, seed=seed)
        contest = in_order(games)
        assert contest is not None
        alarms += any(contest.strong)
        if seed < 50:
            fair = balance(games)
            assert fair is not None
            assert "alike by the rules" in fair.answer
            assert not fair.warnings
    low, high = stats.binom.interval(0.999, experiments, 0.05)
    assert low - 0.01 * experiments <= alarms <= high  # those that name none are no alarm


@pytest.mark.parametrize(
    ("rates", "deals"), [((0.46, 0.54), 1200), ((0.29, 0.25, 0.24, 0.22), 900)]
)
@pytest.mark.thorough
def test_an_order_that_matters_is_found_as_surely_as_computed(
    rates: tuple[float, ...], deals: int
) -> None:
    """What `detectable` promises is kept: 9 of 10, or more for an effect that is larger."""
    found = 0
    for seed in range(200):
        contest = in_order(planted(rates, deals=deals, seed=seed))
        assert contest is not None
        found += any(contest.strong)
    assert found >= 170


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "points", "named"),
    [
        (2, 0, 0.049), (2, 2, 0.363), (2, 3, 0.680), (2, 4, 0.910), (2, 6, 0.999),
        (4, 0, 0.036), (4, 2, 0.210), (4, 3, 0.495), (4, 4, 0.800), (4, 6, 0.991),
    ],
)  # fmt: skip
def test_how_often_2000_games_name_an_effect_of_the_order_of_play(
    seats: int, points: int, named: float
) -> None:
    """The first to move wins so many points less, the others share them: see the notebook."""
    found, rates = 0, [1 / seats + points / 100 / (seats - 1)] * seats
    rates[0] = 1 / seats - points / 100
    for seed in range(1000):
        contest = in_order(planted(tuple(rates), deals=2000 // seats, seed=seed))
        assert contest is not None
        found += any(contest.strong)
    assert found / 1000 == pytest.approx(named, abs=0.02)


# --- which seats are asked about -----------------------------------------------------------------

SETTINGS = [
    ("muvuca", 2, {}),
    ("muvuca", 2, {"roles": "random"}),
    ("muvuca", 2, {"roles": "random", "first_player": "seat1"}),
    ("viva", 2, {}),
    ("viva", 4, {}),
    ("viva", 6, {"edition": "pocket", "table": "honour"}),
    ("viva", 4, {"first_dealer": "seat2"}),
    ("shuppa", 2, {}),
    ("shuppa", 4, {"multicolour": "fifth_suit"}),
    ("moon_river", 2, {}),
    ("moon_river", 3, {"colours": "purple-orange-green"}),
    ("moon_river", 4, {"variant": "legends"}),
    ("moon_river", 2, {"variant": "legends", "colours": "purple-orange"}),
    ("muckle", 4, {}),
]


def differences(game: Game, seats: int, options: Mapping[str, Value], deals: int = 600) -> int:
    """In how many things seats differ when they begin, on average over many deals."""
    seen = np.zeros((deals, seats, game.features + 1))
    room = np.zeros(game.features, np.float32)
    for seed in range(deals):
        start = game.new(seats, seed=seed, options=options)
        for seat in range(seats):
            game.kernels["features"](start.view(seat).record, room)
            seen[seed, seat] = [seat in start.due, *room]
    gaps = np.abs(seen.mean(axis=0) - seen.mean(axis=(0, 1)))
    return int((gaps > 5 * seen.std(axis=0) / np.sqrt(deals) + 1e-6).any(axis=0).sum())


@pytest.mark.parametrize(("name", "seats", "chosen"), SETTINGS)
@pytest.mark.varied
def test_seats_that_are_declared_alike_begin_alike_and_others_do_not(
    name: str, seats: int, chosen: Mapping[str, object]
) -> None:
    game = kermesse.game(name)
    options = game.choose(chosen, seats)
    apart = game.seats_apart(options, seats)
    if apart == ["colours"]:  # what bots see of Moon River does not tell the legends' boards
        boards = {
            tuple(
                board_of(game.new(seats, seed=seed, options=options).record, seat)
                for seed in range(9)
            )
            for seat in range(seats)
        }
        assert len(boards) == seats
    else:
        assert bool(differences(game, seats, options)) == bool(apart)


def test_every_game_of_the_house_says_whether_seats_are_alike() -> None:
    for name in kermesse.game_names():
        game = kermesse.game(name)
        for seats in game.seats:
            apart = game.seats_apart(game.choose(None, seats), seats)
            assert apart is not None
            assert set(apart) <= {option.name for option in game.options}


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats", "chosen"), SETTINGS)
def test_seats_that_are_declared_alike_win_alike(
    name: str, seats: int, chosen: Mapping[str, object]
) -> None:
    games = played(name, seats, 4000, **chosen)
    if not games.game.seats_apart(games.experiment.options, seats):
        wins = games.shares.mean(axis=0) - 1 / games.experiment.sides
        assert np.abs(wins).max() < 4.5 * games.shares.std() / np.sqrt(len(games))
