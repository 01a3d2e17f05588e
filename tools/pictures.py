"""Draws the pictures of the documents: the terminal board of each game, one board as painted.

python -m tools.pictures
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI

import kermesse
from kermesse.interop.rendering import picture

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
PLAYERS = ("Ana", "Rui", "Eva", "Leo")
DECISIONS = 22  # far enough into a round for a lively picture
MORE_DECISIONS = {"muckle": 40}  # the selection alone takes 24
WIDTH = 80
PAINTED = "muvuca"  # shown as environments paint it


def main() -> None:
    """Draw them all."""
    for name in kermesse.game_names():
        target = IMAGES / f"{name}-terminal.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(board_picture(kermesse.game(name)), encoding="utf-8")
        print(f"wrote {target.relative_to(Path.cwd())}")
    target = IMAGES / f"{PAINTED}-picture.png"
    Image.fromarray(picture(some_way_into(kermesse.game(PAINTED)).view(0))).save(
        target, optimize=True
    )
    print(f"wrote {target.relative_to(Path.cwd())}")


def some_way_into(game: kermesse.Game) -> kermesse.Position:
    """A match between greedy bots, far enough to look lively."""
    table = game.new(seats=min(game.seats[-1], len(PLAYERS)), seed=11)
    bot = kermesse.bot("greedy", game)
    for turn in range(MORE_DECISIONS.get(game.name, DECISIONS)):
        seat = min(table.due)
        table.act(seat, bot.choose(table.view(seat), seed=turn))
    return table


def board_picture(game: kermesse.Game) -> str:
    """What seat 0 sees in the terminal."""
    table = some_way_into(game)
    console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True)
    console.print(game.board(table.view(0).record, PLAYERS[: table.seats]))
    return console.export_svg(
        title=f"kermesse play {game.name} --text", theme=MONOKAI, code_format=without_web_fonts()
    )


def without_web_fonts() -> str:
    """Rich's frame for SVG, less its links to a font server: pictures ask nobody for anything."""
    start = CONSOLE_SVG_FORMAT.index("    @font-face")
    end = CONSOLE_SVG_FORMAT.index("    .{unique_id}-matrix")
    return CONSOLE_SVG_FORMAT[:start] + CONSOLE_SVG_FORMAT[end:]


if __name__ == "__main__":
    main()
