"""Takes the pictures of the web table for the documents, always of the same deals.

python -m tools.screenshots
"""

from __future__ import annotations

import base64
import os
import struct
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from tests.browser import moon_river_scenes, shuppa_scenes
from tests.browser import test_moon_river as moon_river
from tests.browser import test_muckle as muckle
from tests.browser import test_shuppa as shuppa
from tests.browser import test_viva as viva
from tests.browser.houses import Guest, chromium, opened
from tests.installing import install

from kermesse.cli import main as main_door

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
# the same secret for every table, and bots that think the same every time
FIXED = (
    "import random; random.seed(7)\n"
    "import kermesse.table.house as house; house.fresh_secret = lambda: bytes(range(32))\n"
    "import kermesse.bots.greedy as greedy; greedy.checked_seed = lambda seed: 7\n"
)
PUSHES = ("row2-right", "column3-up", "row3-left", "column2-down", "row1-right", "column4-down")
MOMENT = 38  # of the replay
VIVA_MOVES, MUCKLE_MOVES, SHUPPA_MOVES, MOON_RIVER_MOVES = 5, 6, 8, 34  # before their pictures
NEW, NEW_MOVES = "top_card", 2
PLAIN_MOVES = ".plain-board .lit"
# the installed games would have to be compiled, and none of them is looked at
ONLY_NEW = (
    "import kermesse.table.house as house; every = house.load_games\n"
    f"house.load_games = lambda: {{{NEW!r}: every()[{NEW!r}]}}\n"
)
TURNS = ".turn.lit"  # a domino of Moon River in its positions
COLOURS = 256
LARGEST = 150_000  # bytes
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}
PIXELS = """async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const parts = [];
  for (let at = 0; at < data.length; at += 8190) {
    parts.push(btoa(String.fromCharCode(...data.subarray(at, at + 8190))));
  }
  return [image.width, image.height, parts];
}"""


def main() -> None:
    """Take them all."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        opened(Path(data), FIXED) as house,
        chromium() as browser,
    ):
        Camera(browser, lambda **settings: Guest(browser, house, **settings)).take_all()
    new_game()


def new_game() -> None:
    """What `kermesse new-game` makes, alone in a house of its own."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / NEW
        CliRunner().invoke(main_door, ["new-game", NEW, "--folder", str(project)])
        install(project)
        with (
            patch.dict(os.environ, PYTHONPATH=str(project / "src")),
            opened(Path(folder) / "data", FIXED + ONLY_NEW) as house,
            chromium() as browser,
        ):
            Camera(browser, lambda **settings: Guest(browser, house, **settings)).new_game()


