"""The random bot: every legal action is as likely as any other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kermesse.bots.budget import Budget, checked_budget
from kermesse.bots.choice import anything, legal_actions
from kermesse.core.game import Game, checked_seed
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
        actions = {action.number: action for action in legal_actions(self.game, view)}
        known, moves = view.copy(), np.zeros(self.game.actions, np.int16)
        known.record.rng = checked_seed(seed)
        return actions[self.game.bind(anything)(known.record, view.seat, moves)]
