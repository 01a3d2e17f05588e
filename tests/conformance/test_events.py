"""The last event: the suite sees it tell more than a view shows, and lets it tell all else."""

from __future__ import annotations

import pytest
from tests.toys.event_leaks import HONEST, HOUSE_LEAKS, LEAKS

from kermesse.core.conformance import ConformanceError, check


@pytest.mark.parametrize("leak", LEAKS + HOUSE_LEAKS, ids=str)
@pytest.mark.varied
def test_an_event_that_tells_what_a_view_does_not_show_is_caught(leak):
    with pytest.raises(ConformanceError) as caught:
        check(leak.game, leak.seats, leak.options, matches=2, clauses=[3])
    for failure in caught.value.failures:
        told, _, viewer = failure.expected.partition(" to tell ")
        assert told == f"the event {leak.event}"
        assert viewer.partition(" no more")[0] in leak.to
        assert "it leaks" in failure.found
        assert set(field_names(failure.details)) <= {"event", "event_args"}


def field_names(details):
    return [line.strip().partition(" ")[0].partition("[")[0] for line in details.splitlines()[1:]]


@pytest.mark.parametrize("game", HONEST, ids=lambda game: game.name)
def test_an_event_may_tell_what_its_view_shows_as_well(game):
    check(game, matches=2, clauses=[3])


def test_the_toy_with_equal_letters_conforms():
    check(HONEST[0])
