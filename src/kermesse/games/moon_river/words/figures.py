"""The figures of Moon River's rulebook that come from its tables."""

from __future__ import annotations

from collections.abc import Mapping

from kermesse.core.numerals import in_words
from kermesse.core.options import Value
from kermesse.core.rulebook import Figures
from kermesse.core.words import Words
from kermesse.games.moon_river.components import (
    COLUMNS,
    COWS,
    DOMINO,
    PLOTS,
    ROUNDS,
    ROWS,
    TABLES,
    USABLE,
    USABLE_SMALL,
)
from kermesse.games.moon_river.tables import Cell, Plot
from kermesse.games.moon_river.words.names import NAMES

# which symbols a language counts in the feminine
FEMININE = {"fr": ("cows", "nuggets"), "pt": ("cows", "skulls", "nuggets", "ears")}


def figures(options: Mapping[str, Value], say: Words) -> Figures:
    """The plots, the tokens, the boards, and how long the game lasts."""
    found: dict[str, int | str] = {
        "kinds": len(TABLES.plots),
        "plots": PLOTS,
        "plots_table": "\n".join(plot_row(plot, say) for plot in TABLES.plots),
        "cows": COWS,
        "tokens": sum(specialist.copies for specialist in TABLES.specialists),
        "rounds": ROUNDS,
        "last_column": ROUNDS - 2,  # the round at whose end it leaves the box
        "last_choice": ROUNDS - 1,  # the last round with a column to choose from
        "columns": COLUMNS,
        "rows": TABLES.rows,
        "rows_for_two": ROWS,
        "centre": cell_code(TABLES.centre),
        "cells": USABLE_SMALL.bit_count(),
        "cells_for_two": USABLE.bit_count(),
        "dominoes": USABLE_SMALL.bit_count() // DOMINO,
        "river": ", ".join(cell_code(cell) for cell in sorted(TABLES.river)[:-1]),
        "river_end": cell_code(max(TABLES.river)),
    }
    for specialist in TABLES.specialists:
        found[f"{specialist.name}_tokens"] = specialist.copies
    for board in TABLES.boards:
        found[f"{board.name}_spaces"] = board.spaces
        found[f"{board.name}_bridges"] = ", ".join(cell_code(cell) for cell in board.bridges)
    return found


def plot_row(plot: Plot, say: Words) -> str:
    """A kind of plot as a line of the table."""
    terrain = say(NAMES[plot.terrain])
    return f"| `{plot.kind}` | {plot.copies} | {terrain} | {shown(plot, say)} | {plot.back} |"


def shown(plot: Plot, say: Words) -> str:
    """The symbols of a plot, counted in words."""

    def number(symbol: str) -> str:
        feminine = symbol in FEMININE.get(say.language, ())
        return in_words(getattr(plot, symbol), say.language, feminine=feminine)

    told = {
        "cows": say.count("a cow", "{n} cows", plot.cows, n=number("cows")),
        "skulls": say.count("a skull", "{n} skulls", plot.skulls, n=number("skulls")),
        "circles": say.count("a circle", "{n} circles", plot.circles, n=number("circles")),
        "nuggets": say.count("a nugget", "{n} nuggets", plot.nuggets, n=number("nuggets")),
        "beavers": say.count("a beaver", "{n} beavers", plot.beavers, n=number("beavers")),
        "ears": say.count("an ear", "{n} ears", plot.ears, n=number("ears")),
    }
    symbols = [text for symbol, text in told.items() if getattr(plot, symbol)]
    if not symbols:
        return say("nothing")
    *others, last = symbols
    return say("{others} and {last}", others=", ".join(others), last=last) if others else last


def cell_code(cell: Cell) -> str:
    """A cell by row and column: r2c3."""
    return "r{}c{}".format(*cell)
