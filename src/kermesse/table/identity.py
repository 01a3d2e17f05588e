"""Who somebody is: a guest known by a signed cookie, who may sign in with a passphrase."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import OrderedDict

from babel.core import negotiate_locale
from starlette.requests import HTTPConnection
from starlette.responses import Response

from kermesse.core.words import LANGUAGES, words
from kermesse.store import Person, Store, StoreError
from kermesse.table.cost import network
from kermesse.table.guests import guest_name
from kermesse.table.limits import Buckets, Limits
from kermesse.table.passphrases import Passphrases, Tries
from kermesse.table.refusals import Refused
from kermesse.table.visitor import PACKAGE, Visitor

COOKIE = "kermesse"
SECURE_COOKIE = "__Host-kermesse"  # browsers take it from the server itself only, over HTTPS
YEAR = 365 * 24 * 3600
MOST_KNOWN = 20_000  # sessions in memory
KEYS = "signing_keys"  # newest first; the older ones are still accepted
SIGNATURE_BYTES = 16


class Identity:
    """Knows people by their cookies."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._keys = signing_keys(store)
        self._known: OrderedDict[bytes, int] = OrderedDict()
        self._people: dict[int, Person] = {}
        self._guests = Buckets(limits.guests_per_minute, 5 * limits.guests_per_minute)
        self._new_passphrases = Buckets(limits.logins_per_minute, limits.logins_per_minute)
        self._tries = Tries(limits)
        self._passphrases = Passphrases()

    # --- cookies ----------------------------------------------------------------------------

    def person(self, request: HTTPConnection) -> Person | None:
        """The person whose cookie a request carries; None for a stranger or a forgery."""
        token = self.token(request)
        if token is None:
            return None
        hashed = hash_token(token)
        person_id = self._known.get(hashed)
        if person_id is not None and person_id in self._people:
            self._known.move_to_end(hashed)
            return self._people[person_id]
        found = self._store.by_session(hashed)
        if found is None or found.deleted:
            return None
        self._remember(hashed, found)
        return found

    def known(self, request: HTTPConnection) -> int | None:
        """The person whose cookie a request carries, by number."""
        person = self.person(request)
        return person.id if person else None

    def token(self, request: HTTPConnection) -> str | None:
        """The token of a request's cookie, if we signed it."""
        cookie = request.cookies.get(SECURE_COOKIE) or request.cookies.get(COOKIE) or ""
        token, _, signature = cookie.partition(".")
        given = signature.encode()  # as bytes: a text with other than ASCII cannot be compared
        signed = any(hmac.compare_digest(sign(key, token).encode(), given) for key in self._keys)
        return token if token and signed else None

    def _remember(self, hashed: bytes, person: Person) -> None:
        self._known[hashed] = person.id
        self._people[person.id] = person
        while len(self._known) > MOST_KNOWN:
            _, gone = self._known.popitem(last=False)
            self._people.pop(gone, None)

    def changed(self, person_id: int) -> None:
        """Something about a person changed: look again next time."""
        self._people.pop(person_id, None)

    async def sign_in(self, request: HTTPConnection, response: Response, person: Person) -> None:
        """A fresh token for this browser; the one it had before stands for nobody any more."""
        old = self.token(request)
        if old is not None:
            self._known.pop(hash_token(old), None)
            await asyncio.wrap_future(self._store.end_session(hash_token(old)))
        token = secrets.token_urlsafe(32)
        await asyncio.wrap_future(self._store.add_session(hash_token(token), person.id))
        secure = request.url.scheme in ("https", "wss")
        response.set_cookie(
            SECURE_COOKIE if secure else COOKIE,
            f"{token}.{sign(self._keys[0], token)}",
            max_age=YEAR,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    def sign_out(self, response: Response) -> None:
        """The browser forgets us."""
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
        response.delete_cookie(SECURE_COOKIE, path="/", httponly=True, samesite="lax", secure=True)

    def forget_sessions(self, person_id: int) -> None:
        """All tokens of a person are void."""
        self._people.pop(person_id, None)
        for hashed in [h for h, known in self._known.items() if known == person_id]:
            del self._known[hashed]

    # --- people -----------------------------------------------------------------------------

    async def new_guest(self, request: HTTPConnection) -> Person:
        """Somebody who does something for the first time."""
        if not self._guests.take(network_of(request)):
            raise Refused("busy")
        language = wanted_language(request)
        name = guest_name(words(PACKAGE, language))
        try:
            return await asyncio.wrap_future(self._store.new_person(name, language))
        except StoreError:
            raise Refused("unavailable") from None

    def visitor(self, request: HTTPConnection) -> Visitor:
        """The visitor for whom a page is rendered."""
        person = self.person(request)
        if person is None:
            return Visitor(language=wanted_language(request))
        return Visitor(
            id=person.id,
            name=person.name,
            language=person.language if person.language in LANGUAGES else "en",
            theme=person.theme,
            has_passphrase=person.has_passphrase,
        )

    # --- signing in -------------------------------------------------------------------------

    async def set_passphrase(
        self, request: HTTPConnection, person: Person, passphrase: str
    ) -> None:
        """Let a person sign in elsewhere, with their number and this passphrase."""
        where = network_of(request)
        if not (self._new_passphrases.take(where) and self._new_passphrases.take(person.id)):
            raise Refused("busy")
        hashed = await self._passphrases.hashed(where, passphrase)
        key = hash_token(f"account {person.id}")
        try:
            await asyncio.wrap_future(self._store.set_passphrase(person.id, hashed, key))
        except StoreError:
            raise Refused("unavailable") from None
        self.changed(person.id)

    async def come_back(
        self, request: HTTPConnection, number: int, passphrase: str
    ) -> Person | None:
        """The person who has this account number and passphrase."""
        where = network_of(request)
        self._tries.check(number, where)
        self._tries.count(number, where)
        person = self._store.person(number)
        known = person.passphrase_hash if person else None
        if not await self._passphrases.is_right(where, known, passphrase):
            return None
        self._tries.remember(number, where)
        return person


def signing_keys(store: Store) -> list[bytes]:
    """The keys that cookies are signed with; made at the first start."""
    kept = store.setting(KEYS)
    if kept is None:
        kept = secrets.token_hex(32)
        store.set_setting(KEYS, kept).result()
    return [bytes.fromhex(key) for key in kept.split()]


def sign(key: bytes, token: str) -> str:
    """A short signature."""
    return hmac.digest(key, token.encode(), "sha256")[:SIGNATURE_BYTES].hex()


def hash_token(token: str) -> bytes:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode()).digest()


def address(request: HTTPConnection) -> str:
    """Where a request comes from; behind a proxy, what a trusted proxy says."""
    return request.client.host if request.client else ""


def network_of(request: HTTPConnection) -> str:
    """What counts as one visitor."""
    return network(address(request))


def wanted_language(request: HTTPConnection) -> str:
    """The first language of a browser that we speak."""
    wanted = [
        part.partition(";")[0].strip()
        for part in request.headers.get("accept-language", "")[:200].split(",")
    ]
    return negotiate_locale([w for w in wanted if w], list(LANGUAGES), sep="-") or "en"
