"""The suite proves itself: each mutant of an honest game is caught, by the clause it breaks."""

from __future__ import annotations

import pytest

from kermesse.core.conformance import CLAUSES, cases, failures_of
from kermesse.core.kernel import PLAIN

from .toys.mutants import MUTANTS

# one mutant asks the operating system for the time, which Numba remarks on
pytestmark = pytest.mark.filterwarnings("ignore:Code running in object mode")


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_mutant_is_caught_by_the_clause_it_breaks(mutant):
    if PLAIN and mutant.clause == 9:
        pytest.skip("with KERMESSE_PLAIN there is no compiled code to differ from")
    (case,) = cases(mutant.game, seats=4, matches=2)
    failures = {failure.clause: str(failure) for failure in failures_of(case)}
    assert mutant.clause in failures
    assert f"clause {mutant.clause} ({CLAUSES[mutant.clause].title})" in failures[mutant.clause]
    assert mutant.evidence in failures[mutant.clause]
    if not PLAIN:  # what breaks along with it depends on what a broken record does in either mode
        assert set(failures) == {mutant.clause} | mutant.also


def test_every_clause_has_a_mutant():
    assert {mutant.clause for mutant in MUTANTS} == set(CLAUSES)


def test_mutants_have_names_of_their_own():
    names = [mutant.game.name for mutant in MUTANTS]
    assert len(set(names)) == len(names) >= 10
