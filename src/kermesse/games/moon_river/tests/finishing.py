"""Plays finished games that come out as a tale wants, for `tools.finished_games`.

Ties are rare. Once round 24 has begun nothing is drawn any more, so the ends that a match can still
come to are tried out by the thousand, and the decisions that lead to the wanted one are taken.
"""

from __future__ import annotations

from itertools import count
from random import Random

import numpy as np

from kermesse.core.bits import lowest
from kermesse.core.chance import draw
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import Match
from kermesse.core.matchfile import write_match
from kermesse.core.playout import playout
from kermesse.core.position import Position
from kermesse.games.moon_river import game
from kermesse.games.moon_river.components import ROUNDS

TRIES = 4000  # ends of one match


def finished(seats: int, options: dict[str, object], ending: str) -> str:
    """The file of the first match that ends so."""
    for seed in count():
        match = Match(
            game,
            seats,
            players=[f"Random {seat}" for seat in range(seats)],
            options=options,
            secret=seeded_secret(seed),
        )
        play_to_the_last_round(match, Random(seed))
        decisions = decisions_to(match.frames[-1], ending)
        if decisions is not None:
            for seat, action in decisions:
                match.act(seat, action)
            return write_match(match)
    raise AssertionError("unreachable")


def play_to_the_last_round(match: Match, chance: Random) -> None:
    """Random decisions until nothing is left to chance."""
    while match.frames[-1].record.round_number < ROUNDS:
        seat = min(match.due)
        match.act(seat, chance.choice(match.frames[-1].legal(seat)))


def decisions_to(position: Position, ending: str) -> list[tuple[int, int]] | None:
    """Decisions that lead from the last round to an ending, if a few thousand tries find some."""
    moves, bound = np.zeros(game.actions, np.int16), game.bound(game.choose(position.options))
    play = game.bind(playout)
    for key in range(TRIES):
        trial = position.copy()
        trial.rekey(key)
        play(trial.record, bound, moves)
        if trial.outcome is not None and trial.outcome.ending == ending:
            return retraced(position, key)
    return None


def retraced(position: Position, key: int) -> list[tuple[int, int]]:
    """The decisions of the random playout with that key, one by one."""
    trial = position.copy()
    trial.rekey(key)
    moves = np.zeros(game.actions, np.int16)
    found = []
    while not trial.over:
        if trial.pending:
            trial.advance()
            continue
        seat = int(lowest(trial.record.due))
        n = game.kernels["legal"](trial.record, seat, moves)
        action = int(moves[draw(trial.record, n)])
        game.kernels["act"](trial.record, seat, action)
        found.append((seat, action))
    return found
