"""Kernels that write the notes of one match while it is played."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kermesse.core.binding import template
from kermesse.core.bits import count
from kermesse.core.contract import evaluate, legal, note, outcome, pace, score, step
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.measures import DEALT, ENDED
from kermesse.core.record import Counts, Moves, Points, Record, Worths
from kermesse.lab.notes import NOBODY, TENTHS, Bytes, Notes

EQUAL = 1e-4  # judgements closer than this are equal
LONGEST = 1 << 14  # decisions whose leader is kept; of longer matches the lead is noted up to there


class Clipboard(NamedTuple):
    """What is needed while a match is on."""

    leads: Bytes  # the side that led after each decision
    sides: Bytes  # the side of each seat
    moves: Moves
    worths: Worths
    places: Points
    clock: Counts  # turns and rounds that have just begun
    sealed: Bytes  # [phase]: whether choices there are made in secret


def fresh_clipboard(game: Game, seats: int) -> Clipboard:
    """Room for one match at a time."""
    return Clipboard(
        np.zeros(LONGEST, np.int8),
        np.array(game.teams(seats), np.int8),
        np.zeros(game.actions, np.int16),
        np.zeros(seats, np.float32),
        np.zeros(seats, np.int32),
        np.zeros(2, np.int16),
        np.array([phase in game.sealed for phase in range(max(game.phases) + 1)], np.int8),
    )


@template
def note_pace(s: Record, notes: Notes, row: int, board: Clipboard) -> None:
    """The turns and rounds that the last act or step began."""
    board.clock[0] = 0
    board.clock[1] = 0
    pace(s, board.clock)
    notes.turns[row] += board.clock[0]
    notes.rounds[row] += board.clock[1]


@template
def note_steps(s: Record, notes: Notes, row: int, board: Clipboard) -> None:
    """Automatic steps up to the next decision or the end."""
    note_pace(s, notes, row, board)
    while s.due == 0 and not s.over:
        step(s)
        notes.steps[row] += 1
        note_pace(s, notes, row, board)


@template
def open_note(s: Record, notes: Notes, row: int) -> None:
    """The match is dealt; nobody has decided anything."""
    for seat in range(s.seats):
        note(s, seat, DEALT, notes.counts[row, seat])


@template
def note_decision(
    s: Record, seat: int, action: int, notes: Notes, row: int, board: Clipboard
) -> None:
    """A seat is about to decide."""
    n = legal(s, seat, board.moves)
    notes.options[row] += n
    notes.widest[row] = max(notes.widest[row], n)
    notes.kinds[row, s.phase] += 1
    note(s, seat, action, notes.counts[row, seat])
    note_order(s, seat, notes, row, board)


@template
def note_order(s: Record, seat: int, notes: Notes, row: int, board: Clipboard) -> None:
    """The seat that decides alone at the beginning moves first; then first open decisions count.

    Where several are due at the beginning nobody moves first. Answers to a secret choice come in
    any order, so they put nobody in front.
    """
    if notes.decisions[row] == 0:
        notes.order[row, seat] = int(count(s.due) == 1)
    elif notes.order[row, seat] == 0 and not board.sealed[s.phase]:
        last = latest_of(notes.order[row])[1]
        notes.order[row, seat] = last + 1 if last > 0 else 0


@kernel
def latest_of(order: Any) -> tuple[int, int]:
    """The first of the seats that moved last, and which number it had."""
    latest = 0
    for seat in range(1, len(order)):
        if order[seat] > order[latest]:
            latest = seat
    return latest, int(order[latest])


@template
def close_order(s: Record, notes: Notes, row: int) -> None:
    """Who never had a turn follows in the order of the seats."""
    order = notes.order[row]
    latest, last = latest_of(order)
    for further in range(s.seats):
        seat = (latest + further) % s.seats
        if last > 0 and order[seat] == 0:
            last += 1
            order[seat] = last


@template
def note_lead(s: Record, notes: Notes, row: int, board: Clipboard) -> None:
    """A decision has been carried out."""
    at = notes.decisions[row]
    notes.decisions[row] += 1
    if at < LONGEST:
        board.leads[at] = leader(s, board)


@template
def leader(s: Record, board: Clipboard) -> int:
    """The side that stands best by the game's own judgement; NOBODY if the best are equal."""
    evaluate(s, board.worths)
    best = 0
    for seat in range(1, s.seats):
        if board.worths[seat] > board.worths[best]:
            best = seat
    for seat in range(s.seats):
        near = board.worths[seat] > board.worths[best] - EQUAL
        if near and board.sides[seat] != board.sides[best]:
            return NOBODY
    return int(board.sides[best])


@template
def close_note(s: Record, notes: Notes, row: int, board: Clipboard) -> None:
    """The match is over."""
    notes.ending[row] = outcome(s, board.places)
    for seat in range(s.seats):
        notes.places[row, seat] = board.places[seat]
    score(s, board.places)
    for seat in range(s.seats):
        notes.points[row, seat] = board.places[seat]
        note(s, seat, ENDED, notes.counts[row, seat])
    close_order(s, notes, row)
    note_tension(notes, row, board)


@template
def note_tension(notes: Notes, row: int, board: Clipboard) -> None:
    """Who led at each tenth of the match, how often that changed, and when it last did."""
    known = min(int(notes.decisions[row]), LONGEST)
    last = NOBODY
    changed = 0
    for at in range(known):
        if board.leads[at] != NOBODY and board.leads[at] != last:
            if last != NOBODY:
                notes.changes[row] += 1
                changed = at
            last = board.leads[at]
    notes.settled[row] = float(changed) / float(max(known, 1))
    for tenth in range(TENTHS):
        at = (tenth + 1) * known // TENTHS - 1
        notes.leaders[row, tenth] = board.leads[at] if at >= 0 else NOBODY
