"""Pages of which a command writes a part."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from bench.learning.__main__ import MARKS, PAGE, kept, table
from tools.marked import between, marks_of, write_between


def test_the_text_between_the_marks_is_replaced_and_no_other(tmp_path: Path) -> None:
    begin, end = marks = marks_of("some.command")
    page = tmp_path / "page.md"
    page.write_text(f"before\n{begin}\nold\n{end}\nafter\n", encoding="utf-8")
    write_between(page, marks, "new \\1\n")
    assert page.read_text(encoding="utf-8") == f"before\n{begin}\nnew \\1\n{end}\nafter\n"


@pytest.mark.parametrize("text", ["nothing\n", "<!-- some.command -->\n"])
def test_a_page_without_both_marks_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(click.ClickException, match="there is no <!-- some"):
        write_between(page, marks_of("some.command"), "new\n")
    assert page.read_text(encoding="utf-8") == text


def test_the_page_about_learning_shows_what_was_kept() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert between(page, MARKS, table(kept())) == page
