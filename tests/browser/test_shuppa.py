"""Shuppa at the web table: matches, each action by mouse, finger and keys, cascades, shares."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import NewGuest, comers
from tests.browser.page_checks import PHONE, WATCHING, breadth, faults, tab_to
from tests.browser.servers import PATIENCE, Guest, ServerProcess
from tests.browser.shuppa_scenes import (
    CELL,
    EAT,
    HAND,
    JUMP,
    LIFT,
    NAMES,
    OVER,
    PICKS,
    SHARE,
    SMALL,
    SWAP,
    card,
    has_won,
    middle,
    prepared_shop,
    press_at,
    sit_down,
    told,
)
from tests.browser.test_seats import change, name_at
from tests.browser.test_viva_drag import by_finger, by_mouse


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose short matches begin with something to do."""
    with prepared_shop(tmp_path_factory.mktemp("shop")) as running:
        yield running


@pytest.fixture
def customers(browser: Browser, shop: ServerProcess) -> Iterator[NewGuest]:
    """Lets people come to the shop."""
    yield from comers(browser, shop)


@pytest.fixture(scope="module")
def ana(browser: Browser, shop: ServerProcess) -> Iterator[Guest]:
    """Ana at a desk, who goes from table to table."""
    with contextmanager(comers)(browser, shop) as come:
        yield come("Ana")


# --- each action by every means -------------------------------------------------------------------


def test_every_action_by_mouse(ana: Guest) -> None:
    sit_down(ana, 2, **JUMP)
    expect(ana[CELL]).to_have_count(4)
    expect(ana[".place.lit"]).to_have_count(0)
    by_mouse(ana, card(ana, 25), lambda: ana["#column-3 .landing.lit"])
    told(ana, "Ana lets 25 red jump from column 4 to column 3.")
    has_won(ana, 3, 13, 18, 25)
    expect(ana[".ghost"]).to_have_count(0)

    sit_down(ana, 2, **SWAP)
    by_mouse(ana, card(ana, 25), lambda: card(ana, 9))
    told(ana, "Ana swaps 9 yellow and 25 red in column 3.")
    has_won(ana, 3, 13, 18, 25)

    sit_down(ana, 2, **LIFT)
    expect(ana[".place.lit"]).to_have_count(10)
    by_mouse(ana, card(ana, 25), lambda: ana["#column-3 .lifts:not(.up).lit"])
    told(ana, "Ana puts 25 red from the top of column 3 to its foot.")
    has_won(ana, 3, 13, 18, 25)

    sit_down(ana, 2, **LIFT)
    ana["#column-3 .lifts.up"].click()
    told(ana, "Ana puts 9 yellow from the foot of column 3 on its top.")
    has_won(ana, 3, 13, 18, 25)


def test_every_action_with_a_finger(customers: NewGuest) -> None:
    ana = customers("Ana", **PHONE)
    sit_down(ana, 2, **EAT)
    card(ana, 17).tap()
    told(ana, "Ana eats 17 blue from column 1.")
    has_won(ana, 8, 17, 13, 9)

    sit_down(ana, 2, **JUMP)
    by_finger(ana, card(ana, 25), lambda: ana["#column-3 .landing.lit"])
    told(ana, "Ana lets 25 red jump from column 4 to column 3.")
    has_won(ana, 3, 25)

    sit_down(ana, 2, **SWAP)
    card(ana, 25).tap()
    expect(ana[".zone .cell.picked"]).to_have_count(1)
    expect(ana[CELL]).to_have_count(2)  # its neighbours, but for the one under Rui's token
    card(ana, 9).tap()
    has_won(ana, 3, 25)

    sit_down(ana, 2, **LIFT)
    by_finger(ana, card(ana, 9), lambda: ana["#column-3 .lifts.up.lit"])
    told(ana, "Ana puts 9 yellow from the foot of column 3 on its top.")
    has_won(ana, 3, 25)
    assert ana.page.evaluate("scrollX") == 0


