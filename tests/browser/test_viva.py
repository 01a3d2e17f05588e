"""VIVA at the web table: a whole match, calls on the honour table, small screens, watchers."""

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

SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
QUICK = {
    "option-rounds": "1",
    "option-hand_size": "3",
    "option-edition": "pocket",
    "option-first_dealer": "seat4",
    "option-turn_cap": "60",
}
LETTERS = {"red": "R", "pink": "P", "orange": "O", "yellow": "Y", "green": "G", "blue": "B"}
CARD = ".own .slot.lit"
HOUSE = ".house .place.lit"
MOVES = f"{CARD}, {HOUSE}, .heap .place.lit, .pill.lit"
OVER = "#bar a[href^='/replay/']"
MOST_MOVES = 400


def gathered(guests: NewGuest, settings: list[dict[str, Any]], **fields: str) -> list[Guest]:
    """People at one table, bots at the seats that they leave free; the first person is the host."""
    people = [
        guests(name, **wish) for name, wish in zip(("Ana", "Rui", "Eva"), settings, strict=False)
    ]
    host = people[0]
    for guest in people:
        guest.context.add_init_script(WATCHING)
    path = host.table_of("viva", bots=False, **fields)
    for seat in range(len(people), int(fields["seats"])):
        change(host, "Let Greedy play", seat)
        expect(host[f"#seat-{seat} .tag"]).to_have_text("bot")
    for seat, friend in enumerate(people[1:], 1):
        friend.go(host.link())
        friend.page.wait_for_url(f"**{path}")
        friend.connected()
        name_at(host, seat, ("Ana", "Rui", "Eva")[seat])
    host.button("Start").click()
    expect(host["#round"]).to_be_visible()
    return people


def due(people: list[Guest]) -> int | None:
    """Whose turn it is among the people, or nobody once the match is over."""
    for _ in range(int(PATIENCE * 20)):
        if people[0][OVER].count():
            return None
        for seat, guest in enumerate(people):
            if guest[MOVES].count():
                return seat
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can do anything")


def act(guest: Guest) -> None:
    """Do the first thing that sheds a card, else draw, and see it told."""
    lines = guest["#log li"].count()
    if guest[CARD].count():
        guest[CARD].first.click()
        if guest[HOUSE].count():  # else it has become the blocking card
            guest[HOUSE].first.click()
    else:
        guest[f"{HOUSE}, #block .place.lit, .pill.lit, #pile .place.lit"].first.click()
    expect(guest[f"#log li:nth-child({lines + 1})"]).to_have_count(1)


@pytest.mark.thorough
def test_three_people_and_two_bots_play_a_match_to_its_end(guests: NewGuest) -> None:
    dark = {**SMALL, "color_scheme": "dark"}
    people = gathered(guests, [{}, PHONE, dark], seats="5", **QUICK)
    ana, rui, eva = people
    found: list[str] = []
    for moves in range(MOST_MOVES):
        seat = due(people)
        if seat is None:
            break
        if moves == 3:  # everybody's page in the middle of a round
            found = [fault for guest in (rui, eva) for fault in faults(guest)]
            assert [breadth(guest) for guest in people] == [1280, 390, 320]
        keep_secrets(people)
        act(people[seat])
    assert moves > 3
    assert not found, "\n".join(found)
    for guest in people:
        expect(guest["#log li"].last).to_have_text(re.compile(r"(wins the match|is shared by)"))
        expect(guest[".lit"]).to_have_count(0)
        expect(guest["#round"]).to_contain_text(re.compile("wins|share"))
        assert guest.page.evaluate("globalThis.seen") == 0  # they all want it still
    assert public(ana) == public(rui) == public(eva)
    for seat in range(1, 5):  # VV-86: hands stay hidden, but for cards that everyone knows
        assert ana[f"#hand-{seat} .card:not(.back)"].count() == 0


def keep_secrets(people: list[Guest]) -> None:
    """What somebody draws is told to nobody else, and a hand is seen by its owner only."""
    for seat, guest in enumerate(people):
        ids = guest[".player .hand .card"].evaluate_all("found => found.map(e => e.id)")
        assert all(re.fullmatch(r"h\d-\d+", ident) for ident in ids)
        for other, name in enumerate(("Ana", "Rui", "Eva")):
            told = [line for line in guest.lines() if line.startswith(f"{name} draws ")]
            hidden = [line.endswith(" a hidden card.") for line in told]
            assert not any(hidden) if seat == other else all(hidden)


def public(guest: Guest) -> list[str]:
    """What lies open on the table."""
    shown: list[str] = guest[".middle [role=img]"].evaluate_all(
        "found => found.map(e => e.getAttribute('aria-label'))"
    )
    return shown


# --- the honour table ---------------------------------------------------------------------------


