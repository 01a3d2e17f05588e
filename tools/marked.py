"""Pages of which a command writes a part: the one between two marks."""

from __future__ import annotations

from pathlib import Path

import click

Marks = tuple[str, str]


def marks_of(command: str) -> Marks:
    """What stands before and after the part that a command writes."""
    return f"<!-- {command} -->", f"<!-- /{command} -->"


def heading(*columns: str) -> list[str]:
    """The first lines of a table."""
    return [f"| {' | '.join(columns)} |", f"|{' --- |' * len(columns)}"]


def between(page: str, marks: Marks, text: str) -> str:
    """The page with a new text between its marks."""
    begin, end = marks
    before, _, rest = page.partition(begin)
    _, mark, after = rest.partition(end)
    if not mark:
        raise click.ClickException(f"there is no {begin} … {end}")
    return f"{before}{begin}\n{text.strip()}\n{end}{after}"


def write_between(page: Path, marks: Marks, text: str) -> None:
    """Replace what stands between the marks of a page."""
    try:
        written = between(page.read_text(encoding="utf-8"), marks, text)
    except click.ClickException as missing:
        raise click.ClickException(f"{page}: {missing.message}") from None
    page.write_text(written, encoding="utf-8")
