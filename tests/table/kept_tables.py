"""A house as an earlier Kermesse left it: tables of all five games, at every stage.

Once the log kept the picks of the page. `kept/paths.sqlite3.gz` is a database of that time, and
`kept/paths.json` says where each of its tables stood.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

KEPT = Path(__file__).parent / "kept"
GAMES = ("muvuca", "muckle", "viva", "shuppa", "moon_river")
ENDS: dict[str, dict[str, Any]] = json.loads((KEPT / "paths.json").read_text(encoding="utf-8"))


def unpacked(folder: Path) -> Path:
    """A folder with the database of that time."""
    (folder / "kermesse.sqlite3").write_bytes(
        gzip.decompress((KEPT / "paths.sqlite3.gz").read_bytes())
    )
    return folder


def kept_table(game: str, state: str) -> str:
    """The table of a game at a stage."""
    (found,) = (
        table for table, end in ENDS.items() if (end["game"], end["state"]) == (game, state)
    )
    return found
