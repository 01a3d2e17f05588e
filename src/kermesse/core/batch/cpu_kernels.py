"""The generic kernels of a batch on the CPU: one call moves on every game of a part."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.core.batch.ledgers import MEMBERS, Bits, Choices, key_match
from kermesse.core.binding import template
from kermesse.core.bits import lowest
from kermesse.core.contract import act, legal, setup
from kermesse.core.playout import settle
from kermesse.core.record import Moves, Points, Record, Records, Worths
from kermesse.core.stepping import Mask, Teams, observe, payoffs


class Part(NamedTuple):
    """The arrays of those games of a batch that one thread looks after."""

    records: Records
    ledgers: Records
    seat: npt.NDArray[np.int8]
    actions: Choices
    bits: Bits
    mask: Mask
    views: Records  # empty if nobody wants to look, as is `observation`
    observation: Worths
    reward: Worths
    over: Mask
    blank: Records  # one record, ready for `setup`
    teams: Teams
    moves: Moves
    places: Points


@template
def pack_legal(s: Record, seat: int, moves: Moves, bits: Bits) -> int:
    """Mark the actions open to a seat as bits; return how many there are, listed in ``moves``."""
    n = legal(s, seat, moves)
    for at in range(len(bits)):
        bits[at] = 0
    at = members = 0
    for i in range(n):  # ascending: a word is written once, when its last member is known
        move = int(moves[i])
        if move // MEMBERS != at:
            bits[at] = members
            at, members = move // MEMBERS, 0
        members |= 1 << move % MEMBERS
    bits[at] = members
    return n


@template
def mark(moves: Moves, n: int, mask: Mask) -> None:
    """Mark the first ``n`` moves, and no others."""
    mask[:] = False
    for i in range(n):
        mask[moves[i]] = True


@template
def deal(s: Record, ledger: Record) -> None:
    """Deal the match that a game's ledger has come to, up to its first decision."""
    key_match(s, ledger)
    setup(s)
    settle(s)


@template
def advance(b: Part, anew: bool) -> None:
    """Step every game by one decision and deal again where that ends a match, or everywhere."""
    # taken out of the tuple once: handed on as a whole it made this two and a half times slower
    records, ledgers, views, observation = b.records, b.ledgers, b.views, b.observation
    seats, actions, moves, bits, mask = b.seat, b.actions, b.moves, b.bits, b.mask
    reward, over, teams, places, blank = b.reward, b.over, b.teams, b.places, b.blank
    for i in range(len(records)):
        s = records[i]
        reward[i, :] = 0.0
        over[i] = False
        if not anew:
            act(s, lowest(s.due), actions[i])  # whatever somebody may have written into `seat`
            settle(s)
        if s.over:
            payoffs(s, teams, places, reward[i])
            ledgers[i].match += 1
            over[i] = True
        if s.over or anew:
            records[i] = blank[0]
            deal(s, ledgers[i])
        seat = lowest(s.due)
        seats[i] = seat
        mark(moves, pack_legal(s, seat, moves, bits[i]), mask[i])
        if len(views):
            observe(s, seat, views[i : i + 1], observation[i])
