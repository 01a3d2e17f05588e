"""Reads the tables of the box from `data/`, and refuses those that cannot be played with."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any, NamedTuple

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Entries, Row, Tables

TERRAINS = ("desert", "canyon", "meadow", "forest", "farm", "corn")
SYMBOLS = ("cows", "skulls", "circles", "nuggets", "beavers", "ears")
SPECIALISTS = ("desperado", "cattle_thief", "prospector", "trapper", "farmer")
COLOURS = {"mary": "purple", "calamity": "orange", "big_jo": "green", "wesley": "white"}
BOARDS = ("field", *COLOURS)
COLUMN = 4  # plots in a column
BONUS_TILES = 2
MOST_OF_A_SYMBOL = {"cows": 2, "circles": 1, "skulls": 1}  # on one plot
SHOWN_ON = {
    "nuggets": ("desert", "canyon", "meadow"),
    "beavers": ("forest",),
    "ears": ("corn",),
}
DIGEST_BYTES = 4

# what the record and the board have room for
MOST_KINDS = 40
COUNTS = range(100)
PLOTS = range(COLUMN, 401, COLUMN)
SEATS = range(2, 5)
SPACES = range(2, 7)
SALOONS = range(3, 9)
TOKENS = range(SALOONS[-1], 100)
SIZES = {
    "cows": range(1, 100),
    "saloon_places": SALOONS,
    "columns": range(2, 6),
    "rows": range(2, 6),
    "rows_for_two": range(2, 11),
}

Cell = tuple[int, int]  # row and column, both from 1


class Plot(NamedTuple):
    """A kind of plot: its landscape side, the number on its back, and how many there are."""

    kind: str
    copies: int
    terrain: str
    cows: int
    skulls: int
    circles: int
    nuggets: int
    beavers: int
    ears: int
    back: int


class Specialist(NamedTuple):
    """What partner tokens show opposite the cowboy, and how many do."""

    name: str
    copies: int


class Board(NamedTuple):
    """One side of a reserve board."""

    name: str
    colour: str
    spaces: int
    bridges: tuple[Cell, ...]


class BonusSide(NamedTuple):
    """One side of a landscape bonus tile."""

    tile: int
    code: str
    terrain: str
    circles: int


class Box(NamedTuple):
    """All tables together."""

    plots: tuple[Plot, ...]
    specialists: tuple[Specialist, ...]
    boards: tuple[Board, ...]
    bonus: tuple[BonusSide, ...]
    cows: int
    saloon_places: int
    columns: int
    rows: int
    rows_for_two: int
    centre: Cell
    river: tuple[Cell, ...]
    most_seats: int

    @property
    def digest(self) -> str:
        """Names the content of the tables: decisions mean the same only with equal ones.

        How many can play makes no difference to that.
        """
        whole = json.dumps(self[:-1]).encode()  # values without the names of fields
        return hashlib.blake2b(whole, digest_size=DIGEST_BYTES).hexdigest()


# --- reading ------------------------------------------------------------------------------------


def read(tables: Tables) -> Box:
    """The box that the tables describe, if the game can be played with it."""
    plots = [
        Plot(
            row.text("kind"),
            row.number("count", COUNTS),
            row.word("terrain", TERRAINS),
            *(row.number(column, range(10)) for column in (*SYMBOLS, "back")),
        )
        for row in tables.rows("plots.csv", ("kind", "count", "terrain", *SYMBOLS, "back"))
    ]
    specialists = [
        Specialist(row.text("specialist"), row.number("count", COUNTS))
        for row in tables.rows("partners.csv", ("specialist", "count"))
    ]
    boards = [
        Board(
            row.text("board"),
            row.text("colour"),
            row.number("spaces", COUNTS),
            cells(row.text("bridges").split(), row),
        )
        for row in tables.rows("boards.csv", ("board", "colour", "spaces", "bridges"))
    ]
    bonus = [
        BonusSide(
            row.number("tile", COUNTS),
            row.text("code"),
            row.word("terrain", TERRAINS),
            row.number("circles", range(10)),
        )
        for row in tables.rows("bonus.csv", ("tile", "code", "terrain", "circles"))
    ]
    rest = tables.toml("box.toml", ("plots", "tokens", *Box._fields[4:-1]))
    shape = tables.toml("frame.toml", Box._fields[-1:])
    box = Box(tuple(plots), tuple(specialists), tuple(boards), tuple(bonus), *frame(rest, shape))
    check(box, rest)
    return box


def frame(rest: Entries, shape: Entries) -> tuple[Any, ...]:
    """What stands in frame.toml, and in box.toml beside the totals."""
    sizes = [rest.number(name, COUNTS) for name in SIZES]
    middle, river = cells([rest.values["centre"]], rest), cells(rest.texts("river"), rest)
    return (*sizes, *middle, river, shape.number("most_seats", SEATS))


def cells(texts: list[Any], where: Row | Entries) -> tuple[Cell, ...]:
    """Cells as (row, column)."""
    found = []
    for text in texts:
        row, dot, column = str(text).partition(".")
        if not (dot and row.isascii() and row.isdigit() and column.isascii() and column.isdigit()):
            where.refuse(f"a cell is written row.column, not {text!r}")
        found.append((int(row), int(column)))
    return tuple(found)


# --- what the game needs of them ----------------------------------------------------------------


def need(holds: object, complaint: str) -> None:
    """Refuse the tables unless something holds."""
    if not holds:
        raise TableRefused(complaint)


def check(box: Box, rest: Entries) -> None:
    """Refuse a box that the game cannot be played with."""
    check_totals(box, rest)
    check_kinds(box)
    for plot in box.plots:
        check_plot(plot)
    check_tokens(box)
    for board in box.boards:
        check_board(box, board)
    check_bonus(box)
    check_sizes(box)


def check_totals(box: Box, rest: Entries) -> None:
    """The lists have as many plots and tokens as the box says."""
    for name, file, counted in (
        ("plots", "plots.csv", sum(plot.copies for plot in box.plots)),
        ("tokens", "partners.csv", sum(each.copies for each in box.specialists)),
    ):
        wanted = rest.number(name, range(1000))
        need(wanted == counted, f"{file} has {counted} {name}, not {wanted} as box.toml says")


def check_kinds(box: Box) -> None:
    """Full columns of plots, whose kinds are told apart by name."""
    total = sum(plot.copies for plot in box.plots)
    need(
        total in PLOTS,
        f"plots.csv has {total} plots; columns of {COLUMN} take {PLOTS[0]} to {PLOTS[-1]}, "
        f"a multiple of {COLUMN}",
    )
    kinds = len(box.plots)
    need(kinds <= MOST_KINDS, f"plots.csv has {kinds} kinds, more than {MOST_KINDS}")
    names = Counter(plot.kind.lower() for plot in box.plots)
    names.update(side.code.lower() for side in box.bonus)
    doubled = [name for name, n in names.items() if n > 1 or not name.isalnum()]
    need(not doubled, f"a kind is named once, by letters and digits: {', '.join(doubled)}")


def check_plot(plot: Plot) -> None:
    """Which symbols a plot may show."""
    kind, terrain = plot.kind, plot.terrain
    need(plot.copies, f"there is no plot of kind {kind}: leave the line out")
    for symbol, most in MOST_OF_A_SYMBOL.items():
        shown = getattr(plot, symbol)
        need(shown <= most, f"plot {kind} shows {shown} {symbol}, more than {most}")
    need(plot.cows == 0 or terrain != "corn", f"plot {kind} shows a cow on corn")
    for symbol, places in SHOWN_ON.items():
        fits = getattr(plot, symbol) == 0 or terrain in places
        need(fits, f"plot {kind} shows {symbol}, which {terrain} never does")
    need(plot.back > 0, f"plot {kind} has the number 0 on its back")


def check_tokens(box: Box) -> None:
    """The five specialists, and enough tokens for any saloon."""
    names = tuple(specialist.name for specialist in box.specialists)
    need(names == SPECIALISTS, f"partners.csv lists {', '.join(SPECIALISTS)}")
    total = sum(specialist.copies for specialist in box.specialists)
    need(total in TOKENS, f"partners.csv has {total} tokens, not {TOKENS[0]} to {TOKENS[-1]}")
    names = tuple(board.name for board in box.boards)
    need(names == BOARDS, f"boards.csv lists {', '.join(BOARDS)}")


def check_board(box: Box, board: Board) -> None:
    """The field side or a legend; its bridges lead to different cells that can hold a plot."""
    name, colour = board.name, COLOURS.get(board.name, "any")
    need(
        board.spaces in SPACES,
        f"board {name} has {SPACES[0]} to {SPACES[-1]} spaces, not {board.spaces}",
    )
    need(board.colour == colour, f"board {name} is {colour}, not {board.colour}")
    fits = len(set(board.bridges)) == len(board.bridges)
    fits = fits and all(is_usable(box, cell) for cell in board.bridges)
    need(fits, f"board {name}: a bridge leads to a free cell of its own")


def is_usable(box: Box, cell: Cell) -> bool:
    """Whether a cell lies in the smaller frame and can hold a plot."""
    row, column = cell
    return 1 <= row <= box.rows and 1 <= column <= box.columns and cell != box.centre


def check_bonus(box: Box) -> None:
    """Two tiles, with a different landscape and one circle on each side."""
    tiles = [side.tile for side in box.bonus]
    wanted = sorted([*range(1, BONUS_TILES + 1)] * 2)
    need(tiles == wanted, "bonus.csv has two tiles, 1 and 2, with two sides each")
    for side, other in zip(box.bonus[::2], box.bonus[1::2], strict=True):
        need(side.terrain != other.terrain, f"bonus tile {side.tile} shows {side.terrain} twice")
        circles = (side.circles, other.circles)
        need(circles == (1, 1), f"bonus tile {side.tile}: one circle on each side")


def check_sizes(box: Box) -> None:
    """Cows, saloon, frame, and the river."""
    for name, allowed in SIZES.items():
        found = getattr(box, name)
        need(found in allowed, f"box.toml: {name} is {allowed[0]} to {allowed[-1]}, not {found}")
    need(box.rows <= box.rows_for_two, "box.toml: the frame for two has at least as many rows")
    row, column = box.centre
    need(row == 1 and 1 <= column <= box.columns, "box.toml: the centre lies in row 1")
    fits = box.river and all(is_usable(box, cell) for cell in box.river)
    need(fits, "box.toml: the river runs along cells that can hold a plot")
