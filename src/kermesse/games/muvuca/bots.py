"""What bots know about Muvuca: how each level thinks, a quick judgement, features."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.bits import has
from kermesse.core.kernel import kernel
from kermesse.core.recipes import Levels, Recipe, Search
from kermesse.core.record import NOTHING, Worths
from kermesse.core.sights import Sight
from kermesse.games.muvuca.components import CARDS, CELLS, KINDS, LINES, SHOWING, SIDE
from kermesse.games.muvuca.scoring import totals
from kermesse.games.muvuca.state import Phase, State

ROUND_WORTH = 20.0  # more than any lead in points: a round has at most 19 of them
TIE_EDGE = 0.5  # equal points win the round for the second player (MV-47)
CELL_MARKS = len(KINDS) + 1  # per cell: each kind, or face-down

SIGHTS = (
    Sight(CARDS, "your hand, a number for each card"),
    Sight(CARDS, "the cards of the other hand that everybody knows"),
    Sight(CARDS, "your cards that everybody knows"),
    Sight(CARDS, "the card that is chosen and not yet pushed"),
    Sight(CELLS * CELL_MARKS, "for each cell the kinds it shows, your wares first, or its back"),
    Sight(LINES, "the line at which the Cart stands"),
    Sight(3, "sells food; began the round; has the turn"),
    Sight(1, "a push is to be decided"),
    Sight(2, "rounds won by you and by the other, as shares of what is needed"),
    Sight(1, "turns played, as a share of the most"),
    Sight(1, "lines that end a round, as a share of a side"),
)
FEATURES = sum(sight.numbers for sight in SIGHTS)

# A point more or less decides little, three of them most rounds. The other hand is one that its
# player chose to keep: rounds that looked 96 % won over all hands it may be were won one time in
# three when they were ended.
TREE = Recipe(Search.TREE, 20, scale=4.0, explore=0.5, focus=15.0, doubt=64)


def levels(seats: int) -> Levels:
    """Glances with slips, then trees that grow and fear the worst of what is hidden."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=0.5),
        "casual": Recipe(Search.GLANCE, 8, slips=0.15),
        "skilled": TREE,
        "strong": replace(TREE, iterations=200),
        "expert": replace(TREE, iterations=10_000),
    }


@kernel
def evaluate(s: State, out: Worths) -> None:
    """The lead in points as the cards lie, with rounds already won counting for more."""
    zero, one = totals(s)
    lead = float(zero - one) + ROUND_WORTH * float(s.wins[0] - s.wins[1])
    lead += TIE_EDGE if s.starter == 1 else -TIE_EDGE
    out[0] = lead
    out[1] = -lead


@kernel
def afresh(s: State) -> None:
    """Nobody has won a round yet."""
    s.wins[:] = 0


@kernel
def features(s: State, out: Worths) -> None:
    """Cards, Crowd, Cart and score from the side of the view's own seat."""
    out[:] = 0.0
    me = max(int(s.viewer), 0)
    for card in range(CARDS):
        out[card] = float(int(has(s.hand[me], card)))
        out[CARDS + card] = float(int(has(s.known[1 - me], card)))
        out[2 * CARDS + card] = float(int(has(s.known[me], card)))
        out[3 * CARDS + card] = float(int(s.chosen == card))
    at = 4 * CARDS
    for cell in range(CELLS):
        mark_cell(s, cell, me, out[at : at + CELL_MARKS])
        at += CELL_MARKS
    if s.cart != NOTHING:
        out[at + (int(s.cart) >> 1)] = 1.0
    at += LINES
    out[at] = float(int(s.food_seat == me))
    out[at + 1] = float(int(s.starter == me))
    out[at + 2] = float(int(s.active == me))
    out[at + 3] = float(int(s.phase == Phase.PUSH))
    out[at + 4] = float(s.wins[me]) / float(s.rounds_to_win)
    out[at + 5] = float(s.wins[1 - me]) / float(s.rounds_to_win)
    out[at + 6] = float(s.turn) / float(s.turn_cap)
    out[at + 7] = float(s.end_lines) / float(SIDE)


@kernel
def mark_cell(s: State, cell: int, me: int, out: Worths) -> None:
    """One cell: the kinds it shows, the seat's own wares first, or that it is face-down."""
    card = int(s.crowd[cell])
    if card < 0:
        out[len(KINDS)] = 1.0
        return
    shift = 0 if s.food_seat == me else len(KINDS) // 2
    for kind in range(len(KINDS)):  # written either way: no processor foresees what a card shows
        out[(kind + shift) % len(KINDS)] = float(int(has(SHOWING[kind], card)))
