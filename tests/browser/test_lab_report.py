"""A report of the lab in a real browser: axe, small screens, both themes, and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.page_checks import AXE, PHONE
from tests.lab.papers import paper

from kermesse.lab.page import page

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
SCREENS = {"desk": DESK, "phone": PHONE, "small": SMALL}

OUTSIDE = """() => [...document.querySelectorAll("svg.plot text")].filter(text => {
  const own = text.getBoundingClientRect(), plot = text.closest("svg").getBoundingClientRect();
  return own.left < plot.left - 2 || own.right > plot.right + 2 || own.top < plot.top - 2
    || own.bottom > plot.bottom + 2;
}).map(text => text.textContent)"""
COVERED = """() => [...document.querySelectorAll("svg.plot")].flatMap(plot => {
  const texts = [...plot.querySelectorAll("text")];
  const boxes = texts.map(text => [text, text.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3,
  ).map(([other]) => `${one.textContent} / ${other.textContent}`));
})"""

SEEN = "[...document.querySelectorAll('table')].map(each => each.checkVisibility())"
SHORT = """[...document.querySelectorAll('table')].map(
  each => !each.closest('.picture') && each.tBodies[0].rows.length <= 12)"""
TOPS = "[...document.querySelectorAll('.picture')].map(each => each.getBoundingClientRect().top)"
RIGHT = "[...document.querySelectorAll('table')].map(each => each.getBoundingClientRect().right)"
HIGH = "[...document.querySelectorAll('svg.plot')].map(each => each.clientHeight)"

pytestmark = pytest.mark.long  # a page that is read, not played: looked at when it changes


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with two chapters and every kind of plot."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page(paper(2)), encoding="utf-8")
    return path


@pytest.fixture(params=[(screen, theme) for screen in SCREENS for theme in ("light", "dark")])
def shown(request: pytest.FixtureRequest, browser: Browser, file: Path) -> Iterator[Page]:
    """The page on some screen, in some theme; no script is needed to read it."""
    screen, theme = request.param
    with browser.new_context(**SCREENS[screen], color_scheme=theme) as context:
        complaints: list[str] = []
        opened = context.new_page()
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("request", lambda asked: complaints.append(asked.url))
        opened.goto(file.as_uri())
        yield opened
        assert complaints == [file.as_uri()]


def test_axe_finds_nothing_and_nothing_is_cut_off(shown: Page) -> None:
    shown.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    shown.evaluate(AXE.read_text(encoding="utf-8"))
    found = shown.evaluate("axe.run({ resultTypes: ['violations'] }).then(r => r.violations)")
    assert [(fault["id"], fault["nodes"][0]["html"][:300]) for fault in found] == []
    width = shown.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    assert shown.evaluate(OUTSIDE) == []
    assert shown.evaluate(COVERED) == []


def test_the_theme_is_that_of_the_reader(browser: Browser, file: Path) -> None:
    def ground(theme: Literal["light", "dark"], media: Literal["screen", "print"]) -> str:
        with browser.new_context(color_scheme=theme) as context:
            opened = context.new_page()
            opened.goto(file.as_uri())
            opened.emulate_media(media=media, color_scheme=theme)
            return str(opened.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert ground("light", "screen") == "rgb(251, 244, 230)"
    assert ground("dark", "screen") == "rgb(27, 21, 39)"
    assert ground("light", "print") == ground("dark", "print") == "rgb(255, 255, 255)"


def test_on_paper_short_tables_and_those_that_were_open_are_printed(
    browser: Browser, file: Path
) -> None:
    with browser.new_context(viewport={"width": 680, "height": 960}) as context:
        opened = context.new_page()
        opened.goto(file.as_uri())
        opened.emulate_media(media="print")
        assert opened.evaluate(SEEN) == opened.evaluate(SHORT)
        assert {True, False} == set(opened.evaluate(SEEN))
        opened.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert set(opened.evaluate(SEEN)) == {True}
        assert max(opened.evaluate(RIGHT)) <= 681


def test_on_paper_plots_stand_side_by_side_and_none_is_cut(browser: Browser, file: Path) -> None:
    with browser.new_context(viewport={"width": 680, "height": 960}) as context:
        opened = context.new_page()
        opened.goto(file.as_uri())
        assert set(opened.evaluate(SEEN)) == {False}
        opened.emulate_media(media="print")
        assert max(opened.evaluate(HIGH)) < 960
        assert opened.evaluate(OUTSIDE) == []
        first, second = opened.evaluate(TOPS)[:2]
        assert first == second
