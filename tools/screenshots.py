"""Takes the pictures of pages that the documents show: a server, a browser, some way into a match.

python -m tools.screenshots [NAME…]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.page_checks import PHONE
from tests.browser.servers import Guest, ServerProcess, chromium, opened

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
CLICKS = {"muvuca": 24, "viva": 12, "muckle": 10, "shuppa": 4, "moon_river": 20}  # a lively table
DARK = {"color_scheme": "dark"}
LIT = ".lit:not([disabled]):visible"

# name of a picture: the game, the form, and how it is looked at
TABLES: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
    "table-desktop": ("muvuca", {}, {}),
    "table-phone": ("muvuca", {}, PHONE),
    "table-dark": ("muvuca", {}, DARK),
    "viva-desktop": ("viva", {"seats": "4"}, {}),
    "viva-phone": ("viva", {"seats": "4"}, PHONE),
    "muckle-desktop": ("muckle", {}, {}),
    "muckle-phone": ("muckle", {}, PHONE),
    "shuppa-desktop": ("shuppa", {"seats": "3"}, {}),
    "shuppa-phone": ("shuppa", {"seats": "3"}, PHONE),
    "moon_river-desktop": ("moon_river", {"seats": "3"}, {}),
    "moon_river-phone": ("moon_river", {"seats": "3"}, PHONE),
}


def main() -> None:
    """Take them all, or those that are named."""
    wanted = sys.argv[1:] or ["lobby", *TABLES]
    with (
        tempfile.TemporaryDirectory() as data,
        opened(Path(data)) as house,
        chromium() as browser,
    ):
        for name in wanted:
            take(browser, house, name)
            print(f"wrote docs/images/{name}.png", flush=True)


def take(browser: Browser, house: ServerProcess, name: str) -> None:
    """One picture."""
    game, fields, look = TABLES.get(name, ("", {}, {}))
    guest = Guest(browser, house, **look)
    guest.name("Ana")
    if game:
        guest.table_of(game, bots=True, bot="casual", **fields)
        for _ in range(CLICKS[game]):
            decide(guest)
        guest.page.mouse.move(0, 0)
        guest.page.evaluate("scrollTo(0, 0)")
    else:
        guest.go("/")
    guest.page.wait_for_timeout(800)  # what moves comes to rest
    guest.page.screenshot(path=IMAGES / f"{name}.png")
    guest.context.close()


def decide(guest: Guest) -> None:
    """Press what may be chosen: the one in the middle, so that a match does not go one way."""
    expect(guest[LIT].first).to_be_visible()
    lit = guest[LIT]
    lit.nth(lit.count() // 2).click()
    guest.page.wait_for_timeout(150)


if __name__ == "__main__":
    main()
