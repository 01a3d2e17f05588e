"""Matches to look at again: finished ones, one's own view of unfinished ones, uploaded files."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kermesse.core.errors import KermesseError, MatchFileError, UnreadableAction
from kermesse.core.matchfile import LARGEST
from kermesse.table.commands.other import show_hands
from kermesse.table.cost import in_thread
from kermesse.table.live.table import LiveTable
from kermesse.table.pages.replay import replays_page
from kermesse.table.refusals import EDITION, Refused
from kermesse.table.replay import (
    KEPT,
    Recording,
    chunk,
    file_of,
    recording,
    shown,
    shown_to,
    take_in,
    uploaded,
    viewer_in,
    whole,
)
from kermesse.table.site import Site, is_wanted, page, posted
from kermesse.table.state.editions import file_of as outdated_file
from kermesse.table.state.editions import may_have_file
from kermesse.table.state.log_events import CLOSED, OVER
from kermesse.table.state.table_state import TableState
from kermesse.table.table_list import table_lines
from kermesse.table.views.screen import names
from kermesse.table.visitor import Visitor

PAGE = 20  # matches of a person on one page
MOST_CHUNKS = 32 * 2**20  # bytes of rendered moments in memory
ENTRY = 2**10  # bytes that one needs besides, roughly


class Kept(NamedTuple):
    """A recording, and what the answer to whether a visitor may see it follows from."""

    told: Recording
    hides: TableState | None = None  # some hands of it
    kicked: Collection[int] = ()


class ReplayRoutes:
    """Where people look back."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.tables = site.tables
        self.services = site.services
        self._kept: OrderedDict[tuple[str, str], Kept] = OrderedDict()
        self._chunks = Chunks(MOST_CHUNKS)

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/replay", self.replays),
            Route("/replay/upload", self.upload, methods=["POST"]),
            Route("/replay/{source:path}/frames", self.frames),
            Route("/replay/{source:path}/file", self.download),
            Route("/replay/{table}/agree", self.agree, methods=["POST"]),
            Route("/replay/{source:path}", self.show),
        ]

    async def _beside(self, request: Request, work: Callable[..., Any], *given: Any) -> Any:
        """Have something done beside the server, unless the browser has gone by then."""
        return await self.services.worker.run(lambda: is_wanted(request), work, *given)

    async def replays(self, request: Request) -> Response:
        """The visitor's matches, and where to look at a match file."""
        visitor = self.site.identity.visitor(request)
        if visitor.id is None:
            return page(replays_page(visitor))
        store, total = self.services.store, self.services.store.count_tables_of(visitor.id)
        pages = max(1, -(-total // PAGE))
        number = whole(request.query_params, "page", pages, default=0)
        mine = store.tables_of(visitor.id, PAGE, number * PAGE)
        lines = table_lines(self.tables, mine, visitor)
        return page(replays_page(visitor, lines, page=number, pages=pages))

    async def upload(self, request: Request) -> Response:
        """Take in a match file and show it."""
        self.site.check_pace(request, self.site.uploads)
        self.services.check_space()
        visitor = self.site.identity.visitor(request)
        form = await posted(request, largest=LARGEST)
        sent = form.get("file")
        try:
            if not isinstance(sent, UploadFile) or not sent.filename:
                raise MatchFileError(visitor.say("Choose a match file first."))
            content = await sent.read(LARGEST + 1)
            text = await self._beside(request, take_in, content, visitor)
            upload_id = await in_thread(self.services.store.keep_upload(text, visitor.id).result)
        except Refused:
            raise
        except KermesseError as refused:
            return page(replays_page(visitor, problem=str(refused)), 400)
        finally:
            await form.close()
        return await self.site.go(request, f"/replay/file/{upload_id}")

    # --- what is looked at ----------------------------------------------------------------------

    async def _recording(self, request: Request, visitor: Visitor) -> Recording:
        source = request.path_params["source"]
        kind, _, name = source.rpartition("/")
        if kind == "file":
            return await self._of_file(request, name, source)
        if kind:
            raise Refused("gone")
        return await self._of_table(name, visitor)

    async def _of_file(self, request: Request, upload_id: str, source: str) -> Recording:
        kept = self._kept.get((source, ""))
        if kept is not None:
            return kept.told
        text = await in_thread(self.services.store.upload, upload_id)
        if text is None:
            raise Refused("gone")
        found: Recording = await self._beside(request, uploaded, text, f"/replay/{source}")
        self._keep((source, ""), Kept(found))
        return found

    async def _of_table(self, table_id: str, visitor: Visitor) -> Recording:
        kept = self._kept.get((table_id, visitor.language))
        renamed = self.services.names.changes
        if kept is None or kept.told.renamed != renamed:  # somebody has another name
            table = await self._table(table_id, visitor)
            state, match = table.state, table.state.match
            if match is None or state.status == CLOSED:
                raise Refused(state.trouble or "gone")
            players = names(state, self.services.names.known, visitor.say)
            path = f"/replay/{table_id}"
            if state.status != OVER:
                return recording(match, path, players, seat=state.seat_of(visitor.id))
            told = recording(match, path, players, seat=None, renamed=renamed)
            kept = Kept(told, None if state.game.open_at_end else state, table.state.kicked)
            self._keep((table_id, visitor.language), kept)
        check_welcome(visitor, kept.kicked)
        return shown_to(kept.told, kept.hides, visitor.id) if kept.hides else kept.told

    async def _table(self, table_id: str, visitor: Visitor) -> LiveTable:
        """A table, for somebody who may look at it."""
        table = await self.tables.find(table_id)
        await table.ready.wait()
        check_welcome(visitor, table.state.kicked)
        return table

    def _keep(self, key: tuple[str, str], found: Kept) -> None:
        self._kept[key] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    # --- pages ----------------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """The page of a match."""
        visitor = self.site.identity.visitor(request)
        told = await self._recording(request, visitor)
        asked = dict(request.query_params) | {"as": viewer_in(told, request.query_params)}
        return HTMLResponse(await self._beside(request, shown, told, asked, visitor))

    async def frames(self, request: Request) -> Response:
        """Some moments of a match, rendered."""
        visitor = self.site.identity.visitor(request)
        told = await self._recording(request, visitor)
        given = {name: request.query_params.get(name, "") for name in ("from", "to")}
        asked = given | {"as": viewer_in(told, request.query_params)}
        key = (told.key, visitor.language, *sorted(asked.items()))
        answer = self._chunks.get(key)
        if answer is None:
            answer = await self._beside(request, chunk, told, asked, visitor.language)
            if told.finished:
                self._chunks.keep(key, answer)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(gzip.decompress(answer), media_type="application/json")
        packed = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(answer, media_type="application/json", headers=packed)

    async def download(self, request: Request) -> Response:
        """The match file of a finished match."""
        visitor, source = self.site.identity.visitor(request), request.path_params["source"]
        outdated = None if "/" in source else await self._outdated(source, visitor)
        if outdated is not None:
            return outdated
        told = await self._recording(request, visitor)
        if not told.finished or told.hidden:
            raise Refused("not_allowed")
        return file_response(told.game, source, await self._beside(request, file_of, told))

    async def _outdated(self, table_id: str, visitor: Visitor) -> Response | None:
        """The file of a table of another edition of the rules, which is written without them."""
        table = await self._table(table_id, visitor)
        state = table.state
        if state.trouble != EDITION:
            return None
        if not may_have_file(state, state.seat_of(visitor.id)):
            raise Refused("not_allowed")
        players = [name[:40] for name in names(state, self.services.names.known, visitor.say)]
        events = await in_thread(self.services.store.events, table_id)
        try:
            text = await in_thread(outdated_file, state, events, players)
        except UnreadableAction:
            raise Refused("edition") from None
        return file_response(state.game.name, table_id, text)

    async def agree(self, request: Request) -> Response:
        """A player agrees to show all hands to the players; once all have, they are shown."""
        visitor, table_id = self.site.identity.visitor(request), request.path_params["table"]
        table = await self._table(table_id, visitor)
        await table.ask(lambda state: show_hands(state, visitor.id))
        for key in [key for key in self._kept if key[0] == table_id]:
            del self._kept[key]  # it may hold the table as it was before
        place = "table" if table.state.trouble else "replay"
        return await self.site.go(request, f"/{place}/{table_id}")


def check_welcome(visitor: Visitor, kicked: Collection[int]) -> None:
    """Who was sent away from a table does not look at it."""
    if visitor.id is not None and visitor.id in kicked:
        raise Refused("gone")


def file_response(game: str, source: str, text: str) -> Response:
    """A match file to be kept."""
    name = f"{game}-{source.rpartition('/')[2][:8]}.json"
    return Response(
        text,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


class Chunks:
    """Moments that were rendered before, as many as fit; the ones not asked for longest go."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._kept: OrderedDict[object, bytes] = OrderedDict()

    def get(self, key: object) -> bytes | None:
        """What is kept under a key."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: object, content: bytes) -> None:
        """Keep something, and make table for it."""
        if key not in self._kept:
            self._kept[key] = content
            self._left -= len(content) + ENTRY
        while self._left < 0:
            _, gone = self._kept.popitem(last=False)
            self._left += len(gone) + ENTRY
