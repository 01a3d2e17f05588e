"""Who knows what in Muckle (MK-61…66, MK-70).

Nothing is drawn in this game, so the secrets are the players' own: which cards they have put aside,
and with that what the others cannot know of their hands, and the card picked for this turn. The
rest follows from what was played, which everybody has seen.
"""

from __future__ import annotations

from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, Counts
from kermesse.games.muckle.cards import copies, heap_of, nth_card, one, size
from kermesse.games.muckle.components import KINDS, PLAYERS, SETS, UNUSED
from kermesse.games.muckle.rules.turn import mate
from kermesse.games.muckle.state import Happening, State, hide_event


@kernel
def conceal(s: State, seat: int) -> None:
    """Leave only what ``seat`` knows; a spectator (-1) knows what all know."""
    s.rng = 0
    s.viewer = seat
    if s.over:
        "MK-70"
        return
    for owner in range(PLAYERS):
        if owner != seat:
            if s.turn == 0 or seat < 0 or mate(owner) != seat:
                hide_cards(s, owner)
            if s.pick[owner] != NOTHING:
                "MK-66"
                s.pick[owner] = UNKNOWN  # from the teammate, too
    "MK-04, MK-66"
    hide_event(s, seat)


@kernel
def hide_cards(s: State, owner: int) -> None:
    """What lies aside, and all of a hand that was never seen in play (MK-61, MK-63, MK-65)."""
    "MK-64"
    s.unseen[owner] += size(int(s.hand[owner]) - int(s.known[owner]))  # hand sizes
    s.hand[owner] = s.known[owner]
    s.covered[owner] += size(s.aside[owner])
    s.aside[owner] = 0


@kernel
def imagine(s: State) -> None:
    """Spread the cards of each set over hand and aside, all possible ways equally likely."""
    s.viewer = TABLE
    for owner in range(PLAYERS):
        deal_out(s, owner, loose(s, owner))
        if s.pick[owner] == UNKNOWN:
            s.pick[owner] = any_card(s, s.hand[owner])


@kernel
def loose(s: State, owner: int) -> int:
    """The cards of a set that this record does not name."""
    named = int(s.hand[owner]) + int(s.aside[owner]) + heap_of(s.stack[owner])
    return int(SETS[s.cards]) - named


@kernel
def deal_out(s: State, owner: int, cards: int) -> None:
    """Fill up a hand from some cards; the others are those put aside."""
    left = int(cards)
    for _ in range(s.unseen[owner]):
        card = any_card(s, left)
        left -= one(card)
        s.hand[owner] += one(card)
    s.aside[owner] += left
    s.unseen[owner] = 0
    s.covered[owner] = 0


@kernel
def any_card(s: State, heap: int) -> int:
    """A random card of a heap, all equally likely, copies counted."""
    return nth_card(heap, draw(s, size(heap)))


@kernel
def twin(s: State, seat: int) -> None:
    """Another world for ``seat``: what it never saw of the others' sets is dealt again."""
    if s.over == 0:
        for owner in range(PLAYERS):
            friend = seat >= 0 and (owner - seat) % 2 == 0
            if owner != seat and not (friend and s.turn > 0):
                swap_cards(s, owner)
            if owner != seat and s.pick[owner] != NOTHING:
                s.pick[owner] = any_card(s, s.hand[owner])
        retell(s, seat)


@kernel
def swap_cards(s: State, owner: int) -> None:
    """Mix the secret part of a hand with the cards put aside."""
    secret = int(s.hand[owner]) - int(s.known[owner])
    s.unseen[owner] = size(secret)
    s.hand[owner] = s.known[owner]
    together = secret + int(s.aside[owner])
    s.aside[owner] = 0
    deal_out(s, owner, together)


@kernel
def retell(s: State, seat: int) -> None:
    """Make the event of a twin world speak of that world's cards."""
    owner = int(s.event_args[0])
    if s.event == Happening.PUT_ASIDE and owner != seat:
        s.event_args[1] = any_card(s, s.aside[owner])
    elif s.event == Happening.PICKED and owner != seat:
        s.event_args[1] = s.pick[owner]


@kernel
def census(s: State, out: Counts) -> int:
    """Count the cards by kind; those that this record does not name lie in hands or aside."""
    unnamed = 0
    for kind in range(KINDS):
        out[kind] += UNUSED[s.cards, kind]
    for seat in range(PLAYERS):
        unnamed += int(s.unseen[seat]) + int(s.covered[seat])
        named = int(s.hand[seat]) + int(s.aside[seat]) + heap_of(s.stack[seat])
        for kind in range(KINDS):
            out[kind] += copies(named, kind)
    return unnamed
