"""What a view of Shuppa shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kermesse.core.events import told
from kermesse.core.kernel import plain
from kermesse.core.record import NOTHING, plain_values
from kermesse.games.shuppa.components import COLOUR, KIND, LEFT, MULTI, MULTICOLOUR_POINTS, NORMAL
from kermesse.games.shuppa.rules import cascade, lots
from kermesse.games.shuppa.rules.cards import guests
from kermesse.games.shuppa.state import (
    ACTION_PILE,
    AUTOMATON,
    COLUMN,
    HEAP,
    ZONE,
    Happening,
    Phase,
    State,
    columns,
    players,
)

if TYPE_CHECKING:
    from kermesse.core.position import View

LEAST_LEVELS = 4  # the zone is never drawn lower than that
AFTER_DROP = frozenset(range(Phase.CLAIM, Phase.AUTOMATON_CARD + 1)) | {
    Phase.SHARE,
    Phase.EFFECT,
    Phase.TIE,
}
# a few questions to the rules, too rare on a page to be compiled for it
look, lot_number, guests_of = plain(lots.look), plain(lots.lot_number), plain(guests)
terms_of, part, marked_cells = (
    plain(cascade.terms_of),
    plain(cascade.part),
    plain(cascade.marked_cells),
)
count_players, count_columns = plain(players), plain(columns)

COLOURS = tuple(int(colour) for colour in COLOUR)
ACTION_KINDS = tuple(int(kind) for kind in KIND)


class Question(NamedTuple):
    """How one lot may be shared (SH-42…45)."""

    players: tuple[int, ...]  # involved, the active one first, then in play order
    cards: tuple[int, ...]
    each: int
    rest: int  # to be discarded
    usual: tuple[int, ...]  # the multicolours as SH-45 would share them

    @property
    def multicolours(self) -> tuple[int, ...]:
        """The cards that make a difference."""
        return tuple(card for card in self.cards if is_multi(card))


class Scene:
    """One view as plain values, the last event, and what both mean."""

    def __init__(self, view: View) -> None:
        self._record = view.record
        self.s = plain_values(State, view.record)
        self.told = told(Happening, self.s)
        self.marked = cells_of(*self.s.marked)

    # --- who plays ----------------------------------------------------------------------------

    @property
    def solo(self) -> bool:
        """Whether the automaton plays (SH-101)."""
        return self.s.seats == 1

    @property
    def players(self) -> int:
        """How many play, the automaton included."""
        return count_players(self.s)

    def is_automaton(self, player: int) -> bool:
        """Whether a player has no seat."""
        return self.solo and player == AUTOMATON

    @property
    def own(self) -> int:
        """The seat that sits below: the viewer's, for a spectator seat 0."""
        return max(self.s.viewer, 0)

    @property
    def others(self) -> list[int]:
        """All the other players, in the order of their seats from the viewer's on."""
        return [(self.own + i) % self.players for i in range(1, self.players)]

    def is_due(self, seat: int) -> bool:
        return bool(self.s.due >> seat & 1)

    @property
    def asked(self) -> bool:
        return self.s.viewer >= 0 and self.is_due(self.s.viewer)

    def has_chosen(self, player: int) -> bool:
        """Whether a player has laid a card face-down (SH-118)."""
        return bool(self.s.chosen[player] != NOTHING)

    @property
    def task(self) -> int:
        """What the viewer does in the zone: the kind of the Action card in play, or NOTHING."""
        if not self.asked or self.s.phase not in (Phase.EFFECT, Phase.TIE):
            return NOTHING
        return ACTION_KINDS[self.s.token[self.s.active]]

    # --- what lies where ----------------------------------------------------------------------

    @property
    def columns(self) -> int:
        """How many columns there are (SH-01)."""
        return count_columns(self.s)

    def column(self, column: int) -> list[int]:
        """The cards of a column from its foot on; NOTHING for a gap that has yet to close."""
        cards: list[int] = list(self.s.zone[COLUMN * column : COLUMN * (column + 1)])
        while cards and cards[-1] == NOTHING:
            cards.pop()
        return cards

    @cached_property
    def heights(self) -> list[int]:
        """How high each column is, gaps included."""
        return [len(self.column(column)) for column in range(self.columns)]

    @property
    def levels(self) -> int:
        """How many levels the zone is drawn with: one more than there are, for what drops next."""
        return max(max(self.heights) + 1, LEAST_LEVELS)

    @cached_property
    def tokens(self) -> dict[int, int]:
        """The player whose token lies on a card, by card."""
        return {card: player for player, card in enumerate(self.s.token) if card != NOTHING}

    @cached_property
    def on_board(self) -> frozenset[int]:
        return frozenset(card for card in (*self.s.zone, *self.s.row) if card != NOTHING)

    def is_home(self, player: int) -> bool:
        """Whether a token lies with its owner: its card may have left the zone already."""
        return not self.has_chosen(player) and self.s.token[player] not in self.on_board

    def held(self, player: int) -> tuple[int, int]:
        """How many Normal and Action cards a hand has, the sealed one included (SH-117)."""
        named = cards_of(*self.s.hand[player])
        actions = sum(is_action(card) for card in named)
        normal, action = self.s.unseen[player]
        return len(named) - actions + normal, actions + action

    @cached_property
    def own_hand(self) -> tuple[int, ...]:
        """The viewer's cards that are still to be played; the sealed one lies above the zone."""
        chosen = self.s.chosen[self.s.viewer]
        return tuple(card for card in cards_of(*self.s.hand[self.s.viewer]) if card != chosen)

    def pile(self, player: int) -> tuple[int, ...]:
        return cards_of(*self.s.won[player])

    def points(self, player: int) -> int:
        """The points of a PV pile (SH-97)."""
        return sum(MULTICOLOUR_POINTS if is_multi(card) else 1 for card in self.pile(player))

    def drew(self, player: int) -> str:
        """The pile from which a player has just drawn a card, if so."""
        happened = self.told
        if happened.event != Happening.DREW or happened.player != player:
            return ""
        return pile_id(happened.pile)

    # --- the order of play --------------------------------------------------------------------

    def column_of(self, player: int) -> int:
        """The column where a token lies, lay in this round or will drop; NOTHING if unknown."""
        card, row = self.s.token[player], list(self.s.row)
        if self.s.phase == Phase.DROP and card in row:
            return row.index(card)
        has_dropped = self.s.phase == Phase.DROP or self.s.phase in AFTER_DROP
        return self.s.stand[player] if has_dropped else NOTHING

    @property
    def order(self) -> list[int]:
        """The players in the order of this round, as soon as the row is sorted (SH-30)."""
        places = {player: self.column_of(player) for player in range(self.players)}
        known = [player for player, column in places.items() if column != NOTHING]
        return sorted(known, key=lambda player: places[player], reverse=self.s.arrow == LEFT)

    @property
    def winners(self) -> int:
        """The players who have won, as a set; none before the end."""
        return self.told.players if self.told.event == Happening.ENDED else 0

    # --- sharing ------------------------------------------------------------------------------

    @cached_property
    def lot_told(self) -> frozenset[int]:
        """The cells of the one lot that the last event, or the question, speaks of."""
        if self.told.event != Happening.LOT:
            return frozenset()
        number = self.s.lot if self.s.phase == Phase.SHARE else self.s.lot - 1
        found = lot_number(look(self._record), marked_cells(self._record), number)
        return cells_of(*found.cells)

    @cached_property
    def question(self) -> Question:
        """What the active player is asked to share."""
        faces, marked = look(self._record), marked_cells(self._record)
        strangers = guests_of(self._record, self.s.active)
        lot = lot_number(faces, marked, self.s.lot)
        terms = terms_of(faces, marked, strangers, lot)
        cards = sorted(self.s.zone[cell] for cell in cells_of(*terms.cells))
        in_lot = {self.s.zone[cell] for cell in cells_of(*lot.cells)}
        others = [
            player
            for player in self.order
            if player != self.s.active and self.s.token[player] in in_lot
        ]
        usual = [part(terms, NOTHING, place) for place in range(terms.involved)]
        return Question(
            (self.s.active, *others),
            tuple(cards),
            terms.each,
            terms.rest,
            (*usual, terms.multi - sum(usual)),
        )


def is_multi(card: int) -> bool:
    """Whether a card counts for every colour, and twice."""
    return COLOURS[card] == MULTI


def is_action(card: int) -> bool:
    """Whether a card has a border of confetti."""
    return ACTION_KINDS[card] != NORMAL


def pile_id(pile: int) -> str:
    return "actions" if pile == ACTION_PILE else "reserve"


@lru_cache(maxsize=1 << 13)
def cards_of(*halves: int) -> tuple[int, ...]:
    """The cards of a set, in ascending order."""
    return tuple(HEAP.members(halves))


@lru_cache(maxsize=1 << 13)
def cells_of(*halves: int) -> frozenset[int]:
    return frozenset(ZONE.members(halves))
