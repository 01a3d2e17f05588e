"""VIVA and the new blocking card: VV-33 to VV-44."""

from __future__ import annotations

from kermesse.core.bits import bit, count, listed
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, tell
from kermesse.games.viva.cards import first_kind, kinds_in, lowered, one, size
from kermesse.games.viva.components import HOUSES, WIDTH
from kermesse.games.viva.rules.houses import shown_by_all
from kermesse.games.viva.rules.piles import draw_next, from_pile, reshuffle
from kermesse.games.viva.rules.turn import left_of, right_of
from kermesse.games.viva.state import FROM_HAND, PILE, Happening, Phase, State


@kernel
def call_viva(s: State) -> None:
    """All cards of the houses and the blocking card are discarded (VV-35, VV-37)."""
    colours = shown_by_all(s)
    cards = one(s.block)
    s.block = NOTHING
    for house in range(HOUSES):
        cards += int(s.under[house]) + one(s.top[house])
        s.under[house] = 0
        s.top[house] = NOTHING
    "VV-37"
    s.discard += cards
    "VV-35"
    tell(s, Happening.VIVA, s.active, colours, size(cards))
    s.owes = s.viva_right if count(s.playing) > 2 else s.viva_two  # VV-38, VV-39
    s.phase = Phase.RIGHT
    if s.owes == 0:
        left_is_next(s)


@kernel
def right_draws(s: State) -> None:
    """The right neighbour, or the only opponent, draws (VV-38, VV-39)."""
    if draw_next(s, right_of(s, s.active)):
        left_is_next(s)


@kernel
def left_is_next(s: State) -> None:
    """The left neighbour draws unless there are only two players (VV-38, VV-39)."""
    s.owes = s.viva_left if count(s.playing) > 2 else 0
    s.phase = Phase.LEFT
    if s.owes == 0:
        ask_for_block(s)


@kernel
def left_draws(s: State) -> None:
    """The left neighbour draws (VV-38)."""
    if draw_next(s, left_of(s, s.active)):
        ask_for_block(s)


@kernel
def ask_for_block(s: State) -> None:
    """The player chooses the new blocking card; an only card leaves no choice (VV-40, VV-41)."""
    if size(s.hand[s.active]) == 1:
        s.phase = Phase.ONLY_CARD
    else:
        s.phase = Phase.NEW_BLOCK
        s.due = bit(s.active)


@kernel
def block_options(s: State, seat: int, out: Moves) -> int:
    """Any card of the hand, or the top card of the pile (VV-40)."""
    n = listed(kinds_in(s.hand[seat]), out)
    for i in range(n):
        out[i] = FROM_HAND + out[i] // WIDTH
    out[n] = PILE
    return n + 1


@kernel
def choose_block(s: State, seat: int, action: int) -> None:
    """A card of the hand, or the top card of the draw pile (VV-40)."""
    s.due = 0
    if action == PILE:
        s.phase = Phase.TURN_UP
        turn_up(s)
    else:
        block_from_hand(s, seat, action - FROM_HAND)
        s.phase = Phase.BEGIN


@kernel
def block_from_hand(s: State, seat: int, kind: int) -> None:
    """A hand card becomes the blocking card; any will do (VV-40, VV-72)."""
    s.hand[seat] -= one(kind)
    s.known[seat] = lowered(s.known[seat], kind, 1)  # perhaps VV-78
    s.block = kind
    s.reveals += 1
    tell(s, Happening.BLOCKED, seat, kind, 1)


@kernel
def turn_up(s: State) -> None:
    """The top card of the draw pile becomes the blocking card (VV-05, VV-40, VV-54)."""
    if s.pile == 0:
        reshuffle(s)
    else:
        chooser = s.active if s.turn > 0 else NOTHING
        "VV-05"
        s.block = from_pile(s)
        s.phase = Phase.BEGIN
        tell(s, Happening.BLOCKED, chooser, s.block, 0)


@kernel
def block_with_only_card(s: State) -> None:
    """The only card left becomes the blocking card (VV-41)."""
    block_from_hand(s, s.active, first_kind(s.hand[s.active]))
    s.owes = 1
    s.phase = Phase.REPLACE


@kernel
def replace_only_card(s: State) -> None:
    """And is replaced by a card from the pile (VV-41, VV-42)."""
    if draw_next(s, s.active):
        "VV-42"
        s.phase = Phase.BEGIN
