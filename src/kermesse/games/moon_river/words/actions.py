"""Actions of Moon River as text, and how one is picked on the page.

The text of an action is words with a blank between them, the decision first and then its parts:

| text | decision |
| --- | --- |
| `plot 3` | a Ranchero goes to position 3 of the column, counted from the box |
| `keep` | no (further) domino |
| `join D0 Cn` | a domino of these two kinds |
| `place r2c3 r2c4` | its first plot on row 2, column 3, its second on row 2, column 4 |
| `discard D0 Cn` | two plots that fit nowhere are given up |
| `drought r2c3` | the cow that a skull takes |
| `circle r2c3` | the circle that comes first |
| `recruit trapper cowboy` | a token of the saloon and the side it is to show |
| `move r2c3 r2c4`, `stop` | a step of the cowboy |
| `swap D0 1 Mcc`, `steal 1 r2c3`, `decline` | what a desperado or a cattle thief does |
| `tile 1`, `side desert`, `lay r9c2` | a bonus tile |
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kermesse.core.customs import Way
from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.record import NOTHING
from kermesse.games.moon_river.components import (
    CELL_CODES,
    CELLS,
    COLUMN,
    COLUMNS,
    KINDS,
    MOST_HELD,
    MOST_PLAYERS,
    PAIR_KINDS,
    PAIRS,
    PIECE_CODES,
    SOUTH,
    SPECIALIST_CODES,
    TERRAINS,
    TILES,
    WAYS,
    WEST,
)
from kermesse.games.moon_river.state import PLACE, Phase, State

SIDE_WORDS = ("specialist", "cowboy")
ROWS_AND_COLUMNS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # of each way
WAY_WORDS = ("east", "north", "west", "south")  # as the second plot of a domino lies
HERE = "here"  # the circle for which a partner is recruited


def two_cells(way: int, cell: int) -> str:
    """A cell and the one that way, which may lie off the frame: r1c5 r1c6."""
    row, column = cell // COLUMNS + 1, cell % COLUMNS + 1
    down, right = ROWS_AND_COLUMNS[way]
    return f"r{row}c{column} r{row + down}c{column + right}"


def pair_text(pair: int) -> str:
    """Two kinds of plots."""
    first, second = PAIR_KINDS[pair]
    return f"{PIECE_CODES[first]} {PIECE_CODES[second]}"


STEPS = [two_cells(way, cell) for way in range(WAYS) for cell in range(CELLS)]


@cache
def texts() -> tuple[str, ...]:
    """The text of every action, by its number."""
    cells, plots, pairs = CELL_CODES, PIECE_CODES[:KINDS], [pair_text(n) for n in range(PAIRS)]
    recruits = [f"recruit {word} {side}" for word in SPECIALIST_CODES for side in SIDE_WORDS]
    swaps = [
        f"swap {own} {n} {theirs}" for own in plots for n in range(MOST_PLAYERS) for theirs in plots
    ]
    return (
        *(f"plot {position + 1}" for position in range(COLUMN)),
        "keep",
        *(f"join {pair}" for pair in pairs),
        *(f"place {two}" for two in STEPS),
        *(f"discard {pair}" for pair in pairs),
        *(f"drought {cell}" for cell in cells),
        *(f"circle {cell}" for cell in cells),
        *recruits,
        "stop",
        *(f"move {two}" for two in STEPS),
        "decline",
        *swaps,
        *(f"steal {seat} {cell}" for seat in range(MOST_PLAYERS) for cell in cells),
        *(f"tile {tile + 1}" for tile in range(TILES)),
        *(f"side {terrain}" for terrain in TERRAINS),
        *(f"lay {cell}" for cell in cells),
    )


@cache
def numbers() -> dict[str, int]:
    """The number of every text, in small letters; a pair is read in either order."""
    found = {text.lower(): number for number, text in enumerate(texts())}
    for text, number in list(found.items()):
        word, *parts = text.split()
        if word in ("join", "discard"):
            found[" ".join([word, *reversed(parts)])] = number
    return found


def action_text(action: int) -> str:
    """The stable text of an action."""
    return texts()[action]


def meant(s: State, action: int) -> int:
    """The same placement from its first cell in reading order: so two equal plots lie (MR-136)."""
    way, cell = divmod(action - PLACE, CELLS)
    if s.phase != Phase.PLACE or s.joined[0] != s.joined[1] or way not in (WEST, SOUTH):
        return action
    other = neighbour(cell, way)
    return action if other == NOTHING else PLACE + (way - 2) * CELLS + other


def read_action(text: str) -> int:
    """The number of an action."""
    plain = " ".join(text.lower().replace("-", "_").split())
    if plain not in numbers():
        raise UnreadableAction(
            f"cannot read {brief(text)}: write plot 3, keep, join D0 Cn, place r2c3 r2c4, "
            "recruit trapper cowboy, move r2c3 r2c4, stop, swap D0 1 Mcc, steal 1 r2c3 or decline"
        )
    return numbers()[plain]


def neighbour(cell: int, way: int) -> int:
    """The cell that way, or NOTHING beyond the edge."""
    code = two_cells(way, cell).split()[1]
    return CELL_CODES.index(code) if code in CELL_CODES else NOTHING


# --- how an action is picked: by which parts, one after the other -------------------------------
# Equal plots of a reserve are told apart by a number, so that two can be joined: `K3`, `K3.2`.


def plot_part(code: str, copy: int) -> str:
    """One of several equal plots in the seat's reserve."""
    return f"{code}.{copy + 1}" if copy else code


def turn_part(way: int) -> str:
    """A domino turned so that its second plot lies that way."""
    return f"turn {WAY_WORDS[way]}"


@cache
def way_between(first: str, second: str) -> int:
    """Which way the second of two neighbouring cells lies, on the frame or off it."""
    return STEPS.index(f"{first} {second}") // CELLS


def cow_part(cell: int) -> str:
    """A cow that a cowboy may move."""
    return f"cow {CELL_CODES[cell]}"


def token_part(specialist: str) -> str:
    """A token in the saloon."""
    return f"token {specialist}"


def own_part(code: str) -> str:
    """An own plot for a desperado to give."""
    return f"give {code}"


def their_part(seat: int | str, code: str) -> str:
    """An opponent's plot for a desperado to take."""
    return f"take {seat} {code}"


def ways(text: str) -> Sequence[Way]:
    """The ways to pick an action; most are picked by their text in one piece."""
    word, *parts = text.split()
    match word:
        case "join" | "discard":
            return pair_ways(*parts)
        case "place":
            return ((turn_part(way_between(*parts)), text),)
        case "move":
            return ((f"cow {parts[0]}", text),)
        case "recruit":
            return token_ways(*parts)
        case "swap":
            own, seat, theirs = parts
            give, take = own_part(own), their_part(seat, theirs)
            return (give, take), (take, give)
        case _:
            return ((text,),)


@cache
def pair_ways(one: str, other: str) -> Sequence[Way]:
    """Two plots in either order; of equal ones any two."""
    found = []
    for i in range(MOST_HELD):
        for j in range(MOST_HELD):
            # together with the copies before them there are not more than a player holds
            fits = i != j if one == other else i + j + 2 <= MOST_HELD
            if fits:
                first, second = plot_part(one, i), plot_part(other, j)
                found += [(first, second)] if one == other else [(first, second), (second, first)]
    return tuple(found)


def token_ways(specialist: str, side: str) -> Sequence[Way]:
    """A token and the side that it is to show; laid on the circle as it is, it is a specialist."""
    token = token_part(specialist)
    return ((token, side), (token, HERE)) if side == "specialist" else ((token, side),)
