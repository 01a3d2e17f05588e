"""Opening: fresh, old, newer, foreign, damaged and locked folders, and the steps of the schema."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest
from tests.store.disk import Disk
from tests.store.scenes import ann, done, dump, laid, moves

from kermesse.store import Store, StoreError, database
from kermesse.store.migrations import MIGRATIONS, Migration, check_ledger

FILE = "kermesse.sqlite3"


class Earlier(Store):
    """The first Kermesse."""

    migrations = MIGRATIONS[:1]


class Later(Store):
    """A Kermesse of tomorrow."""

    migrations = (*MIGRATIONS, Migration(len(MIGRATIONS) + 1, "later", "CREATE TABLE later(a)"))


def refused(folder: Path, kind: type[Store] = Store) -> str:
    """The sentence with which opening is refused; twice, to see that nothing stays locked."""
    said = []
    for _ in range(2):
        with pytest.raises(StoreError) as error:
            kind(folder)
        said.append(str(error.value))
    assert said[0] == said[1]
    assert "\n" not in said[0]
    assert str(folder) in said[0]
    return said[0]


def test_a_fresh_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with Store(folder) as store:
        laid(store)
        assert store.check() == []
        with store.reading() as db:
            assert db.pragma("journal_mode") == "wal"
            assert db.pragma("foreign_keys") == 1
            assert db.pragma("trusted_schema") == 0
        modes = done(store.write(lambda db: [db.pragma("synchronous"), db.pragma("secure_delete")]))
        assert modes == [2, 1]
    with Store(folder) as store:
        assert store.table("t")


@pytest.mark.threat(52)
def test_others_on_the_machine_cannot_read_it(tmp_path: Path) -> None:
    with Store(tmp_path / "new") as store:
        laid(store)
        assert (tmp_path / "new").stat().st_mode & 0o077 == 0
        for path in (tmp_path / "new").iterdir():
            assert path.stat().st_mode & 0o077 == 0, path


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "is a file" in refused(tmp_path / "file")
    refused(tmp_path / "file" / "below")
    assert (tmp_path / "file").read_text() == "mine"


def test_not_a_database(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"my poems\n" * 1000)
    assert "is not a Kermesse database" in refused(tmp_path)
    assert (tmp_path / FILE).read_bytes() == b"my poems\n" * 1000


def test_the_database_of_something_else(tmp_path: Path) -> None:
    db = apsw.Connection(str(tmp_path / FILE))
    db.execute("CREATE TABLE recipes(name)")
    db.close()
    before = (tmp_path / FILE).read_bytes()
    assert "is not a Kermesse database" in refused(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.threat(83)
def test_a_damaged_file(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        laid(store)
    content = bytearray((tmp_path / FILE).read_bytes())
    content[100:4096] = bytes(3996)  # the page of the schema
    (tmp_path / FILE).write_bytes(content)
    assert "damaged" in refused(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


@contextmanager
def passable(folder: Path) -> Iterator[None]:
    """Let everybody pass through the folders above, which are ours only."""
    closed = {above: above.stat().st_mode for above in folder.parents}
    closed = {above: mode for above, mode in closed.items() if not mode & 0o001}
    for above, mode in closed.items():
        above.chmod(mode | 0o011)
    yield
    for above, mode in closed.items():
        above.chmod(mode)


def said_without_rights(folder: Path) -> str:
    """The sentence that somebody gets who is not root."""
    reader, writer = os.pipe()
    child = os.fork()  # everything is imported already: the child needs no right to read it
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setuid(65534)
            Store(folder)
        except StoreError as error:
            os.write(writer, str(error).encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as pipe:
        return pipe.read()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    folder.chmod(0o555)
    with passable(folder):
        said = said_without_rights(folder)
        below = said_without_rights(folder / "below")
    assert said.startswith(f"cannot keep matches in {folder}: Permission denied; check its")
    assert below.startswith(f"cannot keep matches in {folder}/below: Permission denied; check")
    assert list(folder.iterdir()) == []


@pytest.mark.threat(81)
def test_no_room_for_a_fresh_file(tmp_path: Path) -> None:
    said = set()
    for room in range(1, 200):
        disk = Disk()

        def full(operation: str, _name: str, disk: Disk = disk, room: int = room) -> None:
            if operation == "write" and disk.writes >= room:
                raise apsw.FullError

        disk.before = full
        try:
            Store(tmp_path, vfs=disk.vfs_name).close()
        except StoreError as error:
            said.add(str(error).partition(";")[2])
        else:
            break
    assert 5 < room < 199
    assert said == {" free some disk space"}
    with Store(tmp_path) as store:
        laid(store)
        assert store.check() == []


# --- one program at a time ------------------------------------------------------------------


@pytest.mark.threat(85)
def test_a_second_store_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        laid(store)
        assert "another Kermesse" in refused(tmp_path)
        done(store.append("t", 0, moves(1)))
    Store(tmp_path).close()


HOLD = """
import sys, pathlib
from kermesse.store import Store
store = Store(pathlib.Path(sys.argv[1]))
store.new_person("Ann", "en").result()
print("open", flush=True)
sys.stdin.read()
"""


@pytest.mark.threat(79, 85)
def test_a_second_process_is_refused_until_the_first_is_dead(tmp_path: Path) -> None:
    program = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"open\n"
        assert "another Kermesse" in refused(tmp_path)
        other.send_signal(signal.SIGKILL)
        other.wait()
    with Store(tmp_path) as store:
        assert store.person(1)


@pytest.mark.threat(85)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_worker_does_not_keep_the_folder(tmp_path: Path) -> None:
    store = Store(tmp_path)
    reader, writer = os.pipe()
    awake, wakes = os.pipe()
    worker = os.fork()
    if worker == 0:
        os.write(wakes, b"x")
        os.read(reader, 1)
        os._exit(0)
    try:
        os.read(awake, 1)  # what a fork inherits it lets go when it wakes up
        store.close()
        Store(tmp_path).close()
    finally:
        os.write(writer, b"x")
        os.waitpid(worker, 0)


@pytest.mark.threat(85)
def test_an_unsound_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database.check_sqlite("3.51.3")
    database.check_sqlite("4.0.0")
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")
    with pytest.raises(StoreError, match=r"3\.51\.2 can damage"):
        Store(tmp_path / "never")
    assert not (tmp_path / "never").exists()


@pytest.mark.threat(85)
def test_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounted = f"disk / ext4 rw 0 0\nhost:/x {tmp_path}/far\\040off nfs4 rw 0 0\nodd\n"
    monkeypatch.setattr(database, "mounts", lambda: mounted)
    assert "network file system (nfs4)" in refused(tmp_path / "far off" / "below")
    Store(tmp_path / "far offside").close()
    covered = mounted + f"disk {tmp_path}/far\\040off ext4 rw 0 0\n"
    assert database.network_of(tmp_path / "far off", covered) is None


# --- the steps of the schema ----------------------------------------------------------------


@pytest.mark.threat(99)
def test_an_older_file_is_brought_up_to_date(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        laid(store)
        person = ann(store)
        events = done(store.append("t", 0, moves(1, 2)))
    with Later(tmp_path) as store:
        assert store.events("t") == events
        assert store.person(person.id) == person
        numbers = [row[0] for row in dump(store)["migration"]]
        assert numbers == [*range(1, len(MIGRATIONS) + 2)]
    with Later(tmp_path) as store:  # and only once
        assert len(dump(store)["migration"]) == len(MIGRATIONS) + 1


@pytest.mark.threat(99)
def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    with Later(tmp_path) as store:
        laid(store)
    before = (tmp_path / FILE).read_bytes()
    assert "newer Kermesse" in refused(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    with Later(tmp_path) as store:
        assert store.table("t")


@pytest.mark.threat(99)
def test_a_step_that_was_edited_is_refused(tmp_path: Path) -> None:
    class Edited(Store):
        migrations = (MIGRATIONS[0]._replace(sql=MIGRATIONS[0].sql + " "), *MIGRATIONS[1:])

    Store(tmp_path).close()
    assert "a different step 1" in refused(tmp_path, Edited)
    Store(tmp_path).close()


@pytest.mark.threat(99)
def test_a_step_that_fails_half_way_was_never_begun(tmp_path: Path) -> None:
    class Broken(Store):
        migrations = (
            *MIGRATIONS,
            Migration(len(MIGRATIONS) + 1, "broken", "CREATE TABLE half(a); oh no"),
        )

    with Store(tmp_path) as store:
        laid(store)
        before = dump(store)
    refused(tmp_path, Broken)
    with Store(tmp_path) as store:
        assert dump(store) == before


KILLED = """
import os, signal, sys, pathlib, apsw
from kermesse.store import Store, migrations
steps = (*migrations.MIGRATIONS[:int(sys.argv[2])], migrations.Migration(*eval(sys.argv[3])))
class Killed(Store):
    migrations = steps
