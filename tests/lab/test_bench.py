"""The benchmark of the lab: its table and its verdict."""

from __future__ import annotations

import pytest
from bench.lab import OURS, Simulator, named, of_lab, table_of, verdict
from bench.rivals.rate import Rate


def contestant(side: str, bot: str, *speeds: float) -> Simulator:
    """Somebody with these games a second, of ten decisions each."""
    rates = [Rate("", int(10 * speed), int(speed), 1.0) for speed in speeds]
    one = named(side, "a game", bot, lambda seconds, seed: rates[0])
    one.rates += rates
    return one


HERE = [
    contestant(OURS, "greedy", 900, 500, 1_200),
    contestant(OURS, "random", 9_000, 9_000, 9_000),
    contestant("Them", "random", 10, 5, 10),
]


def test_rows_are_compared_turn_by_turn() -> None:
    lines = table_of(HERE, 100_000).splitlines()
    assert lines[2] == (
        f"| {OURS}: a game | greedy | 10 | 9,000 | 900 (500 … 1,200) | 111 s | 100 |"
    )
    assert lines[4] == "| Them: a game | random | 10 | 100 | 10 (5 … 10) |  |  |"


def test_only_bots_that_think_are_held_to_the_aim() -> None:
    assert verdict(HERE).endswith("a game against Them, random: reached (100).")
    slower = [contestant(OURS, "greedy", 899, 499, 1_200), *HERE[1:]]
    assert verdict(slower).endswith("a game against Them, random: missed (99.8).")


def test_the_lab_plays_as_many_games_as_it_says() -> None:
    one = of_lab("muvuca", 2, "random", 12, 1)
    one.take_turn(0.0, 3)
    (rate,) = one.rates
    assert rate.matches == 12
    assert one.decisions == pytest.approx(rate.decisions / 12)
