"""Finished games: a file for each seat count, variant and ending, replayed to the end."""

from __future__ import annotations

from collections.abc import Callable
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
from kermesse.games.viva import game

FINISHED = Path(__file__).parent / "finished"
LARGEST = 40_000  # bytes
REWRITE = "if the rules changed on purpose: python -m tools.finished_games viva"


@dataclass(frozen=True)
class Tale:
    """What a finished game is about: who played, with which options, and how it came out."""

    bots: tuple[str, ...]
    ending: str = "victory_cards"
    options: dict[str, Any] = field(default_factory=dict)
    wins: tuple[int, ...] = ()
    fits: Callable[[Match], bool] = lambda match: True


def greedy(seats: int) -> tuple[str, ...]:
    return ("greedy",) * seats


SHORT: dict[str, Any] = {"rounds": 1, "turn_cap": 50}
CHEATS: dict[str, Any] = {"table": "honour", "bot_cheat": 60, "bot_notice": 50, "rounds": 1}
TALES = {
    **{f"{n}-seats": Tale(greedy(n)) for n in range(2, 7)},
    **{f"{n}-seats-pocket": Tale(greedy(n), options={"edition": "pocket"}) for n in range(2, 7)},
    **{f"{n}-seats-honour": Tale(greedy(n), options=CHEATS) for n in range(2, 7)},
    "tie-break": Tale(greedy(4), "tie_break", {"rounds": 2}),
    "tie-break-of-two": Tale(greedy(2), "tie_break", {"rounds": 2}, (1, 1)),
    "tie-break-of-three": Tale(greedy(4), "tie_break", {"rounds": 3}, (1, 1, 1, 0)),
    "tie-break-at-nought": Tale(("random",) * 3, "tie_break", SHORT, (0, 0, 0)),
    "shared": Tale(("random",) * 2, "shared", SHORT | {"table": "honour", "bot_cheat": 100}),
    "twelve-rounds": Tale(greedy(3), options={"rounds": 12}),
    "eight-rounds-pocket": Tale(greedy(2), options={"rounds": 8, "edition": "pocket"}),
    "capped": Tale(
        ("random",) * 2, options=SHORT, fits=lambda match: match.frames[-1].record.turn == 50
    ),
    "false-calls": Tale(
        ("random", "greedy", "random"), options=CHEATS | {"false_call": 2, "penalty": 1}
    ),
    "hand-of-three": Tale(greedy(3), options={"hand_size": 3, "first_dealer": "seat2"}),
    "hand-of-seven": Tale(greedy(3), options={"hand_size": 7, "first_dealer": "seat0"}),
    "draws": Tale(greedy(3), options={"viva_right": 0, "viva_left": 3}),
    "no-draws": Tale(greedy(2), options={"viva_two": 0}),
}  # fmt: skip


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


@pytest.mark.rule("VV-12", "VV-14", "VV-16", "VV-17")
@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_comes_out_as_told(name: str) -> None:
    tale, match = TALES[name], replayed(name)
    assert match.seats == len(tale.bots)
    assert match.options == game.choose(tale.options)
    assert match.outcome is not None
    assert match.outcome.ending == tale.ending
    wins = match.frames[-1].points
    assert tale.wins in ((), tuple(wins))
    best = [seat for seat in range(match.seats) if wins[seat] == max(wins)]
    firsts = [seat for seat in range(match.seats) if match.outcome.places[seat] == 1]
    assert set(firsts) <= set(best)
    assert len(firsts) == (len(best) if tale.ending in ("shared", "victory_cards") else 1)


@pytest.mark.rule("VV-09", "VV-10", "VV-11", "VV-74")
@pytest.mark.parametrize("name", TALES)
def test_every_round_is_dealt_and_gives_at_most_a_victory_card(name: str) -> None:
    match, deals = replayed(name), told(name, "dealt")
    rounds, tie = int(match.options["rounds"]), TALES[name].ending != "victory_cards"
    assert len(deals) == rounds + tie
    assert len(told(name, "round_won")) + len(told(name, "round_void")) == len(deals)
    regular = [event for event in deals if not event.args[4]]
    dealers = [event.args[0] for event in regular]
    assert dealers == [(dealers[0] + number) % match.seats for number in range(rounds)]
    assert sum(match.frames[-1].points) == len(told(name, "victory_card")) <= rounds


@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_is_written_as_it_was(name: str) -> None:
    assert write_match(replayed(name)) == text_of(name), REWRITE


# --- that each tale shows what it is named for --------------------------------------------


@pytest.mark.rule("VV-73", "VV-74")
def test_rounds_are_stopped_by_the_cap() -> None:
    assert replayed("capped").frames[-1].record.turn == 50
    assert told("capped", "round_won")[-1].args[1] == 1
    assert told("tie-break-at-nought", "round_void")


@pytest.mark.rule("VV-16")
def test_the_tie_break_of_the_shared_match_was_void() -> None:
    assert told("shared", "round_void")
    assert told("shared", "round_won") == []


@pytest.mark.rule("VV-14")
def test_three_play_the_tie_break_of_three() -> None:
    deal = told("tie-break-of-three", "dealt")[-1]
    assert deal.args[2:5] == (0b0111, 5, 1)


@pytest.mark.rule("VV-59", "VV-66", "VV-67")
def test_players_are_caught_and_call_without_reason() -> None:
    caught = sum(len(told(f"{seats}-seats-honour", "caught")) for seats in range(2, 7))
    assert caught
    assert told("false-calls", "caught")
