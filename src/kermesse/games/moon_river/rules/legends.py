"""Legends of the West: the boards of the four legends, and the choice of scenario (MR-100…103)."""

from __future__ import annotations

from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import Record, tell
from kermesse.games.moon_river.components import FIELD
from kermesse.games.moon_river.rules.record import (
    AT_RANDOM,
    CITY,
    LEGENDS,
    TIMBER,
    Happening,
    Phase,
)


@kernel
def board_of(s: Record, seat: int) -> int:
    """The field side, or the legend of the seat's colour (MR-02, MR-100, MR-101)."""
    return FIELD if s.variant != LEGENDS else 1 + int(s.colour[seat])


@kernel
def choose_scenario(s: Record) -> None:
    """The scenario that was agreed on, or one of the four, each as likely (MR-102, MR-103)."""
    drawn = s.scenario == AT_RANDOM
    if drawn:  # MR-103
        s.plan = TIMBER + draw(s, CITY)
        s.reveals += 1
    else:
        s.plan = s.scenario
    s.phase = Phase.REFILL
    tell(s, Happening.SCENARIO, s.plan, int(drawn))