@pytest.mark.thorough
def test_every_action_by_keys(ana: Guest) -> None:
    sit_down(ana, 2, **EAT)
    press_at(ana, card(ana, 17))
    has_won(ana, 8, 17)

    sit_down(ana, 2, **JUMP)
    press_at(ana, card(ana, 25))
    expect(ana[".place.lit"]).to_have_count(4)
    ana.page.keyboard.press("ArrowLeft")
    expect(ana["#column-3 .landing:focus"]).to_have_count(1)
    ana.page.keyboard.press("Enter")
    has_won(ana, 3, 25)

    sit_down(ana, 2, **SWAP)
    press_at(ana, card(ana, 25))
    ana.page.keyboard.press("Escape")
    expect(ana[".zone .cell.picked"]).to_have_count(0)
    press_at(ana, card(ana, 25))
    ana.page.keyboard.press("ArrowDown")
    expect(card(ana, 9)).to_be_focused()
    ana.page.keyboard.press("Enter")
    has_won(ana, 3, 25)

    sit_down(ana, 2, **LIFT)
    press_at(ana, ana["#column-3 .lifts.up"])
    has_won(ana, 3, 25)

    sit_down(ana, 2, **LIFT)
    tab_to(ana, "#decline")
    ana.page.keyboard.press("Enter")
    told(ana, "Ana does not use 28 green (lift).")


def test_a_card_under_anothers_token_is_refused_with_the_rule(ana: Guest) -> None:
    sit_down(ana, 2, **SWAP)
    ana.page.mouse.click(*middle(card(ana, 12)))
    expect(ana["#refusal [data-slot=rule]"]).to_have_text(re.compile("SH-(62|71)"))
    ana.page.keyboard.press("Escape")
    card(ana, 25).click()
    ana.page.mouse.click(*middle(card(ana, 12)))
    expect(ana["#refusal [data-slot=rule]"]).to_have_text(re.compile("SH-(62|71)"))
    expect(card(ana, 25)).to_have_class(re.compile("picked"))


# --- cascades -------------------------------------------------------------------------------------

STEPS = """
globalThis.told = [];
globalThis.glowed = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const said = document.querySelector("#call")?.textContent;
  if (said && globalThis.told.at(-1) !== said) globalThis.told.push(said);
  const glowing = document.querySelectorAll(".zone .counts").length;
  if (glowing && globalThis.glowed.at(-1) !== glowing) globalThis.glowed.push(glowing);
}).observe(
  document.body, { subtree: true, childList: true, characterData: true, attributes: true },
));
"""
CASCADE = (  # words of each step, in their order
    "Ana eats 17 blue",
    "fall in column 1",
    "Ana .*: 3 cards",
    "red lot",
    "Won: Ana .*3",
    "fall in column 2",
    "fall in column 3",
    "Ana .*: 4 cards",
    "yellow lot",
    "Won: Ana .*4",
    "Ana wins the match",
)


def test_a_cascade_falls_step_by_step_and_with_reduced_motion_stands_still(
    customers: NewGuest,
) -> None:
    ana = customers("Ana", reduced_motion="no-preference")
    ana.context.add_init_script(STEPS + WATCHING)
    sit_down(ana, 2, **EAT)
    ana.page.evaluate("globalThis.told.length = globalThis.glowed.length = globalThis.seen = 0")
    card(ana, 17).click()
    has_won(ana, 8, 17, 13, 18, 25, 9, 14, 19, 26)
    expect(ana["#call.verdict"]).to_be_visible()
    lines: list[str] = ana.page.evaluate("globalThis.told")
    assert re.search(".*\\n(.*\\n)*?.*".join(CASCADE), "\n".join(lines)), lines
    assert ana.page.evaluate("globalThis.glowed") == [3, 4]  # one lot after the other
    assert ana.page.evaluate("globalThis.seen") > 0

    eva = customers("Eva", **SMALL)
    eva.context.add_init_script(WATCHING)
    sit_down(eva, 2, **EAT)
    card(eva, 17).tap()
    has_won(eva, 8, 17, 9)
    assert eva.page.evaluate("globalThis.seen") == 0
    assert len(eva.lines()) >= len(CASCADE)


