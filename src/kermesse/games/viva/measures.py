"""What a designer counts in VIVA: cards of the first hand, cards played, and what is done.

Only the first hand is counted as held: how many rounds follow, and who plays them, is no chance.
What is left in hands at the end is no component that somebody owns, but who lost the last round.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.kernel import kernel
from kermesse.core.measures import ACTION, DEALT, How, Measure
from kermesse.core.record import NOTHING, Counts
from kermesse.games.viva.bots import is_allowed
from kermesse.games.viva.cards import copies, first_kind
from kermesse.games.viva.components import HOUSES, KINDS
from kermesse.games.viva.rules.houses import shown_with
from kermesse.games.viva.state import (
    ACTIONS,
    CALL,
    DRAW,
    FINISH,
    FROM_HAND,
    KEEP,
    PASS,
    PILE,
    SILENT,
    STOP,
    Happening,
    Phase,
    State,
)
from kermesse.games.viva.words.names import card_name

LAST_CARD = "finish with the last card"  # that is how a round is won
# what a decision does, by its action number; a placement also by its phase
DEEDS = {
    "place a card": range(FINISH),
    "place another identical card": range(0),
    "place the drawn card": range(0),
    LAST_CARD: (FINISH,),
    "draw a card": (DRAW,),
    "pass": (PASS,),
    "stop placing": (STOP,),
    "keep the drawn card": (KEEP,),
    "block with a card from hand": range(FROM_HAND, PILE),
    "block with the top card of the pile": (PILE,),
    "call": (CALL,),
    "stay silent": (SILENT,),
}
PLACE, PLACE_MORE, PLACE_DRAWN = range(3)
DEED = np.zeros(ACTIONS, np.int64)
for _deed, _actions in enumerate(DEEDS.values()):
    DEED[list(_actions)] = _deed

# the card that an action names
CARD = np.full(ACTIONS, NOTHING, np.int64)
CARD[:FINISH] = np.arange(FINISH) // HOUSES
CARD[FROM_HAND:PILE] = np.arange(KINDS)

CARDS = tuple(f"{card_name(kind)} card" for kind in range(KINDS))
MEASURES = (
    *(Measure(How.HELD, card, "card") for card in CARDS),
    *(Measure(How.PLAYED, card, "card") for card in CARDS),
    *(Measure(How.PLAYED, deed, ACTION, is_result=deed == LAST_CARD) for deed in DEEDS),
    Measure(How.PLAYED, "make VIVA", ACTION),
    Measure(How.PLAYED, "place a forbidden card", ACTION),
)
HELD = 0
PLAYED = HELD + KINDS
DONE = PLAYED + KINDS
VIVA = DONE + len(DEEDS)
FORBIDDEN = VIVA + 1

MOST = np.iinfo(np.int16).max


@kernel
def note(s: State, seat: int, action: int, out: Counts) -> None:
    """The first hand, then every decision; at the end there is nothing to count."""
    if action == DEALT:
        for kind in range(KINDS):
            out[HELD + kind] += copies(s.hand[seat], kind)
    elif action >= 0:
        note_decision(s, seat, action, out)


@kernel
def note_decision(s: State, seat: int, action: int, out: Counts) -> None:
    """A card that leaves the hand, and what is done with it."""
    card = first_kind(s.hand[seat]) if action == FINISH else int(CARD[action])
    if card != NOTHING:
        add_one(out, PLAYED + card)
    if action < FINISH:
        add_one(out, DONE + placing(s))
        if shown_with(s, card, action % HOUSES) != 0:
            add_one(out, VIVA)
    else:
        add_one(out, DONE + int(DEED[action]))
    if not is_allowed(s, seat, action):
        add_one(out, FORBIDDEN)


@kernel
def placing(s: State) -> int:
    """Which kind of placement this is."""
    if s.phase == Phase.MORE:
        return PLACE_MORE
    return PLACE_DRAWN if s.phase == Phase.DRAWN else PLACE


@kernel
def add_one(out: Counts, at: int) -> None:
    """Count one more, as far as numbers go: 13 rounds can have 5000 turns each."""
    if out[at] < MOST:
        out[at] += 1


@kernel
def pace(s: State, out: Counts) -> None:
    """A turn begins when the deal or the turn before it is done (VV-32), a round with its deal."""
    out[0] += int(s.event == Happening.BEGAN)
    out[1] += int(s.event == Happening.DEALT)
