"""Muckle at the web table: whole matches, secrets between teams, the order of a turn, the ball."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.page_checks import PHONE, WATCHING, breadth, faults
from tests.browser.servers import PATIENCE, Guest
from tests.browser.test_seats import change, name_at

NAMES = ("Ana", "Rui", "Eva", "Leo")
SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
QUICK = {"option-goal": "3", "option-turn_cap": "20"}
PILE = ".hand .pile.lit"
GIVE = ".give.lit"
OVER = "#bar a[href^='/replay/']"
KEPT_OUT = {  # five cards each, so that every hand is another
    0: ("run", "run", "pass", "rest", "dodge_left"),
    1: ("run", "run", "run", "run", "pass"),
    2: ("tackle_left", "tackle_left", "tackle_right", "rest", "run"),
    3: ("dodge_left", "dodge_right", "rest", "pass", "tackle_both"),
}


def gathered(guests: NewGuest, seats: dict[int, dict[str, Any]], **fields: str) -> dict[int, Guest]:
    """People at these seats of one table, bots at the others; the first person is the host."""
    people = {seat: guests(NAMES[seat], **settings) for seat, settings in seats.items()}
    host = people[0]
    for guest in people.values():
        guest.context.add_init_script(WATCHING)
    path = host.table_of("muckle", bots=False, **fields)
    for seat in set(range(4)) - set(seats):
        change(host, "Let Greedy play", seat)
        expect(host[f"#seat-{seat} .tag", "bot"]).to_have_count(1)
    for seat in sorted(set(seats) - {0}):
        people[seat].go(host.link())
        people[seat].page.wait_for_url(f"**{path}")
        people[seat].connected()
        name_at(host, seat, NAMES[seat])
    host.button("Start").click()
    for guest in people.values():
        expect(guest["#call"]).to_be_visible()
    return people


def lay_aside(guest: Guest, cards: tuple[str, ...]) -> None:
    """Select a hand by laying cards aside, and be ready."""
    for number, card in enumerate(cards, 1):
        guest[f"[data-pick='aside {card}']"].click()
        expect(guest[".own .aside .face"]).to_have_count(number)
    guest["#ready"].click()
    expect(guest["#ready"]).to_have_count(0)


def play(guest: Guest, card: str) -> None:
    """Lay a card face-down."""
    guest[f"[data-pick='{card}']"].click()


# --- whole matches ------------------------------------------------------------------------------


@pytest.mark.long  # four people play in the everyday run
def test_two_people_play_a_match_against_two_bots_to_its_end(guests: NewGuest) -> None:
    people = gathered(guests, {0: {}, 2: PHONE}, **QUICK)
    for seat, guest in people.items():
        lay_aside(guest, KEPT_OUT[seat])
    moves = 0
    while move(people):
        moves += 1
        assert moves < 80, "this match does not end"
    assert moves > 2
    for guest in people.values():
        expect(guest["#call.verdict"]).to_be_visible()
        expect(guest["#log li"].last).to_contain_text(re.compile("win, |a draw"))
        expect(guest[".lit"]).to_have_count(0)
        expect(guest[".face.back"]).to_have_count(0)  # MK-70: all cards lie open
        assert not faults(guest)
        assert guest.page.evaluate("globalThis.seen") == 0  # both want it still
    assert people[0].lines()[-1] == people[2].lines()[-1]


def move(people: dict[int, Guest]) -> bool:
    """Let somebody play a card or give the ball, whoever can; False once the match is over."""
    for _ in range(int(PATIENCE * 20)):
        if people[0][OVER].count():
            return False
        for guest in people.values():
            if guest[GIVE].count():
                guest[GIVE].first.click()
                for mate in people.values():  # MK-54: the first answer stands for both
                    expect(mate[GIVE]).to_have_count(0)
                return True
            if guest[PILE].count():
                guest[PILE].first.click()
                return True
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can do anything")


STEPS = """
globalThis.told = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const said = document.querySelector("#call .said")?.textContent;
  if (said && globalThis.told.at(-1) !== said) globalThis.told.push(said);
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""


