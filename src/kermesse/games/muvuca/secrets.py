"""Who knows what in Muvuca (MV-53…62).

Face-down cards of the Crowd are undecided until somebody sees them, so the only secrets in the
record are the hands, the card chosen for this turn, and the event that tells of either.
"""

from __future__ import annotations

from kermesse.core.bits import count, has, including, minus
from kermesse.core.chance import draw_member
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, UNKNOWN
from kermesse.games.muvuca.rules.turn import undecided
from kermesse.games.muvuca.state import Happening, State, hide_event


@kernel
def conceal(s: State, seat: int) -> None:
    """Leave only what ``seat`` knows; a spectator (-1) knows what both know."""
    s.rng = 0
    s.viewer = seat
    for owner in range(2):
        if owner != seat:
            "MV-54"
            s.unseen[owner] += count(minus(s.hand[owner], s.known[owner]))  # hand sizes
            "MV-53, MV-56"
            s.hand[owner] = s.known[owner]  # what was face-up stays known
    if s.chosen != NOTHING and s.active != seat:
        "MV-58"
        s.chosen = UNKNOWN
    "MV-57, MV-58"
    hide_event(s, seat)


@kernel
def imagine(s: State) -> None:
    """Spread the unknown cards over the unknown places, every way equally likely (MV-62)."""
    s.viewer = TABLE
    fill_hands(s)
    if s.chosen == UNKNOWN:
        s.chosen = draw_member(s, s.hand[s.active])


@kernel
def fill_hands(s: State) -> None:
    """Name the unseen cards of both hands, drawn from those that this record does not name."""
    for owner in range(2):
        for _ in range(s.unseen[owner]):
            s.hand[owner] = including(s.hand[owner], draw_member(s, undecided(s)))
        s.unseen[owner] = 0


@kernel
def twin(s: State, seat: int) -> None:
    """Another world for ``seat``: the others' secret cards are redrawn."""
    for owner in range(2):
        if owner != seat:
            s.unseen[owner] = count(minus(s.hand[owner], s.known[owner]))
            s.hand[owner] = s.known[owner]
    fill_hands(s)
    if s.active != seat and s.chosen != NOTHING:
        s.chosen = draw_member(s, s.hand[s.active])
    retell(s, seat)


@kernel
def retell(s: State, seat: int) -> None:
    """Make the event of a twin world speak of that world's cards."""
    owner = s.event_args[0]
    if s.event == Happening.CHOSE and owner != seat:
        s.event_args[1] = s.chosen
    if s.event == Happening.TOOK and owner != seat:
        secret = minus(s.hand[owner], s.known[owner])
        if not has(s.known[owner], s.event_args[1]):
            s.event_args[1] = draw_member(s, secret)
