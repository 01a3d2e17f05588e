"""How bots of each level think about Muckle."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.recipes import Levels, Recipe, Search

# A turn is a matrix game between the teams. Matches are played on to their end: what a card was
# good for shows turns later. Everybody then picks the best of three cards of the hand: if all
# always picked the best one, every match would go the same way. Of others two cards are weighed,
# those that look best: with more of them they would answer what they cannot know.
MATRIX = Recipe(Search.MATRIX, 8, playout=200, blind=3, width=4, narrow=2, otherwise=Search.GLANCE)


def levels(seats: int) -> Levels:
    """Glances with slips and without, then matrix games in few worlds and in many."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=1.0),
        "casual": Recipe(Search.GLANCE, 4, slips=0.2),
        "skilled": Recipe(Search.GLANCE, 8),
        "strong": MATRIX,
        "expert": replace(MATRIX, iterations=128),
    }
