"""Games played again in plain Python, to see which places of the rules ran in which of them.

The bots decide in machine code. Then every match is replayed in plain Python with the same
decisions, and the places that run are noted: what was done, not what a bot imagined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import numpy.typing as npt

from kermesse.bots.budget import Budget
from kermesse.core.position import Action, Position, View, same
from kermesse.core.record import SPECTATOR, Record, Records
from kermesse.lab.citations import Place, places
from kermesse.lab.experiment import PORTION, Experiment, glance_of
from kermesse.lab.match_kernels import fresh_room
from kermesse.lab.notes import fresh_notes
from kermesse.lab.portion import Mind, Streams, dealt, fresh_streams, play_one
from kermesse.lab.probing import Kernels, probed_kernels
from kermesse.lab.strength.workers import checked_workers

Decisions = list[tuple[int, int]]  # seat, action


@dataclass(frozen=True, eq=False)
class Played:
    """A match that can be played again."""

    table: Records  # before it was set up
    decisions: Decisions


def laid_open(record: Record) -> SimpleNamespace:
    """A record as plain numbers and arrays; its chance stays a word of 64 bits."""
    fields = {name: record[name] for name in record.dtype.names}
    return SimpleNamespace(
        **{name: loose(value) if name != "rng" else value for name, value in fields.items()}
    )


def loose(value: np.generic | np.ndarray) -> int | np.ndarray:
    """A field that is nobody else's."""
    return value.copy() if isinstance(value, np.ndarray) else int(value)


def another(s: SimpleNamespace) -> SimpleNamespace:
    """The same once more."""
    fields = vars(s).items()
    return SimpleNamespace(
        **{name: each.copy() if type(each) is np.ndarray else each for name, each in fields}
    )


def play_again(kernels: Kernels, actions: int, match: Played) -> SimpleNamespace:
    """The same match, step by step, with what everybody sees and may do; return how it ended."""
    s, moves = laid_open(match.table[0]), np.zeros(actions, np.int16)
    kernels["setup"](s)
    look(kernels, s)
    decisions = iter(match.decisions)
    while not s.over:
        if s.due == 0:
            kernels["step"](s)
        else:
            seat, action = next(decisions)
            kernels["legal"](s, seat, moves)
            kernels["act"](s, seat, action)
        look(kernels, s)
    out = np.zeros(s.seats, np.int32)
    kernels["score"](s, out)
    kernels["outcome"](s, out)
    return s


def look(kernels: Kernels, s: SimpleNamespace) -> None:
    """Everybody looks at the table, and a spectator."""
    for viewer in range(SPECTATOR, s.seats):
        kernels["conceal"](another(s), viewer)


QUICK = "greedy"  # plays in place of bots that search


@dataclass(frozen=True, eq=False)
class Watched:
    """What ran in some games."""

    places: Sequence[Place]
    ran: npt.NDArray[np.bool_]  # [game, place]


class Witness(Mind):
    """A bot whose decisions are written down."""

    def __init__(self, text: str, experiment: Experiment, log: Decisions) -> None:
        super().__init__(text, experiment)
        self.log = log
        self.thinker, self.bot = self.bot, self

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """What the bot chooses."""
        action = self.thinker.choose(view, budget=budget, seed=seed)
        self.log.append((view.seat, action.number))
        return action


def quickly(experiment: Experiment) -> Experiment:
    """The same, with a quick bot for each that searches."""
    game, seats = experiment.game, experiment.seats
    bots = (name if glance_of(game, seats, name) else QUICK for name in experiment.bots)
    return replace(experiment, bots=tuple(bots))


def watch(experiment: Experiment, games: int, workers: int | None = None) -> Watched:
    """Watch so many games of an experiment, each of another deal: they are independent."""
    game, found = experiment.game, places(experiment.game)
    seen: set[int] = set()
    kernels = probed_kernels(game, found, seen)
    ran = np.zeros((games, len(found)), np.bool_)
    for number, match in enumerate(matches(replace(experiment, deals=games), workers)):
        seen.clear()
        play_again(kernels, game.actions, match)
        ran[number, list(seen)] = True
    return Watched(found, ran)


# --- playing -----------------------------------------------------------------------------------


def matches(experiment: Experiment, workers: int | None = None) -> Iterator[Played]:
    """Of every deal one match, with every decision; the bots move on.

    They decide in machine code, so several at a time, ahead of the caller.
    """
    with ThreadPoolExecutor(checked_workers(workers), "watched") as pool:
        yield from pool.map(lambda deal: match_of(experiment, deal), range(experiment.deals))


def match_of(experiment: Experiment, deal: int) -> Played:
    """The match of a deal that is watched."""
    number, place = divmod(deal, PORTION)
    tables, streams = dealt(experiment, number)
    turn = deal % experiment.sides
    row = place * experiment.sides + turn
    table = tables[row : row + 1]
    return Played(same(table), decided(experiment, table, streams[row], turn))


def decided(experiment: Experiment, table: Records, streams: Streams, turn: int) -> Decisions:
    """What the bots decide in a match, as in every other run of the experiment."""
    game, seats = experiment.game, experiment.seats
    log: Decisions = []
    bots = [experiment.bots[(side + turn) % experiment.sides] for side in experiment.teams]
    minds = {name: Witness(name, experiment, log) for name in bots}
    chance = fresh_streams(experiment)
    chance["rng"] = streams
    game.kernels["setup"](table[0])
    notes, room = fresh_notes(game, seats, 1), fresh_room(game, seats)
    players = [minds[name] for name in bots]
    play_one(Position(game, table), players, chance, notes, 0, room, together=False)
    return log
