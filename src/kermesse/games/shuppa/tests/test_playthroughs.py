"""Playthroughs that a person can read: a changed line is a changed rule, view or sentence."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from kermesse.games.shuppa.tests.playthrough import GOLDEN, PLANS, page


@pytest.mark.rule("SH-116", "SH-118", "SH-125", "SH-126")
@pytest.mark.parametrize("name", PLANS)
def test_the_playthrough_reads_as_before(name: str) -> None:
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    now = page(PLANS[name])
    changes = unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=2)
    first = "\n".join(list(changes)[:40])
    assert kept == now, (
        f"{name}.txt differs; if it should, run `make golden` and read the diff\n{first}"
    )


def test_every_page_has_its_plan() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(PLANS)


@pytest.mark.rule("SH-48", "SH-56", "SH-86", "SH-87", "SH-91")
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("cascade", "marked [0, 3, 2,"),
        ("shared_lots", "=== decision 2: seat 0, share"),
        ("share_of_zero", "won [0, 0, 0, 0, 0, 3]"),
        ("empty_piles", "from the Action pile."),
        ("empty_piles", "none_left ["),
        ("empty_action_pile", "from the Reserve."),
        ("empty_action_pile", "none_left [1,"),
        ("automaton_tie", "legal: jump 4 1, jump 4 2, jump 4 3"),
        ("alone", "automaton_draws ["),
    ],
)
def test_each_page_shows_what_it_is_named_for(name: str, line: str) -> None:
    assert line in (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
