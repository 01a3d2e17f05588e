"""How bots of each level think about Shuppa."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.recipes import Levels, Recipe, Search

# A round is a matrix game: whose number is higher decides where a card drops.
# All own cards are weighed, and of others the few that look best: another hand is imagined, and
# whoever may pick any card of it knows too well how to answer.
MATRIX = Recipe(Search.MATRIX, 128, scale=4.0, sample=64, width=9, otherwise=Search.GLANCE)
NARROW = {1: 9, 2: 3, 3: 2, 4: 2}


def levels(seats: int) -> Levels:
    """Glances with slips and without, then matrix games."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=2.5),
        "casual": Recipe(Search.GLANCE, 4, slips=0.9),
        "skilled": Recipe(Search.GLANCE, 4, slips=0.45),
        "strong": Recipe(Search.GLANCE, 8, slips=0.15),
        "expert": replace(MATRIX, narrow=NARROW[seats]),
    }
