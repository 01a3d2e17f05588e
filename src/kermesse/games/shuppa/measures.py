"""What a designer counts in Shuppa: cards in the first hand, chosen, and won; and actions.

Cards go by what they are: Normal ones by their colour, Action cards by what they do.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.kernel import kernel
from kermesse.core.measures import ACTION, DEALT, ENDED, How, Measure
from kermesse.core.record import Counts
from kermesse.games.shuppa.components import CARDS, COLOUR, KIND, NORMAL, SUITS
from kermesse.games.shuppa.rules.cards import hand_of, is_among, won_by
from kermesse.games.shuppa.rules.effects import kind_in_play
from kermesse.games.shuppa.state import DECLINE, PLAY, Happening, Phase, State
from kermesse.games.shuppa.tables import KINDS

# the sort of every card: the colours of Normal cards, then the kinds of Action cards
SORT = np.where(np.equal(KIND, NORMAL), COLOUR, len(SUITS) + KIND).astype(np.int64)
SORTS = len(SUITS) + len(KINDS)

DEEDS = {
    "eat": "eat a card",
    "jump": "make a card jump",
    "swap": "swap two cards",
    "lift": "lift a column",
}


def sorts(how: How) -> tuple[Measure, ...]:
    """Every sort of card; those that are owned at the end are the points themselves (SH-97)."""
    points = how is How.OWNED
    return (
        *(Measure(how, f"{suit} card", "Normal card", points) for suit in SUITS),
        *(Measure(how, f"{kind} card", "Action card", points) for kind in KINDS),
    )


MEASURES = (
    *sorts(How.HELD),
    *sorts(How.PLAYED),
    *(Measure(How.PLAYED, DEEDS[kind], ACTION) for kind in KINDS),
    Measure(How.PLAYED, "decline an action", ACTION),
    Measure(How.PLAYED, "share a lot", ACTION),
    *sorts(How.OWNED),
)
HELD = 0
PLAYED = HELD + SORTS
DONE = PLAYED + SORTS
DECLINED = DONE + len(KINDS)
SHARED = DECLINED + 1
OWNED = SHARED + 1


@kernel
def note(s: State, seat: int, action: int, out: Counts) -> None:
    """The first hand, the PV pile at the end, and what a seat decides for itself.

    What it decides for the automaton (SH-109) is nothing that it has done.
    """
    hand, pile = hand_of(s, seat), won_by(s, seat)
    if action == DEALT:
        for card in range(CARDS):
            out[HELD + SORT[card]] += int(is_among(hand, card))
    elif action == ENDED:
        for card in range(CARDS):
            out[OWNED + SORT[card]] += int(is_among(pile, card))
    elif s.phase == Phase.PLAY:
        out[PLAYED + SORT[action - PLAY]] += 1
    elif s.phase == Phase.SHARE:
        out[SHARED] += 1
    elif s.phase == Phase.EFFECT:
        out[DECLINED if action == DECLINE else DONE + kind_in_play(s)] += 1


@kernel
def pace(s: State, out: Counts) -> None:
    """A player has a turn to look for a lot (SH-31), and another to use an Action card (SH-59)."""
    lots = int(s.event == Happening.MARKED and s.chain == 0 and s.acting == 0)  # later: new ones
    none = int(s.event == Happening.NO_LOT) + int(s.event == Happening.STAYED)
    out[0] += lots + none + int(s.event == Happening.ACTS)
    out[1] += int(s.event == Happening.TURNED_UP)
