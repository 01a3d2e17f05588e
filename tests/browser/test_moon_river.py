"""Moon River at the web table: dominoes, partners and bonus tiles by mouse, finger and keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import NewGuest, comers
from tests.browser.moon_river_scenes import (
    BONUS,
    CIRCLES,
    DROUGHT,
    HANDS,
    JOIN,
    LAST,
    LIT,
    OVER,
    SMALL,
    TALL,
    Hand,
    at,
    middle,
    pick,
    prepared_house,
    start_of,
    tells,
)
from tests.browser.page_checks import PHONE, breadth, faults
from tests.browser.servers import Guest, ServerProcess
from tests.browser.test_seats import invited, name_at

Rancher = tuple[Guest, Hand]


@pytest.fixture(scope="module")
def ranch_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with tables that begin where a test wants them to."""
    with prepared_house(tmp_path_factory.mktemp("ranch-house")) as running:
        yield running


@pytest.fixture
def ranchers(browser: Browser, ranch_house: ServerProcess) -> Iterator[NewGuest]:
    """Lets people come to that server."""
    yield from comers(browser, ranch_house)


@pytest.fixture(scope="module", params=HANDS)
def rancher(
    request: pytest.FixtureRequest, browser: Browser, ranch_house: ServerProcess
) -> Iterator[Rancher]:
    """Ana, who has one way to pick things and goes from table to table."""
    hand = HANDS[request.param]
    with contextmanager(comers)(browser, ranch_house) as come:
        yield come("Ana", **hand.settings), hand


# --- dominoes -----------------------------------------------------------------------------------


def test_a_domino_is_joined_turned_and_placed(rancher: Rancher) -> None:
    ana, hand = rancher
    at(ana, JOIN)
    expect(ana["#status"]).to_have_text("Join two plots, or keep them.")
    hand.join(ana, "Cn", "F1")
    tells(ana, "Ana joins canyon (1 nugget) and forest (1 beaver).")
    expect(ana[".spot:visible"]).to_have_count(0)
    hand.join(ana, "turn south", "place r2c1 r1c1")
    tells(ana, "Ana places canyon (1 nugget) on r2c1 and forest (1 beaver) on r1c1.")
    expect(ana["#plate-0 .points"]).to_have_text("4")
    expect(ana[".ghost"]).to_have_count(0)


def test_a_place_shows_what_it_changes_before_it_is_confirmed(ranchers: NewGuest) -> None:
    ana = at(ranchers("Ana", **PHONE), JOIN)
    ana["#tab-settings"].tap()
    ana["#confirm"].check()
    ana[pick("F1")].tap()
    ana[pick("Cn")].tap()
    ana["#confirm-act"].tap()
    ana[pick("turn east")].tap()
    expect(ana[".spot.lit"].first).to_be_visible()
    expect(ana[f"{pick('place r2c3 r2c4')} .gain"]).to_have_text("+3")
    ana[pick("place r2c3 r2c4")].tap()
    expect(ana[f"{pick('place r2c3 r2c4')} .pair"]).to_be_visible()
    expect(ana["#plate-0 .points"]).to_have_text("1")
    ana[pick("turn north")].tap()  # turned once more
    expect(ana[f"{pick('place r2c3 r2c4')}"]).to_be_hidden()
    ana[pick("place r2c3 r3c3")].tap()
    ana["#confirm-act"].tap()
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


def recruiting(rancher: Rancher) -> Rancher:
    """Somebody who recruits for r2c2, and after that for r3c2."""
    ana, hand = rancher
    at(ana, CIRCLES)
    hand.choose(ana, "circle r2c2")
    expect(ana[f"{pick('token farmer')}.lit"]).to_have_count(1)
    return ana, hand


def test_a_prospector_counts_and_a_cowboy_moves_cows(rancher: Rancher) -> None:
    ana, hand = recruiting(rancher)
    expect(ana["#scenario-view"]).to_contain_text("Each group of at least 3 adjacent partners")
    hand.join(ana, "token prospector", "here")
    tells(ana, "Ana recruits a partner for r2c2: prospector.")
    expect(ana["#t0-6"]).to_be_visible()
    hand.join(ana, "token trapper", "cowboy")
    tells(ana, "Ana recruits a partner for r3c2: cowboy.")
    expect(ana["#status"]).to_contain_text("3 steps left")
    hand.join(ana, "cow r1c1", "move r1c1 r1c2")
    tells(ana, "Ana moves a cow from r1c1 to r1c2.")
    hand.join(ana, "cow r1c2", "move r1c2 r2c2")
    expect(ana["#status"]).to_contain_text("1 step left")
    hand.choose(ana, "stop")
    tells(ana, "Ana moves no further cow.")


@pytest.mark.thorough
def test_a_desperado_exchanges_plots_and_a_farmer_counts(rancher: Rancher) -> None:
    ana, hand = recruiting(rancher)
    hand.join(ana, "token desperado", "here")
    tells(ana, "Ana recruits a partner for r2c2: desperado.")
    hand.join(ana, "take 1 Mcc", "give K5")
    tells(ana, "Ana exchanges corn (5 ears) for meadow (2 cows) of")
    expect(ana["#reserve-0 .plot"]).to_have_count(1)
    expect(ana["#reserve-0 #v0-15-0"]).to_be_visible()
    hand.join(ana, "token farmer", "specialist")
    tells(ana, "Ana recruits a partner for r3c2: farmer.")
    expect(ana["#t0-11"]).to_be_visible()


