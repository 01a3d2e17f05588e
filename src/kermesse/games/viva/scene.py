"""What a view of VIVA shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kermesse.core.record import NOTHING
from kermesse.games.viva.components import COLOURS, HOUSES, KINDS, MOST_COPIES, SHOWN, WIDTH
from kermesse.games.viva.rules.record import DRAW, FINISH, HONOUR, PASS, PILE, Happening, Phase

if TYPE_CHECKING:
    from kermesse.core.position import View

COLOURS_OF = tuple(int(colours) for colours in SHOWN)
SEALED = (Phase.CALL, Phase.ANSWERS)
AFTER_VIVA = (Phase.RIGHT, Phase.LEFT, Phase.NEW_BLOCK, Phase.ONLY_CARD)
TWO_PLAYERS = 2


@lru_cache(maxsize=1 << 14)
def heap(cards: int) -> tuple[tuple[int, int], ...]:
    """The kinds in a multiset and how many there are of each."""
    found = ((kind, copies(cards, kind)) for kind in range(KINDS))
    return tuple((kind, n) for kind, n in found if n)


def copies(cards: int, kind: int) -> int:
    """How many cards of a kind a multiset has."""
    return cards >> WIDTH * kind & MOST_COPIES


def size(cards: int) -> int:
    """How many cards a multiset has."""
    return sum(n for _, n in heap(cards))


def match(one: int, other: int) -> bool:
    """Whether two cards have a colour in common (VV-18)."""
    return bool(COLOURS_OF[one] & COLOURS_OF[other])


class Scene:
    """One view as whole numbers and lists: a tenth of the time of asking NumPy each time."""

    def __init__(self, view: View) -> None:
        names = view.game.dtype.names or ()
        given = dict(zip(names, view.record.item(), strict=True))
        self.viewer: int = given["viewer"]
        self.seats: int = given["seats"]
        self.phase: int = given["phase"]
        self.over: int = given["over"]
        self.due: int = given["due"]
        self.event: int = given["event"]
        self.args: list[int] = given["event_args"].tolist()
        self.hand: list[int] = given["hand"].tolist()
        self.known: list[int] = given["known"].tolist()
        self.unseen: list[int] = given["unseen"].tolist()
        self.under: list[int] = given["under"].tolist()
        self.top: list[int] = given["top"].tolist()
        self.laid: list[int] = given["laid"].tolist()
        self.laid_kind: int = given["laid_kind"]
        self.wins: list[int] = given["wins"].tolist()
        self.discard: int = given["discard"]
        self.pile: int = given["pile"]
        self.block: int = given["block"]
        self.last: int = given["last"]
        self.drawn: int = given["drawn"]
        self.placed: int = given["placed"]
        self.house: int = given["house"]
        self.beneath: int = given["beneath"]
        self.owes: int = given["owes"]
        self.active: int = given["active"]
        self.playing: int = given["playing"]
        self.callers: int = given["callers"]
        self.played: int = given["played"]
        self.turn: int = given["turn"]
        self.tie_break: int = given["tie_break"]
        self.victor: int = given["victor"]
        self.rounds: int = given["rounds"]
        self.honour: bool = given["table"] == HONOUR
        self.penalty: int = given["penalty"]
        self.false_call: int = given["false_call"]
        self.viva_left: int = given["viva_left"]
        asked = self.viewer >= 0 and self.due >> self.viewer & 1
        self.legal = frozenset(action.number for action in view.legal()) if asked else frozenset()

    # --- who sits where -------------------------------------------------------------------

    @property
    def own(self) -> int:
        """The seat whose hand lies below: the viewer's, for a spectator seat 0."""
        return max(self.viewer, 0)

    @property
    def others(self) -> list[int]:
        """All the other seats, clockwise from the own one's left."""
        return [(self.own + i) % self.seats for i in range(1, self.seats)]

    def plays(self, seat: int) -> bool:
        """Whether a seat takes part in this round (VV-14)."""
        return bool(self.playing >> seat & 1)

    def neighbour(self, seat: int, way: int) -> int:
        """The nearest participant: 1 is on the left, -1 on the right."""
        other = (seat + way) % self.seats
        while not self.plays(other):
            other = (other + way) % self.seats
        return other

    @property
    def duel(self) -> bool:
        """Whether two players are left in this round (VV-39)."""
        return self.playing.bit_count() == TWO_PLAYERS

    # --- what lies where ------------------------------------------------------------------

    @cached_property
    def shown_hand(self) -> int:
        """The viewer's own cards, without those that it has laid and not yet shown (VV-79)."""
        laid = sum(self.laid)
        return self.hand[self.own] - (laid << WIDTH * self.laid_kind if laid else 0)

    def cards(self, seat: int) -> int:
        """How many cards a seat holds, as far as it is to be seen."""
        return size(self.shown_hand if seat == self.own else self.hand[seat]) + self.unseen[seat]

    def top_of(self, house: int) -> int:
        """The card on top of a house, for its owner also one that nobody else sees yet."""
        return self.laid_kind if self.laid[house] else self.top[house]

    def height(self, house: int) -> int:
        """How many cards lie in a house."""
        return size(self.under[house]) + int(self.top[house] >= 0) + self.laid[house]

    @cached_property
    def tops(self) -> list[int]:
        """The top cards of the houses."""
        return [self.top_of(house) for house in range(HOUSES)]

    def showing(self, colour: int) -> int:
        """How many houses show a colour on top."""
        return sum(1 for kind in self.tops if kind >= 0 and COLOURS_OF[kind] >> colour & 1)

    @property
    def nearly(self) -> tuple[int, ...]:
        """The colours that two houses show: a third one makes VIVA."""
        return tuple(c for c in range(len(COLOURS)) if self.showing(c) == HOUSES - 1)

    @property
    def round(self) -> int:
        """The number of this round, from 1."""
        return min(self.played + 1, self.rounds)

    @property
    def left_to_win(self) -> int:
        """The victory cards that nobody has."""
        return self.rounds - sum(self.wins)

    # --- what is going on -----------------------------------------------------------------

    @property
    def after_viva(self) -> bool:
        """Whether a VIVA is being carried out."""
        return self.phase in AFTER_VIVA

    def asked(self, seat: int) -> bool:
        """Whether a seat may call; who has answered is not shown (VV-64)."""
        return self.phase in SEALED and self.plays(seat) and seat != self.active

    def called(self, seat: int) -> bool:
        """Whether a seat has called, once that is public."""
        if self.phase in SEALED:
            return False
        callers = self.args[0] if self.event == Happening.ANSWERS else self.callers
        return bool(callers >> seat & 1)

    def draws(self, seat: int) -> int:
        """How many cards a seat still has to draw in this step of the turn."""
        if self.phase == Phase.FALSE_CALLS:
            return self.owed_for_call(seat)
        if self.phase in (Phase.DRAW, Phase.PENALTY, Phase.REPLACE):
            return self.owes if seat == self.active else 0
        right = self.phase == Phase.RIGHT
        if right and seat == self.neighbour(self.active, -1):
            return self.owes
        if right and not self.duel and seat == self.neighbour(self.active, 1):
            return self.viva_left
        if self.phase == Phase.LEFT and seat == self.neighbour(self.active, 1):
            return self.owes
        return 0

    def owed_for_call(self, seat: int) -> int:
        """What a call without reason costs: clockwise from the player's left (VV-67)."""
        first = self.neighbour(self.active, 1)
        while not self.callers >> first & 1:
            first = self.neighbour(first, 1)
        return self.owes if seat == first else self.false_call * (self.callers >> seat & 1)

    def has_to_move(self, seat: int) -> bool:
        """Whether a seat is being waited for; in the window for calls all who are asked (VV-64)."""
        return self.asked(seat) if self.phase in SEALED else bool(self.due >> seat & 1)

    def is_blocked(self, kind: int) -> bool:
        """Whether the blocking card keeps a card of the own hand out of the houses (VV-19)."""
        blocks = not self.honour and self.phase < Phase.WIN and self.block >= 0
        return blocks and match(kind, self.block)

    @property
    def single_kind(self) -> int:
        """The only kind that can be placed now, so that nobody has to choose it."""
        if self.phase == Phase.MORE:
            return self.laid_kind
        return self.drawn if self.phase == Phase.DRAWN else NOTHING

    @property
    def at_pile(self) -> int:
        """What can be done at the draw pile: draw, turn its top card up, pass, or nothing."""
        return next((action for action in (DRAW, PILE, PASS) if action in self.legal), NOTHING)

    @property
    def may_finish(self) -> bool:
        """Whether the last card may go on the blocking card now."""
        return FINISH in self.legal
