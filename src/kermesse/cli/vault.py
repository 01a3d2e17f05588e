"""Match files on disk, and what is kept apart from them until the match is over.

A saved match does not hold its secret before the end. The secret waits in a folder of its own,
readable by its owner only, under the name of its commitment; and with it who sits where, so that
nobody comes back to another seat and sees its hand.
"""

from __future__ import annotations

import json
import os
import tempfile
from itertools import count
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from kermesse.core.errors import MatchFileError
from kermesse.core.match import Match
from kermesse.core.matchfile import LARGEST, MatchFile, read_match, write_match
from kermesse.core.verification import resume

UTF8_BYTES = 4


class Sitting(NamedTuple):
    """Who sits where in a saved match: the person's seat, and the bot at the others."""

    seat: int
    bot: str


class Kept(NamedTuple):
    """What the vault holds of a match: its secret, and who sits where, by file.

    Matches dealt from the same seed share an entry, and may have the person at another seat.
    """

    secret: str
    sittings: dict[str, Sitting]

    def sitting(self, path: Path) -> Sitting:
        """Who sits where in a file; one that was moved is taken for the last one saved."""
        *_, last = self.sittings.values()
        return self.sittings.get(real_name(path), last)


def data_home() -> Path:
    """The folder for what people keep: `KERMESSE_DATA_DIR`, else the user's data folder."""
    named = os.environ.get("KERMESSE_DATA_DIR")
    return Path(named) if named else user_data_path("kermesse")


def vault() -> Path:
    """The folder for secrets."""
    return data_home() / "secrets"


def load_text(path: Path) -> str:
    """The text of a file that claims to be a match file."""
    try:
        with path.open("rb") as file:
            content = file.read(UTF8_BYTES * LARGEST + 1)  # a device or a pipe has no size to ask
        if len(content) > UTF8_BYTES * LARGEST:
            raise MatchFileError(f"{path} is too large for a match file")
        return content.decode("utf-8")
    except OSError as broken:
        raise MatchFileError(f"cannot read {path}: {broken.strerror}") from None
    except UnicodeDecodeError as broken:
        raise MatchFileError(f"{path} is not UTF-8 text at byte {broken.start + 1}") from None


def load(path: Path) -> MatchFile:
    """The content of a match file."""
    return read_match(load_text(path))


def load_match(path: Path) -> tuple[Match, Sitting | None]:
    """A match to go on with, and who sat where; for a finished one that need not be known."""
    file = load(path)
    kept = unlock(file.commitment)
    if file.secret is None and kept is None:
        raise MatchFileError(
            f"the secret of {path} is not on this machine: a match that is not over can be "
            "resumed only where it was saved"
        )
    match = resume(file, bytes.fromhex(kept.secret) if kept else None)
    if write_match(match) != file.dumps():
        raise MatchFileError(f"{path} was altered since it was saved")
    return match, kept.sitting(path) if kept else None


def unlock(commitment: str) -> Kept | None:
    """What the vault holds of a match, if anything that can be read."""
    try:
        content = json.loads((vault() / commitment).read_text(encoding="utf-8"))
        bytes.fromhex(content["secret"])
        sittings = {path: Sitting(*sitting) for path, sitting in content["sittings"].items()}
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None
    return Kept(content["secret"], sittings) if sittings else None


def taken(path: Path) -> bool:
    """Whether something of that name exists; no error for names that cannot exist."""
    return os.path.lexists(path)


def free_name(folder: Path, match: Match) -> Path:
    """A file name for a match, with a number if the plain one is taken."""
    stem = f"{match.game.name}-{match.commitment[:8]}"
    names = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.json" for n in count(1))
    return next(name for name in names if not taken(name))


def save(match: Match, path: Path, seat: int, bot: str) -> None:
    """Write a match file, whole or not at all; before the end it is for its keeper only."""
    kept = unlock(match.commitment)
    if kept or not match.over:
        sittings = kept.sittings if kept else {}
        sittings.pop(real_name(path), None)  # so that the last one saved is the last
        sittings[real_name(path)] = Sitting(seat, bot)
        entry = {"secret": match.kept_secret.hex(), "sittings": sittings}
        write(vault() / match.commitment, json.dumps(entry), mode=0o600)
    write(path, write_match(match), mode=0o644 if match.over else 0o600)


def write(path: Path, text: str, mode: int) -> None:
    """Write a file, or say in a sentence why not."""
    try:
        if data_home() in path.parents:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, text, mode)
    except OSError as broken:
        raise MatchFileError(f"cannot write {path}: {broken.strerror}") from None


def real_name(path: Path) -> str:
    """The file itself, behind all links."""
    try:
        return os.path.realpath(path)
    except ValueError:  # a name that no file system takes
        raise MatchFileError(f"{str(path)!r} is not a file name") from None


def write_whole(path: Path, text: str, mode: int) -> None:
    """Write beside the file, then put it in place: a reader never sees half of it."""
    path = Path(real_name(path))  # a link stays a link
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
