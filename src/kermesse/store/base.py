"""The store's ground floor: one writer, a few readers, and their end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

import apsw

from kermesse.store import opening
from kermesse.store.errors import NotFound, StoreClosed, StoreUnavailable
from kermesse.store.migrations import MIGRATIONS, Migration
from kermesse.store.writer import LONGEST_QUEUE, Writer

P = ParamSpec("P")
T = TypeVar("T")

KEPT_READERS = 4  # more may be open for a moment
Value = str | int | bytes | None


class Base:
    """Opens the file of a folder and holds the folder until it is closed."""

    writer_class: ClassVar[type[Writer]] = Writer
    migrations: ClassVar[Sequence[Migration]] = MIGRATIONS
    synchronous: ClassVar[str] = "FULL"

    def __init__(
        self, path: Path, *, longest_queue: int = LONGEST_QUEUE, vfs: str | None = None
    ) -> None:
        self.path = Path(path)
        self.file = self.path / opening.FILE
        self._vfs = vfs
        self._readers: deque[apsw.Connection] = deque()
        self._closed = False
        opening.check_sqlite(apsw.sqlite_lib_version())
        opening.make_folder(self.path)
        self._lock = opening.lock(self.path)
        try:
            db = opening.open_writer(self.file, self.migrations, vfs, self.synchronous)
        except BaseException:
            opening.unlock(self._lock)
            raise
        self._writer = self.writer_class(db, longest_queue)

    # --- how it fares ----------------------------------------------------------------------

    @property
    def failed(self) -> str | None:
        """Why nothing is written until the program is restarted; None while all is well."""
        return self._writer.failed

    @property
    def unavailable(self) -> str | None:
        """Why nothing can be written at the moment; None while writing works."""
        return self._writer.failed or self._writer.unavailable

    @property
    def waiting(self) -> int:
        """How many writes are queued."""
        return self._writer.waiting

    # --- writing ---------------------------------------------------------------------------

    def write(
        self, function: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> Future[T]:
        """Have the writer run a function; the future answers once its changes are on the disk.

        The function must do nothing but work with the connection it is given: it may be run
        twice, if what it did first had to be taken back.
        """
        return self._writer.submit(function, *args, **kw)

    def _change(self, what: str, sql: str, values: Sequence[Value]) -> Future[None]:
        return self.write(change, what, sql, values)

    # --- reading ---------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A connection with one consistent look at everything. Keep it short."""
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
            with opening.said_plainly(self.file):
                return opening.open_reader(self.file, self._vfs)

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
        """Write what waits, then give the folder free."""
        self._closed = True
        while self._readers:
            self._readers.pop().close()
        try:
            self._writer.close()
        finally:
            opening.unlock(self._lock)

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
        raise NotFound(f"no such {what} is kept")
