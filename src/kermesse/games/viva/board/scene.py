"""What a view of VIVA shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kermesse.core.events import told
from kermesse.core.record import NOTHING, plain_values
from kermesse.games.viva.cards import one, size
from kermesse.games.viva.components import COLOURS, HOUSES, SHOWN
from kermesse.games.viva.rules.houses import match
from kermesse.games.viva.rules.turn import neighbour
from kermesse.games.viva.state import DRAW, FINISH, HONOUR, PASS, PILE, Happening, Phase, State
from kermesse.games.viva.words.events import houses_of

if TYPE_CHECKING:
    from kermesse.core.position import View

COLOURS_OF = tuple(int(colours) for colours in SHOWN)
SEALED = (Phase.CALL, Phase.ANSWERS)
TWO_PLAYERS = 2


class Scene:
    """One view as plain values, the last event, what can be decided, and what all of it means."""

    def __init__(self, view: View) -> None:
        self.s = plain_values(State, view.record)
        self.told = told(Happening, self.s)
        asked = self.s.viewer >= 0 and self.s.due >> self.s.viewer & 1
        self.legal = frozenset(action.number for action in view.legal()) if asked else frozenset()

    # --- who sits where -------------------------------------------------------------------

    @property
    def own(self) -> int:
        """The seat whose hand lies below: the viewer's, for a spectator seat 0."""
        return max(self.s.viewer, 0)

    @property
    def others(self) -> list[int]:
        """All the other seats, clockwise from the viewer's left."""
        return [(self.own + i) % self.s.seats for i in range(1, self.s.seats)]

    def plays(self, seat: int) -> bool:
        """Whether a seat takes part in this round (VV-14)."""
        return bool(self.s.playing >> seat & 1)

    def left_of(self, seat: int) -> int:
        """The next participant clockwise."""
        return neighbour(self.s.playing, self.s.seats, seat, 1)

    @property
    def right(self) -> int:
        """The neighbour on the right of whose turn it is."""
        return neighbour(self.s.playing, self.s.seats, self.s.active, self.s.seats - 1)

    @property
    def duel(self) -> bool:
        """Whether two players are left in this round (VV-39)."""
        return self.s.playing.bit_count() == TWO_PLAYERS

    # --- what lies where ------------------------------------------------------------------

    @cached_property
    def shown_hand(self) -> int:
        """The viewer's own cards, without those that it has laid and not yet shown (VV-79)."""
        laid = sum(self.s.laid)
        return int(self.s.hand[self.own]) - (laid * one(self.s.laid_kind) if laid else 0)

    def cards(self, seat: int) -> int:
        """How many cards a seat holds, as far as it is to be seen."""
        shown = self.shown_hand if seat == self.own else self.s.hand[seat]
        return size(shown) + int(self.s.unseen[seat])

    def top_of(self, house: int) -> int:
        """The card on top of a house, for its owner also one that nobody else sees yet."""
        return self.s.laid_kind if self.s.laid[house] else int(self.s.top[house])

    def height(self, house: int) -> int:
        """How many cards lie in a house."""
        return size(self.s.under[house]) + int(self.s.top[house] >= 0) + int(self.s.laid[house])

    @property
    def nearly(self) -> tuple[int, ...]:
        """The colours that two houses show: a third one makes VIVA."""
        tops = [COLOURS_OF[top] for top in map(self.top_of, range(HOUSES)) if top >= 0]
        showing = [sum(top >> colour & 1 for top in tops) for colour in range(len(COLOURS))]
        return tuple(colour for colour, n in enumerate(showing) if n == HOUSES - 1)

    @property
    def round(self) -> int:
        """The number of this round, from 1."""
        return min(self.s.played + 1, self.s.rounds)

    # --- what is going on -----------------------------------------------------------------

    def happened(self, event: Happening, seat: int) -> bool:
        """Whether this was the last event, and of this seat."""
        return bool(self.told.event == event and self.told.seat == seat)

    @property
    def placed_now(self) -> tuple[int, ...]:
        """How many cards this very step put in each house."""
        if self.told.event == Happening.LAID:
            return tuple(int(house == self.told.house) for house in range(HOUSES))
        return houses_of(self.told) if self.told.event == Happening.PLACED else (0,) * HOUSES

    def asked(self, seat: int) -> bool:
        """Whether a seat may call; who has answered is not shown (VV-64)."""
        return self.s.phase in SEALED and self.plays(seat) and seat != self.s.active

    def called(self, seat: int) -> bool:
        """Whether a seat has called, once that is public."""
        if self.s.phase in SEALED:
            return False
        answered = self.told.event == Happening.ANSWERS
        return bool((self.told.callers if answered else self.s.callers) >> seat & 1)

    def draws(self, seat: int) -> int:
        """How many cards a seat still has to draw in this step of the turn."""
        s = self.s
        if s.phase == Phase.FALSE_CALLS:
            return self.owed_for_call(seat)
        if s.phase in (Phase.DRAW, Phase.PENALTY, Phase.REPLACE):
            return s.owes if seat == s.active else 0
        if s.phase == Phase.RIGHT and seat == self.right:
            return s.owes
        if s.phase in (Phase.RIGHT, Phase.LEFT) and seat == self.left_of(s.active):
            return s.owes if s.phase == Phase.LEFT else s.viva_left * (not self.duel)
        return 0

    def owed_for_call(self, seat: int) -> int:
        """What a call without reason costs: clockwise from the player's left (VV-67)."""
        first = self.left_of(self.s.active)
        while not self.s.callers >> first & 1:
            first = self.left_of(first)
        return self.s.owes if seat == first else self.s.false_call * (self.s.callers >> seat & 1)

    def has_to_move(self, seat: int) -> bool:
        """Whether a seat is being waited for; in the window for calls all who are asked (VV-64)."""
        return self.asked(seat) if self.s.phase in SEALED else bool(self.s.due >> seat & 1)

    def is_blocked(self, kind: int) -> bool:
        """Whether the blocking card keeps a card of the viewer's hand out of the houses (VV-19)."""
        blocks = self.s.table != HONOUR and self.s.phase < Phase.WIN and self.s.block >= 0
        return blocks and match(kind, self.s.block)

    @property
    def single_kind(self) -> int:
        """The only kind that can be placed now, so that nobody has to choose it."""
        if self.s.phase == Phase.MORE:
            return self.s.laid_kind
        return self.s.drawn if self.s.phase == Phase.DRAWN else NOTHING

    @property
    def at_pile(self) -> int:
        """What can be done at the draw pile: draw, turn its top card up, pass, or nothing."""
        return next((action for action in (DRAW, PILE, PASS) if action in self.legal), NOTHING)

    @property
    def may_finish(self) -> bool:
        """Whether the last card may go on the blocking card now."""
        return FINISH in self.legal
