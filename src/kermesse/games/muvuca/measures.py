"""What a designer counts in Muvuca: cards in the first hand, pushed, and in the last hand.

Only the first hand is counted as held: how many rounds follow depends on who wins them.
"""

from __future__ import annotations

from kermesse.core.bits import bit, count, has
from kermesse.core.kernel import kernel
from kermesse.core.measures import ACTION, DEALT, ENDED, How, Measure
from kermesse.core.record import Counts
from kermesse.games.muvuca.components import CARDS, FOODS, JACKETS, KINDS, PUSHES, SHOWING
from kermesse.games.muvuca.state import (
    ROLES_AT_RANDOM,
    Happening,
    Phase,
    State,
)
from kermesse.games.muvuca.words.names import card_name, push_name


def cards_and_kinds(how: How) -> tuple[Measure, ...]:
    """Every card, and after them every product type, of which each card shows two."""
    return (
        *(Measure(how, card_name(card), "card") for card in range(CARDS)),
        *(Measure(how, food.name, "food") for food in FOODS),
        *(Measure(how, f"{jacket.name} jacket", "jacket") for jacket in JACKETS),
    )


MEASURES = (
    *cards_and_kinds(How.HELD),
    Measure(How.HELD, "food vendor", "role"),
    *cards_and_kinds(How.PLAYED),
    *(Measure(How.PLAYED, f"push {push_name(push)}", ACTION) for push in range(PUSHES)),
    *cards_and_kinds(How.OWNED),
)
KIND_COUNT = len(KINDS)
HELD = 0
FOOD_VENDOR = HELD + CARDS + KIND_COUNT
PLAYED = FOOD_VENDOR + 1
PUSHED = PLAYED + CARDS + KIND_COUNT
OWNED = PUSHED + PUSHES


@kernel
def note(s: State, seat: int, action: int, out: Counts) -> None:
    """The first hand and a role drawn by lot, every card and push, the hand that is scored."""
    if action == DEALT:
        note_cards(s.hand[seat], out, HELD)
        if s.roles == ROLES_AT_RANDOM:  # else it was no chance
            out[FOOD_VENDOR] += int(s.food_seat == seat)
    elif action == ENDED:
        note_cards(s.hand[seat], out, OWNED)
    elif s.phase == Phase.CARD:
        note_cards(bit(action), out, PLAYED)
    else:
        out[PUSHED + action - CARDS] += 1


@kernel
def note_cards(cards: int, out: Counts, first: int) -> None:
    """Count a set of cards, one by one and by what they show."""
    for card in range(CARDS):
        out[first + card] += int(has(cards, card))
    for kind in range(KIND_COUNT):
        out[first + CARDS + kind] += count(int(cards) & int(SHOWING[kind]))


@kernel
def pace(s: State, out: Counts) -> None:
    """A round begins with its deal; a turn does too, and when the opponent has the card (MV-26)."""
    out[0] += int(s.event == Happening.DEALT) + int(s.event == Happening.TOOK)
    out[1] += int(s.event == Happening.DEALT)
