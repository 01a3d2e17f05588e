"""The random bot: all legal actions are equally likely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kermesse.bots.budget import Budget, checked_budget
from kermesse.bots.choice import NOTHING_TO_DECIDE, any_action, check_view
from kermesse.core.chance import checked_seed
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.position import Action, View


@dataclass(frozen=True)
class Random:
    """Plays anything legal: the floor of every ladder."""

    game: Game

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """Any legal action that good manners allow."""
        checked_budget(budget)
        check_view(self.game, view)
        if view.seat not in view.due:
            raise KermesseError(NOTHING_TO_DECIDE)
        known, moves = view.copy().records, np.empty(self.game.actions, np.int16)
        known["rng"] = checked_seed(seed)
        return self.game.known_actions[self.game.bind(any_action)(known, view.seat, moves)]
