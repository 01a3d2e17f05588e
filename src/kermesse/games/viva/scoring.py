"""Victory cards and places: VV-12 to VV-17."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.bits import bit, count, has
from kermesse.core.kernel import kernel
from kermesse.core.record import Points
from kermesse.games.viva.state import State


class Ending(IntEnum):
    """What decided the match."""

    VICTORY_CARDS = 0
    TIE_BREAK = 1
    SHARED = 2


@kernel
def leaders(s: State) -> int:
    """The seats with the most victory cards, even if that is none (VV-12, VV-13)."""
    most = 0
    for seat in range(s.seats):
        most = max(most, int(s.wins[seat]))
    found = 0
    for seat in range(s.seats):
        if s.wins[seat] == most:
            found |= bit(seat)
    return found


@kernel
def champions(s: State) -> int:
    """Who wins the match as it stands: after a void tie-break round all the tied (VV-14, VV-16)."""
    if s.tie_break and s.victor >= 0:
        return bit(s.victor)
    return leaders(s)


@kernel
def score(s: State, out: Points) -> None:
    """Victory cards."""
    for seat in range(s.seats):
        out[seat] = s.wins[seat]


@kernel
def outcome(s: State, out: Points) -> int:
    """Places by victory cards, the winner first; equal numbers share a place (VV-17)."""
    first = champions(s)
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += int(standing(s, first, other) > standing(s, first, seat))
    if not s.tie_break:
        return Ending.VICTORY_CARDS
    if count(first) > 1:
        "VV-16"
        return Ending.SHARED
    return Ending.TIE_BREAK


@kernel
def standing(s: State, first: int, seat: int) -> int:
    """A number that is higher the better a seat stands; who is first has the most cards anyway."""
    return int(s.wins[seat]) + int(has(first, seat))
