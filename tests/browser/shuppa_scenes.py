"""Tables of Shuppa that begin with something to do, and how people find their way there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect
from tests.browser import prepared
from tests.browser.page_checks import PHONE
from tests.browser.servers import Guest, ServerProcess, opened

from kermesse.core.position import Position
from kermesse.games.shuppa import game

NAMES = ("Ana", "Rui", "Eva")
SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
OVER = "#bar a[href^='/replay/']"
HAND = ".hand .cell.lit"
CELL = ".zone .cell.lit"
PICKS = f"{HAND}, {CELL}, .choice.lit, .place.lit"

# Tables that begin in the middle of a round: by their number of seats and of rounds.
EFFECT = "rights: 1\nacting: yes\nactive: 0\nhand 0: 1 6 20\nhand 1: 2 7 23\nphase: effect\n"
ALL_JUMPS = "discard: 8 20 48 60 72 84\n"  # as many as a column of 15 cards takes
HIGH = " ".join(str(n) for n in (1, 2, 3, 5, 6, 9, 10, 11, 13, 14, 15, 17, 18, 19, 22))
SCENES = {
    (2, 1): EFFECT + "zone: [17 3 13] [9 18 19] [14 25 26] [5 62] [11 74 4*0]",
    (2, 2): EFFECT + "zone: [13] [18] [] [5 25] [11 72*0]",
    (2, 3): EFFECT.replace("rights: 1", "arrow: left")
    + "zone: [13 3] [18 5] [9 25] [10 12*1] [11 24*0]",
    (2, 4): EFFECT + "zone: [13 3] [18 5] [9 25] [10 62] [11 28*0]",
    (2, 5): "phase: claim\nrights: 1\nwaiting: 0 1\nhand 0: 1 6 20\nhand 1: 7 22 23\n"
    "zone: [3 9] [13 30] [2 35*0] [17 41*1] [10 90]",
    (
        4,
        1,
    ): f"rights: 1\nacting: yes\nactive: 0\nphase: effect\nhand 0: 99\nhand 1: 98\nhand 2: 97\n"
    f"hand 3: 95\n{ALL_JUMPS}zone: [{HIGH}] [23 25 26] [27] [29] [30 31] [33 34] [37 38 4*0]",
    (1, 1): "phase: action\nacting: yes\nrights: 1\nhand 0: 1 6 20\n"
    "zone: [13] [18] [] [5 25] [11 72*1]",
}
EAT, JUMP, SWAP, LIFT, SHARE = ({"option-rounds": str(n)} for n in range(1, 6))


def positions() -> Iterator[tuple[int, Position]]:
    """The scenes, each with its number of rounds."""
    for (seats, rounds), lines in SCENES.items():
        head = f"seats: {seats}\nrounds: {rounds}\nnumber: {rounds}\n"
        yield rounds, game.position(head + lines)


@contextmanager
def prepared_shop(data: Path) -> Iterator[ServerProcess]:
    """A server whose short matches begin with something to do."""
    prepared.write(data / "positions", positions())
    with opened(data, prepared.before("shuppa", "rounds", data / "positions")) as running:
        yield running


def sit_down(guest: Guest, seats: int, **fields: str) -> Guest:
    """At a table with bots at the other seats, as soon as there is something to choose."""
    guest.table_of("shuppa", bots=True, seats=str(seats), bot="random", **fields)
    expect(guest[PICKS].first).to_be_enabled()
    return guest


def card(guest: Guest, number: int) -> Locator:
    """The place of the zone where a card lies."""
    return guest[f".zone .cell:has(#c{number})"]


def told(guest: Guest, words: str) -> None:
    """Wait until the log says something."""
    expect(guest["#log", words]).to_have_count(1)


def has_won(guest: Guest, points: int, *numbers: int) -> None:
    """The own pile has these points, and these cards among others."""
    expect(guest["#pile-0 .score b"]).to_have_text(str(points))
    for number in numbers:
        expect(guest[f"#pile-0 #c{number}"]).to_have_count(1)


def press_at(guest: Guest, wanted: Locator) -> None:
    """Go there by the keys alone, then press Enter."""
    guest.page.keyboard.press("ArrowDown")
    x, y = middle(wanted)
    for _ in range(30):
        at = guest.page.evaluate(
            "() => { const { left, right, top, bottom } = document.activeElement"
            ".getBoundingClientRect(); return [(left + right) / 2, (top + bottom) / 2] }"
        )
        if abs(at[0] - x) < 4 and abs(at[1] - y) < 4:
            break
        across, down = x - at[0], y - at[1]
        sideways = abs(across) >= 4
        names = ("ArrowRight", "ArrowLeft") if sideways else ("ArrowDown", "ArrowUp")
        guest.page.keyboard.press(names[(across if sideways else down) < 0])
    expect(wanted).to_be_focused()
    guest.page.keyboard.press("Enter")


def middle(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
