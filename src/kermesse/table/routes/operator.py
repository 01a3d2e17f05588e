"""For the operator: health, metrics, and the admin pages behind a token."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import secrets
import time

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from kermesse.store import now
from kermesse.table.forms import FormError, read_count
from kermesse.table.identity import YEAR, address, network_of
from kermesse.table.letters import clean
from kermesse.table.live.connection import NOT_WELCOME
from kermesse.table.live.services import kept
from kermesse.table.pages.admin import (
    LONGEST_REASON,
    PersonLine,
    admin_login,
    admin_page,
    close_page,
)
from kermesse.table.passphrases import Tries
from kermesse.table.refusals import Refused
from kermesse.table.site import Site, fields, page
from kermesse.table.table_list import MINUTE_MS, table_lines

COOKIE = "kermesse-office"
DESK = "kermesse-desk"  # of a browser where the token was right once
OFFICE = "office"
OPEN_HOURS = 12
MOST_SHOWN = 200
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


class OperatorRoutes:
    """The back door."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.tables = site.tables
        self.services = site.services
        self._tries = Tries(self.services.limits)

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/healthz", self.health),
            Route("/readyz", self.readiness),
            Route("/metrics", self.metrics),
            Route("/admin", self.office),
            Route("/admin/login", self.log_in, methods=["POST"]),
            Route("/admin/logout", self.log_out, methods=["POST"]),
            Route("/admin/close", self.ask_to_close),
            Route("/admin/close", self.close, methods=["POST"]),
            Route("/admin/ban", self.ban, methods=["POST"]),
        ]

    async def health(self, request: Request) -> Response:
        """The event loop is alive, whether the store can be written, and how many tables broke.

        A damaged table is no reason to restart the server: the others go on.
        """
        trouble, damaged = self.services.store.unavailable, len(self.services.damaged)
        report = {
            "status": "ok" if trouble is None and not damaged else "degraded",
            "store": trouble is None,
            "damaged_tables": damaged,
            "compiling": sorted(self.services.compilation.under_way),
        }
        return JSONResponse(report, 200 if self.services.store.failed is None else 503)

    async def readiness(self, request: Request) -> Response:
        """Whether people can play: the store takes decisions."""
        ready = self.services.store.unavailable is None
        return JSONResponse({"ready": ready}, 200 if ready else 503)

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus; from this machine, or with the token."""
        if not self._is_local(request) and not self._has_bearer(request):
            raise Refused("gone")
        for state, count in self.services.store.count_by_state().items():
            self.services.metrics.tables.labels(state=state).set(count)
        self.services.metrics.live.set(len(self.tables.live))
        return PlainTextResponse(self.services.metrics.page(), media_type=PROMETHEUS)

    def _is_local(self, request: Request) -> bool:
        if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
            return False  # somebody else's request, passed on by a proxy on this machine
        try:
            return ipaddress.ip_address(address(request)).is_loopback
        except ValueError:
            return False

    def _has_bearer(self, request: Request) -> bool:
        given = request.headers.get("authorization")
        return given is not None and self._is_token(request, given.removeprefix("Bearer "))

    def _is_token(self, request: Request, given: str) -> bool:
        """Whether somebody has the token; refused after too many wrong ones.

        Each desk at which it was right once counts by itself: nobody else can shut it out.
        """
        token, where = self.site.admin_token, self._desk(request) or network_of(request)
        self._tries.check(OFFICE, where)
        right = bool(token) and hmac.compare_digest(given.encode(), token.encode())
        if right:
            self._tries.remember(OFFICE, where)
        else:
            self._tries.count(OFFICE, where)
        return right

    def _desk(self, request: Request) -> str:
        """A browser that has been signed in as admin before, by a separate name."""
        name, _, signature = request.cookies.get(DESK, "").partition(".")
        right = self._signed(f"desk {name}")
        if not hmac.compare_digest(signature.encode(), right.encode()):
            return ""
        self._tries.remember(OFFICE, name)
        return name

    def _signed(self, text: str) -> str:
        key = self.site.admin_token.encode()
        return hmac.digest(key, text.encode(), "sha256").hex()

    # --- the office -----------------------------------------------------------------------------

    def _pass(self, until: int) -> str:
        return f"{until}.{self._signed(str(until))}"

    def _may_enter(self, request: Request) -> bool:
        if not self.site.admin_token:
            raise Refused("gone")  # no token was set: there is no office
        given = request.cookies.get(COOKIE, "")
        until = given.partition(".")[0]
        if not (until.isascii() and until.isdigit() and len(until) < 16):
            return False
        right = self._pass(int(until)).encode()
        return int(until) > time.time() and hmac.compare_digest(given.encode(), right)

    def _check(self, request: Request) -> None:
        if not self._may_enter(request):
            raise Refused("not_allowed")

    async def office(self, request: Request) -> Response:
        """Tables, people and figures."""
        visitor = self.site.identity.visitor(request)
        if not self._may_enter(request):
            return page(admin_login(visitor))
        store = self.services.store
        tables = table_lines(self.tables, store.recent_tables(MOST_SHOWN), visitor)
        people = [
            PersonLine(
                person.id,
                person.name,
                max(0, now() - person.seen) // MINUTE_MS,
                store.count_tables_of(person.id),
                person.banned,
            )
            for person in store.recent_people(MOST_SHOWN)
        ]
        return page(admin_page(visitor, tables, people, self._figures(request)))

    def _figures(self, request: Request) -> dict[str, str]:
        say = self.site.identity.visitor(request).say
        counts = self.services.store.count_by_state()
        connections = sum(len(table.broadcast.connections) for table in self.tables.live.values())
        return {
            say("Open connections"): str(connections),
            say("Tables in memory"): str(len(self.tables.live)),
            say("Tables being played"): str(counts["playing"]),
            say("Finished matches"): str(counts["over"]),
        }

    async def log_in(self, request: Request) -> Response:
        """Come in with the token."""
        self._may_enter(request)
        form, visitor = await fields(request), self.site.identity.visitor(request)
        if not self._is_token(request, form.get("password", "")):
            return page(admin_login(visitor, visitor.say("That is not the password.")), 403)
        response = await self.site.go(request, "/admin")
        until = int(time.time()) + OPEN_HOURS * 3600
        secure = request.url.scheme == "https"
        desk = self._desk(request) or secrets.token_urlsafe(12)
        for name, value, seconds in (
            (COOKIE, self._pass(until), OPEN_HOURS * 3600),
            (DESK, f"{desk}.{self._signed(f'desk {desk}')}", YEAR),
        ):
            response.set_cookie(
                name,
                value,
                max_age=seconds,
                path="/admin",
                httponly=True,
                samesite="strict",
                secure=secure,
            )
        return response

    async def log_out(self, request: Request) -> Response:
        """Leave the office."""
        response = await self.site.go(request, "/")
        response.delete_cookie(COOKIE, path="/admin", httponly=True, samesite="strict")
        return response

    async def ask_to_close(self, request: Request) -> Response:
        """The question before a table is closed."""
        self._check(request)
        visitor = self.site.identity.visitor(request)
        table = self.services.store.table(request.query_params.get("table", ""))
        lines = table_lines(self.tables, [table] if table is not None else [], visitor)
        if not lines:
            raise Refused("gone")
        return page(close_page(visitor, lines[0]))

    async def close(self, request: Request) -> Response:
        """Close a table, and tell those who are there why."""
        self._check(request)
        form = await fields(request)
        reason = clean(form.get("reason", "")[:LONGEST_REASON])
        await self.tables.close_table(form.get("table", ""), reason)
        return await self.site.go(request, "/admin")

    async def ban(self, request: Request) -> Response:
        """Ban a person, or forgive."""
        self._check(request)
        form = await fields(request)
        try:
            person_id = read_count(form, "person", range(2**53), -1)
        except FormError:
            raise Refused("bad_message") from None
        store = self.services.store
        banned = form.get("banned") == "true"
        change = store.ban(person_id) if banned else store.unban(person_id)
        await kept(asyncio.wrap_future(change))
        self.site.identity.changed(person_id)
        if banned:
            for table in list(self.tables.live.values()):
                await table.broadcast.dismiss(person_id, NOT_WELCOME)
        return await self.site.go(request, "/admin")
