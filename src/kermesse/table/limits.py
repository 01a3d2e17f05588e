"""How much of everything one address, person or connection may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from kermesse.core.errors import SetupRefused, brief
from kermesse.core.options import nearest


@dataclass(frozen=True)
class Limits:
    """Every limit of the server; the operator sets them by `--limit NAME=VALUE`."""

    connections: int = 20_000  # sockets in all; others come on top
    connections_per_address: int = 200  # sockets
    pages_per_address: int = 100  # connections that are no sockets, or not yet
    connections_per_table: int = 2_000
    messages_per_second: int = 10  # of one socket, after a burst of four times as many
    chat_per_minute: int = 20  # of one person
    hints_per_minute: int = 20  # to one person
    tables_per_minute: int = 10  # from one address, after a burst of five times as many
    tables_per_person: int = 100  # unfinished ones with a seat
    guests_per_minute: int = 20  # new identities from one address, after a burst of five times
    requests_per_second: int = 50  # from one address, after a burst of four times as many
    cpu_ms_per_second: int = 250  # for one address and for one person, after a burst of 20 times
    uploads_per_minute: int = 10  # match files from one address
    logins_per_minute: int = 5  # tries of a passphrase or of the admin token from one address
    events_per_table: int = 20_000  # in its log; a match is played to its end at any rate
    store_megabytes: int = 100_000  # of the file with everything
    spare_megabytes: int = 200  # left on its disk
    live_tables: int = 5_000  # kept in memory
    body_bytes: int = 5 * 2**20  # of a request: a match file has up to 4 MiB
    outbox_bytes: int = 256 * 2**10  # waiting for a reader that is too slow
    idle_minutes: int = 30  # after which a table without people leaves the memory
    gathering_hours: int = 48  # after which a table that never began is closed
    away_seconds: int = 60  # without a line, after which a bot may decide for somebody
    bot_pause_ms: int = 600  # so that people can follow what bots do
    bot_seconds: int = (
        20  # after which another bot, which needs no time, decides for one that still thinks
    )

    def with_setting(self, setting: str) -> Limits:
        """These limits with one changed by NAME=VALUE."""
        name, _, value = setting.partition("=")
        known = [field.name for field in fields(self)]
        if name not in known:
            raise SetupRefused(f"no limit {brief(name)}{nearest(name, known)}")
        if not value.isascii() or not value.isdigit():
            raise SetupRefused(f"limit {name} takes a whole number, not {brief(value)}")
        return replace(self, **{name: int(value)})


class Bucket:
    """Holds up to ``size`` tokens and gains ``per_second`` of them."""

    __slots__ = ("_at", "_clock", "_left", "per_second", "size")

    def __init__(
        self, per_second: float, size: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.per_second = per_second
        self.size = size
        self._clock = clock
        self._left = size
        self._at = clock()

    def take(self) -> bool:
        """Whether there was a token."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def has_one(self) -> bool:
        """Whether there is a token."""
        self._fill()
        return self._left >= 1

    def spend(self, tokens: float) -> None:
        """Take tokens whether there are enough or not."""
        self._fill()
        self._left -= tokens

    @property
    def debt(self) -> float:
        """Seconds until what was spent too much is there again."""
        self._fill()
        return max(0.0, -self._left / self.per_second)

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self.size, self._left + (now - self._at) * self.per_second)
        self._at = now


class Buckets:
    """A bucket per key; the ones not used for longest are forgotten."""

    MOST = 50_000

    def __init__(self, per_minute: float, burst: float) -> None:
        self._per_second = per_minute / 60
        self._burst = burst
        self._buckets: OrderedDict[object, Bucket] = OrderedDict()

    def take(self, key: object) -> bool:
        """Whether that key may go on."""
        return self._of(key).take()

    def has(self, key: object) -> bool:
        """Whether that key could go on."""
        return self._of(key).has_one

    def _of(self, key: object) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._per_second, self._burst)
            if len(self._buckets) > self.MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket
