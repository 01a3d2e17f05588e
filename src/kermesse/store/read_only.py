"""Reading a store without locking it: while a server is running, or from a copy."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import apsw

from kermesse.store import database
from kermesse.store.errors import StoreError
from kermesse.store.event_log import EventLog
from kermesse.store.migrations import check_ledger
from kermesse.store.tables import TableStore


class ReadOnlyStore(TableStore, EventLog):
    """The tables in a folder and their logs; nothing can be written."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self.file = self.path / database.FILE
        self._vfs = None
        self._readers: deque[apsw.Connection] = deque()
        self._closed = False
        if not self.file.is_file():
            raise StoreError(f"no matches are kept in {self.path}: there is no {database.FILE}")
        with database.plain_errors(self.file):
            db = self._reader()
            self._put_back(db)
            database.check_ours(db)
            if check_ledger(db, self.migrations) < len(self.migrations):
                raise StoreError(
                    "was written by an older Kermesse; run `kermesse serve` on it once"
                )

    def write(self, *_: Any, **__: Any) -> Any:
        """Refuse to change anything."""
        raise StoreError(f"{self.file} is open for reading only")

    def close(self) -> None:
        """Close the file."""
        self._closed = True
        while self._readers:
            self._readers.pop().close()
