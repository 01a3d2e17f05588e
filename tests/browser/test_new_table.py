"""The new-table form follows the number of seats and what else is chosen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.page_checks import PHONE, breadth, faults


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])
def test_alone_there_is_nobody_to_choose(guests: NewGuest, window: dict[str, Any]) -> None:
    ana = guests("Ana", **window)
    ana.go("/games/shuppa")
    ana["#new-table summary"].first.click()
    expect(ana["#bot"]).to_be_visible()
    expect(ana["#option-difficulty"]).to_be_hidden()
    ana[".segment"].first.click()
    for gone in ("#bot", ".bots-by-seat"):
        expect(ana[gone]).to_be_hidden()
    expect(ana.button("Invite friends")).to_have_count(0)
    expect(ana["#option-difficulty"]).to_be_visible()
    assert faults(ana) == []
    assert breadth(ana) == ana.page.viewport_size["width"]  # type: ignore[index]
    ana["#option-difficulty"].select_option("9")
    ana.button("Play now").click()
    ana.page.wait_for_url("**/table/*")
    expect(ana["#board"]).to_contain_text("9")


def test_options_come_and_go_with_others_and_colours_with_seats(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.go("/games/moon_river")
    ana["#new-table summary"].first.click()
    expect(ana["#option-scenario"]).to_be_hidden()
    ana["#option-variant"].select_option("legends")
    expect(ana["#option-scenario"]).to_be_visible()
    colours = ana["#option-colours"]
    assert colours.locator("optgroup:not([hidden]) option").count() == 12  # two of four, in order
    colours.select_option(index=1)
    ana[".segment"].last.click()
    assert colours.locator("optgroup:not([hidden]) option").count() == 24
    expect(colours).to_have_value("random")  # the old choice named two
    ana["#option-variant"].select_option("base")
    expect(ana["#option-scenario"]).to_be_hidden()


def test_without_scripts_everything_can_be_chosen(guests: NewGuest) -> None:
    ana = guests("", java_script_enabled=False)
    ana.go("/games/shuppa")
    ana["#new-table summary"].first.click()
    for shown in ("#bot", "#option-difficulty", "#option-solo_ties"):
        expect(ana[shown]).to_be_visible()


def test_what_cannot_be_chosen_brings_the_form_back(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.go("/games/viva")
    ana["#new-table summary"].first.click()
    ana["#option-edition"].select_option("pocket")
    ana["#option-rounds"].fill("12")
    ana.forgive("status 400")
    ana.button("Play now").click()
    expect(ana["[role=alert]"]).to_contain_text("These do not go together")
    expect(ana["#option-rounds"]).to_have_value("12")
    assert faults(ana) == []
