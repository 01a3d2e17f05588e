"""The figures of Muckle's rulebook that come from its tables."""

from __future__ import annotations

from collections.abc import Mapping

from kermesse.core.options import Value
from kermesse.core.rulebook import Figures
from kermesse.core.words import Words
from kermesse.games.muckle.components import CARD_WORDS, CARDS, LISTS, SET_SIZE
from kermesse.games.muckle.words.names import CARD_NAMES, card_name

# printed nowhere: what the two other lists of the reconstruction are, for a separate sentence
OTHER_LISTS = {"tackling": (3, 3, 3, 0, 1, 1, 1, 1), "resting": (4, 2, 2, 0, 1, 1, 1, 2)}


def figures(options: Mapping[str, Value], say: Words) -> Figures:
    """How many cards a set has, of each kind, and how many are put aside."""
    copies = {card.word: card.copies[0] for card in CARDS}
    return {
        "set_size": SET_SIZE,
        "put_aside": SET_SIZE - int(options["hand_size"]),
        "other_lists": other_lists(say),
        **{f"{word}_copies": copies.get(word, 0) for word in CARD_NAMES},
    }


def other_lists(say: Words) -> str:
    """What the sets are that the option `cards` can choose instead."""
    counted = {name: tuple(card.copies[n] for card in CARDS) for n, name in enumerate(LISTS)}
    if tuple(CARD_NAMES) == CARD_WORDS and all(
        counted[name] == copies for name, copies in OTHER_LISTS.items()
    ):
        return say(
            "with 3 Runs, 3 Tackles left, 3 Tackles right and none on both sides; "
            "or with 2 Rests and no Tackle on both sides"
        )
    told = [
        ", ".join(f"{n} {card_name(kind, say)}" for kind, n in enumerate(counted[name]) if n)
        for name in OTHER_LISTS
    ]
    return say("with {tackling}; or with {resting}", tackling=told[0], resting=told[1])
