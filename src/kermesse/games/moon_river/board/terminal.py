"""Moon River in a terminal: the table, then the ranches beside each other, the river below them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.text import Text

from kermesse.core.bits import has
from kermesse.core.kinds import bits_of
from kermesse.core.plain_board import SEAT_NAMES
from kermesse.core.record import NOTHING
from kermesse.games.moon_river.components import (
    BRIDGES,
    CENTRE,
    COLUMNS,
    PIECE_CODES,
    RECRUITS,
    ROUNDS,
    ROWS,
    SHOWN,
    SPECIALIST_CODES,
    TABLES,
    TERRAIN,
    TWO,
)
from kermesse.games.moon_river.rules.columns import plots_left
from kermesse.games.moon_river.rules.ranch import board_of, piece_at
from kermesse.games.moon_river.rules.sheet import total
from kermesse.games.moon_river.rules.turn import tokens_left
from kermesse.games.moon_river.state import BONUS_TILE, LEGENDS, NEWER, OLDER, State
from kermesse.games.moon_river.words.names import (
    board_name,
    is_cowboy,
    piece_name,
    scenario_name,
    specialist_name,
)

STYLES = (  # by terrain: desert, canyon, meadow, forest, farm, corn
    "black on #e6c17a",
    "white on #a8502f",
    "black on #9ccc65",
    "white on #2e6b3a",
    "white on #8d3b72",
    "black on #f2dd3f",
)
COLOURS = ("#9b59b6", "#e67e22", "#2ecc71", "#dfe6e9")  # purple, orange, green, white
WIDTH = 8  # characters of a cell
SIDE_BY_SIDE = 2
COWBOY_MARK = "w"

CODES = [f"{code:4} {piece_name(piece):26}" for piece, code in enumerate(PIECE_CODES)]
LEGEND = (
    "\n".join("".join(CODES[start : start + 2]).rstrip() for start in range(0, len(CODES), 2))
    + """
•2      so many cows on it   /D a specialist by its first letter, /w a cowboy
#       the centre   ∩ a bridge   ≈ the river   · free
r3c2    row 3, column 2: rows count from the river, columns from the left
plot 1  the first plot of the column; join Dn Cs: a domino of two plots of the reserve"""
)


def text_board(s: State, names: Sequence[str] = SEAT_NAMES) -> Text:
    """The whole view as styled text; `.plain` is the same without colour."""
    columns = [which for which in (OLDER, NEWER) if (s.column[which] != NOTHING).any()]
    lines = [headline(s), saloon_line(s), *(column_line(s, which, names) for which in columns)]
    blocks = [seat_block(s, seat, names) for seat in range(s.seats)]
    for start in range(0, len(blocks), SIDE_BY_SIDE):
        lines += [Text(), *beside(blocks[start : start + SIDE_BY_SIDE])]
    return Text("\n").join(lines)


def headline(s: State) -> Text:
    """The round, the scenario, and what is left."""
    text = Text().append(f"Round {s.round_number} of {ROUNDS}", style="bold")
    if s.plan:
        text.append(f"   {scenario_name(int(s.plan))}", "bold")
    text.append(f"   box {plots_left(s)}   cows {s.supply}", "dim")
    if s.seats == TWO:
        left = " ".join(BONUS_TILE.write(tile) for tile in bits_of(s.tiles))
        text.append(f"   bonus tiles {left or 'none'}", "dim")
    return text


def saloon_line(s: State) -> Text:
    """The tokens that can be recruited."""
    names = [
        specialist_name(specialist) + (f" × {n}" if n > 1 else "")
        for specialist, n in enumerate(s.saloon)
        if n
    ]
    return (
        Text("saloon  ", "dim")
        .append(", ".join(names) or "empty")
        .append(f"   stack {tokens_left(s)}", "dim")
    )


def column_line(s: State, which: int, names: Sequence[str]) -> Text:
    """A column from the box on, with the Rancheros that stand on it."""
    text = Text("older   " if which == OLDER else "newer   ", "dim")
    for position, (kind, seat) in enumerate(zip(s.column[which], s.ranchero[which], strict=True)):
        if kind == NOTHING:
            continue
        text.append(f"{position + 1} ", "dim").append_text(plot_text(int(kind)))
        if seat != NOTHING:
            text.append(f" {names[seat]}", colour_style(s, int(seat)))
        text.append("   ")
    return text


def plot_text(kind: int) -> Text:
    """A plot in the colour of its terrain."""
    return Text(f" {PIECE_CODES[kind]} ", STYLES[TERRAIN[kind]])


def colour_style(s: State, seat: int) -> str:
    """The style of a seat's colour."""
    return "bold" if s.colour[seat] == NOTHING else f"bold {COLOURS[s.colour[seat]]}"


