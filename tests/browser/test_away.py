"""Clocks that forgive, and what calls for people: warnings, questions, seats that are empty."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import NewGuest, comers
from tests.browser.servers import Guest, ServerProcess, hand_of, opened
from tests.browser.test_play import pair

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TONES = """
globalThis.tones = [];
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (...all) {
  globalThis.tones.push(all[0]);
  return set.apply(this, all);
};
"""


def in_sight(guest: Guest, where: str) -> bool:
    """Whether an element is inside the window, wherever the page is scrolled to."""
    box = guest[where].first.bounding_box()
    size = guest.page.viewport_size
    assert size
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def three(guests: NewGuest, **fields: str) -> list[Guest]:
    """Three friends at a table of VIVA."""
    friends = [guests(name) for name in ("Ana", "Rui", "Eva")]
    path = friends[0].table_of("viva", bots=False, seats="3", bot="random", **fields)
    gather(path, *friends)
    return friends


def gather(path: str, host: Guest, *friends: Guest) -> None:
    """Friends come by the host's link, and the host starts."""
    for seat, friend in enumerate(friends, start=1):
        friend.go(host.link())
        friend.page.wait_for_url(f"**{path}")
        friend.connected()
        expect(host[f"#seat-{seat} .presence"]).to_be_visible()
    host.button("Start").click()


# --- the clock ------------------------------------------------------------------------------------


def test_a_warning_before_the_end_then_one_decision_by_a_bot_then_a_touch(
    guests: NewGuest,
) -> None:
    ana, rui = guests("Ana"), guests("Rui")
    ana.page.add_init_script(TONES)
    path = ana.table(bots=False, clock="decision", decision_seconds="15")
    rui.go(ana.link())
    rui.page.wait_for_url(f"**{path}")
    ana["#board"].click(position={"x": 2, "y": 2})  # browsers sing after a first touch only
    ana.is_due()
    hand = hand_of(ana, 0)
    expect(ana["#hurry"]).to_be_hidden()
    expect(ana["#hurry"]).to_be_visible()  # ten seconds before the end, or half of a short time
    expect(ana["#hurry [role=alert]"]).to_have_text("Your time is running out.")
    expect(ana["#hurry [data-slot=left]"]).to_have_text(re.compile(r"0:0\d"))
    assert re.match(r"0:0\d · ", ana.page.title())
    assert 494 in ana.page.evaluate("globalThis.tones")
    assert in_sight(ana, "#hurry")
    expect(rui["#hurry"]).to_be_hidden()
    rui.is_due()  # a bot has decided for Ana
    expect(ana["#hurry"]).to_be_hidden()
    expect(ana["#seat-0.you .seat-name"]).to_have_text("Ana")
    expect(ana["#table-call"]).to_contain_text("A bot decides for you until you touch the table.")
    assert len(hand_of(ana, 0) & hand) == len(hand) - 1  # open as before, but for what was played
    expect(ana["#hand-0 .card.back"]).to_have_count(0)
    for both in (ana, rui):
        expect(both["#seat-0"]).to_contain_text("away: a bot decides")
        expect(both["#log li", "Ana has no time left"]).to_have_count(1)
        expect(both["#log li", "Ana puts"]).to_have_count(1)
    ana.page.mouse.move(400, 400)
    ana.page.mouse.move(420, 420)
    for both in (ana, rui):
        expect(both["#log li", "Ana is back and decides again."]).to_have_count(1)
        expect(both["#seat-0"]).not_to_contain_text("a bot decides")
    expect(ana["#table-call .calling"]).to_have_count(0)
    rui.play()
    ana.play()
    expect(rui["#log li", "Ana puts"]).to_have_count(2)


@pytest.mark.thorough
def test_three_friends_drink_coffee_and_come_back(guests: NewGuest) -> None:
    friends = three(guests, clock="decision", decision_seconds="5")
    for friend in friends:
        expect(friend["#table-call"]).to_contain_text("The match waits for you.", timeout=60_000)
        expect(friend["#status"]).to_have_text("Everybody is away: the match waits.")
    lines = friends[0]["#log li"].count()
    friends[0].page.wait_for_timeout(6000)
    assert friends[0]["#log li"].count() == lines
    for friend in friends:
        friend.button("I am here").click()
        expect(friend["#table-call .calling"]).to_have_count(0)
        friend.say("here I am")
    for seat, friend in enumerate(friends):
        expect(friend[f"#seat-{seat}.you"]).to_be_visible()
        expect(friend["#chat", "here I am"]).to_have_count(1)
    due = next(friend for friend in friends if friend["#status.yours"].count())
    expect(due["#hand-own .lit, #board .lit"].first).to_be_visible()


