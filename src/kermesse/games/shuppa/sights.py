"""What the features of Shuppa tell, in the order in which `judgement.features` writes them."""

from __future__ import annotations

from kermesse.core.sights import Sight
from kermesse.games.shuppa.components import CARDS, MOST_COLUMNS, MOST_SEATS
from kermesse.games.shuppa.judgement import CELL_MARKS, LEVELS_SEEN, SEAT_MARKS

SIGHTS = (
    Sight(CARDS, "the own hand, a number for each card"),
    Sight(CARDS, "the cards of the row"),
    Sight(
        MOST_COLUMNS * LEVELS_SEEN * CELL_MARKS,
        f"for each of {MOST_COLUMNS} columns the lowest {LEVELS_SEEN} cards: colour or "
        "multicolour, the own token, another's token",
    ),
    Sight(
        MOST_SEATS * SEAT_MARKS,
        "for each player from oneself on: points (divided by 20), cards (by 9), Action cards (by "
        "4), has a token out, has the turn",
    ),
    Sight(4, "which decision it is"),
    Sight(1, "the direction of the round; one half before it is shown"),
    Sight(1, "rounds played, as a share"),
    Sight(2, "cards of the Reserve (divided by 36) and of the Action pile (by 24)"),
    Sight(1, "the back of the automaton's top card; one half if it is not known"),
)
