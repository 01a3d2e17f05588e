"""What a view of Shuppa shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kermesse.core.kernel import plain
from kermesse.core.record import NOTHING
from kermesse.games.shuppa.components import (
    COLOUR,
    FEWEST_COLUMNS,
    HALF,
    KIND,
    LEFT,
    MULTI,
    MULTICOLOUR_POINTS,
    NORMAL,
    REVEALED,
)
from kermesse.games.shuppa.rules import lots, players, sharing
from kermesse.games.shuppa.rules.cells import WORD, Cells
from kermesse.games.shuppa.rules.record import AUTOMATON, COLUMN, Happening, Phase

if TYPE_CHECKING:
    from kermesse.core.position import View

LEAST_LEVELS = 4  # the zone is never drawn lower than that
TWO_PLAYERS = 2
AFTER_DROP = frozenset(range(Phase.CLAIM, Phase.AUTOMATON_CARD + 1)) | {
    Phase.SHARE,
    Phase.EFFECT,
    Phase.TIE,
}
# a few questions to the rules, too rare on a page to be compiled for it
look, lot_number, share_of_lot = plain(lots.look), plain(lots.lot_number), plain(lots.share_of_lot)
guests, terms_of, part = plain(players.guests), plain(sharing.terms_of), plain(sharing.part)

COLOURS = tuple(int(colour) for colour in COLOUR)
ACTION_KINDS = tuple(int(kind) for kind in KIND)


class Scene:
    """One view as whole numbers and lists: quicker than asking NumPy each time."""

    def __init__(self, view: View) -> None:
        names = view.game.dtype.names or ()
        given = dict(zip(names, view.record.item(), strict=True))
        self._record = view.record
        self.viewer: int = given["viewer"]
        self.seats: int = given["seats"]
        self.phase: int = given["phase"]
        self.over: int = given["over"]
        self.due: int = given["due"]
        self.event: int = given["event"]
        self.args: list[int] = given["event_args"].tolist()
        self.hand: list[list[int]] = given["hand"].tolist()
        self.won: list[list[int]] = given["won"].tolist()
        self.discard: list[int] = given["discard"].tolist()
        self.marked: frozenset[int] = cells_of(*given["marked"].tolist())
        self.zone: list[int] = given["zone"].tolist()
        self.row: list[int] = given["row"].tolist()
        self.token: list[int] = given["token"].tolist()
        self.stand: list[int] = given["stand"].tolist()
        self.chosen: list[int] = given["chosen"].tolist()
        self.unseen: list[list[int]] = given["unseen"].tolist()
        self.bonbonniere: int = given["bonbonniere"]
        self.reserve: int = given["reserve"]
        self.action_pile: int = given["action_pile"]
        self.deck: list[int] = given["deck"].tolist()
        self.tops: list[int] = given["tops"].tolist()
        self.laid: int = given["laid"]
        self.arrow: int = given["arrow"]
        self.number: int = given["number"]
        self.rounds: int = given["rounds"]
        self.active: int = given["active"]
        self.lot: int = given["lot"]
        self.difficulty: int = given["difficulty"]

    # --- who plays ----------------------------------------------------------------------------

    @property
    def solo(self) -> bool:
        """Whether the automaton plays (SH-101)."""
        return self.seats == 1

    @property
    def players(self) -> int:
        """How many play, the automaton included."""
        return max(self.seats, TWO_PLAYERS)

    def is_automaton(self, player: int) -> bool:
        """Whether a player has no seat."""
        return self.solo and player == AUTOMATON

    @property
    def own(self) -> int:
        """The seat that sits below: the viewer's, for a spectator seat 0."""
        return max(self.viewer, 0)

    @property
    def others(self) -> list[int]:
        """All the other players, in the order of their seats from the own one on."""
        return [(self.own + i) % self.players for i in range(1, self.players)]

    def is_due(self, seat: int) -> bool:
        """Whether a seat owes a decision."""
        return bool(self.due >> seat & 1)

    @property
    def asked(self) -> bool:
        """Whether the viewer owes a decision."""
        return self.viewer >= 0 and self.is_due(self.viewer)

    def has_chosen(self, player: int) -> bool:
        """Whether a player has laid a card face-down (SH-118)."""
        return self.chosen[player] != NOTHING

    # --- what lies where ----------------------------------------------------------------------

    @property
    def columns(self) -> int:
        """How many columns there are (SH-01)."""
        return max(self.seats + REVEALED, FEWEST_COLUMNS)

    def column(self, column: int) -> list[int]:
        """The cards of a column from its foot on; NOTHING for a gap that has yet to close."""
        cards = self.zone[COLUMN * column : COLUMN * (column + 1)]
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
        return {card: player for player, card in enumerate(self.token) if card != NOTHING}

    @cached_property
    def on_board(self) -> frozenset[int]:
        """The cards of the zone and of the row above it."""
        return frozenset(card for card in (*self.zone, *self.row) if card != NOTHING)

    def is_home(self, player: int) -> bool:
        """Whether a token lies with its owner: its card may have left the zone already."""
        return not self.has_chosen(player) and self.token[player] not in self.on_board

    def held(self, player: int) -> tuple[int, int]:
        """How many Normal and Action cards a hand has, the sealed one included (SH-117)."""
        named = cards_of(*self.hand[player])
        actions = sum(is_action(card) for card in named)
        normal, action = self.unseen[player]
        return len(named) - actions + normal, actions + action

    @cached_property
    def own_hand(self) -> tuple[int, ...]:
        """The viewer's cards that are still to be played; the sealed one lies above the zone."""
        chosen = self.chosen[self.viewer]
        return tuple(card for card in cards_of(*self.hand[self.viewer]) if card != chosen)

    def pile(self, player: int) -> tuple[int, ...]:
        """The cards of a PV pile."""
        return cards_of(*self.won[player])

    def points(self, player: int) -> int:
        """The points of a PV pile (SH-97)."""
        return sum(MULTICOLOUR_POINTS if is_multi(card) else 1 for card in self.pile(player))

    # --- the order of play --------------------------------------------------------------------

    def column_of(self, player: int) -> int:
        """The column where a token lies, lay in this round or will drop; NOTHING if unknown."""
        card = self.token[player]
        if self.phase == Phase.DROP and card in self.row:
            return self.row.index(card)
        has_dropped = self.phase == Phase.DROP or self.phase in AFTER_DROP
        return self.stand[player] if has_dropped else NOTHING

    @property
    def order(self) -> list[int]:
        """The players in the order of this round, as soon as the row is sorted (SH-30)."""
        places = {player: self.column_of(player) for player in range(self.players)}
        known = [player for player, column in places.items() if column != NOTHING]
        return sorted(known, key=lambda player: places[player], reverse=self.arrow == LEFT)

    @property
    def winners(self) -> int:
        """The players who have won, as a set; none before the end."""
        return self.args[0] if self.event == Happening.ENDED else 0

    # --- sharing ------------------------------------------------------------------------------

    @cached_property
    def lot_told(self) -> frozenset[int]:
        """The cells of the one lot that the last event, or the question, speaks of."""
        if self.event != Happening.LOT:
            return frozenset()
        number = self.lot if self.phase == Phase.SHARE else self.lot - 1
        found = lot_number(look(self._record), self._cells, number)
        return cells_of(*found.cells)

    @cached_property
    def question(self) -> Question:
        """What the active player is asked to share."""
        s = self._record
        faces, strangers = look(s), guests(s, self.active)
        lot = lot_number(faces, self._cells, self.lot)
        terms = terms_of(faces, self._cells, strangers, lot)
        cells = cells_of(*share_of_lot(faces, self._cells, strangers, lot))
        cards = sorted(self.zone[cell] for cell in cells)
        others = [
            player
            for player in self.order
            if player != self.active and self._cell_of(player) in cells_of(*lot.cells)
        ]
        usual = [part(terms, NOTHING, place) for place in range(terms.involved)]
        return Question(
            (self.active, *others),
            tuple(cards),
            terms.each,
            terms.rest,
            (*usual, terms.multi - sum(usual)),
        )

    @property
    def _cells(self) -> Cells:
        left, right = (int(half) for half in self._record.marked)
        return Cells(left, right)

    def _cell_of(self, player: int) -> int:
        card = self.token[player]
        return self.zone.index(card) if card != NOTHING and card in self.zone else NOTHING


