"""What a bot is: anything that chooses an action from a view."""

from __future__ import annotations

from typing import Protocol

from kermesse.bots.budget import Budget
from kermesse.core.position import Action, View


class Bot(Protocol):
    """Anything that can choose an action from a view."""

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """One of the view's legal actions; the same one for the same view, iterations and seed."""
