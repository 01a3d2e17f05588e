"""Bots at VIVA: greedy beats random at every seat count, and both keep their manners."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import kermesse
from kermesse.core.position import Position

VIVA = kermesse.game("viva")


def play(names: list[str], seed: int, **options: Any) -> tuple[Position, Counter[str]]:
    """One round of bots, and what happened in it."""
    bots = [kermesse.bot(name, VIVA) for name in names]
    chosen = {"rounds": 1, "turn_cap": 100} | options
    position = VIVA.new(seats=len(names), seed=seed, options=chosen)
    happened: Counter[str] = Counter()
    while not position.over:
        seat = min(position.due)
        view = position.view(seat)
        action = bots[seat].choose(view, seed=seed + sum(happened.values()))
        happened.update(event.kind for event in position.act(seat, action))
    return position, happened


@pytest.mark.rule("VV-47")
@pytest.mark.parametrize(("seats", "fewest"), [(2, 15), (4, 10)])
def test_greedy_beats_random(seats: int, fewest: int) -> None:
    """Of twenty rounds; an even share would be ten, or five."""
    won = 0
    for seed in range(20):
        names = ["random"] * seats
        names[seed % seats] = "greedy"
        position, _ = play(names, 1000 * seed)
        assert position.outcome is not None
        won += position.outcome.places[seed % seats] == 1
    assert won >= fewest


@pytest.mark.rule("VV-69", "VV-70")
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_cheat_and_notice_only_as_agreed(name: str) -> None:
    for seed in range(3):
        _, happened = play([name] * 3, seed, table="honour", bot_notice=100)
        assert happened["caught"] == 0
    caught = 0
    for seed in range(4):
        _, happened = play([name] * 3, seed, table="honour", bot_cheat=100, bot_notice=100)
        caught += happened["caught"]
    assert name == "greedy" or caught
