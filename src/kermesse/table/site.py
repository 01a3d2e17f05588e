"""`Site`: what all pages share: the house, who visits, and how refusals are shown."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from markupsafe import Markup
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kermesse.core.game import Game
from kermesse.core.words import mark
from kermesse.store import Person
from kermesse.table.identity import Identity, network_of
from kermesse.table.limits import Buckets
from kermesse.table.live.tables import LiveTables
from kermesse.table.pages.notices import notice
from kermesse.table.refusals import Refused

STATUS = {
    "gone": 404,
    "not_offered": 404,
    "bad_link": 410,
    "not_allowed": 403,
    "banned": 403,
    "seated": 409,
    "full": 409,
    "no_seat": 409,
    "no_network": 409,
    "too_many_tables": 409,
    "busy": 429,
    "unavailable": 503,
    "not_ready": 503,
    "no_room": 503,
    "log_full": 409,
    "failed": 500,
    "damaged": 500,
    "edition": 410,
}
TITLES = {
    400: mark("That did not work"),
    403: mark("Not allowed"),
    404: mark("Nothing here"),
    405: mark("That did not work"),
    409: mark("Not possible now"),
    410: mark("No longer here"),
    413: mark("Too large"),
    429: mark("Too much at once"),
    500: mark("Something went wrong"),
    503: mark("Not at the moment"),
}
WORDS = {
    400: mark("The server could not read that. Nothing has changed."),
    404: mark("There is no such page."),
    405: mark("This page cannot be used that way."),
    413: mark("A file or form of that size is not accepted."),
    500: mark("An error has been noted. Nothing has changed."),
}
MOST_FIELDS = 80
UNREAD = 499  # what nginx writes down for a browser that has gone

log = structlog.get_logger()


class Site:
    """Shared by all routes."""

    def __init__(self, tables: LiveTables, identity: Identity, admin_token: str = "") -> None:
        self.tables = tables
        self.services = tables.services
        self.identity = identity
        self.admin_token = admin_token
        limits = tables.services.limits
        self.new_tables = Buckets(limits.tables_per_minute, 5 * limits.tables_per_minute)
        self.uploads = Buckets(limits.uploads_per_minute, 5 * limits.uploads_per_minute)

    def game(self, request: Request) -> Game:
        """The game that an address names."""
        found = self.services.games.get(request.path_params["game"])
        if found is None:
            raise HTTPException(404)
        return found

    async def person(self, request: HTTPConnection) -> tuple[Person, bool]:
        """Who acts, and whether they are new here."""
        known = self.identity.person(request)
        if known is None:
            self.services.check_space()
        person = known or await self.identity.new_guest(request)
        if person.banned:
            raise Refused("banned")
        return person, known is None

    async def go(
        self, request: Request, path: str, person: Person | None = None, *, is_new: bool = False
    ) -> Response:
        """On to another page after a form."""
        response = RedirectResponse(path, 303)
        if person is not None and is_new:
            await self.identity.sign_in(request, response, person)
        return response

    def check_pace(self, request: Request, buckets: Buckets) -> None:
        """Refuse what comes too fast from one network."""
        if not buckets.take(network_of(request)):
            raise Refused("busy")

    async def refuse(self, request: Request, refused: Exception) -> Response:
        """A refusal as a page."""
        assert isinstance(refused, Refused)
        visitor = self.identity.visitor(request)
        status = STATUS.get(refused.kind, 400)
        self.services.metrics.refusals.labels(kind=refused.kind).inc()
        return self.notice(request, status, refused.text(visitor.say))

    async def http_error(self, request: Request, error: Exception) -> Response:
        """An error of the protocol as a page."""
        status = getattr(error, "status_code", 400)
        return self.notice(request, status, "")

    async def unwanted(self, request: Request, error: Exception) -> Response:
        """Nobody is waiting for the answer."""
        return Response(status_code=UNREAD)

    async def failure(self, request: Request, error: Exception) -> Response:
        """An unexpected error."""
        # never the path: it may hold an invitation
        page = getattr(request.scope.get("endpoint"), "__qualname__", "")
        log.error("page failed", page=page, exc_info=error)
        self.services.metrics.failures.labels(where="page").inc()
        response = self.notice(request, 500, "")
        response.headers["connection"] = "close"  # uvicorn does so without a word
        return response

    def notice(self, request: Request, status: int, text: str) -> Response:
        """A short page in the house's style."""
        visitor = self.identity.visitor(request)
        say = visitor.say
        title = say(TITLES.get(status, TITLES[400]))
        words = text or say(WORDS.get(status, WORDS[400]))
        return page(notice(visitor, title, words, status=status), status)


def page(content: Markup, status: int = 200) -> HTMLResponse:
    """A page as a response."""
    return HTMLResponse(content, status)


async def fields(request: Request) -> dict[str, str]:
    """The text fields of a posted form; of a field that was sent twice the last."""
    form = await posted(request)
    try:
        return {name: value for name, value in form.items() if isinstance(value, str)}
    finally:
        await form.close()


async def posted(request: Request, *, largest: int = 64 * 2**10) -> FormData:
    """A posted form, whatever is wrong with it named."""
    _, options = parse_options_header(request.headers.get("content-type", ""))
    if options.get(b"charset", b"utf-8").lower() not in (b"utf-8", b"utf8"):
        raise Refused("bad_message")  # Python knows encodings that take minutes to read
    try:
        return await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=largest)
    except Refused:
        raise
    except Exception as broken:
        raise Refused("bad_message") from broken


async def is_wanted(request: Request) -> bool:
    """Whether the browser still waits for the answer to a request that was read."""
    is_gone: Callable[[], bool] = request.scope["is_gone"]
    return not is_gone()


__all__ = ["Site", "UploadFile", "fields", "is_wanted", "page", "posted"]