@pytest.mark.thorough
def test_four_people_select_exchange_play_and_give_the_ball(guests: NewGuest) -> None:
    dark = {**SMALL, "color_scheme": "dark"}
    people = gathered(guests, {0: {}, 1: PHONE, 2: dark, 3: {}}, **{"option-talk": "team"})
    ana, rui, eva, leo = people.values()
    assert not faults(rui)
    for seat, guest in people.items():
        lay_aside(guest, KEPT_OUT[seat])
    watcher = guests(reduced_motion="no-preference")
    watcher.context.add_init_script(STEPS + WATCHING)
    watcher.sit(ana.page.url)
    everybody = {**people, -1: watcher}
    for guest in everybody.values():
        expect(guest["#call .turn"]).to_have_text("Turn 1")
    rejects_are_seen_by_the_team_only(everybody)
    talk_is_heard_by_the_team_only(everybody)

    play(ana, "run")
    play(rui, "tackle_right")  # hits Ana
    expect(leo["#laid-0 .back"]).to_have_count(1)
    expect(leo["#laid-1 .back"]).to_have_count(1)
    expect(ana["#own-0.chosen"]).to_have_count(1)
    play(eva, "dodge_left")
    play(leo, "run")
    for guest in everybody.values():
        expect(guest["#damage-0 b"]).to_have_text("1")
        expect(guest["#log li"].last).to_contain_text("Rui and Leo decide who gets the ball.")
    expect(ana[GIVE]).to_have_count(0)
    expect(watcher["[data-pick]"]).to_have_count(0)
    expect(rui[GIVE]).to_have_count(2)
    expect(leo[GIVE]).to_have_count(2)
    assert not faults(eva)
    assert [breadth(guest) for guest in people.values()] == [1280, 390, 320, 1280]
    leo["#give-3"].click()
    for guest in everybody.values():
        expect(guest["#plate-3 #ball"]).to_have_count(1)
        expect(guest["#call"]).to_contain_text("Leo has the ball.")
    expect(rui[GIVE]).to_have_count(0)

    watcher.page.evaluate("globalThis.told.length = 0")
    play(ana, "tackle_left")
    play(rui, "tackle_right")
    play(eva, "pass")
    play(leo, "run")  # a streak of two, with the ball
    reason = "Ana was tackled by a higher streak (2 of Rui against 1): Tackle left is cancelled."
    for guest in everybody.values():
        expect(guest["#log", reason]).to_have_count(1)
        expect(guest["#lane-1"]).to_have_attribute("aria-label", re.compile("2 of 6 spaces run"))
        expect(guest["#stack-0 .cancelled .crossed"]).to_have_count(1)
    steps_were_shown_in_order(watcher, reason)


def steps_were_shown_in_order(watcher: Guest, reason: str) -> None:
    """MK-12, MK-25: cards are revealed one by one, then the higher streak acts, with the reason."""
    told: list[str] = watcher.page.evaluate("globalThis.told")
    expected = [
        "Ana reveals Tackle left.",
        "Rui reveals Tackle right.",
        "Eva reveals Pass.",
        "Leo reveals Run.",
        "Streaks: Ana 1, Rui 2, Leo 2.",
        "Rui plays Tackle right with a streak of 2: Ana.",
        "Ana is hit by Rui: damage 2.",
        reason,
    ]
    assert [line for line in told if line in expected] == expected
    assert watcher.page.evaluate("globalThis.seen") > 0


def rejects_are_seen_by_the_team_only(everybody: dict[int, Guest]) -> None:
    """MK-62, MK-63: on the teammate's page, and in nobody else's bytes."""
    for owner in range(4):
        for viewer, guest in everybody.items():
            wire = json.dumps(guest.heard) + guest.page.content()
            named = re.search(rf"\ba{owner}-\d-\d", wire) is not None
            assert named == (viewer >= 0 and viewer % 2 == owner % 2), (owner, viewer)
            told = f"{NAMES[owner]} puts a hidden card aside"
            assert any(told in line for line in guest.lines()) == (viewer != owner)
            cards = guest[f"#aside-{owner} .face"]
            expect(cards).to_have_count(5 if named else 0)
            if viewer != owner and not named:
                assert not re.search(rf"\bc{owner}-\d-\d", wire)  # nor what is in the hand


def talk_is_heard_by_the_team_only(everybody: dict[int, Guest]) -> None:
    """MK-68: what one says to the team does not reach the opponents, nor those who watch."""
    words = "Run to the left"
    everybody[0].say(words)
    everybody[2]["#tab-chat"].click()
    expect(everybody[2]["#chat", words]).to_have_count(1)
    for viewer in (1, 3, -1):
        guest = everybody[viewer]
        assert words not in json.dumps(guest.heard) + guest.page.content()


# --- small screens, keys ------------------------------------------------------------------------


def test_on_a_phone_pitch_and_hand_are_seen_without_scrolling_and_played_by_keys(
    guests: NewGuest,
) -> None:
    ana = guests("Ana", **SMALL)
    ana.table_of("muckle", bots=True, bot="random")
    expect(ana[PILE].first).to_be_enabled()
    seen_without_scrolling(ana)
    lay_aside(ana, KEPT_OUT[0])
    expect(ana[PILE].first).to_be_enabled()
    seen_without_scrolling(ana)
    ana.page.keyboard.press("ArrowDown")
    expect(ana[f"{PILE}:focus"]).to_have_count(1)
    ana.page.keyboard.press("ArrowRight")
    chosen = ana[f"{PILE}:focus"].get_attribute("id") or ""
    ana.page.keyboard.press("Enter")
    expect(ana[f"#stack-0 [id^='{chosen.replace('own', 'c0')}-']"]).to_have_count(1)


def seen_without_scrolling(guest: Guest) -> None:
    """The track, the middle and the own hand lie within the screen of a small phone."""
    for selector in ("#track", "#middle", "#hand-0"):
        box = guest[selector].bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SMALL["viewport"]["height"], selector
    assert breadth(guest) == SMALL["viewport"]["width"]
