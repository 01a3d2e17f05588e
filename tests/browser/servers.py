"""A real server in a process of its own, and people with browsers who come to it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    APIResponse,
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    ViewportSize,
    expect,
    sync_playwright,
)

CHROMIUMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")  # whichever is there
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync "
    # few processes and threads: they would only take the cores of the test workers
    "--in-process-gpu --renderer-process-limit=1 --num-raster-threads=1"
)
MISSING = (
    "there is no browser: the tests of the web table need Debian's Chromium. "
    "Install it with `apt-get install chromium-headless-shell` (as root) or run `make test`."
)
PATIENCE = 20.0  # seconds until something that should happen is given up
STARTING = 240.0  # the first start on a machine compiles the games
TOKEN = "a token for the office"
QUICK = (  # bots that do not pause, and no brakes: all people here share one address
    "bot_pause_ms=0",
    "tables_per_minute=6000",
    "guests_per_minute=6000",
    "logins_per_minute=6000",
    "uploads_per_minute=6000",
    "requests_per_second=1000",
    "messages_per_second=200",
    "chat_per_minute=600",
    "cpu_ms_per_second=100000",
)
# hints at a glance, and no searching bots: compiling them all would take minutes
COMMAND = (
    "from kermesse.table.live import compilation, hints; hints.HINTER = 'greedy'; "
    "compilation.STAGES = compilation.STAGES[:1]; from kermesse.cli import main; main()"
)
HOST_FIRST = {"option-first_player": "seat0"}
SHORT = {"option-rounds_to_win": "1", "option-end_lines": "1"}
DESK: ViewportSize = {"width": 1280, "height": 800}
LAST_LINE = """() => Math.max(
  ...[...document.querySelectorAll("#log [id]")].map(({ id }) => Number(id.slice(1))))"""
FAILED_LOAD = re.compile(r"Failed to load resource.* status of (\d+)")

expect.set_options(timeout=PATIENCE * 1000)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """One server with its data; ended by its own process id and nothing else."""

    def __init__(self, data: Path, before: str = "") -> None:
        self.data = data
        self.port = free_port()
        self._before = before  # what its process does before it serves
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where its lobby is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What the server had to say."""
        return (self.data / "server.log").read_text(encoding="utf-8")

    def start(self) -> None:
        """Start on the same port with the same data as before, and wait until people can play."""
        self.data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-c", self._before + COMMAND, "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data / "table")]
        for limit in QUICK:
            command += ["--limit", limit]
        with (self.data / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env={**os.environ, "KERMESSE_ADMIN_TOKEN": TOKEN},
            )
        end = time.monotonic() + STARTING
        while not self.is_ready():
            assert self._process.poll() is None, f"the server did not start:\n{self.log}"
            assert time.monotonic() < end, f"the server is not ready:\n{self.log}"
            time.sleep(0.05)

    def is_ready(self) -> bool:
        """Whether people can play."""
        try:
            with urllib.request.urlopen(f"{self.address}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        """End the server's process."""
        if self._process is None:
            return
        self._process.send_signal(by)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


@contextmanager
def opened(data: Path, before: str = "") -> Iterator[ServerProcess]:
    """A server for as long as the block lasts."""
    house = ServerProcess(data, before)
    try:
        house.start()
        yield house
    finally:
        house.end()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, with nothing shown."""
    here = [path for path in CHROMIUMS if Path(path).exists()]
    assert here, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=here[0], args=FLAGS.split())
        yield browser
        browser.close()


class Guest:
    """Somebody with a browser of their own. Whatever it complains about fails the test."""

    def __init__(self, browser: Browser, house: ServerProcess, **settings: Any) -> None:
        usual = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en-GB"}
        self.house = house
        self.context = browser.new_context(base_url=house.address, **{**usual, **settings})
        self.context.set_default_timeout(PATIENCE * 1000)
        self.complaints: list[str] = []
        self.heard: list[dict[str, Any]] = []  # what came by sockets
        self._forgiven: list[str] = []
        self.page = self.new_page()

    # --- complaints -----------------------------------------------------------------------------

    def new_page(self) -> Page:
        """One more tab."""
        page = self.context.new_page()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("response", self._answered)
        page.on("websocket", lambda opened: opened.on("framereceived", self._hear))
        return page

    def _hear(self, frame: str | bytes) -> None:
        self.heard.append(json.loads(frame))

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not FAILED_LOAD.match(said.text):  # told by its status anyway
            self.complaints.append(f"console: {said.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"status {response.status}: {response.url}")

    def forgive(self, words: str) -> None:
        """A complaint with these words belongs to the test."""
        self._forgiven.append(words)

    def blames(self) -> list[str]:
        """The complaints that nobody expected."""
        return [
            complaint
            for complaint in self.complaints
            if not any(words in complaint for words in self._forgiven)
        ]

    # --- getting around -------------------------------------------------------------------------

    def __getitem__(self, where: str | tuple[str, str]) -> Locator:
        """Elements by their selector, or those of them with a text."""
        if isinstance(where, str):
            return self.page.locator(where)
        return self.page.locator(where[0]).filter(has_text=where[1])

    def go(self, path: str) -> None:
        """Open a page of the house."""
        self.page.goto(path)

    def post(self, path: str, **fields: str) -> APIResponse:
        """Send a form without a page, as this person."""
        return self.context.request.post(path, form={**fields})

    def name(self, name: str) -> None:
        """Take a name."""
        answer = self.post("/you/name", name=name)
        assert answer.ok, f"{answer.status}\n{self.house.log}"

    def speak(self, language: str) -> None:
        """Choose a language."""
        assert self.post("/you/language", language=language).ok

    def table(self, *, bots: bool = True, short: bool = False, **fields: str) -> str:
        """Open a table where this person begins, and go there; the match may be a short one."""
        wish = {"bot": "random", **HOST_FIRST, **(SHORT if short else {}), **fields}
        return self.table_of("muvuca", bots=bots, **wish)

    def table_of(self, game: str, *, bots: bool = True, **fields: str) -> str:
        """Open a table of any game, and go there."""
        answer = self.post(f"/games/{game}/{'play' if bots else 'invite'}", **fields)
        assert answer.ok, answer.status
        path = answer.url.removeprefix(self.house.address)
        assert path.startswith("/table/")
        self.sit(path)
        return path

    def sit(self, path: str) -> None:
        """Go to a table and wait until its socket has spoken."""
        self.go(path)
        self.connected()

    def connected(self) -> None:
        """Wait until the page has heard from the server by its socket."""
        expect(self[".seat.you .presence.here, #seats .watching"].first).to_be_visible()

    # --- playing --------------------------------------------------------------------------------

    def button(self, words: str, **settings: Any) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=words, exact=True, **settings)

    @property
    def card(self) -> Locator:
        """The first card that may be played."""
        return self[".slot.lit"].first

    @property
    def push(self) -> Locator:
        """The first push that may be made."""
        return self[".push.lit"].first

    def is_due(self) -> None:
        """Wait until it is this person's turn and their page knows what they may choose."""
        expect(self.card).to_be_enabled()

    def play(self) -> None:
        """Take one turn by two clicks, and see it told."""
        self.is_due()
        last = self.page.evaluate(LAST_LINE)
        self.card.click()
        self.push.click()
        self.page.wait_for_function(f"last => ({LAST_LINE})() > last", arg=last)

    def turn(self) -> bool:
        """Take a turn unless the match is over; wait until there is one or the other."""
        expect(self[".slot.lit, #bar a[href^='/replay/']"].first).to_be_visible()
        if self["#bar a[href^='/replay/']"].count():
            return False
        self.play()
        return True

    def play_to_the_end(self) -> int:
        """Play against bots until it is over; how many turns it took."""
        turns = 0
        while self.turn():
            turns += 1
            assert turns < 60, "this match does not end"
        return turns

    @property
    def moment(self) -> int:
        """The moment that the page has heard of last."""
        return int(next(message["at"] for message in reversed(self.heard) if "at" in message))

    def lines(self) -> list[str]:
        """The log."""
        return self["#log li"].all_text_contents()

    def link(self) -> str:
        """The invitation that this host's page shows."""
        return self["#invite-link"].input_value().removeprefix(self.house.address)

    def say(self, words: str) -> None:
        """Write a line of chat."""
        self["#tab-chat"].click()
        self["#chat-text"].fill(words)
        self["#chat-text"].press("Enter")
        expect(self["#chat-text"]).to_have_value("")


def hand_of(guest: Guest, seat: int) -> set[str]:
    """The cards of a hand as this person's page shows them, by their ids."""
    ids: list[str] = guest[f"#hand-{seat} .card"].evaluate_all("found => found.map(e => e.id)")
    return set(ids)
