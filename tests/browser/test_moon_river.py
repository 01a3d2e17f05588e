"""Moon River at the web table: dominoes, partners and bonus tiles by mouse, finger and keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser import prepared
from tests.browser.conftest import NewGuest, comers
from tests.browser.houses import Guest, House, opened
from tests.browser.looking import PHONE, breadth, faults
from tests.browser.test_seats import invited, name_at

from kermesse.core.position import Position
from kermesse.games.moon_river.tests.scenes import placed, scene

SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
LIT = "#board [data-pick].lit"
OVER = "#bar a[href^='/replay/']"
OPTION = "option-scenario_base"  # names a prepared position
JOIN, RECRUIT, COWBOY, DESPERADO, THIEF, DROUGHT, BONUS, LAST, TALL = range(31, 40)


# --- prepared positions -------------------------------------------------------------------------


def recruiting(**lines: Any) -> Position:
    """A partner is about to be recruited for r2c2, with a cow and a plot to spare."""
    mine = {"r1c2": "M0", "r1c1": "Mc*1"}
    other = {"r2c3": "Cc*1", "r3c3": "C0", "r1c2": "Mco*1/trapper", "r1c1": "D0"}
    position = scene(3, {0: mine, 1: other}, {0: "Cn Mo K5", 1: "Mcc D0", 2: "F1"}, **lines)
    placed(position, "Cn Mo", "r2c3 r2c2")
    return position


def effect(partner: str) -> Position:
    """A partner at work."""
    position = recruiting()
    position.act(0, f"recruit {partner}")
    return position


def drought() -> Position:
    """Two cows in a dry territory."""
    ranch = {"r2c2": "Cc*1", "r2c3": "Cc*1", "r1c2": "D0", "r1c1": "Mc*1"}
    position = scene(3, {0: ranch}, {0: "Cs Ds"})
    placed(position, "Ds Cs", "r4c2 r3c2")
    return position


def bonus() -> Position:
    """Row 10 is reached."""
    ranch = {f"r{row}c3": "D0" for row in range(2, 9)} | {"r9c3": "Ds"}
    position = scene(2, {0: ranch}, {0: "Dn C0"}, round=14)
    placed(position, "Dn C0", "r10c3 r10c2")
    return position


def last_domino() -> Position:
    """One domino is left to be placed in the whole match."""
    mine = {"r1c2": "M0", "r1c1": "Mc*2", "r2c2": "Mn", "r3c2": "Dn"}
    other = {"r2c3": "Cc*1", "r3c3": "C0"}
    lines = {"round": 24, "emptying": "yes", "phase": "expand", "saloon": ""}
    return scene(2, {0: mine, 1: other}, {0: "K3 Mcc"}, **lines)


def tall() -> Position:
    """A ranch for two up to row 9, with a domino to be made."""
    ranch = {f"r{row}c3": "D0" for row in range(2, 9)} | {"r9c3": "Dn", "r9c2": "Cc*1"}
    return scene(
        2, {0: ranch | {"r9c4": "F1"}, 1: {"r2c3": "K5", "r3c3": "F2"}}, {0: "Ds C0"}, round=12
    )


@pytest.fixture(scope="module")
def ranch_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose matches can start from these positions."""
    data = tmp_path_factory.mktemp("ranch-house")
    positions = {
        JOIN: scene(3, {0: {"r1c2": "D0", "r2c2": "Cc*1"}}, {0: "K3 Cn F1"}),
        RECRUIT: recruiting(variant="legends", plan="outlaws", colour="green white orange .."),
        COWBOY: effect("trapper cowboy"),
        DESPERADO: effect("desperado specialist"),
        THIEF: effect("cattle_thief specialist"),
        DROUGHT: drought(),
        BONUS: bonus(),
        LAST: last_domino(),
        TALL: tall(),
    }
    prepared.write(data / "positions", positions)
    before = prepared.before("moon_river", "scenario_base", data / "positions")
    with opened(data, before) as running:
        yield running


@pytest.fixture
def ranchers(browser: Browser, ranch_house: House) -> Iterator[NewGuest]:
    """Lets people come to that server."""
    yield from comers(browser, ranch_house)


def at(guest: Guest, number: int, seats: int = 3) -> Guest:
    """At a table that starts from a prepared position, against bots."""
    wish = {"seats": str(seats), "bot": "random", OPTION: str(number)}
    guest.table_of("moon_river", bots=True, **wish)
    expect(guest[LIT].first).to_be_visible()
    return guest


