"""Toss: a coin that favours the first seat by as much as the option says; nobody can help it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tests.toys.plainly import Ending, Phase, toy

from kermesse.core.bits import bit, has
from kermesse.core.chance import draw, word
from kermesse.core.kernel import kernel
from kermesse.core.options import Option

WAYS = 8  # to toss it: two games of a deal end alike only if they are tossed the same way
FIELDS = [("edge", np.int16), ("winner", np.int16), ("spare", np.int16, (2,))]


@kernel
def setup(s):
    s.over = 0
    s.reveals = 0
    s.due = bit(0)
    s.phase = Phase.DECIDE


@kernel
def legal(s, seat, out):
    if not has(s.due, seat):
        return 0
    for way in range(WAYS):
        out[way] = way
    return WAYS


@kernel
def act(s, seat, action):
    for _ in range(action):
        word(s)
    s.due = 0
    s.phase = Phase.RESOLVE


@kernel
def step(s):
    s.winner = int(draw(s, 100) >= 50 + int(s.edge))
    s.over = 1
    s.reveals += 1
    s.phase = Phase.OVER


@kernel
def score(s, out):
    out[0] = 1 - s.winner
    out[1] = s.winner


@kernel
def outcome(s, out):
    out[s.winner] = 1
    out[1 - s.winner] = 2
    return Ending.WON


EDGE = Option("edge", 0, range(51), "points by which the first seat is favoured", "TOY-01")

game = replace(toy("toss", 2, WAYS, FIELDS, kernels=globals()), options=(EDGE,))
