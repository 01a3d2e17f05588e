"""Whole matches in machine code, and the same match by match for bots that search.

A seat decides from its concealed record and from a separate random stream. What it decides is
what the bot of the same name decides from the same view and seed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.bots.greedy import Desk, fresh_desk, fresh_stack, glance
from kermesse.core.binding import template
from kermesse.core.bits import count, nth
from kermesse.core.chance import draw, word
from kermesse.core.contract import act, conceal, setup
from kermesse.core.game import Game
from kermesse.core.record import Record, Records, Worths
from kermesse.lab.note_kernels import (
    Clipboard,
    close_note,
    fresh_clipboard,
    note_decision,
    note_lead,
    note_steps,
    open_note,
)
from kermesse.lab.notes import Notes


class Cast(NamedTuple):
    """How the seats play."""

    worlds: npt.NDArray[np.int32]  # [seat] that a glance looks at; 0: anything goes
    slips: npt.NDArray[np.float64]  # [seat]: how far it misjudges
    streams: Records  # [seat], and one more for the order of answers: only `rng` is used


class Room(NamedTuple):
    """Everything a thread needs to play in."""

    known: Records  # what the deciding seat sees
    stack: Records
    desk: Desk
    worths: Worths
    board: Clipboard


def fresh_room(game: Game, seats: int) -> Room:
    """Room for one match at a time."""
    return Room(
        np.zeros(1, game.dtype),
        fresh_stack(game),
        fresh_desk(game, seats),
        np.zeros(game.actions, np.float32),
        fresh_clipboard(game, seats),
    )


@template
def play_match(s: Record, cast: Cast, notes: Notes, row: int, room: Room) -> None:
    """From set-up to the end."""
    setup(s)
    note_steps(s, notes, row, room.board)
    open_note(s, notes, row)
    view = room.known[0]
    while not s.over:
        seat = nth(s.due, draw(cast.streams[s.seats], count(s.due)))
        room.known[0] = s
        conceal(view, seat)
        view.rng = word(cast.streams[seat])
        worlds, slips = cast.worlds[seat], cast.slips[seat]
        action = glance(view, seat, worlds, slips, room.stack, room.desk, room.worths)
        note_decision(s, seat, action, notes, row, room.board)
        act(s, seat, action)
        note_steps(s, notes, row, room.board)
        note_lead(s, notes, row, room.board)
    close_note(s, notes, row, room.board)


@template
def play_matches(
    tables: Records, streams: npt.NDArray[np.uint64], casts: Cast, notes: Notes, room: Room
) -> None:
    """Every match of a portion; ``casts`` and ``streams`` have a row for each of them."""
    for row in range(len(tables)):
        s = tables[row]
        for seat in range(s.seats + 1):
            casts.streams[seat].rng = streams[row, seat]
        cast = Cast(casts.worlds[row], casts.slips[row], casts.streams)
        play_match(s, cast, notes, row, room)
