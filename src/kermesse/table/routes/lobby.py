"""The lobby, the games' pages, new tables, invitations."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kermesse.table import seating
from kermesse.table.forms import FormError, read_count, read_wish
from kermesse.table.levels import offered_bots
from kermesse.table.lines import table_lines
from kermesse.table.pages.about import about_page
from kermesse.table.pages.game import game_page
from kermesse.table.pages.join import ENDED, FULL, SEATED, join_page
from kermesse.table.pages.lobby import lobby
from kermesse.table.pages.parts import book
from kermesse.table.pages.rules import rules_fragment, rules_page
from kermesse.table.refusals import Refused
from kermesse.table.scene import names as scene_names
from kermesse.table.site import Site, fields, page
from kermesse.table.sitting import GATHERING, PERSON, PLAYING

MOST_LISTED = 30
MOST_MINE = 20
MINUTE_MS = 60_000


class LobbyRoutes:
    """Where people arrive."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.house = site.house

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
        store = self.house.store
        mine = store.tables_of(visitor.id, MOST_MINE) if visitor.id is not None else []
        known = {table.id for table in mine}
        listed = [table for table in store.listed_tables(MOST_LISTED) if table.id not in known]
        own = table_lines(self.house, mine, visitor)
        own.sort(key=lambda line: not line.your_turn)  # what waits, first
        return page(
            lobby(
                visitor,
                list(self.house.games.values()),
                own,
                table_lines(self.house, listed, visitor),
                self.house.preparing.under_way,
            )
        )

    async def about(self, request: Request) -> Response:
        """Credits."""
        visitor = self.site.identity.visitor(request)
        return page(about_page(visitor, list(self.house.games.values())))

    async def game(self, request: Request) -> Response:
        """A game's page."""
        game = self.site.game(request)
        visitor = self.site.identity.visitor(request)
        ready = self.house.preparing.is_ready(game)
        return page(game_page(visitor, game, offered_bots(), ready=ready))

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
        table_id = await self.house.create(person, game, wish, with_bots=with_bots)
        return await self.site.go(request, f"/table/{table_id}", person, is_new=is_new)

    # --- invitations --------------------------------------------------------------------------

    async def invitation(self, request: Request) -> Response:
        """What a friend sees who opens a link."""
        token = request.path_params["token"]
        visitor = self.site.identity.visitor(request)
        found = self.house.store.by_invite(token)
        if found is None:
            raise Refused("bad_link")
        room = await self.house.room(found[0])
        sitting = room.sitting
        seats = seating.invited(sitting, visitor.id, token)
        problem = ""
        if sitting.state not in (GATHERING, PLAYING):
            problem = ENDED
        elif sitting.seat_of(visitor.id) >= 0:
            problem = SEATED
        elif not seats or all(sitting.seats[seat].kind == PERSON for seat in seats):
            problem = FULL
        names = scene_names(sitting, self.house.names, visitor.say)
        # before the match a seat is chosen at the table; during it none can be changed
        choice = seats if sitting.state == PLAYING else seats[:1]
        host_name = self.house.name(sitting.table.host) or visitor.say("A friend")
        offered = [(seat, names[seat]) for seat in choice]
        return page(join_page(visitor, token, sitting.game, host_name, room.id, offered, problem))

    async def accept(self, request: Request) -> Response:
        """Sit down by invitation."""
        token = request.path_params["token"]
        found = self.house.store.by_invite(token)
        if found is None:
            raise Refused("bad_link")
        form = await fields(request)
        room = await self.house.room(found[0])
        seats = range(room.sitting.table.seats)
        try:
            wanted = read_count(form, "seat", seats, 0) if form.get("seat") else None
        except FormError:
            raise Refused("bad_message") from None
        person, is_new = await self.site.person(request)
        if room.sitting.seat_of(person.id) < 0:
            async with room.lock:
                await seating.accept(room, person, token, wanted)
        return await self.site.go(request, f"/table/{room.id}", person, is_new=is_new)

    # --- rules ----------------------------------------------------------------------------------

    async def rules(self, request: Request) -> Response:
        """A rulebook."""
        game, visitor = self.site.game(request), self.site.identity.visitor(request)
        return page(rules_page(visitor, game, book(game, visitor.language)))

    async def rules_panel(self, request: Request) -> Response:
        """A rulebook without a page around it, for the panel beside a board."""
        game, visitor = self.site.game(request), self.site.identity.visitor(request)
        return page(rules_fragment(game, book(game, visitor.language)))
