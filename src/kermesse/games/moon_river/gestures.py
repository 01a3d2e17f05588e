"""How an action of Moon River is picked on the page: by which parts, one after the other.

The names of parts are those that `board.py` writes on what can be chosen. Equal plots of a reserve
are told apart by a number, so that two of them can be joined: `K3`, `K3.2`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kermesse.core.customs import Way
from kermesse.games.moon_river.components import MOST_HELD
from kermesse.games.moon_river.words import cell_text

WAY_WORDS = ("east", "north", "west", "south")  # as the second plot of a domino lies
HERE = "here"  # the circle for which a partner is recruited


def plot_part(code: str, copy: int) -> str:
    """One of several equal plots in the own reserve."""
    return f"{code}.{copy + 1}" if copy else code


def turn_part(way: int) -> str:
    """A domino turned so that its second plot lies that way."""
    return f"turn {WAY_WORDS[way]}"


def cow_part(cell: int) -> str:
    """A cow that a cowboy may move."""
    return f"cow {cell_text(cell)}"


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
            return ((turn_part(WAY_WORDS.index(way_between(*parts))), text),)
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


def way_between(first: str, second: str) -> str:
    """Which way the second of two neighbouring cells lies: r2c3 r2c4 is east."""
    row, column = numbers_of(first)
    other_row, other_column = numbers_of(second)
    if row == other_row:
        return "east" if other_column > column else "west"
    return "north" if other_row > row else "south"


def numbers_of(cell: str) -> tuple[int, int]:
    """The row and the column of a cell's text; off the frame a column may be 0."""
    row, _, column = cell.removeprefix("r").partition("c")
    return int(row), int(column)
