"""Reads the tables of the box from `data/`: plots, partners, boards, bonus tiles, and the frame.

The tables can be replaced without touching any code; `printed.py` says what they have to keep.
"""

from __future__ import annotations

import csv
import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from kermesse.core.errors import KermesseError, brief

DATA = Path(__file__).parent / "data"
TERRAINS = ("desert", "canyon", "meadow", "forest", "farm", "corn")
SYMBOLS = ("cows", "skulls", "circles", "nuggets", "beavers", "ears")
DIGEST_BYTES = 4

Cell = tuple[int, int]  # row and column, both from 1


class DataRefused(KermesseError, ValueError):
    """A table of the box that cannot be read, or that breaks a printed fact."""


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

    @property
    def digest(self) -> str:
        """Names the content of the tables: decisions mean the same only with equal ones."""
        whole = json.dumps(self).encode()  # values without the names of fields
        return hashlib.blake2b(whole, digest_size=DIGEST_BYTES).hexdigest()


def read(folder: Path = DATA) -> Box:
    """The tables of a folder, not yet checked against what is printed."""
    plots = [
        Plot(
            row["kind"],
            number(row, "count", "plots.csv"),
            row["terrain"],
            *(number(row, column, "plots.csv") for column in (*SYMBOLS, "back")),
        )
        for row in rows(folder, "plots.csv", ("kind", "count", "terrain", *SYMBOLS, "back"))
    ]
    specialists = [
        Specialist(row["specialist"], number(row, "count", "partners.csv"))
        for row in rows(folder, "partners.csv", ("specialist", "count"))
    ]
    boards = [
        Board(
            row["board"],
            row["colour"],
            number(row, "spaces", "boards.csv"),
            cells(row["bridges"].split(), "boards.csv"),
        )
        for row in rows(folder, "boards.csv", ("board", "colour", "spaces", "bridges"))
    ]
    bonus = [
        BonusSide(
            number(row, "tile", "bonus.csv"),
            row["code"],
            row["terrain"],
            number(row, "circles", "bonus.csv"),
        )
        for row in rows(folder, "bonus.csv", ("tile", "code", "terrain", "circles"))
    ]
    tables = tuple(plots), tuple(specialists), tuple(boards), tuple(bonus)
    return Box(*tables, *rest(folder))


def rest(folder: Path) -> tuple[Any, ...]:
    """What stands in box.toml."""
    try:
        found = tomllib.loads(text_of(folder, "box.toml"))
    except tomllib.TOMLDecodeError as error:
        raise DataRefused(f"box.toml is no TOML: {error}") from None
    names = Box._fields[4:]
    if set(found) != set(names):
        raise DataRefused(f"box.toml holds {', '.join(names)} and nothing else")
    for name in names[:5]:
        if type(found[name]) is not int:
            raise DataRefused(f"box.toml: {name} is a whole number, not {brief(found[name])}")
    if not isinstance(found["river"], list):
        raise DataRefused(f"box.toml: river is a list of cells, not {brief(found['river'])}")
    numbers = [found[name] for name in names[:5]]
    return (*numbers, *cells([found["centre"]], "box.toml"), cells(found["river"], "box.toml"))


def text_of(folder: Path, name: str) -> str:
    """The text of a table."""
    try:
        return (folder / name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataRefused(f"{name} cannot be read: {error}") from None


def rows(folder: Path, name: str, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of a table, each with a value in all of these columns."""
    try:
        found = list(csv.DictReader(text_of(folder, name).splitlines(), strict=True))
    except csv.Error as error:
        raise DataRefused(f"{name} is no table: {error}") from None
    if not found:
        raise DataRefused(f"{name} is empty")
    for row in found:
        if None in row:  # where the reader puts what is too much
            raise DataRefused(f"{name}: a row has more values than columns: {brief(row)}")
        for column in columns:
            if not row.get(column):
                raise DataRefused(f"{name}: a row lacks a value for {column}: {brief(row)}")
    return found


def number(row: dict[str, str], column: str, name: str) -> int:
    """A small whole number of a row."""
    text = row[column]
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise DataRefused(f"{name}: {column} is a small whole number, not {brief(text)}")
    return int(text)


def cells(texts: list[Any], name: str) -> tuple[Cell, ...]:
    """Cells as (row, column)."""
    found = []
    for text in texts:
        row, dot, column = str(text).partition(".")
        if not (dot and row.isascii() and row.isdigit() and column.isascii() and column.isdigit()):
            raise DataRefused(f"{name}: a cell is written row.column, not {brief(text)}")
        found.append((int(row), int(column)))
    return tuple(found)
