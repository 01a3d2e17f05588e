"""Stored matches and people: SQLite, written before anything is shown."""

from kermesse.store.errors import (
    Conflict,
    DamagedTable,
    DuplicateEvent,
    IdReused,
    NotFound,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFailed,
    StoreUnavailable,
    Taken,
)
from kermesse.store.records import Event, Line, NewEvent, Person, Result, Seat, Table, new_id, now
from kermesse.store.store import Store

__all__ = [
    "Conflict",
    "DamagedTable",
    "DuplicateEvent",
    "Event",
    "IdReused",
    "Line",
    "NewEvent",
    "NotFound",
    "Person",
    "Result",
    "Seat",
    "Store",
    "StoreBusy",
    "StoreClosed",
    "StoreError",
    "StoreFailed",
    "StoreUnavailable",
    "Table",
    "Taken",
    "new_id",
    "now",
]