# --- sharing --------------------------------------------------------------------------------------


def test_a_multicolour_is_kept_given_or_dragged_to_a_player(
    ana: Guest, customers: NewGuest
) -> None:
    sit_down(ana, 2, **SHARE)
    expect(ana["#status"]).to_have_text("Who gets the multicolour cards?")
    expect(ana[".gift.usual"]).to_have_text("Keep it")
    expect(ana[".zone .told"]).to_have_count(3)
    assert not faults(ana)
    ana["#gift-0"].click()
    has_won(ana, 4, 13, 30, 35)  # the red lot alone, and the multicolour of the blue one

    sit_down(ana, 2, **SHARE)
    by_mouse(ana, card(ana, 35), lambda: ana["#gift-1"])
    expect(ana["#pile-1 #c35"]).to_have_count(1)
    has_won(ana, 3, 13, 30, 17)

    eva = sit_down(customers("Eva", **SMALL), 2, **SHARE)
    assert breadth(eva) == SMALL["viewport"]["width"]
    eva["#gift-4"].tap()
    expect(eva["#discard #c35"]).to_have_count(1)
    has_won(eva, 3, 13, 30, 17)


# --- alone ----------------------------------------------------------------------------------------


def test_alone_the_automatons_best_actions_are_chosen_for_it(ana: Guest) -> None:
    sit_down(ana, 1, **EAT)
    expect(ana["#status"]).to_have_text("Choose how the automaton jumps.")
    expect(ana[CELL]).to_have_count(1)
    card(ana, 25).click()
    expect(ana[".place.lit"]).to_have_count(3)
    ana["#column-3 .landing"].click()
    told(ana, "The automaton lets 25 red jump from column 4 to column 3.")
    expect(ana["#pile-1 .score b"]).to_have_text("3")
    expect(ana["#plate-1.winner"]).to_be_visible()


@pytest.mark.thorough
def test_alone_against_the_automaton_with_its_dial(customers: NewGuest) -> None:
    ana = customers("Ana", **SMALL)
    ana.go("/games/shuppa")
    expect(ana["[name='option-difficulty']"]).to_have_count(1)
    options = {"option-difficulty": "9", "option-rounds": "2", "option-solo_ties": "first"}
    sit_down(ana, 1, **options)
    expect(ana["#plate-1"]).to_contain_text("difficulty 9")
    expect(ana["#deck"]).to_have_attribute("aria-label", re.compile("9 cards.*an Action card"))
    expect(ana["#deck .confetti"]).to_have_count(1)
    assert not faults(ana)
    seen_without_scrolling(ana)
    while not is_over([ana]):
        act(ana)
    expect(ana["#call.verdict"]).to_be_visible()
    expect(ana["#deck b"]).to_have_text(re.compile("[78]"))
    assert not faults(ana)


# --- a whole match --------------------------------------------------------------------------------


def gathered(guests: NewGuest, settings: list[dict[str, Any]], **fields: str) -> list[Guest]:
    """People at one table, a bot at the last seat; the first person is the host."""
    people = [guests(name, **wish) for name, wish in zip(NAMES, settings, strict=True)]
    host = people[0]
    path = host.table_of("shuppa", bots=False, seats="4", **fields)
    change(host, "Let Random play", 3)
    expect(host["#seat-3 .tag"]).to_have_text("bot")
    for seat, friend in enumerate(people[1:], 1):
        friend.go(host.link())
        friend.page.wait_for_url(f"**{path}")
        friend.connected()
        name_at(host, seat, NAMES[seat])
    host.button("Start").click()
    expect(host["#round"]).to_be_visible()
    return people


