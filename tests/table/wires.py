"""Tables for tests: a real server here, browsers that talk to it, rooms without sockets."""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import random
import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import httpx
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kermesse.core.game import Game
from kermesse.core.position import Position
from kermesse.core.record import SPECTATOR
from kermesse.store import Person, Store
from kermesse.table import messages, server
from kermesse.table.commands.seats import seat_taken
from kermesse.table.forms import TableWish
from kermesse.table.limits import Limits
from kermesse.table.live.connection import Connection
from kermesse.table.live.services import Services
from kermesse.table.live.table import LiveTable
from kermesse.table.live.tables import LiveTables
from kermesse.table.refusals import Refused
from kermesse.table.state.log_events import GATHERING

HERE = "127.0.0.1"
PATIENCE = 40.0  # seconds that nothing takes on a healthy machine, however busy
COMPILING = 240.0  # the same for the first use of a game
SHORT = {"option-rounds_to_win": "1", "option-end_lines": "1"}
ROOMY = {
    "requests_per_second": 5_000,
    "guests_per_minute": 10_000,
    "tables_per_minute": 10_000,
    "uploads_per_minute": 10_000,
    "messages_per_second": 500,
    "logins_per_minute": 1_000,
    "connections_per_address": 2_000,
    "pages_per_address": 2_000,
    "cpu_ms_per_second": 100_000,
    "bot_pause_ms": 0,
}


# --- a real server --------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Running:
    """A server in a thread of its own."""

    port: int
    tables: LiveTables
    app: Any
    _server: server.Server
    _thread: threading.Thread

    @property
    def name(self) -> str:
        return f"{HERE}:{self.port}"

    @property
    def base(self) -> str:
        return f"http://{self.name}"

    def link(self, table: str) -> str:
        """The path of the invitation to a table."""
        found = self.tables.services.store.table(table)
        assert found is not None
        return f"/join/{found.invite}"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def on_loop(self, function: Callable[[], Any]) -> Any:
        """The answer of a function called between two events of the server."""
        done: list[Any] = []
        asked = threading.Event()

        def call() -> None:
            done.append(function())
            asked.set()

        self.house_loop.call_soon_threadsafe(call)
        assert asked.wait(PATIENCE)
        return done[0]

    @property
    def house_loop(self) -> asyncio.AbstractEventLoop:
        return cast(asyncio.AbstractEventLoop, self.app.state.loop)


@contextmanager
def running(folder: Path, limits: Mapping[str, int] = ROOMY, **settings: Any) -> Iterator[Running]:
    """A server as `kermesse serve` runs it."""
    made: list[server.Server] = []
    failed: list[BaseException] = []
    ready = threading.Event()
    known = server.Server
    thresholds = gc.get_threshold()

    class Kept(known):  # type: ignore[valid-type, misc]
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(self)

        async def startup(self, sockets: Any = None) -> None:
            self.config.app.state.loop = asyncio.get_running_loop()
            await super().startup(sockets)

    port = free_port()
    chosen = server.Settings(
        folder, host=HERE, port=port, limits=replace(Limits(), **limits), **settings
    )

    def run() -> None:
        try:
            server.serve(chosen, ready.set)
        except BaseException as broken:
            failed.append(broken)
            ready.set()

    thread = threading.Thread(target=run, daemon=True)
    vars(server)["Server"] = Kept
    try:
        thread.start()
        assert ready.wait(PATIENCE)
    finally:
        vars(server)["Server"] = known
    if failed:
        raise failed[0]
    app = cast(Any, made[0].config.app)
    found = Running(port, app.state.tables, app, made[0], thread)
    try:
        until(lambda: not found.tables.services.compilation.under_way, COMPILING)
        yield found
    finally:
        found.stop()
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.01)
    raise AssertionError("it never came true")


# --- browsers -------------------------------------------------------------------------------------


