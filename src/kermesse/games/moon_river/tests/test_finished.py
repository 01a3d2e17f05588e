"""That finished games of Moon River were decided as they say, and everything was placed."""

from __future__ import annotations

import pytest

from kermesse.core.kernel import PLAIN
from kermesse.games.moon_river.scoring import cow_pieces, largest_territory
from kermesse.games.moon_river.tests.test_standard import ENDINGS, STANDARD, TALES

FINISHED = STANDARD.finished
SOME = list(TALES)[:: STANDARD.every if PLAIN else 1]


@pytest.mark.rule("MR-95", "MR-97", "MR-98")
@pytest.mark.parametrize("name", SOME)
def test_the_tie_was_what_the_ending_says(name: str) -> None:
    match = FINISHED.match(name)
    last = match.frames[-1]
    assert match.outcome is not None
    top = max(last.points)
    tied = [seat for seat in range(match.seats) if last.points[seat] == top]
    lands = {seat: int(largest_territory(last.record, seat)) for seat in tied}
    widest = [seat for seat in tied if lands[seat] == max(lands.values())]
    herds = {seat: int(cow_pieces(last.record, seat)) for seat in widest}
    richest = [seat for seat in widest if herds[seat] == max(herds.values())]
    steps = (len(tied) == 1, len(widest) == 1, len(richest) == 1, True)
    assert steps.index(True) == ENDINGS.index(match.outcome.ending)
    assert [seat for seat, place in enumerate(match.outcome.places) if place == 1] == richest


@pytest.mark.rule("MR-79", "MR-86")
@pytest.mark.parametrize("name", SOME)
def test_everybody_placed_or_gave_up_all_plots(name: str) -> None:
    last = FINISHED.match(name).frames[-1].record
    assert (last.round_number, last.boxed.sum()) == (24, 0)
    assert (last.reserve == -2).all()
    lying = sum(int(cells).bit_count() for cells in last.ranch[:, :25].ravel())
    assert lying + last.removed.sum() == 96
