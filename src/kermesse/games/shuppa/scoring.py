"""Points and places: SH-97 to SH-100, and against the automaton SH-115."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.bits import bit, count
from kermesse.core.kernel import kernel
from kermesse.core.record import Points, Record
from kermesse.games.shuppa.components import CARDS, MULTICOLOUR_POINTS, MULTICOLOURS


class Ending(IntEnum):
    """What decided the match; alone, how it went against the automaton."""

    POINTS = 0
    MULTICOLOURS = 1
    SHARED = 2
    WON = 3
    LOST = 4


@kernel
def players(s: Record) -> int:
    """How many play, the automaton included (SH-101)."""
    return max(int(s.seats), 2)  # perhaps SH-101


@kernel
def multicolours(s: Record, player: int) -> int:
    """How many multicolour cards a PV pile has."""
    low, high = int(s.won[player, 0]), int(s.won[player, 1])
    return count(low & MULTICOLOURS[0]) + count(high & MULTICOLOURS[1])


@kernel
def points(s: Record, player: int) -> int:
    """1 PV for each card of the PV pile, 2 for a multicolour one (SH-97)."""
    cards = count(s.won[player, 0]) + count(s.won[player, 1])
    return cards + (MULTICOLOUR_POINTS - 1) * multicolours(s, player)


@kernel
def standing(s: Record, player: int) -> int:
    """A number that is higher the better a player stands: points, then multicolours (SH-99)."""
    return (CARDS + 1) * points(s, player) + multicolours(s, player)  # perhaps SH-99


@kernel
def ahead_of(s: Record, player: int) -> int:
    """How many players stand better."""
    n = 0
    for other in range(players(s)):
        n += int(standing(s, other) > standing(s, player))
    return n


@kernel
def champions(s: Record) -> int:
    """The players whom nobody is ahead of (SH-98…100)."""
    found = 0
    for player in range(players(s)):
        if ahead_of(s, player) == 0:
            found |= bit(player)
    return found


@kernel
def score(s: Record, out: Points) -> None:
    """The points of every seat; the automaton has none."""
    for seat in range(s.seats):
        out[seat] = points(s, seat)


@kernel
def outcome(s: Record, out: Points) -> int:
    """Places by points, then multicolours; who plays alone is second to a better automaton."""
    for seat in range(s.seats):
        out[seat] = 1 + ahead_of(s, seat)
    first = champions(s)
    if count(first) > 1:
        return Ending.SHARED  # SH-100
    if s.seats == 1:
        return Ending.WON if first == bit(0) else Ending.LOST  # SH-115
    return Ending.MULTICOLOURS if is_tied_on_points(s) else Ending.POINTS


@kernel
def is_tied_on_points(s: Record) -> bool:
    """Whether several players have the most points (SH-99)."""
    most, holders = -1, 0
    for player in range(players(s)):
        own = points(s, player)
        if own > most:
            most, holders = own, 0
        holders += int(own == most)
    return holders > 1  # perhaps SH-99
