"""The benchmark of all doors: what it counts, and that its table stands in the documents."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench.api import DOORS, MARKS, Contestant, missed, table_of, through_pettingzoo

import kermesse
from kermesse.interop.pettingzoo import raw_env

PAGE = Path(__file__).resolve().parents[2] / "docs/explanation/speed.md"
ACT = "`view`, `legal`, `act`"


def contestant(door: str, game: str, *rates: float) -> Contestant:
    return Contestant(door, game, lambda chance: 1, list(rates))


def test_an_episode_counts_decisions_of_players() -> None:
    table = raw_env("muvuca")
    decisions = 0
    take = table.engine.take

    def counted(seat: int, action: int) -> bool:
        nonlocal decisions
        decisions += 1
        return take(seat, action)

    table.engine.take = counted  # type: ignore[method-assign]
    assert through_pettingzoo(table)(Random(1)) == decisions > 10
    assert table.agents == []


@pytest.mark.parametrize("door", DOORS)
def test_every_door_leads_through_whole_matches(door: str) -> None:
    play: Any = DOORS[door](kermesse.game("muvuca"))
    assert play(Random(1)) > 5
    assert play(Random(2)) > 5


def test_a_turn_plays_at_least_one_episode() -> None:
    one = contestant(ACT, "Muvuca")
    one.take_turn(0.0, Random(1))
    assert len(one.rates) == 1


def test_the_table_has_a_row_for_each_door_and_peer() -> None:
    ours = [contestant(door, "VIVA", 100, 900, 200) for door in DOORS]
    lines = table_of(ours, [contestant("RLCard", "uno", 7, 5, 6)]).splitlines()
    assert lines[0] == "| decisions per second | VIVA |"
    assert lines[2] == f"| {ACT} | 200 (100 … 900) |"
    assert "| RLCard | uno | 6 (5 … 7) |" in lines
    assert "3 turns" in lines[-1]


def test_what_misses_its_target_is_named() -> None:
    found = missed([contestant(ACT, "VIVA", 59_999), contestant(ACT, "Muvuca", 60_000)])
    assert found == [f"{ACT}, VIVA: 59,999 of 60,000"]


def test_the_table_of_the_documents_has_every_game_and_door() -> None:
    table = PAGE.read_text(encoding="utf-8").partition(MARKS[0])[2].partition(MARKS[1])[0]
    titles = [kermesse.game(name).title for name in kermesse.game_names()]
    assert f"| decisions per second | {' | '.join(titles)} |" in table
    assert all(f"\n| {door} |" in table for door in DOORS)
    assert "Measured by `python -m bench.api` on 20" in table
