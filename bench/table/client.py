"""A browser without a screen: cookies, forms, and a WebSocket that counts every byte."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, COMPRESSED, MASKED = 0x80, 0x40, 0x80
TAIL = b"\x00\x00\xff\xff"  # what every compressed message ends with and nobody sends
OFFER = "permessage-deflate; client_max_window_bits"  # as browsers do
PATIENCE = 60.0  # seconds for an answer to a form


class Said(msgspec.Struct):
    """A message of the server, as far as a player without eyes needs it."""

    at: int = -1
    picks: dict[str, Any] = {}
    yours: bool = False
    whole: bool = False
    steps: msgspec.Raw = msgspec.Raw(b"")
    re: str = ""
    error: dict[str, Any] | None = None
    goto: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message: what it says, its bytes, how many they were on the wire, when it was there."""

    said: Said
    body: bytes
    wire: int
    at: float


read_message = msgspec.json.Decoder(Said).decode


class Unexpected(Exception):
    """The server answered something else."""


async def post(host: str, port: int, path: str, cookie: str = "") -> tuple[str, str]:
    """Post an empty form; where it leads to, and the cookie it gave."""
    head, _ = await fetch(host, port, "POST", path, cookie)
    place = re.search(r"(?im)^location: (\S+)", head)
    given = re.search(r"(?im)^set-cookie: ([^;\s]+)", head)
    if place is None:
        raise Unexpected(head.partition("\r\n")[0])
    return place[1], given[1] if given else cookie


async def fetch(
    host: str, port: int, method: str, path: str, cookie: str = ""
) -> tuple[str, bytes]:
    """One request on a connection of its own: the head and the body of the answer."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Connection: close",
            f"Origin: http://{host}:{port}",
            "Content-Length: 0",
        ]
        lines += [f"Cookie: {cookie}"] * bool(cookie)
        writer.write("\r\n".join([*lines, "", ""]).encode())
        answer = await asyncio.wait_for(reader.read(-1), PATIENCE)
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.decode("latin-1"), body


class Socket(asyncio.Protocol):
    """One open table: tells what it hears, at the moment the last byte is there."""

    def __init__(
        self,
        request: str,
        hear: Callable[[Heard], None],
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        self._request = request
        self._hear = hear
        self._lost = lost
        self._came = bytearray()
        self._upgraded = False
        self._inflate: Any = None
        self._deflate: Any = None
        self._forgets = False
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.closed_with = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request.encode())

    def connection_lost(self, reason: Exception | None) -> None:
        """The other side is gone."""
        if not self.open.done():
            self.open.set_exception(Unexpected("closed before it was open"))
        self._lost()

    def data_received(self, data: bytes) -> None:
        """Take in whatever came."""
        self._came += data
        if not self._upgraded and not self._upgrade():
            return
        while self._frame():
            pass

    def _upgrade(self) -> bool:
        end = self._came.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = self._came[:end].decode("latin-1").lower()
        del self._came[: end + 4]
        if " 101 " not in head.partition("\r\n")[0]:
            assert self.transport is not None
            self.transport.close()
            return False
        self._upgraded = True
        if "permessage-deflate" in head:
            self._inflate = zlib.decompressobj(-15)
            self._forgets = "client_no_context_takeover" in head
        self.open.set_result(None)
        return True

    def _frame(self) -> bool:
        """Carry out the next frame, if all of it is there."""
        came = self._came
        if len(came) < 2:
            return False
        length, start = came[1] & 0x7F, 2
        if length > 125:
            start = 4 if length == 126 else 10
            if len(came) < start:
                return False
            length = int.from_bytes(came[2:start])
        if len(came) < start + length:
            return False
        first, body = came[0], bytes(came[start : start + length])
        del came[: start + length]
        self._take(first, body, start + length)
        return True

    def _take(self, first: int, body: bytes, wire: int) -> None:
        kind = first & 0x0F
        if kind == TEXT and first & FINAL:
            if first & COMPRESSED:
                body = self._inflate.decompress(body + TAIL)
            self._hear(Heard(read_message(body), body, wire, perf_counter()))
        elif kind == PING:
            self._put(PONG | FINAL, body)
        elif kind == CLOSE:
            self.closed_with = int.from_bytes(body[:2])
            self.close()
        else:
            raise Unexpected(f"a frame that starts with {first:#x}")

    def send(self, message: dict[str, Any]) -> None:
        """Say something, compressed as a browser does it."""
        body = msgspec.json.encode(message)
        if self._inflate is None:
            self._put(TEXT | FINAL, body)
            return
        if self._deflate is None or self._forgets:
            self._deflate = zlib.compressobj(1, zlib.DEFLATED, -15 + 5 * self._forgets, 1)
        packed = self._deflate.compress(body) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
        self._put(TEXT | FINAL | COMPRESSED, packed.removesuffix(TAIL))

    def _put(self, first: int, body: bytes) -> None:
        size = len(body)
        length = bytes([MASKED | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(bytes([first]) + length + bytes(4) + body)  # a mask of zeros

    def close(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.close()


@dataclass
class Guest:
    """Somebody with a cookie, and the table they sit at."""

    host: str
    port: int
    table: str = ""
    cookie: str = ""
    socket: Socket | None = field(default=None, repr=False)

    async def invite(self, game: str) -> str:
        """Open a table; the token for a friend."""
        place, self.cookie = await post(self.host, self.port, f"/games/{game}/invite", self.cookie)
        self.table = place.rpartition("/")[2]
        _, page = await fetch(self.host, self.port, "GET", place, self.cookie)
        token = re.search(rb"/join/([\w-]+)", page)
        if token is None:
            raise Unexpected("a table without an invitation")
        return token[1].decode()

    async def join(self, token: str) -> None:
        """Sit down by invitation."""
        place, self.cookie = await post(self.host, self.port, f"/join/{token}", self.cookie)
        self.table = place.rpartition("/")[2]

    async def connect(
        self, hear: Callable[[Heard], None], lost: Callable[[], None] = lambda: None
    ) -> None:
        """Open the table's socket."""
        request = upgrade(self.host, self.port, f"/table/{self.table}/socket", self.cookie)
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_connection(
            lambda: Socket(request, hear, lost), self.host, self.port
        )
        await asyncio.wait_for(self.socket.open, PATIENCE)

    def send(self, message: dict[str, Any]) -> None:
        """Say something at the table."""
        if self.socket is not None:
            self.socket.send(message)


def upgrade(host: str, port: int, path: str, cookie: str) -> str:
    """The request that opens a WebSocket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}:{port}",
        f"Origin: http://{host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Extensions: {OFFER}",
    ]
    lines += [f"Cookie: {cookie}"] * bool(cookie)
    return "\r\n".join([*lines, "", ""])


async def seat_two(host: str, port: int, game: str) -> tuple[Guest, Guest]:
    """A table with two people, made the way people make it."""
    first, second = Guest(host, port), Guest(host, port)
    await second.join(await first.invite(game))
    return first, second


def any_path(picks: dict[str, Any], choose: Callable[[list[str]], str]) -> list[str]:
    """A way through the tree of picks."""
    path: list[str] = []
    while picks:
        path.append(choose(list(picks)))
        picks = picks[path[-1]]
    return path
