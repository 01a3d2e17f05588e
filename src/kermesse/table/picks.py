"""What a seat may choose, as a tree of picks: a path to a leaf is one action of its turn."""

from __future__ import annotations

from typing import TypeAlias

from kermesse.core.errors import UnreadableAction
from kermesse.core.match import Match
from kermesse.core.position import Position
from kermesse.core.words import Words

Tree: TypeAlias = "dict[str, Tree]"

MOST_LEAVES = 300  # beyond that a turn is sent decision by decision


def tree(position: Position, seat: int) -> Tree:
    """The paths open to a seat, as far as its decisions follow each other with nothing between."""
    if seat not in position.due:
        return {}
    whole = branches(position, seat, position.reveals)
    return whole if leaves(whole) <= MOST_LEAVES else {text: {} for text in whole}


def branches(position: Position, seat: int, reveals: int) -> Tree:
    """The decisions open now, each with those that it leads to at once."""
    found: Tree = {}
    for action in position.view(seat).legal():
        trial = position.copy()
        trial.game.kernels["act"](trial.record, seat, action.number)
        # a choice of the same kind is another gesture: the board is to count along
        goes_on = seat in trial.due and trial.reveals == reveals and trial.phase != position.phase
        found[action.text] = branches(trial, seat, reveals) if goes_on else {}
    return found


def leaves(branch: Tree) -> int:
    """How many actions a tree offers."""
    return sum(leaves(further) or 1 for further in branch.values())


def take(match: Match, seat: int, path: list[str], say: Words) -> list[Position]:
    """Take the decisions of a path one after the other; return the frames they led to.

    As in `Match.act`, nothing may happen between them: else a refusal could tell what is hidden.
    """
    reveals = match.frames[-1].reveals
    frames: list[Position] = []
    for place, text in enumerate(path):
        if place:
            match.frames[-1].check_further(seat, reveals)
        if len(frames) != place:
            raise UnreadableAction("the path goes on after the turn has ended")
        frames += match.act(seat, single(match, text), say)
    return frames


def single(match: Match, text: str) -> int:
    """The number of one decision; a pick is never a text of several."""
    number, rest = match.frames[-1].read(text)
    if rest is not None:
        raise UnreadableAction("a pick is one decision")
    return number
