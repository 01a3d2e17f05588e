"""The random bot: every legal action is as likely as any other."""

from __future__ import annotations

import random
from dataclasses import dataclass

from kermesse.bots.budget import Budget
from kermesse.bots.choice import considered
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
        seed = checked_seed(seed)
        return random.Random(seed).choice(considered(self.game, view, seed))
