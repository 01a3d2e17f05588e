"""One part of an experiment: the same notes wherever and whenever it is played."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

import numpy as np
import numpy.typing as npt

from kermesse.bots import Bot, bot
from kermesse.bots.budget import Budget
from kermesse.core.chance import draw, word
from kermesse.core.position import Position
from kermesse.core.record import Records
from kermesse.lab.experiment import Experiment
from kermesse.lab.match_kernels import Cast, Room, fresh_room, play_matches
from kermesse.lab.note_kernels import close_note, note_decision, note_lead, note_steps, open_note
from kermesse.lab.notes import Notes, fresh_notes
from kermesse.lab.streams import key

Streams = npt.NDArray[np.uint64]


class Stopped(Exception):
    """A part was given up before it was played to its end."""


def play_portion(experiment: Experiment, number: int, stop: Event | None = None) -> Notes:
    """Play a part: every deal once for each side, the bots moving on."""
    deals = experiment.portion(number)
    matches = len(deals) * experiment.sides
    notes = fresh_notes(experiment.game, experiment.seats, matches)
    notes.deal[:] = np.repeat(np.arange(deals.start, deals.stop), experiment.sides)
    notes.turn[:] = np.tile(np.arange(experiment.sides), len(deals))
    sides = (np.array(experiment.teams) + notes.turn[:, None]) % experiment.sides
    notes.bots[:] = sides
    tables, streams = dealt(experiment, number)
    room = fresh_room(experiment.game, experiment.seats)
    glances = experiment.glances
    if glances is None:
        play_slowly(experiment, tables, streams, notes, room, stop or Event())
        return notes
    worlds = np.array([each.worlds for each in glances], np.int32)
    slips = np.array([each.slips for each in glances], np.float64)
    casts = Cast(worlds[sides], slips[sides], fresh_streams(experiment))
    experiment.game.bind(play_matches)(tables, streams, casts, notes, room)
    return notes


def dealt(experiment: Experiment, number: int) -> tuple[Records, Streams]:
    """The tables of a part, each with its source of chance, and a stream for each seat's bot.

    The last stream says who answers first where several are due.
    """
    deals, sides = len(experiment.portion(number)), experiment.sides
    source = np.random.SeedSequence(experiment.seed, spawn_key=(number,))
    decks, bots = source.spawn(2)
    tables = experiment.game.blank(deals * sides, experiment.seats, experiment.options)
    tables["rng"] = np.repeat(decks.generate_state(deals, np.uint64), sides)
    shape = deals * sides, experiment.seats + 1
    streams: Streams = bots.generate_state(shape[0] * shape[1], np.uint64).astype(np.uint64)
    return tables, streams.reshape(shape)


def fresh_streams(experiment: Experiment) -> Records:
    """Room for the streams of one match."""
    return np.zeros(experiment.seats + 1, experiment.game.dtype)


def play_slowly(
    experiment: Experiment,
    tables: Records,
    streams: Streams,
    notes: Notes,
    room: Room,
    stop: Event,
) -> None:
    """The same, decision by decision, for bots of any kind."""
    minds = [Mind(name, experiment) for name in experiment.bots]
    # teammates who search think alike where they choose in secret; a glance is each one's own
    together = experiment.sides < experiment.seats and experiment.glances is None
    chance = fresh_streams(experiment)
    for row in range(len(tables)):
        if stop.is_set():
            raise Stopped
        chance["rng"] = streams[row]
        table = Position(experiment.game, tables[row : row + 1])
        experiment.game.kernels["setup"](table.record)
        players = [minds[side] for side in notes.bots[row]]
        play_one(table, players, chance, notes, row, room, together)


class Mind:
    """A bot, and what a decision may cost it."""

    def __init__(self, text: str, experiment: Experiment) -> None:
        name, at, budget = text.partition("@")
        self.bot: Bot = bot(name, experiment.game)
        self.budget = Budget.read(budget) if at else None


def play_one(
    table: Position,
    players: Sequence[Mind],
    chance: Records,
    notes: Notes,
    row: int,
    room: Room,
    together: bool,
) -> None:
    """One match that has been set up."""
    game, teams = table.game, table.game.teams(table.seats)
    shared = [int(chance[seat]["rng"]) for seat in range(table.seats)]
    game.bind(note_steps)(table.record, notes, row, room.board)
    game.bind(open_note)(table.record, notes, row)
    while not table.over:
        due = sorted(table.due)
        seat = due[draw(chance[table.seats], len(due))]
        seed = word(chance[seat])
        if together:
            captain = teams.index(teams[seat])
            seed = key(shared[captain], table.record.reveals, table.record.phase)
        mind = players[seat]
        action = mind.bot.choose(table.view(seat), budget=mind.budget, seed=int(seed)).number
        game.bind(note_decision)(table.record, seat, action, notes, row, room.board)
        game.kernels["act"](table.record, seat, action)
        game.bind(note_steps)(table.record, notes, row, room.board)
        game.bind(note_lead)(table.record, notes, row, room.board)
    game.bind(close_note)(table.record, notes, row, room.board)
