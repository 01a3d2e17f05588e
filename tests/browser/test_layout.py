"""What is in sight: measured boxes on a phone and on a desk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.houses import Guest
from tests.browser.looking import PHONE

from kermesse.core.registry import game as find_game
from kermesse.core.registry import game_names

LONG_NAME = "Pink Flamingo"
CLOCKS: list[dict[str, str]] = [
    {"clock": "total", "total_minutes": "15"},
    {"clock": "decision", "decision_seconds": "604800"},
]
ROUNDED = 1  # pixels
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].map(e => {
  const { top, right, bottom, left } = e.getBoundingClientRect();
  const fits = top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
  return fits ? "" : `${e.id || e.className}: ${[left, top, right, bottom].map(Math.round)}`;
}).filter(Boolean)"""


def outside(guest: Guest, selector: str) -> list[str]:
    """What of these elements is not wholly inside the window, and where it is."""
    found: list[str] = guest.page.evaluate(OUTSIDE, selector)
    return found


def with_seats() -> list[Any]:
    """Every game with every number of seats that it can be played with."""
    return [
        pytest.param(name, seats, id=f"{name}-{seats}")
        for name in game_names()
        for seats in find_game(name).seats
    ]


@pytest.mark.parametrize(("game", "seats"), with_seats())
def test_on_a_phone_with_a_clock_all_that_may_be_chosen_is_on_the_first_screen(
    guests: NewGuest, game: str, seats: int
) -> None:
    ana = guests(LONG_NAME, **PHONE)
    ana.speak("fr")  # its sentences are the longest
    for clock in CLOCKS:
        ana.table_of(game, seats=str(seats), bot="random", **clock)
        expect(ana["#board .lit"].first).to_be_visible()
        expect(ana["#countdown .clock"]).to_be_visible()
        assert not outside(ana, "#board .lit, #status, #countdown .clock")
        ana["#board .lit"].first.click()  # what comes next: where it goes, or another decision
        assert not outside(ana, "#board .lit")
        assert ana.page.evaluate("scrollY") == 0
