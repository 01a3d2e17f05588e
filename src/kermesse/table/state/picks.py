"""What a seat may choose, as a tree of picks: a path to a leaf is one action of its turn.

A decision is one pick, or as many as its game cuts it into by `ways`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from kermesse.core.customs import Way
from kermesse.core.errors import UnreadableAction
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.position import Position
from kermesse.core.turns import Marks, paths
from kermesse.core.words import Words

Tree: TypeAlias = "dict[str, Tree]"  # never changed: branches are shared
Offered = tuple[tuple[int, ...], ...]  # decisions: how many come before each, and its action

MOST_BRANCHES = 1 << 10
MOST_LEAVES = 300  # beyond that a turn is sent decision by decision


def tree(position: Position, seat: int) -> Tree:
    """The paths open to a seat, as far as its decisions follow each other with nothing between."""
    if seat not in position.due:
        return {}
    game = position.game
    offered = paths(game, position.record, seat, gestures(game)[1])
    if offered is not None:
        whole = branch(game, tuple(map(tuple, offered)))
        if leaves(whole) <= MOST_LEAVES:
            return whole
    return branch(game, tuple((0, action.number) for action in position.view(seat).legal()))


def leads_on(position: Position, seat: int, action: int) -> bool:
    """Whether a decision leads at once to another one of the same seat."""
    everywhere = np.ones(position.game.actions, bool)
    offered = paths(position.game, position.record, seat, everywhere) or [[0, action]]
    after = offered.index([0, action]) + 1
    return after < len(offered) and offered[after][0] > 0


@lru_cache(maxsize=MOST_BRANCHES)
def branch(game: Game, offered: Offered, level: int = 0) -> Tree:
    """A tree of decisions; branches that are equal are one and the same, at all tables."""
    ways, _ = gestures(game)
    found: Tree = {}
    starts = [place for place, (depth, _) in enumerate(offered) if depth == level]
    for start, end in pairwise([*starts, len(offered)]):
        further = branch(game, offered[start + 1 : end], level + 1) if end > start + 1 else {}
        for way in ways[offered[start][1]]:
            plant(found, way, further)
    return found


@cache
def gestures(game: Game) -> tuple[list[Sequence[Way]], Marks]:
    """How each action is picked, and whether further picks may follow in the same gesture.

    An action picked by parts is a separate gesture: the board shows its result first.
    """
    ways = [game.ways(game.notation.action_text(number)) for number in range(game.actions)]
    return ways, np.array([all(len(way) == 1 for way in each) for each in ways])


def plant(branch: Tree, way: Way, further: Tree) -> None:
    """Let a way of parts lead to what follows."""
    for part in way[:-1]:
        branch = branch.setdefault(part, {})
    branch[way[-1]] = further


def leaves(branch: Tree) -> int:
    """How many actions a tree offers."""
    return sum([leaves(further) if further else 1 for further in branch.values()])


# --- taking a path ------------------------------------------------------------------------------


def take(match: Match, seat: int, path: list[str], say: Words) -> list[Position]:
    """Take the decisions of a path one after the other; return the frames they led to.

    As in `Match.act`, nothing may happen between them: else a refusal could tell what is hidden.
    """
    reveals = match.frames[-1].reveals
    frames: list[Position] = []
    rest, decisions = path, 0
    while rest:
        if decisions:
            match.frames[-1].check_further(seat, reveals)
        if len(frames) != decisions:
            raise UnreadableAction("the path goes on after the turn has ended")
        number, length = first_decision(match.frames[-1], seat, rest)
        frames += match.act(seat, number, say)
        rest, decisions = rest[length:], decisions + 1
    return frames


def first_decision(position: Position, seat: int, path: list[str]) -> tuple[int, int]:
    """The action that a path begins with, and how many picks it takes.

    A path that no open action fits is read as whatever it says, so that it is refused in words.
    """
    game, (ways, _) = position.game, gestures(position.game)
    legal = [action.number for action in position.legal(seat)]
    for action in legal:
        for way in ways[action]:
            if begins(path, way):
                return action, len(way)
            if begins(way, path):
                raise UnreadableAction("the path stops half way")
    for length in range(1, len(path) + 1):
        number = read_whole(position, path[:length])
        if number is not None:
            return number, length
    said = read_whole(position, path[-1:])  # a closed one: what came before it only led there
    if said is not None and said not in legal:
        return said, len(path)
    if tuple(path) in half_picked(game):  # nothing open begins so: any action that does says why
        return half_picked(game)[tuple(path)], len(path)
    raise UnreadableAction("no action is picked so")


def begins(path: Sequence[str], start: Sequence[str]) -> bool:
    """Whether a path starts with all the picks of another."""
    return tuple(path[: len(start)]) == tuple(start)


def read_whole(position: Position, picks: Sequence[str]) -> int | None:
    """The one decision whose text some picks make together."""
    try:
        return position.read_action(" ".join(picks))
    except UnreadableAction:
        return None


@cache
def half_picked(game: Game) -> dict[Way, int]:
    """An action for each beginning of a way."""
    found: dict[Way, int] = {}
    for number, ways in enumerate(gestures(game)[0]):
        for way in ways:
            for length in range(1, len(way) + 1):
                found.setdefault(way[:length], number)
    return found
