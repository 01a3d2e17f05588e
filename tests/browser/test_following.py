"""While steps are played, what stands around the board is true of the step that is shown."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.servers import Guest

LOOKING = """
globalThis.samples = [];
const text = (where) => document.querySelector(where)?.textContent ?? "";
const all = (where) => [...document.querySelectorAll(where)];
const numbers = (where) => all(where).map((e) => parseInt(e.textContent));
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => setTimeout(() => samples.push({
    status: text("#status"),
    hint: text("#hint"),
    yours: document.querySelector("#status").matches(".yours"),
    line: text("#log li:last-child"),
    due: document.querySelectorAll(".seat .badge.turn").length,
    panel: numbers("#seats .points"),
    board: numbers("#board .points"),
    lit: document.querySelectorAll("[data-pick].lit").length,
  }))).observe(document.querySelector("#log"), { childList: true });
});
"""
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
DUE = "#board [data-pick].lit, #bar a[href^='/replay/']"


def playing(guests: NewGuest, game: str, **fields: str) -> Guest:
    """Somebody who sees every step at a table with bots."""
    ana = guests("Ana", **MOVING)
    ana.context.add_init_script(LOOKING)
    ana.table_of(game, bot="random", **fields)
    expect(ana[DUE].first).to_be_visible()
    return ana


def samples(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.page.evaluate("samples.splice(0)")
    return found


def decide(guest: Guest) -> None:
    """Take the first way there is, and wait for the next turn."""
    guest.page.evaluate("samples.length = 0")
    while guest["#board [data-pick].lit"].count():
        guest["#board [data-pick].lit"].first.click()
        guest.page.wait_for_timeout(30)
    guest.page.wait_for_function("() => samples.length", timeout=30_000)
    expect(guest[DUE].first).to_be_visible(timeout=60_000)


@pytest.mark.thorough
def test_muvuca_counts_and_the_panels_count_along(guests: NewGuest) -> None:
    fields = {"option-first_player": "seat0", "option-end_lines": "1", "option-rounds_to_win": "1"}
    ana = playing(guests, "muvuca", **fields)
    counted: list[dict[str, Any]] = []
    for _ in range(30):
        if ana["#bar a[href^='/replay/']"].count():
            break
        decide(ana)
        counted += [s for s in samples(ana) if "group" in s["line"] and "in hand" in s["line"]]
    assert len(counted) >= 8
    for sample in counted:
        assert sample["status"] == "The round is being scored…"
        assert sample["due"] == 0
        assert sorted(sample["panel"]) == sorted(sample["board"])


@pytest.mark.parametrize(("game", "seats"), [("shuppa", "3"), ("viva", "3"), ("moon_river", "2")])
@pytest.mark.thorough
def test_nobody_is_asked_to_choose_while_steps_are_played(
    guests: NewGuest, game: str, seats: str
) -> None:
    ana = playing(guests, game, seats=seats)
    ana.button("Hint").click()
    expect(ana["#hint"]).to_contain_text("Hint: ")
    steps: list[dict[str, Any]] = []
    for _ in range(4):
        decide(ana)
        steps += samples(ana)
    assert len(steps) > 8
    for sample in steps:
        assert sample["hint"] == "", sample
        if sample["due"] == 0:
            assert not sample["yours"], sample
            assert "hoos" not in sample["status"], sample
    assert any(sample["due"] == 0 for sample in steps)
