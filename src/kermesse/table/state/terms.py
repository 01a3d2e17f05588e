"""What people agree on for a table in addition to the rules of its game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kermesse.table.levels import USUAL

ALONE, ALWAYS, NEVER = "alone", "always", "never"  # when there are hints


@dataclass(frozen=True)
class TableTerms:
    """The terms of a table, in addition to the rules of the game."""

    decision: int = 0  # seconds for a decision; 0 is no limit
    total: int = 0  # seconds for all decisions of a seat together; 0 is no limit
    chat: bool = True
    bot: str = USUAL  # who decides for somebody whose time is up
    hints: str = ALONE

    def kept(self) -> dict[str, Any]:
        """As the store keeps them."""
        return asdict(self)

    @property
    def timed(self) -> bool:
        """Whether there is a clock."""
        return bool(self.decision or self.total)

    @property
    def away_seconds(self) -> float:
        """How long the others wait for somebody who is away, before a bot decides for them."""
        return within(self.decision / 20, 3.0, 30.0)

    @property
    def warning_seconds(self) -> float:
        """How long before the end of their time somebody is warned: never for most of it."""
        limit = self.decision or self.total
        return min(within(limit / 10, 10.0, 300.0), limit / 2)


def within(share: float, least: float, most: float) -> float:
    """A share of some time, with bounds."""
    return max(least, min(share, most))
