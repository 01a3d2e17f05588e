"""Who knows what in Moon River: everybody everything that lies on the table (MR-132…135, MR-144).

Box and stack are kept as numbers of each kind, which all can work out. Which one comes next is not
decided before it comes, so there is nothing in a record to hide but the source of chance.
"""

from __future__ import annotations

from kermesse.core.census import census_of
from kermesse.core.chance import word
from kermesse.core.kernel import kernel
from kermesse.core.record import TABLE
from kermesse.games.moon_river.state import State


@kernel
def conceal(s: State, seat: int) -> None:
    """Leave what ``seat`` knows: all of it, except for what chance will bring (MR-133, MR-135)."""
    s.rng = 0
    s.viewer = seat


@kernel
def imagine(s: State) -> None:
    """The one world that fits a view."""
    s.viewer = TABLE


@kernel
def twin(s: State, seat: int) -> None:
    """Another world for ``seat``: it differs in nothing but the draws to come (MR-133)."""
    word(s)


census = census_of(State.layout)
