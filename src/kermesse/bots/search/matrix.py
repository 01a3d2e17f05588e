"""Sealed choices as a matrix game: regret matching+ over imagined worlds.

All seats that owe a choice at once are grouped into sides. A side is one player with joint actions:
a team that shares its knowledge, or a single seat. The own side has one strategy, for it does not
know which world it is in; another side has one in each world, for it knows its own cards. What is
played is the average over all iterations: the last strategy of regret matching goes round in
circles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.bots.search.desk import Desk
from kermesse.bots.search.judging import judge, play_on
from kermesse.bots.search.tree import Manner
from kermesse.core.binding import template
from kermesse.core.bits import has
from kermesse.core.chance import draw, word
from kermesse.core.contract import act, imagine, legal, unseal
from kermesse.core.game import Game
from kermesse.core.record import Record, Records

MOST_JOINT = 512  # joint actions of a side that are looked at


class Stage(NamedTuple):
    """The worlds, who can do what in them, and what each side regrets."""

    worlds: Records
    moves: npt.NDArray[np.int16]  # [world, seat, n]
    counts: npt.NDArray[np.int32]  # [world, seat]: how many moves; 0 for a seat that is not due
    joint: npt.NDArray[np.int32]  # [world, side]: how many joint actions
    side_of: npt.NDArray[np.int8]  # [seat]
    regret: npt.NDArray[np.float32]  # [world, side, joint action]; the own side's in world 0
    total: npt.NDArray[np.float64]  # [joint action]: the own side's strategies, summed
    chosen: npt.NDArray[np.int32]  # [side]: this iteration's joint actions
    mixed: npt.NDArray[np.float32]  # [joint action]: a strategy
    value: npt.NDArray[np.float32]  # [joint action]: what each would have brought


def fresh_stage(game: Game, worlds: int, sides: tuple[int, ...]) -> Stage:
    """Room for a matrix game; ``sides`` is the side of each seat."""
    seats, count = len(sides), max(sides) + 1
    return Stage(
        np.zeros(worlds, game.dtype),
        np.zeros((worlds, seats, game.actions), np.int16),
        np.zeros((worlds, seats), np.int32),
        np.zeros((worlds, count), np.int32),
        np.array(sides, np.int8),
        np.zeros((worlds, count, MOST_JOINT), np.float32),
        np.zeros(MOST_JOINT, np.float64),
        np.zeros(count, np.int32),
        np.zeros(MOST_JOINT, np.float32),
        np.zeros(MOST_JOINT, np.float32),
    )


@template
def set_stage(view: Record, stage: Stage) -> None:
    """Imagine the worlds, and list what every seat can do in each."""
    for k in range(len(stage.worlds)):
        key = word(view)
        stage.worlds[k] = view
        s = stage.worlds[k]
        s.rng = key
        imagine(s)
        unseal(s)  # who has chosen already is no better known for it
        stage.joint[k, :] = 1
        for seat in range(s.seats):
            n = 0
            if has(s.due, seat):
                n = legal(s, seat, stage.moves[k, seat])
                side = stage.side_of[seat]
                stage.joint[k, side] = min(MOST_JOINT, int(stage.joint[k, side]) * n)
            stage.counts[k, seat] = n


@template
def weigh(view: Record, own: int, stage: Stage, manner: Manner, rounds: int, desk: Desk) -> None:
    """Let all sides learn from their regrets for some rounds."""
    for _ in range(rounds):
        k = draw(view, len(stage.worlds))
        key = word(view)
        for side in range(len(stage.chosen)):
            mix(stage, k, side, own)
            stage.chosen[side] = pick(view, stage, k, side)
        for side in range(len(stage.chosen)):
            if stage.joint[k, side] > 1 or side == own:
                learn(stage, k, side, own, key, manner, desk)


@template
def mix(stage: Stage, k: int, side: int, own: int) -> None:
    """The side's strategy: in proportion to what it regrets."""
    n = stage.joint[k, side]
    row = stage.regret[0 if side == own else k, side]
    total = 0.0
    for j in range(n):
        total += float(row[j])
    for j in range(n):
        stage.mixed[j] = row[j] / total if total > 0.0 else 1.0 / n


@template
def pick(view: Record, stage: Stage, k: int, side: int) -> int:
    """A joint action drawn from the mixed strategy."""
    n = int(stage.joint[k, side])
    point = float(word(view) >> 11) / 9007199254740992.0  # 2^53: a number from 0 to 1
    for j in range(n - 1):
        point -= float(stage.mixed[j])
        if point < 0.0:
            return j
    return n - 1


@template
def learn(stage: Stage, k: int, side: int, own: int, key: int, manner: Manner, desk: Desk) -> None:
    """What would each joint action of a side have brought against what the others chose?"""
    n = stage.joint[k, side]
    mix(stage, k, side, own)
    expected = 0.0
    for j in range(n):
        stage.value[j] = payoff(stage, k, side, j, key, manner, desk)
        expected += float(stage.mixed[j]) * float(stage.value[j])
    row = stage.regret[0 if side == own else k, side]
    for j in range(n):
        row[j] = max(0.0, float(row[j]) + float(stage.value[j]) - expected)
        if side == own:
            stage.total[j] += float(stage.mixed[j])


@template
def payoff(
    stage: Stage, k: int, side: int, instead: int, key: int, manner: Manner, desk: Desk
) -> float:
    """The value for a side if it chooses ``instead`` while the others choose as drawn."""
    desk.worlds[0] = stage.worlds[k]
    s = desk.worlds[0]
    s.rng = key
    somebody = 0
    for other in range(len(stage.chosen)):
        j = instead if other == side else stage.chosen[other]
        for seat in range(s.seats):
            if stage.side_of[seat] != other:
                continue
            if other == side:
                somebody = seat
            n = stage.counts[k, seat]
            if n > 0:
                act(s, seat, stage.moves[k, seat, j % n])
                j //= n
    play_on(s, manner.playout, manner.sample, desk)
    judge(s, manner.scale, desk, desk.values)
    return float(desk.values[somebody])


def own_half(stage: Stage, seat: int, joint: int) -> int:
    """The action number of one seat within a joint action of its side."""
    for other in range(seat):
        if stage.side_of[other] == stage.side_of[seat] and stage.counts[0, other]:
            joint //= int(stage.counts[0, other])
    return int(stage.moves[0, seat, joint % int(stage.counts[0, seat])])
