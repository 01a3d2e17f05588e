"""The generic kernels of a batch on a GPU: one thread per game, one small kernel per job.

Small ones compile faster than one that does everything, and a thread of theirs needs fewer
registers. What they write lies so that neighbouring threads write neighbouring words: packed masks
and observations come out in columns, a game in each, and are turned into rows afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kermesse.core.batch.cpu_kernels import pack_legal
from kermesse.core.batch.ledgers import MEMBERS, Bits, Choices, choice, is_open, key_match, members
from kermesse.core.binding import template
from kermesse.core.bits import has, lowest
from kermesse.core.contract import act, conceal, features, setup, step
from kermesse.core.cuda import cuda_module
from kermesse.core.playout import settle
from kermesse.core.record import Record, Records, Worths
from kermesse.core.stepping import Mask, Teams, payoffs

cuda = cuda_module()

Seats = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]
Listed = npt.NDArray[np.int32]  # numbers of games
Number = npt.NDArray[np.int32]  # a single one

# What is known when a kernel is compiled; `on_device` puts the values in.
ACTIONS = 1
MOST_SEATS = 1
SHAPE: Any = None  # the game's record
PHASES = 1  # how many there are
START = 0  # the one that set-up leads to
TILE = 32  # rows and columns that a block turns at a time
WIDTH = 33  # one more: no two rows of a column are in the same bank

WARP = 32
ALL = 0xFFFFFFFF  # the threads of a warp, as a set
TURNS = 4  # numbers that a thread turns from columns to rows
BYTES = 4  # of a word of a mask


@template
def take_each(given: npt.NDArray[Any], bits: Bits, actions: Choices, refused: Number) -> None:
    """Copy the actions; note the first game whose action is not open."""
    i = cuda.grid(1)
    if i < actions.shape[0]:
        actions[i] = given[i]
        if not is_open(bits[:, i], given[i]):
            cuda.atomic.min(refused, 0, i)


@template
def act_each(records: Records, listed: Listed, actions: Choices, length: Number) -> None:
    """Take the decision of every game; none has ended yet."""
    k = cuda.grid(1)
    if k == 0:
        length[0] = 0  # here: a copy from the CPU would wait for the device to finish
    if k < records.shape[0]:
        i = listed[k]
        act(records[i], lowest(records[i].due), actions[i])


@template
def settle_each(records: Records, listed: Listed, length: Number) -> None:
    """Carry out the automatic steps of the listed games."""
    k = cuda.grid(1)
    if k < length[0]:
        settle(records[listed[k]])


@template
def first_of_warp(rank: np.int32) -> np.int32:
    """The lowest rank among the threads of a warp."""
    distance = WARP // 2
    while distance > 0:
        rank = min(rank, cuda.shfl_xor_sync(ALL, rank, distance))
        distance //= 2
    return rank


@template
def settle_together(s: Record, playing: bool) -> None:
    """`settle` beside the others of a warp: those take a step whose phase comes first.

    A warp runs through the code of every phase that one of its games is in. So games wait for one
    another, and longest before the phase that set-up leads to, where a round begins.
    """
    while True:
        rank = np.int32(PHASES)
        if playing and s.due == 0 and not s.over:
            rank = np.int32((int(s.phase) + PHASES - START - 1) % PHASES)
        first = first_of_warp(rank)
        if first == PHASES:
            return
        if rank == first:
            step(s)


@template
def settle_in_warps(records: Records, listed: Listed, length: Number) -> None:
    """`settle_each` by `settle_together`; threads beyond the last game only keep count."""
    if length[0] > 0:
        k = cuda.grid(1)
        s = records[listed[min(k, length[0] - 1)]]
        settle_together(s, k < length[0])


@template
def settle_in_copies(words: Words, listed: Listed, length: Number) -> None:
    """The same, each game in a copy laid out so that a warp reads it in one go."""
    copies = cuda.local.array(1, SHAPE)
    mine = copies.view(np.uint64)
    if length[0] > 0:
        k = cuda.grid(1)
        playing = k < length[0]
        i = listed[min(k, length[0] - 1)]
        for at in range(words.shape[1]):
            mine[at] = words[i, at]
        settle_together(copies[0], playing)
        if playing:
            for at in range(words.shape[1]):
                words[i, at] = mine[at]


@template
def pay_each(
    records: Records,
    ledgers: Records,
    teams: Teams,
    reward: Worths,
    over: Mask,
    ended: Listed,
    length: Number,
) -> None:
    """Pay where a match is over, and list those games; in which order does not matter."""
    i = cuda.grid(1)
    if i < records.shape[0]:
        s = records[i]
        over[i] = s.over != 0
        for seat in range(reward.shape[1]):
            reward[i, seat] = 0.0
        if s.over:
            places = cuda.local.array(MOST_SEATS, np.int32)
            payoffs(s, teams, places, reward[i])
            ledgers[i].match += 1
            ended[cuda.atomic.add(length, 0, 1)] = i


@template
def deal_each(
    records: Records,
    words: Words,
    blank: Words,
    ledgers: Records,
    listed: Listed,
    length: Number,
) -> None:
    """Deal the listed games again; ``words`` is the memory of ``records``."""
    k = cuda.grid(1)
    if k < length[0]:
        i = listed[k]
        for at in range(blank.shape[0]):
            words[i, at] = blank[at]
        key_match(records[i], ledgers[i])
        setup(records[i])


@template
def tally_each(records: Records, tally: Listed) -> None:
    """Count the games in each phase; ``tally`` comes zeroed."""
    i = cuda.grid(1)
    if i < records.shape[0]:
        cuda.atomic.add(tally, records[i].phase, 1)


@template
def add_up(tally: Listed, starts: Listed) -> None:
    """Where the games of each phase begin in a list by phase; the tally is zeroed again."""
    if cuda.grid(1) == 0:
        start = 0
        for phase in range(tally.shape[0]):
            starts[phase] = start
            start += tally[phase]
            tally[phase] = 0


@template
def list_each(records: Records, starts: Listed, listed: Listed) -> None:
    """List all games by phase; in which order within a phase does not matter."""
    i = cuda.grid(1)
    if i < records.shape[0]:
        listed[cuda.atomic.add(starts, records[i].phase, 1)] = i


@template
def mark_each(records: Records, listed: Listed, seat: Seats, bits: Bits) -> None:
    """Write down who decides now, and what is open to that seat."""
    k = cuda.grid(1)
    if k < records.shape[0]:
        i = listed[k]
        moves = cuda.local.array(ACTIONS, np.int16)
        due = lowest(records[i].due)
        seat[i] = due
        pack_legal(records[i], due, moves, bits[:, i])


@template
def view_each(records: Words, seat: Seats, views: Records, words: Words, columns: Worths) -> None:
    """Write down what the seat to decide sees; ``words`` is the memory of ``views``."""
    i = cuda.grid(1)
    if i < views.shape[0]:
        for at in range(words.shape[1]):
            words[i, at] = records[i, at]
        conceal(views[i], seat[i])
        features(views[i], columns[:, i])


@template
def view_in_copies(
    records: Words, seat: Seats, views: Records, words: Words, columns: Worths
) -> None:
    """`view_each`, in a copy laid out so that a warp reads it in one go."""
    copies = cuda.local.array(1, SHAPE)
    mine = copies.view(np.uint64)
    i = cuda.grid(1)
    if i < views.shape[0]:
        for at in range(words.shape[1]):
            mine[at] = records[i, at]
        conceal(copies[0], seat[i])
        features(copies[0], columns[:, i])
        for at in range(words.shape[1]):
            words[i, at] = mine[at]


@template
def choose_each(ledgers: Records, bits: Bits, actions: Choices) -> None:
    """A legal action for each game, by the ledger's own chance."""
    i = cuda.grid(1)
    if i < actions.shape[0]:
        actions[i] = choice(ledgers[i], bits[:, i])


