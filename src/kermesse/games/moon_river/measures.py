"""What a designer counts in Moon River: plots chosen and owned, partners, cows, and decisions.

Nobody is dealt plots: by chance a seat has only its legend's board and its place in the order
of play. A decision with one option is taken by itself (MR-137) and does not count as one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kermesse.core.bits import count
from kermesse.core.kernel import kernel
from kermesse.core.measures import ACTION, DEALT, ENDED, How, Measure
from kermesse.core.record import Counts
from kermesse.games.moon_river import state
from kermesse.games.moon_river.components import (
    COWBOY_SIDE,
    FIELD,
    KINDS,
    PIECE_CODES,
    PIECES,
    RECRUITS,
    SHOWN,
    SPECIALIST_SIDE,
    SPECIALISTS,
    TABLES,
    TERRAINS,
)
from kermesse.games.moon_river.rules.ranch import board_of
from kermesse.games.moon_river.scoring import cow_pieces
from kermesse.games.moon_river.state import AT_RANDOM, CHOOSE, NEWER, Happening, Phase, State
from kermesse.games.moon_river.words.names import board_name, piece_name, recruit_name, terrain_name

# what a decision does, with the first of its action numbers, which ascend
DEEDS = {
    "choose a plot": state.CHOOSE,
    "keep the plots": state.KEEP,
    "join two plots": state.JOIN,
    "place a domino": state.PLACE,
    "discard two plots": state.DISCARD,
    "choose the cow that a drought takes": state.DROUGHT,
    "choose the circle that comes first": state.CIRCLE,
    "recruit a partner": state.RECRUIT,
    "stop the cowboy": state.STOP,
    "move a cow": state.MOVE,
    "decline an effect": state.DECLINE,
    "swap plots with an opponent": state.SWAP,
    "steal a cow": state.STEAL,
    "choose a bonus tile": state.TILE,
    "choose the side of a bonus tile": state.SIDE,
    "lay a bonus tile": state.LAY,
}
FIRST_ACTION = np.array(list(DEEDS.values()), np.int64)
DEED_COUNT = len(DEEDS)

# whatever its other side, a token that lies as a cowboy is one
PARTNER = np.array(
    [
        SPECIALISTS if recruit % SHOWN == COWBOY_SIDE else recruit // SHOWN
        for recruit in range(RECRUITS)
    ],
    np.int64,
)
PARTNERS = (
    *(recruit_name(specialist * SHOWN + SPECIALIST_SIDE) for specialist in range(SPECIALISTS)),
    recruit_name(COWBOY_SIDE),
)


def told_apart(names: Sequence[str], codes: Sequence[str]) -> tuple[str, ...]:
    """Plots by what they show; of those that show the same also the code."""
    return tuple(
        name if names.count(name) == 1 else f"{name}, {code}"
        for name, code in zip(names, codes, strict=True)
    )


PLOTS = told_apart([piece_name(kind) for kind in range(KINDS)], PIECE_CODES[:KINDS])
TILES = tuple(
    f"bonus tile {side.tile}, {terrain_name(TERRAINS.index(side.terrain))}" for side in TABLES.bonus
)
BOARDS = tuple(board_name(board) for board in range(FIELD + 1, len(TABLES.boards)))

MEASURES = (
    *(Measure(How.HELD, board, "board") for board in BOARDS),
    *(Measure(How.PLAYED, plot, "plot") for plot in PLOTS),
    *(Measure(How.PLAYED, deed, ACTION) for deed in DEEDS),
    *(Measure(How.OWNED, plot, "plot") for plot in PLOTS),
    *(Measure(How.OWNED, tile, "bonus tile") for tile in TILES),
    *(Measure(How.OWNED, partner, "partner") for partner in PARTNERS),
    Measure(How.OWNED, "cow", "cow"),
)
HELD = 0
PLAYED = HELD + len(BOARDS)
DONE = PLAYED + KINDS
OWNED = DONE + DEED_COUNT
RECRUITED = OWNED + PIECES
COWS = RECRUITED + len(PARTNERS)


@kernel
def note(s: State, seat: int, action: int, out: Counts) -> None:
    """What was drawn by lot, every decision, and what lies on the ranch at the end."""
    if action == DEALT:
        board = board_of(s, seat)
        if board != FIELD and s.colours == AT_RANDOM:  # else it was no chance
            out[HELD + board - FIELD - 1] += 1
    elif action == ENDED:
        note_ranch(s, seat, out)
    else:
        if s.phase == Phase.CHOOSE_PLOT:
            out[PLAYED + int(s.column[NEWER, action - CHOOSE])] += 1
        out[DONE + deed(action)] += 1


@kernel
def note_ranch(s: State, seat: int, out: Counts) -> None:
    """Plots and bonus tiles, the partners on them, and the cows that are left."""
    for piece in range(PIECES):
        out[OWNED + piece] += count(s.ranch[seat, piece])
    for recruit in range(RECRUITS):
        out[RECRUITED + int(PARTNER[recruit])] += count(s.partners[seat, recruit])
    out[COWS] += cow_pieces(s, seat)


@kernel
def deed(action: int) -> int:
    """Which of DEEDS an action is."""
    found = 0
    for later in range(1, DEED_COUNT):
        found += int(action >= FIRST_ACTION[later])
    return found


@kernel
def pace(s: State, out: Counts) -> None:
    """A turn begins with its plot (MR-14). Emptying the reserves at the end is none (MR-81)."""
    out[0] += int(s.event == Happening.RECEIVED)
    out[1] += int(s.event == Happening.ROUND)
