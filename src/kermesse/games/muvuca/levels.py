"""How bots of each level think about Muvuca."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.recipes import Levels, Recipe, Search

# A point more or less decides little, three of them most rounds. The other hand is one that its
# player chose to keep: rounds that looked 96 % won over all hands it may be were won one time in
# three when they were ended.
TREE = Recipe(Search.TREE, 20, scale=4.0, explore=0.5, focus=15.0, doubt=64)


def levels(seats: int) -> Levels:
    """Glances with slips, then trees that grow and fear the worst of what is hidden."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=0.5),
        "casual": Recipe(Search.GLANCE, 8, slips=0.15),
        "skilled": TREE,
        "strong": replace(TREE, iterations=200),
        "expert": replace(TREE, iterations=10_000),
    }
