"""From the set-up to the last line of the score sheet, round by round and turn by turn.

MR-01…07, MR-14, MR-15, MR-75…87, MR-138…143. What comes straight out of a narrow field would have
every kernel that it is handed to compiled once more: so some of these kernels only widen a number.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.bits import count, has, including, lowest, minus
from kermesse.core.chance import draw, draw_member
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, tell
from kermesse.games.moon_river.components import (
    CELLS,
    COLOUR_LISTS,
    COLOUR_WORDS,
    COLUMN,
    COPIES,
    COWS,
    DOMINO,
    KINDS,
    LAST_ROW,
    MOST_PLAYERS,
    ROUNDS,
    SPECIALISTS,
    TILES,
    TOKENS,
    TWO,
)
from kermesse.games.moon_river.rules.ranch import (
    fitting_pairs,
    held,
    may_keep,
    plot_at,
    take_out,
    taken,
)
from kermesse.games.moon_river.rules.sheet import LINES, line_points
from kermesse.games.moon_river.state import (
    AT_RANDOM,
    CITY,
    GO_ON,
    LEGENDS,
    NEWER,
    OLDER,
    STEP_3,
    TIMBER,
    Happening,
    Phase,
    State,
)

ALL_COLOURS = (1 << len(COLOUR_WORDS)) - 1
# the colours of each choice of the option, by seat; at random, nobody has chosen
CHOSEN_COLOURS = np.zeros((1 + len(COLOUR_LISTS), MOST_PLAYERS), np.int8)
for _place, _colours in enumerate(COLOUR_LISTS, start=1):
    CHOSEN_COLOURS[_place, : len(_colours)] = [COLOUR_WORDS.index(word) for word in _colours]


@kernel
def players(s: State) -> int:
    """How many seats play."""
    return 0 + int(s.seats)


@kernel
def mover(s: State) -> int:
    """Whose turn it is."""
    return 0 + int(s.active)


@kernel
def circle_at_work(s: State) -> int:
    """The cell for which a partner is recruited, or where it acts."""
    return 0 + int(s.circle)


# --- before the first column --------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
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
        "MR-07"
        s.boxed[kind] = COPIES[kind]
    for specialist in range(SPECIALISTS):
        "MR-05, MR-06"
        s.stack[specialist] = TOKENS[specialist]
    "MR-04"
    s.supply = COWS
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
def clear_turn(s: State) -> None:
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
def deal_colours(s: State) -> None:
    """Each player takes the agreed colour, or one at random (MR-02, MR-03)."""
    left = ALL_COLOURS
    for seat in range(players(s)):
        if s.colours == AT_RANDOM:
            "MR-03"
            s.colour[seat] = draw_member(s, left)
        else:
            s.colour[seat] = CHOSEN_COLOURS[s.colours, seat]
        "MR-02"
        left = minus(left, including(0, s.colour[seat]))
    if s.colours == AT_RANDOM:
        s.reveals += 1
    if s.variant == LEGENDS:
        "MR-100, MR-101, MR-102"
        s.phase = Phase.SCENARIO
    else:
        prepare(s)
    tell(s, Happening.COLOURS, s.colour[0], s.colour[1], s.colour[2], s.colour[3])


@kernel
def choose_scenario(s: State) -> None:
    """The scenario that was agreed on, or a random one of the four (MR-102, MR-103)."""
    drawn = s.scenario == AT_RANDOM
    if drawn:
        "MR-103"
        s.plan = TIMBER + draw(s, CITY)
        s.reveals += 1
    else:
        s.plan = s.scenario
    s.phase = Phase.REFILL
    tell(s, Happening.SCENARIO, s.plan, int(drawn))


@kernel
def prepare(s: State) -> None:
    """Before a round the saloon is filled, as far as there are tokens (MR-05, MR-76, MR-77)."""
    if tokens(s) < s.saloon_size and tokens_left(s) > 0:
        s.phase = Phase.REFILL
    else:
        s.phase = Phase.DRAW if is_first_column(s) else Phase.START


@kernel
def is_first_column(s: State) -> bool:
    """Whether column 1 is not chosen from yet (MR-10, MR-13)."""
    standing = 0
    for position in range(COLUMN):
        standing += int(s.ranchero[OLDER, position] != NOTHING)
    return standing == 0


@kernel
def tokens(s: State) -> int:
    """How many tokens the saloon has."""
    n = 0
    for specialist in range(SPECIALISTS):
        n += int(s.saloon[specialist])
    return n


@kernel
def tokens_left(s: State) -> int:
    """How many tokens the stack still has."""
    n = 0
    for specialist in range(SPECIALISTS):
        n += int(s.stack[specialist])
    return n


# --- a turn -------------------------------------------------------------------------------------


@kernel
def go_on(s: State) -> None:
    """What the domino just placed still asks for, in its order; then step 2 again (MR-138)."""
    s.circle = NOTHING
    if s.cows_due:
        s.phase = Phase.COWS
    elif s.skulls_due:
        s.phase = Phase.DROUGHT
    elif s.circles_due:
        attend_circles(s)
    elif reaches_last_row(s):
        s.phase = Phase.REACH
    else:
        expand(s)


@kernel
def attend_circles(s: State) -> None:
    """Each circle brings a recruitment, as long as there are tokens (MR-52, MR-56, MR-58)."""
    if tokens(s) and count(s.circles_due) > 1:
        s.phase = Phase.CIRCLE
    else:
        "MR-52"
        s.circle = lowest(s.circles_due)
        s.phase = Phase.RECRUIT if tokens(s) else Phase.UNUSED


@kernel
def reaches_last_row(s: State) -> bool:
    """Whether a ranch for two has come to its last row just now (MR-121, MR-127)."""
    reached = s.seats == TWO and taken(s, mover(s)) & LAST_ROW != 0
    return reached and not has(s.reached, s.active)


@kernel
def expand(s: State) -> None:
    """Step 2: with two plots or more a domino can be made (MR-18, MR-21, MR-139)."""
    seat = mover(s)
    if s.emptying:
        empty_on(s)
    elif held(s, seat) < DOMINO:
        s.phase = STEP_3
    elif may_keep(s, seat) or fitting_pairs(s, seat):
        s.phase = Phase.EXPAND
    else:
        "MR-139"
        s.phase = Phase.DISCARD_TWO


@kernel
def step_3(s: State) -> None:
    """Step 3, if there is a newer column (MR-27, MR-80)."""
    if s.round_number == ROUNDS:
        "MR-80"
        end_turn(s)
    else:
        s.phase = Phase.CHOOSE_PLOT


# --- turns and rounds ---------------------------------------------------------------------------


@kernel
def claims(s: State) -> int:
    """How many Rancheros stand in a full column: one a player, with two players two (MR-115)."""
    return COLUMN if s.seats == TWO else int(s.seats)


@kernel
def end_turn(s: State) -> None:
    """The next turn of the round, or the end of the round (MR-14, MR-75)."""
    s.turn += 1
    if s.turn < claims(s):
        s.active = s.order[s.turn]
        s.phase = Phase.RECEIVE
    else:
        end_round(s)


@kernel
def end_round(s: State) -> None:
    """The newer column becomes the older one; another is made while there are plots (MR-142)."""
    s.active = NOTHING
    s.turn = 0
    if s.round_number == ROUNDS:
        "MR-81"
        s.emptying = 1
        empty_next(s)
        return
    for position in range(COLUMN):
        s.column[OLDER, position] = s.column[NEWER, position]
        s.ranchero[OLDER, position] = s.ranchero[NEWER, position]
        s.column[NEWER, position] = NOTHING
        s.ranchero[NEWER, position] = NOTHING
    if s.round_number < ROUNDS - 1:
        s.phase = Phase.DRAW
    else:
        "MR-78"
        prepare(s)  # the box is empty


# --- the end: reserves are emptied, herds thin out, the score sheet is filled in ----------------


@kernel
def empty_on(s: State) -> None:
    """Once the final round is over: as long as a pair fits it is placed (MR-82, MR-83, MR-140)."""
    if fitting_pairs(s, mover(s)):
        "MR-82"
        s.phase = Phase.EXPAND
    elif held(s, mover(s)):
        s.phase = Phase.REST
    else:
        empty_next(s)


@kernel
def empty_next(s: State) -> None:
    """The next player with unplaced plots, in the order of the final round (MR-84, MR-131)."""
    while s.turn < claims(s) and held(s, 0 + int(s.order[s.turn])) == 0:
        s.turn += 1
    if s.turn < claims(s):
        s.active = s.order[s.turn]
        "MR-131"
        s.phase = Phase.EMPTY
    else:
        s.active = NOTHING
        s.turn = 0
        s.phase = Phase.CROWD


@kernel
def empty_reserve(s: State) -> None:
    """A player goes on with step 2 until nothing is left (MR-81, MR-84)."""
    tell(s, Happening.EMPTYING, s.active, held(s, mover(s)))
    s.phase = GO_ON


@kernel
def discard_rest(s: State) -> None:
    """Nothing fits any more: what is left is discarded (MR-83, MR-140)."""
    seat = mover(s)
    kinds = s.reserve[seat]
    tell(s, Happening.DISCARDED_REST, seat, kinds[0], kinds[1], kinds[2], kinds[3])
    for _ in range(held(s, seat)):
        kind = plot_at(s, seat, 0)
        take_out(s, seat, kind)
        s.removed[kind] += 1
    empty_next(s)


@kernel
def crowd(s: State) -> None:
    """Overcrowding: each plot of the next ranch keeps one cow at most (MR-87)."""
    seat = int(s.turn)
    strays = 0
    for cell in range(CELLS):
        if s.cows[seat, cell] > 1:
            strays += int(s.cows[seat, cell]) - 1
            s.cows[seat, cell] = 1
    s.strays += strays
    s.turn += 1
    if s.turn == s.seats:
        s.phase = Phase.TALLY
    tell(s, Happening.CROWDED, seat, strays)


@kernel
def tally(s: State) -> None:
    """The next line of the score sheet; after the total the game is over (MR-143)."""
    line = 0 + int(s.tallied)
    s.tallied += 1
    if s.tallied == LINES:
        s.phase = Phase.OVER
        s.over = 1
    tell(s, Happening.SCORED, line)
    for seat in range(players(s)):
        s.event_args[1 + seat] = line_points(s, seat, line)
