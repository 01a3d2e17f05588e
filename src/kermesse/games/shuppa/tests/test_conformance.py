"""The ten clauses of the contract, for every seat count and variant of Shuppa."""

from __future__ import annotations

from typing import Any

import pytest

from kermesse.core.conformance import Case, cases, check_case
from kermesse.core.kernel import PLAIN
from kermesse.games.shuppa import game

VARIANTS: list[dict[str, Any]] = [
    {},
    {"multicolour": "fifth_suit", "rounds": 2, "lot_size": 4},
    {"lot_size": 2, "rounds": 2, "share_mode": "auto", "solo_ties": "first", "difficulty": 9},
]
ALL_DIFFICULTIES = [{"difficulty": difficulty} for difficulty in range(2, 10)]
DIFFICULTIES = [{"difficulty": difficulty, "rounds": 1} for difficulty in (4, 6)]

plain_takes_minutes = pytest.mark.skipif(PLAIN, reason="minutes of plain Python")


SHORT = [
    *cases(game, VARIANTS[:1], matches=1),
    *(case for seats in (2, 4) for case in cases(game, VARIANTS[1:2], seats=seats, matches=1)),
    *(case for seats in (1, 3) for case in cases(game, VARIANTS[2:], seats=seats, matches=1)),
]


@plain_takes_minutes
@pytest.mark.parametrize("case", SHORT, ids=str)
def test_shuppa_conforms(case: Case) -> None:
    check_case(case)


@plain_takes_minutes
@pytest.mark.parametrize("case", cases(game, DIFFICULTIES, seats=1, matches=1), ids=str)
def test_the_solo_game_conforms_at_other_difficulties(case: Case) -> None:
    check_case(case)


@pytest.mark.long
@plain_takes_minutes
@pytest.mark.parametrize("case", cases(game, VARIANTS, matches=20), ids=str)
def test_shuppa_conforms_over_many_matches(case: Case) -> None:
    check_case(case)


@pytest.mark.long
@plain_takes_minutes
@pytest.mark.rule("SH-102", "SH-103")
@pytest.mark.parametrize("case", cases(game, ALL_DIFFICULTIES, seats=1, matches=5), ids=str)
def test_the_solo_game_conforms_at_every_difficulty(case: Case) -> None:
    check_case(case)
