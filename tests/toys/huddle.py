"""Huddle, a tiny honest game: partners whisper, everybody plays a card at once, high sum wins.

Twelve cards, two teams (every other seat). A round: two cards each; either partner of the leading
team may show the other a card, or keep silent; two tricks of one sealed card each, with a card
drawn in between. A whispered card that is played is said to have been whispered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum

import numpy as np

from kermesse.core.bits import bit, count, has, including, minus, without
from kermesse.core.chance import draw_member
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.options import Option, Value
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, tell

from . import huddle_text, plainly

CARDS = 12
ALL_CARDS = (1 << CARDS) - 1
SILENCE = CARDS
HAND = 2
TRICKS = 2
MOST = 4
FEATURES = 2 * CARDS + 2

OPTIONS = (
    Option("rounds", 2, range(1, 4), "rounds to play", "HU-01"),
    Option("whispers", True, (True, False), "whether partners whisper", "HU-02"),
)
NO_WHISPERS = 1

FIELDS = [
    ("hand", np.int16, (MOST,)),
    ("shown", np.int16, (MOST,)),  # cards of its partner's hand that a seat was shown
    ("discard", np.int16),
    ("sealed", np.int8, (MOST,)),  # card chosen for this trick, still counted in the hand
    ("unseen", np.int8, (MOST,)),  # cards of a hand that this record does not name
    ("unshown", np.int8, (MOST,)),  # cards shown to a seat that this record does not name
    ("points", np.int8, (2,)),
    ("pile", np.int8),
    ("leader", np.int8),
    ("trick", np.int8),
    ("drawer", np.int8),
    ("played", np.int8),  # rounds
    ("rounds", np.int8),
    ("whispers", np.int8),
    ("spare", np.int8, (17,)),  # unused here: room for what mutants keep
]


class Phase(IntEnum):
    DEAL = 0
    WHISPER = 1
    PICK = 2
    REVEAL = 3
    DRAW = 4
    END = 5
    OVER = 6


class Happening(IntEnum):
    SET_UP = 0
    DEALT = 1
    WHISPERED = 2  # seat, card
    SILENT = 3  # seat
    PICKED = 4  # seat, card
    REVEALED = 5  # points of either team
    DREW = 6  # seat, card
    ENDED = 7


class Ending(IntEnum):
    POINTS = 0
    TIE = 1


@kernel
def partner(s, seat):
    return (seat + 2) % s.seats


@kernel
def undecided(s):
    named = int(s.discard)
    for seat in range(s.seats):
        named |= int(s.hand[seat])
    return minus(ALL_CARDS, named)


@kernel
def setup(s):
    s.reveals = 0
    s.over = 0
    s.due = 0
    s.points[:] = 0
    s.played = 0
    s.leader = 0
    s.spare[:] = 0
    clear(s)
    s.phase = Phase.DEAL
    tell(s, Happening.SET_UP)


@kernel
def clear(s):
    s.hand[:] = 0
    s.shown[:] = 0
    s.unseen[:] = 0
    s.unshown[:] = 0
    s.sealed[:] = NOTHING
    s.discard = 0
    s.pile = CARDS
    s.trick = 0
    s.drawer = 0


@kernel
def take(s, seat):
    card = draw_member(s, undecided(s))
    s.hand[seat] = including(s.hand[seat], card)
    s.pile -= 1
    return card


@kernel
def all_due(s):
    return (1 << int(s.seats)) - 1


@kernel
def legal(s, seat, out):
    if not has(s.due, seat):
        return 0
    n = 0
    if s.phase == Phase.PICK or s.seats == MOST:
        for card in range(CARDS):
            if has(s.hand[seat], card):
                out[n] = card
                n += 1
    if s.phase == Phase.WHISPER:
        out[n] = SILENCE
        n += 1
    return n


@kernel
def act(s, seat, action):
    if s.phase == Phase.WHISPER:
        if action == SILENCE:
            tell(s, Happening.SILENT, seat)
        else:
            mate = partner(s, seat)
            s.shown[mate] = including(s.shown[mate], action)
            s.reveals += 1
            tell(s, Happening.WHISPERED, seat, action)
        s.due = all_due(s)
        s.phase = Phase.PICK
    else:
        s.sealed[seat] = action
        s.due = without(s.due, seat)
        if s.due == 0:
            s.phase = Phase.REVEAL
        tell(s, Happening.PICKED, seat, action)


@kernel
def step(s):
    if s.phase == Phase.DEAL:
        deal(s)
    elif s.phase == Phase.REVEAL:
        reveal(s)
    elif s.phase == Phase.DRAW:
        draw_card(s)
    else:
        s.over = 1
        s.phase = Phase.OVER
        tell(s, Happening.ENDED)


@kernel
def deal(s):
    clear(s)
    for seat in range(s.seats):
        for _ in range(HAND):
            take(s, seat)
    s.reveals += 1
    s.leader = s.played % 2
    if s.whispers == NO_WHISPERS:
        s.due = all_due(s)
        s.phase = Phase.PICK
    else:
        s.due = bit(s.leader) | bit(partner(s, s.leader))
        s.phase = Phase.WHISPER
    tell(s, Happening.DEALT)


@kernel
def reveal(s):
    lead = 0
    for seat in range(s.seats):
        card = int(s.sealed[seat])
        lead += card if seat % 2 == 0 else -card
        mate = partner(s, seat)
        s.hand[seat] = without(s.hand[seat], card)
        s.shown[mate] = without(s.shown[mate], card)
        s.discard = including(s.discard, card)
        s.sealed[seat] = NOTHING
    if lead != 0:
        s.points[0 if lead > 0 else 1] += 1
    s.reveals += 1
    s.trick += 1
    s.drawer = 0
    if s.trick < TRICKS:
        s.phase = Phase.DRAW
    else:
        s.played += 1
        s.phase = Phase.DEAL if s.played < s.rounds else Phase.END
    tell(s, Happening.REVEALED, s.points[0], s.points[1])


@kernel
def draw_card(s):
    seat = int(s.drawer)
    card = take(s, seat)
    s.reveals += 1
    s.drawer += 1
    if s.drawer == s.seats:
        s.due = all_due(s)
        s.phase = Phase.PICK
    tell(s, Happening.DREW, seat, card)


@kernel
def score(s, out):
    for seat in range(s.seats):
        out[seat] = s.points[seat % 2]


@kernel
def outcome(s, out):
    for seat in range(s.seats):
        out[seat] = 2 if s.points[seat % 2] < s.points[1 - seat % 2] else 1
    return Ending.TIE if s.points[0] == s.points[1] else Ending.POINTS


# --- who knows what -----------------------------------------------------------------------


@kernel
def conceal(s, seat):
    s.rng = 0
    s.viewer = seat
    seen = int(s.shown[seat]) if seat >= 0 else 0
    for owner in range(s.seats):
        if owner != seat:
            hide_hand(s, owner, seen)
            if partner(s, owner) != seat:
                s.unshown[owner] += count(s.shown[owner])
                s.shown[owner] = 0
    if hides_card(s, seat):
        s.event_args[1] = UNKNOWN


@kernel
def hide_hand(s, owner, seen):
    s.unseen[owner] += count(minus(s.hand[owner], seen))
    s.hand[owner] = int(s.hand[owner]) & seen
    if s.sealed[owner] != NOTHING:
        s.sealed[owner] = UNKNOWN


@kernel
def hides_card(s, seat):
    """Whether the last event names a card that ``seat`` did not see."""
    teller = s.event_args[0]
    if s.event == Happening.WHISPERED:
        return seat < 0 or (seat != teller and seat != partner(s, teller))
    return s.event in (Happening.PICKED, Happening.DREW) and seat != teller


@kernel
def imagine(s):
    s.viewer = TABLE
    for owner in range(s.seats):
        for _ in range(s.unseen[owner]):
            s.hand[owner] = including(s.hand[owner], draw_member(s, undecided(s)))
        s.unseen[owner] = 0
    for owner in range(s.seats):
        if s.unshown[owner]:
            s.shown[owner] = bit(draw_member(s, s.hand[partner(s, owner)]))
        s.unshown[owner] = 0
        if s.sealed[owner] == UNKNOWN:
            s.sealed[owner] = draw_member(s, s.hand[owner])


@kernel
def twin(s, seat):
    seen = int(s.shown[seat]) if seat >= 0 else 0
    redeal(s, seat, seen)
    for owner in range(s.seats):
        if owner != seat:
            if partner(s, owner) != seat and s.shown[owner]:
                s.shown[owner] = bit(draw_member(s, s.hand[partner(s, owner)]))
            if s.sealed[owner] != NOTHING:
                s.sealed[owner] = draw_member(s, s.hand[owner])
    if hides_card(s, seat):
        retell(s, seen)


@kernel
def redeal(s, seat, seen):
    for owner in range(s.seats):
        if owner != seat:
            s.unseen[owner] = count(minus(s.hand[owner], seen))
            s.hand[owner] = int(s.hand[owner]) & seen
    for owner in range(s.seats):
        for _ in range(s.unseen[owner]):
            s.hand[owner] = including(s.hand[owner], draw_member(s, undecided(s)))
        s.unseen[owner] = 0


@kernel
def retell(s, seen):
    owner = s.event_args[0]
    if s.event == Happening.WHISPERED:
        s.event_args[1] = draw_member(s, s.shown[partner(s, owner)])
    elif s.event == Happening.PICKED:
        s.event_args[1] = s.sealed[owner]
    else:
        s.event_args[1] = draw_member(s, minus(s.hand[owner], seen))


@kernel
def census(s, out):
    unnamed = int(s.pile)
    for card in range(CARDS):
        out[card] += int(has(s.discard, card))
    for seat in range(s.seats):
        unnamed += int(s.unseen[seat])
        for card in range(CARDS):
            out[card] += int(has(s.hand[seat], card))
    return unnamed


@kernel
def census_by_pairs(s, out):
    unnamed = int(s.pile)
    for card in range(CARDS):
        out[card >> 1] += int(has(s.discard, card))
    for seat in range(s.seats):
        unnamed += int(s.unseen[seat])
        for card in range(CARDS):
            out[card >> 1] += int(has(s.hand[seat], card))
    return unnamed


@kernel
def features(s, out):
    me = max(int(s.viewer), 0)
    for card in range(CARDS):
        out[card] = float(int(has(s.hand[me], card)))
        out[CARDS + card] = float(int(has(s.discard, card)))
    out[2 * CARDS] = float(s.points[me % 2])
    out[2 * CARDS + 1] = float(s.points[1 - me % 2])


@kernel
def evaluate(s, out):
    for seat in range(s.seats):
        out[seat] = float(s.points[seat % 2]) - float(s.points[1 - seat % 2])


def bound(options: Mapping[str, Value]) -> int:
    """A deal and a whisper, two tricks with their reveals, four cards drawn; and the end."""
    return int(options["rounds"]) * (2 + TRICKS * (MOST + 1) + MOST) + 1


game = Game(
    name="huddle",
    title="Huddle",
    package=__package__,
    version="1",
    seats=range(2, 5, 2),
    fields=FIELDS,
    options=OPTIONS,
    kernels=plainly.kernels_in(globals()),
    notation=huddle_text,
    board=huddle_text.board,
    phases=Phase,
    events=Happening,
    endings=Ending,
    actions=CARDS + 1,
    features=FEATURES,
    box=np.ones(CARDS, np.int16),
    bound=bound,
    sealed=frozenset({int(Phase.PICK)}),
    forgetting=frozenset({int(Happening.DEALT)}),
    teams=lambda seats: tuple(seat % 2 for seat in range(seats)),
)

# The same game, told that its cards are six pairs of equals: views then leave copies open.
pairs = replace(
    game,
    name="pairs",
    box=np.full(CARDS // 2, 2, np.int16),
    kernels={**game.kernels, "census": census_by_pairs},
)
