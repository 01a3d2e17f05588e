"""Who knows what in Shuppa (SH-116…123).

Piles and the automaton's deck are undecided until a card leaves them, so the only secrets in the
record are the hands, the cards laid face-down, and the event that tells of one of them. How many
Normal and Action cards a hand has, everybody knows.
"""

from __future__ import annotations

from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, Counts, Record
from kermesse.games.shuppa.components import CARDS, MOST_COLUMNS, MOST_SEATS
from kermesse.games.shuppa.rules.cards import (
    NO_CARDS,
    any_card,
    cards_in,
    hand_of,
    is_discarded,
    is_in_hand,
    is_won,
    of_back,
    set_hand,
    undecided,
    with_card,
    without_card,
)
from kermesse.games.shuppa.rules.record import (
    ACTION_BACK,
    ACTION_PILE,
    CELLS,
    NORMAL_BACK,
    Happening,
    wide,
)


@kernel
def conceal(s: Record, seat: int) -> None:
    """Leave only what ``seat`` knows; a spectator (-1) knows what all know. Also at the end."""
    s.rng = 0
    s.viewer = seat
    for owner in range(wide(s.seats)):
        if owner != seat:
            hide_hand(s, owner)
            if s.chosen[owner] != NOTHING:
                s.chosen[owner] = UNKNOWN  # SH-118: not even its back
    told_in_secret = s.event == Happening.CHOSE or s.event == Happening.DREW  # noqa: PLR1714
    if told_in_secret and s.event_args[0] != seat:
        s.event_args[1] = UNKNOWN  # SH-116, SH-118


@kernel
def hide_hand(s: Record, owner: int) -> None:
    """Of a hand only the backs are known (SH-116, SH-117)."""
    hand = hand_of(s, owner)
    for back in range(2):
        s.unseen[owner, back] += cards_in(of_back(hand, back))
    set_hand(s, owner, NO_CARDS)


@kernel
def imagine(s: Record) -> None:
    """Deal the unknown cards to the unseen hands, every way equally likely."""
    s.viewer = TABLE
    for owner in range(wide(s.seats)):
        fill_hand(s, owner)
        if s.chosen[owner] == UNKNOWN:
            s.chosen[owner] = any_card(s, hand_of(s, owner))


@kernel
def fill_hand(s: Record, owner: int) -> None:
    """Name the unseen cards of a hand."""
    for back in range(2):
        loose = of_back(undecided(s), back)
        for _ in range(s.unseen[owner, back]):
            card = any_card(s, loose)
            loose = without_card(loose, card)
            set_hand(s, owner, with_card(hand_of(s, owner), card))
        s.unseen[owner, back] = 0


@kernel
def twin(s: Record, seat: int) -> None:
    """Another world for ``seat``: the others' cards come from all that it cannot place."""
    for owner in range(wide(s.seats)):
        if owner != seat:
            lay_back(s, owner)
    for owner in range(wide(s.seats)):
        fill_hand(s, owner)
    for owner in range(wide(s.seats)):
        if owner != seat and s.chosen[owner] != NOTHING:
            s.chosen[owner] = any_card(s, hand_of(s, owner))
    retell(s, seat)


@kernel
def lay_back(s: Record, owner: int) -> None:
    """A hand goes among the cards that nobody has seen; how many of either back stays known."""
    for back in range(2):
        s.unseen[owner, back] = cards_in(of_back(hand_of(s, owner), back))
    set_hand(s, owner, NO_CARDS)


@kernel
def retell(s: Record, seat: int) -> None:
    """Make the event of a twin world speak of that world's cards."""
    owner = wide(s.event_args[0])
    if s.event == Happening.CHOSE and owner != seat:
        s.event_args[1] = s.chosen[owner]
    elif s.event == Happening.DREW and owner != seat:
        back = ACTION_BACK if s.event_args[2] == ACTION_PILE else NORMAL_BACK
        s.event_args[1] = any_card(s, of_back(hand_of(s, owner), back))


@kernel
def census(s: Record, out: Counts) -> int:
    """Count the cards by number; those in piles, deck and unseen hands have no name."""
    for cell in range(CELLS):
        if s.zone[cell] >= 0:
            out[s.zone[cell]] += 1
    for place in range(MOST_COLUMNS):
        if s.row[place] >= 0:
            out[s.row[place]] += 1
    unnamed = int(s.bonbonniere) + int(s.reserve) + int(s.action_pile) + int(s.laid != NOTHING)
    unnamed += int(s.deck[NORMAL_BACK]) + int(s.deck[ACTION_BACK])
    for player in range(MOST_SEATS):
        unnamed += int(s.unseen[player, NORMAL_BACK]) + int(s.unseen[player, ACTION_BACK])
        for card in range(CARDS):
            out[card] += int(is_in_hand(s, player, card)) + int(is_won(s, player, card))
    for card in range(CARDS):
        out[card] += int(is_discarded(s, card))
    return unnamed
