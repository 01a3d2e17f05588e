"""What the features of VIVA tell, in the order in which `judgement.features` writes them."""

from __future__ import annotations

from kermesse.core.sights import Sight
from kermesse.games.viva.components import HOUSES, KINDS, MOST_SEATS
from kermesse.games.viva.judgement import SEAT_MARKS, TOP_MARKS

SIGHTS = (
    Sight(KINDS, "the own hand: copies of each kind, halved"),
    Sight(KINDS, "the discard pile: copies of each kind, divided by 6"),
    Sight(KINDS, "the cards of the next seat that everybody knows"),
    Sight(KINDS, "the kind of the card just drawn, and of what is laid"),
    Sight(HOUSES * TOP_MARKS, "for each house the colours of its top card, or that it is empty"),
    Sight(TOP_MARKS, "the colours of the blocking card, or that there is none"),
    Sight(
        MOST_SEATS * SEAT_MARKS,
        "for each seat from the own one on: cards (a tenth), one card left, victory cards as a "
        "share of the rounds, takes part",
    ),
    Sight(1, "has the turn"),
    Sight(5, "which decision it is"),
    Sight(2, "cards of the pile and turns played, as shares"),
    Sight(2, "played on one's honour; a tie-break"),
)
