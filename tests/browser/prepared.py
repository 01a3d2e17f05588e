"""Tables that start from a prepared position: a match begins where a test wants it to begin.

The server of such a test is told, before it serves, to set up a match of one game from a file: the
number of seats and the value of one of the game's options make the file's name. Any other match is
set up as usual.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kermesse.core.position import Position
from kermesse.core.record import Record
from kermesse.core.registry import game as find_game


def write(folder: Path, positions: Iterable[tuple[int, Position]]) -> None:
    """Put positions, each with its value of the option, where a server will look for them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, position in positions:
        file = folder / f"{position.seats}-{number}.txt"
        file.write_text(position.text, encoding="utf-8")


def before(game: str, option: str, folder: Path) -> str:
    """What a server has to do before it serves."""
    call = f"prepare({game!r}, {option!r}, {str(folder)!r})"
    return f"from tests.browser.prepared import prepare; {call}; "


def prepare(name: str, option: str, folder: str) -> None:
    """Let the matches of a game start from the files of a folder."""
    game = find_game(name)
    kernels = dict(game.kernels)
    usual = kernels["setup"]

    def setup(s: Record) -> None:
        file = Path(folder) / f"{int(s.seats)}-{int(s[option])}.txt"
        if not file.is_file():
            usual(s)
            return
        found = game.position(file.read_text(encoding="utf-8")).record
        for field in game.dtype.names or ():
            if field != "rng":
                s[field] = found[field]

    object.__setattr__(game, "kernels", {**kernels, "setup": setup})
