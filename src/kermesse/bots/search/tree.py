"""Information-set tree search: every iteration imagines a world that fits the view.

One tree for all worlds, its edges the actions that seats take (single observer, open loop: chance
in between is drawn again each time). An edge remembers the results for its seat, so any number of
seats can play, each for itself. Of simultaneous choices only the bot's own at the root is searched,
and all others are made by quick play: what one seat hides cannot guide another.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.bots.search.desk import DEEPEST, Desk, Manner, keep_allowed
from kermesse.bots.search.judging import (
    believe,
    finish_turn,
    judge,
    play_on,
    polite_moves,
    quick_move,
)
from kermesse.core.binding import template
from kermesse.core.bits import count, lowest
from kermesse.core.contract import act, legal
from kermesse.core.playout import settle
from kermesse.core.record import Record

NONE = -1


class Tree(NamedTuple):
    """The nodes, field by field; node 0 is the root."""

    used: npt.NDArray[np.int32]  # one number: how many nodes there are
    child: npt.NDArray[np.int32]  # the first child
    sibling: npt.NDArray[np.int32]  # the next child of the same parent
    visits: npt.NDArray[np.int32]
    open: npt.NDArray[np.int32]  # how often the action was there to be chosen
    action: npt.NDArray[np.int16]  # what leads here from the parent
    seat: npt.NDArray[np.int8]  # who chose it
    worth: npt.NDArray[np.float32]  # the sum of what it brought that seat
    first: npt.NDArray[np.float32]  # how it looked at first sight
    appeal: npt.NDArray[np.float32]  # and how much attention that deserves


def fresh_tree(nodes: int) -> Tree:
    """Room for a tree; `cut_down` before use."""
    return Tree(
        np.zeros(1, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int16),
        np.zeros(nodes, np.int8),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.float32),
    )


def cut_down(tree: Tree) -> None:
    """Leave nothing but the root."""
    tree.used[0] = 1
    tree.child[0] = tree.sibling[0] = NONE


@template
def grow(view: Record, seat: int, tree: Tree, manner: Manner, iterations: int, desk: Desk) -> None:
    """Search on for some iterations; ``view.rng`` is the source of chance."""
    s = desk.worlds[0]
    for _ in range(iterations):
        believe(view, seat, manner, desk)
        depth = descend(s, seat, tree, manner, desk)
        judge(s, manner.scale, desk, desk.values)
        for i in range(1, depth + 1):
            node = desk.path[i]
            tree.visits[node] += 1
            tree.worth[node] += desk.values[tree.seat[node]]


@template
def descend(s: Record, seat: int, tree: Tree, manner: Manner, desk: Desk) -> int:
    """Play from the root to a new leaf and on to where it can be judged; return the depth."""
    node = 0
    desk.path[0] = 0
    for depth in range(DEEPEST):
        if depth > 0:
            choose_at_once(s, manner, desk)
            if s.over:
                return depth
            seat = lowest(s.due)
        if depth == 0:
            n = keep_allowed(desk.allowed, desk.moves, legal(s, seat, desk.moves))
        else:
            n = polite_moves(s, seat, desk.moves)
        if n == 0:
            return depth
        node = select(s, tree, node, seat, n, manner, desk)
        if node == NONE:  # the tree is full
            finish_turn(s, seat, manner, desk)
            play_on(s, manner.playout, manner, desk)
            return depth
        desk.path[depth + 1] = node
        at_once = depth == 0 and count(s.due) > 1
        act(s, seat, tree.action[node])
        if at_once:
            choose_the_rest(s, manner, desk)
        if tree.visits[node] == 0:
            finish_turn(s, seat, manner, desk)
            play_on(s, manner.playout, manner, desk)
            return depth + 1
    return DEEPEST


@template
def choose_at_once(s: Record, manner: Manner, desk: Desk) -> None:
    """Go on to a decision that one seat alone has to take, or to the end."""
    settle(s)
    while count(s.due) > 1:
        choose_the_rest(s, manner, desk)
        settle(s)


@template
def choose_the_rest(s: Record, manner: Manner, desk: Desk) -> None:
    """All who still owe a choice take it, none knowing another's."""
    while s.due:
        quick_move(s, lowest(s.due), manner, desk)


@template
def select(
    s: Record, tree: Tree, parent: int, seat: int, n: int, manner: Manner, desk: Desk
) -> int:
    """The child to go to: what it brought so far, and how promising and little known it is."""
    find_children(tree, parent, seat, desk)
    appeal = 0.0
    for i in range(n):
        action = desk.moves[i]
        if desk.where[action] == NONE:
            node = sprout(s, tree, parent, seat, action, manner, desk)
            if node == NONE:
                continue  # the tree is full
            desk.where[action] = node
        tree.open[desk.where[action]] += 1
        appeal += float(tree.appeal[desk.where[action]])
    best = NONE
    highest = -np.inf
    for i in range(n):
        node = desk.where[desk.moves[i]]
        if node == NONE:
            continue
        known = float(tree.visits[node]) + manner.trust
        mean = (float(tree.worth[node]) + manner.trust * float(tree.first[node])) / known
        curiosity = math.sqrt(float(tree.open[node])) / (1.0 + float(tree.visits[node]))
        bound = mean + manner.explore * float(tree.appeal[node]) / appeal * curiosity
        if bound > highest:
            highest = bound
            best = node
    forget_children(tree, parent, desk)
    return best


@template
def find_children(tree: Tree, parent: int, seat: int, desk: Desk) -> None:
    """Note for each action of a seat the node to which it leads."""
    node = tree.child[parent]
    while node != NONE:
        if tree.seat[node] == seat:
            desk.where[tree.action[node]] = node
        node = tree.sibling[node]


@template
def forget_children(tree: Tree, parent: int, desk: Desk) -> None:
    """Undo `find_children`."""
    node = tree.child[parent]
    while node != NONE:
        desk.where[tree.action[node]] = NONE
        node = tree.sibling[node]


@template
def sprout(
    s: Record, tree: Tree, parent: int, seat: int, action: int, manner: Manner, desk: Desk
) -> int:
    """Add a child, with a first glance at where its action leads; NONE if the tree is full."""
    node = tree.used[0]
    if node >= len(tree.child):
        return NONE
    tree.used[0] += 1
    tree.child[node] = NONE
    tree.sibling[node] = tree.child[parent]
    tree.child[parent] = node
    tree.action[node] = action
    tree.seat[node] = seat
    tree.visits[node] = 0
    tree.open[node] = 0
    tree.worth[node] = 0.0
    desk.worlds[2] = s
    trial = desk.worlds[2]
    act(trial, seat, action)
    finish_turn(trial, seat, manner, desk)
    judge(trial, manner.scale, desk, desk.values)
    tree.first[node] = desk.values[seat]
    tree.appeal[node] = math.exp(float(desk.values[seat]) * manner.focus)
    return node
