"""Drawings made into symbols, and boards read by tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kermesse.core.conformance.page import Page, classes
from kermesse.core.drawings import Drawings, bunting, cover_of, sheet


@pytest.fixture
def drawings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drawings:
    """A game's package with a good drawing and a bad one."""
    art = tmp_path / "box_of_art" / "art"
    art.mkdir(parents=True)
    (art.parent / "__init__.py").touch()
    (art / "star.svg").write_text('<svg xmlns="x" viewBox="0 0 4 4">\n<path d="M0 0"/>\n</svg>\n')
    (art / "blot.svg").write_text('<svg width="4"></svg>')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "box_of_art", raising=False)
    return Drawings("box_of_art", "bx-")


def test_a_drawing_becomes_a_symbol_that_pictures_show(drawings: Drawings) -> None:
    assert drawings.names == ["blot", "star"]
    assert drawings.symbol("star") == (
        '<symbol id="bx-star" viewBox="0 0 4 4"><path d="M0 0"/></symbol>'
    )
    assert drawings.picture("star") == '<svg><use href="#bx-star"/></svg>'
    bare = drawings.picture("star", "big", bare=True)
    assert bare == '<svg class="big" aria-hidden="true"><use href="#bx-star"/></svg>'
    assert drawings.use("star", 'x="1"') == '<use href="#bx-star" x="1"/>'
    inset = drawings.inset("star", 'x="1"')
    assert inset == '<svg x="1" viewBox="0 0 4 4"><path d="M0 0"/></svg>'
    assert 'aria-hidden="true"' in sheet([drawings.symbol("star")])


def test_a_drawing_without_a_view_box_is_refused_by_its_name(drawings: Drawings) -> None:
    with pytest.raises(ValueError, match=r"art/blot\.svg is not a drawing with a view box"):
        drawings.symbol("blot")


def test_flags_hang_lower_in_the_middle_of_a_cover() -> None:
    colours = ("red", "blue", "green", "pink", "black")
    page = Page(cover_of(bunting(colours, 2)))
    flags = [found["d"] for found in page.having("d")][1:]
    heights = [float(flag.split()[1].split("h")[0]) for flag in flags]
    assert len(flags) == len(colours)
    assert heights == heights[::-1]
    assert sorted(heights[:3]) == heights[:3]
    assert heights[2] > heights[0] > 2


def test_a_page_knows_what_lies_in_what() -> None:
    page = Page('<div id="a" class="x y"><br><b data-pick="go" id="b"></b></div><i id="c"></i>')
    assert page.ids == ["a", "b", "c"]
    assert page.ids_in("a") == ["b"]
    assert page.picks == ["go"]
    assert classes(page["a"]) == ["x", "y"]


@pytest.mark.parametrize("html", ["<div><b></div></b>", "<div>", "</div>"])
def test_a_page_that_is_not_closed_in_order_is_refused(html: str) -> None:
    with pytest.raises(ValueError, match="close"):
        Page(html)
