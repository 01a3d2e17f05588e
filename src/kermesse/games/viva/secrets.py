"""Who knows what in VIVA (VV-75…80, VV-88).

The draw pile is undecided until a card leaves it, so the only secrets in the record are the hands,
the card just drawn, what a turn has laid but not yet shown, answers that are still sealed, and the
event that tells of one of them.
"""

from __future__ import annotations

from kermesse.core.bits import bit, has
from kermesse.core.census import census_of
from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, Counts, tell
from kermesse.games.viva.cards import nth_card, one, size
from kermesse.games.viva.components import KINDS, UNUSED
from kermesse.games.viva.rules.piles import undecided
from kermesse.games.viva.state import (
    TOLD_ANSWER,
    TOLD_CARD,
    TOLD_SEAT,
    Happening,
    Phase,
    State,
    hide_event,
)

counted = census_of(State.layout)


@kernel
def conceal(s: State, seat: int) -> None:
    """Leave only what ``seat`` knows; a spectator (-1) knows what all know."""
    s.rng = 0
    s.viewer = seat
    hide(s, seat)
    "VV-64, VV-75"
    hide_event(s, seat)


@kernel
def hide(s: State, seat: int) -> None:
    """Take out the cards and the answers that only others know."""
    if s.active != seat:
        hide_turn(s)
    for owner in range(s.seats):
        if owner != seat:
            "VV-76"
            s.unseen[owner] += size(int(s.hand[owner]) - int(s.known[owner]))  # hand sizes
            "VV-75"
            s.hand[owner] = s.known[owner]  # perhaps VV-78
    if s.phase in (Phase.CALL, Phase.ANSWERS):
        "VV-63"
        s.callers = int(s.callers) & own_bit(seat)  # sealed until the window closes


@kernel
def own_bit(seat: int) -> int:
    """The set of a seat alone; a spectator has none."""
    return bit(seat) if seat >= 0 else 0


@kernel
def hide_turn(s: State) -> None:
    """The card just drawn, and placements that have not ended (VV-75, VV-79)."""
    if s.drawn != NOTHING:
        s.drawn = UNKNOWN
    if s.phase == Phase.MORE:
        back_to_the_turn(s)


@kernel
def back_to_the_turn(s: State) -> None:
    """A turn in which nothing is laid looks just like this to the others (VV-79)."""
    s.phase = Phase.TURN
    s.laid[:] = 0
    s.laid_kind = NOTHING
    tell(s, Happening.BEGAN, s.active, s.turn)


@kernel
def imagine(s: State) -> None:
    """Spread the unknown cards over the unknown places, every way equally likely."""
    viewer = int(s.viewer)
    s.viewer = TABLE
    fill(s, viewer)


@kernel
def fill(s: State, viewer: int) -> None:
    """Name the cards and the answers that somebody does not know."""
    for owner in range(s.seats):
        fill_hand(s, owner)
    if s.phase in (Phase.CALL, Phase.ANSWERS):
        draw_answers(s, viewer)


@kernel
def fill_hand(s: State, owner: int) -> None:
    """Name the unseen cards of a hand, drawn from those that this record does not name."""
    for _ in range(s.unseen[owner]):
        loose = undecided(s)
        kind = nth_card(loose, draw(s, size(loose)))
        s.hand[owner] += one(kind)
        if s.drawn == UNKNOWN and owner == s.active:
            s.drawn = kind  # any of them may be the one just drawn
    s.unseen[owner] = 0


@kernel
def draw_answers(s: State, viewer: int) -> None:
    """Those who have answered may have called, or not."""
    for seat in range(s.seats):
        asked = has(s.playing, seat) and seat != s.active
        if asked and seat != viewer and not has(s.due, seat):
            s.callers = int(s.callers) | draw(s, 2) << seat


@kernel
def twin(s: State, seat: int) -> None:
    """Another world for ``seat``: what it has not seen is redrawn."""
    hide(s, seat)
    fill(s, seat)
    retell(s, seat)


@kernel
def retell(s: State, seat: int) -> None:
    """Make the event of a twin world speak of that world's cards and answers."""
    owner = int(s.event_args[TOLD_SEAT])
    if owner == seat:
        return
    if s.event == Happening.DREW:
        secret = int(s.hand[owner]) - int(s.known[owner])
        if s.drawn >= 0:
            s.event_args[TOLD_CARD] = s.drawn
        else:
            s.event_args[TOLD_CARD] = nth_card(secret, draw(s, size(secret)))
    elif s.event == Happening.ANSWERED:
        s.event_args[TOLD_ANSWER] = int(has(s.callers, owner))


@kernel
def census(s: State, out: Counts) -> int:
    """Count the cards by kind, with those that an edition leaves in the box."""
    for kind in range(KINDS):
        out[kind] += UNUSED[s.edition, kind]
    return counted(s, out)
