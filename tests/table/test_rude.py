"""A gate: whatever route or message one network floods, others wait for little.

What is measured is processor time of the event loop's thread, in units of one simple page, so that
neither the machine nor what else it does matters. Routes are taken from the application and
messages from the protocol: one without a line here fails.
"""

from __future__ import annotations

import asyncio
import gc
import json
import typing
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import thread_time
from typing import Any

import httpx
import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed

import kermesse
from kermesse.core.match import Match
from kermesse.core.matchfile import write_match
from kermesse.table import cost, messages
from kermesse.table.cost import Account, Paid, Payer
from kermesse.table.live import worker
from kermesse.table.live.worker import Worker

from .wires import SHORT, Browser, Running, Talk, running

TOKEN = "an office token of some length"
REQUESTS, AT_ONCE = 30, 8
STRETCHES = 3  # of an honest request on the event loop
LONGEST = 10.0  # simple pages: what any request may do in one go
BEHIND = STRETCHES * LONGEST  # what all of an honest one's stretches may have to wait for

FORMS: dict[str, dict[str, str]] = {
    "/games/{game}/play": SHORT,
    "/games/{game}/invite": {},
    "/join/{token}": {},
    "/table/{table}/sit": {"seat": "0"},
    "/table/{table}/network": {},
    "/replay/upload": {},
    "/replay/{table}/agree": {},
    "/you/name": {"name": "Rude"},
    "/you/language": {"language": "en"},
    "/you/theme": {"theme": "dark"},
    "/you/passphrase": {"passphrase": "correct horse battery"},
    "/you/return": {"number": "1", "passphrase": "correct horse battery"},
    "/you/delete": {},
    "/admin/login": {"password": "a guess"},
    "/admin/logout": {},
    "/learn/{game}/first": {},
    "/learn/{game}/{lesson}": {},
    "/admin/close": {"table": "x"},
    "/admin/ban": {"person": "1", "banned": "true"},
}
PAGES = {
    *("/", "/about", "/games/{game}", "/join/{token}", "/rules/{game}", "/rules/{game}/panel"),
    *("/table/{table}", "/replay", "/replay/{source:path}/frames", "/replay/{source:path}/file"),
    *("/replay/{source:path}", "/you", "/you/delete", "/healthz", "/readyz", "/metrics", "/admin"),
    *("/learn/{game}", "/learn/{game}/{lesson}", "/games/{game}/how", "/admin/close"),
    "/static/{version}/{path:path}",
}
SOCKETS = {"/table/{table}/socket", "/table/{table}/program"}
FIELDS: dict[str, Any] = {
    "at": 2**40,
    "path": ["x"],
    "text": "hello",
    "to": "table",
    "yes": True,
    "seat": 1,
    "name": "random",
    "fill": True,
}


# --- nothing is forgotten -------------------------------------------------------------------------


def found_routes(running: Running) -> set[tuple[str, str]]:
    found = set()
    for route in running.app.routes:
        if isinstance(route, WebSocketRoute):
            found.add(("SOCKET", route.path))
        else:
            assert isinstance(route, Route), route
            found |= {(method, route.path) for method in (route.methods or ()) if method != "HEAD"}
    return found


def known_routes() -> set[tuple[str, str]]:
    pages = {("GET", path) for path in PAGES}
    return pages | {("POST", path) for path in FORMS} | {("SOCKET", path) for path in SOCKETS}


def message_of(kind: type[messages.Message], number: int) -> str:
    """A message of a kind with a value for each of its fields."""
    names = [each.name for each in msgspec.structs.fields(kind)]
    given = {name: FIELDS[name] for name in names if name != "id"}
    return json.dumps({"do": kind.__name__.lower(), "id": f"r{number}", **given})


@pytest.mark.threat(72)
def test_no_route_is_forgotten(served: Running) -> None:
    assert found_routes(served) == known_routes()


# --- what is measured -----------------------------------------------------------------------------


