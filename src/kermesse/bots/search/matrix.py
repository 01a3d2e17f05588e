"""Sealed choices as a matrix game: regret matching+ over imagined worlds.

All seats that owe a choice at once are grouped into sides. A side is one player with joint actions:
a team that shares its knowledge, or a single seat. In each world every combination of the sides'
joint actions is played on from, with the same luck. Then all sides learn from their regrets: the
own side has one strategy, for it does not know which world it is in; another side has one in each
world, for it knows its own cards. What is played is the average over all rounds of learning: the
last strategy of regret matching goes round in circles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.bots.search.desk import Desk, Manner
from kermesse.bots.search.judging import judge, play_on, quick_move
from kermesse.core.binding import template
from kermesse.core.bits import has, lowest
from kermesse.core.chance import word
from kermesse.core.contract import act, afresh, evaluate, imagine, legal, unseal
from kermesse.core.kernel import kernel
from kermesse.core.playout import settle
from kermesse.core.record import Record

MOST_WORLDS = 1024  # rooms for them cost nothing until they are used


class Stage(NamedTuple):
    """Who can do what in each world, what it brings, and what the sides regret."""

    moves: npt.NDArray[np.int16]  # [world, seat, n]: the most promising ones
    counts: npt.NDArray[np.int32]  # [world, seat]: how many; 0 for a seat that owes no choice
    joint: npt.NDArray[np.int32]  # [world, side]: how many joint actions
    side_of: npt.NDArray[np.int8]  # [seat]
    room: npt.NDArray[np.int32]  # [seat]: how many choices are weighed
    payoff: npt.NDArray[np.float32]  # [world, cell, side]
    regret: npt.NDArray[np.float64]  # [world, side, joint action]; our side's in world 0
    mixed: npt.NDArray[np.float64]  # [side, joint action]: strategies in the world looked at
    gain: npt.NDArray[np.float64]  # [joint action]: what each brings against the others' mixtures
    digits: npt.NDArray[np.int32]  # [side]: the joint actions of the combination looked at
    total: npt.NDArray[np.float64]  # [joint action]: our side's strategies, summed


def fresh_stage(sides: Sequence[int], room: Sequence[int]) -> Stage:
    """Space for a matrix game: the side of each seat, and how many of its choices are weighed."""
    seats, count, most = len(sides), max(sides) + 1, math.prod(room)
    return Stage(
        np.zeros((MOST_WORLDS, seats, max(room)), np.int16),
        np.zeros((MOST_WORLDS, seats), np.int32),
        np.zeros((MOST_WORLDS, count), np.int32),
        np.array(sides, np.int8),
        np.array(room, np.int32),
        np.zeros((MOST_WORLDS, most, count), np.float32),
        np.zeros((MOST_WORLDS, count, most), np.float64),
        np.zeros((count, most), np.float64),
        np.zeros(most, np.float64),
        np.zeros(count, np.int32),
        np.zeros(most, np.float64),
    )


# --- what can happen ----------------------------------------------------------------------------


@template
def add_worlds(
    view: Record, own: int, first: int, many: int, stage: Stage, manner: Manner, desk: Desk
) -> None:
    """Imagine some worlds, and play on from every combination of choices in each."""
    for k in range(first, first + many):
        key = word(view)
        desk.worlds[2] = view
        s = desk.worlds[2]
        s.rng = key
        unseal(s)  # first: all members of a side must imagine the same worlds, whenever asked
        imagine(s)
        afresh(s)
        luck = word(view)  # another one: what comes must not follow from what others hold
        stage.joint[k, :] = 1
        for seat in range(s.seats):
            side = stage.side_of[seat]
            if k > 0 and side == own:  # its choices are the same in every world
                stage.counts[k, seat] = stage.counts[0, seat]
                for i in range(stage.moves.shape[2]):
                    stage.moves[k, seat, i] = stage.moves[0, seat, i]
            else:
                best = stage.moves[k, seat, : stage.room[seat]]
                stage.counts[k, seat] = promising(s, seat, best, desk)
            stage.joint[k, side] *= max(1, int(stage.counts[k, seat]))
        for cell in range(cells(stage, k)):
            play_cell(stage, k, cell, luck, manner, desk)


@kernel
def cells(stage: Stage, k: int) -> int:
    """How many combinations there are in a world."""
    n = 1
    for side in range(stage.joint.shape[1]):
        n *= int(stage.joint[k, side])
    return n


@template
def promising(s: Record, seat: int, out: npt.NDArray[np.int16], desk: Desk) -> int:
    """The choices of a seat that look best at once, as many as there is room for."""
    if not has(s.due, seat):
        return 0
    n = legal(s, seat, desk.moves)
    if n <= len(out):
        for i in range(n):
            out[i] = desk.moves[i]
        return n
    kept = 0
    trial = desk.worlds[1]
    for i in range(n):
        desk.worlds[1] = s
        act(trial, seat, desk.moves[i])
        evaluate(trial, desk.worths)
        worth = float(desk.worths[seat])
        j = min(kept, len(out) - 1)
        if kept == len(out) and desk.sights[j] >= worth:
            continue
        kept = min(kept + 1, len(out))
        while j > 0 and desk.sights[j - 1] < worth:
            desk.sights[j] = desk.sights[j - 1]
            out[j] = out[j - 1]
            j -= 1
        desk.sights[j] = worth
        out[j] = desk.moves[i]
    return kept


@template
def play_cell(stage: Stage, k: int, cell: int, luck: int, manner: Manner, desk: Desk) -> None:
    """Carry out one combination of choices, play on, and note what each side makes of it."""
    desk.worlds[0] = desk.worlds[2]
    s = desk.worlds[0]
    s.rng = luck
    for side in range(stage.joint.shape[1]):
        j = part(stage, k, cell, side)
        for seat in range(s.seats):
            n = stage.counts[k, seat]
            if stage.side_of[seat] == side and n > 0:
                act(s, seat, stage.moves[k, seat, j % n])
                j //= n
    end_stage(s, manner, desk)
    play_on(s, manner.playout, manner, desk)
    judge(s, manner.scale, desk, desk.values)
    for seat in range(s.seats):
        stage.payoff[k, cell, stage.side_of[seat]] = desk.values[seat]


@template
def end_stage(s: Record, manner: Manner, desk: Desk) -> None:
    """Go on by quick play until the next sealed choice."""
    settle(s)
    while not s.over and not has(desk.sealed, s.phase):
        quick_move(s, lowest(s.due), manner, desk)
        settle(s)


@kernel
def part(stage: Stage, k: int, cell: int, side: int) -> int:
    """The joint action of one side in a combination."""
    for other in range(side):
        cell //= int(stage.joint[k, other])
    return cell % int(stage.joint[k, side])


# --- what is best -------------------------------------------------------------------------------


def begin(stage: Stage, worlds: int) -> None:
    """Nobody regrets anything yet."""
    stage.regret[:worlds] = 0.0
    stage.total[:] = 0.0


@kernel
def learn(stage: Stage, worlds: int, own: int, first: int, rounds: int) -> None:
    """Let all sides learn from their regrets for some rounds; later strategies count for more."""
    for r in range(first, first + rounds):
        for k in range(worlds):
            for side in range(stage.joint.shape[1]):
                mix(stage, 0 if side == own else k, k, side)
            for side in range(stage.joint.shape[1]):
                if side != own:
                    stage.gain[: stage.joint[k, side]] = 0.0
                    add_gains(stage, k, side)
                    regret(stage, k, k, side)
        stage.gain[: stage.joint[0, own]] = 0.0
        for k in range(worlds):
            for side in range(stage.joint.shape[1]):
                mix(stage, 0 if side == own else k, k, side)
            add_gains(stage, k, own)
        for j in range(stage.joint[0, own]):
            stage.total[j] += float(r + 1) * float(stage.mixed[own, j])
        regret(stage, 0, 0, own)


@kernel
def mix(stage: Stage, row: int, k: int, side: int) -> None:
    """The side's strategy: in proportion to what it regrets."""
    n = int(stage.joint[k, side])
    total = 0.0
    for j in range(n):
        total += float(stage.regret[row, side, j])
    for j in range(n):
        stage.mixed[side, j] = stage.regret[row, side, j] / total if total > 0.0 else 1.0 / n


