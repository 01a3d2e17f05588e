"""Who knows what in Muvuca (MV-53…62).

Face-down cards of the Crowd are undecided until somebody sees them, so the only secrets in the
record are the hands, the card chosen for this turn, and the event that tells of either.
"""

from __future__ import annotations

from kermesse.core.bits import count, has, including, minus
from kermesse.core.chance import draw_member
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, Counts, Record
from kermesse.games.muvuca.components import CARDS, CELLS
from kermesse.games.muvuca.rules import Happening, undecided


@kernel
def conceal(s: Record, seat: int) -> None:
    """Leave only what ``seat`` knows; a spectator (-1) knows what both know."""
    s.rng = 0
    s.viewer = seat
    for owner in range(2):
        if owner != seat:
            s.unseen[owner] += count(minus(s.hand[owner], s.known[owner]))  # MV-54: hand sizes
            s.hand[owner] = s.known[owner]  # MV-53; MV-56: what was face-up stays known
    if s.chosen != NOTHING and s.active != seat:
        s.chosen = UNKNOWN  # MV-58
    if hides_card(s) and s.event_args[0] != seat:
        s.event_args[1] = UNKNOWN


@kernel
def hides_card(s: Record) -> bool:
    """Whether the last event names a card that only one seat saw (MV-57, MV-58)."""
    if s.event == Happening.TOOK:
        return s.event_args[2] == 0
    return s.event == Happening.CHOSE


@kernel
def imagine(s: Record) -> None:
    """Spread the unknown cards over the unknown places, every way equally likely (MV-62)."""
    s.viewer = TABLE
    fill_hands(s)
    if s.chosen == UNKNOWN:
        s.chosen = draw_member(s, s.hand[s.active])


@kernel
def fill_hands(s: Record) -> None:
    """Name the unseen cards of both hands, drawn from all that this record names nowhere."""
    for owner in range(2):
        for _ in range(s.unseen[owner]):
            s.hand[owner] = including(s.hand[owner], draw_member(s, undecided(s)))
        s.unseen[owner] = 0


@kernel
def twin(s: Record, seat: int) -> None:
    """Another world for ``seat``: the secret cards of the others come from all it has not seen."""
    for owner in range(2):
        if owner != seat:
            s.unseen[owner] = count(minus(s.hand[owner], s.known[owner]))
            s.hand[owner] = s.known[owner]
    fill_hands(s)
    if s.active != seat and s.chosen != NOTHING:
        s.chosen = draw_member(s, s.hand[s.active])
    retell(s, seat)


@kernel
def retell(s: Record, seat: int) -> None:
    """Make the event of a twin world speak of that world's cards."""
    owner = s.event_args[0]
    if s.event == Happening.CHOSE and owner != seat:
        s.event_args[1] = s.chosen
    if s.event == Happening.TOOK and owner != seat:
        secret = minus(s.hand[owner], s.known[owner])
        if not has(s.known[owner], s.event_args[1]):
            s.event_args[1] = draw_member(s, secret)


@kernel
def census(s: Record, out: Counts) -> int:
    """Count the cards by where they lie; what lies face-down or unseen has no name."""
    unnamed = int(s.unseen[0]) + int(s.unseen[1])
    for card in range(CARDS):
        out[card] += int(has(s.hand[0], card)) + int(has(s.hand[1], card))
    for cell in range(CELLS):
        unnamed += tally(out, s.crowd[cell])
    return unnamed + tally(out, s.leaving) + tally(out, s.aside)


@kernel
def tally(out: Counts, card: int) -> int:
    """Count a card if it has a name; return 1 if one lies there without."""
    if card >= 0:
        out[card] += 1
    return int(card == UNKNOWN)
