"""The errors of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kermesse.core.errors import KermesseError

if TYPE_CHECKING:
    from kermesse.store.records import LoggedEvent


class StoreError(KermesseError):
    """The base of all errors of the store. By itself: it cannot be opened, or refused a write."""


class StoreUnavailable(StoreError):
    """Nothing can be written now, for instance because the disk is full; the write does not count.

    It may work later: retry with the same client id.
    """


class StoreFailed(StoreUnavailable):
    """The disk or the file is broken: nothing is written until the program is restarted."""


class StoreBusy(StoreUnavailable):
    """Too much is waiting to be written; this write was not accepted."""


class StoreClosed(StoreUnavailable):
    """The store was closed."""


class NotFound(StoreError, LookupError):
    """There is no such table, person, seat or line."""


class AlreadyTaken(StoreError, ValueError):
    """Something that must be unique is already in use: a table's id, an invitation, a key."""


class Conflict(StoreError):
    """The log has grown since the caller last read it; nothing was appended."""

    def __init__(self, table_id: str, expected: int, length: int) -> None:
        super().__init__(f"table {table_id} has {length} events, not {expected}")
        self.table_id = table_id
        self.expected = expected
        self.length = length


class DuplicateEvent(StoreError):
    """This person has sent this client id before; ``event`` is what was stored then."""

    def __init__(self, event: LoggedEvent) -> None:
        super().__init__(
            f"{event.client_id} was stored as event {event.seq} of table {event.table_id}"
        )
        self.event = event


class IdReused(DuplicateEvent):
    """The client id was used for something else before; nothing was appended."""


class DamagedTable(StoreError):
    """The log of this table was altered on disk; other tables are not affected."""

    def __init__(self, table_id: str, what: str) -> None:
        super().__init__(f"the log of table {table_id} is damaged: {what}")
        self.table_id = table_id
        self.what = what
