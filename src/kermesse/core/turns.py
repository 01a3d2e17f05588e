"""Turns: the decisions that a seat may take one after the other, with nothing between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kermesse.core.binding import template
from kermesse.core.contract import act, conceal, legal
from kermesse.core.game import Game
from kermesse.core.record import Moves, Record, Records

DEEPEST = 8  # decisions of a turn that follow each other at once
MOST_NODES = 4096
TOO_MANY = -1

Marks = npt.NDArray[np.bool_]


def paths(game: Game, s: Record, seat: int, leads_on: Marks) -> list[list[int]] | None:
    """The decisions open to a seat, each followed by those that it leads to at once.

    Each is a pair: how many decisions come before it, and its action. ``leads_on`` marks the
    actions that others may follow. None if there are too many.
    """
    found = np.empty((MOST_NODES, 2), np.int16)
    stack = np.zeros(DEEPEST + 1, game.dtype)
    moves = np.empty((DEEPEST, game.actions), np.int16)
    places = np.zeros((DEEPEST, 2), np.int16)
    count = game.bind(list_paths)(s, seat, leads_on, stack, moves, places, found)
    return None if count == TOO_MANY else found[:count].tolist()


@template
def list_paths(
    s: Record, seat: int, leads_on: Marks, stack: Records, moves: Moves, places: Moves, out: Moves
) -> int:
    """Write the paths in the order in which they branch; return how many nodes, or TOO_MANY."""
    stack[0] = s
    places[0, 0] = 0
    places[0, 1] = known_legal(stack[0], seat, stack, moves[0])
    found = 0
    level = 0
    while level >= 0:
        if places[level, 0] == places[level, 1]:
            level -= 1
            continue
        action = int(moves[level, places[level, 0]])
        places[level, 0] += 1
        if found == len(out):
            return TOO_MANY
        out[found, 0] = level
        out[found, 1] = action
        found += 1
        if not leads_on[action] or level + 2 == len(stack):
            continue
        stack[level + 1] = stack[level]
        act(stack[level + 1], seat, action)
        if is_same_breath(stack[level], stack[level + 1], seat):
            level += 1
            places[level, 0] = 0
            places[level, 1] = known_legal(stack[level], seat, stack, moves[level])
    return found


@template
def known_legal(s: Record, seat: int, stack: Records, out: Moves) -> int:
    """What a seat may do, told from its own view; the last place of the stack is free for it."""
    stack[len(stack) - 1] = s
    conceal(stack[len(stack) - 1], seat)
    return legal(stack[len(stack) - 1], seat, out)


@template
def is_same_breath(before: Record, after: Record, seat: int) -> bool:
    """Whether a seat decides again at once, about something else, and learned nothing between."""
    again = int(after.due) >> seat & 1 == 1
    return again and after.reveals == before.reveals and after.phase != before.phase
