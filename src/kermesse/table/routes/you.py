"""A visitor's own page: name, language, colours, passphrase, and the way out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kermesse.store import Person
from kermesse.table import forms
from kermesse.table.live.connection import NOT_WELCOME
from kermesse.table.live.services import kept
from kermesse.table.pages.you import SAVED, delete_page, you_page
from kermesse.table.site import Site, fields, page
from kermesse.table.visitor import Visitor


class YouRoutes:
    """What people decide about themselves."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.tables = site.tables
        self.services = site.services
        self.identity = site.identity

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        posts: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/you/name": self.rename,
            "/you/language": self.language,
            "/you/theme": self.theme,
            "/you/passphrase": self.passphrase,
            "/you/return": self.come_back,
            "/you/delete": self.delete,
        }
        return [
            Route("/you", self.show),
            Route("/you/delete", self.ask),
            *(Route(path, handler, methods=["POST"]) for path, handler in posts.items()),
        ]

    async def show(self, request: Request) -> Response:
        """The page."""
        saved = request.query_params.get("saved", "")
        saved = saved if saved in (*SAVED, "returned") else ""
        return page(you_page(self.identity.visitor(request), saved=saved))

    async def ask(self, request: Request) -> Response:
        """The question before everything goes."""
        return page(delete_page(self.identity.visitor(request)))

    async def rename(self, request: Request) -> Response:
        """Another name."""
        form, visitor = await fields(request), self.identity.visitor(request)
        try:
            name = forms.read_name(form.get("name", ""), visitor.say)
        except forms.FormError as wrong:
            return self._wrong(visitor, wrong)
        person, is_new = await self.site.person(request)
        await kept(asyncio.wrap_future(self.services.store.rename(person.id, name)))
        self._changed(person, name)
        return await self.site.go(request, "/you?saved=name", person, is_new=is_new)

    def _wrong(self, visitor: Visitor, wrong: forms.FormError) -> Response:
        return page(you_page(visitor, wrong.sentence, wrong=wrong.field), 400)

    def _changed(self, person: Person, name: str) -> None:
        """Everybody at the person's tables sees the new name."""
        self.identity.changed(person.id)
        self.services.names.change(person.id, name)
        for table in self.tables.of_person(person.id):
            table.broadcast.notes()

    async def language(self, request: Request) -> Response:
        """Another language."""
        form = await fields(request)
        try:
            language = forms.read_language(form)
        except forms.FormError as wrong:
            return self._wrong(self.identity.visitor(request), wrong)
        person, is_new = await self.site.person(request)
        await kept(asyncio.wrap_future(self.services.store.set_language(person.id, language)))
        self.identity.changed(person.id)
        back = forms.read_back(form.get("back", "/"))
        return await self.site.go(request, back, person, is_new=is_new)

    async def theme(self, request: Request) -> Response:
        """Other colours."""
        form = await fields(request)
        try:
            theme = forms.read_theme(form)
        except forms.FormError as wrong:
            return self._wrong(self.identity.visitor(request), wrong)
        person, is_new = await self.site.person(request)
        await kept(asyncio.wrap_future(self.services.store.set_theme(person.id, theme)))
        self.identity.changed(person.id)
        back = forms.read_back(form.get("back", "/"))
        return await self.site.go(request, back, person, is_new=is_new)

    async def passphrase(self, request: Request) -> Response:
        """Set a passphrase to sign in with."""
        form, visitor = await fields(request), self.identity.visitor(request)
        try:
            phrase = forms.read_passphrase(form.get("passphrase", ""), visitor.say)
        except forms.FormError as wrong:
            return self._wrong(visitor, wrong)
        person, is_new = await self.site.person(request)
        await self.identity.set_passphrase(request, person, phrase)
        return await self.site.go(request, "/you?saved=passphrase", person, is_new=is_new)

    async def come_back(self, request: Request) -> Response:
        """The same person on another device."""
        form, visitor = await fields(request), self.identity.visitor(request)
        try:
            number = forms.read_number(form.get("number", ""), visitor.say)
            phrase = forms.read_passphrase(form.get("passphrase", ""), visitor.say)
        except forms.FormError as wrong:
            return page(you_page(visitor, wrong.sentence, wrong="return"), 400)
        person = await self.identity.come_back(request, number, phrase)
        if person is None:
            sentence = visitor.say("No account has this number and this passphrase.")
            return page(you_page(visitor, sentence, wrong="return"), 403)
        return await self.site.go(request, "/you?saved=returned", person, is_new=True)

    async def delete(self, request: Request) -> Response:
        """Forget a person."""
        person = self.identity.person(request)
        if person is None:
            return await self.site.go(request, "/you")
        await kept(asyncio.wrap_future(self.services.store.delete_person(person.id)))
        self.identity.forget_sessions(person.id)
        self.services.names.change(person.id, "")
        for table in self.tables.of_person(person.id):
            await table.broadcast.dismiss(person.id, NOT_WELCOME)
            await self.tables.reload(table.id)
        response = await self.site.go(request, "/you?saved=deleted")
        self.identity.sign_out(response)
        return response
