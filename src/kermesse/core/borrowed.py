"""Inner workings of other libraries on which the house relies: looked at before they are needed.

What a library does not promise may be gone in its next version, and an override that nobody calls
fails in silence. So each place that borrows says what it borrows, and is refused without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import metadata
from inspect import unwrap
from types import FunctionType, ModuleType

from kermesse.core.errors import KermesseError
from kermesse.core.graph import codes


class LibraryChanged(KermesseError):
    """A library has no longer what the house borrows from it."""


def require(
    library: str, kind: type | ModuleType, has: Iterable[str] = (), uses: Iterable[str] = ()
) -> None:
    """Refuse a class or module that lacks what it ``has``, or whose code no longer names a thing.

    ``uses`` is for what is replaced, overridden or read behind its back.
    """
    lacks = [name for name in has if not hasattr(kind, name)]
    named = names_in(kind)
    unused = [name for name in uses if name not in named]
    if lacks or unused:
        what = [f"no longer has {', '.join(lacks)}"] * bool(lacks)
        what += [f"no longer uses {', '.join(unused)}"] * bool(unused)
        raise LibraryChanged(
            f"{kind.__name__} of {library} {version(library)} {' and '.join(what)}, on which "
            f"Kermesse relies. Install a version that it was tested with: {wanted(library)}"
        )


def names_in(kind: type | ModuleType) -> set[str]:
    """All names in the code of a class and those it inherits from, or of a module."""
    found: set[str] = set()
    for base in getattr(kind, "__mro__", (kind,)):
        for part in vars(base).values():
            function = getattr(part, "__func__", getattr(part, "fget", part))
            function = unwrap(function) if callable(function) else function
            if isinstance(function, FunctionType):
                found.update(*(code.co_names for code in codes(function.__code__)))
    return found


def version(library: str) -> str:
    """The version of a library that is installed; nothing if none is."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return ""


def wanted(library: str) -> str:
    """The versions of a library that the package asks for."""
    for line in metadata.requires("kermesse") or ():
        asked = re.match(rf"{re.escape(library)}(?![\w-])[^;]*", line)
        if asked:
            return asked[0].strip()
    return library
