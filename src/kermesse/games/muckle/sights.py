"""What the features of Muckle tell, in the order in which `judgement.features` writes them."""

from __future__ import annotations

from kermesse.core.sights import Sight
from kermesse.games.muckle.components import KINDS, SEATS
from kermesse.games.muckle.judgement import SEAT_MARKS

SIGHTS = (
    Sight(
        SEATS * SEAT_MARKS,
        f"for each seat clockwise from the own one, {SEAT_MARKS} numbers: of each of {KINDS} kinds "
        "the copies in hand and put aside as far as known (a quarter), and whether it lies on top; "
        "has the ball; is asked; has chosen; length of its streaks of Runs and of Tackles; height "
        "of its stack; cards not known; damage; the own chosen card",
    ),
    Sight(2, "spaces run by the own team and by the other, as shares of the goal"),
    Sight(1, "turns played, as a share of the most"),
    Sight(2, "cards are selected; the ball is to be given"),
)
