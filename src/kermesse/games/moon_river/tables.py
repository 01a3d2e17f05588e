"""Reads the tables of the box from `data/`: plots, partners, boards, bonus tiles, and the frame.

The tables can be replaced without touching any code; `needs.py` says what they have to keep.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Entries, Row, Tables

TERRAINS = ("desert", "canyon", "meadow", "forest", "farm", "corn")
SYMBOLS = ("cows", "skulls", "circles", "nuggets", "beavers", "ears")
COUNTS = range(100)
SEATS = range(2, 5)
TOTALS = ("plots", "tokens")
DIGEST_BYTES = 4

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


def parse(tables: Tables) -> Box:
    """The box that the tables describe, as far as a line can be judged by itself."""
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
    rest = tables.toml("box.toml", (*TOTALS, *Box._fields[4:-1]))
    shape = tables.toml("frame.toml", Box._fields[-1:])
    box = Box(tuple(plots), tuple(specialists), tuple(boards), tuple(bonus), *frame(rest, shape))
    check_totals(box, rest)
    return box


def frame(rest: Entries, shape: Entries) -> tuple[Any, ...]:
    """What stands in box.toml and in frame.toml."""
    *numbers, centre, river = Box._fields[4:-1]
    sizes = [rest.number(name, COUNTS) for name in numbers]
    middle = cells([rest.values[centre]], rest)
    seats = shape.number("most_seats", SEATS)
    return (*sizes, *middle, cells(rest.texts(river), rest), seats)


def check_totals(box: Box, rest: Entries) -> None:
    """The lists have as many plots and tokens as the box says."""
    for name, file, counted in (
        ("plots", "plots.csv", sum(plot.copies for plot in box.plots)),
        ("tokens", "partners.csv", sum(each.copies for each in box.specialists)),
    ):
        wanted = rest.number(name, range(1000))
        if wanted != counted:
            raise TableRefused(f"{file} has {counted} {name}, not {wanted} as box.toml says")


def cells(texts: list[Any], where: Row | Entries) -> tuple[Cell, ...]:
    """Cells as (row, column)."""
    found = []
    for text in texts:
        row, dot, column = str(text).partition(".")
        if not (dot and row.isascii() and row.isdigit() and column.isascii() and column.isdigit()):
            where.refuse(f"a cell is written row.column, not {text!r}")
        found.append((int(row), int(column)))
    return tuple(found)
