"""Positions of Moon River as text: what columns, reserves and ranches look like.

    newer: Dn@0 .. K3 Ac@2
    saloon: trapper trapper farmer
    reserve 1: D0 Cn
    ranch 1:
    Dn    D0*1  #     Aco*1/farmer  .
    .     Ds    .     .             .

A cell of a ranch shows its piece, `*` and its cows, `/` and the specialist on its token, with
`.cowboy` if that lies on its other side. What is named nowhere lies in box, stack and supply.
"""

from __future__ import annotations

from collections.abc import Set

import numpy as np

from kermesse.core.bits import bit, has
from kermesse.core.position_text import Line, PositionText, demand, heap, number_of, value_of
from kermesse.core.record import NOTHING, tell
from kermesse.games.moon_river.components import (
    BOX,
    BOXED_COWS,
    BOXED_TOKENS,
    CELL_CODES,
    CELLS,
    CENTRE,
    COLUMNS,
    KINDS,
    MOST_HELD,
    PIECE_CODES,
    RECRUIT_CODES,
    ROWS,
    SPECIALIST_CODES,
)
from kermesse.games.moon_river.consistency import check, check_history, usually_due
from kermesse.games.moon_river.rules.ranch import piece_at
from kermesse.games.moon_river.secrets import census
from kermesse.games.moon_river.state import (
    NEWER,
    OLDER,
    PARTNER,
    PIECE,
    PLOT,
    PLOT_OR_NONE,
    SEAT,
    SOME_COWS,
    SPECIALIST,
    Happening,
    Phase,
    State,
    agree,
)
from kermesse.games.moon_river.tables import COLUMN, SEATS


def column_line(name: str, which: int) -> Line:
    """The line of a column: its plots from the box on, with the seats of the Rancheros."""

    def write(s: State) -> str:
        places = zip(s.column[which], s.ranchero[which], strict=True)
        words = [
            PLOT_OR_NONE.write(kind) + (f"@{seat}" if seat != NOTHING else "")
            for kind, seat in places
        ]
        return " ".join(words) if (s.column[which] != NOTHING).any() else ""

    def read(s: State, text: str) -> None:
        words = text.split()
        demand(len(words) == COLUMN, f"{name} has {COLUMN} places, not {len(words)}")
        for position, word in enumerate(words):
            plot, at, seat = word.partition("@")
            s.column[which, position] = number_of(PLOT_OR_NONE, name, plot)
            if at:
                s.ranchero[which, position] = value_of(SEAT, name, seat, int(s.seats))

    return Line(name, ("column", "ranchero"), write, read)


def reserve_text(s: State, seat: int) -> str:
    """The unplaced plots."""
    return " ".join(PLOT.write(kind) for kind in s.reserve[seat] if kind != NOTHING)


def read_reserve(s: State, seat: int, text: str) -> None:
    """The same in any order."""
    name, words = f"reserve {seat}", text.split()
    demand(len(words) <= MOST_HELD, f"{name} has at most {MOST_HELD} plots")
    s.reserve[seat, : len(words)] = sorted(number_of(PLOT, name, word) for word in words)


# --- ranches ------------------------------------------------------------------------------------


def ranch_text(s: State, seat: int) -> str:
    """The rows of a ranch, row 1 first, as far as something lies there."""
    places = [place_text(s, seat, cell) for cell in range(CELLS)]
    rows = [places[first : first + COLUMNS] for first in range(0, CELLS, COLUMNS)]
    while rows and all(place in ".#" for place in rows[-1]):
        rows.pop()
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("\n" + " ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def place_text(s: State, seat: int, cell: int) -> str:
    """A cell, the piece on it, its cows and its partner."""
    piece = int(piece_at(s, seat, cell))
    if piece == NOTHING:
        return "#" if cell == CENTRE else "."
    cows = f"*{s.cows[seat, cell]}" if s.cows[seat, cell] else ""
    tokens = [f"/{code}" for n, code in enumerate(RECRUIT_CODES) if has(s.partners[seat, n], cell)]
    return PIECE_CODES[piece] + cows + "".join(tokens)


def read_ranch(s: State, seat: int, text: str) -> None:
    """The rows of a ranch."""
    name, rows = f"ranch {seat}", text.splitlines()
    demand(len(rows) <= ROWS, f"{name} has at most {ROWS} rows")
    for row, line in enumerate(rows):
        places = line.split()
        demand(len(places) == COLUMNS, f"{name}: a row has {COLUMNS} places, not {len(places)}")
        for column, place in enumerate(places):
            read_place(s, seat, row * COLUMNS + column, place)


def read_place(s: State, seat: int, cell: int, text: str) -> None:
    """What lies on one cell."""
    name = f"ranch {seat}"
    if text in (".", "#"):
        right = (text == "#") == (cell == CENTRE)
        demand(right, f"{name}: the cell of the board is {CELL_CODES[CENTRE]}")
        return
    text, slash, token = text.partition("/")
    code, star, cows = text.partition("*")
    s.ranch[seat, number_of(PIECE, name, code)] |= bit(cell)
    if star:
        s.cows[seat, cell] = number_of(SOME_COWS, name, cows)
    if slash:
        s.partners[seat, number_of(PARTNER, name, token)] |= bit(cell)


# --- all together -------------------------------------------------------------------------------


def complete(s: State, given: Set[str]) -> None:
    """What is named nowhere lies in the box, the stack and the supply."""
    s.boxed[:], s.stack[:], s.supply = 0, 0, 0
    named = np.zeros(len(BOX), np.int16)
    census(s, named)
    left = BOX - named
    for n, what in enumerate(COMPONENTS):
        demand(left[n] >= 0, f"there are {BOX[n]} of {what}, not {named[n]}")
    s.boxed[:], s.stack[:] = left[:BOXED_TOKENS], left[BOXED_TOKENS:BOXED_COWS]
    s.supply = left[BOXED_COWS]


def begin(s: State) -> None:
    """The event of a parsed position: the set-up."""
    tell(s, Happening.SET_UP, s.seats, s.variant)


COMPONENTS = (*PIECE_CODES[:KINDS], *SPECIALIST_CODES, "cow")  # that can be left over
POSITIONS = PositionText(
    "Moon River",
    State,
    Phase,
    SEATS,
    lines=(
        heap("saloon", SPECIALIST),
        heap("removed", PLOT),
        column_line("older", OLDER),
        column_line("newer", NEWER),
        Line("reserve", ("reserve",), reserve_text, read_reserve, per_seat=True),
        Line(
            "ranch",
            ("ranch", "partners", "cows", "boxed", "stack", "supply"),
            ranch_text,
            read_ranch,
            per_seat=True,
        ),
    ),
    check=check,
    check_history=check_history,
    begin=begin,
    due=usually_due,
    complete=complete,
    agree=agree,
)
position_text, read_position = POSITIONS.write, POSITIONS.read