def letters(label: str | None) -> set[str]:
    """The colours that a label names."""
    return {letter for word, letter in LETTERS.items() if word in (label or "").lower()}


def forbidden(guest: Guest) -> str | None:
    """A card of the own hand that the blocking card keeps out of the houses (VV-19)."""
    block = letters(guest["#block .face"].get_attribute("aria-label"))
    cards = guest[CARD].evaluate_all("found => found.map(e => e.dataset.pick)")
    return next((card for card in cards if set(card) & block), None)


def cheat(people: list[Guest]) -> tuple[Guest, Guest, str]:
    """Draw in turn until somebody has a blocked card, and place it: who did, who saw it, what."""
    for _ in range(60):
        seat = due(people)
        assert seat is not None
        guest, other = people[seat], people[1 - seat]
        allowed = guest.button("All right")
        if allowed.count():  # a bot has placed a card
            allowed.click()
            expect(allowed).to_have_count(0)
            continue
        card = forbidden(guest)
        if card:
            guest[f".own [data-pick='{card}']"].click()
            guest[HOUSE].first.click()
            return guest, other, card
        guest["#pile .place.lit"].click()
        keep = guest.button("Keep the card")
        expect(keep).to_be_enabled()
        keep.click()
        expect(keep).to_have_count(0)
    raise AssertionError("nobody has a blocked card")


def test_a_forbidden_card_is_called_and_goes_back(guests: NewGuest) -> None:
    honour = {"option-table": "honour", "option-call_seconds": "60", "option-first_dealer": "seat1"}
    people = gathered(guests, [{}, PHONE], seats="3", **honour)
    watcher = guests()
    watcher.sit(people[0].page.url)
    culprit, caller, card = cheat(people)
    seat = people.index(culprit)
    for guest in (culprit, caller, watcher):
        expect(guest["#window"]).to_be_visible()
        expect(guest["#countdown .clock"]).to_have_text(re.compile(r"0:[0-5]\d|1:00"))
        expect(guest[".plate.due"]).to_have_count(2)  # both others, whoever has answered
    expect(culprit["#window .answers"]).to_have_count(0)
    expect(watcher["#window .answers"]).to_have_count(0)
    assert not [fault for guest in (culprit, caller) for fault in faults(guest)]
    caller.button("Caught!").click()
    for guest in (culprit, caller, watcher):
        expect(guest["#window"]).to_have_count(0)
        expect(guest["#countdown"]).to_be_hidden()
        expect(guest["#log", "the card is forbidden"]).to_have_count(1)
        expect(guest[f"#plate-{seat} .cards b"]).not_to_have_text("5")
    for guest in (caller, watcher):  # what goes back is known to everyone from now on
        expect(guest[f"#hand-{seat} .card:not(.back)"]).to_have_count(1)
        label = guest[f"#hand-{seat} .slot[role=img]"].get_attribute("aria-label")
        assert letters(label) == set(card)
    expect(culprit[f"#hand-{seat} .known"]).to_have_count(1)


# --- small screens, watchers --------------------------------------------------------------------


def test_on_a_phone_table_and_hand_are_seen_without_scrolling(guests: NewGuest) -> None:
    ana = guests("Ana", **PHONE)
    ana.table_of("viva", bots=True, seats="5", bot="random", **{"option-first_dealer": "seat4"})
    expect(ana[MOVES].first).to_be_enabled()
    for size in ({"width": 390, "height": 844}, {"width": 320, "height": 640}):
        ana.page.set_viewport_size(size)  # type: ignore[arg-type]
        for selector in ("#pile", ".houses", "#hand-0"):
            box = ana[selector].bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= size["height"], (size, selector)
        assert breadth(ana) == size["width"]


def test_who_watches_sees_backs_and_can_pick_nothing(guests: NewGuest) -> None:
    ana, watcher = guests("Ana"), guests()
    path = ana.table_of(
        "viva", bots=True, seats="3", bot="random", **{"option-first_dealer": "seat2"}
    )
    expect(ana[MOVES].first).to_be_enabled()
    watcher.sit(path)
    act(ana)
    if ana.button("Done").count():  # VV-79: until then nobody else sees the first of several
        ana.button("Done").click()
    expect(watcher["#log"]).to_contain_text(re.compile("Ana (places|draws)"))
    expect(watcher["[data-pick]"]).to_have_count(0)
    for seat in range(3):
        expect(watcher[f"#hand-{seat} .card"]).not_to_have_count(0)
        expect(watcher[f"#hand-{seat} .card:not(.back)"]).to_have_count(0)
    own = set(ana["#hand-0 .card"].evaluate_all("found => found.map(e => e.id)"))
    assert own
    wire = json.dumps(watcher.heard) + watcher.page.content()
    assert not [ident for ident in own if ident in wire]
