"""What the features of Muvuca tell, in the order in which `judgement.features` writes them."""

from __future__ import annotations

from kermesse.core.sights import Sight
from kermesse.games.muvuca.components import CARDS, CELLS, LINES
from kermesse.games.muvuca.judgement import CELL_MARKS

SIGHTS = (
    Sight(CARDS, "the own hand, a number for each card"),
    Sight(CARDS, "the cards of the other hand that everybody knows"),
    Sight(CARDS, "the own cards that everybody knows"),
    Sight(CARDS, "the card that is chosen and not yet pushed"),
    Sight(CELLS * CELL_MARKS, "for each cell the kinds it shows, own wares first, or its back"),
    Sight(LINES, "the line at which the Cart stands"),
    Sight(3, "sells food; began the round; has the turn"),
    Sight(1, "a push is to be decided"),
    Sight(2, "rounds won by oneself and by the other, as shares of what is needed"),
    Sight(1, "turns played, as a share of the most"),
    Sight(1, "lines that end a round, as a share of a side"),
)