def hook(connection):
    connection.create_scalar_function("die", lambda: os.kill(os.getpid(), signal.SIGKILL))
apsw.connection_hooks.append(hook)
Killed(pathlib.Path(sys.argv[1]))
"""


@pytest.mark.threat(79, 99)
@pytest.mark.parametrize("taken", [0, len(MIGRATIONS)])
def test_killed_half_way_through_a_step(tmp_path: Path, taken: int) -> None:
    if taken:
        with Store(tmp_path) as store:
            laid(store)
            before = dump(store)
    # more than fits into the page cache, so that some of it is in the file when it happens
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)"
    filler = f"{many} INSERT INTO half SELECT randomblob(1000) FROM n"
    sql = f"CREATE TABLE half(a); {filler}; SELECT die(); CREATE TABLE rest(a)"
    step = repr((taken + 1, "killed", sql))
    program = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path), str(taken), step]
    assert subprocess.run(program, check=False).returncode == -signal.SIGKILL
    with Store(tmp_path) as store:
        assert "half" not in dump(store)
        assert [row[0] for row in dump(store)["migration"]] == [*range(1, len(MIGRATIONS) + 1)]
        assert store.check() == []
        if taken:
            assert dump(store) == before


def test_steps_are_numbered_in_order() -> None:
    assert [step.number for step in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))
    empty = apsw.Connection(":memory:")
    assert check_ledger(empty, MIGRATIONS) == 0
    empty.close()


@pytest.mark.threat(99)
def test_released_steps_are_as_they_were_released() -> None:
    assert [step.checksum[:16] for step in MIGRATIONS] == [
        "f6d62d1299921e88",
        "2a2b126745fc97bd",
        "e083ce1c39a1bf50",
    ], "add a step, never edit one"
