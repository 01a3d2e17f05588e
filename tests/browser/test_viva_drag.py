"""VIVA by hand: a card is picked and then its house, by mouse, by finger, by keys, by taps."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, ViewportSize, expect
from tests.browser.conftest import NewGuest
from tests.browser.servers import Guest

PHONE: ViewportSize = {"width": 390, "height": 844}
STRICT = {"option-first_dealer": "seat1", "option-rounds": "1"}
HONOUR = STRICT | {"option-table": "honour"}
CARD = ".own .slot.lit"
HOUSE = ".house .place.lit"
CLOSED = ".house .place:not(.lit)"


def sit_down(guest: Guest, **options: str) -> Guest:
    """At a table of two where this person begins, against a bot."""
    answer = guest.post("/games/viva/play", seats="2", bot="random", **options)
    assert answer.ok, answer.status
    guest.sit(answer.url.removeprefix(guest.house.address))
    expect(guest["#status"]).to_have_class(re.compile("yours"))
    return guest


def middle(element: Locator) -> tuple[float, float]:
    """The middle of an element on the screen."""
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(guest: Guest, card: Locator, house: Callable[[], Locator]) -> None:
    """Drag with a mouse; houses light up once the card is lifted."""
    mouse = guest.page.mouse
    x, y = middle(card)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 12, y - 12, steps=3)
    expect(guest[".ghost"]).to_have_count(1)
    mouse.move(*middle(house()), steps=5)
    mouse.up()


def by_finger(guest: Guest, card: Locator, house: Callable[[], Locator]) -> None:
    """Drag with a finger."""
    touch = guest.context.new_cdp_session(guest.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    x, y = middle(card)
    send("touchStart", (x, y))
    send("touchMove", (x + 12, y - 12))
    expect(guest[".ghost"]).to_have_count(1)
    send("touchMove", middle(house()))
    send("touchEnd")


def test_a_card_is_dragged_to_a_house_with_the_mouse(guests: NewGuest) -> None:
    ana = sit_down(guests("Ana"), **HONOUR)
    expect(ana[HOUSE]).to_have_count(0)
    by_mouse(ana, ana[CARD].first, lambda: ana[HOUSE].nth(1))
    expect(ana["#log"]).to_contain_text(re.compile(r"Ana (lays|places) .* in house 2\."))
    expect(ana[".ghost"]).to_have_count(0)


def test_a_card_is_dragged_to_a_house_with_a_finger(guests: NewGuest) -> None:
    ana = sit_down(guests("Ana", viewport=PHONE, has_touch=True, is_mobile=True), **HONOUR)
    top = ana.page.evaluate("scrollY")
    ana[CARD].first.scroll_into_view_if_needed()
    by_finger(ana, ana[CARD].first, lambda: ana[HOUSE].nth(2))
    expect(ana["#log"]).to_contain_text(re.compile(r"Ana (lays|places) .* in house 3\."))
    assert ana.page.evaluate("scrollX") == 0
    assert top == 0


def test_a_card_and_its_house_by_taps_and_by_keys(guests: NewGuest) -> None:
    ana = sit_down(guests("Ana"), **HONOUR)
    ana[CARD].first.click()
    expect(ana[".own .slot.picked"]).to_have_count(1)
    expect(ana[HOUSE]).to_have_count(3)
    ana.page.keyboard.press("Escape")
    expect(ana[HOUSE]).to_have_count(0)
    expect(ana[".own .slot.picked"]).to_have_count(0)
    ana[CARD].first.focus()
    ana.page.keyboard.press("Enter")
    expect(ana[HOUSE]).to_have_count(3)
    ana.page.keyboard.press("ArrowUp")
    expect(ana[".house .place:focus"]).to_have_count(1)
    ana.page.keyboard.press("Enter")
    expect(ana["#log"]).to_contain_text(re.compile(r"Ana (lays|places) .* in house [123]\."))


def test_a_house_that_does_not_fit_says_why_and_the_card_stays_picked(guests: NewGuest) -> None:
    ana = sit_down(guests("Ana"), **STRICT, **{"option-hand_size": "7"})
    card = misfit(ana)
    closed = ana[CLOSED].first
    lines = ana["#log li"].count()
    ana.page.mouse.click(*middle(closed))
    expect(ana["#refusal"]).to_be_visible()
    expect(ana["#refusal [data-slot=rule]"]).to_have_text("VV-18")
    expect(card).to_have_class(re.compile("picked"))
    ana.page.keyboard.press("Escape")
    expect(ana["#refusal"]).to_be_hidden()
    by_mouse(ana, card, lambda: closed)
    expect(ana["#refusal [data-slot=rule]"]).to_have_text("VV-18")
    assert ana["#log li"].count() == lines
    expect(ana[".ghost"]).to_have_count(0)


def misfit(guest: Guest) -> Locator:
    """Play until some card fits one house and not another, and pick it."""
    for _ in range(40):
        expect(guest[f"{CARD}, {HOUSE}, .heap .place.lit, .pill.lit"].first).to_be_visible()
        for place in range(guest[CARD].count()):
            card = guest[CARD].nth(place)
            pick = card.get_attribute("data-pick")
            card.click()
            if guest[CLOSED].count():
                return guest[f".own [data-pick='{pick}']"]
            guest.page.keyboard.press("Escape")
        take_turn(guest)
    raise AssertionError("every card fits every house")


def take_turn(guest: Guest) -> None:
    """Fill the houses one after the other, or draw and keep."""
    line = guest["#log li"].last.get_attribute("id")
    if guest[CARD].count():
        guest[CARD].first.click()
        guest[HOUSE].last.click()
    elif guest[".pill.lit"].count():
        guest[".pill.lit"].first.click()
    else:
        guest[".heap .place.lit, .house .place.lit"].first.click()
    guest.page.wait_for_function(
        "line => document.querySelector('#log li:last-child').id !== line", arg=line
    )
