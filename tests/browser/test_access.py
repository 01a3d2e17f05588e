"""For everybody: keys only, fingers only, small and enlarged screens, stillness, screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.page_checks import PHONE, WATCHING, breadth, faults, middle, tab_to
from tests.browser.servers import DESK, TOKEN, Guest

# --- keys ---------------------------------------------------------------------------------------


def test_keys_alone_lead_from_the_lobby_to_the_end_of_a_turn(guests: NewGuest) -> None:
    ana = guests()
    press = ana.page.keyboard.press
    ana.go("/")
    tab_to(ana, "a[href='/games/muvuca']")
    press("Enter")
    ana.page.wait_for_url("**/games/muvuca")
    tab_to(ana, "button[formaction$='/play']")
    press("Enter")
    ana.page.wait_for_url("**/table/*")
    ana.is_due()
    press("ArrowDown")
    expect(ana[".lit:focus"]).to_have_count(1)
    tab_to(ana, ".slot.lit")
    press("ArrowRight")
    expect(ana[".slot.lit:focus"]).to_have_count(1)
    press("Enter")
    expect(ana[".slot.picked"]).to_have_count(1)
    press("Escape")
    expect(ana[".slot.picked"]).to_have_count(0)
    press("Space")
    expect(ana[".slot.picked"]).to_have_count(1)
    for _ in range(8):
        press("ArrowLeft")
        if ana[".push.lit:focus"].count():
            break
    expect(ana[".push.lit:focus"]).to_have_count(1)
    press("Enter")
    expect(ana["#log li[data-about^=cell]"]).not_to_have_count(0)
    ana.is_due()


def test_the_focus_is_seen_and_menus_and_dialogs_are_within_reach_of_keys(
    guests: NewGuest,
) -> None:
    ana = guests("Ana")
    ana.table()
    tab_to(ana, "#menu-1 summary")
    width = ana.page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert float(width.removesuffix("px")) >= 2
    ana.page.keyboard.press("Enter")
    tab_to(ana, "#menu-1 button")
    tab_to(ana, "#rules-button")
    ana.page.keyboard.press("Enter")
    expect(ana["#rules"]).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(ana["#rules"]).to_be_hidden()
    expect(ana["#rules-button"]).to_be_focused()


# --- fingers ------------------------------------------------------------------------------------


def test_a_turn_by_two_taps_on_a_phone(guests: NewGuest) -> None:
    ana = guests("Ana", **PHONE)
    ana.table()
    ana.is_due()
    ana.card.tap()
    expect(ana[".slot.picked"]).to_have_count(1)
    ana.push.tap()
    expect(ana["#log", "Ana puts"]).to_have_count(1)


def test_a_turn_by_dragging_with_a_finger(guests: NewGuest) -> None:
    ana = guests("Ana", **PHONE)
    ana.table()
    ana.is_due()
    card, push = ana[".slot.lit"].nth(1), ana["#push-row2-left"]
    chosen = card.locator(".card").get_attribute("id")
    card.scroll_into_view_if_needed()
    finger = ana.context.new_cdp_session(ana.page)
    start, end = middle(card.bounding_box()), middle(push.bounding_box())

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", start)
    for part in range(1, 9):
        x, y = (a + (b - a) * part / 8 for a, b in zip(start, end, strict=True))
        touch("touchMove", (x, y))
        if part == 4:
            expect(ana[".ghost"]).to_have_count(1)
    expect(ana["#push-row2-left.over"]).to_have_count(1)
    touch("touchEnd")
    expect(ana["#log", "Ana puts"]).to_have_count(1)
    expect(ana[f"#arena #{chosen}"]).to_have_count(1)


def test_a_turn_by_dragging_with_a_mouse_and_letting_go_beside_changes_nothing(
    guests: NewGuest,
) -> None:
    ana = guests("Ana")
    ana.table()
    ana.is_due()
    mouse = ana.page.mouse
    ana.card.hover()
    mouse.down()
    mouse.move(640, 120, steps=4)
    mouse.up()
    expect(ana[".picked"]).to_have_count(0)
    ana.card.hover()
    mouse.down()
    mouse.move(*middle(ana["#push-row2-right"].bounding_box()), steps=4)
    mouse.up()
    expect(ana["#log", "Ana puts"]).to_have_count(1)


# --- sizes --------------------------------------------------------------------------------------


def test_a_turn_at_200_per_cent(guests: NewGuest) -> None:
    ana = guests("Ana", viewport={"width": 640, "height": 400}, device_scale_factor=2)
    ana.table()
    ana.play()
    ana.is_due()
    assert breadth(ana) <= 640
    for path in ("/", "/games/muvuca", "/you", "/rules/muvuca"):
        ana.go(path)
        assert breadth(ana) <= 640, path


def test_on_a_phone_the_own_hand_is_seen_without_scrolling(guests: NewGuest) -> None:
    ana = guests("Ana", **PHONE)
    ana.table()
    ana.is_due()
    box = ana["#hand-0"].bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844


def test_on_a_desk_everything_is_seen_without_scrolling(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table()
    ana.play()
    ana.is_due()
    for selector in ("#board", "#bar", "#seats", "#log li:last-child"):
        box = ana[selector].bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= DESK["height"], selector


# --- stillness ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_moves_for_those_who_want_it_still(
    guests: NewGuest, wish: str, moves: bool
) -> None:
    ana = guests("Ana", reduced_motion=wish)
    ana.context.add_init_script(WATCHING)
    ana.table()
    ana.play()
    expect(ana["#log", "takes"]).not_to_have_count(0)
    ana.is_due()
    assert (ana.page.evaluate("globalThis.seen") > 0) == moves


# --- what axe finds -----------------------------------------------------------------------------


def pages(ana: Guest) -> Iterator[str]:
    """Lead somebody through every page, and say where they are."""
    ana.go("/games/muvuca")
    ana["details.options > summary"].click()
    yield "game with options"
    ana.table(bots=False, listed="true")
    link = ana.link()
    ana["#menu-1 > summary"].click()
    yield "gathering, with the menu of a seat"
    ana.table()
    ana.play()
    ana.is_due()
    ana.card.click()
    yield "playing"
    ana["#tab-chat"].click()
    ana.say("Hello")
    expect(ana["#chat li"]).to_have_count(1)
    yield "chat"
    ana["#tab-settings"].click()
    ana["#panel-settings summary"].click()
    yield "settings"
    ana.button("Leave").click()
    yield "a question"
    ana.button("No").click()
    ana.button("Rules").click()
    expect(ana["#rules .rule"].first).to_be_visible()
    yield "rules beside the board"
    ended = ana.table(short=True)
    ana.play_to_the_end()
    yield "over"
    ana.go(ended.replace("table", "replay") + "?at=9")
    yield "replay"
    for place in ("/", "/rules/muvuca", "/you/delete", "/replay", "/about"):
        ana.go(place)
        yield place
    ana.forgive("status 404")
    ana.go("/nowhere")
    yield "notice"
    ana.go("/you?saved=name")
    ana["summary"].first.click()
    yield "you, with everything open"
    ana.go(link)
    yield "invitation to the own table"
    ana.go("/admin")
    yield "office, shut"
    ana["#password"].fill(TOKEN)
    ana.button("Come in").click()
    expect(ana["table"].first).to_be_visible()
    yield "office"


@pytest.mark.parametrize(
    ("settings", "narrowest"),
    [
        pytest.param({}, 900, id="desk", marks=pytest.mark.long),
        pytest.param(PHONE, 320, id="phone"),
    ],
)
def test_axe_finds_nothing_on_any_page_and_none_is_wider_than_its_screen(
    guests: NewGuest, settings: dict[str, Any], narrowest: int
) -> None:
    ana = guests("Ana", **settings)
    size = ana.page.viewport_size
    assert size
    found: list[str] = []
    for name in pages(ana):
        found += [f"{name}: {fault}" for fault in faults(ana)]
        ana.page.emulate_media(color_scheme="dark")  # where only the colours differ
        found += [f"{name}, dark: {fault}" for fault in faults(ana, runOnly=["color-contrast"])]
        ana.page.emulate_media(color_scheme="light")
        ana.page.set_viewport_size({**size, "width": narrowest})
        if breadth(ana) > narrowest:
            found.append(f"{name} is {breadth(ana)} pixels wide on a screen of {narrowest}")
        ana.page.set_viewport_size(size)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_an_invitation(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests(**PHONE)
    ana.table(bots=False)
    rui.context.add_init_script("HTMLFormElement.prototype.requestSubmit = () => {}")  # or it goes
    rui.go(ana.link())
    expect(rui["h1"]).to_have_text("Ana invites you to Muvuca")
    found = faults(rui)
    rui.page.emulate_media(color_scheme="dark")
    rui.page.set_viewport_size(DESK)
    found += faults(rui)
    rui.page.set_viewport_size({"width": 320, "height": 640})
    assert breadth(rui) <= 320
    assert not found, "\n".join(found)


def test_a_friend_without_scripts_sits_down_by_a_click(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests(java_script_enabled=False)
    ana.table(bots=False)
    rui.go(ana.link())  # without scripts the page waits for a click
    rui.button("Sit down").click()
    rui.page.wait_for_url("**/table/*")
    expect(rui["#board"]).to_be_visible()
