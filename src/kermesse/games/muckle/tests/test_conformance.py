"""The ten clauses of the contract, for every variant of Muckle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kermesse.core.conformance import Case, ConformanceError, cases, check, check_case
from kermesse.core.kernel import PLAIN, kernel
from kermesse.games.muckle import game
from kermesse.games.muckle.secrets import conceal
from kermesse.games.muckle.state import State

VARIANTS: list[dict[str, Any]] = [
    {"turn_cap": 30},
    {"turn_cap": 20, "goal": 12},
    {"turn_cap": 20, "goal": 3, "hand_size": 5},
    {"turn_cap": 20, "hand_size": 13, "talk": "off"},
    {"turn_cap": 20, "ball_decider": "holder_or_low_seat", "seating": "random"},
    {"turn_cap": 20, "cards": "tackling", "talk": "team"},
    {"turn_cap": 20, "cards": "resting", "hand_size": 10},
]

compiled_only = pytest.mark.skipif(PLAIN, reason="the suite is slow in plain Python")


@compiled_only
@pytest.mark.parametrize("case", cases(game, VARIANTS, matches=1), ids=str)
def test_muckle_conforms(case: Case) -> None:
    check_case(case)


@pytest.mark.long
@pytest.mark.parametrize("case", cases(game, [{}, *VARIANTS], matches=20, seed=1), ids=str)
def test_muckle_conforms_on_long_walks(case: Case) -> None:
    check_case(case)


@kernel
def shows_picks_to_the_teammate(s: State, seat: int) -> None:
    """Muckle's `conceal`, but a teammate sees the card that was picked."""
    friend = (seat + 2) % 4
    card = s.pick[friend]
    conceal(s, seat)
    if seat >= 0:
        s.pick[friend] = card


@pytest.mark.rule("MK-66")
@compiled_only
def test_a_pick_shown_to_the_teammate_is_caught() -> None:
    kernels = {**game.kernels, "conceal": shows_picks_to_the_teammate}
    leaky = replace(game, name="leaky_muckle", kernels=kernels)
    with pytest.raises(ConformanceError) as caught:
        check(leaky, options={"turn_cap": 20}, matches=1, clauses=[3, 5])
    assert caught.value.clauses == {3, 5}
