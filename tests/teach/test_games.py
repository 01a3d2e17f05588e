"""The lessons of every game, played by the engine."""

from __future__ import annotations

import pytest
from tools.first_game_rules import missing

import kermesse
from kermesse.teach.check import faults
from kermesse.teach.lesson import lessons

TAUGHT = [name for name in kermesse.game_names() if lessons(kermesse.game(name))]


@pytest.mark.parametrize("name", TAUGHT)
def test_the_engine_bears_out_every_step(name: str) -> None:
    assert faults(kermesse.game(name)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", TAUGHT)
def test_what_fires_in_half_of_the_matches_is_sorted_by_who_needs_it(name: str) -> None:
    assert missing(kermesse.game(name)) == []
