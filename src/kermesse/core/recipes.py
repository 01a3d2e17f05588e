"""How bots of each level think about a game: data that a game gives, and what holds without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Search(StrEnum):
    """The ways to think that there are."""

    GLANCE = "glance"  # at where each own decision leads
    TREE = "tree"  # of the decisions to come, over imagined worlds
    FLAT = "flat"  # each decision tried by playing on, the worse half drops out
    AHEAD = "ahead"  # alpha-beta in each of a few worlds; for two players
    MATRIX = "matrix"  # sealed choices weighed against each other by regret


@dataclass(frozen=True)
class Recipe:
    """How one level thinks; numbers that a search has no use for are left as they are."""

    search: Search
    iterations: int  # what a decision may cost, unless a budget is given
    slips: float = 0.0  # how far a glance misjudges, in units of `scale`
    scale: float = 4.0  # the judgement at which a seat wins about three times in four
    explore: float = 0.3  # a tree's weight of curiosity
    focus: float = 20.0  # how much more curiosity goes to what looks good at first sight
    trust: float = 4.0  # for how many visits the first sight counts
    playout: int = 0  # decisions of quick play before a position is judged
    sample: int = 8  # moves that quick play looks at
    blind: int = 8  # moves that quick play looks at before a sealed choice
    doubt: int = 1  # imagined worlds of which a tree or alpha-beta believes the worst for its seat
    depth: int = 4  # decisions that alpha-beta looks ahead
    width: int = 16  # most moves that alpha-beta or a matrix looks at
    narrow: int = 4  # the same beyond the seat's own turn, or for other sides
    otherwise: Search = Search.TREE  # where there is nothing sealed to weigh


LEVELS = ("novice", "casual", "skilled", "strong", "expert")

Levels = Mapping[str, Recipe]


def usual_levels(seats: int) -> Levels:
    """For a game that says nothing: glances with and without slips, then trees that grow."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=2.0),
        "casual": Recipe(Search.GLANCE, 4, slips=0.5),
        "skilled": Recipe(Search.TREE, 200),
        "strong": Recipe(Search.TREE, 2_000),
        "expert": Recipe(Search.TREE, 20_000),
    }
