"""Learning: the lessons of a game, one lesson at the board, how to play on one page."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kermesse.core.game import Game
from kermesse.table.forms import TableWish
from kermesse.table.lessons import LONGEST, Asked, Shown
from kermesse.table.pages.lesson import how_page, learn_page, lesson_page
from kermesse.table.refusals import Refused, error
from kermesse.table.site import Site, page
from kermesse.table.views.screen import board
from kermesse.table.visitor import Visitor
from kermesse.teach.attempt import first_attempt
from kermesse.teach.first_match import first_match
from kermesse.teach.lesson import Lesson, lessons
from kermesse.teach.page import how_to

TIPS = "tips"  # in the address of a table at which a newcomer is told what fits the moment


class LearnRoutes:
    """Where people learn."""

    def __init__(self, site: Site) -> None:
        self.site = site

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/learn/{game}", self.lessons),
            Route("/learn/{game}/first", self.first, methods=["POST"]),
            Route("/learn/{game}/{lesson}", self.lesson),
            Route("/learn/{game}/{lesson}", self.step, methods=["POST"]),
            Route("/games/{game}/how", self.how),
        ]

    async def lessons(self, request: Request) -> Response:
        """All lessons of a game."""
        game, visitor = self.site.game(request), self.site.identity.visitor(request)
        known = lessons(game)
        if not known:
            raise HTTPException(404)
        return page(
            learn_page(
                visitor, game, known, how_to(game) is not None, first_match(game) is not None
            )
        )

    async def lesson(self, request: Request) -> Response:
        """One lesson, before its first step."""
        game, visitor = self.site.game(request), self.site.identity.visitor(request)
        name, lesson = self._lesson(request, game)
        names = list(lessons(game))
        following = (names[names.index(name) + 1 :] or [""])[0]
        start = first_attempt(game, lesson).position.view(lesson.you)
        shown = board(start, self._shown(visitor, game, name, lesson).names, visitor.language)
        return page(lesson_page(visitor, game, name, lesson, following, shown))

    async def step(self, request: Request) -> Response:
        """What a learner does."""
        game, visitor = self.site.game(request), self.site.identity.visitor(request)
        name, lesson = self._lesson(request, game)
        shown = self._shown(visitor, game, name, lesson)
        try:
            asked = msgspec.json.decode(await read(request), type=Asked)
            return JSONResponse(shown.answer(asked))
        except (msgspec.DecodeError, UnicodeDecodeError):
            return self._refused(game, Refused("bad_message"), shown)
        except Refused as refused:
            return self._refused(game, refused, shown)

    def _refused(self, game: Game, refused: Refused, shown: Shown) -> Response:
        rules = game.rulebook().rules
        said = rules.get(refused.rule, "") if refused.rule else ""
        return JSONResponse({"error": error(refused, shown.say, said)}, 409)

    def _shown(self, visitor: Visitor, game: Game, name: str, lesson: Lesson) -> Shown:
        return Shown(game, name, lesson, visitor.say, visitor.name or visitor.say("Guest"))

    def _lesson(self, request: Request, game: Game) -> tuple[str, Lesson]:
        name = request.path_params["lesson"]
        found = lessons(game).get(name)
        if found is None:
            raise HTTPException(404)
        return name, found

    async def first(self, request: Request) -> Response:
        """A first match: always the same deal, against casual bots, with tips."""
        game = self.site.game(request)
        match = first_match(game)
        if match is None:
            raise HTTPException(404)
        self.site.check_pace(request, self.site.new_tables)
        person, is_new = await self.site.person(request)
        wish = TableWish(
            seats=match.seats,
            options=game.choose(match.options, match.seats),
            bot=match.level,
            seed=match.seed,
        )
        table_id = await self.site.tables.create(person, game, wish, with_bots=True)
        path = f"/table/{table_id}?{TIPS}"
        return await self.site.go(request, path, person, is_new=is_new)

    async def how(self, request: Request) -> Response:
        """How to play on one page."""
        game, visitor = self.site.game(request), self.site.identity.visitor(request)
        found = how_to(game)
        if found is None:
            raise HTTPException(404)
        return page(how_page(visitor, game, found, bool(lessons(game))))


async def read(request: Request) -> bytes:
    """A request's body, if it is short enough."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST:
            raise Refused("bad_message")
    return body
