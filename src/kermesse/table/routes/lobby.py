"""The lobby, the games' pages, new tables, invitations."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kermesse.core.html import join
from kermesse.table.commands.seats import accept, invited
from kermesse.table.forms import FormError, read_count, read_wish
from kermesse.table.levels import offered_bots
from kermesse.table.pages.about import about_page
from kermesse.table.pages.game import game_page
from kermesse.table.pages.join import ENDED, FULL, SEATED, join_page
from kermesse.table.pages.lesson import how_boxes
from kermesse.table.pages.lobby import lobby
from kermesse.table.pages.parts import book
from kermesse.table.pages.rules import rules_fragment, rules_page
from kermesse.table.refusals import Refused
from kermesse.table.site import Site, fields, page
from kermesse.table.state.log_events import GATHERING, PERSON, PLAYING
from kermesse.table.table_list import table_lines
from kermesse.table.views.screen import names as scene_names
from kermesse.teach.page import how_to

MOST_LISTED = 30
MOST_MINE = 20
MINUTE_MS = 60_000


class LobbyRoutes:
    """Where people arrive."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.tables = site.tables
        self.services = site.services

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/", self.lobby),
            Route("/about", self.about),
            Route("/games/{game}", self.game),
            Route("/games/{game}/play", self.play, methods=["POST"]),
            Route("/games/{game}/invite", self.invite, methods=["POST"]),
            Route("/join/{token}", self.invitation),
            Route("/join/{token}", self.accept, methods=["POST"]),
            Route("/rules/{game}", self.rules),
            Route("/rules/{game}/panel", self.rules_panel),
        ]

    async def lobby(self, request: Request) -> Response:
        """The first page."""
        visitor = self.site.identity.visitor(request)
        store = self.services.store
        mine = store.tables_of(visitor.id, MOST_MINE) if visitor.id is not None else []
        known = {table.id for table in mine}
        listed = [table for table in store.listed_tables(MOST_LISTED) if table.id not in known]
        own = table_lines(self.tables, mine, visitor)
        own.sort(key=lambda line: not line.your_turn)  # what waits, first
        return page(
            lobby(
                visitor,
                list(self.services.games.values()),
                own,
                table_lines(self.tables, listed, visitor),
            )
        )

    async def about(self, request: Request) -> Response:
        """Credits."""
        visitor = self.site.identity.visitor(request)
        return page(about_page(visitor, list(self.services.games.values())))

    async def game(self, request: Request) -> Response:
        """A game's page."""
        game = self.site.game(request)
        visitor = self.site.identity.visitor(request)
        seconds = self.services.compilation.seconds_until(game)
        return page(game_page(visitor, game, offered_bots(), search_in=seconds))

    async def play(self, request: Request) -> Response:
        """A table with bots, at once."""
        return await self._new_table(request, with_bots=True)

    async def invite(self, request: Request) -> Response:
        """A table with free seats and a link to it."""
        return await self._new_table(request, with_bots=False)

    async def _new_table(self, request: Request, *, with_bots: bool) -> Response:
        game = self.site.game(request)
        form = await fields(request)
        visitor = self.site.identity.visitor(request)
        try:
            wish = read_wish(game, form, offered_bots(), visitor.say)
        except FormError as wrong:
            shown = game_page(
                visitor, game, offered_bots(), form, wrong.sentence, wrong=wrong.field
            )
            return page(shown, 400)
        self.site.check_pace(request, self.site.new_tables)
        person, is_new = await self.site.person(request)
        table_id = await self.tables.create(person, game, wish, with_bots=with_bots)
        return await self.site.go(request, f"/table/{table_id}", person, is_new=is_new)

    # --- invitations --------------------------------------------------------------------------

    async def invitation(self, request: Request) -> Response:
        """What a friend sees who opens a link."""
        token = request.path_params["token"]
        visitor = self.site.identity.visitor(request)
        found = self.services.store.by_invite(token)
        if found is None:
            raise Refused("bad_link")
        table = await self.tables.find(found[0])
        state = table.state
        seats = invited(state, visitor.id, token)
        problem = ""
        if state.status not in (GATHERING, PLAYING):
            problem = ENDED
        elif state.seat_of(visitor.id) >= 0:
            problem = SEATED
        elif not seats or all(state.seats[seat].kind == PERSON for seat in seats):
            problem = FULL
        names = scene_names(state, self.services.names.known, visitor.say)
        # before the match a seat is chosen at the table; during it none can be changed
        choice = seats if state.status == PLAYING else seats[:1]
        host_name = self.services.names.of(state.table.host) or visitor.say("A friend")
        offered = [(seat, names[seat]) for seat in choice]
        return page(join_page(visitor, token, state.game, host_name, table.id, offered, problem))

    async def accept(self, request: Request) -> Response:
        """Sit down by invitation."""
        token = request.path_params["token"]
        found = self.services.store.by_invite(token)
        if found is None:
            raise Refused("bad_link")
        form = await fields(request)
        table = await self.tables.find(found[0])
        seats = range(table.state.table.seats)
        try:
            wanted = read_count(form, "seat", seats, 0) if form.get("seat") else None
        except FormError:
            raise Refused("bad_message") from None
        person, is_new = await self.site.person(request)
        if table.state.seat_of(person.id) < 0:
            await table.ask(lambda state: accept(state, person, token, wanted))
        return await self.site.go(request, f"/table/{table.id}", person, is_new=is_new)

    # --- rules ----------------------------------------------------------------------------------

    async def rules(self, request: Request) -> Response:
        """A rulebook."""
        game, visitor = self.site.game(request), self.site.identity.visitor(request)
        return page(rules_page(visitor, game, book(game, visitor.language), how_to(game)))

    async def rules_panel(self, request: Request) -> Response:
        """A rulebook without a page around it, for the panel beside a board."""
        game, visitor = self.site.game(request), self.site.identity.visitor(request)
        first = how_to(game)
        boxes = how_boxes(visitor, game, first) if first else None
        return page(join(boxes, rules_fragment(game, book(game, visitor.language))))
