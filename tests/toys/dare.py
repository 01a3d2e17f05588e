"""Dare: seat 1 holds one of ten cards, and seat 0 calls it or tosses a coin.

By hand: a call wins against all cards but the highest, nine times in ten if every card is as
likely; the coin wins one time in two. Against somebody who was free to choose the card, the coin is
better.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.bits import bit, has
from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import TABLE, UNKNOWN

from .plainly import Ending, Phase, toy

CARDS = 10
CALL, TOSS = range(2)

FIELDS = [("card", np.int16), ("way", np.int16), ("won", np.int16), ("spare", np.int16)]


@kernel
def setup(s):
    s.over = 0
    s.reveals = 0
    s.card = draw(s, CARDS)
    s.way = 0
    s.won = 0
    s.due = bit(0)
    s.phase = Phase.DECIDE


@kernel
def legal(s, seat, out):
    if not has(s.due, seat):
        return 0
    out[0] = CALL
    out[1] = TOSS
    return 2


@kernel
def act(s, seat, action):
    s.way = action
    s.due = 0
    s.phase = Phase.RESOLVE


@kernel
def step(s):
    s.won = int(s.card < CARDS - 1) if s.way == CALL else draw(s, 2)
    s.reveals += 1
    s.over = 1
    s.phase = Phase.OVER


@kernel
def score(s, out):
    out[0] = s.won
    out[1] = 1 - s.won


@kernel
def outcome(s, out):
    out[0] = 2 - s.won
    out[1] = 1 + s.won
    return Ending.WON


@kernel
def evaluate(s, out):
    out[0] = -float(s.card)
    out[1] = float(s.card)


@kernel
def conceal(s, seat):
    s.rng = 0
    s.viewer = seat
    if seat != 1 and not s.over:
        s.card = UNKNOWN


@kernel
def imagine(s):
    s.viewer = TABLE
    if s.card == UNKNOWN:
        s.card = draw(s, CARDS)


@kernel
def twin(s, seat):
    if seat != 1 and not s.over:
        s.card = draw(s, CARDS)


game = toy(
    "dare",
    2,
    2,
    FIELDS,
    kernels=globals(),
)
