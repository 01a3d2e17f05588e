"""The application: all routes behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route

from kermesse.core.game import Game
from kermesse.store import Store
from kermesse.table.assets import Assets
from kermesse.table.guard import Guard
from kermesse.table.identity import Identity
from kermesse.table.limits import Limits
from kermesse.table.live.services import Services
from kermesse.table.live.tables import LiveTables
from kermesse.table.live.worker import Unwanted
from kermesse.table.refusals import Refused
from kermesse.table.replay import LEVEL
from kermesse.table.routes.learn import LearnRoutes
from kermesse.table.routes.lobby import LobbyRoutes
from kermesse.table.routes.operator import OperatorRoutes
from kermesse.table.routes.replay import ReplayRoutes
from kermesse.table.routes.tables import TableRoutes
from kermesse.table.routes.you import YouRoutes
from kermesse.table.site import Site


def make_app(
    store: Store,
    limits: Limits | None = None,
    hosts: Iterable[str] = (),
    admin_token: str = "",
    variants: Iterable[Game] = (),
) -> Starlette:
    """A server's application over an open store, which it closes at its end."""
    limits = limits or Limits()
    services = Services(store, limits, variants)
    tables = LiveTables(services)
    identity = Identity(store, limits)
    site = Site(tables, identity, admin_token)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await tables.start()
        yield
        await tables.close()

    app = Starlette(
        routes=all_routes(site),
        middleware=[
            Middleware(
                Guard,
                limits=limits,
                who=identity.known,
                metrics=services.metrics,
                hosts=hosts,
            ),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=LEVEL),
        ],
        exception_handlers={
            Refused: site.refuse,
            HTTPException: site.http_error,
            Unwanted: site.unwanted,
            Exception: site.failure,
        },
        lifespan=lifespan,
    )
    app.state.tables = tables
    app.state.site = site
    return app


def all_routes(site: Site) -> list[BaseRoute]:
    """Every address of the server."""
    assets = Assets(site.services.games.values())
    return [
        *LobbyRoutes(site).routes,
        *LearnRoutes(site).routes,
        *TableRoutes(site).routes,
        *ReplayRoutes(site).routes,
        *YouRoutes(site).routes,
        *OperatorRoutes(site).routes,
        Route("/static/{version}/{path:path}", assets.serve),
    ]