class Question:
    """How one lot may be shared (SH-42…45)."""

    def __init__(
        self,
        players: tuple[int, ...],
        cards: tuple[int, ...],
        each: int,
        rest: int,
        usual: tuple[int, ...],
    ) -> None:
        self.players = players  # involved, the active one first, then in play order
        self.cards = cards
        self.each = each
        self.rest = rest  # to be discarded
        self.usual = usual  # the multicolours as SH-45 would share them

    @property
    def multicolours(self) -> tuple[int, ...]:
        """The cards that make a difference."""
        return tuple(card for card in self.cards if is_multi(card))


def is_multi(card: int) -> bool:
    """Whether a card counts for every colour, and twice."""
    return COLOURS[card] == MULTI


def is_action(card: int) -> bool:
    """Whether a card has a border of confetti."""
    return ACTION_KINDS[card] != NORMAL


@lru_cache(maxsize=1 << 13)
def cards_of(low: int, high: int) -> tuple[int, ...]:
    """The cards of a set, in ascending order."""
    return tuple(
        half * HALF + place
        for half, some in enumerate((low, high))
        for place in range(HALF)
        if some >> place & 1
    )


@lru_cache(maxsize=1 << 13)
def cells_of(left: int, right: int) -> frozenset[int]:
    """The cells of a set."""
    return frozenset(
        half * WORD + place
        for half, some in enumerate((left, right))
        for place in range(WORD)
        if some >> place & 1
    )
