"""Before the first turn: the sets, the selection, the exchange (MK-01…09)."""

from __future__ import annotations

from kermesse.core.bits import without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, Record, tell
from kermesse.games.muckle.components import EVERYBODY, SET_SIZE, SETS
from kermesse.games.muckle.rules.cards import list_kinds, one, size
from kermesse.games.muckle.rules.record import READY, Happening, Phase


@kernel
def setup(s: Record) -> None:
    """Everybody has a set; nobody has the ball; all select at the same time (MK-02, MK-04)."""
    s.reveals = 0
    s.over = 0
    s.hand[:] = SETS[s.cards]  # MK-02
    s.known[:] = 0
    s.aside[:] = 0
    s.stack[:] = 0
    s.unseen[:] = 0
    s.covered[:] = 0
    s.pick[:] = NOTHING
    s.progress[:] = 0  # MK-09
    s.ball = NOTHING  # MK-08
    s.turn = 0
    clear_turn(s)
    s.due = EVERYBODY  # MK-04
    s.phase = Phase.SELECT
    tell(s, Happening.SET_UP, s.hand_size, to_put_aside(s))


@kernel
def clear_turn(s: Record) -> None:
    """What was done in a turn is forgotten with it (MK-33)."""
    s.carrier = s.ball
    s.damage[:] = 0
    s.striker[:] = NOTHING
    s.waiting = 0
    s.tackler = NOTHING
    s.aims = 0
    s.target = NOTHING
    s.source = NOTHING
    s.hops = 0


@kernel
def to_put_aside(s: Record) -> int:
    """How many cards each player plays without (MK-03)."""
    return SET_SIZE - int(s.hand_size)


@kernel
def selection_options(s: Record, seat: int, out: Moves) -> int:
    """Any card, until enough are put aside (MK-05); then there is nothing left but being ready."""
    if size(s.aside[seat]) < to_put_aside(s):
        return list_kinds(s.hand[seat], out, 0)
    out[0] = READY  # MK-72: asked even so
    return 1


@kernel
def select(s: Record, seat: int, action: int) -> None:
    """Put one card aside, face-down, or be ready (MK-03, MK-71)."""
    if action == READY:
        s.due = without(s.due, seat)
        if s.due == 0:
            s.phase = Phase.EXCHANGE  # MK-07
        tell(s, Happening.READY, seat)
    else:
        s.hand[seat] -= one(action)
        s.aside[seat] += one(action)
        tell(s, Happening.PUT_ASIDE, seat, action, size(s.aside[seat]))


@kernel
def exchange(s: Record) -> None:
    """Teammates see what the other plays without (MK-06); the first turn begins."""
    s.reveals += 1
    s.turn = 1
    tell(s, Happening.EXCHANGED, to_put_aside(s))
    ask_for_cards(s)


@kernel
def ask_for_cards(s: Record) -> None:
    """All four owe a card (MK-10, MK-11)."""
    s.due = EVERYBODY
    s.phase = Phase.PLAY
