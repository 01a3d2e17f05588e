"""Finished games: one file for each way a match ends and for each variant, replayed to the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kermesse.core.match import Match
from kermesse.core.matchfile import read_match, write_match
from kermesse.core.position import Event
from kermesse.core.registry import game as find_game
from kermesse.core.verification import resume, verify
from kermesse.games.muvuca import game

FINISHED = Path(__file__).parent / "finished"
LARGEST = 40_000  # bytes
REWRITE = "if the rules changed on purpose: python -m tools.finished_games muvuca"


@dataclass(frozen=True)
class Tale:
    """What a finished game is about: who played, with which options, and how it came out."""

    bots: tuple[str, str]
    wins: tuple[int, int]
    ending: str = "points"
    options: dict[str, Any] = field(default_factory=dict)


GREEDY = ("greedy", "greedy")
MIXED = ("random", "greedy")
TALES = {
    "two-nil": Tale(GREEDY, (2, 0)),
    "two-one": Tale(GREEDY, (1, 2)),
    "decided-by-tie": Tale(GREEDY, (2, 1), "tie"),
    "decided-by-cap": Tale(GREEDY, (0, 2), "cap", {"turn_cap": 20}),
    "end-lines-1": Tale(MIXED, (0, 2), options={"end_lines": 1}),
    "end-lines-2": Tale(GREEDY, (2, 1), options={"end_lines": 2}),
    "end-lines-4": Tale(("random", "random"), (2, 0), options={"end_lines": 4}),
    "rounds-to-win-1": Tale(GREEDY, (1, 0), options={"rounds_to_win": 1}),
    "rounds-to-win-3": Tale(GREEDY, (2, 3), options={"rounds_to_win": 3}),
    "rounds-to-win-5": Tale(GREEDY, (5, 2), options={"rounds_to_win": 5}),
    "swap-roles": Tale(GREEDY, (2, 1), options={"swap_roles": True}),
    "revealed": Tale(GREEDY, (1, 2), options={"facedown_at_scoring": "revealed"}),
    "roles-random": Tale(GREEDY, (2, 0), options={"roles": "random"}),
    "seat-1-sells-food": Tale(GREEDY, (0, 2), options={"roles": "seat1_food"}),
    "seat-0-starts": Tale(GREEDY, (2, 1), options={"first_player": "seat0"}),
    "seat-1-starts": Tale(GREEDY, (1, 2), options={"first_player": "seat1"}),
}


def text_of(name: str) -> str:
    return (FINISHED / f"{name}.json").read_text(encoding="utf-8")


@cache
def replayed(name: str) -> Match:
    return resume(read_match(text_of(name), find_game))


def told(name: str, kind: str) -> list[Event]:
    """The events of one kind, in order."""
    return [frame.event for frame in replayed(name).frames if frame.event.kind == kind]


def test_every_file_has_its_tale_and_every_tale_its_file() -> None:
    files = {file.stem for file in FINISHED.iterdir()}
    assert files == set(TALES), REWRITE


@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_is_verified(name: str) -> None:
    assert verify(text_of(name), find_game) == [], REWRITE
    assert len(text_of(name).encode()) < LARGEST


@pytest.mark.rule("MV-46", "MV-49")
@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_comes_out_as_told(name: str) -> None:
    tale, match = TALES[name], replayed(name)
    assert match.options == game.choose(tale.options)
    assert tuple(match.frames[-1].record.wins) == tale.wins
    assert match.outcome is not None
    assert match.outcome.ending == tale.ending
    assert match.outcome.places == ((1, 2) if tale.wins[0] > tale.wins[1] else (2, 1))


@pytest.mark.rule("MV-46", "MV-47", "MV-48", "MV-49", "MV-50")
@pytest.mark.parametrize("name", TALES)
def test_every_round_goes_to_its_winner_and_the_loser_starts_the_next(name: str) -> None:
    rounds, deals = told(name, "round_won"), told(name, "dealt")
    winners = [event.args[0] for event in rounds]
    assert (winners.count(0), winners.count(1)) == TALES[name].wins
    assert [1 - winner for winner in winners[:-1]] == [deal.args[0] for deal in deals[1:]]
    for deal, (winner, zero, one) in zip(deals, (e.args[:3] for e in rounds), strict=True):
        best = 1 - deal.args[0] if zero == one else int(one > zero)
        assert winner == best


@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_is_written_as_it_was(name: str) -> None:
    assert write_match(replayed(name)) == text_of(name), REWRITE


# --- that each tale shows what it is named for --------------------------------------------


@pytest.mark.rule("MV-47")
def test_the_last_round_of_a_tie_was_tied() -> None:
    _, zero, one = told("decided-by-tie", "round_won")[-1].args[:3]
    assert zero == one
    assert told("decided-by-tie", "dealt")[-1].args[0] == 1


@pytest.mark.rule("MV-36")
def test_the_last_round_of_a_cap_had_twenty_turns() -> None:
    record = replayed("decided-by-cap").frames[-1].record
    assert (record.turn, record.capped) == (20, 1)
    assert max(told("decided-by-cap", "lines_counted")[-1].args[:2]) < 3


@pytest.mark.rule("MV-28", "MV-30")
@pytest.mark.parametrize("name", ["two-nil", *(f"end-lines-{lines}" for lines in (1, 2, 4))])
def test_rounds_end_with_so_many_lines(name: str) -> None:
    wanted = TALES[name].options.get("end_lines", 3)
    for rows, columns, ends, *_ in (event.args for event in told(name, "lines_counted")):
        assert (max(rows, columns) >= wanted) == bool(ends)


@pytest.mark.rule("MV-03")
def test_roles_are_exchanged_after_each_round_if_so_agreed() -> None:
    assert [deal.args[1] for deal in told("swap-roles", "dealt")] == [0, 1, 0]
    assert {deal.args[1] for deal in told("two-one", "dealt")} == {0}


@pytest.mark.rule("MV-03")
@pytest.mark.parametrize("name", ["roles-random", "seat-1-sells-food"])
def test_seat_1_sells_food_in_all_rounds(name: str) -> None:
    assert {deal.args[1] for deal in told(name, "dealt")} == {1}


@pytest.mark.rule("MV-04")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_named_seat_starts_the_first_round(seat: int) -> None:
    assert told(f"seat-{seat}-starts", "dealt")[0].args[0] == seat


@pytest.mark.rule("MV-40")
def test_the_whole_crowd_is_turned_up_if_so_agreed() -> None:
    assert told("revealed", "turned_up")
    assert min(replayed("revealed").frames[-1].record.crowd) >= 0
    assert not told("two-one", "turned_up")
