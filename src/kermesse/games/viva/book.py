"""The figures of VIVA's rulebook that come from its tables."""

from __future__ import annotations

from collections.abc import Mapping

from kermesse.core.options import Value
from kermesse.core.rulebook import Figures
from kermesse.core.words import Words
from kermesse.games.viva.components import COLOURS, DECK, EDITIONS, KINDS, TABLES, VICTORY_CARDS


def figures(options: Mapping[str, Value], say: Words) -> Figures:
    """How many cards there are, of each kind and of each colour."""
    found: dict[str, int | str] = {
        "kinds": KINDS,
        "kinds_of_one": sum(len(kind.code) == 1 for kind in DECK),
        "kinds_of_two": sum(len(kind.code) == 2 for kind in DECK),
    }
    for place, edition in enumerate(EDITIONS):
        copies = [int(getattr(kind, edition)) for kind in DECK]
        fewest, most = min(copies), max(copies)
        found[f"cards_{edition}"] = TABLES.size(edition)
        found[f"copies_{edition}"] = most if fewest == most else f"{fewest}–{most}"
        found[f"victory_{edition}"] = VICTORY_CARDS[place]
        for colour in COLOURS:
            showing = zip(copies, DECK, strict=True)
            shown = sum(n for n, kind in showing if colour.code in kind.code)
            found[f"{colour.name}_{edition}"] = shown
    return found
