"""What can go wrong with the store, each kind by its own name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kermesse.core.errors import KermesseError

if TYPE_CHECKING:
    from kermesse.store.records import Event


class StoreError(KermesseError):
    """Every error of the store; on its own: it cannot be opened, or a write was refused."""


class StoreUnavailable(StoreError):
    """Nothing can be written now (the disk is full, say); nothing of this was shown or counts.

    It may work again later. Whoever asks again uses the same client id.
    """


class StoreFailed(StoreUnavailable):
    """The disk or the file is broken: nothing more is written until the program is restarted."""


class StoreBusy(StoreUnavailable):
    """Too much is waiting to be written; this was not taken on."""


class StoreClosed(StoreUnavailable):
    """The store was closed."""


class NotFound(StoreError, LookupError):
    """No such table, person, seat or line is kept."""


class Taken(StoreError, ValueError):
    """Something that must be unique is in use already: a table's id, an invitation, a key."""


class Conflict(StoreError):
    """The log has moved on since the caller last looked; nothing was appended."""

    def __init__(self, table_id: str, expected: int, length: int) -> None:
        super().__init__(f"table {table_id} has {length} events, not {expected}")
        self.table_id = table_id
        self.expected = expected
        self.length = length


class DuplicateEvent(StoreError):
    """This person sent this client id before; ``event`` is what was stored then."""

    def __init__(self, event: Event) -> None:
        super().__init__(
            f"{event.client_id} was stored as event {event.seq} of table {event.table_id}"
        )
        self.event = event


class IdReused(DuplicateEvent):
    """The client id was used before for something else; nothing was appended."""


class DamagedTable(StoreError):
    """The kept log of this table is not what was written; other tables are not concerned."""

    def __init__(self, table_id: str, what: str) -> None:
        super().__init__(f"the log of table {table_id} is damaged: {what}")
        self.table_id = table_id
        self.what = what
