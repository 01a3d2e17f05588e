"""Passphrases are slow to check on purpose: few at a time, and few tries at a secret."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import TypeVar

import argon2

from kermesse.table.cost import payer
from kermesse.table.limits import Buckets, Limits
from kermesse.table.refusals import Refused

T = TypeVar("T")

MOST_QUEUED = 8  # hashes that wait: nobody waits longer than that takes
MOST_EACH = 2  # of them of one network
MANY_NETWORKS = 6  # as many tries at one secret from everywhere as from so many networks
MOST_KNOWN = 10_000  # networks that a secret was right from


class Queue:
    """One hash after the other, and a few that wait."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._waiting: Counter[str] = Counter()

    async def run(self, where: str, function: Callable[..., T], *given: object) -> T:
        """What the function answers; refused if too much waits, in all or of that network."""
        if self._waiting.total() >= MOST_QUEUED or self._waiting[where] >= MOST_EACH:
            raise Refused("busy")
        self._waiting[where] += 1
        try:
            loop = asyncio.get_running_loop()
            answer, seconds = await loop.run_in_executor(self._thread, timed, function, *given)
        finally:
            self._waiting[where] -= 1
            self._waiting += Counter()  # drops those with nothing waiting
        payer.get().spend(seconds)
        return answer


def timed(function: Callable[..., T], *given: object) -> tuple[T, float]:
    """What a function answers, and how long the processor was busy with it."""
    started = thread_time()
    return function(*given), thread_time() - started


class Passphrases:
    """Hashes passphrases; setting one and signing in with one do not wait for each other."""

    def __init__(self) -> None:
        self._hasher = argon2.PasswordHasher()
        self._setting = Queue("passphrase-set")
        self._checking = Queue("passphrase-check")

    async def hashed(self, where: str, passphrase: str) -> str:
        """What is kept of a passphrase."""
        return await self._setting.run(where, self._hasher.hash, passphrase)

    async def is_right(self, where: str, hashed: str | None, passphrase: str) -> bool:
        """Whether a passphrase is right; takes as long where there is no such account."""
        return await self._checking.run(where, self._matches, hashed, passphrase)

    def _matches(self, hashed: str | None, passphrase: str) -> bool:
        try:
            return self._hasher.verify(hashed or NOBODY, passphrase) and hashed is not None
        except argon2.exceptions.VerificationError:
            return False


NOBODY = argon2.PasswordHasher().hash(secrets.token_urlsafe())


class Tries:
    """How often secrets may be tried: from one network, and at one secret from everywhere.

    A network from which a secret was right before does not depend on what others try.
    """

    def __init__(self, limits: Limits) -> None:
        few, many = limits.logins_per_minute, MANY_NETWORKS * limits.logins_per_minute
        self._networks = Buckets(few, few)
        self._everywhere = Buckets(many, many)
        self._known: OrderedDict[tuple[object, str], None] = OrderedDict()

    def check(self, secret: object, where: str) -> None:
        """Refuse a try if there were too many."""
        if not (
            self._networks.has(where)
            and (self._is_known(secret, where) or self._everywhere.has(secret))
        ):
            raise Refused("busy")

    def count(self, secret: object, where: str) -> None:
        """Count a try."""
        self._networks.take(where)
        if not self._is_known(secret, where):
            self._everywhere.take(secret)

    def remember(self, secret: object, where: str) -> None:
        """It was right."""
        self._known[secret, where] = None
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def _is_known(self, secret: object, where: str) -> bool:
        return (secret, where) in self._known
