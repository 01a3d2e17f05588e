"""Playthroughs that a person can read: a changed line is a changed rule, view or sentence."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from kermesse.games.muckle.tests.playthrough import GOLDEN, MATCHES, page


@pytest.mark.rule("MK-61", "MK-63", "MK-66", "MK-73")
@pytest.mark.parametrize("name", MATCHES)
def test_the_playthrough_reads_as_before(name: str) -> None:
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    now = page(MATCHES[name])
    changes = unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=2)
    first = "\n".join(list(changes)[:40])
    assert kept == now, (
        f"{name}.txt differs; if it should, run `make golden` and read the diff\n{first}"
    )


def test_every_page_has_its_match() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(MATCHES)
