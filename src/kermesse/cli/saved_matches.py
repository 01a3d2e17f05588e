"""Match files on disk, and the secrets that are kept apart from them until the match is over.

The file of an unfinished match does not contain its secret. The secret is kept in a separate
folder, readable only by its owner, under the name of its commitment. The entry also says who sits
where, so that nobody can resume at another seat and see its hand.
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


class SavedSeat(NamedTuple):
    """The person's seat in a saved match, and the bot at the other seats."""

    seat: int
    bot: str


class SavedEntry(NamedTuple):
    """The secret of a match, and the person's seat in each of its files.

    Matches dealt from the same seed share an entry, but the person may sit at different seats.
    """

    secret: str
    seats: dict[str, SavedSeat]

    def seat_in(self, path: Path) -> SavedSeat:
        """The seat in a file; for a file that was moved, that of the last one saved."""
        *_, last = self.seats.values()
        return self.seats.get(real_name(path), last)


def data_home() -> Path:
    """The folder for a person's data: `KERMESSE_DATA_DIR`, or else the user's data folder."""
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


def load_match(path: Path) -> tuple[Match, SavedSeat | None]:
    """A saved match and who sat where; for a finished match that may be unknown."""
    file = load(path)
    kept = unlock(file.commitment)
    if file.secret is None and kept is None:
        raise MatchFileError(
            f"the secret of {path} is not on this machine: an unfinished match can be resumed "
            "only where it was saved"
        )
    match = resume(file, bytes.fromhex(kept.secret) if kept else None)
    if write_match(match) != file.dumps():
        raise MatchFileError(f"{path} has been altered since it was saved")
    return match, kept.seat_in(path) if kept else None


def unlock(commitment: str) -> SavedEntry | None:
    """The saved entry of a match, if there is a readable one."""
    try:
        content = json.loads((vault() / commitment).read_text(encoding="utf-8"))
        bytes.fromhex(content["secret"])
        seats = {path: SavedSeat(*seat) for path, seat in content["sittings"].items()}
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None
    return SavedEntry(content["secret"], seats) if seats else None


def taken(path: Path) -> bool:
    """Whether the name is in use; no error for impossible names."""
    return os.path.lexists(path)


def free_name(folder: Path, match: Match) -> Path:
    """A file name for a match, with a number if the plain one is taken."""
    stem = f"{match.game.name}-{match.commitment[:8]}"
    names = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.json" for n in count(1))
    return next(name for name in names if not taken(name))


def save(match: Match, path: Path, seat: int, bot: str) -> None:
    """Write a match file atomically; until the match is over only its owner can read it."""
    kept = unlock(match.commitment)
    if kept or not match.over:
        seats = kept.seats if kept else {}
        seats.pop(real_name(path), None)  # so that the last one saved comes last
        seats[real_name(path)] = SavedSeat(seat, bot)
        entry = {"secret": match.kept_secret.hex(), "sittings": seats}
        write(vault() / match.commitment, json.dumps(entry), mode=0o600)
    write(path, write_match(match), mode=0o644 if match.over else 0o600)


def write(path: Path, text: str, mode: int) -> None:
    """Write a file, or raise an error that says why not."""
    try:
        if data_home() in path.parents:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, text, mode)
    except OSError as broken:
        raise MatchFileError(f"cannot write {path}: {broken.strerror}") from None


def real_name(path: Path) -> str:
    """The path with all links resolved."""
    try:
        return os.path.realpath(path)
    except ValueError:  # a name that no file system accepts
        raise MatchFileError(f"{str(path)!r} is not a file name") from None


def write_whole(path: Path, text: str, mode: int) -> None:
    """Write to a temporary file, then rename it: a reader never sees half a file."""
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
