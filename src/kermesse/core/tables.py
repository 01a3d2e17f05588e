"""Tables of a game's components: small CSV and TOML files that people edit.

A file is taken whole, or refused by its name, the line where there is one, and what is wrong. A
column whose name ends in `_is` or `_are` says how sure we are of a value, and is not read.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, NoReturn

from kermesse.core.errors import TableRefused, brief, whole

if TYPE_CHECKING:
    from kermesse.core.game import Game

FOLDER = "data"
KINDS = (".csv", ".toml")
REMARKS = ("_is", "_are")
CHANGED = "changed_tables"  # a file beside the folder: which tables are not the original's
LARGEST = 2**16  # characters of one table


def listed(names: Iterable[object]) -> str:
    """Names as a complaint lists them."""
    return ", ".join(str(name) for name in names)


@dataclass(frozen=True)
class Row:
    """One line of a CSV file, its values by column."""

    file: str
    line: int
    values: Mapping[str, str]

    def text(self, column: str) -> str:
        """A value that is not left out."""
        if not self.values[column]:
            self.refuse(f"{column} is left out")
        return self.values[column]

    def number(self, column: str, allowed: range) -> int:
        """A whole number within bounds."""
        text = self.values[column]
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
        if number not in allowed:
            self.refuse(f"{column} is {span(allowed)}, not {brief(text)}")
        return number

    def word(self, column: str, allowed: Collection[str]) -> str:
        """One of a few words."""
        if self.values[column] not in allowed:
            text = brief(self.values[column])
            self.refuse(f"{column} is one of {listed(allowed)}, not {text}")
        return self.values[column]

    def refuse(self, complaint: str) -> NoReturn:
        """Refuse the table because of this line."""
        raise TableRefused(f"{self.file}, line {self.line}: {complaint}")


@dataclass(frozen=True)
class Entries:
    """A TOML file, or one part of it, its values by name."""

    file: str
    part: str
    values: Mapping[str, Any]

    def number(self, name: str, allowed: range) -> int:
        """A whole number within bounds."""
        number = whole(self.values[name])
        if number is None or number not in allowed:
            self.refuse(f"{name} is {span(allowed)}, not {brief(self.values[name])}")
        return number

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        found = self.values[name]
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            self.refuse(f"{name} is a list of texts, not {brief(found)}")
        return list(found)

    def numbers(self, name: str, allowed: range) -> list[int]:
        """A list of whole numbers within bounds."""
        found = self.values[name]
        if not isinstance(found, list):
            self.refuse(f"{name} is a list of numbers, not {brief(found)}")
        for number in found:
            if whole(number) is None or number not in allowed:
                self.refuse(f"{name} has numbers from {allowed[0]} to {allowed[-1]}, "
                            f"not {brief(number)}")  # fmt: skip
        return list(found)

    def section(self, name: str, names: Collection[str]) -> Entries:
        """A part with exactly these names."""
        return entries(self.file, f"{self.part}{name}.", self.values[name], names)

    def refuse(self, complaint: str) -> NoReturn:
        """Refuse the table."""
        raise TableRefused(f"{self.file}: {self.part}{complaint}")


def entries(file: str, part: str, found: Any, names: Collection[str]) -> Entries:
    """Values with exactly these names."""
    if not isinstance(found, Mapping):
        raise TableRefused(f"{file}: {part.rstrip('.')} is a table, not {brief(found)}")
    for name in found:
        if name not in names:
            raise TableRefused(f"{file}: there is no {part}{name}; known are {listed(names)}")
    for name in names:
        if name not in found:
            raise TableRefused(f"{file}: {part}{name} is missing")
    return Entries(file, part, found)


def span(allowed: range) -> str:
    """The numbers of a range in words."""
    return f"a whole number from {allowed[0]} to {allowed[-1]}"


class Tables:
    """The tables of a game by file name. ``changed`` are those that are not the original's."""

    def __init__(self, texts: Mapping[str, str], changed: Collection[str] = ()) -> None:
        self.texts = dict(texts)
        self.changed = frozenset(changed)

    @classmethod
    def of_package(cls, package: str) -> Tables:
        """The files in the folder `data` of a game's package."""
        home = resources.files(package)
        mark = home / CHANGED
        changed = mark.read_text(encoding="utf-8").splitlines() if mark.is_file() else ()
        return cls(cls.in_folder(home / FOLDER).texts, changed)

    @classmethod
    def in_folder(cls, folder: Traversable) -> Tables:
        """The files of a folder."""
        files = folder.iterdir() if folder.is_dir() else ()
        found = {file.name: file for file in files if file.name.endswith(KINDS)}
        return cls({name: tidy(name, found[name].read_bytes()) for name in sorted(found)})

    def with_changes(self, texts: Mapping[str, str]) -> Tables:
        """The same with some files replaced; refuses a file that the game does not have."""
        for name in texts:
            if name not in self.texts:
                known = f"known are {listed(self.texts)}" if self.texts else "there are none"
                raise TableRefused(f"the game has no table {brief(name)}; {known}")
        changed = {name for name, text in texts.items() if text != self.texts[name]}
        return Tables({**self.texts, **texts}, self.changed | changed)

    def rows(self, file: str, columns: Collection[str]) -> list[Row]:
        """The lines of a CSV file that has exactly these columns, in any order."""
        head, *lines = cells(file, self.text(file))
        check_columns(file, head, columns)
        found = []
        for number, values in lines:
            if len(values) != len(head[1]):
                raise TableRefused(
                    f"{file}, line {number}: {len(values)} values in {len(head[1])} columns"
                )
            found.append(Row(file, number, dict(zip(head[1], values, strict=True))))
        if not found:
            raise TableRefused(f"{file} has no line below its heading")
        return found

    def toml(self, file: str, names: Collection[str]) -> Entries:
        """A TOML file with exactly these names."""
        try:
            found = tomllib.loads(self.text(file))
        except tomllib.TOMLDecodeError as error:
            raise TableRefused(f"{file} is no TOML: {error}") from None
        return entries(file, "", found, names)

    def text(self, file: str) -> str:
        """The text of a file."""
        if file not in self.texts:
            raise TableRefused(f"{file} is missing")
        return self.texts[file]