@pytest.mark.thorough
def test_a_match_that_bots_ended_for_everybody_has_its_chat_and_its_rematch(
    browser: Browser, tmp_path: Path
) -> None:
    restless = (
        "from kermesse.table.state.table_state import TableState; "
        "TableState.is_deserted = False; "  # never waits
        "from kermesse.table.state.terms import TableTerms; TableTerms.away_seconds = 0.02; "
    )
    with opened(tmp_path, before=restless) as house:
        for come in comers(browser, house):
            ana, rui = come("Ana"), come("Rui")
            path = ana.table(bots=False, short=True, clock="decision", decision_seconds="5")
            rui.go(ana.link())
            rui.page.wait_for_url(f"**{path}")
            for both in (ana, rui):
                expect(both.button("Rematch")).to_be_visible(timeout=90_000)
                both.say("that was quick")
            ana.button("Rematch").click()
            for both in (ana, rui):
                both.page.wait_for_function("old => location.pathname !== old", arg=path)


def test_the_warning_is_seen_on_a_phone_and_read_out_once(guests: NewGuest) -> None:
    ana = guests("Ana", **PHONE)
    ana.table(clock="decision", decision_seconds="15")
    ana.is_due()
    ana.page.evaluate("""() => {
      const alert = document.querySelector("#hurry [role=alert]");
      globalThis.said = 0;
      new MutationObserver(() => (globalThis.said += alert.textContent ? 1 : 0))
        .observe(alert, { childList: true, characterData: true, subtree: true });
    }""")
    ana.page.mouse.wheel(0, 2000)
    expect(ana["#hurry"]).to_be_visible()
    assert in_sight(ana, "#hurry")
    ana.page.wait_for_timeout(1500)
    assert ana.page.evaluate("globalThis.said") == 1


# --- questions and empty seats --------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{}, PHONE])
def test_a_question_is_in_sight_at_once(guests: NewGuest, settings: dict[str, Any]) -> None:
    ana, rui = guests("Ana"), guests("Rui", **settings)
    rui.page.add_init_script(TONES)
    path = ana.table(bots=False)
    rui.go(ana.link())
    rui.page.wait_for_url(f"**{path}")
    ana.play()
    rui.is_due()
    rui["#board"].click(position={"x": 2, "y": 2})
    ana.button("Take back").click()
    expect(rui.button("Agree")).to_be_visible()
    assert in_sight(rui, "#table-call .calling")
    rui.page.mouse.wheel(0, 2000)
    rui.page.wait_for_timeout(200)
    assert in_sight(rui, "#table-call .calling")
    assert rui.page.title().startswith("Ana asks to take a decision back. Do you agree?")
    assert 330 in rui.page.evaluate("globalThis.tones")
    rui.button("Agree").click()
    expect(rui["#table-call .calling"]).to_have_count(0)
    assert "Ana asks" not in rui.page.title()
    ana.is_due()


@pytest.mark.parametrize("settings", [{}, PHONE])
@pytest.mark.thorough
def test_everybody_sees_that_somebody_has_left_and_a_bot_can_play_on(
    guests: NewGuest, settings: dict[str, Any]
) -> None:
    ana, rui, eva = (
        guests(name, **(settings if name != "Rui" else {})) for name in ("Ana", "Rui", "Eva")
    )
    path = ana.table_of("viva", bots=False, seats="3", bot="random")
    gather(path, ana, rui, eva)
    rui.button("Leave").click()
    rui.button("Yes").click()
    for friend in (ana, eva):
        expect(friend["#table-call"]).to_contain_text("Rui has left seat 1.")
        assert in_sight(friend, "#table-call .calling")
    expect(eva.button("Let a bot play")).to_have_count(0)
    ana.button("Let a bot play").click()
    for friend in (ana, eva):
        expect(friend["#table-call .calling"]).to_have_count(0)
        expect(friend["#seat-1 .seat-name"]).to_have_text("Random")
    expect(rui["#table-call"]).to_contain_text("A bot plays at your seat.")
    rui["#table-call"].get_by_role("button", name="Take your seat back").click()
    expect(rui["#seat-1.you"]).to_be_visible()


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[ServerProcess]:
    """A house where a line that is broken for two seconds counts as gone."""
    before = (
        "from kermesse.table.live import clocks; Absences = clocks.Absences; "
        "clocks.Absences = lambda seconds: Absences(2); "
    )
    with opened(tmp_path, before=before) as house:
        yield house


@pytest.mark.thorough
def test_a_bot_decides_for_somebody_whose_line_is_gone_until_they_are_back(
    browser: Browser, hasty: ServerProcess
) -> None:
    for come in comers(browser, hasty):
        ana, rui = pair(come)
        ana.play()
        address = rui.page.url
        rui.go("/about")  # their tab is elsewhere: the line is broken
        expect(ana["#seat-1"]).to_contain_text("away")
        ana["#menu-1 > summary"].click()
        ana["#menu-1"].get_by_role("button", name="Let Random play").click()
        expect(ana["#refusal"]).to_contain_text("Their connection broke only a moment ago.")
        ana["#refusal [data-close]"].click()
        expect(ana["#table-call"]).to_contain_text("Rui is not here, and it is their turn.")
        ana.button("Let a bot decide").click()
        expect(ana["#log li", "Rui puts"]).to_have_count(1)  # the seat is theirs all the while
        rui.go(address)
        rui.connected()
        expect(ana["#log li", "Rui is back"]).to_have_count(1)
        ana.play()
        rui.play()
