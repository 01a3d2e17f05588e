"""The guard at the door: which requests come in at all, and what every answer carries."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from math import ceil
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kermesse.core.words import mark
from kermesse.table.cost import Accounts, Payer, paid, payer
from kermesse.table.identity import network_of, wanted_language
from kermesse.table.limits import Buckets, Limits
from kermesse.table.metrics import Metrics
from kermesse.table.pages.notices import notice
from kermesse.table.refusals import SENTENCES
from kermesse.table.visitor import Visitor

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
METHODS = (*SAFE_METHODS, "POST")  # that are counted by their names
UNTRACED = "none"  # the route of a request that fits none, or was turned away
LONGEST_PATH = 512
LARGEST_HEAD = 32 * 2**10  # bytes
BODY_SECONDS = 120.0  # for the whole body of a request
PIECE_SECONDS = 20.0  # for the next piece of it
HEAD_SECONDS = 0.0005  # of processor time that reading the head of a request takes, roughly
STRANGE_SITE = mark("The server takes this form for one from another site, so nothing was done.")
IF_PROXY = mark(
    "If you were on a page of this server, a proxy in front of it changes the address that the "
    "browser asked for. It has to pass on the name with its port (nginx: proxy_set_header Host "
    "$http_host) and the scheme (proxy_set_header X-Forwarded-Proto $scheme)."
)

Who = Callable[[HTTPConnection], int | None]

log = structlog.get_logger()


class Guard:
    """Wraps the whole application."""

    def __init__(
        self, app: ASGIApp, limits: Limits, who: Who, metrics: Metrics, hosts: Iterable[str] = ()
    ) -> None:
        self._app = app
        self._limits = limits
        self._who = who
        self._metrics = metrics
        self._hosts = {host.lower() for host in hosts} | {"localhost"}
        self._requests = Buckets(60 * limits.requests_per_second, 4 * limits.requests_per_second)
        self._accounts = Accounts(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or turn it away with a word."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        send = self._with_headers(scope, send)
        refused = self._refusal(scope)
        if refused is not None:
            log.warning("turned away", status=refused.status_code, kind=scope["type"])
            refused.headers["connection"] = "close"
            await refused(scope, receive, send)
            return
        by = self._payer(scope)
        by.spend(HEAD_SECONDS)
        if by.debt:
            await self._put_off(scope, by)(scope, receive, send)
            return
        if scope["type"] == "http":
            receive = Measured(receive, self._limits.body_bytes)
            scope["is_gone"] = receive.is_gone
        payer.set(by)
        await paid(as_coroutine(self._app, scope, receive, send))

    def _payer(self, scope: Scope) -> Payer:
        return self._accounts.payer(
            network_of(HTTPConnection(scope)), self._who(HTTPConnection(scope))
        )

    def _put_off(self, scope: Scope, by: Payer) -> Response:
        """The answer to a visitor who has used up their share of the server for now."""
        response = self._notice(scope, 429, mark("Too much at once"), SENTENCES["busy"])
        response.headers["retry-after"] = str(ceil(by.debt))
        return response

    def _notice(self, scope: Scope, status: int, title: str, *sentences: str) -> Response:
        return HTMLResponse(
            short_page(wanted_language(HTTPConnection(scope)), status, title, sentences), status
        )

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not self._requests.take(network_of(HTTPConnection(scope))):
            waiting = {"retry-after": "1"}
            return PlainTextResponse("Too many requests. Wait a moment.\n", 429, waiting)
        if not self.is_our_page(scope, headers) and self.is_our_name(headers.getlist("host")):
            return self._notice(scope, 403, mark("Not allowed"), STRANGE_SITE, IF_PROXY)
        plain = self._broken(scope, headers)
        return plain and PlainTextResponse(plain[1] + "\n", plain[0])

    def _broken(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if len(scope["path"]) > LONGEST_PATH:
            return 414, "The address is too long."
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEAD:
            return 431, "The head of this request is too large."
        if not self.is_our_name(headers.getlist("host")):
            return 400, "This server does not go by that name. See --allow-host."
        if "transfer-encoding" in headers and "content-length" in headers:
            return 400, "Where that ends is not clear."  # a proxy might read it in another way
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._limits.body_bytes:
            return 413, "That is too large."
        return None

    def is_our_name(self, given: list[str]) -> bool:
        """Whether the request was meant for this server.

        A number is always fine: a foreign page can only point its own *name* at us.
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

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        if scope["type"] != "http":
            return send
        method = scope["method"] if scope["method"] in METHODS else "other"

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
                status = f"{message['status'] // 100}xx"
                self._metrics.requests.labels(route_of(scope), method, status).inc()
            await send(message)

        return sending


def route_of(scope: Scope) -> str:
    """The route of a request, by the name of what answers it: never its path."""
    return getattr(scope.get("endpoint"), "__qualname__", UNTRACED)


@lru_cache(maxsize=64)
def short_page(language: str, status: int, title: str, sentences: tuple[str, ...]) -> str:
    """A notice for somebody whom the server does not look up."""
    visitor = Visitor(language=language)
    words = " ".join(map(visitor.say, sentences))
    return notice(visitor, visitor.say(title), words, status=status)


async def as_coroutine(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """What an application does, whatever kind of callable it is."""
    await app(scope, receive, send)


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

    def is_gone(self) -> bool:
        """Whether the browser does not wait for the answer; what is left of the body is lost."""
        for _ in range(2):
            message = at_once(self._receive())
            if message is None or message["type"] == "http.disconnect":
                return message is not None
        return False


def at_once(answer: Awaitable[Message]) -> Message | None:
    """What something answers without waiting; None if it would wait."""
    steps = answer.__await__()
    try:
        next(steps)
    except StopIteration as done:
        found: Message = done.value
        return found
    steps.close()
    return None


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
