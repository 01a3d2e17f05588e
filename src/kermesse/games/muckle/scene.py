"""What a view of Muckle shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kermesse.core.record import NOTHING
from kermesse.games.muckle.components import (
    ACROSS,
    KINDS,
    MOST_COPIES,
    RUNS,
    SEATS,
    SET_SIZE,
    TACKLES,
    TEAMS,
    WIDTH,
)
from kermesse.games.muckle.rules.record import Happening, Phase

if TYPE_CHECKING:
    from kermesse.core.position import View

BELOW, LEFT_SIDE, ABOVE, RIGHT_SIDE = range(SEATS)  # places on the page, clockwise from the viewer
DOING = range(Happening.STREAKS, Happening.HIT + 1)  # what Runs and Tackles do, in their order
RESULTS = (Happening.WON, Happening.CAPPED)
OF_ONE_SEAT = frozenset(range(Happening.PUT_ASIDE, Happening.PICKED_UP + 1)) - {
    Happening.EXCHANGED,
    Happening.STREAKS,
    Happening.DAMAGE,
    Happening.STAYED,
}


class Series(NamedTuple):
    """The cards at the top of a stack that would go on as a streak."""

    cards: int  # their places from the bottom, as a set
    length: int
    runs: bool
    broken: bool  # a white card is on top: no streak in this turn (MK-13)


class Scene:
    """One view as whole numbers and lists: a tenth of the time of asking NumPy each time."""

    def __init__(self, view: View) -> None:
        names = view.game.dtype.names or ()
        given = dict(zip(names, view.record.item(), strict=True))
        self.viewer: int = given["viewer"]
        self.phase: int = given["phase"]
        self.over: int = given["over"]
        self.due: int = given["due"]
        self.event: int = given["event"]
        self.args: list[int] = given["event_args"].tolist()
        self.hand: list[int] = given["hand"].tolist()
        self.known: list[int] = given["known"].tolist()
        self.aside: list[int] = given["aside"].tolist()
        self.stack: list[int] = given["stack"].tolist()
        self.unseen: list[int] = given["unseen"].tolist()
        self.covered: list[int] = given["covered"].tolist()
        self.pick: list[int] = given["pick"].tolist()
        self.damage: list[int] = given["damage"].tolist()
        self.striker: list[int] = given["striker"].tolist()
        self.progress: list[int] = given["progress"].tolist()
        self.turn: int = given["turn"]
        self.turn_cap: int = given["turn_cap"]
        self.ball: int = given["ball"]
        self.waiting: int = given["waiting"]
        self.goal: int = given["goal"]
        self.hand_size: int = given["hand_size"]

    @property
    def own(self) -> int:
        """The seat that sits below: the viewer's, for a spectator seat 0."""
        return max(self.viewer, 0)

    @property
    def mate(self) -> int:
        """The seat across from the viewer's; nobody's for a spectator."""
        return (self.viewer + ACROSS) % SEATS if self.viewer >= 0 else NOTHING

    def place(self, seat: int) -> int:
        """Where a seat sits on the page, clockwise from below (MK-01)."""
        return (seat - self.own) % SEATS

    def is_due(self, seat: int) -> bool:
        """Whether a seat owes a decision."""
        return bool(self.due >> seat & 1)

    @property
    def selecting(self) -> bool:
        """Whether the cards to play with are still being selected."""
        return self.turn == 0

    @property
    def wanted(self) -> int:
        """How many cards everybody lays aside (MK-03)."""
        return SET_SIZE - self.hand_size

    def laid_aside(self, seat: int) -> int:
        """How many cards a seat has laid aside so far."""
        return size(self.aside[seat]) + self.covered[seat]

    def held(self, seat: int) -> int:
        """How many cards a hand has: a card picked for this turn is one of them (MK-66)."""
        return size(self.hand[seat]) + self.unseen[seat]

    def has_chosen(self, seat: int) -> bool:
        """Whether a seat has answered and waits for the others."""
        if self.phase in (Phase.SELECT, Phase.EXCHANGE):
            return not self.is_due(seat)
        return self.pick[seat] != NOTHING

    def streak(self, seat: int) -> int:
        """The streak of the card that a seat has just played, 0 for none (MK-13)."""
        found = series(self.stack[seat])
        return 0 if found.broken else found.length

    def is_cancelled(self, seat: int) -> bool:
        """Whether a seat's Run or Tackle came to nothing, hit by a higher streak (MK-26)."""
        by, own = self.striker[seat], self.streak(seat)
        waits = self.waiting >> seat & 1
        return not waits and by != NOTHING and own > 0 and self.streak(by) > own

    @property
    def actor(self) -> int:
        """The seat that the last event begins with, or NOTHING."""
        return self.args[0] if self.event in OF_ONE_SEAT else NOTHING

    @property
    def blow(self) -> int:
        """The seat at which the hit under way is seen, or NOTHING."""
        seen = (Happening.TACKLED, Happening.DODGED, Happening.HIT)
        return self.args[0] if self.event in seen else NOTHING

    @property
    def aimed_at(self) -> int:
        """The seats that the Tackle just played is meant for, as a set."""
        return self.args[3] if self.event == Happening.TACKLED else 0

    @property
    def order(self) -> tuple[int, ...]:
        """Who acts with a Run or a Tackle, from the highest streak to the lowest (MK-25)."""
        acting = [seat for seat in range(SEATS) if self.streak(seat)]
        return tuple(sorted(acting, key=self._turn_of))

    def _turn_of(self, seat: int) -> tuple[int, bool, int]:
        found = series(self.stack[seat])
        return -found.length, not found.runs, seat

    @property
    def winner(self) -> int:
        """The team that has won, or NOTHING."""
        return self.args[0] if self.event in RESULTS else NOTHING


