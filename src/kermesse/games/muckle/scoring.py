"""How far each team has run in Muckle, and who has won."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.kernel import kernel
from kermesse.core.record import Points
from kermesse.games.muckle.components import PLAYERS, TEAMS
from kermesse.games.muckle.state import State


class Ending(IntEnum):
    """Why the match ended."""

    GOAL = 0
    CAP = 1
    DRAW = 2


@kernel
def score(s: State, out: Points) -> None:
    """The spaces that each seat's team has run (MK-09)."""
    for seat in range(PLAYERS):
        out[seat] = s.progress[seat % TEAMS]


@kernel
def outcome(s: State, out: Points) -> int:
    """Place 1 for the team with more progress, 2 for the other; in a draw 1 for all (MK-60)."""
    for seat in range(PLAYERS):
        own, other = s.progress[seat % TEAMS], s.progress[1 - seat % TEAMS]
        out[seat] = 1 if own >= other else 2
    if s.progress[0] == s.progress[1]:
        return Ending.DRAW
    return Ending.GOAL if max(s.progress[0], s.progress[1]) >= s.goal else Ending.CAP
