"""Rewrites the golden playthroughs of the tests: `python -m tools.golden [GAME…]`.

Review the diff: each changed line is a changed rule, view or sentence.
"""

from __future__ import annotations

import sys

import kermesse
from tools.finished_games import standard_tests


def main(names: list[str]) -> None:
    """Rewrite the pages of these games, or of all."""
    for name in names or kermesse.game_names():
        standard = standard_tests(name)
        standard.rewrite_pages()
        print(f"wrote {standard.folder / 'golden'}")


if __name__ == "__main__":
    main(sys.argv[1:])
