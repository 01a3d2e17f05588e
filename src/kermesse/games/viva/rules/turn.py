"""A turn: VV-23 to VV-32, and the last card: VV-45 to VV-51."""

from __future__ import annotations

from kermesse.core.bits import bit, listed, minus
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, Record, tell
from kermesse.games.viva.components import HOUSES, WIDTH
from kermesse.games.viva.rules.multiset import copies, first_kind, kinds_in, one, size
from kermesse.games.viva.rules.piles import can_draw, draw_next
from kermesse.games.viva.rules.placing import (
    forbidden,
    further_places,
    lowered,
    match,
    places,
    shown_by_all,
)
from kermesse.games.viva.rules.record import (
    DRAW,
    FINISH,
    FROM_HAND,
    HONOUR,
    KEEP,
    PASS,
    PILE,
    STOP,
    Happening,
    Phase,
)

# --- what is open -------------------------------------------------------------------------


@kernel
def turn_options(s: Record, seat: int, out: Moves) -> int:
    """Options a to d, and the last card (VV-23…25, VV-29, VV-45)."""
    hand = int(s.hand[seat])
    n = 0
    if size(hand) > 1:
        n = listed(places(s, kinds_in(hand)), out)  # VV-82: each kind and house once
    elif s.table == HONOUR or match(first_kind(hand), s.block):  # VV-46, VV-60
        out[0] = FINISH
        n = 1
    out[n] = DRAW if can_draw(s) else PASS  # VV-29, VV-49, VV-56
    return n + 1


@kernel
def more_options(s: Record, out: Moves) -> int:
    """Another identical card, or enough (VV-28)."""
    n = listed(further_places(s), out)
    out[n] = STOP
    return n + 1


@kernel
def drawn_options(s: Record, out: Moves) -> int:
    """The drawn card to a house, or to the hand (VV-30, VV-31)."""
    n = listed(places(s, one(s.drawn)), out)
    out[n] = KEEP
    return n + 1


@kernel
def block_options(s: Record, seat: int, out: Moves) -> int:
    """Any card of the hand, or the top card of the pile (VV-40)."""
    n = listed(kinds_in(s.hand[seat]), out)
    for i in range(n):
        out[i] = FROM_HAND + out[i] // WIDTH
    out[n] = PILE
    return n + 1


# --- what is done -------------------------------------------------------------------------


@kernel
def lay(s: Record, seat: int, action: int) -> None:
    """A card from hand goes to a house; the others see it when the placing ends (VV-24…28)."""
    kind, house = action // HOUSES, action % HOUSES
    alone = forbidden(s, kind, s.top[house])
    s.laid_kind = kind
    s.laid[house] += 1
    if more_follows(s, seat) and not alone:  # perhaps VV-61
        s.phase = Phase.MORE
        tell(s, Happening.LAID, seat, kind, house)
    else:
        show(s, seat, 0)


@kernel
def more_follows(s: Record, seat: int) -> bool:
    """Whether an identical card may follow: no VIVA, and a card is left after it (VV-36, VV-51)."""
    left = int(s.hand[seat]) - laid_cards(s) * one(s.laid_kind)
    return shown_by_all(s) == 0 and copies(left, s.laid_kind) > 0 and size(left) > 1


@kernel
def laid_cards(s: Record) -> int:
    """How many cards this turn has laid so far."""
    n = 0
    for house in range(HOUSES):
        n += int(s.laid[house])
    return n


@kernel
def show(s: Record, seat: int, was_drawn: int) -> None:
    """The placing ends: what was laid leaves the hand and lies in the houses (VV-79)."""
    kind, n = int(s.laid_kind), laid_cards(s)
    s.hand[seat] -= n * one(kind)
    if not was_drawn:
        s.known[seat] = lowered(s.known[seat], kind, n)  # perhaps VV-78
    s.reveals += 1
    tell(s, Happening.PLACED, seat, kind, s.laid[0], s.laid[1], s.laid[2], was_drawn)
    for house in range(HOUSES):
        if s.laid[house] > 0:
            cover(s, house)
    s.laid_kind = NOTHING
    s.passes = 0
    finish_placing(s, seat)


@kernel
def cover(s: Record, house: int) -> None:
    """The laid cards become the top of a house; only the topmost matters (VV-18)."""
    kind = int(s.laid_kind)
    s.placed, s.house, s.beneath = kind, house, s.top[house]
    if s.top[house] >= 0:  # VV-25
        s.under[house] += one(s.top[house])
    s.under[house] += (int(s.laid[house]) - 1) * one(kind)
    s.top[house] = kind
    s.laid[house] = 0


@kernel
def finish(s: Record, seat: int) -> None:
    """The last card goes on the blocking card (VV-45…48)."""
    s.last = first_kind(s.hand[seat])
    s.hand[seat] = 0
    s.known[seat] = 0
    s.passes = 0
    s.reveals += 1
    tell(s, Happening.FINISHED, seat, s.last)
    finish_placing(s, seat)


@kernel
def finish_placing(s: Record, seat: int) -> None:
    """On the honour table everybody else is asked first (VV-62, VV-85)."""
    if s.table == HONOUR:
        s.due = minus(s.playing, bit(seat))
        s.phase = Phase.CALL  # VV-85
    else:
        s.due = 0
        s.phase = what_follows(s)


@kernel
def what_follows(s: Record) -> int:
    """A placement that stands wins the round, makes VIVA, or ends the turn (VV-84, VV-86)."""
    if s.last >= 0:
        return Phase.WIN  # VV-86
    return Phase.VIVA if shown_by_all(s) else Phase.BEGIN


@kernel
def draw_one(s: Record) -> None:
    """Option d (VV-29)."""
    s.passes = 0
    s.owes = 1
    s.due = 0
    s.phase = Phase.DRAW
    draw_for_turn(s)


@kernel
def draw_for_turn(s: Record) -> None:
    """The card is drawn, and the player decides whether to place it at once (VV-30, VV-81)."""
    if draw_next(s, s.active):
        s.drawn = s.event_args[1]
        s.due = bit(s.active)  # VV-81
        s.phase = Phase.DRAWN


@kernel
def place_drawn(s: Record, seat: int, action: int) -> None:
    """The card just drawn goes to a house, alone (VV-30, VV-31)."""
    s.laid_kind = action // HOUSES
    s.laid[action % HOUSES] = 1
    s.drawn = NOTHING
    show(s, seat, 1)


@kernel
def keep(s: Record, seat: int) -> None:
    """The drawn card stays in the hand, unseen (VV-80)."""
    s.drawn = NOTHING
    s.due = 0
    s.phase = Phase.BEGIN
    tell(s, Happening.KEPT, seat)


@kernel
def pass_turn(s: Record, seat: int) -> None:
    """Nothing can be drawn (VV-56)."""
    s.passes += 1  # VV-56
    s.due = 0
    s.phase = Phase.BEGIN
    tell(s, Happening.PASSED, seat)
