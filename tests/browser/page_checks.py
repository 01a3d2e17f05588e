"""How a page is looked at: by axe, by its width, by keys alone, by what moves on it."""

from __future__ import annotations

from importlib import resources
from typing import Any

from tests.browser.servers import Guest

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
MOST_TABS = 60
AXE = resources.files("axe_playwright_python") / "axe.min.js"

WATCHING = """
globalThis.seen = 0;
const look = () => {
  globalThis.seen = Math.max(globalThis.seen, document.getAnimations().length);
  requestAnimationFrame(look);
};
look();
"""


def faults(guest: Guest, **options: Any) -> list[str]:
    """What axe has to say about a page as it is."""
    if guest.page.evaluate("!globalThis.axe"):
        guest.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = guest.page.evaluate(
        "options => axe.run(options).then(({ violations }) => violations)",
        {"resultTypes": ["violations"], **options},
    )
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:200]}"
        for fault in found
        for node in fault["nodes"]
    ]


def breadth(guest: Guest) -> int:
    return int(guest.page.evaluate("document.scrollingElement.scrollWidth"))


def tab_to(guest: Guest, selector: str) -> None:
    """Go on with Tab until something has the focus."""
    for _ in range(MOST_TABS):
        guest.page.keyboard.press("Tab")
        if guest.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def middle(box: Any) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
