"""That each finished game of Shuppa shows what it is named for, and is scored by the rules."""

from __future__ import annotations

import pytest

from kermesse.games.shuppa.scoring import multicolours, points
from kermesse.games.shuppa.tests.test_standard import STANDARD, TALES, longest_chain

FINISHED = STANDARD.finished
told = FINISHED.events


@pytest.mark.rule("SH-98", "SH-99", "SH-100", "SH-115")
@pytest.mark.parametrize("name", TALES)
def test_places_follow_points_and_multicolours(name: str) -> None:
    match, ending = FINISHED.match(name), TALES[name].ending
    assert match.outcome is not None
    s = match.frames[-1].record
    standings = [(points(s, p), multicolours(s, p)) for p in range(max(match.seats, 2))]
    wanted = [1 + sum(other > own for other in standings) for own in standings]
    assert match.outcome.places == tuple(wanted[: match.seats])
    leaders = standings.count(max(standings))
    assert (ending == "shared") == (leaders > 1)


@pytest.mark.rule("SH-21", "SH-22", "SH-95")
@pytest.mark.parametrize("name", TALES)
def test_every_round_is_played(name: str) -> None:
    match = FINISHED.match(name)
    rounds = int(match.options["rounds"])
    assert len(told(name, "arrow")) == rounds
    assert len(told(name, "shown")) == rounds
    assert len(told(name, "dropped")) == rounds * max(match.seats + 3, 5)


def test_the_tales_show_what_they_are_named_for() -> None:
    assert len(told("shares-asked", "shared")) >= 2
    assert longest_chain(FINISHED.match("long-cascade")) >= 4
    assert told("shares-done", "shared") == []
    backs = [event.args[0] for event in told("alone-at-9", "automaton_laid")]
    assert backs == [1] * 7
