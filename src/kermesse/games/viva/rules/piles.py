"""Draw pile and discard pile: VV-53 to VV-57. The order of the draw pile is never decided."""

from __future__ import annotations

from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import tell
from kermesse.games.viva.cards import nth_card, one, size
from kermesse.games.viva.components import DECKS, HOUSES
from kermesse.games.viva.state import Happening, State


@kernel
def undecided(s: State) -> int:
    """The cards that this record does not name: the draw pile, and hands that it cannot see."""
    left = int(DECKS[s.edition]) - int(s.discard)
    for seat in range(s.seats):
        left -= int(s.hand[seat])
    for house in range(HOUSES):
        left -= int(s.under[house])
        if s.top[house] >= 0:
            left -= one(s.top[house])
    if s.block >= 0:
        left -= one(s.block)
    if s.last >= 0:
        left -= one(s.last)
    return left


@kernel
def from_pile(s: State) -> int:
    """The top card of the draw pile, which is decided now."""
    kind = nth_card(undecided(s), draw(s, int(s.pile)))
    s.pile -= 1
    s.reveals += 1
    return kind


@kernel
def take(s: State, seat: int) -> int:
    """A card goes from the draw pile to a hand."""
    kind = from_pile(s)
    s.hand[seat] += one(kind)
    return kind


@kernel
def below_the_tops(s: State) -> int:
    """The cards in the houses that are not top cards (VV-55)."""
    cards = 0
    for house in range(HOUSES):
        cards += int(s.under[house])
    return cards


@kernel
def can_draw(s: State) -> bool:
    """Whether there is a card to draw anywhere, if need be after a shuffle (VV-53…56)."""
    return s.pile > 0 or s.discard != 0 or below_the_tops(s) != 0


@kernel
def reshuffle(s: State) -> None:
    """Make a new draw pile; which card lies where stays undecided (VV-53…55)."""
    from_houses = s.discard == 0
    if from_houses:
        "VV-55"
        s.pile = size(below_the_tops(s))
        s.under[:] = 0
    else:
        "VV-53"
        s.pile = size(s.discard)
        s.discard = 0
    s.reveals += 1
    tell(s, Happening.RESHUFFLED, s.pile, int(from_houses))


@kernel
def draw_next(s: State, seat: int) -> bool:
    """One of the cards that a seat has to draw, or the shuffle before it; whether it is done."""
    if s.pile > 0:
        kind = take(s, seat)
        s.owes -= 1
        tell(s, Happening.DREW, seat, kind)
    elif can_draw(s):
        "VV-54"
        reshuffle(s)  # at the moment a card is needed
    else:
        "VV-56"
        s.owes = 0  # as many as there are
        tell(s, Happening.NONE_LEFT, seat)
    return s.owes == 0
