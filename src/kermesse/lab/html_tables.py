"""Tables of a report: as HTML, and the one behind a plot where an analysis gave none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from kermesse.core import html as h
from kermesse.lab.findings import Bars, Cell, Curves, Histogram, Marks, Plot, Sheet
from kermesse.lab.phrases import ABSENT, PERCENT, decimals, kept_together, written
from kermesse.lab.plots import counts_whole

LONG, SHORT = 40, 12  # letters: above, a cell is a sentence; up to there, it is not broken up


def table(sheet: Sheet) -> Markup:
    """A table with its caption; the first column names the rows."""
    columns = list(zip(*sheet.rows, strict=True)) or [()] * len(sheet.columns)
    kinds = [kind_of(column) for column in columns]
    texts = [
        column_texts(column, title) for column, title in zip(columns, sheet.columns, strict=True)
    ]
    head = [
        h.th(scope="col", class_=kind)[title] if title else h.td[""]
        for kind, title in zip(kinds, sheet.columns, strict=True)
    ]
    rows = [
        h.tr[
            h.th(scope="row", class_=kinds[0])[first],
            [h.td(class_=kind)[cell] for kind, cell in zip(kinds[1:], rest, strict=True)],
        ]
        for first, *rest in zip(*texts, strict=True)
    ]
    return h.table[
        h.caption(class_="unseen")[kept_together(sheet.caption)], h.thead[h.tr[head]], h.tbody[rows]
    ]


def kind_of(column: Sequence[Cell]) -> str | None:
    """How a column is set: numbers stand at the right, and sentences need room."""
    known = [cell for cell in column if cell is not None]
    if known and all(isinstance(cell, int | float) for cell in known):
        return "number"
    longest = max((len(cell) for cell in known if isinstance(cell, str)), default=0)
    return "words" if longest > LONG else "short-words" if 0 < longest <= SHORT else None


def column_texts(column: Sequence[Cell], title: str) -> list[str]:
    """The cells of a column, all with as many decimals."""
    places = decimals((cell for cell in column if isinstance(cell, int | float)), title)
    return [cell_text(cell, places) for cell in column]


def cell_text(cell: Cell, places: int) -> str:
    """A cell as people read it."""
    if cell is None:
        return ABSENT
    if isinstance(cell, str):
        return kept_together(cell)
    return written(cell, 0 if isinstance(cell, int) else places)


def sheet_of(plot: Plot) -> Sheet:
    """All numbers of a plot."""
    match plot:
        case Marks():
            rows = tuple(zip(plot.labels, plot.values, plot.lows, plot.highs, strict=True))
            return Sheet(plot.title, ("", plot.axis, *interval_columns(plot.axis)), rows)
        case Bars():
            return Sheet(
                plot.title, ("", plot.axis), tuple(zip(plot.labels, plot.values, strict=True))
            )
        case Histogram():
            return histogram_sheet(plot)
        case Curves():
            return lines_sheet(plot)


def interval_columns(axis: str) -> tuple[str, str]:
    """The heads of an interval's ends, with the unit of what they bound."""
    unit = f" ({PERCENT})" if PERCENT in axis else ""
    return f"interval from{unit}", f"interval to{unit}"


def histogram_sheet(plot: Histogram) -> Sheet:
    """A row for each bin, a column for each group."""
    shares = [[100 * share for share in group] for group in plot.groups.values()]
    heads = (f"{name}, % of games" if name else "% of games" for name in plot.groups)
    return Sheet(plot.title, (plot.axis, *heads), tuple(zip(bins(plot), *shares, strict=True)))


def bins(plot: Histogram) -> list[str]:
    """The content of each bin, in words: a bin from 3.5 to 6.5 contains 4 to 6."""
    if counts_whole(plot):
        ends = [(math.ceil(low), math.floor(high)) for low, high in pairwise(plot.edges)]
        return [
            written(low) if low == high else f"{written(low)} to {written(high)}"
            for low, high in ends
        ]
    places = decimals(plot.edges)
    return [
        f"{written(low, places)} to {written(high, places)}" for low, high in pairwise(plot.edges)
    ]


def lines_sheet(plot: Curves) -> Sheet:
    """A row for each place on the axis, a column for each curve and the ends of its band."""
    heads, columns = [plot.across], [plot.at]
    for name, line in plot.lines.items():
        whose = f"{name}: " if len(plot.lines) > 1 else ""
        heads.append(whose + plot.axis)
        columns.append(line.values)
        if line.lows:
            heads += [whose + end for end in interval_columns(plot.axis)]
            columns += [line.lows, line.highs]
    return Sheet(plot.title, tuple(heads), tuple(zip(*columns, strict=True)))
