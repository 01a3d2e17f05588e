"""What a report is made of: questions, answers, pictures as data, and the tables behind them.

Analyses make these; nothing here knows how a page looks or which library draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Cell = str | int | float | None


@dataclass(frozen=True)
class Sheet:
    """A table: what is said of it, its columns and its rows."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Marks:
    """Estimates with their intervals, one below the other."""

    title: str
    axis: str  # what the numbers are, with their unit
    labels: tuple[str, ...]
    values: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    even: float | None = None  # where nothing is special
    strong: tuple[bool, ...] = ()  # the ones that stand out, after correction


@dataclass(frozen=True)
class Bars:
    """Shares or numbers of some things, one below the other."""

    title: str
    axis: str
    labels: tuple[str, ...]
    values: tuple[float, ...]


@dataclass(frozen=True)
class Histogram:
    """How often which numbers came up: shares of each bin, for one group or several."""

    title: str
    axis: str
    edges: tuple[float, ...]
    groups: dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class Curve:
    """A curve with its band."""

    values: tuple[float, ...]
    lows: tuple[float, ...] = ()
    highs: tuple[float, ...] = ()


@dataclass(frozen=True)
class Curves:
    """Something along something else."""

    title: str
    across: str  # what runs along the axis
    axis: str
    at: tuple[float, ...]
    lines: dict[str, Curve]
    even: float | None = None


Plot = Marks | Bars | Histogram | Curves


@dataclass(frozen=True)
class Section:
    """A question that a designer has, and its answer."""

    name: str  # for links
    title: str
    question: str
    answer: str  # one or two sentences with the numbers that matter
    plots: tuple[Plot, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    remarks: tuple[str, ...] = ()  # how it was computed, and what it does not say
    warnings: Sequence[str] = field(default=())  # what a designer should look at
