"""Worlds imagined unfairly are found out, even where `twin` gives the same account."""

from __future__ import annotations

import pytest
from tests.toys.biased import BIASED, FAIR, chosen, sevens

from kermesse.core.conformance import Case, ConformanceError, check, check_case
from kermesse.core.conformance.standard import THOROUGH

FEW, MANY = {"few": True}, {"few": False}


@pytest.mark.parametrize("game", BIASED, ids=lambda game: game.name)
@pytest.mark.varied
def test_a_biased_imagine_is_caught_with_and_without_the_help_of_twin(game):
    with pytest.raises(ConformanceError) as caught:
        check(game, clauses=[4])
    assert {failure.case.split(", ")[1] for failure in caught.value.failures} == {
        f"{seats} seats" for seats in game.seats
    }


@pytest.mark.parametrize("game", FAIR, ids=lambda game: game.name)
def test_a_fair_imagine_passes_with_and_without_the_help_of_twin(game):
    for seed in range(5 if THOROUGH else 1):
        check(game, clauses=[4], seed=seed)


def test_what_is_dealt_is_named_where_it_differs():
    lowest = next(game for game in BIASED if game.name == "lower_letters_twin")
    with pytest.raises(ConformanceError, match=r"bit \d of hand\[\d,? ?\]?.* is set in \d+ of"):
        check(lowest, 2, clauses=[4])


def test_a_game_whose_worlds_are_too_many_to_count_is_not_passed_without_a_word():
    with pytest.raises(ConformanceError, match="a view with at most 60 worlds") as caught:
        check(chosen, options=MANY, clauses=[4])
    assert "make an option that leaves components out" in str(caught.value)
    with pytest.raises(ConformanceError, match="a view with at most 60 worlds"):
        check_case(Case(chosen, 2, MANY))


def test_another_choice_of_options_may_give_the_evidence():
    check(chosen, variants=[MANY, FEW])
    with pytest.raises(ConformanceError, match="every world that fits the view"):
        check(sevens, variants=[MANY, FEW], clauses=[4])
