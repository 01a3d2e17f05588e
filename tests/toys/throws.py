"""Throws: everybody chooses one of three at once. Rock, paper, scissors, and a rock that weighs.

Between two, rock beats scissors, scissors paper, paper rock. A win by the rock is worth ``WEIGHT``
others, so a wise player throws the rock less often than it seems good: by hand, rock 1/4, paper
1/2, scissors 1/4 for a weight of two. In the team game both teammates of a side must throw alike
to throw at all, else the side loses: whoever does not agree beforehand cannot win.
"""

from __future__ import annotations

import numpy as np

from kermesse.core.bits import has, including, without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, UNKNOWN

from .plainly import Ending, Phase, toy

ROCK, PAPER, SCISSORS = range(3)
KINDS = 3
WEIGHT = 2
MOST = 4

FIELDS = [("lead", np.int16), ("thrown", np.int8, (MOST,)), ("spare", np.int8, (2,))]


@kernel
def setup(s):
    s.over = 0
    s.reveals = 0
    s.lead = 0
    s.thrown[:] = NOTHING
    s.due = (1 << int(s.seats)) - 1
    s.phase = Phase.DECIDE


@kernel
def legal(s, seat, out):
    if not has(s.due, seat):
        return 0
    for kind in range(KINDS):
        out[kind] = kind
    return KINDS


@kernel
def act(s, seat, action):
    s.thrown[seat] = action
    s.due = without(s.due, seat)
    if s.due == 0:
        s.phase = Phase.RESOLVE


@kernel
def throw_of(s, side):
    """What a side throws, or nothing if its two seats do not agree."""
    if s.seats == MOST and s.thrown[side] != s.thrown[side + 2]:
        return NOTHING
    return int(s.thrown[side])


@kernel
def step(s):
    one, two = throw_of(s, 0), throw_of(s, 1)
    if one < 0 or two < 0:
        s.lead = int(two < 0) - int(one < 0)
    elif (one - two) % KINDS == 1:
        s.lead = WEIGHT if one == ROCK else 1
    elif one != two:
        s.lead = -WEIGHT if two == ROCK else -1
    s.over = 1
    s.reveals += 1
    s.phase = Phase.OVER


@kernel
def score(s, out):
    for seat in range(s.seats):
        out[seat] = s.lead if seat % 2 == 0 else -s.lead


@kernel
def outcome(s, out):
    for seat in range(s.seats):
        ahead = int(s.lead) if seat % 2 == 0 else -int(s.lead)
        out[seat] = 1 if ahead >= 0 else 2
    return Ending.TIE if s.lead == 0 else Ending.WON


@kernel
def evaluate(s, out):
    for seat in range(s.seats):
        out[seat] = float(s.lead) if seat % 2 == 0 else -float(s.lead)


@kernel
def conceal(s, seat):
    s.rng = 0
    s.viewer = seat
    for owner in range(s.seats):
        if owner != seat and s.thrown[owner] != NOTHING:
            s.thrown[owner] = (
                UNKNOWN  # `imagine` leaves it so: whoever weighs a throw takes it back
            )


@kernel
def unseal(s):
    for seat in range(s.seats):
        if s.phase == Phase.DECIDE and s.thrown[seat] != NOTHING:
            s.thrown[seat] = NOTHING
            s.due = including(s.due, seat)


SEALED = frozenset({int(Phase.DECIDE)})

game = toy("throws", 2, KINDS, FIELDS, kernels=globals(), sealed=SEALED, staged=SEALED)
teams = toy(
    "throwing_teams",
    4,
    KINDS,
    FIELDS,
    kernels=globals(),
    sealed=SEALED,
    staged=SEALED,
    teams=lambda seats: tuple(seat % 2 for seat in range(seats)),
)
