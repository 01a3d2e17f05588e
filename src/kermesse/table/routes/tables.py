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
from kermesse.table import messages, seating
from kermesse.table.connection import FULL, NO_TABLE, NOT_WELCOME, Connection
from kermesse.table.forms import FormError, read_count
from kermesse.table.identity import network_of
from kermesse.table.pages.table import table_page
from kermesse.table.program import ProgramConnection
from kermesse.table.refusals import Refused
from kermesse.table.room import WAKING_SECONDS, Room
from kermesse.table.site import STATUS, Site, fields, page

SOON = 1.0  # seconds that a page waits for its match before it shows that it is getting ready

Greet = Callable[[WebSocket, Room, Person | None], Awaitable[Connection | None]]


class TableRoutes:
    """Where people play."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.house = site.house
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
        room = await self.house.room(request.path_params["table"])
        with suppress(TimeoutError):  # the page shows how far it is
            await asyncio.wait_for(room.ready.wait(), SOON)
        visitor = self.site.identity.visitor(request)
        if visitor.id is not None and visitor.id in room.kicked:
            raise Refused("gone")
        operator = self.house.network.is_operator(request)
        eyes = room.eyes(visitor.id, visitor.language, origin_of(request), operator=operator)
        status = STATUS.get(room.sitting.trouble, 200)
        return page(table_page(visitor, room.pieces(eyes)), status)

    async def sit(self, request: Request) -> Response:
        """Sit down from the lobby."""
        form = await fields(request)
        room = await self.house.room(request.path_params["table"])
        try:
            seat = read_count(form, "seat", range(room.sitting.table.seats), 0)
        except FormError:
            raise Refused("bad_message") from None
        person, is_new = await self.site.person(request)
        if room.sitting.seat_of(person.id) < 0:
            async with room.lock:
                await seating.sit(room, person, messages.Sit(id="form", seat=seat))
        return await self.site.go(request, f"/table/{room.id}", person, is_new=is_new)

    async def network(self, request: Request) -> Response:
        """Let the local network in, or shut it out: for the person at the server's machine."""
        form, network = await fields(request), self.house.network
        if not network.is_operator(request) or form.get("open") not in ("true", "false"):
            raise Refused("not_allowed")
        if form["open"] == "true":
            await network.open()
        else:
            network.close()
        room = await self.house.room(request.path_params["table"])
        room.tell_notes()
        return await self.site.go(request, f"/table/{room.id}")

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
        self.house.metrics.connections.inc()
        try:
            await self._serve(websocket, greet)
        finally:
            self.house.metrics.connections.dec()
            self._open -= 1
            self._addresses[where] -= 1
            if not self._addresses[where]:
                del self._addresses[where]

    def _may_connect(self, where: str) -> bool:
        limits = self.house.limits
        here = self._addresses.get(where, 0)
        return here < limits.connections_per_address and self._open < limits.connections

    async def _serve(self, websocket: WebSocket, greet: Greet) -> None:
        await websocket.accept()
        try:
            room = await self.house.room(websocket.path_params["table"])
        except Refused:
            await websocket.close(NO_TABLE)
            return
        person = self.site.identity.person(websocket)
        if person is not None and (person.banned or person.id in room.kicked):
            await websocket.close(NOT_WELCOME)
            return
        if len(room.connections) >= self.house.limits.connections_per_table:
            await websocket.close(FULL)
            return
        if person is not None:
            self.house.store.touch(person.id)
        connection = await greet(websocket, room, person)
        if connection is None:
            await websocket.close(NOT_WELCOME)
            return
        await room.join(connection)
        try:
            await connection.serve()
        finally:
            room.part(connection)

    async def _browser(
        self, websocket: WebSocket, room: Room, person: Person | None
    ) -> Connection | None:
        language = self.site.identity.visitor(websocket).language
        connection = Connection(
            websocket, room, person, language, origin_of(websocket), self.house.limits
        )
        connection.by_operator = self.house.network.is_operator(websocket)
        return connection

    async def _program(
        self, websocket: WebSocket, room: Room, person: Person | None
    ) -> Connection | None:
        """A program plays: it has a seat, or takes back the one that is kept for it."""
        with suppress(TimeoutError):
            await asyncio.wait_for(room.ready.wait(), WAKING_SECONDS)
        try:
            if person is None:
                raise Refused("not_allowed")
            if room.sitting.seat_of(person.id) == SPECTATOR:
                async with room.lock:
                    await seating.take_back(room, person)
        except Refused as refused:
            self.house.metrics.refusals.labels(kind=refused.kind).inc()
            wrong = protocol.refusal(None, refused.kind, refused.text())
            await websocket.send_text(protocol.encoded(wrong).decode())
            return None
        return ProgramConnection(websocket, room, person, origin_of(websocket), self.house.limits)


def origin_of(request: HTTPConnection) -> str:
    """What links to this server start with, as the visitor reached it."""
    secure = request.url.scheme in ("https", "wss")
    return f"{'https' if secure else 'http'}://{request.headers.get('host', '')}"