@dataclass
class Watch:
    """What the event loop did: the longest stretches, and what honest requests waited behind."""

    unit: float = 1.0  # seconds of a simple page
    longest: float = 0.0
    behind: list[float] = field(default_factory=list)

    def reset(self) -> None:
        self.longest, self.behind = 0.0, []


@contextmanager
def watched() -> Iterator[Watch]:
    """Every stretch on the event loop is looked at."""
    watch, plain = Watch(), Paid._charged

    def charged(self: Paid[Any], step: Callable[..., Any], *given: Any) -> Any:
        started = thread_time()
        try:
            return plain(self, step, *given)
        finally:
            watch.longest = max(watch.longest, thread_time() - started)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Paid, "_charged", charged)
        yield watch


async def honest(watch: Watch, ended: list[bool]) -> None:
    """Somebody else's requests: a few stretches each, again and again."""

    async def request() -> None:
        for _ in range(STRETCHES):
            await asyncio.sleep(0)

    by = Payer(Account(1e9))
    while not ended:
        started = thread_time()
        await Paid(request(), by)
        watch.behind.append((thread_time() - started) / watch.unit)
        await asyncio.sleep(0.003)


class Rude:
    """Somebody who asks for as much as they can, each time from another network."""

    def __init__(self, one: Running, watch: Watch) -> None:
        self.one, self.watch = one, watch
        self._networks = 1
        with closing(Browser(one).http) as http:
            text = finished_match().encode()
            link = http.post("/replay/upload", files={"file": ("m.json", text)}).headers["location"]
            http.get(f"{link}/frames")  # the process beside the server starts
        browser = Browser(one)
        self.table = browser.new_table("invite")
        browser.http.close()
        seats = one.tables.services.store.seats(self.table)
        sheet = httpx.get(one.base).text.partition("/static/")[2].partition('"')[0]
        version, _, path = sheet.partition("/")
        self.given = {
            "game": "muvuca",
            "token": seats[1].invite,
            "table": self.table,
            "source:path": link.removeprefix("/replay/"),
            "version": version,
            "path:path": path,
        }

    def client(self) -> httpx.Client:
        self._networks += 1
        where = f"127.0.{self._networks // 250 + 1}.{self._networks % 250 + 1}"
        transport = httpx.HTTPTransport(local_address=where)
        return httpx.Client(base_url=self.one.base, transport=transport, timeout=60)

    def address(self, path: str) -> str:
        for name, value in self.given.items():
            path = path.replace(f"{{{name}}}", str(value))
        return path

    def flood(self, ask: Callable[[httpx.Client, int], Any]) -> Watch:
        """What an honest one waits behind meanwhile."""
        with self.client() as client:
            ask(client, 0)  # what is made once and kept, is made
        self.watch.reset()
        ended: list[bool] = []
        waiting = asyncio.run_coroutine_threadsafe(honest(self.watch, ended), self.one.house_loop)
        with self.client() as client, ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(lambda number: ask(client, number), range(REQUESTS)))
        ended.append(True)
        waiting.result(60)
        return self.watch

    def flood_route(self, method: str, path: str) -> Watch:
        address = self.address(path)
        files = {"file": ("m.json", finished_match().encode())} if "upload" in path else None
        files = files if method == "POST" else None

        def ask(client: httpx.Client, number: int) -> None:
            query = {"from": str(number)} if path.endswith("frames") else {}
            data = FORMS[path] if method == "POST" else None
            answer = client.request(method, address, params=query, data=data, files=files)
            assert answer.status_code < 500

        return self.flood(ask)

    def flood_sockets(self, path: str) -> Watch:
        kind = path.rpartition("/")[2]

        def ask(client: httpx.Client, number: int) -> None:
            with suppress(ConnectionClosed), Talk(self.one, self.table, kind=kind) as talk:
                talk.quiet(0.01)

        return self.flood(ask)

    def flood_messages(self, kind: type[messages.Message]) -> Watch:
        """At a table of one's own with somebody else, from a few sockets."""
        with ExitStack() as stack:
            browser = Browser(self.one)
            stack.callback(browser.http.close)
            table = browser.new_table(**{"option-first_player": "seat0"})
            talks = [stack.enter_context(browser.socket(table)) for _ in range(2)]

            def ask(client: httpx.Client, number: int) -> None:
                talk = talks[number % len(talks)]
                talk.raw.send(message_of(kind, number))

            found = self.flood(ask)
            for talk in talks:
                talk.quiet(0.1)
            return found


