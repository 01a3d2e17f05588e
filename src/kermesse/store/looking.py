"""Looking into a store without holding it: beside a server at work, or at a copy."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import apsw

from kermesse.store import opening
from kermesse.store.errors import StoreError
from kermesse.store.log import Log
from kermesse.store.migrations import check_ledger
from kermesse.store.tables import Tables


class Looking(Tables, Log):
    """The tables of a folder and what happened there; nothing can be written."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self.file = self.path / opening.FILE
        self._vfs = None
        self._readers: deque[apsw.Connection] = deque()
        self._closed = False
        if not self.file.is_file():
            raise StoreError(f"no matches are kept in {self.path}: there is no {opening.FILE}")
        with opening.said_plainly(self.file):
            db = self._reader()
            self._put_back(db)
            opening.check_ours(db)
            if check_ledger(db, self.migrations) < len(self.migrations):
                raise StoreError(
                    "was written by an older Kermesse; start `kermesse serve` with it once"
                )

    def write(self, *_: Any, **__: Any) -> Any:
        """Refuse to change anything."""
        raise StoreError(f"{self.file} is only looked at")

    def close(self) -> None:
        """Let go of the file."""
        self._closed = True
        while self._readers:
            self._readers.pop().close()
