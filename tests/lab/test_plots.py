"""Plots as SVG for a page: the same bytes each time, the page's colours, words for everybody."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib import resources
from math import nan
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from markupsafe import Markup

from kermesse.lab.findings import Bars, Marks, Plot
from kermesse.lab.phrases import decimals, kept_together, with_unit, written
from kermesse.lab.plots import MOST_ROWS, SERIES, draw, lines_of
from kermesse.lab.svg import INK, PAINTS, PLATE

from .papers import ENDINGS, KNOWN, LENGTH, MANY, NASTY, PLOTS, POINTS, SEATS

every_plot = pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.title)


@cache
def drawn(title: str) -> tuple[Markup, ...]:
    """A plot as many tests look at it: it takes its time to draw."""
    return draw(next(plot for plot in PLOTS if plot.title == title), "here")


def parsed(plot: Plot) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(part) for part in draw(plot, "here")]


def texts(plot: Plot) -> list[str]:
    return [text for part in parsed(plot) for node in part.iter("text") for text in node.itertext()]


@every_plot
def test_the_same_plot_is_the_same_bytes_whatever_somebody_has_set(plot: Plot) -> None:
    once = drawn(plot.title)
    with mpl.rc_context({"font.size": 30, "axes.grid": True, "svg.hashsalt": "theirs"}):
        assert draw(plot, "here") == once
        assert mpl.rcParams["font.size"] == 30


@every_plot
def test_a_plot_has_no_colour_of_its_own_and_no_fixed_size(plot: Plot) -> None:
    for part in drawn(plot.title):
        assert not re.search(r"#[0-9a-f]{6}\b", re.sub(r">[^<]*<", "><", part))
        used = set(re.findall(r"var\((--[a-z]+)\)", part))
        assert used <= set(PAINTS.values())
        assert "--ink" in used
        top = ElementTree.fromstring(part)
        assert re.fullmatch(r"0 0 390 [\d.]+", top.attrib["viewBox"])
        assert "width" not in top.attrib


@every_plot
def test_a_plot_loads_nothing_and_names_nothing_twice(plot: Plot) -> None:
    whole = "".join(drawn(plot.title)) + "".join(draw(plot, "there"))
    assert "http" not in whole
    assert "<style" not in whole
    names = re.findall(r'\bid="([^"]*)"', whole)
    assert len(names) == len(set(names))
    asked = set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', whole))
    assert {one or other for one, other in asked} <= set(names)


@every_plot
def test_a_plot_is_told_in_words(plot: Plot) -> None:
    for part in parsed(plot):
        title, told = part.find("title"), part.find("desc")
        assert title is not None
        assert told is not None
        assert title.text == plot.title
        assert part.attrib["role"] == "img"
        assert part.attrib["aria-labelledby"].split() == [title.attrib["id"], told.attrib["id"]]
        assert "The table that follows has all numbers." in (told.text or "")


def test_the_words_name_the_highest_and_the_lowest() -> None:
    (part,) = draw(ENDINGS, "here")
    assert "highest is deck empty with 71.2\N{NO-BREAK SPACE}%" in part
    told = draw(MANY, "here")[0]
    assert "highest is card 68 of a deck with long names with 3.3" in told
    assert "lowest card 0 of a deck with long names with \N{MINUS SIGN}3.5" in told
    (alone,) = draw(Bars("One", "games", ("all",), (1234.0,)), "here")
    assert "games: all 1,234." in alone
    (nothing,) = draw(Bars("None", "games", ("all",), (nan,)), "here")
    assert "games: nothing is known." in nothing


@pytest.mark.parametrize("plot", [SEATS, ENDINGS, POINTS, KNOWN], ids=lambda plot: plot.title)
def test_names_are_shown_as_they_are(plot: Plot) -> None:
    assert NASTY.replace(" ", "") in "".join(texts(plot)).replace(" ", "")


def test_numbers_stand_beside_their_rows() -> None:
    shown = texts(SEATS)
    assert [text for text in shown if text.endswith("\N{NO-BREAK SPACE}%")] == [
        f"{number}\N{NO-BREAK SPACE}%" for number in ("26.3", "25.1", "24.6")
    ]
    assert "–" in texts(MANY)


def test_a_long_list_grows_and_is_cut_into_parts_that_fit_a_page() -> None:
    parts = parsed(MANY)
    assert len(parts) == 3
    assert len(MANY.labels) > 2 * MOST_ROWS
    shown = " ".join(texts(MANY))
    assert all(shown.count(f"card {number} of a deck") == 1 for number in range(70))
    axes = [
        [node.text for node in part.iter("text") if "anchor: middle" in node.attrib["style"]]
        for part in parts
    ]
    assert axes[0] == axes[1] == axes[2]
    assert len(axes[0]) > 3
    heights = [float(part.attrib["viewBox"].split()[-1]) for part in parts]
    (few,) = parsed(SEATS)
    assert min(heights) > 3 * float(few.attrib["viewBox"].split()[-1])


def test_what_stands_out_differs_by_more_than_colour() -> None:
    plain = replace(SEATS, strong=(False, False, False))
    drawn, other = draw(SEATS, "here")[0], draw(plain, "here")[0]
    in_grey = [re.sub(r"var\(--(accent|last)\)", "grey", text) for text in (drawn, other)]
    assert in_grey[0] != in_grey[1]


def test_every_curve_has_dashes_and_marks_of_its_own() -> None:
    assert len({str(dashes) for _, dashes, _ in SERIES}) == len(SERIES)
    assert len({mark for _, _, mark in SERIES}) == len(SERIES)


def test_marks_without_an_even_value_and_bars_below_nothing_can_be_drawn() -> None:
    lone = Marks("One", "points", ("a",), (3.0,), (3.0,), (3.0,))
    assert "3" in texts(lone)
    below = Bars("Below", "points", ("a", "b"), (-3.0, 2.0))
    assert "\N{MINUS SIGN}3" in texts(below)


def test_whole_numbers_have_whole_ticks() -> None:
    rounds = replace(LENGTH, edges=(2.5, 3.5, 4.5))
    axis = [text for text in texts(rounds) if "%" not in text]
    assert "3" in axis
    assert not [text for text in axis if "." in text]


def test_long_words_are_cut_into_lines_of_about_the_same_length() -> None:
    assert lines_of("points of the win share of a seat, for one more", 44) == [
        "points of the win share",
        "of a seat, for one more",
    ]
    assert lines_of("short", 44) == ["short"]
    assert lines_of("a" * 30, 22) == ["a" * 15] * 2
    assert lines_of("", 22) == [""]


# --- colours ------------------------------------------------------------------------------------


def palette(dark: bool) -> dict[str, str]:
    sheet = (resources.files("kermesse.table") / "static/tokens.css").read_text("utf-8")
    light, night = sheet.split(':root[data-theme="dark"]')[:2]
    named = r"(--[a-z-]+): (#[0-9a-f]{6})"
    found = dict(re.findall(named, light))
    return {**found, **dict(re.findall(named, night.split("}")[0]))} if dark else found


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_shape_is_seen_in_both_themes(dark: bool) -> None:
    known = palette(dark)
    ground = known[PAINTS[PLATE]]
    for colour, _, _ in SERIES:
        assert contrast(known[PAINTS[colour]], ground) >= 3, PAINTS[colour]
    for name in (PAINTS[INK], "--quiet"):
        assert contrast(known[name], ground) >= 4.5


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "unit", "places"),
    [
        ([1.0, 250.0], "", 0),
        ([26.31, 100.0], "% of games", 1),
        ([0.031], "% of games", 1),
        ([0.0312], "points of the win share", 1),
        ([1234.5], "", 0),
        ([146.13], "", 1),
        ([3.99], "", 2),
        ([0.031, nan], "", 3),
        ([], "", 0),
        ([nan], "%", 0),
    ],
)
def test_as_many_decimals_as_tell_something(values: list[float], unit: str, places: int) -> None:
    assert decimals(values, unit) == places


def test_numbers_as_people_write_them() -> None:
    assert written(1234567.0) == "1,234,567"
    assert written(-0.04, 1) == "0.0"
    assert written(-3.25, 2) == "\N{MINUS SIGN}3.25"
    assert written(nan, 1) == "–"
    assert with_unit(26.31, 1, "%") == "26.3\N{NO-BREAK SPACE}%"
    assert with_unit(nan, 1, "%") == "–"
    assert with_unit(26.31, 1, "points") == "26.3"
    assert kept_together("26.3 % of 4 %") == "26.3\N{NO-BREAK SPACE}% of 4\N{NO-BREAK SPACE}%"
