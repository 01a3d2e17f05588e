"""The strength table: everything that was promised is played, and shown as it came out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from bench.strength.__main__ import main
from bench.strength.figures import GameFigures, read_kept, write_kept
from bench.strength.findings import figures, findings, rated, updated
from bench.strength.page import page, promise
from bench.strength.picture import draw
from bench.strength.plan import FLOORS, Duel, Purpose, plan
from bench.strength.playing import file_of, play
from bench.tables import GAMES
from click.testing import CliRunner
from msgspec import structs

import kermesse
from kermesse.core.recipes import LEVELS, Recipe, Search
from kermesse.lab.strength.block import BlockResult, GameResult
from kermesse.lab.strength.schedule import pairings, rotations

QUICK = Duel(Purpose.RUNG, "muvuca", 2, ("casual", "novice"), 4)
RUNGS = {(higher, lower) for lower, higher in pairwise(LEVELS)}


@pytest.mark.parametrize("name", GAMES)
def test_every_level_meets_the_one_below_at_every_number_of_seats(name: str) -> None:
    game = kermesse.game(name)
    duels = plan(game)
    assert len({duel.name for duel in duels}) == len(duels)
    for seats in game.seats:
        met = {duel.bots for duel in duels if (duel.seats, duel.purpose) == (seats, Purpose.RUNG)}
        assert met == (RUNGS if seats > 1 else set())
    assert all(duel.tournament.gauntlet or duel.seats == 1 for duel in duels)


@pytest.mark.parametrize("name", GAMES)
def test_searching_levels_meet_themselves_with_half_the_budget(name: str) -> None:
    duels = [duel for duel in plan(kermesse.game(name)) if duel.purpose is Purpose.DOUBLING]
    assert duels
    for duel in duels:
        more, usual = (int(bot.partition("@")[2].removesuffix("it")) for bot in duel.bots)
        assert more == 2 * usual


def test_every_promise_is_played() -> None:
    promised = {(duel.game, duel.bots): duel.least for duel in FLOORS}
    assert promised == {
        ("muvuca", ("skilled@10ms", "greedy")): 0.80,
        ("muvuca", ("strong@100ms", "greedy")): 0.90,
        ("viva", ("strong@1000it", "greedy")): 0.78,
        ("moon_river", ("expert@400it", "greedy")): 0.75,
        ("muckle", ("expert", "random")): 0.90,
        ("shuppa", ("expert", "greedy")): 0.60,
    }
    assert all(duel in plan(kermesse.game(duel.game)) for duel in FLOORS)


def played(duel: Duel, blocks: int = 12) -> list[BlockResult]:
    """Blocks in which the first bot wins every game but those of each third deal."""
    tournament = duel.tournament
    found = []
    for number in range(blocks):
        games = []
        for pairing in pairings(tournament):
            for sides in rotations(tournament, pairing, number):
                wins = pairing[0] if number % 3 else pairing[-1]
                places = tuple(
                    1 if sides[tournament.teams[seat]] == wins else 2 for seat in range(duel.seats)
                )
                games.append(GameResult(pairing, sides, places, "points"))
        times = {label: {400: 3} for label in tournament.labels}
        nobody = dict.fromkeys(tournament.labels, 0)
        found.append(BlockResult(number, tuple(games), nobody, {}, times))
    return found


def found(name: str) -> GameFigures:
    game = kermesse.game(name)
    blocks = {duel: played(duel) for duel in plan(game)}
    return GameFigures(
        name,
        {seats: dict(game.levels(seats)) for seats in game.seats},
        [figures(duel, result) for duel, result in blocks.items()],
        {seats: rated(game, seats, blocks) for seats in game.seats},
    )


def test_what_was_played_anew_takes_the_place_of_what_was_found_before(tmp_path: Path) -> None:
    blocks = played(QUICK, 2)
    before = figures(QUICK, blocks, "2026-01-01", "a desk")
    again = played(QUICK, 3)[1:]  # as many games, with other results
    now = figures(QUICK, again)
    assert before.games == now.games
    assert before.by_bot != now.by_bot
    assert updated(QUICK, tmp_path, again, before) == now
    assert (
        updated(QUICK, tmp_path, again, figures(QUICK, played(QUICK, 4))) != now
    )  # more was known
    assert updated(QUICK, tmp_path, [], before) == before


def test_a_page_says_how_it_went(tmp_path: Path) -> None:
    muckle, shuppa = found("muckle"), found("shuppa")
    text = page([muckle, shuppa])
    assert "### Muckle, 4 seats" in text
    assert "### Shuppa, alone" in text
    rate, few = "66.7% (35.1% to 88.1%)", "24 of 1,000"
    for level in LEVELS[1:]:
        lines = [line for line in text.splitlines() if line.startswith(f"| {level} |")]
        assert any(f"| {rate} | {few} |" in line for line in lines), level
    assert f"| Muckle | expert | random | {rate} | 90%, open | 24 of 400 |" in text
    for figures_of, verdict in ((muckle, "90%, missed"), (shuppa, "60%, kept")):
        (floor,) = figures_of.of(Purpose.FLOOR)
        assert promise(structs.replace(floor, wanted=floor.games)) == verdict
    draw([muckle, shuppa], tmp_path / "strength.png")
    assert (tmp_path / "strength.png").read_bytes().startswith(b"\x89PNG")


def test_who_wins_is_rated_higher() -> None:
    levels = found("muvuca").ratings[2]
    assert levels["greedy"].points == 1000
    points = [levels[level].points for level in LEVELS]
    assert points == sorted(points)


def test_figures_are_kept_until_something_is_played(tmp_path: Path) -> None:
    before = found("muckle")
    write_kept(tmp_path / "kept.json", before)
    kept = read_kept(tmp_path / "kept.json")
    assert kept == before
    game = kermesse.game("muckle")
    assert findings(game, plan(game), tmp_path, kept) == before


def test_figures_of_levels_that_thought_in_another_way_are_not_kept(tmp_path: Path) -> None:
    before = found("muckle")
    other = {"novice": Recipe(Search.FLAT, 1)}
    duels = [structs.replace(duel, levels=other) for duel in before.duels]
    changed = structs.replace(before, duels=duels, levels={4: other})
    game = kermesse.game("muckle")
    after = findings(game, plan(game), tmp_path, changed)
    assert (after.duels, after.ratings) == ([], {4: {}})


def test_what_is_played_is_written_down_and_gone_on_with(tmp_path: Path) -> None:
    duel = replace(QUICK, games=4)
    seen: list[int] = []
    play([duel], tmp_path, 1, lambda _, blocks: seen.append(blocks))
    assert seen == [0, 1, 1]
    play([duel], tmp_path, 1, lambda _, blocks: seen.append(blocks))
    assert seen == [0, 1, 1, 2]
    assert len(file_of(tmp_path, duel).read()) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["muvuca", "--seats", "9"], "nothing is played at that number of seats"),
        (["muvuca", "--only", "alone"], "nothing is played at that number of seats"),
        (["muvuca", "--only", "fun"], "'fun' is not one of 'alone', 'rung', 'anchor'"),
        (["muvuca", "--workers", "0"], "there are 1 to 1024 workers, not 0"),
        (["ludo"], "'ludo' is not one of"),
    ],
)
def test_what_cannot_be_measured_is_refused(words: list[str], says: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [*words, "--folder", str(tmp_path / "blocks")])
    assert result.exit_code in (1, 2)
    assert says in result.output


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "blocks").write_text("")
    result = CliRunner().invoke(main, ["muvuca", "--folder", str(tmp_path / "blocks")])
    assert result.exit_code == 1
    assert "File exists" in result.output


def test_what_has_not_been_played_has_no_rating() -> None:
    muckle = kermesse.game("muckle")
    duel = next(duel for duel in plan(muckle) if duel.purpose is Purpose.RUNG)
    assert rated(muckle, 4, {duel: played(duel)}) == {}


def test_a_level_that_thinks_as_greedy_does_has_its_rating() -> None:
    ratings = found("muckle").ratings[4]
    assert ratings["skilled"] == ratings["greedy"]
    assert ratings["greedy"].points == 1000
