"""What is in sight: measured boxes on a phone and on a desk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FilePayload, expect
from tests.browser.conftest import NewGuest
from tests.browser.page_checks import PHONE
from tests.browser.servers import Guest

from kermesse.core.registry import game as find_game
from kermesse.core.registry import game_names

LONG_NAME = "Pink Flamingo"
CLOCKS: list[dict[str, str]] = [
    {"clock": "total", "total_minutes": "15"},
    {"clock": "decision", "decision_seconds": "604800"},
]
ROUNDED = 1  # pixels
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].map(e => {
  const { top, right, bottom, left } = e.getBoundingClientRect();
  const fits = top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
  return fits ? "" : `${e.id || e.className}: ${[left, top, right, bottom].map(Math.round)}`;
}).filter(Boolean)"""


def outside(guest: Guest, selector: str) -> list[str]:
    """What of these elements is not wholly inside the window, and where it is."""
    found: list[str] = guest.page.evaluate(OUTSIDE, selector)
    return found


def with_seats() -> list[Any]:
    """Every game with every number of seats that it can be played with."""
    return [
        pytest.param(name, seats, id=f"{name}-{seats}")
        for name in game_names()
        for seats in find_game(name).seats
    ]


@pytest.mark.parametrize(("game", "seats"), with_seats())
def test_on_a_phone_with_a_clock_all_that_may_be_chosen_is_on_the_first_screen(
    guests: NewGuest, game: str, seats: int
) -> None:
    ana = guests(LONG_NAME, **PHONE)
    ana.speak("fr")  # its sentences are the longest
    for clock in CLOCKS:
        ana.table_of(game, seats=str(seats), bot="random", **clock)
        expect(ana["#board .lit"].first).to_be_visible()
        expect(ana["#countdown .clock"]).to_be_visible()
        assert not outside(ana, "#board .lit, #status, #countdown .clock")
        ana["#board .lit"].first.click()  # what comes next: where it goes, or another decision
        assert not outside(ana, "#board .lit")
        assert ana.page.evaluate("scrollY") == 0


CUT = """() => [...document.querySelectorAll("#table *")].filter(e => e.checkVisibility())
  .filter(e => getComputedStyle(e).textOverflow === "ellipsis" && e.clientWidth > 1)
  .filter(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 3)
  .map(e => e.textContent)"""
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 650}}


@pytest.mark.parametrize(("game", "seats"), with_seats())
@pytest.mark.thorough
def test_on_a_desk_a_name_of_two_words_is_not_cut(guests: NewGuest, game: str, seats: int) -> None:
    ana = guests(LONG_NAME)
    ana.table_of(game, seats=str(seats), bot="random")
    expect(ana["#board .lit"].first).to_be_visible()
    assert ana.page.evaluate(CUT) == []


TWICE = """() => [...document.querySelectorAll("[id]")].map(({ id }) => id)
  .filter((id, n, ids) => ids.indexOf(id) !== n)"""


@pytest.mark.parametrize("game", game_names())
def test_no_board_has_an_id_that_is_used_around_it(guests: NewGuest, game: str) -> None:
    ana = guests("Ana")
    ana.table_of(game, bot="random")
    expect(ana["#board .lit"].first).to_be_visible()
    assert ana.page.evaluate(TWICE) == []


@pytest.mark.parametrize("window", [{}, LAPTOP], ids=["desk", "laptop"])
def test_beside_six_seats_the_log_and_the_chat_keep_their_room(
    guests: NewGuest, window: dict[str, Any]
) -> None:
    ana = guests(LONG_NAME, **window)
    ana.table_of("viva", seats="6", bot="random", clock="total", total_minutes="15")
    expect(ana["#board .lit"].first).to_be_visible()
    log = ana["#panel-log"].bounding_box()
    assert log
    assert log["height"] >= 200
    assert not outside(ana, "#panel-log, .seat-0, .tabs, #rules-button")
    ana["#tab-chat"].click()
    assert not outside(ana, "#chat-text, #chat-form button")
    lines = ana['#panel-chat [role="log"]'].bounding_box()
    assert lines
    assert lines["height"] >= 100