@pytest.mark.thorough
def test_a_thief_takes_a_cow_and_a_trapper_counts(rancher: Rancher) -> None:
    ana, hand = recruiting(rancher)
    hand.join(ana, "token cattle_thief", "specialist")
    expect(ana["#view-1 #ranch-1"]).to_be_visible()  # without opening anything
    ana.page.mouse.click(*middle(ana[pick("steal 1 r1c2")]))
    expect(ana["#refusal [data-slot=rule]"]).to_have_text(re.compile("MR-6[01]"))
    hand.choose(ana, "steal 1 r2c3")
    tells(ana, "Ana steals a cow from r2c3")
    expect(ana["#w0-6-0"]).to_have_count(1)
    hand.join(ana, "token trapper", "here")
    tells(ana, "Ana recruits a partner for r3c2: trapper.")
    expect(ana["#t0-11"]).to_be_visible()


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


# in the page itself: what is lit when one looks may be gone when one clicks
CLICK_UNTIL_TOLD = """([lit, line]) => {
  if (document.querySelector("#log li:last-child").id !== line) return true
  document.querySelector(lit)?.click()
}"""


def act(guest: Guest) -> None:
    """Do the first thing that can be done, in as many clicks as it takes, and see it told."""
    last = guest["#log li"].last.get_attribute("id")
    guest.page.wait_for_function(CLICK_UNTIL_TOLD, arg=[LIT, last], polling=50)


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


def two_people(ranchers: NewGuest, **fields: str) -> list[Guest]:
    """Ana at a desk and Rui with a phone, at one table."""
    ana, rui = ranchers("Ana"), ranchers("Rui", **PHONE)
    path = ana.table_of("moon_river", bots=False, **{"seats": "2", **fields})
    invited(ana, rui, path)
    name_at(ana, 1, "Rui")
    return [ana, rui]


def shown(guest: Guest, where: str) -> list[str]:
    """The pieces that lie somewhere, by their ids."""
    ids: list[str] = guest[where].evaluate_all(
        "found => found.flatMap(e => [...e.querySelectorAll('[id]')].map(e => e.id))"
    )
    return sorted(ident for ident in ids if not ident.startswith("turn"))


@pytest.mark.thorough
def test_two_people_build_their_ranches(ranchers: NewGuest) -> None:
    people = two_people(ranchers)
    ana, _ = people
    for _ in range(6):
        assert turn(people)
    for guest in people:
        expect(guest["#log li"].last).to_have_text(ana.lines()[-1])
    for seat in (0, 1):
        there = [shown(guest, f"#ranch-{seat}, #reserve-{seat}") for guest in people]
        assert there[0] == there[1]
        assert there[0]
    assert [breadth(guest) for guest in people] == [1280, 390]
    assert not faults(ana)


def test_two_people_place_their_last_dominoes_and_the_sheet_is_counted(ranchers: NewGuest) -> None:
    ana, rui = two_people(ranchers, **start_of(LAST, 2))
    expect(rui["#board [data-pick]"]).to_have_count(0)
    ana[pick("turn east")].click()  # there is one pair only: it was joined by itself
    ana[pick("place r2c3 r2c4")].click()
    tells(rui, "Ana places")
    rui[pick("turn north")].tap()
    rui[".spot.lit"].first.tap()
    for guest in (ana, rui):
        expect(guest[OVER].first).to_be_visible()
        expect(guest["#round"]).to_contain_text("Ana wins!")
        expect(guest["#line-12 td"].first).to_have_text(re.compile(r"\d+"))
        expect(guest["#sheet"]).to_be_visible()
        told = [line.split()[0].lower() for line in guest.lines()]
        assert {"desert", "total", "ears"} <= {word.strip(":,") for word in told}
    assert not faults(rui)


@pytest.mark.parametrize(("seats", "plan"), [(2, "timber"), (3, "gold"), (4, "city")])
@pytest.mark.thorough
def test_legends_with_bots(ranchers: NewGuest, seats: int, plan: str) -> None:
    looks = {2: SMALL, 3: {"color_scheme": "dark"}, 4: {**PHONE, "color_scheme": "dark"}}
    ana = ranchers("Ana", **looks[seats])
    wish = {"option-variant": "legends", "option-scenario": plan, "bot": "random"}
    ana.table_of("moon_river", bots=True, seats=str(seats), **wish)
    for _ in range(2):
        assert turn([ana])
    expect(ana["#scenario-view"]).to_contain_text("Each group of at least 3")
    boards = "Mary|Wesley|Calamity|Big Jo"
    for seat in range(seats):
        expect(ana[f"#plate-{seat}"]).to_contain_text(re.compile(boards))
    assert not faults(ana)
    size = ana.page.viewport_size
    assert size
    assert breadth(ana) == size["width"]


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
