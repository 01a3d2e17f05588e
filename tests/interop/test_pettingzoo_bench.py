"""The benchmark of steps: what it counts, and that its table stands in the documents."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bench.steps import (
    MARKS,
    Contestant,
    fastest_cards,
    ratio,
    table_of,
    through_pettingzoo,
)

import kermesse
from kermesse.interop.pettingzoo import raw_env

PAGE = Path(__file__).resolve().parents[2] / "docs/how-to/use-pettingzoo.md"


def contestant(library: str, game: str, *rates: float, cards: bool = True) -> Contestant:
    return Contestant(library, game, lambda chance: 1, cards, list(rates))


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


def test_a_turn_plays_at_least_one_episode() -> None:
    one = contestant("Kermesse", "Muvuca")
    one.take_turn(0.0, Random(1))
    assert len(one.rates) == 1


def test_ratios_are_taken_within_a_turn() -> None:
    ours, theirs = contestant("Kermesse", "VIVA", 10, 40, 90), contestant("RLCard", "uno", 5, 10, 9)
    assert ratio(ours, theirs) == 4


def test_the_fastest_game_of_cards_is_the_measure() -> None:
    here = [
        contestant("Kermesse", "VIVA", 100),
        contestant("PettingZoo", "tictactoe_v3", 50, cards=False),
        contestant("PettingZoo", "leduc_holdem_v4", 20),
        contestant("PettingZoo", "texas_holdem_v4", 10),
    ]
    best = fastest_cards(here, "PettingZoo")
    assert best
    assert best.game == "leduc_holdem_v4"
    assert fastest_cards(here, "RLCard") is None
    lines = table_of(here).splitlines()
    assert lines[0].endswith("| × PettingZoo leduc_holdem_v4 |")
    assert lines[2] == "| Kermesse | VIVA | 100 (100 … 100) | 5.0 |"
    assert lines[3] == "| PettingZoo | tictactoe_v3 | 50 (50 … 50) |  |"


def test_the_table_of_the_documents_has_every_game() -> None:
    table = PAGE.read_text(encoding="utf-8").partition(MARKS[0])[2].partition(MARKS[1])[0]
    for name in kermesse.game_names():
        assert f"| Kermesse | {kermesse.game(name).title} |" in table
    assert "Measured by `python -m bench.steps` on 20" in table
