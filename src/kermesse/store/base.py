"""The base of the store: one writer, a few readers, and how they are closed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

import apsw

from kermesse.store import database
from kermesse.store.errors import NotFound, StoreClosed, StoreUnavailable
from kermesse.store.migrations import MIGRATIONS, Migration
from kermesse.store.writer import LONGEST_QUEUE, Writer

P = ParamSpec("P")
T = TypeVar("T")

KEPT_READERS = 4  # more may be open for a moment
Value = str | int | bytes | None


class Base:
    """Opens the database in a folder and locks the folder until it is closed."""

    writer_class: ClassVar[type[Writer]] = Writer
    migrations: ClassVar[Sequence[Migration]] = MIGRATIONS
    synchronous: ClassVar[str] = "FULL"

    def __init__(
        self, path: Path, *, longest_queue: int = LONGEST_QUEUE, vfs: str | None = None
    ) -> None:
        self.path = Path(path)
        self.file = self.path / database.FILE
        self._vfs = vfs
        self._readers: deque[apsw.Connection] = deque()
        self._closed = False
        database.check_sqlite(apsw.sqlite_lib_version())
        database.make_folder(self.path)
        self._lock = database.lock(self.path)
        try:
            db = database.open_writer(self.file, self.migrations, vfs, self.synchronous)
        except BaseException:
            database.unlock(self._lock)
            raise
        self._writer = self.writer_class(db, longest_queue)

    # --- state -----------------------------------------------------------------------------

    @property
    def failed(self) -> str | None:
        """Why nothing can be written until the program is restarted; None if all is well."""
        return self._writer.failed

    @property
    def unavailable(self) -> str | None:
        """Why nothing can be written now; None if writing works."""
        return self._writer.failed or self._writer.unavailable

    @property
    def waiting(self) -> int:
        """How many writes are queued."""
        return self._writer.waiting

    # --- writing ---------------------------------------------------------------------------

    def write(
        self, function: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> Future[T]:
        """Have the writer run a function; the future resolves once its changes are on disk.

        The function must have no effect except through its connection: it may be run a second
        time after a rollback.
        """
        return self._writer.submit(function, *args, **kw)

    def _change(self, what: str, sql: str, values: Sequence[Value]) -> Future[None]:
        return self.write(change, what, sql, values)

    # --- reading ---------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A connection that sees a snapshot. Keep it short."""
        db = self._reader()
        try:
            db.execute("BEGIN")
            yield db
        except (apsw.CorruptError, apsw.NotADBError) as broken:
            raise StoreUnavailable(f"{self.file} is damaged: {broken}") from broken
        except (apsw.IOError, apsw.BusyError, apsw.FullError, apsw.CantOpenError) as broken:
            raise StoreUnavailable(f"{self.file} cannot be read: {broken}") from broken
        finally:
            self._put_back(db)

    def _reader(self) -> apsw.Connection:
        if self._closed:
            raise StoreClosed("the store is closed")
        try:
            return self._readers.pop()
        except IndexError:
            with database.plain_errors(self.file):
                return database.open_reader(self.file, self._vfs)

    def _put_back(self, db: apsw.Connection) -> None:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if self._closed or len(self._readers) >= KEPT_READERS:
            db.close()
        else:
            self._readers.append(db)

    def _row(self, sql: str, values: Sequence[Value] = ()) -> Any:
        """The first row of an answer as a tuple, or None."""
        with self.reading() as db:
            return db.execute(sql, values).fetchone()

    def _rows(self, sql: str, values: Sequence[Value] = ()) -> list[Any]:
        with self.reading() as db:
            return db.execute(sql, values).fetchall()

    # --- the end ---------------------------------------------------------------------------

    def close(self) -> None:
        """Finish pending writes, then release the folder."""
        self._closed = True
        while self._readers:
            self._readers.pop().close()
        try:
            self._writer.close()
        finally:
            database.unlock(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def change(db: apsw.Connection, what: str, sql: str, values: Sequence[Value]) -> None:
    """Carry out one statement that must change something."""
    db.execute(sql, values)
    if not db.changes():
        raise NotFound(f"there is no such {what}")
