"""The figures of VIVA's rulebook that come from its tables."""

from __future__ import annotations

from collections.abc import Mapping

from kermesse.core.numerals import in_words
from kermesse.core.options import Value
from kermesse.core.rulebook import Figures
from kermesse.core.words import Words
from kermesse.games.viva.components import (
    COLOURS,
    DECK,
    EDITIONS,
    KINDS,
    MOST_SEATS,
    TABLES,
    VICTORY_CARDS,
)

FEWEST_SEATS = 2


def figures(options: Mapping[str, Value], say: Words) -> Figures:
    """How many cards there are, of each kind and of each colour."""
    found: dict[str, int | str] = {
        "kinds": KINDS,
        "players": players(say),
        "people": people(say),
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


def players(say: Words) -> str:
    """For how many it is, in figures."""
    return say("2 to {most}", most=MOST_SEATS) if MOST_SEATS > FEWEST_SEATS else str(FEWEST_SEATS)


def people(say: Words) -> str:
    """For how many it is, in a sentence."""
    if MOST_SEATS == FEWEST_SEATS:
        return say("Two people play.")
    most = in_words(MOST_SEATS, say.language, feminine=True)
    return say("Between two and {most} people can play.", most=most)
