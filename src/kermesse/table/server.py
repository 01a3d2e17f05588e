"""Running the server: sockets, signals, the browser."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import cast

import h11
import structlog
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets import wsproto_impl
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.connection import ConnectionState
from wsproto.events import CloseConnection
from wsproto.frame_protocol import FrameProtocol

from kermesse.core.borrowed import require
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.store import Store
from kermesse.table import doors
from kermesse.table.app import make_app
from kermesse.table.deflate import Deflate
from kermesse.table.doors import BACKLOG, Doors, TooFewFiles, room_for
from kermesse.table.limits import Limits
from kermesse.table.refusals import Refused

LARGEST_MESSAGE = 16 * 2**10
SLICE = 1024  # a compressed message can grow a thousandfold: look at it piece by piece
LARGEST_BACKLOG = 512 * 2**10  # bytes that a socket may leave unread, our answers to pings included
LINGER_SECONDS = 10.0  # for the last words to somebody who does not listen
HEAD_SECONDS = 15.0  # for the head of a request
DRAIN_SECONDS = 3
SWITCH_SECONDS = 0.0005  # the writer's thread gets its turn soon even while pages are rendered
GENERATIONS = (50_000, 20, 100)  # of the garbage collector, for many live objects

# what is overridden comes first, then what is read
WS_PARTS = ("handle_close", "on_task_complete", "close_sent", "conn", "transport")
HTTP_PARTS = ("handle_websocket_upgrade", "timeout_keep_alive_task", "conn", "client", "transport")
SERVER_PARTS = ("startup", "handle_exit", "on_tick", "_captured_signals", "servers", "server_state")

log = structlog.get_logger()


class ServerError(KermesseError):
    """The server cannot start."""


@dataclass(frozen=True)
class Settings:
    """What an operator decides."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8765
    lan: bool = False  # whether to listen in local networks as well
    browser: bool = False
    page: str = "/"
    hosts: Sequence[str] = ()
    proxies: Sequence[str] = ()
    admin_token: str = field(default="", repr=False)
    limits: Limits = field(default_factory=Limits)
    variants: Sequence[Game] = ()  # to be offered beside the installed games

    @property
    def address(self) -> str:
        """Where the lobby is."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


vars(wsproto_impl)["PerMessageDeflate"] = Deflate  # uvicorn offers no setting for it


def check_borrowed() -> None:
    """Refuse a uvicorn with which the limits of sockets would be lost without a word."""
    require("uvicorn", WSProtocol, has=WS_PARTS[:2], uses=(*WS_PARTS, "PerMessageDeflate"))
    require("uvicorn", H11Protocol, has=HTTP_PARTS[:1], uses=HTTP_PARTS)
    require("uvicorn", uvicorn.Server, has=SERVER_PARTS[:3], uses=SERVER_PARTS)
    require("wsproto", FrameProtocol, uses=("frame_outbound",))


class Config(uvicorn.Config):
    """uvicorn's settings, and the doors that every connection goes through."""

    doors: Doors


class BoundedSocket(WSProtocol):
    """A WebSocket that never inflates more than a little before it looks at the size."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        cast(Config, self.config).doors.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what came, in small slices."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
        if self.transport.get_write_buffer_size() > LARGEST_BACKLOG:
            self.transport.abort()

    def handle_close(self, event: CloseConnection) -> None:
        """The browser ends it, or sent something so broken that we do: then say why."""
        if not self.close_sent and self.conn.state is ConnectionState.OPEN:
            self.transport.write(self.conn.send(event))
        super().handle_close(event)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The conversation is over: do not wait indefinitely until its end is read."""
        super().on_task_complete(task)
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


class PromptHTTP(H11Protocol):
    """HTTP that does not wait indefinitely for the head of a request."""

    _head: asyncio.TimerHandle | None = None
    _where: str | None = None  # it counts as a connection from there

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes, and is counted before they say a word."""
        super().connection_made(transport)
        where = self.client[0] if self.client else ""
        refusal = self._doors.enter(where)
        if refusal:
            transport.write(refusal)
            transport.close()
            return
        self._where = where
        self._head = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    @property
    def _doors(self) -> Doors:
        return cast(Config, self.config).doors

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It becomes a socket, and counts as one from now on."""
        if self._where is not None:
            self._doors.become_socket(self._where)
            self._where = None
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """Take in what came, and watch a head that is not whole yet."""
        super().data_received(data)
        waiting = self.conn.their_state is h11.IDLE and not self.transport.is_closing()
        if self._head and not waiting:
            self._head.cancel()
            self._head = None
        elif waiting and not self._head and self.timeout_keep_alive_task is None:
            self._head = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        if self._head:
            self._head.cancel()
        if self._where is not None:
            self._doors.become_socket(self._where)
            self._doors.leave()
            self._where = None
        super().connection_lost(exc)


