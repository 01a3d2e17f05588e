"""Files that an arena writes for people: checked before the first game, written at the end."""

from __future__ import annotations

import os
from pathlib import Path

from kermesse.core import cache
from kermesse.core.errors import KermesseError


class CannotWrite(KermesseError):
    """A file that cannot be written, and why."""


def check_writable(*paths: Path) -> None:
    """Refuse what could not be written later: nobody should find out after an hour of games."""
    real: list[Path] = []
    for path in paths:
        try:
            check_place(path)
            real.append(path.resolve())
        except OSError as broken:  # a name that is too long, or a folder that may not be entered
            raise CannotWrite(f"cannot write {path}: {broken.strerror}") from None
    twice = [path for path, name in zip(paths, real, strict=True) if real.count(name) > 1]
    if twice:
        raise CannotWrite(f"{twice[0]} is named for two things at once")


def check_place(path: Path) -> None:
    """Refuse a path where no file can be written."""
    if path.is_dir():
        raise CannotWrite(f"cannot write {path}: it is a folder")
    if path.exists() and not path.is_file():
        raise CannotWrite(f"cannot write {path}: it is no ordinary file")
    if not path.parent.is_dir():
        raise CannotWrite(f"cannot write {path}: there is no folder {path.parent}")
    folder = path.resolve().parent  # a new file takes the place of the old one
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise CannotWrite(f"cannot write {path}: permission denied")


def write_whole(path: Path, content: bytes) -> None:
    """Write all of a file or nothing, and say in a sentence why it cannot be written."""
    try:
        cache.write_whole(path.resolve(), content)  # where a link leads, not in its place
    except OSError as broken:
        raise CannotWrite(f"cannot write {path}: {broken.strerror}") from None
