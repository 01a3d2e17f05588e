"""Levels of bots for each seat, and hints: by finger on a phone, by mouse and by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.page_checks import PHONE, breadth, faults, tab_to
from tests.browser.servers import Guest

LEVELS = ["novice", "casual", "skilled", "strong", "expert", "random", "greedy"]
RING = """(mark) => {
  let seen = 1;
  for (let at = mark; at; at = at.parentElement) seen *= getComputedStyle(at).opacity;
  return [getComputedStyle(mark).outlineStyle, seen];
}"""  # of a hint: how it is drawn, and how opaque


def values(guest: Guest, select: str) -> list[str]:
    found: list[str] = guest[f"{select} option"].evaluate_all("all => all.map(o => o.value)")
    return found


def names(guest: Guest) -> list[str]:
    return guest[".seat-name"].all_text_contents()


@pytest.mark.thorough
def test_each_seat_gets_its_level_on_a_phone(guests: NewGuest) -> None:
    ana = guests("Ana", **PHONE)
    ana.go("/games/viva")
    assert values(ana, "#bot") == LEVELS
    expect(ana["#bot"]).to_have_value("casual")
    ana["details.options > summary"].tap()
    expect(ana["#hints"]).to_have_value("alone")
    expect(ana["#bot-1"]).to_be_hidden()  # two seats: the one bot is chosen above
    ana["label.segment:has(input[value='4'])"].tap()
    expect(ana["#bot-3"]).to_be_visible()
    expect(ana["#bot-4"]).to_be_hidden()
    assert values(ana, "#bot-1") == ["", *LEVELS]
    ana["#bot"].select_option("random")
    ana["#bot-2"].select_option("novice")
    ana["#bot-3"].select_option("greedy")
    assert not faults(ana)
    assert breadth(ana) <= 390
    ana.button("Play now").tap()
    ana.page.wait_for_url("**/table/*")
    ana.connected()
    assert names(ana) == ["Ana", "Random", "Novice", "Greedy"]
    ana["#menu-1 > summary"].tap()
    offered = ana["#menu-1 button"].all_text_contents()[:6]
    assert offered == [f"Let {name.capitalize()} play" for name in LEVELS if name != "random"]
    assert not faults(ana)
    ana["#menu-1"].get_by_role("button", name="Let Casual play").tap()
    expect(ana["#seat-1 .seat-name"]).to_have_text("Casual")


def test_a_hint_by_finger_on_a_phone(guests: NewGuest) -> None:
    ana = guests("Ana", **PHONE)
    ana.table()
    ana.is_due()
    ana.button("Hint").tap()
    expect(ana["#hint"]).to_contain_text("Hint: ")
    expect(ana["#hint"]).to_be_in_viewport()
    expect(ana[".slot.lit.hinted"]).to_have_count(1)
    expect(ana[".push.hinted"]).to_have_count(1)  # where the card is to go
    words = ana["#hint"].inner_text()
    for pick in (".slot.hinted", ".push.hinted"):
        assert (ana[pick].get_attribute("aria-label") or "?") in words
    assert not faults(ana)
    assert breadth(ana) <= 390
    ana[".slot.lit.hinted"].tap()
    expect(ana[".push.lit.hinted"]).to_have_count(1)
    ana[".push.lit.hinted"].tap()
    expect(ana[".hinted"]).to_have_count(0)
    expect(ana["#hint"]).to_have_text("")
    expect(ana["#log", "Ana puts"]).to_have_count(1)
    ana.is_due()


@pytest.mark.parametrize("game", ["muvuca", "viva", "muckle", "shuppa", "moon_river"])
def test_a_hint_is_seen_on_every_board_with_its_words(guests: NewGuest, game: str) -> None:
    ana = guests("Ana", **PHONE)
    ana.table_of(game, bots=True, bot="greedy")
    expect(ana["#ask-hint"]).to_be_enabled()
    ana["#ask-hint"].scroll_into_view_if_needed()
    ana["#ask-hint"].tap()
    expect(ana["#hint"]).to_contain_text("Hint: ")
    expect(ana["#hint"]).to_be_in_viewport(ratio=1)
    expect(ana["#board .lit.hinted"].first).to_be_in_viewport(ratio=1)
    for mark in ana["#board .hinted:visible"].all():
        assert mark.evaluate(RING) == ["dashed", 1]
    ana["#ask-hint"].tap()  # again: the same, and no complaint
    ana["#board .lit.hinted"].first.tap()
    expect(ana["#refusal"]).to_be_hidden()


def test_a_hint_by_mouse_and_by_keys_is_seen_by_nobody_else(guests: NewGuest) -> None:
    ana, eva = guests("Ana"), guests("Eva")
    path = ana.table()
    eva.sit(path)
    ana.is_due()
    expect(ana["#seats .watching"]).to_be_visible()
    eva.page.wait_for_timeout(300)  # until who came has been told
    heard = len(eva.heard)
    ana.button("Hint").click()
    expect(ana[".push.hinted"]).to_have_count(1)
    ana.play()
    ana.is_due()
    expect(ana[".hinted"]).to_have_count(0)
    assert not any("hint" in message for message in eva.heard[heard:])
    expect(eva.button("Hint")).to_have_count(0)
    tab_to(ana, "#ask-hint")
    ana.page.keyboard.press("Enter")
    expect(ana[".slot.hinted"]).to_have_count(1)
    ana.page.keyboard.press("ArrowUp")  # from the button to what was suggested
    expect(ana[".slot.hinted:focus"]).to_have_count(1)
    ana.page.keyboard.press("Enter")
    expect(ana[".slot.picked"]).to_have_count(1)
    expect(ana[".push.lit.hinted"]).to_have_count(1)
    ana[".push.lit.hinted"].focus()
    ana.page.keyboard.press("Enter")
    expect(ana["#hint"]).to_have_text("")
    ana.is_due()


def test_friends_play_without_hints(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests("Rui")
    path = ana.table(bots=False)
    rui.go(ana.link())
    rui.page.wait_for_url(f"**{path}")
    ana.is_due()
    expect(ana.button("Hint")).to_have_count(0)
    expect(rui.button("Hint")).to_have_count(0)
