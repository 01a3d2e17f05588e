"""The box of Moon River: its tables, read and checked as a whole."""

from __future__ import annotations

from kermesse.core.tables import Tables
from kermesse.games.moon_river import needs, printed
from kermesse.games.moon_river.tables import Box, parse


def read(tables: Tables) -> Box:
    """The box, if the game can be played with it; the original keeps all that is printed."""
    box = parse(tables)
    needs.check(box)
    if tables.is_original:
        printed.check(box)
    return box
