"""The figures of Muvuca's rulebook that come from its tables."""

from __future__ import annotations

from collections.abc import Mapping

from kermesse.core.options import Value
from kermesse.core.rulebook import Figures
from kermesse.core.words import Words
from kermesse.games.muvuca.components import CARDS, CELLS, FIRST_HAND, PUSHES, SECOND_HAND, SIDE
from kermesse.games.muvuca.tables import ALL_PAIRS


def figures(options: Mapping[str, Value], say: Words) -> Figures:
    """How many cards there are, how large the Crowd is, and what that means for a turn."""
    return {
        "cards": CARDS,
        "side": SIDE,
        "cells": CELLS,
        "pushes": PUSHES,
        "pairs": pairs(say),
        "first_hand": FIRST_HAND,
        "second_hand": SECOND_HAND,
        "first_plays": FIRST_HAND * PUSHES,
        "plays": FIRST_HAND * (PUSHES - 2),  # MV-20: one line is blocked, both ways
    }


def pairs(say: Words) -> str:
    """How many of the possible pairs there are."""
    if CARDS == ALL_PAIRS:
        return say("5 foods × 5 jackets = 25 cards, five for each food and five for each jacket")
    return say("{cards} of the 25 pairs of a food and a jacket", cards=CARDS)