def beside(blocks: Sequence[Sequence[Text]]) -> list[Text]:
    """Blocks of lines next to each other."""
    lines = []
    for parts in zip_longest(*blocks, fillvalue=Text()):
        line = Text()
        for part in parts:
            line.append_text(part).append(" " * max(WIDTH * COLUMNS - len(part), 0))
        line.rstrip()
        lines.append(line)
    return lines


def seat_block(s: State, seat: int, names: Sequence[str]) -> list[Text]:
    """Who sits there, the ranch with the river below, and the reserve."""
    due = has(s.due, seat)
    title = Text(f"{'▸' if due else ' '}{names[seat]}", colour_style(s, seat))
    won = total(s, seat)
    title.append(f"  {won} {'point' if won == 1 else 'points'}", "bold" if s.over else "dim")
    if s.variant == LEGENDS and s.colour[seat] != NOTHING:
        title.append(f"  {board_name(board_of(s, seat))}", "dim")
    rows = ROWS if s.seats == TWO else TABLES.rows
    lines = [title]
    for row in range(rows - 1, -1, -1):
        cells = [cell_part(s, seat, row * COLUMNS + i) for i in range(COLUMNS)]
        lines.append(apart(Text().join(cells)))
    lines.append(Text("≈" * (WIDTH * COLUMNS - 1), "#3498db"))
    reserve = Text("reserve ", "dim")
    for kind in s.reserve[seat]:
        if kind != NOTHING:
            reserve.append_text(plot_text(int(kind))).append(" ")
    return [*lines, reserve]


def apart(row: Text) -> Text:
    """A row that leaves the last column free, as far as nothing is written there: two fit in 80."""
    if row.plain.endswith(" "):
        row.right_crop(1)
    return row


def cell_part(s: State, seat: int, cell: int) -> Text:
    """A cell: the plot, its cows, and the first letter of its partner."""
    piece = int(piece_at(s, seat, cell))
    if piece == NOTHING:
        return Text(empty_text(s, seat, cell).center(WIDTH), "dim")
    cows = str(s.cows[seat, cell]) if s.cows[seat, cell] else ""
    text = f"{PIECE_CODES[piece]}{'•' if cows else ''}{cows if cows != '1' else ''}"
    text += partner_text(s, seat, cell)
    return Text(text.ljust(WIDTH), STYLES[TERRAIN[piece]])


def empty_text(s: State, seat: int, cell: int) -> str:
    """The board itself, a bridge, or nothing."""
    if cell == CENTRE:
        return "#"
    known = s.variant != LEGENDS or s.colour[seat] != NOTHING
    return "∩" if known and has(BRIDGES[board_of(s, seat)], cell) else "·"


def partner_text(s: State, seat: int, cell: int) -> str:
    """A stroke and D, C, P, T or F for a specialist, w for a cowboy."""
    for recruit in range(RECRUITS):
        if has(s.partners[seat, recruit], cell):
            letter = SPECIALIST_CODES[recruit // SHOWN][0].upper()
            return f"/{COWBOY_MARK if is_cowboy(recruit) else letter}"
    return ""
