"""Who knows what in Shuppa (SH-116…123).

Piles and the automaton's deck are undecided until a card leaves them, so the only secrets in the
record are the hands, the cards laid face-down, and the event that tells of one of them. How many
Normal and Action cards a hand has, everybody knows.
"""

from __future__ import annotations

from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, UNKNOWN
from kermesse.games.shuppa.rules.cards import (
    NO_CARDS,
    any_card,
    cards_in,
    hand_of,
    of_back,
    set_hand,
    undecided,
    with_card,
    without_card,
)
from kermesse.games.shuppa.state import (
    ACTION_BACK,
    ACTION_PILE,
    NORMAL_BACK,
    Happening,
    State,
    hide_event,
)

# where both events that tell a secret do so
OWNER, CARD = Happening.DREW.places["player"], Happening.DREW.places["card"]
DRAWN_FROM = Happening.DREW.places["pile"]


@kernel
def conceal(s: State, seat: int) -> None:
    """Leave only what ``seat`` knows; a spectator (-1) knows what all know. Also at the end."""
    s.rng = 0
    s.viewer = seat
    for owner in range(s.seats):
        if owner != seat:
            lay_back(s, owner)
            if s.chosen[owner] != NOTHING:
                "SH-118"
                s.chosen[owner] = UNKNOWN  # not even its back
    "SH-116, SH-118"
    hide_event(s, seat)


@kernel
def lay_back(s: State, owner: int) -> None:
    """Of a hand only the backs are known (SH-116, SH-117)."""
    hand = hand_of(s, owner)
    for back in range(2):
        s.unseen[owner, back] += cards_in(of_back(hand, back))
    set_hand(s, owner, NO_CARDS)


@kernel
def imagine(s: State) -> None:
    """Deal the unknown cards to the unseen hands, every way equally likely."""
    s.viewer = TABLE
    for owner in range(s.seats):
        fill_hand(s, owner)
        if s.chosen[owner] == UNKNOWN:
            s.chosen[owner] = any_card(s, hand_of(s, owner))


@kernel
def fill_hand(s: State, owner: int) -> None:
    """Name the unseen cards of a hand."""
    for back in range(2):
        loose = of_back(undecided(s), back)
        for _ in range(s.unseen[owner, back]):
            card = any_card(s, loose)
            loose = without_card(loose, card)
            set_hand(s, owner, with_card(hand_of(s, owner), card))
        s.unseen[owner, back] = 0


@kernel
def twin(s: State, seat: int) -> None:
    """Another world for ``seat``: the others' cards are redrawn."""
    for owner in range(s.seats):
        if owner != seat:
            lay_back(s, owner)
    for owner in range(s.seats):
        fill_hand(s, owner)
    for owner in range(s.seats):
        if owner != seat and s.chosen[owner] != NOTHING:
            s.chosen[owner] = any_card(s, hand_of(s, owner))
    retell(s, seat)


@kernel
def retell(s: State, seat: int) -> None:
    """Make the event of a twin world speak of that world's cards."""
    owner = s.event_args[OWNER]
    if s.event == Happening.CHOSE and owner != seat:
        s.event_args[CARD] = s.chosen[owner]
    elif s.event == Happening.DREW and owner != seat:
        back = ACTION_BACK if s.event_args[DRAWN_FROM] == ACTION_PILE else NORMAL_BACK
        s.event_args[CARD] = any_card(s, of_back(hand_of(s, owner), back))
