"""The guard at the door: which requests come in at all, and what every answer carries."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kermesse.table.limits import Buckets, Limits

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types kermesse"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # links hold invitations: no other site learns them
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAFE_METHODS = ("GET", "HEAD")
LONGEST_PATH = 512
LARGEST_HEAD = 32 * 2**10  # bytes
BODY_SECONDS = 120.0  # for the whole body of a request
PIECE_SECONDS = 20.0  # for the next piece of it

log = structlog.get_logger()


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Iterable[str] = ()) -> None:
        self._app = app
        self._limits = limits
        self._hosts = {host.lower() for host in hosts} | {"localhost"}
        self._requests = Buckets(60 * limits.requests_per_second, 4 * limits.requests_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or turn it away with a word."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused is not None:
            status, text = refused
            log.warning("turned away", status=status, reason=text, kind=scope["type"])
            response = PlainTextResponse(text + "\n", status, {"connection": "close"})
            await response(scope, receive, self._with_headers(send))
            return
        if scope["type"] == "http":
            receive = Measured(receive, self._limits.body_bytes)
            send = self._with_headers(send)
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        client = scope.get("client") or ("",)
        if not self._requests.take(client[0]):
            return 429, "Too many requests. Wait a moment."
        if len(scope["path"]) > LONGEST_PATH:
            return 414, "The address is too long."
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEAD:
            return 431, "The head of this request is too large."
        if not self.is_our_name(headers.getlist("host")):
            return 400, "This server does not go by that name. See --allow-host."
        if not self.is_our_page(scope, headers):
            return 403, "Another site asked for this."
        if "transfer-encoding" in headers and "content-length" in headers:
            return 400, "Where that ends is not clear."  # a proxy might read it in another way
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._limits.body_bytes:
            return 413, "That is too large."
        return None

    def is_our_name(self, given: list[str]) -> bool:
        """Whether the request was meant for this server.

        A number is always fine: a foreign page can only point a *name* of its own at us.
        """
        if len(given) != 1:
            return False
        name = hostname(given[0])
        return name in self._hosts or is_number(name)

    def is_our_page(self, scope: Scope, headers: Headers) -> bool:
        """Whether a form or a socket comes from our own pages."""
        socket = scope["type"] == "websocket"
        if not socket and scope["method"] in SAFE_METHODS:
            return True
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None:
            return not socket  # no browser leaves it out
        try:
            return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
        except ValueError:
            return False

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        return sending


class Measured:
    """Reads a request's body and stops when it grows beyond the limit or does not come."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most
        self._end = time.monotonic() + BODY_SECONDS
        self._more = True

    async def __call__(self) -> Message:
        """The next piece of the body."""
        if not self._more:
            return await self._receive()
        patience = min(PIECE_SECONDS, max(0.0, self._end - time.monotonic()))
        try:
            message = await asyncio.wait_for(self._receive(), patience)
        except TimeoutError:
            return {"type": "http.disconnect"}
        self._more = message.get("more_body", False)
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            return {"type": "http.disconnect"}
        return message


def hostname(host: str) -> str:
    """A Host header without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_number(name: str) -> bool:
    """Whether a name is an address written in numbers."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
