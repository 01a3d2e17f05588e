"""Running the server: sockets, signals, the browser."""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import structlog
import uvicorn
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from kermesse.core.errors import KermesseError
from kermesse.store import Store
from kermesse.table.app import make_app
from kermesse.table.limits import Limits

LARGEST_MESSAGE = 16 * 2**10
SLICE = 1024  # a compressed message can grow a thousandfold: look at it piece by piece
DRAIN_SECONDS = 3
GENERATIONS = (50_000, 20, 100)  # of the garbage collector, for many live objects

log = structlog.get_logger()


class ServerError(KermesseError):
    """The server cannot start."""


@dataclass(frozen=True)
class Settings:
    """What an operator decides."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8765
    browser: bool = False
    page: str = "/"
    hosts: Sequence[str] = ()
    proxies: Sequence[str] = ()
    admin_token: str = field(default="", repr=False)
    limits: Limits = field(default_factory=Limits)

    @property
    def address(self) -> str:
        """Where the lobby is."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


class BoundedSocket(WSProtocol):
    """A WebSocket that never inflates more than a little before it looks at the size."""

    def data_received(self, data: bytes) -> None:
        """Take in what came, in small slices."""
        for start in range(0, len(data), SLICE):
            if self.close_sent or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])


class Server(uvicorn.Server):
    """uvicorn, which says when it is ready and stops when the store fails."""

    def __init__(self, config: uvicorn.Config, store: Store, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._store = store
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if self._store.failed is not None:
            log.error("the store failed, so the server stops", reason=self._store.failed)
            return True
        return await super().on_tick(counter)


def serve(settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
    """Run until somebody stops it."""
    listening = listen(settings)
    try:
        store = Store(settings.data)
    except BaseException:
        listening.close()
        raise
    app = make_app(store, settings.limits, [settings.host, *settings.hosts], settings.admin_token)
    config = uvicorn.Config(
        app,
        http="h11",
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
    )

    def started() -> None:
        gc.freeze()
        ready()
        if settings.browser:
            # a browser may block until it is closed: not in the thread that serves it
            url = settings.address + settings.page
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    gc.set_threshold(*GENERATIONS)
    server = Server(config, store, started)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listening]))


def listen(settings: Settings) -> socket.socket:
    """The listening socket; taken before anything else, so that its failure harms nothing."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as broken:
        listening.close()
        raise ServerError(
            f"cannot listen on {settings.host} port {settings.port}: {broken.strerror or broken}; "
            "choose another one with --port"
        ) from None
    except OverflowError:
        listening.close()
        raise ServerError(f"a port is a number from 0 to 65535, not {settings.port}") from None
    listening.listen(2048)
    return listening
