"""Where compiled kernels are kept, and how an edit makes them be compiled anew.

Numba checks only the file that holds a kernel, not the kernels it imports. So each kernel's cache
lives in a folder named after all that the kernel is made of.
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
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from kermesse.core.borrowed import require
from kermesse.core.fingerprint import DIGEST_BYTES, Unfathomable, fingerprint

CORE = Path(__file__).resolve().parent
STALE_AFTER_DAYS = 30
OURS = re.compile(rf"[0-9a-f]{{{2 * DIGEST_BYTES}}}")
WITHOUT_KERNELS = {"tests", "conformance"}
SOURCES = {".py", ".csv", ".toml"}  # code, and tables that kernels take their constants from


def cache_home() -> Path:
    """The folder for compiled kernels: `KERMESSE_CACHE_DIR`, else the user's cache folder."""
    named = os.environ.get("KERMESSE_CACHE_DIR")
    return (Path(named) if named else user_cache_path("kermesse")) / "kernels"


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


def keep(dispatcher: Any) -> None:
    """Keep the machine code of a kernel in a folder that is named after what it is made of.

    What `njit(cache=True)` does, but a file that cannot be read is compiled anew and one that
    cannot be written is done without: a cache must never be what stops a game.
    """
    dispatcher._cache = LateCache(dispatcher.py_func)


class LateCache:
    """Numba's cache of one kernel, made when it is first asked: then all that it calls exists."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)

    @cached_property
    def _made(self) -> Any:
        return cache_by_content()(self._function)


def home_for(function: Any) -> Path:
    """Where the machine code of a kernel is kept; only for now if nobody can say what it is."""
    try:
        return folder_of(fingerprint(function))
    except Unfathomable:
        return _passing_home()


@cache
def cache_by_content() -> type:
    """Numba's cache, but a folder's name says all: a copy of it is as good on an equal machine.

    Numba would look at the path and the time of the source, too. And nothing that is wrong with a
    file stops a game.
    """
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
    from numba.core.dispatcher import Dispatcher

    require("numba", Dispatcher, uses=("_cache",))
    require("numba", FunctionCache, has=("load_overload", "save_overload"), uses=("_impl_class",))
    require("numba", CompileResultCacheImpl, uses=("_locator_classes",))
    require("numba", UserProvidedCacheLocator, has=("get_source_stamp", "get_disambiguator"))

    class Locator(UserProvidedCacheLocator):  # type: ignore[misc]
        def __init__(self, function: Any, _path: str) -> None:
            self._cache_path = str(home_for(function))

        def get_source_stamp(self) -> str:
            return ""

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, function: Any, path: str) -> Any:
            return cls(function, path)

    class Kept(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class CacheByContent(FunctionCache):  # type: ignore[misc]
        _impl_class = Kept

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                return super().load_overload(sig, target_context)
            except Exception:  # truncated, damaged, or of types that are gone
                with suppress(OSError):
                    self.flush()
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            with suppress(OSError):  # a full disk
                super().save_overload(sig, data)

    return CacheByContent


@cache
def folder_of(key: str) -> Path:
    """The folder for what belongs to one state of sources; used ones are not swept away."""
    home = cache_home()
    try:
        _sweep(home)
        folder = home / key
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
    except OSError:  # a read-only home: compile anew each time rather than not at all
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
