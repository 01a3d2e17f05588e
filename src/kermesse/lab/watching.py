"""Games watched while they are played: which places of the rules run in which of them.

The bots decide in machine code. Then every match is played again in plain Python, by the same
decisions, and the places that run are noted: of what was done, and not of what a bot imagined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kermesse.arena.workers import checked_workers
from kermesse.bots.budget import Budget
from kermesse.core.position import Action, Position, View, same
from kermesse.core.record import Records
from kermesse.lab.citations import Place, places
from kermesse.lab.experiments import PORTION, Experiment, glance_of
from kermesse.lab.notes import fresh_notes
from kermesse.lab.playing import fresh_room
from kermesse.lab.portions import Mind, Streams, dealt, fresh_streams, play_one
from kermesse.lab.probing import probed_kernels
from kermesse.lab.replaying import Decisions, Played, play_again

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

    They decide in machine code, so several of them at a time, ahead of whoever asks.
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
