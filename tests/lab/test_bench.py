"""The benchmark of the lab: its table, its verdict, and where they are written."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from bench.lab import MARKS, OURS, Contestant, of_lab, table_of, verdict, write_page
from bench.rivals.rate import Rate


def contestant(side: str, bot: str, *speeds: float) -> Contestant:
    """Somebody with these games a second, of ten decisions each."""
    rates = [Rate("", int(10 * speed), int(speed), 1.0) for speed in speeds]
    return Contestant(side, "a game", bot, lambda seed: rates[0], rates, [1.0] * len(rates))


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
    one.take_turn(3)
    (rate,) = one.rates
    assert rate.matches == 12
    assert one.decisions == pytest.approx(rate.decisions / 12)


def test_figures_stand_between_their_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{MARKS[0]}\nold\n{MARKS[1]}\nafter\n", encoding="utf-8")
    write_page(page, "new \\1\n")
    assert page.read_text("utf-8") == f"before\n{MARKS[0]}\nnew \\1\n{MARKS[1]}\nafter\n"
    page.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(click.ClickException, match="has no <!-- bench"):
        write_page(page, "new\n")
    assert page.read_text("utf-8") == "nothing\n"
