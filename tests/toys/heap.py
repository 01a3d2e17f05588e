"""Heap: two players take one to three sticks in turn; whoever takes the last one wins.

Perfect play is known: leave a multiple of four. The judgement knows nothing of it.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.bits import bit, has
from kermesse.core.kernel import kernel

from .plainly import Ending, Phase, toy

STICKS = 15
MOST = 3

FIELDS = [("sticks", np.int16), ("last", np.int16), ("spare", np.int16, (2,))]


@kernel
def setup(s):
    s.sticks = STICKS
    s.over = 0
    s.reveals = 0
    s.due = bit(0)
    s.phase = Phase.DECIDE


@kernel
def legal(s, seat, out):
    if not has(s.due, seat):
        return 0
    n = min(MOST, int(s.sticks))
    for i in range(n):
        out[i] = i + 1
    return n


@kernel
def act(s, seat, action):
    s.sticks -= action
    s.last = seat
    s.due = bit(1 - seat)
    if s.sticks == 0:
        s.due = 0
        s.phase = Phase.RESOLVE


@kernel
def step(s):
    s.over = 1
    s.phase = Phase.OVER


@kernel
def score(s, out):
    out[0] = 0
    out[1] = 0


@kernel
def outcome(s, out):
    out[s.last] = 1
    out[1 - s.last] = 2
    return Ending.WON


@kernel
def evaluate(s, out):
    out[0] = 0.0
    out[1] = 0.0
    if s.sticks == 0:
        out[s.last] = 10.0
        out[1 - s.last] = -10.0


game = toy(
    "heap",
    2,
    MOST + 1,
    FIELDS,
    kernels=globals(),
)