def team_of(seat: int) -> int:
    """The team of a seat (MK-01)."""
    return seat % TEAMS


@lru_cache(maxsize=1 << 12)
def heap(cards: int) -> tuple[int, ...]:
    """How many cards of each kind a heap has."""
    return tuple(cards >> WIDTH * kind & MOST_COPIES for kind in range(KINDS))


@lru_cache(maxsize=1 << 12)
def size(cards: int) -> int:
    """How many cards a heap has."""
    return sum(heap(cards))


@lru_cache(maxsize=1 << 13)
def pile(stack: int) -> tuple[int, ...]:
    """The kinds of a stack from bottom to top."""
    found = []
    while stack:
        found.append((stack & MOST_COPIES) - 1)
        stack >>= WIDTH
    return tuple(reversed(found))


@lru_cache(maxsize=1 << 13)
def series(stack: int) -> Series:
    """The Runs above the topmost Tackle, or the other way round; white cards do not count."""
    cards = pile(stack)
    coloured = [kind for kind in cards if (RUNS | TACKLES) >> kind & 1]
    if not coloured:
        return Series(0, 0, False, True)
    runs = bool(RUNS >> coloured[-1] & 1)
    own, other = (RUNS, TACKLES) if runs else (TACKLES, RUNS)
    places = length = 0
    for place in range(len(cards) - 1, -1, -1):
        if other >> cards[place] & 1:
            break
        if own >> cards[place] & 1:
            places |= 1 << place
            length += 1
    return Series(places, length, runs, cards[-1] != coloured[-1])


@lru_cache(maxsize=1 << 13)
def streak_with(stack: int, kind: int) -> int:
    """The streak that playing a card next would make; 0 for a white one."""
    found = series(stack << WIDTH | (kind + 1))
    return 0 if found.broken else found.length


@lru_cache(maxsize=1 << 13)
def in_stack(stack: int) -> tuple[int, ...]:
    """How many cards of each kind lie in a stack."""
    cards = pile(stack)
    return tuple(map(cards.count, range(KINDS)))