@template
def turn(columns: Worths, rows: Worths) -> None:
    """Columns to rows, a tile at a time: both are read and written along their memory."""
    tile = cuda.shared.array((TILE, WIDTH), np.float32)
    across, down = cuda.threadIdx.x, cuda.threadIdx.y
    game, feature = TILE * cuda.blockIdx.x, TILE * cuda.blockIdx.y
    for row in range(down, TILE, TILE // TURNS):
        if game + across < rows.shape[0] and feature + row < rows.shape[1]:
            tile[row, across] = columns[feature + row, game + across]
    cuda.syncthreads()
    for row in range(down, TILE, TILE // TURNS):
        if game + row < rows.shape[0] and feature + across < rows.shape[1]:
            rows[game + row, feature + across] = tile[across, row]


@template
def unpack(bits: Bits, words: npt.NDArray[np.uint32], size: int) -> None:
    """Packed masks to one byte for each action, four of them at a time."""
    k = cuda.grid(1)
    if k < words.shape[0]:
        game = BYTES * k // ACTIONS
        action = BYTES * k % ACTIONS
        marked = 0
        for byte in range(BYTES):
            inside = BYTES * k + byte < size
            if inside and has(members(bits[:, game], action // MEMBERS), action % MEMBERS):
                marked |= 1 << (8 * byte)
            action += 1
            if action == ACTIONS:
                action = 0
                game += 1
        words[k] = marked
