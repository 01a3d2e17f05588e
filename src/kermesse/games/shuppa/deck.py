"""The deck of Shuppa as its tables have it: `data/deck.toml` and `data/box.toml`."""

from __future__ import annotations

from kermesse.core.tables import Tables
from kermesse.games.shuppa.tables import COLOURS, KINDS, LEVELS, MULTICOLOUR, Card, read

__all__ = ["COLOURS", "KINDS", "LEVELS", "MULTICOLOUR", "Card"]

DECK = read(Tables.of_package(__package__))
NORMAL_CARDS, ACTION_CARDS = len(DECK.normals), len(DECK.actions)
