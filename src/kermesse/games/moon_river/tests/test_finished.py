"""Finished games: one for each seat count, variant, scenario and ending, replayed to the end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kermesse.core.kernel import PLAIN
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match, write_match
from kermesse.core.verification import resume, verify
from kermesse.games.moon_river import game
from kermesse.games.moon_river.scoring import cow_pieces, largest_territory
from kermesse.games.moon_river.tests.finishing import finished
from kermesse.games.moon_river.tests.scenes import SEAT_COUNTS

FINISHED = Path(__file__).parent / "finished"
LARGEST = 40_000  # bytes
REWRITE = "if the rules changed on purpose: python -m tools.finished_games moon_river"
PLANS = ("base", "timber", "gold", "outlaws", "city")
ENDINGS = ("points", "territory", "cows", "shared")


@dataclass(frozen=True)
class Tale:
    """What a finished game is about: how many play what, and what the victory came down to."""

    seats: int
    plan: str
    ending: str

    @property
    def options(self) -> dict[str, Any]:
        """The options of the match."""
        return {} if self.plan == "base" else {"variant": "legends", "scenario": self.plan}

    def match(self) -> str:
        """A match file, played anew."""
        return finished(self.seats, self.options, self.ending)


TALES = {
    f"{seats}-{plan}-{ending}": Tale(seats, plan, ending)
    for seats, plan, ending in product(SEAT_COUNTS, PLANS, ENDINGS)
}
SOME = list(TALES)[:: 17 if PLAIN else 1]  # a replay takes seconds in plain Python


def find_game(name: str) -> Any:
    """The game that a file names, whether it is installed or not."""
    assert name == "moon_river"
    return game


def text_of(name: str) -> str:
    return (FINISHED / f"{name}.json").read_text(encoding="utf-8")


@cache
def replayed(name: str) -> Match:
    return resume(read_match(text_of(name), find_game))


def test_every_file_has_its_tale_and_every_tale_its_file() -> None:
    assert {file.stem for file in FINISHED.iterdir()} == set(TALES), REWRITE


@pytest.mark.rule("MR-01", "MR-94", "MR-95", "MR-97", "MR-98", "MR-100", "MR-102")
@pytest.mark.parametrize("name", SOME)
def test_a_finished_game_is_verified_and_comes_out_as_told(name: str) -> None:
    assert verify(text_of(name), find_game) == [], REWRITE
    assert len(text_of(name).encode()) < LARGEST
    match, tale = replayed(name), TALES[name]
    assert write_match(match) == text_of(name), REWRITE
    assert match.seats == tale.seats
    assert match.options == game.choose(tale.options)
    assert match.outcome is not None
    assert match.outcome.ending == tale.ending
    assert match.frames[-1].record.plan == PLANS.index(tale.plan)


@pytest.mark.rule("MR-95", "MR-97", "MR-98")
@pytest.mark.parametrize("name", SOME)
def test_the_tie_was_what_the_ending_says(name: str) -> None:
    match = replayed(name)
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
    last = replayed(name).frames[-1].record
    assert (last.round_number, last.boxed.sum()) == (24, 0)
    assert (last.reserve == -2).all()
    lying = sum(int(cells).bit_count() for cells in last.ranch[:, :25].ravel())
    assert lying + last.removed.sum() == 96
