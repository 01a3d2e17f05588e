"""How bots of each level think about Muckle."""

from __future__ import annotations

from kermesse.core.recipes import Levels, Recipe, Search

# A turn is a matrix game between the teams; six turns on, spaces and ball speak for themselves.
MATRIX = Recipe(Search.MATRIX, 48, scale=4.0, playout=24, width=3, otherwise=Search.GLANCE)


def levels(seats: int) -> Levels:
    """Glances with slips and without, then matrix games."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=2.0),
        "casual": Recipe(Search.GLANCE, 4, slips=0.38),
        "skilled": Recipe(Search.GLANCE, 4, slips=0.16),
        "strong": Recipe(Search.GLANCE, 8),
        "expert": MATRIX,
    }
