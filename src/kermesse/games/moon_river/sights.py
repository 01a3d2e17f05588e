"""What the features of Moon River tell, in the order in which `judgement.features` writes them."""

from __future__ import annotations

from kermesse.core.sights import Sight
from kermesse.games.moon_river.components import CELLS, COLUMN, KINDS, SEATS, SPECIALISTS
from kermesse.games.moon_river.judgement import COLUMN_MARKS, LANDS, SEAT_MARKS

SIGHTS = (
    Sight(
        SEATS * SEAT_MARKS,
        f"for each seat from the own one on, {SEAT_MARKS} numbers: {CELLS} cells for each of "
        f"{LANDS} terrains, cells with cows (how many), cells with partners, plots of the reserve "
        f"by {KINDS} kinds, points, tokens that show a prospector, a trapper and a farmer, "
        "free cells, has the turn",
    ),
    Sight(
        2 * COLUMN * COLUMN_MARKS,
        "for each place of the two columns: the kind of its plot, and whose Ranchero stands there",
    ),
    Sight(2 * SPECIALISTS, "tokens of each specialist in the saloon, and in the stack"),
    Sight(KINDS, "plots of each kind that are left in the box"),
    Sight(2, "rounds played and cows in the supply, as shares"),
    Sight(4, "which scenario is played"),
    Sight(1, "steps that a cowboy has left"),
    Sight(13, "which decision it is"),
    Sight(1, "the box is being emptied"),
)
