"""The plots of a report: estimates, shares, histograms and curves, each as SVG for a page.

No colour is the only sign of anything: marks differ in shape, lines in dashes and marks. What a
plot shows is told in words as well, and its numbers are in a table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import pairwise
from textwrap import wrap
from typing import Any, NamedTuple

from markupsafe import Markup

from kermesse.lab.findings import Bars, Curve, Curves, Histogram, Marks, Plot
from kermesse.lab.phrases import decimals, listed, with_unit, written
from kermesse.lab.svg import (
    BLUE,
    BROWN,
    GRID,
    INK,
    PLAIN,
    PLATE,
    QUIET,
    SIZE,
    SMALL,
    STRONG,
    VIOLET,
    canvas,
    element,
    settings,
)

ROW, LINE, FOOT = 22.0, 13.0, 46.0  # heights: a row, each further line of its label, the axis
PANEL, CURVES, KEY = 74.0, 230.0, 18.0  # heights: a histogram, a plot of lines, a line of its key
MOST_ROWS = 30  # more of them are drawn in several parts: a printed page holds no more
LABEL, AXIS = 22, 44  # letters in a line of a label and of an axis

SERIES = (
    (STRONG, "-", "o"),
    (PLAIN, "--", "s"),
    (VIOLET, ":", "^"),
    (BLUE, "-.", "D"),
    (INK, (0, (1, 1)), "v"),
    (BROWN, (0, (6, 2)), "P"),
)


def draw(plot: Plot, name: str) -> tuple[Markup, ...]:
    """A plot as SVG, in several parts if it is long. ``name`` sets its ids apart on a page."""
    drawn = []
    for number, rows in enumerate(parts(plot), 1):
        part = f"{name}-{number}"
        with settings(part):
            drawn.append(element(figure(plot, rows), part, described(plot)))
    return tuple(drawn)


def figure(plot: Plot, rows: range) -> Any:
    """One part of a plot."""
    match plot:
        case Marks() | Bars():
            return rows_figure(plot, rows)
        case Histogram():
            return histogram_figure(plot)
        case Curves():
            return lines_figure(plot)


def parts(plot: Plot) -> list[range]:
    """Rows in parts of about the same length, none longer than a printed page."""
    rows = len(plot.labels) if isinstance(plot, Marks | Bars) else 1
    number = max(1, -(-rows // MOST_ROWS))
    ends = [rows * part // number for part in range(number + 1)]
    return [range(start, end) for start, end in pairwise(ends)]


# --- rows: marks and bars ------------------------------------------------------------------------


class Span(NamedTuple):
    """From where to where an axis runs, with some air."""

    low: float
    high: float


def span(values: Iterable[float], air: float = 0.06) -> Span:
    """What holds all values."""
    known = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(known), max(known)
    around = (high - low) * air or 0.5
    return Span(low - around, high + around)


def rows_figure(plot: Marks | Bars, rows: range) -> Any:
    """One thing below the other, each with its number at the right."""
    labels = [lines_of(plot.labels[row], LABEL) for row in rows]
    lines = sum(len(label) - 1 for label in labels)
    title = lines_of(plot.axis, AXIS)
    height = ROW * max(len(rows), 1) + LINE * (lines + len(title)) + FOOT
    page = canvas(height)
    axes = page.subplots()
    places = rows_at(labels)
    if isinstance(plot, Marks):
        draw_marks(axes, plot, rows, places)
    else:
        draw_bars(axes, plot, rows, places)
    axes.set_yticks(places, ["\n".join(label) for label in labels])
    axes.set_ylim((places[-1] if places else 0) + 0.7, -0.7)
    axes.set_xlabel("\n".join(title))
    number_axis(axes.xaxis)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    digits = decimals(plot.values, plot.axis)
    for row, place in zip(rows, places, strict=True):
        axes.text(
            1.03, place, with_unit(plot.values[row], digits, plot.axis), va="center",
            transform=axes.get_yaxis_transform(), fontsize=SMALL,
        )  # fmt: skip
    return page


def rows_at(labels: Sequence[Sequence[str]]) -> list[float]:
    """Where each row lies, counted in rows: labels of several lines need more room."""
    places, at = [], 0.0
    for label in labels:
        room = (len(label) - 1) * LINE / ROW
        places.append(at + room / 2)
        at += 1 + room
    return places


def draw_marks(axes: Any, plot: Marks, rows: range, places: Sequence[float]) -> None:
    """A mark and its interval; those that stand out are full and bold."""
    axes.set_xlim(*span((*plot.values, *plot.lows, *plot.highs, *even_of(plot))))
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    if plot.even is not None:
        axes.axvline(plot.even, color=INK, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
    for row, place in zip(rows, places, strict=True):
        if not math.isfinite(plot.values[row]):
            continue
        full = plot.strong[row] if plot.strong else True
        colour = STRONG if full else PLAIN
        axes.plot(
            [plot.lows[row], plot.highs[row]], [place, place],
            color=colour, linewidth=2.6 if full else 1.6, marker="|", markersize=7,
        )  # fmt: skip
        axes.plot(
            [plot.values[row]], [place], marker="D" if full and plot.strong else "o",
            markersize=7, color=colour, markerfacecolor=colour if full else PLATE,
            markeredgewidth=1.6, linestyle="none",
        )  # fmt: skip


def draw_bars(axes: Any, plot: Bars, rows: range, places: Sequence[float]) -> None:
    """A bar from nothing to the number."""
    low, high = span((0.0, *plot.values))
    axes.set_xlim(low if min((0.0, *plot.values)) < 0 else 0.0, high)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    widths = [plot.values[row] if math.isfinite(plot.values[row]) else 0.0 for row in rows]
    axes.barh(places, widths, height=0.62, color=PLAIN)
    axes.axvline(0.0, color=QUIET, linewidth=1.0)


# --- histograms and lines ------------------------------------------------------------------------


def histogram_figure(plot: Histogram) -> Any:
    """A panel for each group, all on the same axes: they are compared by looking down."""
    title = lines_of(plot.axis, AXIS)
    several = len(plot.groups) > 1
    panel = PANEL if several else 2 * PANEL
    page = canvas(panel * len(plot.groups) + LINE * len(title) + FOOT)
    panels = page.subplots(len(plot.groups), sharex=True, sharey=True, squeeze=False)[:, 0]
    most = max((share for shares in plot.groups.values() for share in shares), default=1.0)
    for axes, (group, shares) in zip(panels, plot.groups.items(), strict=True):
        axes.stairs(shares, plot.edges, fill=True, color=PLAIN)
        axes.stairs(shares, plot.edges, color=INK, linewidth=0.8)
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.set_ylim(0, most * 1.08 or 1.0)
        axes.yaxis.set_major_locator(ticker().MaxNLocator(3 if several else 5))
        axes.yaxis.set_major_formatter(share_text)
        axes.tick_params(axis="y", labelsize=SMALL, labelcolor=QUIET, length=0)
        axes.spines[["top", "right", "left"]].set_visible(False)
        if several:
            axes.set_title(group, loc="left", fontsize=SIZE, pad=3)
    number_axis(panels[-1].xaxis, whole=counts_whole(plot))
    panels[-1].set_xlabel("\n".join(title))
    return page


def lines_figure(plot: Curves) -> Any:
    """Curves with their bands; what is measured stands above, the key below."""
    across, title = lines_of(plot.across, AXIS), lines_of(plot.axis, AXIS)
    key = -(-len(plot.lines) // 2) * KEY if len(plot.lines) > 1 else 0.0
    page = canvas(CURVES + key + LINE * (len(across) + len(title)))
    axes = page.subplots()
    if plot.even is not None:
        axes.axhline(plot.even, color=INK, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
    for number, (name, line) in enumerate(plot.lines.items()):
        draw_line(axes, plot.at, name, line, number)
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_title("\n".join(title), loc="left", fontsize=SIZE)
    axes.set_xlabel("\n".join(across))
    number_axis(axes.xaxis)
    number_axis(axes.yaxis)
    axes.tick_params(axis="y", labelsize=SMALL, labelcolor=QUIET, length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    if key:
        page.legend(loc="outside lower left", ncols=2, handlelength=3.2)
    return page


def draw_line(axes: Any, at: Sequence[float], name: str, line: Curve, number: int) -> None:
    """One curve: its colour, its dashes and its marks are its own."""
    colour, dashes, mark = SERIES[number % len(SERIES)]
    if line.lows and line.highs:
        axes.fill_between(at, line.lows, line.highs, color=colour, alpha=0.18, linewidth=0)
    axes.plot(
        at, line.values, color=colour, linestyle=dashes, linewidth=2, label=name,
        marker=mark, markersize=5, markevery=max(1, len(at) // 12),
    )  # fmt: skip


# --- what all share -----------------------------------------------------------------------------


def lines_of(text: str, width: int) -> list[str]:
    """A text in as few lines as fit, all about as long."""
    lines = wrap(text, width) or [""]
    narrower = (wrap(text, less) for less in range(1, width))
    return next((found for found in narrower if 0 < len(found) <= len(lines)), lines)


def ticker() -> Any:
    """Where ticks may lie."""
    return import_module("matplotlib.ticker")


def counts_whole(plot: Histogram) -> bool:
    """Whether whole numbers were counted: then all edges are halfway between two."""
    return all(edge % 1 == 0.5 for edge in plot.edges)


def number_axis(axis: Any, whole: bool = False) -> None:
    """A few round numbers, written as everywhere on the page."""
    steps = [1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10]
    axis.set_major_locator(ticker().MaxNLocator(6, steps=steps, integer=whole))
    axis.set_major_formatter(tick_text)


def tick_text(value: float, _: int | None = None) -> str:
    """The number of a tick: as short as it is exact."""
    places = next((n for n in range(4) if abs(value - round(value, n)) < 1e-9), 3)
    return written(value, places)


def share_text(value: float, _: int | None = None) -> str:
    """A share on an axis."""
    return tick_text(100 * value) + "\N{NO-BREAK SPACE}%"


def even_of(plot: Marks | Curves) -> tuple[float, ...]:
    """Where nothing is special, if that is known."""
    return () if plot.even is None else (plot.even,)


# --- in words ---------------------------------------------------------------------------------


def described(plot: Plot) -> tuple[str, str]:
    """What a screen reader says of a plot: its title, and what can be seen at a glance."""
    match plot:
        case Marks() | Bars():
            told = extremes(plot)
        case Histogram():
            whose = [name for name in plot.groups if name]
            told = f"A histogram{' for ' + listed(whose) if whose else ''}; across: {plot.axis}."
        case Curves():
            told = f"Curves of {listed(plot.lines)}; across: {plot.across}; up: {plot.axis}."
    return plot.title, f"{told} The table that follows has all numbers."


def extremes(plot: Marks | Bars) -> str:
    """The highest and the lowest of several rows."""
    known = [(v, label) for v, label in zip(plot.values, plot.labels, strict=True)]
    known = [(v, label) for v, label in known if math.isfinite(v)]
    if not known:
        return f"{plot.axis}: nothing is known."
    digits = decimals(plot.values, plot.axis)
    (low, last), (high, first) = min(known), max(known)
    if len(known) == 1:
        return f"{plot.axis}: {first} {with_unit(high, digits, plot.axis)}."
    return (
        f"{plot.axis}: highest is {first} with {with_unit(high, digits, plot.axis)}, "
        f"lowest {last} with {with_unit(low, digits, plot.axis)}."
    )
