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
from kermesse.games.shuppa import game
from kermesse.games.shuppa.scoring import multicolours, points

FINISHED = Path(__file__).parent / "finished"
LARGEST = 20_000  # bytes
REWRITE = "if the rules changed on purpose: python -m tools.finished_games shuppa"


@dataclass(frozen=True)
class Tale:
    """What a finished game is about: who played, with which options, and how it came out."""

    bots: tuple[str, ...]
    ending: str = "points"
    options: dict[str, Any] = field(default_factory=dict)
    fits: Callable[[Match], bool] = lambda match: True


def happened(kind: str, times: int = 1) -> Callable[[Match], bool]:
    """Whether something has happened so often."""
    return lambda match: [frame.event.kind for frame in match.frames].count(kind) >= times


def longest_chain(match: Match) -> int:
    """How many steps the longest cascade had."""
    marked = [frame.event for frame in match.frames if frame.event.kind == "marked"]
    return max((event.args[2] + 1 for event in marked), default=0)


GREEDY, RANDOM = ("greedy",), ("random",)
TALES = {
    **{f"{n}-seats": Tale(GREEDY * n) for n in range(2, 5)},
    **{f"{n}-seats-random": Tale(RANDOM * n) for n in range(2, 5)},
    **{
        f"{n}-seats-fifth-suit": Tale(GREEDY * n, options={"multicolour": "fifth_suit"})
        for n in range(2, 5)
    },
    **{
        f"{n}-seats-multicolours": Tale(RANDOM * n, "multicolours", {"rounds": 2, "lot_size": 2})
        for n in range(2, 5)
    },
    **{f"{n}-seats-shared": Tale(RANDOM * n, "shared", {"rounds": 1}) for n in range(2, 5)},
    **{
        f"alone-at-{d}": Tale(GREEDY, ending, {"difficulty": d})
        for d, ending in zip(
            range(2, 10),
            ("won", "lost", "won", "lost", "won", "lost", "won", "lost"),
            strict=True,
        )
    },
    "alone-shared": Tale(RANDOM, "shared", {"rounds": 2}),
    "alone-fifth-suit": Tale(
        GREEDY, "won", {"multicolour": "fifth_suit", "solo_ties": "first", "difficulty": 3}
    ),
    "alone-with-ties": Tale(RANDOM, "lost", {"difficulty": 9}),
    "pairs": Tale(GREEDY * 3, options={"lot_size": 2, "rounds": 4}),
    "fives": Tale(GREEDY * 2, options={"lot_size": 5}),
    "shares-asked": Tale(GREEDY * 3, fits=happened("shared", 2)),
    "shares-done": Tale(GREEDY * 4, options={"share_mode": "auto"}),
    "long-cascade": Tale(GREEDY * 4, fits=lambda match: longest_chain(match) >= 4),
    "one-round": Tale(GREEDY * 2, options={"rounds": 1}),
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
    assert {file.stem for file in FINISHED.iterdir()} == set(TALES), REWRITE


@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_is_verified(name: str) -> None:
    assert verify(text_of(name), find_game) == [], REWRITE
    assert len(text_of(name).encode()) < LARGEST


@pytest.mark.rule("SH-98", "SH-99", "SH-100", "SH-115")
@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_comes_out_as_told(name: str) -> None:
    tale, match = TALES[name], replayed(name)
    assert match.seats == len(tale.bots)
    assert match.options == game.choose(tale.options)
    assert match.outcome is not None
    assert match.outcome.ending == tale.ending
    s = match.frames[-1].record
    standings = [(points(s, p), multicolours(s, p)) for p in range(max(match.seats, 2))]
    wanted = [1 + sum(other > own for other in standings) for own in standings]
    assert match.outcome.places == tuple(wanted[: match.seats])
    leaders = standings.count(max(standings))
    assert (tale.ending == "shared") == (leaders > 1)


@pytest.mark.rule("SH-21", "SH-22", "SH-95")
@pytest.mark.parametrize("name", TALES)
def test_every_round_is_played(name: str) -> None:
    match = replayed(name)
    rounds = int(match.options["rounds"])
    assert len(told(name, "arrow")) == rounds
    assert len(told(name, "shown")) == rounds
    assert len(told(name, "dropped")) == rounds * max(match.seats + 3, 5)


@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_is_written_as_it_was(name: str) -> None:
    assert write_match(replayed(name)) == text_of(name), REWRITE


def test_the_tales_show_what_they_are_named_for() -> None:
    assert len(told("shares-asked", "shared")) >= 2
    assert longest_chain(replayed("long-cascade")) >= 4
    assert told("shares-done", "shared") == []
    backs = [event.args[0] for event in told("alone-at-9", "automaton_laid")]
    assert backs == [1] * 7