def cells(file: str, text: str) -> list[tuple[int, list[str]]]:
    """The lines of a CSV file that are not empty, by their numbers, cut at commas.

    Spreadsheets in half of Europe write semicolons instead.
    """
    heading = text.partition("\n")[0]
    sign = ";" if ";" in heading and "," not in heading else ","
    reader = csv.reader(text.splitlines(), delimiter=sign, strict=True)
    try:
        lines = [(reader.line_num, [cell.strip() for cell in line]) for line in reader]
    except csv.Error as error:
        raise TableRefused(f"{file}, line {reader.line_num}: no line of a table: {error}") from None
    found = [(number, values) for number, values in lines if any(values)]
    if not found:
        raise TableRefused(f"{file} is empty")
    return found


def check_columns(file: str, head: tuple[int, list[str]], columns: Collection[str]) -> None:
    """Refuse columns that are unknown, doubled or missing."""
    for column in head[1]:
        if column not in columns and not column.endswith(REMARKS):
            raise TableRefused(f"{file}: no column {brief(column)}; known are {listed(columns)}")
        if head[1].count(column) > 1:
            raise TableRefused(f"{file}: the column {column} is there twice")
    for column in columns:
        if column not in head[1]:
            raise TableRefused(f"{file}: the column {column} is missing")


def tidy(name: str, content: bytes | str) -> str:
    """The text of a table, the same whatever system it was saved on."""
    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TableRefused(f"{name} is no text in UTF-8") from None
    if len(text) > LARGEST:
        raise TableRefused(f"{name} has {len(text):,} characters, more than {LARGEST:,}")
    lines = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def original_tables(game: Game) -> Tables:
    """The tables that a game has for changing."""
    return Tables.of_package(game.package) if game.tables else Tables({})
