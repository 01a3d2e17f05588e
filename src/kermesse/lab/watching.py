"""Games watched while they are played: which places of the rules run in which of them.

The bots decide in machine code. Then every match is played again in plain Python, by the same
decisions, and the lines that run are noted: of what was done, and not of what a bot imagined.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kermesse.bots.budget import Budget
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.playout import settle
from kermesse.core.position import Action, Position, View, same
from kermesse.core.record import SPECTATOR, Records
from kermesse.lab.citations import Place, places
from kermesse.lab.experiments import Experiment, glance_of
from kermesse.lab.notes import fresh_notes
from kermesse.lab.playing import fresh_room
from kermesse.lab.portions import Mind, Streams, dealt, fresh_streams, play_one

QUICK = "greedy"  # plays in place of bots that search

Decisions = list[tuple[int, int]]  # seat, action


class NotWatched(KermesseError):
    """Games that cannot be watched here."""


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


def check_watching() -> None:
    """Refuse early what could not be watched later."""
    if find_spec("coverage") is None:
        raise NotWatched("watching rules needs coverage: pip install 'kermesse[lab]'")


def quickly(experiment: Experiment) -> Experiment:
    """The same, with a quick bot for each that searches."""
    game, seats = experiment.game, experiment.seats
    bots = (name if glance_of(game, seats, name) else QUICK for name in experiment.bots)
    return replace(experiment, bots=tuple(bots))


def watch(experiment: Experiment, games: int) -> Watched:
    """Watch so many games of an experiment, each of another deal: they are independent."""
    check_watching()
    found = places(experiment.game)
    played = matches(replace(experiment, deals=games))
    ran = np.zeros((games, len(found)), np.bool_)
    lines = lines_run(experiment.game, played, {place.path for place in found})
    for number, place in enumerate(found):
        for line in place.runs:
            ran[lines.get((place.path, line), []), number] = True
    return Watched(found, ran)


# --- playing -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Played:
    """A match that can be played again."""

    table: Records  # before it was set up
    decisions: Decisions


def matches(experiment: Experiment) -> list[Played]:
    """Of every deal one match, with every decision; the bots move on."""
    found = []
    for number in range(experiment.portions):
        tables, streams = dealt(experiment, number)
        for place, deal in enumerate(experiment.portion(number)):
            turn = deal % experiment.sides
            row = place * experiment.sides + turn
            table = tables[row : row + 1]
            blank = same(table)
            found.append(Played(blank, decided(experiment, table, streams[row], turn)))
    return found


def decided(experiment: Experiment, table: Records, streams: Streams, turn: int) -> Decisions:
    """What the bots decide in a match, as in every other run of the experiment."""
    game, seats = experiment.game, experiment.seats
    log: Decisions = []
    bots = [experiment.bots[(side + turn) % experiment.sides] for side in experiment.teams]
    minds = {name: Witness(name, experiment, log) for name in bots}
    chance = fresh_streams(experiment)
    chance["rng"] = streams
    game.kernels["setup"](table[0])
    game.bind(settle)(table[0])
    notes, room = fresh_notes(game, seats, 1), fresh_room(game, seats)
    players = [minds[name] for name in bots]
    play_one(Position(game, table), players, chance, notes, 0, room, together=False)
    return log


def play_again(game: Game, match: Played) -> None:
    """The same match in plain Python, step by step, with what everybody sees and may do."""
    kernels, batch = game.plain_kernels, same(match.table)
    s, moves = batch[0], np.zeros(game.actions, np.int16)
    kernels["setup"](s)
    look(game, batch)
    decisions = iter(match.decisions)
    while not s.over:
        if s.due == 0:
            kernels["step"](s)
        else:
            seat, action = next(decisions)
            kernels["legal"](s, seat, moves)
            kernels["act"](s, seat, action)
        look(game, batch)
    out = np.zeros(int(s.seats), np.int32)
    kernels["score"](s, out)
    kernels["outcome"](s, out)


def look(game: Game, batch: Records) -> None:
    """Everybody looks at the table, and a spectator."""
    for viewer in range(SPECTATOR, int(batch["seats"][0])):
        game.plain_kernels["conceal"](same(batch)[0], viewer)


# --- watching ----------------------------------------------------------------------------------


def lines_run(
    game: Game, played: Sequence[Played], paths: Collection[Path]
) -> dict[tuple[Path, int], list[int]]:
    """In which matches each line of some sources runs."""
    watcher = import_module("coverage").Coverage(  # late: it may be absent
        data_file=None, config_file=False, include=[str(path) for path in paths]
    )
    watcher.set_option("run:core", "ctrace")  # the one that can tell matches apart
    watcher.start()
    try:
        for number, match in enumerate(played):
            watcher.switch_context(str(number))
            play_again(game, match)
    finally:
        watcher.stop()
    seen = watcher.get_data()
    found = {}
    for file in seen.measured_files():
        for line, numbers in seen.contexts_by_lineno(file).items():
            found[Path(file), line] = [int(number) for number in numbers if number]
    return found
