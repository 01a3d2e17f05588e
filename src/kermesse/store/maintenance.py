"""Maintenance of the file: backups while it is in use, and integrity checks."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import apsw

from kermesse.store import database
from kermesse.store.base import Base
from kermesse.store.errors import DamagedTable, StoreError
from kermesse.store.event_log import read_log

MOST_FINDINGS = 100  # of the same kind


class Maintenance(Base):
    """Backups and checks. Both may take a while on a large file."""

    def backup(self, path: Path) -> None:
        """Copy a snapshot into a new file while writing goes on.

        To restore, put the copy into an empty folder as ``kermesse.sqlite3``.
        """
        path = Path(path)
        draft = path.with_name(f".{path.name}.draft")
        try:
            if os.path.lexists(path):
                raise StoreError(f"{path} already exists; choose a new file for the backup")
            draft.unlink(missing_ok=True)
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            self._copy_to(draft)
            os.replace(draft, path)
            database.sync_folders(path.absolute().parent)
        except OSError as broken:
            raise database.cannot_write(path, broken) from None
        finally:
            draft.unlink(missing_ok=True)

    def _copy_to(self, draft: Path) -> None:
        source = database.open_reader(self.file, self._vfs)
        try:
            with database.plain_errors(draft):
                copy = apsw.Connection(str(draft))
                try:
                    with copy.backup("main", source, "main") as copying:
                        copying.step(-1)  # in one go: a snapshot, without restarts
                    copy.pragma("journal_mode", "delete")  # a single file
                finally:
                    copy.close()
        finally:
            source.close()

    def check(self) -> list[str]:
        """The problems of the file, if any: its structure, its references, every log."""
        db = database.open_reader(self.file, self._vfs)
        try:
            return [*structure(db), *references(db), *self._logs(db)]
        finally:
            db.close()

    def _logs(self, db: apsw.Connection) -> list[str]:
        try:
            ids = [table_id for (table_id,) in db.execute("SELECT id FROM play ORDER BY id")]
        except (apsw.Error, UnicodeDecodeError) as broken:
            return [f"the list of tables cannot be read: {broken}"]
        return [finding for table_id in ids for finding in log_findings(db, table_id)]


def structure(db: apsw.Connection) -> list[str]:
    """Problems that SQLite finds."""
    try:
        found = db.execute(f"PRAGMA integrity_check({MOST_FINDINGS})").fetchall()
    except (apsw.Error, UnicodeDecodeError) as broken:
        return [f"the file cannot be read: {broken}"]
    return [f"the file is damaged: {text}" for (text,) in found if text != "ok"]


def references(db: apsw.Connection) -> list[str]:
    """Rows that refer to missing rows."""
    try:
        found = list(islice(db.execute("PRAGMA foreign_key_check"), MOST_FINDINGS))
    except (apsw.Error, UnicodeDecodeError) as broken:
        return [f"the file cannot be read: {broken}"]
    return [f"a row of {child} names a missing row of {parent}" for child, _, parent, _ in found]


def log_findings(db: apsw.Connection, table_id: str) -> list[str]:
    """The problems of one log, read in its own transaction."""
    try:
        db.execute("BEGIN")
        read_log(db, table_id)
    except StoreError as damaged:
        return [str(damaged)]
    except apsw.Error as broken:
        return [str(DamagedTable(table_id, str(broken)))]
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return []