# --- gestures -----------------------------------------------------------------------------------

Gesture = Callable[[Guest, str, str], None]


def pick(name: str) -> str:
    """The selector of something to pick."""
    return f"#board [data-pick='{name}']"


def middle(element: Locator) -> tuple[float, float]:
    """The middle of an element on the screen."""
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(guest: Guest, one: str, other: str) -> None:
    """Drag one thing to another with a mouse."""
    mouse = guest.page.mouse
    x, y = middle(guest[pick(one)])
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 9, y - 9, steps=2)
    expect(guest[".ghost"]).to_have_count(1)
    mouse.move(*middle(guest[pick(other)]), steps=4)
    expect(guest[f"{pick(other)}.over"]).to_have_count(1)
    mouse.up()


def by_taps(guest: Guest, one: str, other: str) -> None:
    """Tap one thing and then another with a finger."""
    guest[pick(one)].tap()
    expect(guest[f"{pick(one)}.picked"]).to_have_count(1)
    guest[pick(other)].tap()


def by_keys(guest: Guest, one: str, other: str) -> None:
    """The same with the keyboard alone: arrows go from one lit thing to the next."""
    for name in (one, other):
        expect(guest[f"{pick(name)}.lit"]).to_have_count(1)
        go_to(guest, name)
        guest.page.keyboard.press("Enter")


def go_to(guest: Guest, name: str) -> None:
    """Move the focus by arrow keys."""
    found = guest[pick(name)]
    for _ in range(14):
        if found.evaluate("element => element === document.activeElement"):
            return
        x, y = middle(found)
        home = guest.page.evaluate(
            "() => { const b = document.activeElement.getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; }"
        )
        dx, dy = x - home[0], y - home[1]
        key = ("Right" if dx > 0 else "Left") if abs(dx) > abs(dy) else ("Down" if dy > 0 else "Up")
        guest.page.keyboard.press(f"Arrow{key}")
    found.focus()  # what lies askew is reached by Tab


GESTURES: dict[str, tuple[dict[str, Any], Gesture]] = {
    "mouse": ({}, by_mouse),
    "finger": (PHONE, by_taps),
    "keys": ({}, by_keys),
}


@pytest.fixture(params=GESTURES)
def hand(request: pytest.FixtureRequest, ranchers: NewGuest) -> tuple[Guest, Gesture]:
    """Somebody with a mouse, a finger or a keyboard."""
    settings, gesture = GESTURES[request.param]
    return ranchers("Ana", **settings), gesture


def tells(guest: Guest, words: str) -> None:
    """Wait until the log says it."""
    expect(guest["#log", words]).to_have_count(1)


# --- dominoes -----------------------------------------------------------------------------------


def test_a_domino_is_joined_turned_and_placed(hand: tuple[Guest, Gesture]) -> None:
    ana, gesture = hand
    at(ana, JOIN)
    expect(ana["#status"]).to_have_text("Join two plots to a domino, or keep them.")
    gesture(ana, "Cn", "F1")
    tells(ana, "Ana joins canyon (1 nugget) and forest (1 beaver).")
    expect(ana[".spot:visible"]).to_have_count(0)
    gesture(ana, "turn south", "place r2c1 r1c1")
    tells(ana, "Ana places canyon (1 nugget) on r2c1 and forest (1 beaver) on r1c1.")
    expect(ana["#plate-0 .points"]).to_have_text("4")
    expect(ana[".ghost"]).to_have_count(0)


def test_a_place_shows_what_it_changes_before_it_is_confirmed(ranchers: NewGuest) -> None:
    ana = at(ranchers("Ana"), JOIN)
    ana["#tab-settings"].click()
    ana["#confirm"].check()
    ana[pick("F1")].click()
    ana[pick("Cn")].click()
    ana["#confirm-act"].click()
    ana[pick("turn east")].click()
    expect(ana[".spot.lit"].first).to_be_visible()
    expect(ana[f"{pick('place r2c3 r2c4')} .gain"]).to_have_text("+3")
    ana[pick("place r2c3 r2c4")].click()
    expect(ana[f"{pick('place r2c3 r2c4')} .pair"]).to_be_visible()
    expect(ana["#plate-0 .points"]).to_have_text("1")
    ana[pick("turn north")].click()  # turned once more
    expect(ana[f"{pick('place r2c3 r2c4')}"]).to_be_hidden()
    ana[pick("place r2c3 r3c3")].click()
    ana["#confirm-act"].click()
    expect(ana["#plate-0 .points"]).to_have_text("4")


