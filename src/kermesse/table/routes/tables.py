"""A table's page and its socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from kermesse.bots import protocol
from kermesse.core.record import SPECTATOR
from kermesse.store import Person
from kermesse.table import messages
from kermesse.table.commands import seats
from kermesse.table.forms import FormError, read_count
from kermesse.table.identity import network_of
from kermesse.table.live.connection import FULL, NO_TABLE, NOT_WELCOME, Connection
from kermesse.table.live.program_connection import ProgramConnection
from kermesse.table.live.table import WAKING_SECONDS, LiveTable
from kermesse.table.pages.table import table_page
from kermesse.table.refusals import Refused
from kermesse.table.site import STATUS, Site, fields, page
from kermesse.table.views.screen import audience_of

SOON = 1.0  # seconds that a page waits for its match before it shows that it is getting ready

Greet = Callable[[WebSocket, LiveTable, Person | None], Awaitable[Connection | None]]


class TableRoutes:
    """Where people play."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.tables = site.tables
        self.services = site.services
        self._addresses: dict[str, int] = {}
        self._open = 0

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return [
            Route("/table/{table}", self.table),
            Route("/table/{table}/sit", self.sit, methods=["POST"]),
            Route("/table/{table}/network", self.network, methods=["POST"]),
            WebSocketRoute("/table/{table}/socket", self.socket),
            WebSocketRoute("/table/{table}/program", self.program),
        ]

    async def table(self, request: Request) -> Response:
        """The page; what is on it comes by the socket, too, and is the same."""
        table = await self.tables.find(request.path_params["table"])
        with suppress(TimeoutError):  # the page shows how far it is
            await asyncio.wait_for(table.ready.wait(), SOON)
        visitor = self.site.identity.visitor(request)
        if visitor.id is not None and visitor.id in table.state.kicked:
            raise Refused("gone")
        operator = self.services.network.is_operator(request)
        audience = audience_of(
            table.state,
            table.facts(),
            visitor.id,
            visitor.language,
            origin_of(request),
            operator=operator,
        )
        status = STATUS.get(table.state.trouble, 200)
        pieces, tips = table.broadcast.view().pieces(audience), "tips" in request.query_params
        return page(table_page(visitor, pieces, tips=tips), status)

    async def sit(self, request: Request) -> Response:
        """Sit down from the lobby."""
        form = await fields(request)
        table = await self.tables.find(request.path_params["table"])
        try:
            seat = read_count(form, "seat", range(table.state.table.seats), 0)
        except FormError:
            raise Refused("bad_message") from None
        person, is_new = await self.site.person(request)
        if table.state.seat_of(person.id) < 0:
            said = messages.Sit(id="form", seat=seat)
            await table.ask(lambda state: seats.sit(state, table.facts(), person, said))
        return await self.site.go(request, f"/table/{table.id}", person, is_new=is_new)

    async def network(self, request: Request) -> Response:
        """Let the local network in, or shut it out: for the person at the server's machine."""
        form, network = await fields(request), self.services.network
        if not network.is_operator(request) or form.get("open") not in ("true", "false"):
            raise Refused("not_allowed")
        if form["open"] == "true":
            await network.open()
        else:
            network.close()
        table = await self.tables.find(request.path_params["table"])
        table.broadcast.notes()
        return await self.site.go(request, f"/table/{table.id}")

    async def socket(self, websocket: WebSocket) -> None:
        """Talk with a browser at a table."""
        await self._connect(websocket, self._browser)

    async def program(self, websocket: WebSocket) -> None:
        """Talk with a program that plays a seat."""
        await self._connect(websocket, self._program)

    async def _connect(self, websocket: WebSocket, greet: Greet) -> None:
        """Within the limits, let somebody in who is welcome at a table."""
        where = network_of(websocket)
        if not self._may_connect(where):
            await websocket.accept()
            await websocket.close(FULL)
            return
        self._addresses[where] = self._addresses.get(where, 0) + 1
        self._open += 1
        self.services.metrics.connections.inc()
        try:
            await self._serve(websocket, greet)
        finally:
            self.services.metrics.connections.dec()
            self._open -= 1
            self._addresses[where] -= 1
            if not self._addresses[where]:
                del self._addresses[where]

    def _may_connect(self, where: str) -> bool:
        limits = self.services.limits
        here = self._addresses.get(where, 0)
        return here < limits.connections_per_address and self._open < limits.connections

    async def _serve(self, websocket: WebSocket, greet: Greet) -> None:
        await websocket.accept()
        try:
            table = await self.tables.find(websocket.path_params["table"])
        except Refused:
            await websocket.close(NO_TABLE)
            return
        person = self.site.identity.person(websocket)
        if person is not None and (person.banned or person.id in table.state.kicked):
            await websocket.close(NOT_WELCOME)
            return
        if len(table.broadcast.connections) >= self.services.limits.connections_per_table:
            await websocket.close(FULL)
            return
        if person is not None:
            self.services.store.touch(person.id)
        connection = await greet(websocket, table, person)
        if connection is None:
            await websocket.close(NOT_WELCOME)
            return
        await table.join(connection)
        try:
            await connection.serve()
        finally:
            table.part(connection)

    async def _browser(
        self, websocket: WebSocket, table: LiveTable, person: Person | None
    ) -> Connection | None:
        language = self.site.identity.visitor(websocket).language
        connection = Connection(
            websocket, table, person, language, origin_of(websocket), self.services.limits
        )
        connection.by_operator = self.services.network.is_operator(websocket)
        return connection

    async def _program(
        self, websocket: WebSocket, table: LiveTable, person: Person | None
    ) -> Connection | None:
        """A program plays: it has a seat, or takes back the one that is kept for it."""
        with suppress(TimeoutError):
            await asyncio.wait_for(table.ready.wait(), WAKING_SECONDS)
        try:
            if person is None:
                raise Refused("not_allowed")
            if table.state.seat_of(person.id) == SPECTATOR:
                await table.ask(lambda state: seats.take_back(state, person))
        except Refused as refused:
            self.services.metrics.refusals.labels(kind=refused.kind).inc()
            wrong = protocol.refusal(None, refused.kind, refused.text())
            await websocket.send_text(protocol.encoded(wrong).decode())
            return None
        return ProgramConnection(
            websocket, table, person, origin_of(websocket), self.services.limits
        )


def origin_of(request: HTTPConnection) -> str:
    """What links to this server start with, as the visitor reached it."""
    secure = request.url.scheme in ("https", "wss")
    return f"{'https' if secure else 'http'}://{request.headers.get('host', '')}"
