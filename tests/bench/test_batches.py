"""What `bench.batches` writes about its findings."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import Any

import pytest
from bench.batches.__main__ import PAGE, kept
from bench.batches.findings import best_of
from bench.batches.page import at_best, page
from bench.batches.rival import NoPgx, Pgx

PLAN = {
    "block": 128,
    "registers": 64,
    "together": True,
    "copies": False,
    "by_phase": True,
    "tile": 32,
}


def result(side: str, game: str, games: int, median: int) -> dict[str, Any]:
    spread = {"median": median, "least": median - 1, "most": median + 1}
    return {"side": side, "game": game, "games": games, **spread}


RATES = [
    result("Kermesse", "muvuca", 128, 4_000_000),
    result("Kermesse", "muvuca", 1024, 3_000_000),
    result("Pgx", "othello", 128, 100_000),
    result("Pgx", "othello", 1024, 400_000),
]


def found(**more: Any) -> dict[str, Any]:
    start = {"date": "2026-11-15", "processor": "an abacus", "python": "3.11.7"}
    return {**start, "versions": {"numba": "0.68.1"}, "pgx": {"pgx": "2.6.0"}, **more}


def test_the_page_is_the_one_that_the_command_writes() -> None:
    fix = "run: python -m bench.batches write"
    assert PAGE.read_text(encoding="utf-8") == page(kept("cpu"), kept("gpu")), fix


def test_each_side_is_shown_at_its_better_size() -> None:
    assert [(each["game"], each["games"]) for each in at_best(RATES)] == [
        ("muvuca", 128),
        ("othello", 1024),
    ]
    text = page(found(turns=5, seconds=1.0, rates=RATES), None)
    assert "| Kermesse Muvuca | 4,000,000 | 3,999,999 – 4,000,001 | 128 |" in text
    assert "| Pgx `othello` | 10 |" in text
    assert "Python 3.11.7, numba 0.68.1, pgx 2.6.0" in text
    assert text.endswith("## One GPU\n\nNot measured yet.\n")


def test_a_plan_that_plays_something_else_is_never_the_best() -> None:
    wrong = {**result("", "viva", 64, 900_000_000), "plan": PLAN, "differing": ["mask"]}
    right = {**result("", "viva", 64, 300_000_000), "plan": PLAN, "differing": []}
    assert best_of([wrong, right], "viva") == right
    assert best_of([wrong], "viva") is None
    checked = [{"game": "viva", "seats": 2, "games": 9, "differing": []}]
    text = page(None, found(device="loom", raced=[wrong, right], checked=checked))
    assert (
        "300,000,001 | 64 | 200,000,000 reached | blocks of 128, 64 registers, together, by phase"
        in text
    )
    assert "900,000,000" not in text


@pytest.mark.parametrize(("differing", "words"), [([], "| 2 seats |"), (["seat"], "| **no** |")])
def test_what_was_compared_is_said(differing: list[str], words: str) -> None:
    raced = [{**result("", "viva", 64, 10), "plan": PLAN, "differing": []}]
    checked = [{"game": "viva", "seats": 2, "games": 9, "differing": differing}]
    text = page(None, found(device="loom", raced=raced, checked=checked))
    assert words in text
    assert "200,000,000 missed" in text


@pytest.mark.skipif(find_spec("jax") is not None, reason="JAX is installed")
def test_without_jax_it_is_said_that_pgx_cannot_play() -> None:
    with pytest.raises(NoPgx, match="No module named 'jax'"):
        Pgx(sys.executable, core=min(os.sched_getaffinity(0)))
