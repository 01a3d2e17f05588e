"""The only thread that writes: all waiting jobs become one transaction with one fsync.

A write is acknowledged only when it is on disk. If a job is refused, only its own changes are
rolled back; if the disk fails, those of the whole batch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import apsw

from kermesse.core.errors import KermesseError
from kermesse.store.database import BUSY_MS
from kermesse.store.errors import (
    AlreadyTaken,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFailed,
    StoreUnavailable,
)
from kermesse.store.records import now

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_QUEUE = 4096  # jobs; beyond that, better an early refusal than a late answer
LARGEST_BATCH = 512  # jobs in a transaction
IDLE_S = 0.1  # idle time before a checkpoint
PROBE_S = 1.0  # how often an unavailable store is retried
IDLE_PAGES = 256  # of the write-ahead log: worth a checkpoint when idle
CEILING_PAGES = 4096  # 16 MiB: checkpoint now, idle or not
LIMIT_PAGES = 16 * CEILING_PAGES  # a reader never ends: refuse rather than fill the disk
CHECKPOINT_PATIENCE_MS = 100

# The disk or the file is broken. SQLite must not be asked again: a second fsync may lie.
BROKEN = (apsw.IOError, apsw.CorruptError, apsw.NotADBError)
# It does not work now, but may later.
PASSING = (
    apsw.FullError,
    apsw.BusyError,
    apsw.LockedError,
    apsw.CantOpenError,
    apsw.ReadOnlyError,
    apsw.NoMemError,
    apsw.InterruptError,
    apsw.ProtocolError,
    MemoryError,
)


class Job(NamedTuple):
    """Something to write, and the future for its result."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    future: Future[Any]


class JobResult(NamedTuple):
    """The result of a job, or its error."""

    job: Job
    result: Any
    error: BaseException | None


class _HalfDone(Exception):
    """A job was refused after it had changed something."""


def is_broken(error: BaseException) -> bool:
    """Whether nothing more may be written after this error."""
    if not isinstance(error, BROKEN):
        return False
    # no room for the shared-memory file, which holds nothing that matters
    return getattr(error, "extendedresult", 0) != apsw.SQLITE_IOERR_SHMSIZE


