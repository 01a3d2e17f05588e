"""What the store keeps, as plain records. Times are milliseconds since 1970 and only labels."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

STATES = ("gathering", "playing", "over", "closed")  # of a table
KINDS = ("open", "person", "bot")  # of a seat

ID_SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: read aloud without mistakes
ID_LENGTH = 24  # 120 random bits


def new_id() -> str:
    """A fresh public id of a table or an upload."""
    return "".join(secrets.choice(ID_SIGNS) for _ in range(ID_LENGTH))


def now() -> int:
    """The time as a label: never compare it with a deadline, clocks jump."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. A deleted one is a bare number."""

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
        """Whether the person can come back on another device."""
        return self.passphrase_hash is not None


@dataclass(frozen=True, slots=True)
class Table:
    """A table, without what happened there. The last three fields are the store's to fill in."""

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
    invite: str | None = field(default=None, repr=False)  # of a link to this seat, from the past


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: for each seat its place, of which the best is 1, and its points."""

    places: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something accepted, to be appended. ``body`` is anything JSON can hold, never a name."""

    kind: str
    body: Any = field(default=None, repr=False)  # it may tell what is still sealed
    seat: int | None = None
    person_id: int | None = None
    client_id: str | None = None  # chosen by the person's browser; needs a person


@dataclass(frozen=True, slots=True)
class Event:
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
class Line:
    """Something said. ``text`` is None once it was erased."""

    id: int
    table_id: str
    person_id: int | None
    seat: int | None
    channel: str
    text: str | None = field(repr=False)
    at: int
