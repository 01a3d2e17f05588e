"""Playing at the web table: against bots, two by invitation, taking back, refusals, clocks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import NewGuest, comers
from tests.browser.servers import Guest, hand_of, opened

import kermesse
from kermesse.games.muvuca.components import CARD_TEXTS
from kermesse.games.muvuca.words.names import card_label

LISTENING = """
globalThis.sockets = [];
globalThis.WebSocket = class extends WebSocket {
  constructor(...where) { super(...where); globalThis.sockets.push(this); }
};
"""
WITHOUT_BOARD = (
    "import kermesse; object.__setattr__(kermesse.game('muvuca'), 'page', None)\n"  # no board.py
)


def send(guest: Guest, **message: object) -> None:
    """Send something by the page's own socket that its buttons would not."""
    guest.page.evaluate("text => globalThis.sockets.at(-1).send(text)", json.dumps(message))


def eavesdropping(guest: Guest) -> Guest:
    """Their page tells the test which sockets it opens."""
    guest.context.add_init_script(LISTENING)
    return guest


def pair(guests: NewGuest, short: bool = False, **fields: str) -> tuple[Guest, Guest]:
    """Two people at a table, the first of whom begins."""
    ana, rui = eavesdropping(guests("Ana")), eavesdropping(guests("Rui"))
    path = ana.table(bots=False, short=short, **fields)
    rui.go(ana.link())
    rui.page.wait_for_url(f"**{path}")
    rui.connected()
    ana.is_due()
    return ana, rui


# --- against a bot ------------------------------------------------------------------------------


def test_three_clicks_from_the_lobby_to_the_first_decision_without_an_account(
    guests: NewGuest,
) -> None:
    ana = guests()
    ana.go("/")
    assert not ana.context.cookies()
    ana.page.get_by_role("link", name="Muvuca").first.click()  # one
    ana.button("Play now").click()  # two
    ana.is_due()
    ana.card.click()  # three
    expect(ana[".slot.picked"]).to_have_count(1)
    expect(ana.push).to_be_enabled()