@kernel
def add_gains(stage: Stage, k: int, side: int) -> None:
    """What each joint action of a side brings in a world, against the others' strategies."""
    stage.digits[:] = 0
    for cell in range(cells(stage, k)):
        likely = 1.0
        for other in range(stage.joint.shape[1]):
            if other != side:
                likely *= stage.mixed[other, stage.digits[other]]
        stage.gain[stage.digits[side]] += likely * stage.payoff[k, cell, side]
        count_up(stage, k)


@kernel
def count_up(stage: Stage, k: int) -> None:
    """From one combination to the next: what `part` says of it, without dividing."""
    for side in range(stage.joint.shape[1]):
        stage.digits[side] += 1
        if stage.digits[side] < stage.joint[k, side]:
            return
        stage.digits[side] = 0


@kernel
def regret(stage: Stage, row: int, k: int, side: int) -> None:
    """Add to each joint action's regret how much better than the strategy it does; none below 0."""
    expected = 0.0
    for j in range(stage.joint[k, side]):
        expected += float(stage.mixed[side, j]) * float(stage.gain[j])
    for j in range(stage.joint[k, side]):
        more = float(stage.gain[j]) - expected
        stage.regret[row, side, j] = max(0.0, float(stage.regret[row, side, j]) + more)


def own_half(stage: Stage, seat: int, joint: int) -> int:
    """The action number of one seat within a joint action of its side."""
    for other in range(seat):
        if stage.side_of[other] == stage.side_of[seat] and stage.counts[0, other]:
            joint //= int(stage.counts[0, other])
    return int(stage.moves[0, seat, joint % int(stage.counts[0, seat])])
