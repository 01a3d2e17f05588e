"""The search for options: a planted optimum is found, every trial is written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import kermesse
from kermesse.core.errors import KermesseError
from kermesse.lab.experiment import Experiment
from kermesse.lab.games import Games
from kermesse.lab.notes import fresh_notes
from kermesse.lab.option_search import Log, OptionSearch, Trial, findings, tune
from kermesse.lab.scheduler import run
from kermesse.lab.targets import FIGURES, Wish, spans

from .synthetic import drawn_winners, games_of, moving, won_by

VIVA = kermesse.game("viva")


def start(games: int = 100) -> Experiment:
    return Experiment.checked("viva", seats=2, bots=["random"], games=games, seed=4)


def planted(*, best: dict[str, int], noise: float = 0.0) -> Callable[[Experiment], Games]:
    """Games whose length is shortest at some options, and a little random."""

    def play(experiment: Experiment) -> Games:
        notes = fresh_notes(experiment.game, experiment.seats, experiment.games)
        distance = sum((int(experiment.options[name]) - at) ** 2 for name, at in best.items())
        chance = np.random.default_rng([experiment.seed, distance])
        notes.decisions[:] = 50 + 10 * distance + noise * chance.normal(size=experiment.games)
        notes.places[:] = [1, 2]
        notes.order[:] = [1, 2]
        notes.deal[:] = np.arange(experiment.games) // 2
        return Games(experiment, notes)

    return play


def search(*vary: str, trials: int = 60, wish: str = "decisions<50") -> OptionSearch:
    return OptionSearch.checked(start(), spans(VIVA, vary), [Wish.read(wish)], trials)


def test_a_planted_optimum_is_found_among_all() -> None:
    wanted = {"hand_size": 6, "penalty": 2}
    found = tune(search("hand_size", "penalty"), planted(best=wanted), Log(search("hand_size")))
    assert found.best.options == wanted
    assert found.best.miss == 0
    assert len(found.trials) == 25  # each combination once


def test_a_planted_optimum_is_found_where_not_all_can_be_tried() -> None:
    wanted = {"hand_size": 6, "penalty": 2, "viva_two": 3, "rounds": 4}
    wide = search(*wanted, trials=150)
    assert wide.combinations == 1200
    found = tune(wide, planted(best=wanted, noise=5), Log(wide))
    distance = sum(abs(found.best.options[name] - at) for name, at in wanted.items())
    assert distance <= 1
    assert len(found.trials) <= 150


def test_the_same_seed_tries_the_same() -> None:
    wide = search("hand_size", "rounds", "penalty", trials=20)
    play = planted(best={"rounds": 4}, noise=5)
    one, two = (tune(wide, play, Log(wide)) for _ in range(2))
    assert one == two


def test_every_trial_is_written_down_and_none_is_played_twice(tmp_path: Path) -> None:
    small = search("hand_size")
    seen: list[Trial] = []
    path = tmp_path / "trials.jsonl"
    first = tune(small, planted(best={"hand_size": 4}), Log(small, path), seen.append)
    lines = path.read_text().splitlines()
    assert len(lines) == 1 + 5
    assert {trial.key for trial in seen} == {trial.key for trial in first.trials}
    path.write_text("\n".join([*lines[:3], lines[3][:20]]))  # cut off in the fourth line
    played: list[int] = []

    def counting(experiment: Experiment) -> Games:
        played.append(int(experiment.options["hand_size"]))
        return planted(best={"hand_size": 4})(experiment)

    assert tune(small, counting, Log(small, path)) == first
    assert len(played) == 3 + 3  # what was missing, and the finalists


def test_the_best_are_played_again_with_other_deals() -> None:
    small, seeds = search("hand_size"), set()

    def play(experiment: Experiment) -> Games:
        seeds.add((experiment.seed, experiment.deals))
        return planted(best={"hand_size": 4})(experiment)

    tune(small, play, Log(small))
    assert seeds == {(4, 50), (5, 200)}


@pytest.mark.long
def test_real_games_lead_to_shorter_hands() -> None:
    """Fewer cards to get rid of are a shorter round."""
    begin = Experiment.checked(
        "viva", seats=2, options={"rounds": 1}, bots=["random"], games=200, seed=1
    )
    short = OptionSearch.checked(
        begin, spans(VIVA, ["hand_size=3..5"]), [Wish.read("decisions<1")], 10
    )
    assert tune(short, run, Log(short)).best.options == {"hand_size": 3}


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_a_number(name: str) -> None:
    value = FIGURES[name].of(planted(best={})(start()))
    assert np.isfinite(value)


@pytest.mark.parametrize("seats", [2, 4])
def test_first_is_the_first_to_move_wherever_that_is(seats: int) -> None:
    """Lots decide who begins, so every seat wins as often; whoever begins wins more."""
    chance = np.random.default_rng(seats)
    rates = [0.4] + [0.6 / (seats - 1)] * (seats - 1)
    begins = np.repeat(chance.integers(seats, size=2000), seats)
    winners = (begins + drawn_winners(chance, 2000, rates)) % seats
    games = games_of(won_by(winners, seats), order=moving(begins, seats))
    assert FIGURES["first"].of(games) == pytest.approx(40, abs=2)
    within = FIGURES["first"].within
    assert within is not None
    assert within(games).low < 40 < within(games).high


def test_the_spread_of_equal_places_is_nothing_on_average_and_that_of_others_what_it_is() -> None:
    """The best of four less the worst would be 2.9 points on average where all are equal."""
    chance = np.random.default_rng(8)
    for rates, truth in (((0.25,) * 4, 0.0), ((0.34, 0.26, 0.22, 0.18), 9.66)):
        found = []
        for _ in range(150):
            begins = np.repeat(chance.integers(4, size=300), 4)
            winners = (begins + drawn_winners(chance, 300, rates)) % 4
            games = games_of(won_by(winners, 4), order=moving(begins, 4))
            found.append(FIGURES["spread"].of(games))
        assert np.mean(found) == pytest.approx(truth, abs=0.5)


def test_seats_that_differ_are_told_apart_where_all_choose_at_once() -> None:
    games = games_of(
        won_by([0] * 600 + [1] * 400, 2), chosen={"first_dealer": "seat0"}, deal=np.arange(1000)
    )
    assert FIGURES["spread"].of(games) == pytest.approx(20, abs=0.4)


@pytest.mark.parametrize(
    ("name", "told"), [("first", "nobody moves first"), ("spread", "neither the order of play")]
)
def test_what_a_game_does_not_have_is_no_target(name: str, told: str) -> None:
    games = games_of(won_by([0, 1] * 50, 2)[:, [0, 1, 0, 1]], game="muckle")
    with pytest.raises(KermesseError, match=f"in Muckle so set up {told}"):
        FIGURES[name].of(games)


def test_the_answer_has_the_interval_of_its_figures() -> None:
    wanted = search("hand_size", wish="first=50")
    found = tune(wanted, planted(best={}), Log(wanted))
    assert found.best.values == {"first": 100}
    assert found.best.intervals["first"][1] == 100
    assert re.search(
        r"first is 100\.00 \(95 % interval 9\d.*; wanted at 50\)", findings(wanted, found).answer
    )


def test_how_far_off_a_wish_is() -> None:
    assert Wish.read("spread < 2").miss(1.5) == 0
    assert Wish.read("spread<2").miss(3) == 0.5
    assert Wish.read("changes>4").miss(5) == 0
    assert Wish.read("changes>4").miss(3) == 0.25
    assert Wish.read("decisions=100").miss(90) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Wish.read("sprad<1"), "no figure 'sprad'; did you mean 'spread'?"),
        (lambda: Wish.read("fair"), "a target is written like spread<1"),
        (lambda: spans(VIVA, ["hand"]), "VIVA has no option 'hand' that is a number"),
        (lambda: spans(VIVA, ["edition"]), "VIVA has no option 'edition' that is a number"),
        (lambda: spans(VIVA, ["hand_size=1..9"]), "takes whole numbers from 3 to 7, not 1..9"),
        (lambda: spans(VIVA, ["hand_size=big"]), "hand_size varies like hand_size=3..5"),
        (lambda: search("hand_size", trials=0), "a search has 1 to 100,000 trials, not 0"),
        (lambda: OptionSearch.checked(start(), {}, [], 5), "a search needs a target"),
    ],
)
def test_what_cannot_be_searched_is_refused(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(KermesseError) as refused:
        make()
    assert sentence in str(refused.value)


def test_the_log_of_another_search_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl"
    path.write_text("something else\n")
    with pytest.raises(KermesseError, match="is the log of another search"):
        tune(search("hand_size"), planted(best={}), Log(search("hand_size"), path))
    assert path.read_text() == "something else\n"