def test_a_match_against_a_bot_to_its_end_with_rematch_and_replay(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.go("/games/muvuca")
    ana["#bot"].select_option("random")
    ana["details.options > summary"].click()
    ana["#option-rounds_to_win"].fill("1")
    ana["#option-end_lines"].fill("1")
    ana["#option-first_player"].select_option("seat0")
    ana.button("Play now").click()
    ana.page.wait_for_url("**/table/*")
    first = ana.page.url
    assert ana.play_to_the_end() >= 2
    expect(ana["#status"]).to_have_text(re.compile(r"^(You win!|Random wins\.)$"))
    expect(ana["#log li"].last).to_contain_text("wins the match")
    expect(ana[".lit"]).to_have_count(0)
    ana.button("Rematch").click()
    ana.page.wait_for_function("old => location.href !== old", arg=first)
    expect(ana["#seat-1.you"]).to_be_visible()  # one seat further round
    ana.play()
    ana.go(first)
    ana.page.get_by_role("link", name="Replay", exact=True).click()
    replay = first.replace("/table/", "/replay/")
    expect(ana.page).to_have_url(re.compile(rf"^{re.escape(replay)}(\?.*)?$"))  # the moment follows
    expect(ana["#board"]).to_be_visible()


@pytest.mark.thorough
def test_a_game_without_a_board_of_its_own_is_played_by_its_buttons(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(tmp_path, before=WITHOUT_BOARD) as house:
        for come in comers(browser, house):
            ana = come("Ana")
            ana.table()
            expect(ana[".plain-board pre"]).to_contain_text("Ana")
            for count in range(1, 4):
                ana[".plain-board .lit"].first.click()  # a card
                expect(ana[".plain-board .lit", "column"].first).to_be_enabled()
                if count == 2:  # nothing was shown yet: the card comes back at once
                    ana.button("Take back").click()
                    expect(ana[".plain-board .lit", "-"].first).to_be_enabled()
                    ana[".plain-board .lit"].first.click()
                ana[".plain-board .lit", "column"].first.click()  # a push
                expect(ana["#log", "Ana puts"]).to_have_count(1)
                expect(ana[".plain-board .lit", "-"].first).to_be_enabled()


# --- two people ---------------------------------------------------------------------------------


def test_two_people_play_a_match_and_see_the_same_but_no_hidden_card_of_the_other(
    guests: NewGuest,
) -> None:
    ana, rui = pair(guests, short=True)
    for guest in (ana, rui):
        for _ in range(100):  # the page has its board before the socket brings it
            if json.dumps(guest.heard).count("pick-") > 3:
                break
            guest.page.wait_for_timeout(100)
        # the own hand was sent, so this would see another's
        assert json.dumps(guest.heard).count("pick-") > 3
    dealt = hidden_cards(rui, 1)
    assert len(dealt) > 3
    assert not dealt & named_cards(json.dumps(ana.heard))
    turns = 0
    while not over(ana):
        player, other = (ana, rui) if turns % 2 == 0 else (rui, ana)
        assert player.turn()
        other.page.wait_for_selector(".slot.lit, #bar a[href^='/replay/']")
        keeps_secrets(ana, rui)
        turns += 1
        assert turns < 80
    assert public(ana) == public(rui)
    assert hand_of(ana, 1) == hand_of(rui, 1)  # open at the end
    results = {ana["#status"].inner_text(), rui["#status"].inner_text()}
    assert results in ({"You win!", "Ana wins."}, {"You win!", "Rui wins."})
    old = ana.page.url
    rui.button("Rematch").click()  # and both are there
    for guest in (ana, rui):
        guest.page.wait_for_function("old => location.href !== old", arg=old)
    assert ana.page.url == rui.page.url
    expect(ana["#seat-1.you"]).to_be_visible()
    rui.is_due()


def over(guest: Guest) -> bool:
    return guest["#bar a[href^='/replay/']"].count() > 0


def keeps_secrets(ana: Guest, rui: Guest) -> None:
    """Both see the same table, and neither page names a card that only the other knows."""
    if over(ana):
        return
    assert public(ana) == public(rui)
    for owner, seat, other in ((ana, 0, rui), (rui, 1, ana)):
        secret = hidden_cards(owner, seat)
        assert secret
        content = other.page.content()
        assert not secret & named_cards(content)
        say = kermesse.game("muvuca").words("en")
        for card in secret:
            assert card_label(card, say) not in content.lower()


def hidden_cards(owner: Guest, seat: int) -> set[int]:
    """The cards in a hand that its owner alone knows."""
    shown = owner[f"#hand-{seat} .slot:not(:has(.known)) .card"]
    ids: list[str] = shown.evaluate_all("found => found.map(e => e.id)")
    return {int(name.removeprefix("c")) for name in ids if name.startswith("c")}


def named_cards(html: str) -> set[int]:
    """The cards that a page or a message names by an id, a pick or in words."""
    ids = {int(number) for number in re.findall(r'id=\\?"(?:c|pick-)(\d+)\\?"', html)}
    return ids | {n for n, text in enumerate(CARD_TEXTS) if f'"{text}' in html.replace("\\", "")}


def public(guest: Guest) -> list[str]:
    """What lies open on the table."""
    cells: list[str] = guest[
        "#arena .cell, #arena .cell [id], #cart, #arena #leaving [id]"
    ].evaluate_all("found => found.map(e => e.id + ' ' + e.getAttribute('aria-label'))")
    return [*cells, *guest["#log li"].evaluate_all("found => found.map(e => e.id)")]


# --- taking back --------------------------------------------------------------------------------


def test_a_picked_card_goes_back_and_an_unseen_decision_is_taken_back_alone(
    guests: NewGuest,
) -> None:
    ana, rui = pair(guests)
    ana.card.click()
    ana.page.keyboard.press("Escape")
    expect(ana[".picked"]).to_have_count(0)
    hand = [text for text in CARD_TEXTS if ana[f'[data-pick="{text}"]'].count()]
    send(ana, do="act", id="card-only", at=ana.moment, path=[hand[0]])
    expect(ana["#status"]).to_have_text("Choose where to push your card.")
    assert not ana[".slot.lit"].count()
    ana.button("Take back").click()
    ana.is_due()
    expect(ana["#status"]).to_have_text("Choose a card and where to push it.")
    expect(rui["#log", "takes a decision back."]).to_have_count(1)
    expect(rui["#table-call .calling"]).to_have_count(0)
    ana.play()


def test_taking_back_what_was_seen_needs_the_other_person(guests: NewGuest) -> None:
    ana, rui = pair(guests)
    ana.play()
    rui.is_due()
    first = ana["#arena .cell .card"].evaluate_all("found => found.map(e => e.id)")
    ana.button("Take back").click()
    expect(ana["#table-call"]).to_have_text("Waiting for the others to agree.")
    expect(rui["#table-call .calling"]).to_contain_text("Ana asks to take a decision back.")
    rui.button("Refuse").click()
    expect(ana["#table-call .calling"]).to_have_count(0)
    assert first == ana["#arena .cell .card"].evaluate_all("found => found.map(e => e.id)")
    ana.button("Take back").click()
    rui.button("Agree").click()
    ana.is_due()
    for both in (ana, rui):
        expect(both["#log", "and everybody agrees"]).to_have_count(1)
        expect(both["#arena .cell .card:not(.back)"]).to_have_count(0)
        expect(both["#log", "Ana puts"]).to_have_count(0)
    ana.play()
    rui.is_due()


def test_against_bots_a_turn_is_taken_back_at_once(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table()
    ana.play()
    ana.is_due()
    expect(ana["#arena .cell .card:not(.back)"]).not_to_have_count(0)
    ana.button("Take back").click()
    expect(ana["#arena .cell .card:not(.back)"]).to_have_count(0)
    ana.play()


def test_somebody_who_wants_it_is_asked_before_each_action(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table()
    ana.is_due()
    ana["#tab-settings"].click()
    ana["#confirm"].check()
    ana.card.click()
    ana.push.click()
    ana.button("Cancel").click()
    expect(ana.push).to_be_enabled()
    ana.push.click()
    ana.button("Confirm").click()
    expect(ana["#log", "Ana puts"]).to_have_count(1)
    expect(ana.button("Confirm")).to_be_hidden()


# --- refusals and rules -------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_a_blocked_line_is_refused_by_its_rule_in_the_persons_language(
    guests: NewGuest, language: str
) -> None:
    ana = eavesdropping(guests("Ana"))
    ana.speak(language)
    ana.table()
    ana.is_due()
    ana.card.click()
    ana["#push-row2-right"].click()
    expect(ana[".push.blocked"].first).to_be_visible()
    ana.is_due()
    ana.card.click()
    blocked = ana[".push.blocked"].first
    expect(blocked).to_be_disabled()
    card = ana[".slot.picked"].get_attribute("data-pick")
    push = blocked.get_attribute("data-pick")
    send(ana, do="act", id="blocked-line", at=ana.moment, path=[card, push])
    expect(ana["#refusal"]).to_be_visible()
    book = kermesse.game("muvuca").rulebook(language)
    expect(ana["#refusal [data-slot=rule]"]).to_have_text("MV-20")
    expect(ana["#refusal [data-slot=said]"]).to_have_text(book.rules["MV-20"])
    told = ana["#refusal [data-slot=text]"].inner_text()
    assert told
    assert ("blocks" in told) == (language == "en")
    ana["#refusal [data-slot=rule]"].click()
    expect(ana["#rules #rule-MV-20.wanted"]).to_be_in_viewport()
    assert ana["#rules .prose[lang]"].get_attribute("lang") == language
    ana["#rules [data-close]"].click()
    expect(ana["#rules"]).to_be_hidden()
    ana.page.keyboard.press("Escape")
    expect(ana["#refusal"]).to_be_hidden()
    expect(ana[".lit"].first).to_be_enabled()  # nothing has changed: choose again


def test_the_rules_lie_beside_the_board_and_can_be_searched(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table()
    ana.button("Rules").click()
    rules = ana["#rules-text .rule"]
    expect(rules.first).to_be_visible()
    every = rules.count()
    ana["#rules-search"].fill("the cart")
    expect(ana["#rule-MV-19"]).to_be_visible()
    visible = ana["#rules-text .rule:visible"].all_inner_texts()
    assert 0 < len(visible) < every
    assert all("the cart" in text.lower() for text in visible)
    ana["#rules-search"].fill("")
    expect(ana["#rules-text .rule:visible"]).to_have_count(every)


def test_what_comes_later_says_what_comes_first(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table()
    ana.is_due()
    push = ana[".push"].first.bounding_box()
    assert push
    ana.page.mouse.click(push["x"] + push["width"] / 2, push["y"] + push["height"] / 2)
    expect(ana["#refusal"]).to_have_text("First choose one of the pieces with a bright ring.")
    told, status = ana["#refusal"].bounding_box(), ana["#status"].bounding_box()
    assert told
    assert status
    assert told["y"] > status["y"] + status["height"]  # and hides nothing that is needed now
    board = ana["#board"].bounding_box()
    assert board
    assert told["x"] > board["x"] + board["width"]
    ana["#refusal [data-close]"].click()
    ana.play()
