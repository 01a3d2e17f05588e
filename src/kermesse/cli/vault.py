"""Match files on disk, and the secrets of matches that are not over.

A saved match does not hold its secret before the end. The secret waits in a folder of its own,
readable by its owner only, under the name of its commitment.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from platformdirs import user_data_path

from kermesse.core.errors import MatchFileError
from kermesse.core.match import Match
from kermesse.core.matchfile import LARGEST, MatchFile, read_match, write_match
from kermesse.core.registry import game as find_game
from kermesse.core.verification import resume

UTF8_BYTES = 4


def vault() -> Path:
    """The folder for secrets: under `KERMESSE_DATA_DIR`, else the user's data folder."""
    named = os.environ.get("KERMESSE_DATA_DIR")
    return (Path(named) if named else user_data_path("kermesse")) / "secrets"


def load_text(path: Path) -> str:
    """The text of a file that claims to be a match file."""
    try:
        if path.stat().st_size > UTF8_BYTES * LARGEST:
            raise MatchFileError(f"{path} is too large for a match file")
        return path.read_bytes().decode("utf-8")
    except OSError as broken:
        raise MatchFileError(f"cannot read {path}: {broken.strerror}") from None
    except UnicodeDecodeError as broken:
        raise MatchFileError(f"{path} is not UTF-8 text at byte {broken.start + 1}") from None


def load(path: Path) -> MatchFile:
    """The content of a match file."""
    return read_match(load_text(path), find_game)


def load_match(path: Path) -> Match:
    """A match to go on with; its secret comes from the file or from the vault."""
    file = load(path)
    secret = None
    if file.secret is None:
        try:
            secret = bytes.fromhex((vault() / file.commitment).read_text(encoding="ascii"))
        except (OSError, ValueError):
            raise MatchFileError(
                f"the secret of {path} is not on this machine: a match that is not over can be "
                "resumed only where it was saved"
            ) from None
    match = resume(file, secret)
    if write_match(match) != file.dumps():
        raise MatchFileError(f"{path} was altered since it was saved")
    return match


def save(match: Match, path: Path) -> None:
    """Write a match file, whole or not at all; keep or drop its secret."""
    secret = vault() / match.commitment
    try:
        if not match.over:
            secret.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(secret, match.kept_secret.hex(), mode=0o600)
        write_whole(path, write_match(match), mode=0o644)
        if match.over:
            secret.unlink(missing_ok=True)
    except OSError as broken:
        raise MatchFileError(f"cannot write {path}: {broken.strerror}") from None


def write_whole(path: Path, text: str, mode: int) -> None:
    """Write beside the file, then put it in place: a reader never sees half of it."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(draft, mode)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