def finished_match() -> str:
    match = Match(kermesse.game("muvuca"), secret=bytes(32))
    while not match.over:
        seat = min(match.due)
        match.act(seat, match.legal(seat)[0])
    return write_match(match)


@pytest.fixture(scope="module")
def rude(tmp_path_factory: pytest.TempPathFactory, prepared: None) -> Iterator[Rude]:
    """A server with the limits that it usually has, and somebody rude at its door."""
    folder: Path = tmp_path_factory.mktemp("rude")
    with watched() as watch, running(folder, {}, admin_token=TOKEN) as one:
        rude = Rude(one, watch)
        watch.unit = simple_page(rude)
        gc.disable()  # the heap of the tests is not the server's
        yield rude
        gc.enable()


def simple_page(rude: Rude) -> float:
    """The processor time of one simple page, all its stretches together."""
    spent: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        plain = Payer.spend

        def spend(self: Payer, seconds: float) -> None:
            spent.append(seconds)
            plain(self, seconds)

        patch.setattr(Payer, "spend", spend)
        with rude.client() as client:
            for _ in range(20):
                client.get("/about")
    return sum(spent) / 20


def check(found: Watch) -> None:
    worst = max(found.behind)
    print(f"longest {found.longest / found.unit:.1f}, behind {worst:.1f} of {len(found.behind)}")
    assert found.longest / found.unit <= LONGEST, f"one stretch takes {found.longest * 1000:.1f} ms"
    assert worst <= BEHIND, f"an honest request waits behind {worst:.1f} pages"


# --- the gate -------------------------------------------------------------------------------------


@pytest.mark.threat(72)
@pytest.mark.parametrize(("method", "path"), sorted(known_routes()))
@pytest.mark.varied
def test_a_flood_of_one_route_holds_up_nobody_else(rude: Rude, method: str, path: str) -> None:
    check(rude.flood_sockets(path) if method == "SOCKET" else rude.flood_route(method, path))


@pytest.mark.threat(72)
@pytest.mark.parametrize("kind", typing.get_args(messages.Any), ids=lambda kind: kind.__name__)
def test_a_flood_of_one_message_holds_up_nobody_else(
    rude: Rude, kind: type[messages.Message]
) -> None:
    check(rude.flood_messages(kind))


# --- and it sees what it is there for -------------------------------------------------------------


@pytest.mark.threat(72)
def test_rendering_on_the_event_loop_is_found(rude: Rude, monkeypatch: pytest.MonkeyPatch) -> None:
    async def here(self: Worker, is_wanted: Any, function: Any, *given: Any) -> Any:
        return function(*given)

    monkeypatch.setitem(worker._games, "muvuca", kermesse.game("muvuca"))
    monkeypatch.setattr(Worker, "run", here)
    with pytest.raises(AssertionError, match=r"stretch takes|waits behind"):
        check(rude.flood_route("GET", "/replay/{source:path}"))


@pytest.mark.threat(72)
def test_a_network_that_is_served_out_of_turn_is_found(
    rude: Rude, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cost, "IN_A_ROW", 1e9)
    by = Payer(Account(1e9))
    watch = rude.watch
    watch.reset()

    async def scene() -> None:
        async def work() -> None:
            end = thread_time() + 2 * watch.unit
            while thread_time() < end:
                pass

        ended: list[bool] = []
        asked = asyncio.create_task(honest(watch, ended))
        for _ in range(5):
            await asyncio.gather(*(Paid(work(), by) for _ in range(AT_ONCE * 5)))
        ended.append(True)
        await asked

    asyncio.run_coroutine_threadsafe(scene(), rude.one.house_loop).result(60)
    with pytest.raises(AssertionError, match="waits behind"):
        check(watch)
