"""What is noted of every match: a row of numbers, the same for simulated and for people's games."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.core.game import Game

TENTHS = 10  # moments of a match at which it is noted who leads
NOBODY = -1  # leads: the first are equal

Bytes = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int32]
Shares = npt.NDArray[np.float32]
Tallies = npt.NDArray[np.int16]


class Notes(NamedTuple):
    """Matches, row by row. What happened, never what somebody thought of it."""

    deal: npt.NDArray[np.int64]  # which deal was played
    turn: Bytes  # how far the bots had moved on around the table
    decisions: Numbers
    steps: Numbers  # automatic ones
    turns: Numbers
    rounds: Numbers
    options: Numbers  # legal actions, over all decisions
    widest: Numbers  # the most of them in one decision
    changes: Numbers  # of the lead
    settled: Shares  # the part of the match after which the lead never changed again
    ending: Bytes
    leaders: Bytes  # [match, tenth]: the side that led then
    order: Bytes  # [match, seat]: who moved first, second …, from 1; 0 where all begin at once
    places: Bytes  # [match, seat]
    points: Numbers  # [match, seat]
    bots: Bytes  # [match, seat]: which of the bots sat there
    kinds: Numbers  # [match, phase]: decisions of each kind
    counts: Tallies  # [match, seat, measure]: see the game's `measures`


def fresh_notes(game: Game, seats: int, matches: int) -> Notes:
    """Room for so many matches."""
    return Notes(
        deal=np.zeros(matches, np.int64),
        turn=np.zeros(matches, np.int8),
        decisions=np.zeros(matches, np.int32),
        steps=np.zeros(matches, np.int32),
        turns=np.zeros(matches, np.int32),
        rounds=np.zeros(matches, np.int32),
        options=np.zeros(matches, np.int32),
        widest=np.zeros(matches, np.int32),
        changes=np.zeros(matches, np.int32),
        settled=np.zeros(matches, np.float32),
        ending=np.zeros(matches, np.int8),
        leaders=np.zeros((matches, TENTHS), np.int8),
        order=np.zeros((matches, seats), np.int8),
        places=np.zeros((matches, seats), np.int8),
        points=np.zeros((matches, seats), np.int32),
        bots=np.zeros((matches, seats), np.int8),
        kinds=np.zeros((matches, len(game.phases)), np.int32),
        counts=np.zeros((matches, seats, len(game.measures)), np.int16),
    )