class Camera:
    """Plays the matches and takes a picture wherever it is worth one."""

    def __init__(self, browser: Browser, come: Callable[..., Guest]) -> None:
        self._come = come
        self._dark_room: Page = browser.new_page()

    def take_all(self) -> None:
        """Every game in its turn."""
        self.muvuca()
        self.viva()
        self.muckle()
        self.shuppa()
        self.moon_river()

    def muvuca(self) -> None:
        """Two people play; the one who begins is seen on a desk, on a phone and at night."""
        ana, rui = self._come(**DESK), self._come(**DESK)
        ana.name("Ana")
        rui.name("Rui")
        path = ana.table(bots=False, listed="true")
        rui.go(ana.link())
        rui.page.wait_for_url(f"**{path}")
        for turn, push in enumerate(PUSHES):
            player = rui if turn % 2 else ana
            player.is_due()
            player.card.click()
            player[f"#push-{push}"].click()
        ana.is_due()
        self.shoot(ana, "table-desktop")
        ana.page.emulate_media(color_scheme="dark")
        self.shoot(ana, "table-dark")
        self.at_phone(ana, path)
        self.lobby(path)
        ana.page.emulate_media(color_scheme="light")
        ana.go(f"{path.replace('table', 'replay')}?at={MOMENT}")
        self.shoot(ana, "replay")

    def viva(self) -> None:
        """Somebody against three bots, some turns into a round, with a card picked."""
        ana = self._come(**DESK)
        ana.name("Ana")
        options = {"option-first_dealer": "seat3", "option-hand_size": "7"}
        path = ana.table_of("viva", bots=True, bot="greedy", seats="4", **options)
        expect(ana[viva.MOVES].first).to_be_enabled()
        moves = 0
        while moves < VIVA_MOVES or not ana[viva.CARD].count():
            viva.act(ana)
            expect(ana[viva.MOVES].first).to_be_enabled()
            moves += 1
        phone = self.phone_of(ana, path)
        for guest, name in ((ana, "viva-desktop"), (phone, "viva-phone")):
            guest[viva.CARD].first.click()
            self.shoot(guest, name)

    def muckle(self) -> None:
        """Somebody and three bots, some turns into a match."""
        ana = self._come(**DESK)
        ana.name("Ana")
        path = ana.table_of("muckle", bots=True, bot="greedy")
        muckle.lay_aside(ana, muckle.KEPT_OUT[0])
        moves = 0
        while moves < MUCKLE_MOVES or not ana[muckle.PILE].count():
            assert muckle.move({0: ana}), "the match is over"
            expect(ana[f"{muckle.PILE}, {muckle.GIVE}"].first).to_be_enabled()
            moves += 1
        ana.sit(path)  # as somebody sees it who comes back: the log at its end
        expect(ana[muckle.PILE].first).to_be_enabled()
        self.shoot(ana, "muckle-desktop")
        self.shoot(self.phone_of(ana, path), "muckle-phone")

    def shuppa(self) -> None:
        """Somebody and three bots, in the middle of a match, with a card to choose."""
        ana = self._come(**DESK)
        ana.name("Ana")
        path = ana.table_of("shuppa", bots=True, bot="greedy", seats="4")
        moves = 0
        while moves < SHUPPA_MOVES or not ana[shuppa_scenes.HAND].count():
            assert not shuppa.is_over([ana]), "the match is over"
            shuppa.act(ana)
            moves += 1
            expect(ana[shuppa_scenes.PICKS].first).to_be_enabled()
        ana.sit(path)
        expect(ana[shuppa_scenes.HAND].first).to_be_enabled()
        self.shoot(ana, "shuppa-desktop")
        self.shoot(self.phone_of(ana, path), "shuppa-phone")

    def moon_river(self) -> None:
        """Somebody and two bots in a scenario, late in a match, with a domino turned."""
        ana = self._come(**DESK)
        ana.name("Ana")
        options = {"option-variant": "legends", "option-scenario": "timber"}
        path = ana.table_of("moon_river", bots=True, bot="greedy", seats="3", **options)
        moves = 0
        while moves < MOON_RIVER_MOVES or not ana[TURNS].count():
            assert moon_river.turn([ana]), "the match is over"
            expect(ana[moon_river_scenes.LIT].first).to_be_enabled()
            moves += 1
        ana.sit(path)
        phone = self.phone_of(ana, path)
        for guest, name in ((ana, "moon_river-desktop"), (phone, "moon_river-phone")):
            guest[TURNS].nth(1).click()
            self.shoot(guest, name)

    def new_game(self) -> None:
        """Somebody and two bots, in the last round."""
        ana = self._come(**DESK)
        ana.name("Ana")
        path = ana.table_of(NEW, bots=True, bot="greedy", seats="3")
        for move in range(NEW_MOVES):
            expect(ana[PLAIN_MOVES].first).to_be_enabled()
            lines = len(ana.lines())
            ana[PLAIN_MOVES].nth(move % 2).click()
            expect(ana["#log li"].nth(lines + 1)).to_be_attached()
        ana.sit(path)
        expect(ana[PLAIN_MOVES].first).to_be_enabled()
        self.shoot(ana, "new-game-desktop")
        self.shoot(self.phone_of(ana, path), "new-game-phone")

    def at_phone(self, ana: Guest, path: str) -> None:
        """The same seat on a phone, with a card picked."""
        phone = self.phone_of(ana, path)
        phone.is_due()
        phone[".slot.lit"].nth(2).tap()
        self.shoot(phone, "table-phone")

    def phone_of(self, guest: Guest, path: str) -> Guest:
        """The phone of somebody who sits at a table."""
        phone = self._come(**PHONE)
        phone.context.add_cookies(guest.context.cookies())  # type: ignore[arg-type]
        phone.sit(path)
        expect(phone[".lit"].first).to_be_enabled()
        return phone

    def lobby(self, path: str) -> None:
        """The first page, as a stranger sees it."""
        guest = self._come(**DESK)
        guest.go("/")
        self.shoot(guest, "lobby")

    def shoot(self, guest: Guest, name: str) -> None:
        """Take a picture and make it small."""
        guest.page.mouse.move(0, 0)
        small = self.reduced(guest.page.screenshot())
        assert len(small) <= LARGEST, f"{name} has {len(small)} bytes"
        target = IMAGES / f"{name}.png"
        target.write_bytes(small)
        print(f"wrote {target.relative_to(Path.cwd())}, {len(small) // 1000} kB")

    def reduced(self, png: bytes) -> bytes:
        """The picture with few colours; the browser reads it, so that nothing else is needed."""
        width, height, parts = self._dark_room.evaluate(PIXELS, base64.b64encode(png).decode())
        raw = b"".join(base64.b64decode(part) for part in parts)
        pixels = np.frombuffer(raw, np.uint8).reshape(-1, 4)[:, :3].astype(np.int32)
        palette, indices = quantised(pixels)
        return written(width, height, palette, indices)


def quantised(pixels: np.ndarray[Any, Any]) -> tuple[bytes, bytes]:
    """A palette of the most frequent colours, and for each pixel the nearest of them."""
    codes = pixels[:, 0] >> 3 << 10 | pixels[:, 1] >> 3 << 5 | pixels[:, 2] >> 3
    counts = np.bincount(codes, minlength=1 << 15)
    sums = [np.bincount(codes, weights=pixels[:, axis], minlength=1 << 15) for axis in range(3)]
    means = np.stack(sums, axis=1) / np.maximum(counts, 1)[:, None]
    kept = np.argsort(-counts, kind="stable")[:COLOURS]
    nearest = np.zeros(1 << 15, np.uint8)
    for code in np.flatnonzero(counts):
        nearest[code] = np.argmin(((means[kept] - means[code]) ** 2).sum(axis=1))
    return means[kept].round().astype(np.uint8).tobytes(), nearest[codes].tobytes()


def written(width: int, height: int, palette: bytes, indices: bytes) -> bytes:
    """A PNG file with a palette."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    rows = b"".join(
        b"\0" + indices[start : start + width] for start in range(0, width * height, width)
    )
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", palette)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


if __name__ == "__main__":
    main()
