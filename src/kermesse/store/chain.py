"""The hash chain of a log: each event seals all before it, so that changed or lost rows show."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from kermesse.store.errors import DamagedTable
from kermesse.store.records import LoggedEvent

DIGEST_BYTES = 16  # against faults, not forgers, who could recompute the seals
PURPOSE = b"kermesse.event"
START = b""  # the seal before the first event

# table_id, seq, kind, seat, person_id, client_id, body, at: the columns that are sealed, in order
Row = tuple[str, int, str, int | None, int | None, str | None, str, int]
COLUMNS = "table_id, seq, kind, seat, person_id, client_id, body, at, chain"


def encoded(value: object) -> str:
    """Canonical JSON: equal values give equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def link(previous: bytes, row: Row) -> bytes:
    """The seal of a row on top of all before it."""
    sealed = previous + json.dumps(row, separators=(",", ":")).encode("ascii")
    return blake2b(sealed, digest_size=DIGEST_BYTES, person=PURPOSE).digest()


def event_of(row: tuple[Any, ...]) -> LoggedEvent:
    """A row of the event table as a record."""
    return LoggedEvent(*(*row[:6], json.loads(row[6]), *row[7:]))


def verified(table_id: str, rows: list[tuple[Any, ...]], previous: bytes, first: int) -> bytes:
    """The seal of the last row, after checking the chain through all of them."""
    for seq, row in enumerate(rows, first):
        if row[1] != seq:
            raise DamagedTable(table_id, f"event {seq} is missing")
        if link(previous, row[:8]) != row[8]:
            raise DamagedTable(table_id, f"event {seq} was altered")
        previous = row[8]
    return previous