class Writer:
    """Owns the connection that writes and checkpoints."""

    def __init__(self, db: apsw.Connection, longest_queue: int = LONGEST_QUEUE) -> None:
        self.failed: str | None = None
        self.unavailable: str | None = None
        self._db = db
        self._longest_queue = longest_queue
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._gate = threading.Lock()  # between the last submission and the close
        self._closed = False
        self._wal_pages = 0
        self._purge = False
        db.set_wal_hook(self._note_wal)
        self._thread = threading.Thread(target=self._run, name="kermesse-writer", daemon=True)
        self._thread.start()

    # --- for callers -----------------------------------------------------------------------

    def submit(
        self, function: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> Future[T]:
        """Queue a job. Never raises: a refusal is the future's error."""
        future: Future[T] = Future()
        with self._gate:
            refusal = self._refusal()
            if refusal is None:
                self._queue.put(Job(function, args, kw, future))
        if refusal is not None:
            future.set_exception(refusal)
        return future

    def purge(self) -> None:
        """Empty the write-ahead log soon: it still contains what was just deleted."""
        self._purge = True

    @property
    def waiting(self) -> int:
        """Jobs in the queue."""
        return self._queue.qsize()

    def close(self) -> None:
        """Finish all waiting jobs, then stop."""
        with self._gate:
            already, self._closed = self._closed, True
        if not already:
            self._queue.put(None)
        self._thread.join()

    def _refusal(self) -> StoreError | None:
        if self._closed:
            return StoreClosed("the store is closed")
        if self.failed:
            return StoreFailed(self.failed)
        if self._queue.qsize() >= self._longest_queue:
            return StoreBusy("too much is waiting to be written; try again in a moment")
        return None

    # --- the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        batch: list[Job] = []
        try:
            while not self._last(batch := self._next_batch()):
                if batch:
                    self._write(batch)
                self._look_after(idle=not batch)
        except BaseException as bug:  # whatever happens, no caller may be left waiting
            self._fail(f"the writer stopped: {bug!r}", batch)
            raise
        finally:
            self._shut()

    def _last(self, batch: list[Job]) -> bool:
        return self._closed and not batch and self._queue.empty()

    def _next_batch(self) -> list[Job]:
        """All waiting jobs; none after an idle moment or when closing."""
        try:
            job = self._queue.get(timeout=self._patience())
        except Empty:
            return []
        batch: list[Job] = []
        while True:
            if job is not None and job.future.set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) >= LARGEST_BATCH:
                return batch
            try:
                job = self._queue.get_nowait()
            except Empty:
                return batch

    def _patience(self) -> float | None:
        """How long to wait for a job: indefinitely, if there is nothing else to do."""
        if self._closed:
            return 0.0
        if self.failed:
            return None
        if self.unavailable:
            return PROBE_S
        return IDLE_S if self._wal_pages >= IDLE_PAGES or self._purge else None

    def _write(self, batch: list[Job]) -> None:
        if self.failed:
            self._refuse(batch, StoreFailed(self.failed))
            return
        try:
            self._check_wal()
            outcomes = self._carry_out(batch)
            self._commit()
        except BaseException as error:
            self._abandon(error, batch)
            if isinstance(error, (*BROKEN, *PASSING, StoreUnavailable)):
                return
            raise
        self.unavailable = None
        self._answer(outcomes)

    def _carry_out(self, batch: list[Job]) -> list[JobResult]:
        """Run the jobs in one transaction, which stays open.

        Nearly every refused job has changed nothing yet. If one has, the whole batch is rerun with
        a savepoint for each job: rare, and cheaper than always using savepoints.
        """
        self._db.execute("BEGIN IMMEDIATE")
        try:
            return [self._attempt(job) for job in batch]
        except _HalfDone:
            self._db.execute("ROLLBACK")
        self._db.execute("BEGIN IMMEDIATE")
        return [self._attempt_apart(job) for job in batch]

    def _attempt(self, job: Job) -> JobResult:
        before = self._db.total_changes()
        outcome = self._outcome(job)
        if outcome.error is not None and self._db.total_changes() != before:
            raise _HalfDone
        return outcome

    def _attempt_apart(self, job: Job) -> JobResult:
        """Run a job; roll it back if it is refused."""
        self._db.execute("SAVEPOINT job")
        outcome = self._outcome(job)
        if outcome.error is not None:
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")
        return outcome

    def _outcome(self, job: Job) -> JobResult:
        try:
            return JobResult(job, job.function(self._db, *job.args, **job.kwargs), None)
        except (*BROKEN, *PASSING):
            raise
        except Exception as refused:
            return JobResult(job, None, plainly(refused))

    def _commit(self) -> None:
        self._db.execute("COMMIT")

    def _answer(self, outcomes: list[JobResult]) -> None:
        for job, result, error in outcomes:
            if error is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(error)

    def _abandon(self, error: BaseException, batch: list[Job]) -> None:
        """Refuse the whole batch; note whether writing may work again later."""
        try:
            if self._db.in_transaction and not is_broken(error):
                self._db.execute("ROLLBACK")
        except apsw.Error as worse:
            error = worse
            self._fail(broken_sentence(worse), batch)
        if is_broken(error):
            self._fail(broken_sentence(error), batch)
        elif not self.failed:
            advice = "; free some disk space" if isinstance(error, apsw.FullError) else ""
            self.unavailable = f"nothing can be written now: {error}{advice}"
            self._refuse(batch, StoreUnavailable(self.unavailable))

    def _refuse(self, batch: list[Job], error: StoreError) -> None:
        for job in batch:
            if not job.future.done():
                job.future.set_exception(type(error)(*error.args))  # each its own traceback

    def _fail(self, reason: str, batch: list[Job]) -> None:
        with self._gate:  # jobs queued earlier are refused below or by the drain
            self.failed = reason
        self._refuse(batch, StoreFailed(reason))

    # --- the write-ahead log ---------------------------------------------------------------

    def _note_wal(self, _db: apsw.Connection, _name: str, pages: int) -> int:
        self._wal_pages = pages
        return apsw.SQLITE_OK

    def _check_wal(self) -> None:
        if self._wal_pages > LIMIT_PAGES:
            self._checkpoint(apsw.SQLITE_CHECKPOINT_RESTART)
        if self._wal_pages > LIMIT_PAGES:
            raise StoreUnavailable("a long read blocks the write-ahead log")

    def _look_after(self, idle: bool) -> None:
        """Between batches: checkpoint if due, and retry if writing did not work."""
        if self.failed:
            return
        if idle and (self._purge or self._wal_pages >= IDLE_PAGES):
            self._checkpoint(apsw.SQLITE_CHECKPOINT_TRUNCATE)
        elif self._wal_pages >= CEILING_PAGES:
            self._checkpoint(apsw.SQLITE_CHECKPOINT_RESTART)  # reusing the file is faster
        if self.unavailable and idle and not self._closed:
            self._write([Job(probe, (), {}, Future())])

    def _checkpoint(self, mode: int) -> bool:
        """Move the write-ahead log into the file and restart it, unless a reader uses it."""
        self._db.set_busy_timeout(CHECKPOINT_PATIENCE_MS)
        try:
            self._db.wal_checkpoint(mode=mode)
            self._wal_pages = 0
            self._purge = self._purge and mode != apsw.SQLITE_CHECKPOINT_TRUNCATE
        except (*BROKEN, *PASSING) as error:
            if is_broken(error):
                self._fail(broken_sentence(error), [])
            return False
        finally:
            self._db.set_busy_timeout(BUSY_MS)
        return True

    def _shut(self) -> None:
        """Leave a single tidy file; after a failure leave everything untouched."""
        try:
            self._drain()
            if self.failed or not self._checkpoint(apsw.SQLITE_CHECKPOINT_TRUNCATE):
                self._db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        finally:
            self._db.close(force=True)

    def _drain(self) -> None:
        """Refuse what is still queued after a failure."""
        while not self._queue.empty():
            job = self._queue.get_nowait()
            if job is not None and job.future.set_running_or_notify_cancel():
                self._refuse([job], StoreFailed(self.failed or "the store is closed"))


def broken_sentence(error: BaseException) -> str:
    """What the operator reads."""
    return f"the disk or the file is broken ({error}); check the disk, then restart Kermesse"


def plainly(error: BaseException) -> BaseException:
    """An error of the schema as one of ours; other errors unchanged."""
    if isinstance(error, apsw.ConstraintError) and not isinstance(error, KermesseError):
        unique = (apsw.SQLITE_CONSTRAINT_UNIQUE, apsw.SQLITE_CONSTRAINT_PRIMARYKEY)
        kind = AlreadyTaken if getattr(error, "extendedresult", 0) in unique else StoreError
        plain = kind(f"this cannot be kept: {error}")
        plain.__cause__ = error
        return plain
    return error


def probe(db: apsw.Connection) -> None:
    """The smallest write."""
    db.execute("INSERT OR REPLACE INTO setting(name, value) VALUES ('probe', ?)", (str(now()),))
