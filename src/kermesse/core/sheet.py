"""Sheets: what a round or a match came to, line by line, as a game's board says it."""

from __future__ import annotations

from typing import NamedTuple


class SheetLine(NamedTuple):
    """A line: what it counts, and what it brought to each column."""

    label: str
    values: tuple[str, ...]


class Sheet(NamedTuple):
    """The end of a round or of the match.

    ``title`` says who has won and by what. Columns are seats or teams; a line that stands for all
    of the others is the ``total``.
    """

    title: str
    columns: tuple[str, ...]
    lines: tuple[SheetLine, ...]
    total: SheetLine | None = None
    note: str = ""
