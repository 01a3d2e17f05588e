"""Bad disks: full, broken, or without power."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.store.disk import Disk
from tests.store.scenes import done, laid, lost, moves

from kermesse.store import Store, StoreFailed, StoreUnavailable
from kermesse.store import writer as writing

TABLES = ("t0", "t1", "t2")
Acknowledged = list[tuple[str, int, Any]]


class Unsynced(Store):
    """What must not be: commits that are not synced."""

    synchronous = "NORMAL"


@pytest.fixture
def disk() -> Iterator[Disk]:
    made = Disk()
    yield made
    made.unregister()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints often, so that they are met by every fault too."""
    monkeypatch.setattr(writing, "CEILING_PAGES", 30)
    monkeypatch.setattr(writing, "IDLE_PAGES", 10)
    monkeypatch.setattr(writing, "IDLE_S", 0.001)
    monkeypatch.setattr(writing, "PROBE_S", 0.01)


def play(store: Store, rounds: int, acknowledged: Acknowledged) -> None:
    """Some rounds at all tables at once; notes what is acknowledged, in the writer's thread."""
    lengths = {table_id: len(store.events(table_id)) for table_id in TABLES}
    for number in range(rounds):
        waiting = []
        for table_id in TABLES:
            body = f"{number}-" + "x" * (number * 37 % 900)
            future = store.append(table_id, lengths[table_id], moves(body))
            future.add_done_callback(noting(acknowledged))
            waiting.append((table_id, future))
        for table_id, future in waiting:
            if future.exception(20) is None:
                lengths[table_id] += 1


def noting(acknowledged: Acknowledged) -> Callable[[Any], None]:
    def note(future: Any) -> None:
        if future.exception() is None:
            acknowledged.extend((e.table_id, e.seq, e.body) for e in future.result())

    return note


# --- no power ---------------------------------------------------------------------------------


def cuts(kind: type[Store], disk: Disk, folder: Path, rounds: int, seed: int) -> Iterator[int]:
    """Cut the power before every so-many-th operation; how much is lost each time."""
    rng, every = random.Random(seed), 7
    acknowledged: Acknowledged = []
    moments: list[tuple[Acknowledged, dict[str, bytes]]] = []
    operations = count()

    with kind(folder / "live", vfs=disk.vfs_name) as store:
        for table_id in TABLES:
            laid(store, table_id)

        def remember(_operation: str, _name: str) -> None:
            if next(operations) % every == 0:
                moments.append((list(acknowledged), disk.power_cut(rng)))

        disk.before = remember
        play(store, rounds, acknowledged)
    for number, (said, files) in enumerate(moments):
        left = folder / f"after-{number}"
        left.mkdir()
        for name, content in files.items():
            (left / name).write_bytes(content)
        with Store(left) as store:
            yield len(lost(store, said))
            assert store.check() == []
        shutil.rmtree(left)


@pytest.mark.threat(80)
def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path, disk: Disk) -> None:
    found = list(cuts(Store, disk, tmp_path, rounds=60, seed=80))
    assert len(found) > 60
    assert sum(found) == 0


@pytest.mark.threat(80)
def test_without_syncing_a_power_cut_would_lose(tmp_path: Path, disk: Disk) -> None:
    assert any(cuts(Unsynced, disk, tmp_path, rounds=20, seed=80))


@pytest.mark.long
@pytest.mark.threat(80)
def test_many_power_cuts(tmp_path: Path) -> None:
    found: list[int] = []
    for seed in range(20):
        found += cuts(Store, Disk(), tmp_path / str(seed), rounds=60, seed=seed)
        shutil.rmtree(tmp_path / str(seed))
    print(f"\n{len(found):,} power cuts, {sum(found)} acknowledged events lost")
    assert sum(found) == 0


# --- no room ----------------------------------------------------------------------------------


@pytest.mark.threat(81)
def test_a_full_disk_at_every_write(tmp_path: Path, disk: Disk) -> None:
    acknowledged: Acknowledged = []
    with Store(tmp_path, vfs=disk.vfs_name) as store:
        for table_id in TABLES:
            laid(store, table_id)
        stopped = 0
        for room in range(60):
            stopped += fill_up(store, disk, room, acknowledged)
        assert stopped > 50
        assert lost(store, acknowledged) == []
        assert sum(len(store.events(table_id)) for table_id in TABLES) == len(acknowledged)
        assert store.check() == []
    with Store(tmp_path) as again:
        assert lost(again, acknowledged) == []


def fill_up(store: Store, disk: Disk, room: int, acknowledged: Acknowledged) -> bool:
    """Let so many writes through, then none, then all again; whether somebody was refused."""
    last = disk.writes + room

    def full(operation: str, _name: str) -> None:
        if operation == "write" and disk.writes > last:
            raise apsw.FullError

    disk.before = full
    before = len(acknowledged)
    play(store, 6, acknowledged)
    refused = len(acknowledged) - before < 6 * len(TABLES)
    assert store.failed is None
    if refused and room == 0:
        assert store.unavailable
        error = store.append("t0", 0, moves(1)).exception(20)
        assert type(error) is StoreUnavailable
        assert "free some disk space" in str(error)
        assert store.events("t0") is not None  # reading goes on
    disk.before = lambda operation, name: None
    done(store.set_setting("room", "again"))
    assert store.unavailable is None
    return refused


@pytest.mark.threat(81)
def test_it_notices_by_itself_that_there_is_room_again(tmp_path: Path, disk: Disk) -> None:
    with Store(tmp_path, vfs=disk.vfs_name) as store:
        fill_nothing = disk.before

        def full(_operation: str, _name: str) -> None:
            raise apsw.FullError

        disk.before = full
        assert store.set_setting("a", "b").exception(20)
        assert store.unavailable
        disk.before = fill_nothing
        wait_until_available(store)
        assert store.setting("a") is None


def wait_until_available(store: Store) -> None:
    for _ in range(1000):
        if store.unavailable is None:
            return
        apsw.sleep(10)
    pytest.fail("still unavailable")


# --- broken -----------------------------------------------------------------------------------


@pytest.mark.threat(82)
@pytest.mark.parametrize("operation", ["write", "sync"])
@pytest.mark.parametrize("after", [0, 1, 7, 20])
def test_a_broken_disk_ends_all_writing(
    tmp_path: Path, disk: Disk, operation: str, after: int
) -> None:
    acknowledged: Acknowledged = []
    touched_since: list[str] = []
    with Store(tmp_path, vfs=disk.vfs_name) as store:
        for table_id in TABLES:
            laid(store, table_id)
        left = iter(range(after))
        broken: list[bool] = []

        def breaking(now: str, _name: str) -> None:
            if broken:
                touched_since.append(now)
            elif now == operation and next(left, None) is None:
                broken.append(True)
                raise apsw.IOError("the disk is gone")

        disk.before = breaking
        play(store, 60, acknowledged)
        assert store.failed
        assert "restart Kermesse" in store.failed
        assert isinstance(store.append("t0", 0, moves(1)).exception(20), StoreFailed)
        assert lost(store, acknowledged) == []  # still to be read
    assert touched_since == []  # not even at the end: a second sync could lie
    disk.before = lambda operation, name: None
    with Store(tmp_path) as again:
        assert lost(again, acknowledged) == []
        assert again.check() == []
        play(again, 2, acknowledged)
