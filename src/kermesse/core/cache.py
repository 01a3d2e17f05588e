"""Where compiled kernels are cached, and how an edit recompiles them.

Numba checks only the file that holds a kernel, not the kernels it imports. So each kernel's cache
is in a folder named after everything that the kernel is made of.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import secrets
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from kermesse.core.fingerprint import DIGEST_BYTES

CORE = Path(__file__).resolve().parent
STALE_AFTER_DAYS = 30
OURS = re.compile(rf"[0-9a-f]{{{2 * DIGEST_BYTES}}}")
WITHOUT_KERNELS = {"tests", "conformance"}
SOURCES = {".py", ".csv", ".toml"}  # code, and tables that kernels take their constants from


def cache_home() -> Path:
    """The folder for compiled kernels: `KERMESSE_CACHE_DIR`, or the user's cache folder."""
    named = os.environ.get("KERMESSE_CACHE_DIR")
    return (Path(named) if named else user_cache_path("kermesse")) / "kernels"


def can_keep() -> bool:
    """Whether other processes will find what one has compiled."""
    home = cache_home()
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
    return os.access(home, os.W_OK)


@cache
def folder_digest(folder: Path) -> str:
    """A digest of the sources and tables below a folder, less those that hold no kernel."""
    seen = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.suffix in SOURCES and not WITHOUT_KERNELS & set(inside.parts):
            seen.update(inside.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return seen.hexdigest()


def sources_key(*homes: Path) -> str:
    """Names the state of the core and of ``homes``: the folders that a kernel is made of."""
    seen = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for folder in sorted({CORE, *homes}):
        seen.update(folder_digest(folder).encode())
    return seen.hexdigest()


@cache
def folder_of(key: str) -> Path:
    """The folder for what belongs to one state of sources; used ones are not swept away."""
    home = cache_home()
    try:
        _sweep(home)
        folder = home / key
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
    except OSError:  # a read-only home: compile each time rather than fail
        folder = _passing_home() / key
        folder.mkdir(exist_ok=True)
    return folder


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the file, then put it in place: a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        draft.write_bytes(content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


@cache
def _passing_home() -> Path:
    """A folder that goes when the process does."""
    home = tempfile.TemporaryDirectory(prefix="kermesse-kernels-", ignore_cleanup_errors=True)
    atexit.register(home.cleanup)
    return Path(home.name)


def _sweep(home: Path) -> None:
    """Remove what sources of long ago left behind, and nothing that is not ours."""
    oldest = time.time() - STALE_AFTER_DAYS * 86_400
    for folder in home.glob("*/"):
        with suppress(FileNotFoundError):  # another process may be sweeping, too
            if OURS.fullmatch(folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