def test_a_place_that_is_closed_says_why(ranchers: NewGuest) -> None:
    ana = at(ranchers("Ana"), JOIN)
    ana[pick("K3")].click()
    ana[pick("F1")].click()
    ana[pick("turn east")].click()
    ana.page.mouse.click(*middle(ana[pick("place r5c1 r5c2")]))
    expect(ana["#refusal [data-slot=rule]"]).to_have_text("MR-32")
    expect(ana[f"{pick('turn east')}.picked"]).to_have_count(1)


# --- partners -----------------------------------------------------------------------------------


def test_a_partner_is_recruited(hand: tuple[Guest, Gesture]) -> None:
    ana, gesture = hand
    at(ana, RECRUIT)
    expect(ana["#scenario-view"]).to_contain_text("Each group of at least 3 adjacent partners")
    gesture(ana, "token prospector", "here")
    tells(ana, "Ana recruits a partner for r2c2: prospector.")
    expect(ana["#t0-6"]).to_be_visible()
    expect(ana["#line-8 td"].first).to_have_text("1")


def test_a_token_is_turned_to_its_cowboy_side_and_moves_cows(hand: tuple[Guest, Gesture]) -> None:
    ana, gesture = hand
    at(ana, RECRUIT)
    gesture(ana, "token prospector", "cowboy")
    tells(ana, "Ana recruits a partner for r2c2: cowboy.")
    expect(ana["#status"]).to_contain_text("3 steps left")
    gesture(ana, "cow r1c1", "move r1c1 r1c2")
    tells(ana, "Ana moves a cow from r1c1 to r1c2.")
    gesture(ana, "cow r1c2", "move r1c2 r2c2")
    expect(ana["#status"]).to_contain_text("1 step left")
    ana.button("Enough").click()
    tells(ana, "Ana moves no further cow.")


def test_a_desperado_exchanges_plots(hand: tuple[Guest, Gesture]) -> None:
    ana, gesture = hand
    at(ana, DESPERADO)
    gesture(ana, "take 1 Mcc", "give K5")
    tells(ana, "Ana exchanges corn (5 ears) for meadow (2 cows) of")
    expect(ana["#reserve-0 .plot"]).to_have_count(1)
    expect(ana["#reserve-0 #v0-15-0"]).to_be_visible()


def test_a_thief_takes_a_cow_that_nobody_protects(ranchers: NewGuest) -> None:
    ana, phone = at(ranchers("Ana"), THIEF), at(ranchers("Eva", **PHONE), THIEF)
    ana.page.mouse.click(*middle(ana[pick("steal 1 r1c2")]))
    expect(ana["#refusal [data-slot=rule]"]).to_have_text(re.compile("MR-6[01]"))
    go_to(ana, "steal 1 r2c3")
    ana.page.keyboard.press("Enter")
    tells(ana, "Ana steals a cow from r2c3")
    expect(phone["#view-1 #ranch-1"]).to_be_visible()  # without opening anything
    phone[pick("steal 1 r2c3")].tap()
    tells(phone, "Eva steals a cow from r2c3")
    expect(phone["#w0-6-0"]).to_have_count(1)


def test_droughts_and_bonus_tiles_are_decided_by_a_tap(ranchers: NewGuest) -> None:
    ana = at(ranchers("Ana", **SMALL), DROUGHT)
    expect(ana[f"{pick('drought r2c3')} .gain"]).to_have_text(re.compile("−"))
    ana[pick("drought r2c3")].tap()
    tells(ana, "Drought on r3c2: Ana loses a cow on r2c3.")
    at(ana, BONUS, seats=2)
    assert breadth(ana) == 320
    ana[pick("tile 1")].tap()
    ana[pick("side canyon")].tap()
    ana[pick("lay r9c2")].tap()
    tells(ana, "Ana lays the bonus tile, canyon (1 circle), on r9c2.")
    expect(ana[pick("here")]).to_have_count(1)


# --- whole tables -------------------------------------------------------------------------------


def act(guest: Guest) -> None:
    """Do the first thing that can be done, and see it told."""
    last = guest["#log li"].last.get_attribute("id")
    for _ in range(3):
        guest[LIT].first.dispatch_event("click")
        if guest[f"{LIT}, .picked"].count() == 0:
            break
    guest.page.wait_for_function(
        "line => document.querySelector('#log li:last-child').id !== line", arg=last
    )


