"""The writer: many wishes, one commit; each caller hears the truth about its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.store.scenes import ann, done, laid, moves

from kermesse.store import (
    Conflict,
    DuplicateEvent,
    NewEvent,
    Store,
    StoreBusy,
    StoreClosed,
    StoreFailed,
    StoreUnavailable,
)
from kermesse.store import writer as writing
from kermesse.store.writer import JobResult, Writer


class Counting(Writer):
    """Notes how many answers each commit gives."""

    commits: list[int]

    def _answer(self, outcomes: list[JobResult]) -> None:
        self.__dict__.setdefault("commits", []).append(len(outcomes))
        super()._answer(outcomes)


class CountingStore(Store):
    writer_class = Counting


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with CountingStore(tmp_path / "store") as opened:
        yield opened


class Pause:
    """Holds the writer inside a job, so that others queue up."""

    def __init__(self, store: Store) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.future = store.write(self.job)
        assert self.begun.wait(20)

    def job(self, _db: apsw.Connection) -> None:
        self.begun.set()
        assert self.go_on.wait(20)

    def end(self) -> None:
        self.go_on.set()
        done(self.future)


def test_what_waits_is_committed_together(store: Store) -> None:
    tables = [f"t{number}" for number in range(40)]
    for table_id in tables:
        laid(store, table_id)
    pause = Pause(store)
    futures = [store.append(table_id, 0, moves(1)) for table_id in tables]
    assert store.waiting == 40
    pause.end()
    for future in futures:
        done(future)
    assert isinstance(store._writer, Counting)
    assert store._writer.commits[-1] == 40


def test_one_bad_job_hurts_nobody_else(store: Store) -> None:
    laid(store, "t")
    laid(store, "u")

    def half_done(db: apsw.Connection) -> None:
        db.execute("UPDATE play SET game = 'spoilt'")
        raise ZeroDivisionError

    def broken_sql(db: apsw.Connection) -> None:
        db.execute("UPDATE play SET game = 'spoilt'")
        db.execute("no such words")

    pause = Pause(store)
    good = [store.append("t", 0, moves(1))]
    bad: list[Future[Any]] = [
        store.write(half_done),
        store.write(broken_sql),
        store.append("u", 5, moves(1)),
    ]
    good += [store.append("u", 0, moves(1)), store.append("t", 1, moves(2))]
    pause.end()
    assert [len(done(future)) for future in good] == [1, 1, 1]
    errors = [type(future.exception(20)) for future in bad]
    assert errors == [ZeroDivisionError, apsw.SQLError, Conflict]
    assert [len(store.events(table_id)) for table_id in "tu"] == [2, 1]
    assert {table.game for table in map(store.table, "tu") if table} == {"muvuca"}
    assert store.failed is None


def test_a_resent_message_costs_the_others_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid(store, "t")
    laid(store, "u")
    move = NewEvent("act", 1, 0, ann(store).id, "m")
    done(store.append("t", 0, [move]))
    monkeypatch.setattr(Writer, "_attempt_apart", None)  # the way for jobs that were half done
    pause = Pause(store)
    futures = [store.append("t", 1, [move]), store.append("u", 0, [move])]
    pause.end()
    assert isinstance(futures[0].exception(20), DuplicateEvent)
    assert len(done(futures[1])) == 1


def test_many_threads_keep_the_order_of_each_table(store: Store) -> None:
    def play(table_id: str, told: list[int]) -> None:
        futures = [store.append(table_id, number, moves(number)) for number in range(100)]
        told.extend(done(future)[0].seq for future in futures)

    tables: dict[str, list[int]] = {f"t{number}": [] for number in range(8)}
    for table_id in tables:
        laid(store, table_id)
    threads = [threading.Thread(target=play, args=item) for item in tables.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for table_id, told in tables.items():
        assert told == list(range(100))
        assert [event.body for event in store.events(table_id)] == told
    assert store.check() == []


def test_nothing_is_seen_before_it_is_committed(store: Store) -> None:
    laid(store)
    slow = threading.Event()

    def linger(_db: apsw.Connection) -> None:
        slow.wait(20)

    pause = Pause(store)
    appended = store.append("t", 0, moves(1))
    lingering = store.write(linger)  # in the same batch, after the append
    pause.end()
    time.sleep(0.05)
    assert not appended.done()
    assert store.events("t") == []
    slow.set()
    done(lingering)
    assert store.events("t") == done(appended)


@pytest.mark.threat(72, 78)
def test_a_full_queue_refuses(tmp_path: Path) -> None:
    with Store(tmp_path, longest_queue=10) as store:
        laid(store)
        pause = Pause(store)
        futures = [store.append("t", number, moves(number)) for number in range(13)]
        refused = [future for future in futures if future.done()]
        assert refused == futures[10:]
        assert all(isinstance(future.exception(), StoreBusy) for future in refused)
        pause.end()
        assert [done(future)[0].seq for future in futures[:10]] == list(range(10))
        done(store.append("t", 10, moves("again")))


def test_who_gives_up_before_the_start_is_not_written(store: Store) -> None:
    laid(store)
    pause = Pause(store)
    given_up, kept = store.append("t", 0, moves("no")), store.append("t", 0, moves("yes"))
    assert given_up.cancel()
    pause.end()
    done(kept)
    assert [event.body for event in store.events("t")] == ["yes"]


@pytest.mark.threat(88)
def test_close_writes_what_waits(tmp_path: Path) -> None:
    store = Store(tmp_path)
    laid(store)
    pause = Pause(store)
    futures = [store.append("t", number, moves(number)) for number in range(1000)]
    closing = threading.Thread(target=store.close)
    closing.start()
    until(lambda: store.append("t", 0, []).done())  # refused at once, hence closing
    assert isinstance(store.append("t", 0, []).exception(), StoreClosed)
    pause.go_on.set()
    closing.join()
    assert [done(future)[0].seq for future in futures] == list(range(1000))
    store.close()  # twice is harmless
    with pytest.raises(StoreClosed):
        store.table("t")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kermesse.lock", "kermesse.sqlite3"]
    with Store(tmp_path) as again:
        assert len(again.events("t")) == 1000


class Buggy(Writer):
    """Falls over outside of any job."""

    def _commit(self) -> None:
        raise RuntimeError("a bug")


class BuggyStore(Store):
    writer_class = Buggy


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_nobody_waits_for_ever_if_the_writer_falls_over(tmp_path: Path) -> None:
    with BuggyStore(tmp_path) as store:
        futures: list[Future[None]] = [store.set_setting("a", "b") for _ in range(3)]
        for future in futures:
            assert isinstance(future.exception(20), StoreUnavailable)
        assert store.failed
        assert isinstance(store.set_setting("a", "b").exception(20), StoreFailed)
        assert store.setting("a") is None


# --- the write-ahead log ----------------------------------------------------------------------


def wal(store: Store) -> int:
    return store.file.with_name("kermesse.sqlite3-wal").stat().st_size


def until(condition: object, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.threat(84)
def test_an_idle_writer_empties_the_log(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "IDLE_PAGES", 5)
    laid(store)
    for number in range(10):
        done(store.append("t", number, moves(number)))
    until(lambda: wal(store) == 0)
    assert len(store.events("t")) == 10


@pytest.mark.threat(84)
def test_a_busy_writer_stays_under_the_ceiling(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "IDLE_S", 1000)
    monkeypatch.setattr(writing, "CEILING_PAGES", 50)
    laid(store)
    largest = 0
    for number in range(200):
        done(store.append("t", number, moves("x" * 1000)))
        largest = max(largest, wal(store))
    assert 20 * 4096 < largest < 100 * 4096


@pytest.mark.threat(84)
def test_a_reader_that_never_ends_stops_writing_not_the_disk(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "CEILING_PAGES", 10)
    monkeypatch.setattr(writing, "LIMIT_PAGES", 150)
    monkeypatch.setattr(writing, "CHECKPOINT_PATIENCE_MS", 1)
    monkeypatch.setattr(writing, "PROBE_S", 0.02)
    laid(store)
    written = 0
    with store.reading() as reader:
        reader.execute("SELECT * FROM play").fetchall()  # now it holds its moment
        for _ in range(200):
            if store.append("t", written, moves("x" * 1000)).exception(20):
                break
            written += 1
        assert 5 < written < 200
        assert store.unavailable
        assert wal(store) < 200 * 4096
    until(lambda: store.unavailable is None)
    done(store.append("t", written, moves("again")))
    assert store.failed is None
    assert len(store.events("t")) == written + 1
