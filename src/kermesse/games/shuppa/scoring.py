"""Points and places: SH-97 to SH-100, and against the automaton SH-115."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.bits import bit, count
from kermesse.core.kernel import kernel
from kermesse.core.record import Points
from kermesse.games.shuppa.components import CARDS, MULTICOLOUR_POINTS
from kermesse.games.shuppa.rules.cards import cards_in, multicolours_of, won_by
from kermesse.games.shuppa.state import State, players


class Ending(IntEnum):
    """What decided the match; alone, how it went against the automaton."""

    POINTS = 0
    MULTICOLOURS = 1
    SHARED = 2
    WON = 3
    LOST = 4


@kernel
def multicolours(s: State, player: int) -> int:
    return cards_in(multicolours_of(won_by(s, player)))


@kernel
def points(s: State, player: int) -> int:
    """1 PV for each card of the PV pile, 2 for a multicolour one (SH-97)."""
    return cards_in(won_by(s, player)) + (MULTICOLOUR_POINTS - 1) * multicolours(s, player)


@kernel
def standing(s: State, player: int) -> int:
    """A number that is higher the better a player stands: points, then multicolours (SH-99)."""
    return (CARDS + 1) * points(s, player) + multicolours(s, player)


@kernel
def ahead_of(s: State, player: int) -> int:
    n = 0
    for other in range(players(s)):
        n += int(standing(s, other) > standing(s, player))
    return n


@kernel
def champions(s: State) -> int:
    """The players whom nobody is ahead of (SH-98…100)."""
    found = 0
    for player in range(players(s)):
        if ahead_of(s, player) == 0:
            found |= bit(player)
    return found


@kernel
def score(s: State, out: Points) -> None:
    """The points of every seat; the automaton has none."""
    for seat in range(s.seats):
        out[seat] = points(s, seat)


@kernel
def outcome(s: State, out: Points) -> int:
    """Places by points, then multicolours; who plays alone is second to a better automaton."""
    for seat in range(s.seats):
        out[seat] = 1 + ahead_of(s, seat)
    first = champions(s)
    if count(first) > 1:
        "SH-100"
        return Ending.SHARED
    if s.seats == 1:
        "SH-115"
        return Ending.WON if first == bit(0) else Ending.LOST
    return Ending.MULTICOLOURS if is_tied_on_points(s) else Ending.POINTS


@kernel
def is_tied_on_points(s: State) -> bool:
    """Whether several players have the most points (SH-99)."""
    most, holders = -1, 0
    for player in range(players(s)):
        own = points(s, player)
        if own > most:
            most, holders = own, 0
        holders += int(own == most)
    return holders > 1
