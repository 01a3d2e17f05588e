"""Guess: seat 0 is dealt one of three cards and calls it low or high; seat 1 guesses which it is.

By hand: whoever calls without looking at the card tells nothing, and one guess of three is right.
So the game is worth 1/3 to seat 0. Whoever calls card 0 low and the others high is found out twice
in three deals.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.bits import bit, has
from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, UNKNOWN

from .plainly import Ending, Phase, toy

CARDS = 3
LOW, HIGH = range(2)

FIELDS = [("card", np.int16), ("called", np.int16), ("guessed", np.int16), ("spare", np.int16)]


@kernel
def setup(s):
    s.over = 0
    s.reveals = 0
    s.due = 0
    s.card = NOTHING
    s.called = NOTHING
    s.guessed = NOTHING
    s.phase = Phase.RESOLVE


@kernel
def legal(s, seat, out):
    if not has(s.due, seat):
        return 0
    n = 2 if seat == 0 else CARDS
    for i in range(n):
        out[i] = i
    return n


@kernel
def act(s, seat, action):
    if seat == 0:
        s.called = action
        s.due = bit(1)
    else:
        s.guessed = action
        s.due = 0
        s.phase = Phase.RESOLVE


@kernel
def step(s):
    s.reveals += 1
    if s.card == NOTHING:
        s.card = draw(s, CARDS)
        s.due = bit(0)
        s.phase = Phase.DECIDE
    else:
        s.over = 1
        s.phase = Phase.OVER


@kernel
def score(s, out):
    out[0] = int(s.guessed != s.card)
    out[1] = int(s.guessed == s.card)


@kernel
def outcome(s, out):
    out[0] = 1 if s.guessed != s.card else 2
    out[1] = 3 - out[0]
    return Ending.WON


@kernel
def conceal(s, seat):
    s.rng = 0
    s.viewer = seat
    if seat != 0 and not s.over and s.card != NOTHING:
        s.card = UNKNOWN


@kernel
def imagine(s):
    s.viewer = TABLE
    if s.card == UNKNOWN:
        s.card = draw(s, CARDS)


@kernel
def twin(s, seat):
    if seat != 0 and not s.over and s.card != NOTHING:
        s.card = draw(s, CARDS)


game = toy(
    "guess",
    2,
    CARDS,
    FIELDS,
    kernels=globals(),
)
