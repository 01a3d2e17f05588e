"""Perft: how many ways there are to take so many decisions, counted and compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from kermesse.core.position import Position


def perft(position: Position, depth: int, phases: Collection[str] = ()) -> int:
    """How many ways there are to take that many decisions, the lowest due seat first.

    Where ``phases`` are named, a decision of any other phase is the end of a way.
    """
    if position.over or (phases and position.phase not in phases):
        return 0
    game, seat = position.game, min(position.due)
    moves = np.zeros(game.actions, np.int16)
    n = game.kernels["legal"](position.record, seat, moves)
    if depth == 1:
        return int(n)
    total = 0
    for move in moves[:n]:
        child = position.copy()
        game.kernels["act"](child.record, seat, int(move))
        child.rush()
        total += perft(child, depth - 1, phases)
    return total


@dataclass(frozen=True)
class Perft:
    """A position and the counts that are expected from it, or a second implementation that counts.

    Every depth in ``wanted`` and in ``depths`` is counted; the oracle is asked for ``depths``.
    """

    start: Callable[[], Position]
    wanted: Mapping[int, int] = field(default_factory=dict)
    oracle: Callable[[Position, int], int] | None = None
    depths: Collection[int] = ()
    phases: Collection[str] = ()
    rules: Collection[str] = ()

    def check(self) -> None:
        """Count, and compare with what is wanted and with what the oracle finds."""
        position = self.start()
        depths = sorted({*self.wanted, *self.depths})
        found = {depth: perft(position, depth, self.phases) for depth in depths}
        wanted = dict(self.wanted)
        for depth in self.depths:
            assert self.oracle is not None
            oracle = self.oracle(position, depth)
            assert wanted.setdefault(depth, oracle) == oracle, f"the oracle counts {oracle}"
        assert found == wanted, f"counts by depth: expected {wanted}, found {found}"
