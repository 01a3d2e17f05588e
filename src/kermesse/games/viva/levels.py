"""How bots of each level think about VIVA."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.recipes import Levels, Recipe, Search

# A few turns are played on before a hand is judged: what matters is who gets rid of it.
TREE = Recipe(Search.TREE, 20, scale=3.0, explore=0.6, focus=4.0, playout=24)


def levels(seats: int) -> Levels:
    """Glances with slips, then trees with informed playouts."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=3.0),
        "casual": Recipe(Search.GLANCE, 1, slips=0.65),
        "skilled": Recipe(Search.GLANCE, 8, slips=0.22),
        "strong": TREE,
        "expert": replace(TREE, iterations=4_000),
    }
