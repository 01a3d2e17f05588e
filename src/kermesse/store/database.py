"""Opening the database: by one program at a time, on a reliable disk, or with a clear error."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from kermesse.store.errors import StoreError
from kermesse.store.migrations import APPLICATION_ID, Migration, check_ledger, migrate

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FILE = "kermesse.sqlite3"
LOCK = "kermesse.lock"
FIRST_SOUND_SQLITE = (3, 51, 3)  # earlier ones could lose pages if two checkpoints coincide
BUSY_MS = 5_000  # only checkpoints of other connections can get in the way
NETWORKS = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ncpfs", "fuse.sshfs"})

_held: set[int] = set()  # handles of lock files


def _let_go_in_child() -> None:
    """A forked worker that outlives its parent must not keep the folder locked."""
    for handle in _held:
        os.close(handle)
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_in_child)


def make_folder(folder: Path) -> None:
    """Make the folder, private to its owner: it holds the secrets of unfinished matches."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except FileExistsError:
        raise StoreError(f"{folder} is a file; choose a folder") from None
    except OSError as broken:
        raise cannot_write(folder, broken) from None
    network = network_of(folder, mounts())
    if network:
        raise StoreError(
            f"{folder} is on a network file system ({network}), where data can get lost; "
            "choose a folder on a local disk"
        )


def mounts() -> str:
    """The mounted file systems, if the system lists them."""
    try:
        return Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def network_of(folder: Path, mounted: str) -> str | None:
    """The kind of network file system that a folder is on; None for a local disk."""
    path = os.path.realpath(folder)
    nearest, kind = "", ""
    for line in mounted.splitlines():
        _, point, found, *_ = (*line.split(" "), "", "")
        point = point.replace("\\040", " ")
        inside = path == point or path.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(nearest):  # a later mount hides an earlier one
            nearest, kind = point, found
    return kind if kind in NETWORKS else None


def cannot_write(path: Path, broken: OSError) -> StoreError:
    """Why nothing can be written there, and what to do."""
    advice = {
        errno.ENOSPC: "free some disk space",
        errno.EDQUOT: "free some disk space",
        errno.EACCES: "check its permissions, or choose another folder",
        errno.EPERM: "check its permissions, or choose another folder",
        errno.EROFS: "choose a folder on a writable disk",
    }.get(broken.errno or 0, "choose another folder")
    return StoreError(f"cannot keep matches in {path}: {broken.strerror}; {advice}")


def lock(folder: Path) -> int:
    """Lock the folder until the handle is closed; a second program is refused."""
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as broken:
        raise cannot_write(folder, broken) from None
    try:
        seize(handle)
    except OSError:
        os.close(handle)
        raise StoreError(
            f"another Kermesse is using {folder}; stop it or choose another folder"
        ) from None
    _held.add(handle)
    return handle


def seize(handle: int) -> None:
    """Take an exclusive lock, which ends with the process."""
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def unlock(handle: int) -> None:
    """Release the folder."""
    if handle in _held:
        _held.remove(handle)
        os.close(handle)


def check_sqlite(version: str) -> None:
    """Refuse a version of SQLite that is known to lose data."""
    if tuple(map(int, version.split("."))) < FIRST_SOUND_SQLITE:
        raise StoreError(
            f"SQLite {version} can damage its file; install an apsw that includes "
            f"{'.'.join(map(str, FIRST_SOUND_SQLITE))} or newer"
        )


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors while opening into one sentence that names the file."""
    try:
        yield
    except StoreError as refused:
        raise StoreError(f"{path} {refused}") from None
    except apsw.NotADBError:
        raise StoreError(f"{path} is not a Kermesse database; move it away") from None
    except apsw.CorruptError:
        raise StoreError(f"{path} is damaged; replace it with a backup") from None
    except apsw.FullError:
        raise StoreError(f"no room for {path}; free some disk space") from None
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError):
        raise StoreError(
            f"cannot write {path}; check the permissions of the file and its folder"
        ) from None
    except apsw.Error as broken:
        raise StoreError(f"cannot open {path}: {broken}") from None


def connect(path: Path, vfs: str | None = None) -> apsw.Connection:
    """A connection with the settings that all of ours share; does not change the file."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
    db.set_busy_timeout(BUSY_MS)
    db.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    db.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
    db.config(apsw.SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    return db


def open_reader(path: Path, vfs: str | None = None) -> apsw.Connection:
    """A read-only connection, which leaves checkpoints to the writer."""
    db = connect(path, vfs)
    db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    db.execute("PRAGMA query_only = ON")
    return db


def open_writer(
    path: Path, known: Sequence[Migration], vfs: str | None = None, synchronous: str = "FULL"
) -> apsw.Connection:
    """The writing connection, with the schema up to date. Checks first, then changes."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite would let others read it
    except OSError as broken:
        raise cannot_write(path, broken) from None
    with plain_errors(path):
        db = connect(path, vfs)
        try:
            check_ours(db)
            check_ledger(db, known)
            prepare(db, synchronous)
            migrate(db, known)
        except BaseException:
            db.close()
            raise
    sync_folders(path.parent)
    return db


def check_ours(db: apsw.Connection) -> None:
    """Refuse the database of another program; an empty one is fine."""
    if db.pragma("application_id") == APPLICATION_ID:
        return
    if db.execute("SELECT count(*) FROM sqlite_schema").get:
        raise StoreError("is not a Kermesse database; move it away")


def prepare(db: apsw.Connection, synchronous: str) -> None:
    """Set how the file is written: durable at every commit, with our own checkpoints."""
    if db.pragma("journal_mode", "wal") != "wal":
        raise StoreError("cannot have a write-ahead log; choose a folder on another disk")
    db.pragma("synchronous", synchronous)
    db.pragma("wal_autocheckpoint", 0)
    db.pragma("secure_delete", "on")  # a deleted name is overwritten, not just forgotten
    db.pragma("temp_store", "memory")


def sync_folders(folder: Path) -> None:
    """Make the names of new files durable, too."""
    if sys.platform == "win32":
        return
    for place in (folder, folder.parent):
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
