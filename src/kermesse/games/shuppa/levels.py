"""How bots of each level think about Shuppa."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.recipes import Levels, Recipe, Search

# A round is a matrix game: whose number is higher decides where a card drops.
MATRIX = Recipe(Search.MATRIX, 32, scale=4.0, sample=64, otherwise=Search.GLANCE)
WIDTH = {1: 9, 2: 9, 3: 6, 4: 4}  # cards of each hand that are weighed against each other


def levels(seats: int) -> Levels:
    """Glances with slips and without, then matrix games."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=4.0),
        "casual": Recipe(Search.GLANCE, 4, slips=1.4),
        "skilled": Recipe(Search.GLANCE, 4, slips=0.6),
        "strong": Recipe(Search.GLANCE, 8, slips=0.25),
        "expert": replace(MATRIX, width=WIDTH[seats]),
    }