@pytest.mark.parametrize("window", [{}, LAPTOP, PHONE], ids=["desk", "laptop", "phone"])
def test_the_menu_of_a_seat_stays_in_the_window(guests: NewGuest, window: dict[str, Any]) -> None:
    ana = guests(LONG_NAME, **window)
    ana.table_of("viva", seats="6", bot="random", clock="total", total_minutes="15")
    for seat in range(1, 6):
        ana[f"#menu-{seat} > summary"].click()
        expect(ana[f"#menu-{seat} .menu-items"]).to_be_visible()
        assert not outside(ana, f"#menu-{seat} :is(.menu-items, .menu-items > *)")
        ana.page.keyboard.press("Escape")
        expect(ana[f"#menu-{seat} .menu-items"]).to_be_hidden()
        expect(ana[f"#menu-{seat} > summary"]).to_be_focused()


FINISHED = find_game("muvuca").home / "tests" / "finished" / "roles-random.json"
OVER_THE_EDGE = """() => {
  const box = document.querySelector(".info.tally").getBoundingClientRect();
  return [...document.querySelectorAll(".info.tally *")].filter(e => e.checkVisibility())
    .filter(e => e.getBoundingClientRect().right > box.right
              || e.getBoundingClientRect().bottom > box.bottom).map(e => e.textContent); }"""


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
@pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.thorough
def test_what_muvuca_counts_stays_in_its_box(
    guests: NewGuest, window: dict[str, Any], language: str
) -> None:
    ana = guests("Ana", **window)
    ana.speak(language)
    text = FINISHED.read_text(encoding="utf-8").replace("Greedy 0", LONG_NAME)
    file: FilePayload = {"name": "match.json", "mimeType": "text/plain", "buffer": text.encode()}
    replay = ana.context.request.post("/replay/upload", multipart={"file": file}).url
    counted, moments = [], 0
    while len(counted) < 10:  # five types of either vendor
        steps = ana.context.request.get(f"{replay}/frames?from={moments}").json()["steps"]
        counted += [n for n, step in enumerate(steps, moments) if "tally" in step["put"]["board"]]
        moments += len(steps)
    for moment in (counted[4], counted[9]):  # both vendors have counted all
        ana.go(f"{replay.removeprefix(ana.house.address)}?at={moment}")
        assert ana.page.evaluate(OVER_THE_EDGE) == []


SIZES = {
    "laptop": (1280, 800),
    "low": (1366, 650),
    "desk": (1440, 900),
    "large": (1920, 1080),
    "huge": (2560, 1440),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small": (320, 640),
}
CROPPED = """() => {
  const hero = document.querySelector(".hero").getBoundingClientRect();
  return [...document.querySelectorAll(".stands *, .wordmark *")].filter(e => {
    const { top, right, bottom, left } = e.getBoundingClientRect();
    return top < hero.top || bottom > hero.bottom || left < 0 || right > innerWidth;
  }).map(e => e.outerHTML); }"""
COVERED = """() => {
  const words = document.querySelector(".hero .lead").getBoundingClientRect();
  return [...document.querySelectorAll(".stands")].filter(e => {
    const { top, right, left } = e.getBoundingClientRect();
    return top < words.bottom && left < words.right && right > words.left;
  }).length; }"""


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_picture_of_the_lobby_is_whole_and_games_can_be_chosen_at_once(
    guests: NewGuest, size: tuple[int, int]
) -> None:
    width, height = size
    ana = guests(viewport={"width": width, "height": height})
    ana.go("/")
    assert ana.page.evaluate(CROPPED) == []
    assert ana.page.evaluate(COVERED) == 0
    assert ana.page.evaluate("document.documentElement.scrollWidth") == width
    hidden = outside(ana, ".tile h3 a, .tile-go")
    games = ana[".tile"].count()
    assert games >= 5
    assert len(hidden) <= (0 if width >= 1280 and height >= 800 else 2 * (games - 1))
    ana[".tile"].first.click()  # all of it is a link
    ana.page.wait_for_url("**/games/*")