def is_over(people: list[Guest]) -> bool:
    """Wait until somebody can choose, or the match is over."""
    for _ in range(int(PATIENCE * 20)):
        if people[0][OVER].count():
            return True
        if any(guest[PICKS].count() for guest in people):
            return False
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can do anything")


def act(guest: Guest) -> None:
    """Choose the first thing there is, and see it told."""
    line = guest["#log li"].last.get_attribute("id")
    if guest["#decline.lit"].count():
        guest["#decline"].click()
    elif guest[".sharing"].count():
        guest[".sharing .choice.lit"].last.click()  # all at once, where there are several to give
    else:
        guest[PICKS].first.click()
        if guest[".zone .cell.picked"].count():
            guest[f".place.lit, {CELL}"].first.click()
    guest.page.wait_for_function(
        "line => document.querySelector('#log li:last-child').id !== line", arg=line
    )


@pytest.mark.thorough
def test_three_people_and_a_bot_play_a_match_to_its_end(customers: NewGuest) -> None:
    dark = {**SMALL, "color_scheme": "dark"}
    people = gathered(customers, [{}, PHONE, dark], **{"option-rounds": "2"})
    ana, rui, eva = people
    for guest in people:
        expect(guest[HAND]).to_have_count(9)
    hands = [
        set(guest[".hand .card"].evaluate_all("found => found.map(e => e.id)")) for guest in people
    ]
    keep_secrets(people, hands)
    assert [breadth(guest) for guest in people] == [1280, 390, 320]
    assert not faults(rui)
    seen_without_scrolling(eva)
    ana[HAND].first.click()
    expect(ana["#row .sealed"]).to_have_count(1)
    expect(rui["#row #t0"]).to_have_count(1)
    keep_secrets(people, hands)
    moves = 0
    while not is_over(people):
        for guest in people:
            if guest[PICKS].count():
                act(guest)
                break
        moves += 1
        assert moves < 60, "this match does not end"
    assert moves >= 5
    for guest in people:
        expect(guest["#call.verdict"]).to_be_visible()
        expect(guest["#log li"].last).to_contain_text(re.compile("wins the match|is shared by"))
        expect(guest[".lit"]).to_have_count(0)
    assert public(ana) == public(rui) == public(eva)
    for faulty in (ana, eva):
        assert not faults(faulty)


def keep_secrets(people: list[Guest], hands: list[set[str]]) -> None:
    """No card of a hand is named on another's page, nor in what it was sent."""
    for seat, guest in enumerate(people):
        wire = json.dumps(guest.heard) + guest.page.content()
        named = set(re.findall(r'id=\\?"(c\d+)\\?"', wire))
        for owner, hand in enumerate(hands):
            assert owner == seat or not named & hand


def public(guest: Guest) -> list[str]:
    """What lies open on the table."""
    shown: list[str] = guest[".zone [role=img], .piles [role=img]"].evaluate_all(
        "found => found.map(e => e.getAttribute('aria-label'))"
    )
    return shown


def seen_without_scrolling(guest: Guest) -> None:
    """Row, columns and the own hand lie within the screen of a small phone."""
    for selector in ("#direction", "#row", "#zone", "#own-hand"):
        box = guest[selector].bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= SMALL["viewport"]["height"], selector


def test_columns_of_fifteen_cards_stay_readable_on_a_small_phone(customers: NewGuest) -> None:
    ana = sit_down(customers("Ana", **SMALL), 4, **EAT)
    assert breadth(ana) == SMALL["viewport"]["width"]
    expect(ana["#column-1 .card"]).to_have_count(15)
    sizes: list[list[float]] = ana["#zone .card"].evaluate_all(
        "found => found.map(e => [e.querySelector('b'), e.querySelector('.sweet')]"
        ".map(part => part.getBoundingClientRect().height))"
    )
    assert min(number for number, _ in sizes) >= 11
    assert min(sweet for _, sweet in sizes) >= 13
    card(ana, 22).tap()
    told(ana, "Ana eats 22 green from column 1.")