class Browser:
    """Somebody's browser: cookies, pages, sockets."""

    def __init__(self, running: Running, **headers: str) -> None:
        self.running = running
        self.http = httpx.Client(
            base_url=running.base, headers=headers, timeout=PATIENCE, verify=False
        )

    def get(self, path: str, **given: Any) -> httpx.Response:
        return self.http.get(path, **given)

    def post(self, path: str, **form: Any) -> httpx.Response:
        return self.http.post(path, data=form)

    def new_table(self, how: str = "play", **form: str) -> str:
        answer = self.post(f"/games/muvuca/{how}", **(SHORT | form))
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @property
    def person_id(self) -> int:
        token = self.cookie.partition("=")[2].partition(".")[0]
        from kermesse.table.identity import hash_token

        found = self.running.tables.services.store.by_session(hash_token(token))
        assert found is not None
        return found.id

    def socket(self, table: str, **given: Any) -> Talk:
        return Talk(self.running, table, self.cookie, **given)


class Talk:
    """A socket at a table, and what it was told last."""

    ids = itertools.count()

    def __init__(self, running: Running, table: str, cookie: str = "", **given: Any) -> None:
        headers = {"Cookie": cookie} if cookie else {}
        given.setdefault("origin", running.base)
        given = {"max_size": None, "proxy": None, "open_timeout": PATIENCE, **given}
        kind = given.pop("kind", "socket")
        address = f"ws://{running.name}/table/{table}/{kind}"
        opened = connect(address, additional_headers=headers, close_timeout=2, **given)
        self.raw: ClientConnection = opened.__enter__()
        self.heard: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {}

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.raw.close()

    def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.raw.recv(seconds))
        self.heard.append(message)
        if "at" in message:
            self.now = message
        return message

    def hear_until(self, true: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.hear()
            if true(message):
                return message
        raise AssertionError("it was never said")

    def quiet(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """All that comes until nothing comes any more."""
        came = []
        while True:
            try:
                came.append(self.hear(seconds))
            except TimeoutError:
                return came

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a message; its answer."""
        fields.setdefault("id", f"m{next(self.ids)}")
        self.raw.send(json.dumps({"do": do, **fields}))
        return self.hear_until(lambda message: message.get("re") == fields["id"])

    def refused(self, do: str, **fields: Any) -> str:
        """The kind of refusal that a message meets."""
        return cast(str, self.ask(do, **fields)["error"]["kind"])

    def my_turn(self) -> dict[str, Any]:
        """Wait until this seat may act."""
        if not self.now.get("picks"):
            self.hear_until(lambda message: message.get("picks"))
        return self.now

    def act(self, path: list[str] | None = None, **fields: Any) -> dict[str, Any]:
        """Act when it is time; the answer."""
        now = self.my_turn()
        fields.setdefault("at", now["at"])
        return self.ask("act", path=path or first_path(now["picks"]), **fields)

    def closed(self, seconds: float = PATIENCE) -> int:
        """The code with which the server ended it."""
        try:
            while True:
                self.hear(seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def html(self) -> str:
        """All that was ever put on the page."""
        return json.dumps(self.heard)


def first_path(picks: dict[str, Any], chance: random.Random | None = None) -> list[str]:
    """A path to a leaf."""
    path = []
    while picks:
        name = chance.choice(sorted(picks)) if chance else next(iter(picks))
        path.append(name)
        picks = picks[name]
    return path


def play_out(table: Talk, chance: random.Random | None = None) -> None:
    """Play a seat to the end against a bot."""
    for _ in range(500):
        if over(table.now):
            return
        if not table.now.get("picks"):
            table.hear()
            continue
        now = table.now
        answer = table.ask("act", at=now["at"], path=first_path(now["picks"], chance))
        assert "error" not in answer, answer
        if table.now is now:
            table.hear()
    raise AssertionError("the match does not end")


def over(now: Mapping[str, Any]) -> bool:
    return any("rematch" in step.get("put", {}).get("bar", "") for step in now.get("steps", ()))


def raw_request(running: Running, request: bytes, seconds: float = PATIENCE) -> bytes:
    """What the server answers to bytes on a bare connection."""
    with socket.create_connection((HERE, running.port), timeout=seconds) as line:
        line.sendall(request)
        answer = b""
        while True:
            try:
                piece = line.recv(65536)
            except (TimeoutError, ConnectionResetError):
                return answer
            if not piece:
                return answer
            answer += piece


# --- rooms without sockets ------------------------------------------------------------------------


class Listener(Connection):
    """A connection that only remembers what it was sent."""

    def __init__(self, live: LiveTable, person: Person | None = None, language: str = "en") -> None:
        nothing = cast(WebSocket, None)
        super().__init__(nothing, live, person, language, "http://table.test", Limits())
        self.live = live
        self.sent: list[str] = []
        self.code: int | None = None

    def send(self, text: str, *, keep: bool = False) -> None:
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.code = code
        self.live.part(self)

    def told(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.sent]

    async def ask(self, message: messages.Message) -> str:
        """The kind of refusal, empty if there is none."""
        try:
            await self.live.receive(self, cast(Any, message))
        except Refused as refused:
            return refused.kind
        return ""


@asynccontextmanager
async def open_tables(folder: Path, *games: Game, **limits: int) -> AsyncIterator[LiveTables]:
    """Tables whose games are ready, without a server around them."""
    chosen = replace(Limits(), **{"bot_pause_ms": 0, **limits})
    services = Services(Store(folder), chosen, games)
    for ready in services.compilation._ready.values():
        ready.set()
    tables = LiveTables(services)
    try:
        yield tables
    finally:
        await tables.close()


async def people(tables: LiveTables, *names: str) -> list[Person]:
    store = tables.services.store
    return [await asyncio.wrap_future(store.new_person(name, "en")) for name in names]


async def seated(tables: LiveTables, game: Game, *those: Person, **wish: Any) -> LiveTable:
    """A table in play with these people around it."""
    seats = wish.pop("seats", len(those))
    table = await tables.create(those[0], game, TableWish(seats=seats, **wish), with_bots=False)
    live = await tables.find(table)
    for seat, person in enumerate(those[1:], start=1):
        await sits_down(live, person, seat)
    if live.state.is_full:
        await begun(live, those[0])
    return live


async def sits_down(live: LiveTable, person: Person, seat: int) -> None:
    """Take a seat as by a link to it."""
    await live.ask(lambda state: seat_taken(state, person, seat))


async def begun(live: LiveTable, host: Person) -> None:
    """The host starts, unless the match has begun by itself."""
    if live.state.status == GATHERING:
        await live.obey(host, messages.Start(id="begin"))
    await dealt(live)


async def dealt(live: LiveTable) -> None:
    for _ in range(2000):
        if live.state.match is not None:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("the cards were never dealt")


def act(
    live: LiveTable, path: list[str], name: str = "", at: int | None = None, seat: int = SPECTATOR
) -> messages.Act:
    """A decision about this moment; where seats choose in secret, each has moments of its own."""
    at = live.state.moment(seat) if at is None else at
    return messages.Act(id=name or f"a{next(Talk.ids)}", at=at, path=path)


def some_path(live: LiveTable, seat: int) -> list[str]:
    from kermesse.table.state.picks import tree

    assert live.state.match is not None
    return first_path(tree(live.state.match.frames[-1], seat))


class Page:
    """What stands on a browser's page, by the ids of its largest parts."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}

    def put(self, parts: Mapping[str, str]) -> None:
        """Renew elements, as a step of the protocol says."""
        for name, html in parts.items():
            if name in ROOTS:
                self.parts[name] = html
                continue
            (root,) = (root for root, whole in self.parts.items() if f' id="{name}"' in whole)
            whole = self.parts[root]
            first, end = span_of(name, whole)
            self.parts[root] = whole[:first] + html + whole[end:]


ROOTS = ("board", "seats", "table-call", "status", "countdown", "bar", "invite-panel", "talk")
ROOTS += ("log", "chat")


def span_of(name: str, html: str) -> tuple[int, int]:
    """Where the element with an id begins and ends."""
    found = html.index(f' id="{name}"')
    first = html.rindex("<", 0, found)
    kind = re.compile(rf"<(/?){re.split(r'[ >]', html[first + 1 : found + 1])[0]}[ >]")
    depth = 0
    for tag in kind.finditer(html, first):
        depth += -1 if tag[1] else 1
        if not depth:
            return first, tag.end()
    raise AssertionError(f"{name} does not end")


# --- a game with teams and sealed choices ---------------------------------------------------------


class HuddleNotation:
    """The toy's text, as a table asks for it."""

    def __init__(self, text: Any) -> None:
        self.action_text = text.action_text
        self.read_action = text.read_action
        self.position_text = text.position_text
        self.read_position = text.read_position
        self._text = text

    def event_text(self, s: Any, names: Any = (), say: Any = None) -> str:
        return cast(str, self._text.event_text(s))

    def refusal(self, s: Any, seat: int, action: int, say: Any = None) -> tuple[str, str]:
        return "", cast(str, self._text.refusal(s, seat, action)[1])


def huddle() -> Game:
    from tests.toys import huddle as toy
    from tests.toys import huddle_text

    return replace(
        toy.game,
        kernels=toy.game.plain_kernels,  # a few moves: not worth compiling
        notation=HuddleNotation(huddle_text),
        board=lambda s, names=(): cast(Any, huddle_text).board(s),
    )


# --- twin worlds ----------------------------------------------------------------------------------


def twin(position: Position, seat: int, key: int) -> Position:
    """Another world that this seat cannot tell from this one."""
    other = position.copy()
    other.rekey(key)
    position.game.kernels["twin"](other.record, seat)
    other.rekey(0)
    other.freeze()
    return other


# --- frames by hand -------------------------------------------------------------------------------


class Bare:
    """A WebSocket as bytes, for what no decent client sends."""

    def __init__(self, running: Running, table: str, cookie: str = "", **headers: str) -> None:
        self.line = socket.create_connection((HERE, running.port), timeout=PATIENCE)
        asked = {
            "Host": running.name,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version": "13",
            "Origin": running.base,
            **({"Cookie": cookie} if cookie else {}),
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
        self.line.sendall(f"GET /table/{table}/socket HTTP/1.1\r\n{head}\r\n".encode("latin-1"))
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            piece = self.line.recv(4096)
            if not piece:
                break
            self.rest += piece
        self.head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        self.status = int(self.head.split()[1])

    def __enter__(self) -> Bare:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()

    def send(
        self, opcode: int, payload: bytes = b"", *, fin: bool = True, packed: bool = False
    ) -> None:
        self.line.sendall(frame(opcode, payload, fin=fin, packed=packed))

    def _take(self, count: int) -> bytes:
        while len(self.rest) < count:
            piece = self.line.recv(65536)
            if not piece:
                raise EOFError
            self.rest += piece
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def read(self) -> tuple[int, bytes]:
        """The next frame: its opcode and what is in it."""
        first, second = self._take(2)
        length = second & 127
        if length == 126:
            length = int.from_bytes(self._take(2))
        elif length == 127:
            length = int.from_bytes(self._take(8))
        return first & 15, self._take(length)

    def closed(self) -> int:
        """The code with which it ends; 1006 if it just breaks off."""
        try:
            while True:
                opcode, payload = self.read()
                if opcode == 8:
                    return int.from_bytes(payload[:2])
        except (EOFError, ConnectionError, TimeoutError):
            return 1006


def frame(opcode: int, payload: bytes, *, fin: bool = True, packed: bool = False) -> bytes:
    """A masked frame, the mask being nought."""
    first = bytes([(fin << 7) | (packed << 6) | opcode])
    if len(payload) < 126:
        length = bytes([128 | len(payload)])
    elif len(payload) < 2**16:
        length = bytes([128 | 126]) + len(payload).to_bytes(2)
    else:
        length = bytes([128 | 127]) + len(payload).to_bytes(8)
    return first + length + bytes(4) + payload
