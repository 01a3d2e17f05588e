"""What the store keeps, as plain records. Times are milliseconds since 1970, for display only."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

STATES = ("gathering", "playing", "over", "closed")  # of a table
KINDS = ("open", "person", "bot")  # of a seat

ID_SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: easy to read aloud
ID_LENGTH = 24  # 120 random bits


def new_id() -> str:
    """A fresh public id of a table or an upload."""
    return "".join(secrets.choice(ID_SIGNS) for _ in range(ID_LENGTH))


def now() -> int:
    """The time, for display only: never compare it with a deadline, because clocks jump."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. Of a deleted person only the number is left."""

    id: int
    name: str
    language: str
    theme: str
    passphrase_hash: str | None = field(repr=False)
    created: int
    seen: int
    banned: bool
    deleted: bool

    @property
    def has_passphrase(self) -> bool:
        """Whether the person can sign in on another device."""
        return self.passphrase_hash is not None


@dataclass(frozen=True, slots=True)
class Table:
    """A table without its log. The store fills in the last three fields."""

    id: str
    game: str
    rules: str
    seats: int
    secret: bytes = field(repr=False)
    commitment: str
    options: dict[str, Any] = field(default_factory=dict)
    clock: dict[str, Any] | None = None
    host: int | None = None
    listed: bool = False
    state: str = "gathering"  # one of STATES
    rematch_of: str | None = None
    next: str | None = None
    invite: str | None = field(default=None, repr=False)  # the token of the link to the table
    created: int = 0
    touched: int = 0
    length: int = 0  # events in the log, hence the sequence number of the next one


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who has it: nobody, a person (``person_id``) or a bot (``bot``)."""

    table_id: str
    seat: int
    kind: str = "open"  # one of KINDS
    person_id: int | None = None
    bot: str | None = None
    kept_for: int | None = None  # the person who may take it back
    muted: bool = False
    invite: str | None = field(default=None, repr=False)  # of an old link to this seat


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended: each seat's place (1 is the best) and points."""

    places: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An accepted event, to be appended. ``body`` is any JSON value, but never contains a name."""

    kind: str
    body: Any = field(default=None, repr=False)  # it may reveal something sealed
    seat: int | None = None
    person_id: int | None = None
    client_id: str | None = None  # chosen by the person's browser; needs a person


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event of a table's log."""

    table_id: str
    seq: int
    kind: str
    seat: int | None
    person_id: int | None
    client_id: str | None
    body: Any = field(repr=False)
    at: int
    chain: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat. ``text`` is None once it has been erased."""

    id: int
    table_id: str
    person_id: int | None
    seat: int | None
    channel: str
    text: str | None = field(repr=False)
    at: int
