"""What a designer counts in Muckle: the cards that a player kept, those played, and the ball.

Nobody holds anything by chance: everybody begins with the same set.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.kernel import kernel
from kermesse.core.measures import ACTION, ENDED, How, Measure
from kermesse.core.record import Counts
from kermesse.games.muckle.cards import copies, heap_of
from kermesse.games.muckle.components import CARDS, KINDS
from kermesse.games.muckle.state import BALL, PLAY, Happening, Phase, State
from kermesse.games.muckle.words.names import card_name

WORDS = tuple(dict.fromkeys(card.action for card in CARDS))  # run, tackle…: each once
DEED = np.array([WORDS.index(card.action) for card in CARDS], np.int64)
NAMES = tuple(card_name(kind) for kind in range(KINDS))

MEASURES = (
    *(Measure(How.PLAYED, name, "card") for name in NAMES),
    *(Measure(How.PLAYED, f"play a {word}", ACTION) for word in WORDS),
    Measure(How.PLAYED, "take the ball", ACTION),
    Measure(How.PLAYED, "give the ball to the teammate", ACTION),
    *(Measure(How.OWNED, name, "card") for name in NAMES),
)
PLAYED = 0
DONE = PLAYED + KINDS
TAKE_BALL = DONE + len(WORDS)
GIVE_BALL = TAKE_BALL + 1
OWNED = GIVE_BALL + 1


@kernel
def note(s: State, seat: int, action: int, out: Counts) -> None:
    """Cards as they are picked, where the ball goes, and at the end the cards that were kept."""
    if action == ENDED:
        kept = int(s.hand[seat]) + heap_of(s.stack[seat])
        for kind in range(KINDS):
            out[OWNED + kind] += copies(kept, kind)
    elif s.phase == Phase.PLAY:
        out[PLAYED + action - PLAY] += 1
        out[DONE + int(DEED[action - PLAY])] += 1
    elif s.phase == Phase.BALL:
        out[TAKE_BALL if action - BALL == seat else GIVE_BALL] += 1


@kernel
def pace(s: State, out: Counts) -> None:
    """The turns, the first of which follows the exchange (MK-06); there are no rounds."""
    out[0] += int(s.event == Happening.EXCHANGED) + int(s.event == Happening.TURN)
