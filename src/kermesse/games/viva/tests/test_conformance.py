"""The ten clauses of the contract, for every seat count and variant of VIVA."""

from __future__ import annotations

from typing import Any

import pytest

from kermesse.core.conformance import Case, cases, check_case
from kermesse.core.kernel import PLAIN
from kermesse.games.viva import game

VARIANTS: list[dict[str, Any]] = [
    {"rounds": 1, "turn_cap": 50},
    {"rounds": 2, "turn_cap": 50, "edition": "pocket", "hand_size": 3, "first_dealer": "seat1"},
    {"rounds": 1, "turn_cap": 50, "table": "honour"},
    {
        "rounds": 1,
        "turn_cap": 50,
        "table": "honour",
        "edition": "pocket",
        "hand_size": 7,
        "penalty": 1,
        "false_call": 2,
        "viva_right": 0,
        "viva_left": 3,
        "viva_two": 0,
    },
]
LONG: list[dict[str, Any]] = [
    {"turn_cap": 500},
    {"turn_cap": 200, "table": "honour", "false_call": 3, "penalty": 5},
]


@pytest.mark.skipif(PLAIN, reason="minutes of plain Python, which clause 9 runs anyway")
@pytest.mark.parametrize("case", cases(game, VARIANTS, matches=1)[::3], ids=str)
def test_viva_conforms(case: Case) -> None:
    """Every seat count and every variant; all of their combinations in the long walks."""
    check_case(case)


@pytest.mark.long
@pytest.mark.parametrize("case", cases(game, VARIANTS + LONG, matches=10, seed=1), ids=str)
def test_viva_conforms_on_long_walks(case: Case) -> None:
    check_case(case)
