"""The suite proves itself: each mutant of an honest game is caught, by the clause it breaks."""

from __future__ import annotations

import time

import pytest
from tests.toys.huddle import game as honest
from tests.toys.mutants import MUTANTS

import kermesse
from kermesse.core.conformance import CLAUSES, cases, failures_of
from kermesse.core.conformance.matches import bound_of, differing, mixed
from kermesse.core.errors import SetupRefused
from kermesse.core.kernel import PLAIN

# one mutant asks the operating system for the time, which Numba remarks on
pytestmark = pytest.mark.filterwarnings("ignore:Code running in object mode")


# every day the first mutant of each clause
FIRST = {mutant.clause: mutant for mutant in reversed(MUTANTS)}.values()


@pytest.mark.parametrize(
    "mutant",
    [pytest.param(m, marks=[pytest.mark.thorough] * (m not in FIRST), id=str(m)) for m in MUTANTS],
)
def test_mutant_is_caught_by_the_clause_it_breaks(mutant, monkeypatch):
    # the suite sets clocks of its own; were ours to tick between two of its checks, the mutant
    # that reads it would break in other clauses as well
    monkeypatch.setattr(time, "time", lambda: 0.0)
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


@pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")
def test_whole_matches_tell_a_mutant_from_an_honest_game():
    unbounded = next(m.game for m in MUTANTS if str(m) == "unbounded")
    assert differing(unbounded, mixed(unbounded, 20, 1)) == list(range(20))
    assert differing(honest, mixed(honest, 20, 1)) == []


def test_options_that_never_agree_are_refused():
    viva = kermesse.game("viva")
    with pytest.raises(SetupRefused, match="no options of VIVA go with"):
        mixed(viva, 2, 1, seats=2, first_dealer=6)


def test_a_bound_holds_for_every_match_of_a_batch():
    """Muckle's is the higher, the smaller a hand is."""
    muckle = kermesse.game("muckle")
    batch = muckle.blank(3)
    batch["hand_size"] = [5, 6, 7]
    bounds = [muckle.bound({**muckle.choose(None), "hand_size": size}) for size in (5, 6, 7)]
    assert bound_of(muckle, batch) == max(bounds)
