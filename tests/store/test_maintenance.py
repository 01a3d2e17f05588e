"""Looking after the file: damage is found and named, copies are true."""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.store.scenes import ann, done, dump, laid, moves

from kermesse.store import DamagedTable, LoggedEvent, NewEvent, Store, StoreError

FILE = "kermesse.sqlite3"


def filled(folder: Path, tables: int = 6, events: int = 30) -> dict[str, list[LoggedEvent]]:
    """A folder with some logs in it; closed."""
    with Store(folder) as store:
        person = ann(store).id
        for number in range(tables):
            laid(store, f"t{number}", state="playing")
            for seq in range(events):
                move = NewEvent("act", {"path": ["x" * seq]}, 0, person, f"m-{seq}")
                done(store.append(f"t{number}", seq, [move]))
        return {f"t{number}": store.events(f"t{number}") for number in range(tables)}


def spoil(folder: Path, *statements: str) -> None:
    """Change the file behind the store's back."""
    db = apsw.Connection(str(folder / FILE))
    for sql in statements:
        db.execute(sql)
    db.close()


@pytest.mark.threat(83, 94)
@pytest.mark.parametrize(
    ("what", "sql"),
    [
        ("another body", ["UPDATE event SET body = '1' WHERE table_id = 't2' AND seq = 4"]),
        ("another seat", ["UPDATE event SET seat = 1 WHERE table_id = 't2' AND seq = 4"]),
        ("the first is gone", ["DELETE FROM event WHERE table_id = 't2' AND seq = 0"]),
        ("one is gone", ["DELETE FROM event WHERE table_id = 't2' AND seq = 4"]),
        ("the last is gone", ["DELETE FROM event WHERE table_id = 't2' AND seq = 29"]),
        ("all are gone", ["DELETE FROM event WHERE table_id = 't2'"]),
        (
            "two changed places",
            [
                "UPDATE event SET seq = 100 WHERE table_id = 't2' AND seq = 4",
                "UPDATE event SET seq = 4 WHERE table_id = 't2' AND seq = 5",
                "UPDATE event SET seq = 5 WHERE table_id = 't2' AND seq = 100",
            ],
        ),
        (
            "one from elsewhere",
            [
                "DELETE FROM event WHERE table_id = 't2' AND seq = 4",
                "UPDATE event SET table_id = 't2' WHERE table_id = 't3' AND seq = 4",
            ],
        ),
        ("not UTF-8", ["UPDATE event SET kind = CAST(x'ff' AS TEXT) WHERE table_id = 't2'"]),
    ],
)
def test_a_damaged_log_is_named_and_the_others_go_on(
    tmp_path: Path, what: str, sql: list[str]
) -> None:
    logs = filled(tmp_path)
    spoil(tmp_path, *sql)
    with Store(tmp_path) as store:
        with pytest.raises(DamagedTable, match="t2") as damaged:
            store.events("t2")
        assert damaged.value.table_id == "t2"
        findings = store.check()
        assert any("table t2 is damaged" in finding for finding in findings), what
        assert not any("table t1 is damaged" in finding for finding in findings)
        for table_id in ("t0", "t1", "t4", "t5"):
            assert store.events(table_id) == logs[table_id]
            done(store.append(table_id, 30, moves("on")))
        assert store.failed is None


def event_pages(file: Path) -> list[int]:
    db = apsw.Connection(str(file))
    found: list[Any] = db.execute("SELECT pageno FROM dbstat WHERE name = 'event'").fetchall()
    db.close()
    return [page for (page,) in found]


@pytest.mark.threat(83)
def test_a_flipped_bit_in_a_log_is_found(tmp_path: Path) -> None:
    logs = filled(tmp_path / "whole")
    content = (tmp_path / "whole" / FILE).read_bytes()
    pages = event_pages(tmp_path / "whole" / FILE)
    rng = random.Random(83)
    found = 0
    for number in range(150):
        bit = 8 * 4096 * (rng.choice(pages) - 1) + rng.randrange(8 * 4096)
        folder = tmp_path / str(number)
        folder.mkdir()
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        (folder / FILE).write_bytes(flipped)
        found += noticed(folder, logs)
    assert found > 75  # the others fell between the rows


def noticed(folder: Path, logs: dict[str, list[LoggedEvent]]) -> bool:
    """Whether damage is found; if not, everything must be as it was."""
    with Store(folder) as store:
        findings = store.check()
        whole = 0
        for table_id, log in logs.items():
            try:
                assert store.events(table_id) == log  # never a wrong one
                whole += 1
            except DamagedTable:
                assert findings
        assert findings or whole == len(logs)
        assert store.failed is None
    return bool(findings)


@pytest.mark.threat(83)
def test_other_damage_is_found_too(tmp_path: Path) -> None:
    filled(tmp_path)
    spoil(tmp_path, "PRAGMA foreign_keys = OFF", "DELETE FROM play WHERE id = 't1'")
    with Store(tmp_path) as store:
        assert "a row of event names a missing row of play" in store.check()


# --- copies -----------------------------------------------------------------------------------


def restored(copy: Path, folder: Path) -> Store:
    folder.mkdir()
    shutil.copy(copy, folder / FILE)
    return Store(folder)


@pytest.mark.threat(100)
def test_a_backup_is_equal(tmp_path: Path) -> None:
    filled(tmp_path / "store")
    with Store(tmp_path / "store") as store:
        store.backup(tmp_path / "copy")
        before = dump(store)
        assert [path.name for path in tmp_path.glob("*copy*")] == ["copy"]
        assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    with restored(tmp_path / "copy", tmp_path / "other") as store:
        assert dump(store) == before
        assert store.check() == []
        done(store.append("t0", 30, moves("on")))


@pytest.mark.threat(100)
def test_a_backup_under_load_is_one_moment(tmp_path: Path) -> None:
    with Store(tmp_path / "store") as store:
        for table_id in "ab":
            laid(store, table_id)
        acknowledged = keep_writing(store, lambda: store.backup(tmp_path / "copy"))
    with restored(tmp_path / "copy", tmp_path / "other") as copy:
        assert copy.check() == []
        lengths = [len(copy.events(table_id)) for table_id in "ab"]
        assert min(lengths) >= acknowledged
        assert lengths[0] - lengths[1] in (0, 1)  # a is always written before b


def keep_writing(store: Store, meanwhile: Callable[[], None]) -> int:
    """Write to two tables all the time while something is done; what was written before it."""
    stop, written = threading.Event(), [0]

    def write() -> None:
        while not stop.is_set():
            for table_id in "ab":
                done(store.append(table_id, written[0], moves("x" * 500)))
            written[0] += 1

    thread = threading.Thread(target=write)
    thread.start()
    while written[0] < 50:
        time.sleep(0.001)
    before = written[0]
    meanwhile()
    stop.set()
    thread.join()
    return before


@pytest.mark.threat(100)
def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with Store(tmp_path / "store") as store:
        with pytest.raises(StoreError, match="exists"):
            store.backup(tmp_path / "mine")
        with pytest.raises(StoreError, match="cannot keep"):
            store.backup(tmp_path / "no" / "folder")
    assert (tmp_path / "mine").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "store"]
