"""Lessons at the board, the page on how to play, and how endings are shown."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.servers import Guest

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def in_lesson(guest: Guest, lesson: str) -> None:
    guest.go(f"/learn/muvuca/{lesson}")
    expect(guest["#strip .strip-ask"]).to_be_visible()


def push(guest: Guest, card: str, line: str) -> None:
    for name in (card, line):
        guest[f'#board [data-pick="{name}"]'].click()


def test_two_clicks_lead_from_the_lobby_to_the_first_own_action(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.go("/")
    ana["a[href='/games/muvuca']"].first.click()
    ana["a[href^='/learn/muvuca/']"].click()
    push(ana, "drink-star", "row2 >")
    expect(ana["#strip .strip-praise"]).to_be_visible()


def test_what_is_wrong_is_explained_by_its_rule_and_taken_back(guests: NewGuest) -> None:
    ana = guests("Ana")
    in_lesson(ana, "1-push")
    before = ana["#board"].inner_text()
    push(ana, "drink-star", "row3 >")
    expect(ana["#strip .strip-wrong"]).to_contain_text("That is another line.")
    expect(ana["#strip .rule-link"]).to_have_text("MV-15")
    expect(ana["#board [data-pick='drink-star'].lit"]).to_be_visible()
    assert ana["#board"].inner_text() == before


def test_a_blocked_line_is_refused_by_its_rule(guests: NewGuest) -> None:
    ana = guests("Ana")
    in_lesson(ana, "2-the-cart")
    ana["#board [data-pick='drink-star']"].click()
    blocked = ana["#board [data-pick='row2 <']"].bounding_box()
    assert blocked is not None
    ana.page.mouse.click(blocked["x"] + blocked["width"] / 2, blocked["y"] + blocked["height"] / 2)
    expect(ana["#strip .rule-link"]).to_have_text("MV-20")
    ana.forgive("409")


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desk", "phone"])
def test_show_me_leads_through_a_lesson_and_the_list_remembers(
    guests: NewGuest, settings: dict[str, Any]
) -> None:
    ana = guests("Ana", **settings)
    in_lesson(ana, "6-face-down")
    for _ in range(2):  # a card, then a push
        ana["[data-do=show]"].click()
    expect(ana["#strip .strip-praise"]).to_contain_text("Three fries in a row")
    ana["[data-do=next]"].click()
    ana.page.wait_for_url("**/learn/muvuca/7-end-it")
    ana.go("/learn/muvuca")
    done = ana["[data-lesson='6-face-down'] .lesson-tick"]
    expect(done).to_be_visible()
    expect(ana["[data-lesson='7-end-it'] .lesson-tick"]).to_be_hidden()


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_lessons_speak_the_visitor_s_language(guests: NewGuest, language: str) -> None:
    ana = guests("Ana")
    ana.speak(language)
    in_lesson(ana, "1-push")
    said = {"fr": "Choisissez une carte", "pt": "Escolha qualquer carta"}[language]
    expect(ana["#strip .strip-ask"]).to_contain_text(said)


def test_how_to_play_has_five_pictures_with_rings_and_arrows(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.go("/games/muvuca/how")
    expect(ana[".how-box"]).to_have_count(5)
    expect(ana[".how-picture .ring"].first).to_be_visible()
    expect(ana[".arrow-number"]).to_have_text(["1", "2"])


SHORT = {"option-rounds_to_win": "1", "option-end_lines": "1", "option-first_player": "seat0"}


def test_a_round_s_sheet_waits_and_the_match_ends_with_its_doors(guests: NewGuest) -> None:
    ana = guests("Ana", **MOVING)
    ana.table_of("muvuca", bot="random", **SHORT)
    ana["#show-speed"].select_option("4")
    while not ana["#ending:not([hidden])"].count():
        if ana["#board [data-pick].lit"].count():
            ana["#board [data-pick].lit"].first.click()
        ana.page.wait_for_timeout(60)
    expect(ana["#ending tfoot"]).to_contain_text("Points", timeout=30_000)
    expect(ana["#ending tbody tr"]).to_have_count(10)
    ana["#ending [data-go-on]"].click()
    expect(ana["#ending[data-last]"]).to_be_visible(timeout=30_000)
    expect(ana["#ending"]).to_contain_text("Round 1")
    expect(ana["#ending a[href^='/replay/']"]).to_be_visible()
    expect(ana["#ending [data-do]"]).to_contain_text("Again")


def test_the_last_turn_is_shown_again_and_can_be_skipped(guests: NewGuest) -> None:
    ana = guests("Ana", **MOVING)
    ana.table_of("muvuca", bot="random", **SHORT | {"option-end_lines": "3"})
    expect(ana["#board [data-pick].lit"].first).to_be_visible()
    while ana["#board [data-pick].lit"].count():
        ana["#board [data-pick].lit"].first.click()
        ana.page.wait_for_timeout(50)
    expect(ana["#board [data-pick].lit"].first).to_be_visible(timeout=30_000)
    now, lines = ana["#board"].inner_text(), ana["#log li"].count()
    expect(ana["#show-again"]).to_be_enabled()
    ana["#show-again"].click()
    expect(ana["#show-skip"]).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana["#show-skip"].click()
    expect(ana["#show-skip"]).to_be_hidden()
    assert ana["#board"].inner_text() == now
    assert ana["#log li"].count() == lines


PLAN = """async (steps) => {
  const here = document.querySelector("script[src*='table.js']").src;
  const { plan } = await import(here.replace("table.js", "director.js"));
  return plan(steps).map(({ time }) => time);
}"""


def planned(guest: Guest, *tempos: str) -> list[float]:
    """How long steps are shown; those of one tempo are of one kind."""
    steps = [{"tempo": tempo, "kind": tempo, "put": {}} for tempo in tempos]
    times: list[float] = guest.page.evaluate(PLAN, steps)
    return times


def test_reveals_and_endings_keep_their_time_whatever_waits(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table_of("muvuca", bot="random")
    assert planned(ana, "dull", "tick", "move", "reveal", "turning", "end") == [
        0, 160, 320, 800, 1200, 2200,
    ]  # fmt: skip
    assert planned(ana, "move", "move", "move") == [70, 70, 320]  # a run
    crowded = planned(ana, *["move", "tick"] * 20, *["reveal", "turning"] * 3)
    assert crowded[:40] == [160, 80] * 20
    assert min(crowded[40:]) >= 800


def test_a_first_match_says_each_tip_once_when_it_fits(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.go("/games/muvuca")
    ana[".first-match button"].click()
    tip = ana["#first-tip"]
    expect(tip).to_contain_text("You sell food.", timeout=30_000)
    expect(tip.locator("a")).to_have_attribute("href", "/rules/muvuca#rule-MV-13")
    for _ in range(2):
        ana["#board [data-pick].lit"].first.click()
    expect(ana["#board [data-pick].lit"].first).to_be_visible(timeout=30_000)
    expect(tip).not_to_contain_text("You sell food.")
    tip.locator("button").click()
    expect(tip).to_be_hidden()
