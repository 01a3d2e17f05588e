"""What a view of Muckle shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from kermesse.core.events import told
from kermesse.core.record import NOTHING, plain_values
from kermesse.games.muckle.cards import heap, laid_on, pile
from kermesse.games.muckle.components import ACROSS, PLAYERS, RUNS, SET_SIZE, TACKLES, TEAMS
from kermesse.games.muckle.state import Happening, Phase, State

if TYPE_CHECKING:
    from kermesse.core.position import View

BELOW, LEFT_SIDE, ABOVE, RIGHT_SIDE = range(PLAYERS)  # places on the page, clockwise
DOING = range(Happening.STREAKS, Happening.HIT + 1)  # what Runs and Tackles do, in their order
RESULTS = (Happening.WON, Happening.CAPPED)
BLOWS = (Happening.TACKLED, Happening.DODGED, Happening.HIT)


class Series(NamedTuple):
    """The cards at the top of a stack that would go on as a streak."""

    places: tuple[int, ...] = ()  # from the bottom, the topmost first
    runs: bool = False
    broken: bool = True  # a white card is on top: no streak in this turn (MK-13)

    @property
    def streak(self) -> int:
        """The streak of the card just played, 0 for none."""
        return 0 if self.broken else len(self.places)


class Scene:
    """One view as plain values, the last event, and what both mean."""

    def __init__(self, view: View) -> None:
        self.s = plain_values(State, view.record)
        self.told = told(Happening, self.s)

    @property
    def own(self) -> int:
        """The seat that sits below: the viewer's, for a spectator seat 0."""
        return max(self.s.viewer, 0)

    @property
    def mate(self) -> int:
        """The seat across from the viewer's; nobody's for a spectator."""
        return (self.s.viewer + ACROSS) % PLAYERS if self.s.viewer >= 0 else NOTHING

    def place(self, seat: int) -> int:
        """Where a seat sits on the page, clockwise from below (MK-01)."""
        return (seat - self.own) % PLAYERS

    def is_due(self, seat: int) -> bool:
        """Whether a seat owes a decision."""
        return bool(self.s.due >> seat & 1)

    @property
    def selecting(self) -> bool:
        """Whether the cards to play with are still being selected."""
        return self.s.turn == 0

    @property
    def wanted(self) -> int:
        """How many cards everybody lays aside (MK-03)."""
        return SET_SIZE - self.s.hand_size

    def laid_aside(self, seat: int) -> int:
        """How many cards a seat has laid aside so far."""
        return sum(heap(self.s.aside[seat])) + int(self.s.covered[seat])

    def has_chosen(self, seat: int) -> bool:
        """Whether a seat has answered and waits for the others."""
        if self.s.phase in (Phase.SELECT, Phase.EXCHANGE):
            return not self.is_due(seat)
        return bool(self.s.pick[seat] != NOTHING)

    def streak(self, seat: int) -> int:
        """The streak of the card that a seat has just played, 0 for none (MK-13)."""
        return series(self.s.stack[seat]).streak

    def is_cancelled(self, seat: int) -> bool:
        """Whether a seat's Run or Tackle came to nothing, hit by a higher streak (MK-26)."""
        by, own = self.s.striker[seat], self.streak(seat)
        waits = self.s.waiting >> seat & 1
        return not waits and by != NOTHING and own > 0 and self.streak(by) > own

    def happened(self, event: Happening, seat: int) -> bool:
        """Whether this was the last event, and of this seat."""
        return bool(self.told.event == event and self.told.seat == seat)

    @property
    def actor(self) -> int:
        """The seat that the last event begins with, or NOTHING."""
        return getattr(self.told, "seat", NOTHING)

    @property
    def aimed_at(self) -> int:
        """The seats that the Tackle just played is meant for, as a set."""
        return self.told.targets if self.told.event == Happening.TACKLED else 0

    @property
    def order(self) -> list[int]:
        """Who acts with a Run or a Tackle, from the highest streak to the lowest (MK-25)."""
        found = [(series(self.s.stack[seat]), seat) for seat in range(PLAYERS)]
        acting = [(-each.streak, not each.runs, seat) for each, seat in found if each.streak]
        return [seat for _, _, seat in sorted(acting)]

    @property
    def winner(self) -> int:
        """The team that has won, or NOTHING."""
        return self.told.team if self.told.event in RESULTS else NOTHING


def team_of(seat: int) -> int:
    """The team of a seat (MK-01)."""
    return seat % TEAMS


@lru_cache(maxsize=1 << 13)
def series(stack: int) -> Series:
    """The Runs above the topmost Tackle, or the other way round; white cards do not count."""
    cards = pile(stack)
    coloured = [n for n in reversed(range(len(cards))) if (RUNS | TACKLES) >> cards[n] & 1]
    if not coloured:
        return Series()
    own = RUNS if RUNS >> cards[coloured[0]] & 1 else TACKLES
    places = tuple(takewhile(lambda place: own >> cards[place] & 1, coloured))
    return Series(places, own == RUNS, coloured[0] != len(cards) - 1)


@lru_cache(maxsize=1 << 13)
def streak_with(stack: int, kind: int) -> int:
    """The streak that playing a card next would make; 0 for a white one."""
    return series(int(laid_on(stack, kind))).streak
