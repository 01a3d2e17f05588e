"""A disk for tests: it fills up, breaks, and forgets what was not synced when the power goes."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512
_names = count()

# (offset, data); data None is a truncation to that offset
Write = tuple[int, bytes | None]


class Disk(apsw.VFS):
    """Passes everything on to the real disk, and remembers what a power cut would leave."""

    def __init__(self) -> None:
        self.vfs_name = f"disk-{next(_names)}"
        super().__init__(self.vfs_name, "")
        self.synced: dict[str, bytearray] = {}  # what is safe, by file
        self.pending: dict[str, list[Write]] = {}  # what is not, in order
        self.writes = self.syncs = 0
        self.before: Callable[[str, str], None] = lambda operation, name: None

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        if path not in self.synced:
            self.synced[path] = bytearray(Path(path).read_bytes() if Path(path).exists() else b"")
            self.pending[path] = []
        return DiskFile(self, path, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.synced.pop(filename, None)
        self.pending.pop(filename, None)

    def power_cut(self, rng: random.Random) -> dict[str, bytes]:
        """The files as they are found afterwards: any of the unsynced writes may be there."""
        survival = rng.choice((0.0, 0.5, 0.9))
        left = {}
        for path, image in self.synced.items():
            found = bytearray(image)
            for write in self.pending[path]:
                if rng.random() < survival:
                    apply(found, torn(write, rng))
            left[Path(path).name] = bytes(found)
        return left


class DiskFile(apsw.VFSFile):
    """A file on such a disk."""

    def __init__(self, disk: Disk, path: str, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self.disk, self.path = disk, path

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.writes += 1
        self.disk.before("write", self.path)
        super().xWrite(data, offset)
        self.disk.pending[self.path].append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self.disk.pending[self.path].append((newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.syncs += 1
        self.disk.before("sync", self.path)
        super().xSync(flags)
        for write in self.disk.pending[self.path]:
            apply(self.disk.synced[self.path], write)
        self.disk.pending[self.path].clear()


def apply(image: bytearray, write: Write) -> None:
    offset, data = write
    if data is None:
        del image[offset:]
        return
    image.extend(bytes(max(0, offset + len(data) - len(image))))
    image[offset : offset + len(data)] = data


def torn(write: Write, rng: random.Random) -> Write:
    """A write of which now and then only the first sectors arrived."""
    offset, data = write
    if data is None or rng.random() < 0.8:
        return write
    return offset, data[: rng.randrange(0, len(data) + 1, SECTOR)]
