"""The strength table: everything that was promised is played, and shown as it came out."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from bench.strength.findings import figures, ratings
from bench.strength.page import page
from bench.strength.picture import draw
from bench.strength.plan import Duel, Purpose, plan
from bench.tables import GAMES

import kermesse
from kermesse.arena.blocks import BlockResult, GameResult
from kermesse.arena.schedule import pairings, rotations
from kermesse.core.recipes import LEVELS

RUNGS = {(higher, lower) for lower, higher in pairwise(LEVELS)}


@pytest.mark.parametrize("name", GAMES)
def test_every_level_meets_the_one_below_at_every_number_of_seats(name: str) -> None:
    game = kermesse.game(name)
    duels = plan(game)
    assert len({duel.name for duel in duels}) == len(duels)
    for seats in game.seats:
        met = {duel.bots for duel in duels if (duel.seats, duel.purpose) == (seats, Purpose.RUNG)}
        assert met == (RUNGS if seats > 1 else set())
    assert all(duel.settings.gauntlet or duel.seats == 1 for duel in duels)


@pytest.mark.parametrize("name", GAMES)
def test_searching_levels_meet_themselves_with_half_the_budget(name: str) -> None:
    for duel in plan(kermesse.game(name)):
        if duel.purpose is Purpose.DOUBLING:
            more, usual = (int(bot.partition("@")[2].removesuffix("it")) for bot in duel.bots)
            assert more == 2 * usual


def played(duel: Duel, blocks: int = 12) -> list[BlockResult]:
    """Blocks in which the first bot wins every game but those of each third deal."""
    settings = duel.settings
    found = []
    for number in range(blocks):
        games = []
        for pairing in pairings(settings):
            for sides in rotations(settings, pairing, number):
                wins = pairing[0] if number % 3 else pairing[-1]
                places = tuple(
                    1 if sides[settings.teams[seat]] == wins else 2 for seat in range(duel.seats)
                )
                games.append(GameResult(pairing, sides, places, "points"))
        times = {label: {400: 3} for label in settings.labels}
        nobody = dict.fromkeys(settings.labels, 0)
        found.append(BlockResult(number, tuple(games), nobody, {}, times))
    return found


def found(name: str) -> dict[str, Any]:
    game = kermesse.game(name)
    blocks = {duel: played(duel) for duel in plan(game)}
    return {
        "game": name,
        "date": "2026-01-31",
        "machine": "a machine",
        "duels": [figures(duel, result) for duel, result in blocks.items()],
        "ratings": {str(seats): ratings(seats, blocks) for seats in game.seats},
    }


def test_a_page_says_how_it_went(tmp_path: Path) -> None:
    muckle, shuppa = found("muckle"), found("shuppa")
    text = page([muckle, shuppa])
    assert "### Muckle, 4 seats" in text
    assert "### Shuppa, alone" in text
    assert text.count("66.7%") > 15
    assert "| Muckle | expert | random | 90% | 66.7%" in text
    levels = muckle["ratings"]["4"]
    assert levels["greedy"][0] == 1000
    assert [levels[level][0] for level in LEVELS] == sorted(levels[level][0] for level in LEVELS)
    draw([muckle, shuppa], tmp_path / "strength.png")
    assert (tmp_path / "strength.png").read_bytes().startswith(b"\x89PNG")


def test_what_has_not_been_played_has_no_rating() -> None:
    duel = next(duel for duel in plan(kermesse.game("muckle")) if duel.purpose is Purpose.RUNG)
    assert ratings(4, {duel: played(duel)}) == {}