class Server(uvicorn.Server):
    """uvicorn, which says when it is ready and stops when the store fails."""

    def __init__(self, config: uvicorn.Config, store: Store, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._store = store
        self._ready = ready
        self._added: list[asyncio.Server] = []  # addresses after the first one
        self.opens: Callable[[], Awaitable[None]] | None = None  # them, at the start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets)
        if self.started:
            if self.opens is not None:
                with suppress(Refused):  # there is no network, as the command line says
                    await self.opens()
            self._ready()

    async def listen_too(self, host: str) -> None:
        """Listen on one more address, on the same port."""
        port = self.servers[0].sockets[0].getsockname()[1]

        def protocol() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )

        loop = asyncio.get_running_loop()
        added = await loop.create_server(protocol, sock=bound(host, port), backlog=BACKLOG)
        self._added.append(added)
        self.servers.append(added)

    def listen_no_more(self) -> None:
        """Close the addresses that were added, and whatever came by them."""
        closed = {where.getsockname()[0] for added in self._added for where in added.sockets}
        for added in self._added:
            added.close()
            self.servers.remove(added)
        self._added.clear()
        for connection in list(self.server_state.connections):
            came_to = getattr(connection, "server", None)
            if came_to and came_to[0] in closed:
                connection.shutdown()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop as asked, which is no failure: uvicorn would end by the signal afterwards."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if self._store.failed is not None:
            log.error("the store failed, so the server stops", reason=self._store.failed)
            return True
        return await super().on_tick(counter)


def serve(settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
    """Run until somebody stops it."""
    check_borrowed()
    listening = listen(settings)
    wanted = settings.limits.connections + doors.MORE
    try:
        most = room_for(wanted)
        entrance = Doors(settings.limits, most, settings.proxies)
        store = Store(settings.data)
    except TooFewFiles as few:
        listening.close()
        raise ServerError(str(few)) from None
    except BaseException:
        listening.close()
        raise
    app = make_app(
        store,
        settings.limits,
        [settings.host, *settings.hosts],
        settings.admin_token,
        settings.variants,
    )

    def started() -> None:
        gc.freeze()
        if most < wanted:
            reason = "fewer connections than the limit says: too few files may be open (ulimit -n)"
            log.warning(reason, connections=most, wanted=wanted)
        ready()
        if settings.browser:
            # a browser may block until it is closed: not in the thread that serves it
            url = settings.address + settings.page
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    gc.set_threshold(*GENERATIONS)
    sys.setswitchinterval(SWITCH_SECONDS)
    config = config_of(settings, app, entrance)
    server = Server(config, store, started)
    network = app.state.tables.services.network
    network.serve(
        settings.host,
        settings.port,
        server.listen_too,
        server.listen_no_more,
        at_home=not (settings.hosts or settings.proxies),
    )
    if settings.lan:
        server.opens = network.open
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listening]))
    if store.failed is not None:
        raise ServerError(store.failed)
    if not server.started:
        raise ServerError("the server could not start; the log says why")


def config_of(settings: Settings, app: Starlette, entrance: Doors) -> Config:
    """uvicorn as it runs here."""
    config = Config(
        app,
        http=PromptHTTP,
        ws=BoundedSocket,
        ws_max_size=LARGEST_MESSAGE,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies) or None,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        h11_max_incomplete_event_size=32 * 2**10,
        backlog=BACKLOG,
    )
    config.doors = entrance
    return config


def listen(settings: Settings) -> socket.socket:
    """The listening socket; taken before anything else, so that its failure harms nothing."""
    try:
        return bound(settings.host, settings.port)
    except OSError as broken:
        raise ServerError(
            f"cannot listen on {settings.host} port {settings.port}: {broken.strerror or broken}; "
            "choose another one with --port"
        ) from None
    except OverflowError:
        raise ServerError(f"a port is a number from 0 to 65535, not {settings.port}") from None


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens on an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening
