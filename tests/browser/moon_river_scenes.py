"""Tables of Moon River that begin with something to do, and the hands that do it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Locator, expect
from tests.browser import prepared
from tests.browser.page_checks import PHONE
from tests.browser.servers import Guest, ServerProcess, opened

from kermesse.core.position import Position
from kermesse.games.moon_river.tests.scenes import placed, scene

SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
LIT = "#board [data-pick].lit"
OVER = "#bar a[href^='/replay/']"
OPTION = "scenario_base"  # its value names a prepared position
JOIN, CIRCLES, DROUGHT, BONUS, LAST, TALL = range(31, 37)


# --- prepared positions -------------------------------------------------------------------------


def circles() -> Position:
    """Two partners are about to be recruited, with a cow and a plot to spare."""
    mine = {"r1c2": "M0", "r1c1": "Mc*1"}
    other = {"r2c3": "Cc*1", "r3c3": "C0", "r1c2": "Mco*1/trapper", "r1c1": "D0"}
    legends = {"variant": "legends", "plan": "outlaws", "colour": "green white orange"}
    reserves = {0: "Mo Aco K5", 1: "Mcc D0", 2: "F1"}
    position = scene(3, {0: mine, 1: other}, reserves, **legends)
    placed(position, "Mo Aco", "r2c2 r3c2")
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


def last_dominoes() -> Position:
    """Two people have a domino each left to be placed in the whole match."""
    mine = {"r1c2": "M0", "r1c1": "Mc*2", "r2c2": "Mn", "r3c2": "Dn"}
    other = {"r2c3": "Cc*1", "r3c3": "C0"}
    lines = {"round": 24, "emptying": "yes", "phase": "expand", "saloon": ""}
    return scene(2, {0: mine, 1: other}, {0: "K3 Mcc", 1: "F1 K4"}, **lines)


def tall() -> Position:
    """A ranch for two up to row 9, with a domino to be made."""
    ranch = {f"r{row}c3": "D0" for row in range(2, 9)} | {"r9c3": "Dn", "r9c2": "Cc*1"}
    return scene(
        2, {0: ranch | {"r9c4": "F1"}, 1: {"r2c3": "K5", "r3c3": "F2"}}, {0: "Ds C0"}, round=12
    )


@contextmanager
def prepared_house(data: Path) -> Iterator[ServerProcess]:
    """A server whose matches can start from these positions."""
    positions = {
        JOIN: scene(3, {0: {"r1c2": "D0", "r2c2": "Cc*1"}}, {0: "K3 Cn F1"}),
        CIRCLES: circles(),
        DROUGHT: drought(),
        BONUS: bonus(),
        LAST: last_dominoes(),
        TALL: tall(),
    }
    prepared.write(data / "positions", positions.items())
    with opened(data, prepared.before("moon_river", OPTION, data / "positions")) as running:
        yield running


def at(guest: Guest, number: int, seats: int = 3) -> Guest:
    """At a table that starts from a prepared position, against bots."""
    guest.table_of("moon_river", bots=True, bot="random", **start_of(number, seats))
    expect(guest[LIT].first).to_be_visible()
    return guest


def start_of(number: int, seats: int) -> dict[str, str]:
    """What a form says for a prepared position."""
    legends = {"option-variant": "legends"}  # without which nobody is asked for the option
    return {"seats": str(seats), f"option-{OPTION}": str(number), **legends}


# --- gestures -----------------------------------------------------------------------------------


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


def by_finger(guest: Guest, one: str, other: str) -> None:
    """Drag one thing to another with a finger."""
    touch = guest.context.new_cdp_session(guest.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    x, y = middle(guest[pick(one)])
    send("touchStart", (x, y))
    send("touchMove", (x + 9, y - 9))
    expect(guest[".ghost"]).to_have_count(1)
    send("touchMove", middle(guest[pick(other)]))
    expect(guest[f"{pick(other)}.over"]).to_have_count(1)
    send("touchEnd")


def by_keys(guest: Guest, one: str, other: str) -> None:
    """The same with the keyboard alone."""
    for name in (one, other):
        press(guest, name)


def press(guest: Guest, name: str) -> None:
    """Go by the arrow keys from one lit thing to the next, and press Enter."""
    expect(guest[f"{pick(name)}.lit"]).to_have_count(1)
    go_to(guest, name)
    guest.page.keyboard.press("Enter")


ARROW = """(wanted) => {
  const middle = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  if (wanted === document.activeElement) return "";
  const [x, y] = middle(wanted);
  const [homeX, homeY] = middle(document.activeElement);
  const [across, down] = [x - homeX, y - homeY];
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? "ArrowRight" : "ArrowLeft";
  return down > 0 ? "ArrowDown" : "ArrowUp";
}"""  # which key leads from what has the focus towards something else


def go_to(guest: Guest, name: str) -> None:
    """Move the focus by arrow keys."""
    found = guest[pick(name)]
    for _ in range(14):
        key = found.evaluate(ARROW)
        if not key:
            return
        guest.page.keyboard.press(key)
    found.focus()  # what lies askew is reached by Tab


class Hand(NamedTuple):
    """How somebody picks one thing, and two that belong together."""

    settings: dict[str, Any]
    choose: Callable[[Guest, str], None]
    join: Callable[[Guest, str, str], None]


def click(guest: Guest, name: str) -> None:
    guest[pick(name)].click()


def tap(guest: Guest, name: str) -> None:
    guest[pick(name)].tap()


HANDS = {
    "mouse": Hand({}, click, by_mouse),
    "finger": Hand(PHONE, tap, by_finger),
    "keys": Hand({}, press, by_keys),
}


def tells(guest: Guest, words: str) -> None:
    """Wait until the log says it."""
    expect(guest["#log", words]).to_have_count(1)
