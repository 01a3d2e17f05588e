"""Set-up: SH-01 to SH-10, and of the solo game SH-101 to SH-104."""

from __future__ import annotations

from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record, tell
from kermesse.games.shuppa.components import (
    ACTION_DEALT,
    AUTOMATON_CARDS,
    NORMAL_DEALT,
    REVEALED,
    STARTING_LEVELS,
)
from kermesse.games.shuppa.deck import ACTION_CARDS, NORMAL_CARDS
from kermesse.games.shuppa.rules.cards import (
    Heap,
    any_card,
    hand_of,
    of_back,
    set_hand,
    undecided,
    with_card,
    without_card,
)
from kermesse.games.shuppa.rules.lots import columns
from kermesse.games.shuppa.rules.record import (
    ACTION_BACK,
    COLUMN,
    NORMAL_BACK,
    Happening,
    Phase,
    wide,
)


@kernel
def setup(s: Record) -> None:
    """Hands, zone and piles; a lot in the starting zone stays there (SH-10)."""
    clear(s)
    normals = of_back(undecided(s), wide(NORMAL_BACK))
    actions = of_back(undecided(s), wide(ACTION_BACK))
    for seat in range(wide(s.seats)):
        normals = deal(s, seat, normals, wide(NORMAL_DEALT))  # SH-03
        actions = deal(s, seat, actions, wide(ACTION_DEALT))  # SH-07
    lay_zone(s, normals)  # perhaps SH-10
    s.deck[:] = 0
    if s.seats == 1:
        give_automaton(s)
    s.bonbonniere = REVEALED * s.rounds + 1  # SH-05
    dealt = int(s.seats) * NORMAL_DEALT + columns(s) * STARTING_LEVELS + int(s.bonbonniere)
    s.reserve = NORMAL_CARDS - dealt - s.deck[NORMAL_BACK]  # SH-06
    s.action_pile = ACTION_CARDS - int(s.seats) * ACTION_DEALT - s.deck[ACTION_BACK]  # SH-07
    s.phase = Phase.REVEAL
    s.reveals += 1
    reserve, action_pile = wide(s.reserve), wide(s.action_pile)
    tell(s, Happening.DEALT, columns(s), wide(s.bonbonniere), reserve, action_pile)


@kernel
def clear(s: Record) -> None:
    """An empty table."""
    s.reveals = 0
    s.over = 0
    s.due = 0
    s.phase = Phase.REVEAL
    s.hand[:] = 0
    s.won[:] = 0
    s.discard[:] = 0
    s.zone[:] = NOTHING
    s.row[:] = NOTHING
    s.token[:] = NOTHING  # SH-08
    s.stand[:] = 0
    s.chosen[:] = NOTHING
    s.unseen[:] = 0
    s.tops[:] = NOTHING
    s.laid = NOTHING
    s.arrow = NOTHING  # SH-09: not shown before phase 1
    s.rights = 0
    s.number = 0
    s.automaton_won = 0
    s.column = 0
    clear_turn(s)


@kernel
def clear_turn(s: Record) -> None:
    """Nobody's turn, and nothing won."""
    s.waiting = 0
    s.acting = 0
    s.active = NOTHING
    s.gain = 0
    s.chain = 0
    s.best = 0
    s.marked[:] = 0
    s.coming[:] = 0
    s.falling = 0
    s.answers[:] = NOTHING
    s.lot = 0


@kernel
def deal(s: Record, seat: int, pile: Heap, n: int) -> Heap:
    """Some cards of a pile go to a hand; return the others."""
    hand = hand_of(s, seat)
    for _ in range(n):
        card = any_card(s, pile)
        pile = without_card(pile, card)
        hand = with_card(hand, card)
    set_hand(s, seat, hand)
    return pile


@kernel
def lay_zone(s: Record, pile: Heap) -> None:
    """Two cards above each Confiseur card (SH-01, SH-02, SH-04)."""
    for column in range(columns(s)):
        for level in range(STARTING_LEVELS):
            card = any_card(s, pile)
            pile = without_card(pile, card)
            s.zone[COLUMN * column + level] = card


@kernel
def give_automaton(s: Record) -> None:
    """The automaton's deck: so many Action cards, the others Normal (SH-102…104)."""
    s.deck[ACTION_BACK] = s.difficulty
    s.deck[NORMAL_BACK] = AUTOMATON_CARDS - s.difficulty
    s.tops[0] = next_back(s)


@kernel
def next_back(s: Record) -> int:
    """The back of a card of the deck that nobody has seen; NOTHING if all are known (SH-123)."""
    normals, actions = int(s.deck[NORMAL_BACK]), int(s.deck[ACTION_BACK])
    if normals + actions == 0:
        return NOTHING
    s.reveals += 1
    return NORMAL_BACK if draw(s, normals + actions) < normals else ACTION_BACK
