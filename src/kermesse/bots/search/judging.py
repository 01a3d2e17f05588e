"""What a position is worth to each seat, from 0 (lost) to 1 (won), and quick informed play.

And which worlds are judged: any that fits the view, or those that are to be feared.
"""

from __future__ import annotations

import math

import numpy as np

from kermesse.bots.choice import LOTS
from kermesse.bots.search.desk import Desk, Manner
from kermesse.core.binding import template
from kermesse.core.bits import has, lowest
from kermesse.core.chance import draw, word
from kermesse.core.contract import act, afresh, evaluate, imagine, legal, manners, outcome, unseal
from kermesse.core.playout import settle
from kermesse.core.record import Moves, Record, Worths

APART = 0x6D616E6E657273  # a stream of chance beside the record's own
TURN = 8  # decisions in a row that finishing a turn may take


@template
def judge(s: Record, scale: float, desk: Desk, out: Worths) -> None:
    """Write each seat's value: a share of the victory, or a judgement squeezed between 0 and 1."""
    if s.over:
        outcome(s, desk.places)
        winners = 0.0  # sides, not seats: a team has won as much as a single player
        for seat in range(s.seats):
            winners += float(desk.part[seat]) if desk.places[seat] == 1 else 0.0
        for seat in range(s.seats):
            out[seat] = 1.0 / winners if desk.places[seat] == 1 else 0.0
        return
    evaluate(s, desk.worths)
    for seat in range(s.seats):
        out[seat] = 1.0 / (1.0 + math.exp(-float(desk.worths[seat]) / scale))


@template
def believe(view: Record, seat: int, manner: Manner, desk: Desk) -> None:
    """Imagine a world into ``desk.worlds[0]``; ``view.rng`` is the source of chance.

    Worlds that fit a view are equally likely only before anybody has played: players keep what is
    useful to them. A search that doubts believes the worst of some worlds. It prepares a few of
    those and then takes them in turn, each time with different luck.
    """
    s = desk.worlds[0]
    key = word(view)
    if manner.doubt == 1:
        desk.worlds[0] = view
        s.rng = key
        imagine(s)
        afresh(s)
        return
    asked = int(desk.asked[0])
    place = asked % len(desk.feared)
    if asked < len(desk.feared):
        fear(view, seat, place, manner, desk)
    desk.asked[0] = asked + 1
    desk.worlds[0] = desk.feared[place]
    s.rng = key


@template
def fear(view: Record, seat: int, place: int, manner: Manner, desk: Desk) -> None:
    """Of some imagined worlds keep the one in which the seat stands worst."""
    trial = desk.worlds[1]
    least = np.inf
    for _ in range(manner.doubt):
        key = word(view)
        desk.worlds[1] = view
        trial.rng = key
        imagine(trial)
        afresh(trial)
        evaluate(trial, desk.worths)
        if desk.worths[seat] < least:
            least = float(desk.worths[seat])
            desk.feared[place] = trial


@template
def best_of(s: Record, seat: int, n: int, sample: int, desk: Desk) -> int:
    """Of ``sample`` of the seat's ``n`` further moves the one that looks best at once.

    A sealed choice is judged as if nobody else had chosen, and before it is revealed: those who
    choose last must not see the others'.
    """
    is_sealed = has(desk.sealed, s.phase)
    best = 0
    highest = -np.inf
    trial = desk.worlds[1]
    for i in range(min(n, sample)):
        if n > sample:
            swap = i + draw(s, n - i)
            desk.further[i], desk.further[swap] = desk.further[swap], desk.further[i]
        if min(n, sample) == 1:
            break
        desk.worlds[1] = s
        if is_sealed:
            unseal(trial)
        act(trial, seat, desk.further[i])
        if not is_sealed:
            settle(trial)
        evaluate(trial, desk.worths)
        if desk.worths[seat] > highest:
            highest = float(desk.worths[seat])
            best = i
    return int(desk.further[best])


@template
def polite_moves(s: Record, seat: int, moves: Moves) -> int:
    """List what a well-behaved seat looks at in an imagined world; return how many.

    The lot is drawn apart: what chance brings next must not depend on it.
    """
    rng = int(s.rng)
    s.rng = rng ^ APART
    lot = draw(s, LOTS)
    s.rng = rng
    return manners(s, seat, lot, moves, legal(s, seat, moves))


@template
def quick_move(s: Record, seat: int, manner: Manner, desk: Desk) -> None:
    """One decision of a seat by a quick look."""
    n = polite_moves(s, seat, desk.further)
    sample = manner.blind if has(desk.sealed, s.phase) else manner.sample
    act(s, seat, best_of(s, seat, n, sample, desk))


@template
def finish_turn(s: Record, seat: int, manner: Manner, desk: Desk) -> None:
    """Let the seat that has just decided complete its turn: half a turn cannot be judged."""
    for _ in range(TURN):
        settle(s)
        if s.over or not has(s.due, seat) or has(desk.sealed, s.phase):
            return
        quick_move(s, seat, manner, desk)


@template
def play_on(s: Record, decisions: int, manner: Manner, desk: Desk) -> None:
    """Play some decisions on, each seat by a quick look at a sample of its moves."""
    for _ in range(decisions):
        settle(s)
        if s.over:
            return
        quick_move(s, lowest(s.due), manner, desk)
    settle(s)
