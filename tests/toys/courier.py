"""Courier, a tiny honest game of equal cards: draw a letter, deliver one of two, keep the other.

Ten letters of four kinds. At the end the highest letter in hand wins. What is delivered lies open;
which letters are held, only their owner knows, and copies of a kind are not told apart.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from rich.text import Text

from kermesse.core.bits import bit, has
from kermesse.core.cards import rank
from kermesse.core.chance import draw
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, filled_up, tell

from . import plainly

BOX = np.array([4, 3, 2, 1], np.int16)
KINDS = len(BOX)
LETTERS = 10
COPIES = (4, 3, 2, 1)
MOST = 4

FIELDS = filled_up(
    [
        ("hand", np.int8, (MOST, 2)),
        ("delivered", np.int8, (KINDS,)),
        ("pile", np.int8),
        ("active", np.int8),
    ]
)


class Phase(IntEnum):
    DRAW = 0
    DELIVER = 1
    OVER = 2


class Happening(IntEnum):
    DEALT = 0
    DREW = 1  # seat
    DELIVERED = 2  # seat, kind
    ENDED = 3


class Ending(IntEnum):
    LETTERS = 0


@kernel
def loose(s, kind):
    """How many letters of a kind the record names nowhere."""
    n = COPIES[kind] - int(s.delivered[kind])
    for seat in range(s.seats):
        n -= int(s.hand[seat, 0] == kind) + int(s.hand[seat, 1] == kind)
    return n


@kernel
def any_letter(s):
    total = 0
    for kind in range(KINDS):
        total += loose(s, kind)
    left = draw(s, total)
    for kind in range(KINDS):
        left -= loose(s, kind)
        if left < 0:
            return kind
    return NOTHING


@kernel
def setup(s):
    s.over = 0
    s.hand[:] = NOTHING
    s.delivered[:] = 0
    s.active = 0
    s.due = 0
    for seat in range(s.seats):
        s.hand[seat, 0] = any_letter(s)
    s.pile = LETTERS - int(s.seats)
    s.reveals = 1
    s.phase = Phase.DRAW
    tell(s, Happening.DEALT)


@kernel
def legal(s, seat, out):
    n = 0
    if has(s.due, seat):
        for kind in range(KINDS):
            if s.hand[seat, 0] == kind or s.hand[seat, 1] == kind:
                out[n] = kind
                n += 1
    return n


@kernel
def act(s, seat, action):
    if s.hand[seat, 0] == action:
        s.hand[seat, 0] = s.hand[seat, 1]
    s.hand[seat, 1] = NOTHING
    s.delivered[action] += 1
    s.reveals += 1
    s.active = (seat + 1) % int(s.seats)
    s.due = 0
    s.phase = Phase.DRAW
    tell(s, Happening.DELIVERED, seat, action)


@kernel
def step(s):
    if s.pile == 0:
        s.over = 1
        s.phase = Phase.OVER
        s.reveals += 1
        tell(s, Happening.ENDED)
    else:
        s.hand[s.active, 1] = any_letter(s)
        s.pile -= 1
        s.reveals += 1
        s.due = bit(s.active)
        s.phase = Phase.DELIVER
        tell(s, Happening.DREW, s.active)


@kernel
def score(s, out):
    for seat in range(s.seats):
        out[seat] = s.hand[seat, 0] if s.over else 0


@kernel
def outcome(s, out):
    rank(s.hand[:, 0], s.seats, out)
    return Ending.LETTERS


@kernel
def conceal(s, seat):
    s.rng = 0
    s.viewer = seat
    for owner in range(s.seats):
        if owner != seat and not s.over:
            for slot in range(2):
                if s.hand[owner, slot] != NOTHING:
                    s.hand[owner, slot] = UNKNOWN


@kernel
def imagine(s):
    s.viewer = TABLE
    for owner in range(s.seats):
        for slot in range(2):
            if s.hand[owner, slot] == UNKNOWN:
                s.hand[owner, slot] = any_letter(s)


@kernel
def twin(s, seat):
    """Shuffle what the others hold with what nobody has drawn, the last letter first."""
    if s.over:
        return
    for at in range(2 * MOST):
        owner = at // 2
        if owner != seat and s.hand[owner, at % 2] != NOTHING:
            s.hand[owner, at % 2] = UNKNOWN
    for at in range(2 * MOST - 1, -1, -1):
        owner = at // 2
        if s.hand[owner, at % 2] == UNKNOWN:
            s.hand[owner, at % 2] = letter_at(s, draw(s, hidden(s)))


@kernel
def hidden(s):
    n = 0
    for kind in range(KINDS):
        n += loose(s, kind)
    return n


@kernel
def letter_at(s, place):
    kind = 0
    while place >= loose(s, kind):
        place -= loose(s, kind)
        kind += 1
    return kind


@kernel
def census(s, out):
    unnamed = int(s.pile)
    for kind in range(KINDS):
        out[kind] += s.delivered[kind]
    for seat in range(s.seats):
        for slot in range(2):
            if s.hand[seat, slot] >= 0:
                out[s.hand[seat, slot]] += 1
            unnamed += int(s.hand[seat, slot] == UNKNOWN)
    return unnamed


@kernel
def features(s, out):
    for kind in range(KINDS):
        out[kind] = float(s.delivered[kind])


@kernel
def evaluate(s, out):
    for seat in range(s.seats):
        out[seat] = float(s.hand[seat, 0])


game = Game(
    name="courier",
    title="Courier",
    package=__package__,
    version="1",
    seats=range(2, MOST + 1),
    fields=FIELDS,
    options=(),
    kernels=plainly.kernels_in(globals()),
    notation=plainly.notation,
    board=lambda s, names=(): Text(""),
    phases=Phase,
    events=Happening,
    endings=Ending,
    actions=KINDS,
    features=KINDS,
    box=BOX,
    bound=lambda options: 2 * LETTERS + 2,
)
