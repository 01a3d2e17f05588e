"""Rewrites the golden playthroughs of the tests: `python -m tools.golden [GAME…]`.

Review the diff: each changed line is a changed rule, view or sentence.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import kermesse.games

FOLDER = Path(kermesse.games.__file__).parent
GAMES = sorted(page.parent.parent.name for page in FOLDER.glob("*/tests/playthrough.py"))


def main(names: list[str]) -> None:
    """Rewrite the pages of these games, or of all."""
    for name in names or GAMES:
        playthrough = import_module(f"kermesse.games.{name}.tests.playthrough")
        playthrough.rewrite()
        print(f"wrote {playthrough.GOLDEN}")


if __name__ == "__main__":
    main(sys.argv[1:])
