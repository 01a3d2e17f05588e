"""Stored matches and people: SQLite, written before anything is shown."""

from kermesse.store.errors import (
    AlreadyTaken,
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
)
from kermesse.store.records import (
    ChatLine,
    LoggedEvent,
    MatchResult,
    NewEvent,
    Person,
    Seat,
    Table,
    new_id,
    now,
)
from kermesse.store.store import Store

__all__ = [
    "AlreadyTaken",
    "ChatLine",
    "Conflict",
    "DamagedTable",
    "DuplicateEvent",
    "IdReused",
    "LoggedEvent",
    "MatchResult",
    "NewEvent",
    "NotFound",
    "Person",
    "Seat",
    "Store",
    "StoreBusy",
    "StoreClosed",
    "StoreError",
    "StoreFailed",
    "StoreUnavailable",
    "Table",
    "new_id",
    "now",
]
