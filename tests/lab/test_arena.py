"""An arena from start to end: the same whoever plays it, and gone on with after any accident."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kermesse
from kermesse.bots.budget import Budget
from kermesse.core.errors import SetupRefused, UnknownBot
from kermesse.lab.strength import Hypotheses, ResultsError, Tournament, Verdict, block, run
from kermesse.lab.strength.referee import Result
from kermesse.lab.strength.results import ResultsFile

from .arena_scenes import MUCKLE, MUVUCA, VIVA, Noted, short, without_times

PAIR = ["greedy", "random"]


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    tournament = short([*PAIR, "greedy@1it"], 8, budget=Budget(iterations=2))
    alone, several = run(tournament, workers=1), run(tournament, workers=2)
    assert without_times(alone) == without_times(several)
    assert several.games == 24


def test_other_seeds_are_other_games() -> None:
    equals = ["random", "random@1it"]
    one, other, again = (run(short(equals, 20, seed=seed)) for seed in (1, 2, 1))
    assert without_times(one)["bots"] != without_times(other)["bots"]
    assert without_times(one) == without_times(again)


@pytest.mark.parametrize("workers", [0, -1, 1025, 1.5, "2", True])
def test_a_number_of_workers_that_cannot_be_is_refused(workers: Any) -> None:
    with pytest.raises(SetupRefused, match="there are 1 to 1024 workers"):
        run(short(PAIR), workers=workers)


def test_an_unknown_bot_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="no bot 'gredy'; did you mean 'greedy'"):
        run(short(["gredy", "random"]), results=tmp_path / "r.jsonl")
    assert not list(tmp_path.iterdir())


def test_a_mixed_team_plays() -> None:
    tournament = Tournament.checked(MUCKLE, ["greedy+random", "random"], 4, options={"goal": 3})
    found = run(tournament).as_json()
    assert found["matrix"]["random"]["greedy+random"]["win_rate"] is not None
    assert found["bots"]["greedy+random"]["forfeits"] == 0


def test_all_bots_at_one_table() -> None:
    bots = ["greedy", "random", "greedy@1it"]
    tournament = Tournament.checked(VIVA, bots, 12, seats=3, together=True, options={"rounds": 1})
    report = run(tournament)
    rates = [report.win_rate(bot) for bot in range(3)]
    assert sum(rate.mean for rate in rates if rate) == pytest.approx(1)
    ahead = {(m.bot, m.other): m.rate for m in report.meetings}
    first, second = ahead[0, 1], ahead[1, 0]
    assert first
    assert second
    assert first.mean + second.mean == pytest.approx(1)
    assert first.mean > 0.5


# --- what seats are worth -------------------------------------------------------------------


def biased(skill: float, bias: float) -> Any:
    """Games that are won by whoever sits first, or is better: no cards are played."""
    chance = Random(4)

    def play(table: Any, players: Any, order: Any) -> Result:
        better = 0 if players[0].bot.name == "good" else 1
        first_wins = chance.random() < 0.5 + bias + (skill if better == 0 else -skill)
        return Result((1, 2) if first_wins else (2, 1), "points")

    return play


class Named:
    """A bot that never plays."""

    def __init__(self, name: str, _: Any) -> None:
        self.name = name


@pytest.mark.parametrize("skill", [0.0, 0.1])
def test_rotation_cancels_what_seats_are_worth(
    monkeypatch: pytest.MonkeyPatch, skill: float
) -> None:
    monkeypatch.setattr(block, "play_game", biased(skill, bias=0.3))
    report = run(short(["good", "bad"], 4000), recruit=Named)  # type: ignore[arg-type]
    first = [game.places[0] == 1 for block in report.blocks for game in block.games]
    assert sum(first) / len(first) > 0.75
    good = report.win_rate(0)
    assert good
    assert good.low <= 0.5 + skill <= good.high
    assert good.high - good.low < 0.03


# --- results files --------------------------------------------------------------------------


class Stopped(Exception):
    """What happens to an arena in these tests."""


def stop_after(count: int) -> Any:
    def watch(done: int, test: Any) -> None:
        if done >= count:
            raise Stopped

    return watch


def interrupted(tournament: Tournament, path: Path, after: int) -> None:
    with pytest.raises(Stopped):
        run(tournament, results=path, watch=stop_after(after))


def test_an_interrupted_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    tournament = short(PAIR, 12)
    interrupted(tournament, path, 2)
    assert len(path.read_bytes().splitlines()) == 3
    asked: list[Any] = []

    def recruit(name: str, game: Any) -> Any:
        return Noted(kermesse.bot(name, game), asked)

    went_on = run(tournament, results=path, recruit=recruit)
    whole: list[Any] = []
    clean = run(tournament, recruit=lambda name, game: Noted(kermesse.bot(name, game), whole))
    assert without_times(went_on) == without_times(clean)
    assert asked == whole[-len(asked) :]
    assert 0 < len(asked) < len(whole)


def test_what_recipes_did_not_say_yet_is_no_other_setting(tmp_path: Path) -> None:
    path = tmp_path / "r"
    tournament = short(["casual", "novice"], 4)
    run(tournament, results=path)
    head, *blocks = path.read_text().splitlines(keepends=True)
    said = json.loads(head)
    for recipe in said["levels"].values():
        del recipe["narrow"]  # as if recipes had no such number when this was written
    path.write_text("".join([json.dumps(said) + "\n", *blocks[:-1]]))
    assert len(run(tournament, results=path).blocks) == len(blocks)


def test_levels_that_think_in_another_way_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r"
    tournament = short(["casual", "novice"], 4)
    run(tournament, results=path)
    other = {**tournament.game.levels(2), "casual": tournament.game.levels(2)["skilled"]}
    monkeypatch.setitem(vars(tournament.game), "levels", lambda seats: other)
    with pytest.raises(ResultsError, match="is of other settings: levels is"):
        run(tournament, results=path)


def test_a_finished_arena_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    first = run(short(PAIR), results=path)
    written = path.read_bytes()

    def recruit(name: str, game: Any) -> Any:
        return Noted(kermesse.bot(name, game), asked)

    asked: list[Any] = []
    again = run(short(PAIR), results=path, recruit=recruit)
    assert not asked
    assert path.read_bytes() == written
    assert first.as_json() == again.as_json()


@pytest.mark.parametrize("cut", [1, 30, -1])
def test_a_line_that_was_being_written_is_left_out(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "r.jsonl"
    tournament = short(PAIR, 6)
    clean = run(tournament, results=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:cut])
    assert without_times(run(tournament, results=path)) == without_times(clean)
    assert len(path.read_bytes().splitlines()) == 4
    assert without_times(run(tournament, results=path)) == without_times(
        clean
    )  # and it can be read


@pytest.mark.parametrize("cut", [0, 1, 40, -1])
def test_a_head_that_was_being_written_is_written_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "r.jsonl"
    interrupted(short(PAIR, 6), path, 0)
    head = path.read_bytes()
    path.write_bytes(head[:cut])
    run(short(PAIR, 6), results=path)
    assert path.read_bytes().startswith(head)


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (short(PAIR, 8), "games is 6 there and 8 here"),
        (short(PAIR[::-1], 6), 'bots is \\["greedy", "random"\\] there'),
        (short(PAIR, 6, seed=3), "seed is 0 there and 3 here"),
        (short(PAIR, 6, budget=Budget(iterations=5)), 'budget is null there and "5it" here'),
        (short(PAIR, 6, sprt=Hypotheses(0.5, 0.6)), 'sprt is null there and "0.5:0.6" here'),
        (short(PAIR, 6, isolate=True), "isolate is false there and true here"),
        (Tournament.checked(MUVUCA, PAIR, 6), "options is"),
        (Tournament.checked(MUCKLE, PAIR, 6), 'game is "muvuca" there and "muckle" here'),
    ],
)
def test_a_file_of_other_settings_is_refused_by_name(
    tmp_path: Path, other: Tournament, says: str
) -> None:
    path = tmp_path / "r.jsonl"
    run(short(PAIR, 6), results=path)
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=f"of other settings: {says}"):
        run(other, results=path)
    assert path.read_bytes() == before


SPOILT: dict[str, tuple[tuple[str | int, ...], Any]] = {
    "another number": (("block",), 7),
    "no games": (("games",), []),
    "other seats": (("games", 0, "sides"), [1, 0]),
    "a place too many": (("games", 0, "places"), [1, 2, 3]),
    "a word as a place": (("games", 0, "places"), ["won", "lost"]),
    "nobody is first": (("games", 0, "places"), [2, 2]),
    "a place that is none": (("games", 0, "places"), [1, 99]),
    "an ending that is none": (("games", 0, "ending"), "\x1b[31mred"),
    "an unknown bot": (("times", "expert"), {}),
    "an endless decision": (("times", "greedy"), {"999999": 3}),
    "fewer than no decisions": (("times", "greedy"), {"5": -3}),
    "no forfeits": (("forfeits",), {"random": 0}),
    "forfeits below nothing": (("forfeits", "greedy"), -1),
    "an unknown field": (("an unknown field",), 1),
}


def spoil(line: bytes, how: str) -> bytes:
    if how == "no JSON":
        return line[:-20] + b"\n"
    if how == "no UTF-8":
        return line.replace(b"random", b"r\xffndom")
    (*way, last), value = SPOILT[how]
    block = there = json.loads(line)
    for step in way:
        there = there[step]
    there[last] = value
    return json.dumps(block).encode() + b"\n"


@pytest.mark.parametrize("how", ["no JSON", "no UTF-8", *SPOILT])
def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path, how: str) -> None:
    path = tmp_path / "r.jsonl"
    run(short(PAIR, 6), results=path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = spoil(lines[2], how)
    path.write_bytes(b"".join(lines))
    with pytest.raises(ResultsError, match=r"line 3 of .*r\.jsonl is damaged"):
        run(short(PAIR, 6), results=path)
    assert path.read_bytes() == b"".join(lines)


def test_blocks_beyond_the_last_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    run(short(PAIR, 4), results=path)
    lines = path.read_bytes().splitlines(keepends=True)
    extra = json.loads(lines[-1])
    extra["block"] = 2
    path.write_bytes(b"".join([*lines, json.dumps(extra).encode() + b"\n"]))
    with pytest.raises(ResultsError, match=r"line 4 of .* is damaged: this arena has 2 blocks"):
        run(short(PAIR, 4), results=path)


@pytest.mark.parametrize("content", ["shopping list", "eggs\nmilk\n", "[]\n", '{"a": 1}\n', "\n"])
def test_another_file_is_neither_read_nor_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(content)
    with pytest.raises(ResultsError, match="is no results file of an arena"):
        run(short(PAIR), results=path)
    assert path.read_text() == content


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"cannot write .*: No such file or directory"):
        run(short(PAIR), results=tmp_path / "nowhere" / "r.jsonl")
    with pytest.raises(ResultsError, match=r"cannot write .*: Is a directory"):
        run(short(PAIR), results=tmp_path)


def test_two_arenas_do_not_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    tournament = short(PAIR, 4)
    first = run(tournament, results=path)
    written = path.read_bytes()
    with (
        ResultsFile(path, tournament).held(),
        pytest.raises(ResultsError, match=r"another arena is writing .*r\.jsonl"),
    ):
        run(tournament, results=path)
    assert path.read_bytes() == written
    assert run(tournament, results=path).as_json() == first.as_json()


# --- the sequential test --------------------------------------------------------------------


def test_a_sequential_test_stops_when_it_knows(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    tournament = short(PAIR, 1000, sprt=Hypotheses(0.5, 0.6))
    report = run(tournament, results=path)
    assert report.test
    assert report.test.verdict is Verdict.BETTER
    assert 50 <= len(report.blocks) < 100
    assert len(path.read_bytes().splitlines()) == 1 + len(report.blocks)
    again = run(tournament, results=path)
    assert again.as_json() == report.as_json()


def test_a_sequential_test_that_does_not_know_says_so() -> None:
    report = run(short(PAIR, 40, sprt=Hypotheses(0.5, 0.6)))
    assert report.test
    assert report.test.verdict is Verdict.NO_DECISION
    assert len(report.blocks) == 20
    found = report.as_json()["sprt"]
    assert found["verdict"] == "no decision"
    assert found["hypotheses"] == [0.5, 0.6]


def test_a_sequential_test_stops_at_the_same_block_whoever_plays() -> None:
    tournament = short(["random", "greedy"], 1000, sprt=Hypotheses(0.5, 0.6))
    alone, several = run(tournament), run(tournament, workers=2)
    assert alone.test
    assert alone.test.verdict is Verdict.NOT_BETTER
    assert without_times(alone) == without_times(several)


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    run(short(PAIR, 4), results=tmp_path / "r.jsonl")
    assert os.listdir(tmp_path) == ["r.jsonl"]
