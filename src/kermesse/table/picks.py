"""What a seat may choose, as a tree of picks: a path to a leaf is one action of its turn.

A decision is one pick, or as many as its game cuts it into by `ways`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from kermesse.core.customs import Way
from kermesse.core.errors import UnreadableAction
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.position import Action, Position
from kermesse.core.words import Words

Tree: TypeAlias = "dict[str, Tree]"

MOST_LEAVES = 300  # beyond that a turn is sent decision by decision


def tree(position: Position, seat: int) -> Tree:
    """The paths open to a seat, as far as its decisions follow each other with nothing between."""
    if seat not in position.due:
        return {}
    whole = branches(position, seat, position.reveals)
    return whole if leaves(whole) <= MOST_LEAVES else planted(position, seat)


def branches(position: Position, seat: int, reveals: int) -> Tree:
    """The decisions open now, each with those that it leads to at once."""
    found: Tree = {}
    for action in position.view(seat).legal():
        ways = position.game.ways(action.text)
        further: Tree = {}
        # what is picked by parts is a gesture of its own: the board is to show what came of it
        if all(len(way) == 1 for way in ways):
            further = following(position, seat, action, reveals)
        for way in ways:
            plant(found, way, further)
    return found


def following(position: Position, seat: int, action: Action, reveals: int) -> Tree:
    """The decisions to which an action leads at once."""
    trial = position.copy()
    trial.game.kernels["act"](trial.record, seat, action.number)
    # a choice of the same kind is another gesture: the board is to count along
    goes_on = seat in trial.due and trial.reveals == reveals and trial.phase != position.phase
    return branches(trial, seat, reveals) if goes_on else {}


def planted(position: Position, seat: int) -> Tree:
    """The decisions open now, and nothing beyond them."""
    found: Tree = {}
    for action in position.view(seat).legal():
        for way in position.game.ways(action.text):
            plant(found, way, {})
    return found


def plant(branch: Tree, way: Way, further: Tree) -> None:
    """Let a way of parts lead to what follows."""
    for part in way[:-1]:
        branch = branch.setdefault(part, {})
    branch[way[-1]] = further


def leaves(branch: Tree) -> int:
    """How many actions a tree offers."""
    return sum(leaves(further) or 1 for further in branch.values())


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
    game, legal = position.game, position.legal(seat)
    for action in legal:
        for way in game.ways(action.text):
            if begins(path, way):
                return action.number, len(way)
            if begins(way, path):
                raise UnreadableAction("the path stops half way")
    for length in range(1, len(path) + 1):
        number = read_whole(position, path[:length])
        if number is not None:
            return number, length
    said = read_whole(position, path[-1:])  # a closed one: what came before it only led there
    if said is not None and said not in (action.number for action in legal):
        return said, len(path)
    if tuple(path) in half_picked(game):  # nothing open begins so: any action that does says why
        return half_picked(game)[tuple(path)], len(path)
    raise UnreadableAction("no action is picked so")


def begins(path: Sequence[str], start: Sequence[str]) -> bool:
    """Whether a path starts with all the picks of another."""
    return list(path[: len(start)]) == list(start)


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
    for number in range(game.actions):
        for way in game.ways(game.notation.action_text(number)):
            for length in range(1, len(way) + 1):
                found.setdefault(way[:length], number)
    return found
