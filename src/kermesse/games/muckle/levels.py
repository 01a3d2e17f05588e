"""How bots of each level think about Muckle."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.recipes import Levels, Recipe, Search

# A turn is a matrix game between the teams; six turns on, spaces and ball speak for themselves.
MATRIX = Recipe(Search.MATRIX, 48, scale=4.0, playout=24, width=3, otherwise=Search.GLANCE)


def levels(seats: int) -> Levels:
    """Glances with slips and without, then matrix games of three and of four cards a hand."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=1.0),
        "casual": Recipe(Search.GLANCE, 4, slips=0.2),
        "skilled": Recipe(Search.GLANCE, 8),
        "strong": MATRIX,
        "expert": replace(MATRIX, width=4),
    }
