"""The ten clauses of the contract, for every seat count and variant of Moon River."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kermesse.core.conformance import Case, ConformanceError, cases, check, check_case
from kermesse.core.kernel import PLAIN, kernel
from kermesse.core.record import Record
from kermesse.games.moon_river import game
from kermesse.games.moon_river.secrets import conceal

FULL: dict[str, Any] = {
    "variant": "legends",
    "scenario": "outlaws",
    "saloon_size": 8,
    "cowboy_steps": 5,
}
# each seat count once; the long walks take every variant with each of them
EVERYDAY = [
    Case(game, seats, options, matches=1) for seats, options in ((2, FULL), (3, FULL), (4, {}))
]
VARIANTS: list[dict[str, Any]] = [
    {},
    FULL,
    *({"variant": "legends", "scenario": name} for name in ("timber", "gold", "outlaws", "city")),
    {"variant": "legends", "scenario_base": 50, "scenario_step": 0, "scenario_min": 2},
    {"saloon_size": 3, "cowboy_steps": 1},
]

compiled_only = pytest.mark.skipif(PLAIN, reason="the suite is slow in plain Python")


@compiled_only
@pytest.mark.parametrize("case", EVERYDAY, ids=str)
def test_moon_river_conforms(case: Case) -> None:
    check_case(case)


@pytest.mark.long
@pytest.mark.parametrize("case", cases(game, VARIANTS, matches=8, seed=1), ids=str)
def test_moon_river_conforms_on_long_walks(case: Case) -> None:
    check_case(case)


@kernel
def shows_what_comes_next(s: Record, seat: int) -> None:
    """Moon River's `conceal`, but it leaves the source of chance in the view."""
    key = s.rng
    conceal(s, seat)
    s.rng = key


@pytest.mark.rule("MR-133")
@compiled_only
def test_a_view_that_tells_the_draws_to_come_is_caught() -> None:
    kernels = {**game.kernels, "conceal": shows_what_comes_next}
    leaky = replace(game, name="leaky_moon_river", kernels=kernels)
    with pytest.raises(ConformanceError) as caught:
        check(leaky, seats=3, matches=1, clauses=[8])
    assert caught.value.clauses == {8}