def turn(people: list[Guest]) -> bool:
    """Let whoever is asked decide something; False once the match is over."""
    for _ in range(400):
        if people[0][OVER].count():
            return False
        for guest in people:
            if guest[LIT].count():
                act(guest)
                return True
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can do anything")


def test_two_people_build_their_ranches(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests("Rui", **PHONE)
    path = ana.table_of("moon_river", bots=False, seats="2")
    invited(ana, rui, path)
    name_at(ana, 1, "Rui")
    for _ in range(24):
        assert turn([ana, rui])
    for guest in (ana, rui):
        expect(guest["#log li"].last).to_have_text(ana.lines()[-1])
    for seat in (0, 1):
        there = [shown(guest, f"#ranch-{seat}, #reserve-{seat}") for guest in (ana, rui)]
        assert there[0] == there[1]
        assert there[0]
    assert [breadth(guest) for guest in (ana, rui)] == [1280, 390]
    assert not [fault for guest in (ana, rui) for fault in faults(guest)]


def shown(guest: Guest, where: str) -> list[str]:
    """The pieces that lie somewhere, by their ids."""
    ids: list[str] = guest[where].evaluate_all(
        "found => found.flatMap(e => [...e.querySelectorAll('[id]')].map(e => e.id))"
    )
    return sorted(ident for ident in ids if not ident.startswith("turn"))


@pytest.mark.parametrize(("seats", "plan"), [(2, "timber"), (3, "gold"), (4, "city")])
def test_legends_with_bots(guests: NewGuest, seats: int, plan: str) -> None:
    looks = {2: SMALL, 3: {"color_scheme": "dark"}, 4: {**PHONE, "color_scheme": "dark"}}
    ana = guests("Ana", **looks[seats])
    wish = {"option-variant": "legends", "option-scenario": plan, "bot": "random"}
    ana.table_of("moon_river", bots=True, seats=str(seats), **wish)
    for _ in range(8):
        assert turn([ana])
    expect(ana["#scenario-view"]).to_contain_text("Each group of at least 3")
    boards = "Mary|Wesley|Calamity|Big Jo"
    for seat in range(seats):
        expect(ana[f"#plate-{seat}"]).to_contain_text(re.compile(boards))
    assert not faults(ana)
    size = ana.page.viewport_size
    assert size
    assert breadth(ana) == size["width"]


def test_the_last_domino_ends_the_match_and_the_sheet_is_counted(ranchers: NewGuest) -> None:
    ana, watcher = ranchers("Ana", **PHONE), ranchers()
    at(ana, LAST, seats=2)
    watcher.sit(ana.page.url)
    expect(watcher["#board [data-pick]"]).to_have_count(0)
    ana[pick("turn east")].tap()  # there is one pair only: it was joined by itself
    ana[pick("place r2c3 r2c4")].tap()
    for guest in (ana, watcher):
        expect(guest[OVER].first).to_be_visible()
        expect(guest["#round"]).to_contain_text("Ana wins!")
        expect(guest["#line-12 td"].first).to_have_text(re.compile(r"\d+"))
        expect(guest["#sheet"]).to_be_visible()
        assert not faults(guest)
    told = [line for line in ana.lines() if line.lower().startswith(("desert", "total", "ears"))]
    assert len(told) == 3


# --- small screens ------------------------------------------------------------------------------


def test_a_long_ranch_and_those_of_the_others_on_a_small_phone(ranchers: NewGuest) -> None:
    ana = at(ranchers("Ana", **SMALL), TALL, seats=2)
    assert breadth(ana) == 320
    cell = ana["#c0-42"].bounding_box()
    assert cell
    assert cell["width"] >= 44
    expect(ana["#view-1"]).to_be_hidden()
    ana[".player .opens"].tap()
    expect(ana["#ranch-1"]).to_be_visible()
    assert not faults(ana)
    ana["#view-1 .close"].tap()
    expect(ana["#view-1"]).to_be_hidden()
    ana[".chip[popovertarget=sheet-view]"].tap()
    expect(ana["#line-12"]).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(ana["#sheet-view"]).to_be_hidden()
    for size in (390, 820, 1280):
        ana.page.set_viewport_size({"width": size, "height": 900})
        assert breadth(ana) == size
