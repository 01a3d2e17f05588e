"""How bots of each level think about Moon River."""

from __future__ import annotations

from kermesse.core.recipes import Levels, Recipe, Search

# Judgements are in points of a score sheet, and thirty of them are a clear lead. What a plot is
# good for shows some rounds later, so those are played on.
TREE = Recipe(
    Search.TREE, 200, scale=30.0, explore=0.5, focus=20.0, trust=1.0, playout=30, sample=64
)


def levels(seats: int) -> Levels:
    """Glances with slips and without, then a tree; nothing is hidden but what chance will bring."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=0.3, scale=30.0),
        "casual": Recipe(Search.GLANCE, 1, slips=0.1, scale=30.0),
        "skilled": Recipe(Search.GLANCE, 1, slips=0.03, scale=30.0),
        "strong": Recipe(Search.GLANCE, 8),
        "expert": TREE,
    }
