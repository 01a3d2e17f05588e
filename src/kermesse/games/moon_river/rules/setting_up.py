"""Before the first column: boards, cows, tokens and plots are laid out (MR-01…07)."""

from __future__ import annotations

from kermesse.core.bits import including, minus
from kermesse.core.chance import draw_member
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record, tell
from kermesse.games.moon_river.components import (
    COLOUR_WORDS,
    COPIES,
    COWS,
    KINDS,
    SPECIALISTS,
    TILES,
    TOKENS,
)
from kermesse.games.moon_river.rules.record import (
    AT_RANDOM,
    CHOSEN_COLOURS,
    LEGENDS,
    Happening,
    Phase,
)
from kermesse.games.moon_river.rules.table import players
from kermesse.games.moon_river.rules.turn import prepare
from kermesse.games.moon_river.rules.two_players import TWO

ALL_COLOURS = (1 << len(COLOUR_WORDS)) - 1


@kernel
def setup(s: Record) -> None:
    """Everything is in the box, the stack and the supply; the ranches are empty."""
    s.reveals = 0
    s.over = 0
    s.ranch[:] = 0
    s.partners[:] = 0
    s.cows[:] = 0
    s.reserve[:] = NOTHING
    s.removed[:] = 0
    s.column[:] = NOTHING
    s.ranchero[:] = NOTHING
    s.saloon[:] = 0
    s.order[:] = NOTHING
    s.colour[:] = NOTHING
    for kind in range(KINDS):
        s.boxed[kind] = COPIES[kind]  # MR-07
    for specialist in range(SPECIALISTS):
        s.stack[specialist] = TOKENS[specialist]  # MR-05, MR-06
    s.supply = COWS  # MR-04
    s.strays = 0
    s.tiles = (1 << TILES) - 1 if s.seats == TWO else 0  # MR-120
    s.tiles_gone = 0 if s.seats == TWO else (1 << TILES) - 1
    clear_turn(s)
    s.reached = 0
    s.plan = 0
    s.round_number = 0
    s.turn = 0
    s.active = NOTHING
    s.emptying = 0
    s.drawn = 0
    s.tallied = 0
    s.due = 0
    s.phase = Phase.COLOURS
    tell(s, Happening.SET_UP, s.seats, s.variant)


@kernel
def clear_turn(s: Record) -> None:
    """Nothing is under way."""
    s.cows_due = 0
    s.skulls_due = 0
    s.circles_due = 0
    s.joined[:] = NOTHING
    s.circle = NOTHING
    s.steps_left = 0
    s.tile = NOTHING
    s.side = NOTHING


@kernel
def deal_colours(s: Record) -> None:
    """Each player takes the agreed colour, or one at random (MR-02, MR-03)."""
    left = ALL_COLOURS
    for seat in range(players(s)):
        if s.colours == AT_RANDOM:
            s.colour[seat] = draw_member(s, left)  # MR-03
        else:
            s.colour[seat] = CHOSEN_COLOURS[s.colours, seat]
        left = minus(left, including(0, s.colour[seat]))  # MR-02
    if s.colours == AT_RANDOM:
        s.reveals += 1
    if s.variant == LEGENDS:  # MR-100, MR-101
        s.phase = Phase.SCENARIO  # MR-102
    else:
        prepare(s)
    tell(s, Happening.COLOURS, s.colour[0], s.colour[1], s.colour[2], s.colour[3])
