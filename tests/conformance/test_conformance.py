"""The conformance suite: honest games pass it, and what it says of others can be acted on."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.toys import huddle
from tests.toys.mutants import MUTANTS

import kermesse
from kermesse.core.conformance import CLAUSES, Case, ConformanceError, cases, check, check_case
from kermesse.core.conformance.chi_square import alike, tail, uniform
from kermesse.core.conformance.evidence import differences
from kermesse.core.conformance.totality import ranking
from kermesse.core.errors import SetupRefused
from kermesse.core.kernel import kernel
from kermesse.games.muvuca.rules import Happening
from kermesse.games.muvuca.secrets import conceal

MUVUCA = kermesse.game("muvuca")

HUDDLE_VARIANTS = [{}, {"whispers": False}, {"rounds": 1}, {"rounds": 3}]


@pytest.mark.parametrize("case", cases(huddle.game, HUDDLE_VARIANTS, matches=1), ids=str)
@pytest.mark.varied
def test_honest_toy_conforms(case):
    check_case(case)


def test_honest_toy_with_equal_cards_conforms():
    check(huddle.pairs, matches=2)


# --- how it is called ---------------------------------------------------------------------


def test_three_lines_are_enough():
    check(huddle.game, matches=1)


def test_check_takes_seats_options_and_clauses():
    lines = []
    check(huddle.game, 4, {"rounds": 1}, matches=1, clauses=(6, 2), progress=lines.append)
    assert lines == [
        "huddle, 4 seats, rounds=1, seed 0: clause 2 (Legality follows from the view)",
        "huddle, 4 seats, rounds=1, seed 0: clause 6 (Conservation)",
    ]


def test_check_says_nothing_unless_asked(capsys):
    check(huddle.game, 2, {"rounds": 1}, matches=1)
    assert capsys.readouterr() == ("", "")


def test_progress_tells_what_was_found_to_look_at():
    lines = []
    check(huddle.game, 4, matches=1, clauses=[4], progress=lines.append)
    assert lines[-1].startswith("clause 4: worlds counted in ")


def test_cases_are_every_seat_count_with_every_variant():
    found = [(case.seats, case.options) for case in cases(huddle.game, [{}, {"rounds": 1}])]
    assert found == [(2, {}), (2, {"rounds": 1}), (4, {}), (4, {"rounds": 1})]
    assert str(cases(huddle.game, seats=4)[0]) == "huddle, 4 seats, default options, seed 0"


@pytest.mark.parametrize(("seats", "variant"), [(3, {}), (2, {"round": 1})])
def test_cases_refuse_what_cannot_be_played(seats, variant):
    with pytest.raises(SetupRefused):
        cases(huddle.game, [variant], seats)


def test_clauses_are_numbered_one_to_ten_and_documented():
    assert list(CLAUSES) == list(range(1, 11))
    for number, (_, holds) in CLAUSES.items():
        assert holds.__doc__.startswith(f"Clause {number}. ")


def test_equal_cases_walk_the_same_way():
    one, two = (Case(huddle.game, 4, matches=2, seed=5) for _ in range(2))
    assert [walk.frames for walk in one.walks] == [walk.frames for walk in two.walks]
    other = Case(huddle.game, 4, matches=2, seed=6)
    assert other.walks[0].frames != one.walks[0].frames


def test_a_position_of_a_walk_can_be_looked_at():
    case = Case(huddle.game, 4, matches=1)
    position = case.walk(0).position(1)
    assert position.phase == "whisper"
    assert position.tobytes() == case.walk(0).frames[1]
    assert case.walk(2) is case.stubborn[1]


# --- what it says -------------------------------------------------------------------------


def failing(name, **how):
    game = next(mutant.game for mutant in MUTANTS if mutant.game.name == name)
    with pytest.raises(ConformanceError) as caught:
        check(game, 4, {"rounds": 3}, matches=2, seed=9, **how)
    return caught.value


def test_message_names_clause_game_case_place_and_fields():
    text = str(failing("leak_by_view"))
    assert "clause 3 (Conceal is honest) does not hold" in text
    assert "leak_by_view, 4 seats, rounds=3, seed 9, match 0, ply 1" in text
    assert (
        "expected: the view of seat 0 to be the same in a world that it cannot tell apart" in text
    )
    assert "found:    a different view: it leaks" in text
    assert "hand[1] (byte 34): expected " in text
    assert "Case(game, 4, {'rounds': 3}, matches=2, seed=9).walk(0).position(1)" in text


def test_all_failing_clauses_are_reported_each_once():
    error = failing("leak_by_view")
    assert [failure.clause for failure in error.failures] == [3, 4]
    assert error.clauses == {3, 4}
    assert str(error).startswith("the contract is broken in clauses 3, 4\n")


def test_one_clause_can_be_asked_for():
    assert failing("leak_by_view", clauses=[4]).clauses == {4}


def test_conformance_error_is_a_failed_assertion():
    assert isinstance(failing("loses_a_card"), AssertionError)


def test_a_kernel_that_raises_is_reported_by_name():
    def torn(s, out):
        raise RuntimeError("the score sheet is torn")

    game = replace(huddle.game, name="torn", kernels={**huddle.game.kernels, "score": torn})
    with pytest.raises(ConformanceError, match="RuntimeError: the score sheet is torn"):
        check(game, 2, {"rounds": 1}, matches=1, clauses=[9])


def test_a_game_that_calls_itself_open_hides_nothing():
    game = replace(huddle.game, name="glass", is_open=True)
    with pytest.raises(ConformanceError, match="an open game to hide nothing from"):
        check(game, 2, {"rounds": 1}, matches=1, clauses=[3])
    assert kermesse.game("moon_river").is_open  # whose own tests hold it to the same


def test_differences_count_what_they_leave_out():
    one = huddle.game.blank(seats=4)
    two = one.copy()
    two["spare"] = 1
    text = differences(huddle.game, one.tobytes(), two.tobytes())
    assert "  spare[0] (byte 71): expected 0, found 1\n" in text
    assert text.endswith("… and 11 more")


@pytest.mark.parametrize(
    ("places", "teams", "wanted"),
    [
        ((1, 2, 3), (0, 1, 2), (1, 2, 3)),
        ((1, 1, 3), (0, 1, 2), (1, 1, 3)),
        ((1, 1, 2), (0, 1, 2), (1, 1, 3)),
        ((2, 3), (0, 1), (1, 2)),
        ((1, 2, 1, 2), (0, 1, 0, 1), (1, 2, 1, 2)),
        ((1, 2, 3, 2), (0, 1, 0, 1), (1, 2, 1, 2)),
        ((1, 1, 1, 1), (0, 1, 0, 1), (1, 1, 1, 1)),
    ],
)
def test_ranking_counts_the_teams_ahead(places, teams, wanted):
    assert ranking(places, teams) == wanted


# --- its arithmetic -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [  # from printed tables
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (18.307038, 10, 0.05),
        (124.342113, 100, 0.05),
        (77.929465, 100, 0.95),
        (149.449253, 100, 0.001),
    ],
)
def test_chi_square_tail_agrees_with_tables(statistic, freedom, chance):
    assert math.isclose(tail(statistic, freedom), chance, rel_tol=1e-5)


def test_chi_square_tail_of_two_degrees_is_an_exponential():
    for x in (0.1, 1.0, 5.0, 60.0, 200.0):
        assert math.isclose(tail(x, 2), math.exp(-x / 2), rel_tol=1e-9)


def test_fair_dice_pass_and_loaded_dice_do_not():
    random = Random(3)
    fair = np.bincount([random.randrange(6) for _ in range(600)]).tolist()
    loaded = np.bincount([min(random.randrange(6), random.randrange(6)) for _ in range(600)])
    assert uniform(fair) > 1e-3
    assert uniform(loaded.tolist()) < 1e-6
    assert alike(fair, loaded.tolist()) < 1e-6
    assert alike(fair, [2 * n for n in fair]) > 0.99


@kernel
def tells_who_drew_what(s, seat):
    """Muvuca's `conceal`, but the event still names a card that was drawn face-down."""
    card = s.event_args[1]
    conceal(s, seat)
    if s.event == Happening.TOOK:
        s.event_args[1] = card


def test_a_leak_through_the_last_event_is_caught():
    kernels = {**MUVUCA.kernels, "conceal": tells_who_drew_what}
    leaky = replace(MUVUCA, name="leaky_muvuca", kernels=kernels)
    with pytest.raises(ConformanceError) as caught:
        check(leaky, matches=2, clauses=[3])
    assert "event_args[1]" in str(caught.value)
