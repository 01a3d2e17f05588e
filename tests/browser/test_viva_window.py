"""VIVA's honour table in the browser: a countdown for all, answers that nobody sees coming."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.page_checks import faults
from tests.browser.servers import Guest

HONOUR = {
    "option-table": "honour",
    "option-first_dealer": "seat2",
    "option-rounds": "1",
}


def three(guests: NewGuest, seconds: int) -> list[Guest]:
    """Three people at an honour table; the first of them has just placed a card."""
    those = [guests(name) for name in ("Ana", "Rui", "Eva")]
    fields = HONOUR | {"option-call_seconds": str(seconds), "seats": "3", "listed": "true"}
    answer = those[0].post("/games/viva/invite", **fields)
    assert answer.ok, answer.status
    path = answer.url.removeprefix(those[0].house.address)
    for seat, guest in enumerate(those[1:], start=1):
        assert guest.post(f"{path}/sit", seat=str(seat)).ok
    for guest in those:
        guest.sit(path)
    ana = those[0]
    ana.button("Start").click()
    ana[".own .slot.lit"].first.click()
    ana[".house .place.lit"].first.click()
    expect(ana["#countdown .clock, .pill.stop.lit"].first).to_be_visible()
    if ana[".pill.stop.lit"].count():
        ana[".pill.stop.lit"].click()
    return those


def test_everybody_sees_the_countdown_and_nobody_who_has_answered(guests: NewGuest) -> None:
    ana, rui, eva = three(guests, 60)
    for guest in (ana, rui, eva):
        expect(guest["#countdown .clock"]).to_have_text(re.compile(r"^(0:5\d|1:00)$"))
    heard = [len(guest.heard) for guest in (ana, eva)]
    rui[".pill.call"].click()
    expect(rui[".pill.call"]).to_have_count(0)
    expect(rui["#window"]).to_contain_text("Your answer is in")
    expect(rui["#countdown .clock"]).to_be_visible()
    assert [len(guest.heard) for guest in (ana, eva)] == heard
    expect(eva["#seats .seat.due"]).to_have_count(2)
    eva[".pill.silent"].click()
    for guest in (ana, rui, eva):
        expect(guest["#log"]).to_contain_text("Called by Rui")
        expect(guest["#countdown"]).to_be_hidden()


@pytest.mark.thorough
def test_who_says_nothing_in_time_has_said_nothing(guests: NewGuest) -> None:
    ana, rui, eva = three(guests, 2)
    expect(rui["#countdown .clock"]).to_have_class(re.compile("low"))
    for guest in (ana, rui, eva):
        expect(guest["#log"]).to_contain_text("Nobody calls.")
        expect(guest["#countdown"]).to_be_hidden()
    expect(rui[".pill.call"]).to_have_count(0)


def test_a_reloaded_page_has_the_countdown_and_the_answer(guests: NewGuest) -> None:
    _, rui, eva = three(guests, 60)
    rui[".pill.silent"].click()
    expect(rui["#window"]).to_contain_text("Your answer is in")
    for guest in (rui, eva):
        guest.page.reload()
        guest.connected()
        expect(guest["#countdown .clock"]).to_have_text(re.compile(r"^0:[45]\d$"))
    expect(rui[".pill.call"]).to_have_count(0)
    expect(eva[".pill.call"]).to_be_enabled()


def test_axe_finds_nothing_while_a_window_is_open(guests: NewGuest) -> None:
    for guest in three(guests, 60):
        expect(guest["#countdown .clock"]).to_be_visible()
        found = faults(guest)
        guest.page.emulate_media(color_scheme="dark")
        found += faults(guest, runOnly=["color-contrast"])
        assert not found, "\n".join(found)
