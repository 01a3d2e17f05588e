"""Deadwood: a game of sticks with rules that always fire, seldom do, never can, or may not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kermesse.core.bits import bit, has
from kermesse.core.kernel import kernel
from kermesse.core.options import Option

from ...toys.plainly import Ending, Phase, toy

STICKS = 15
MOST = 3

FIELDS = [
    ("sticks", np.int16),
    ("last", np.int16),
    ("forgo", np.int16),
    ("spare", np.int16),
]  # DW-01
FORGO = Option("forgo", False, (False, True), "whether a stick may be forgone", "DW-09")


@kernel
def setup(s):
    """The first seat begins (DW-02)."""
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
        "DW-03"
        out[i] = i + 1
    return n


@kernel
def act(s, seat, action):
    """Sticks are taken (DW-03…05, DW-08)."""
    s.sticks -= action
    s.last = seat
    if action > MOST:
        "DW-05"
        s.due = bit(seat)
    elif s.sticks > 0:
        s.due = bit(1 - seat)
    else:  # nobody is left to take one
        "DW-04"
        s.due = 0
        s.phase = Phase.RESOLVE
    if action == MOST:
        "DW-06"
        boast(s)
    if s.forgo:
        "DW-09"
        forgo(s)
    if s.sticks == 1 and STICKS - s.sticks <= MOST:
        take_back(s)


@kernel
def boast(s):
    s.spare += 1


@kernel
def forgo(s):
    s.spare -= 1


@kernel
def take_back(s):
    """The only stick goes back (DW-07)."""
    s.sticks = 0


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
    """Who took the last stick has won; nobody watches what a bot thinks of (DW-01)."""
    out[0] = 0.0
    out[1] = 0.0
    if s.sticks == 0:
        out[s.last] = 10.0
        out[1 - s.last] = -10.0


game = replace(
    toy(
        "deadwood",
        2,
        MOST + 2,
        FIELDS,
        kernels=globals(),
    ),
    package=__package__,
    options=(FORGO,),
)
