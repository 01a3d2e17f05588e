"""The greedy bot: looks at where its own decisions lead, in a few worlds that fit its view."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kermesse.bots.budget import Budget, checked_budget
from kermesse.bots.choice import anything, legal_actions, well_behaved
from kermesse.core.binding import template
from kermesse.core.bits import has
from kermesse.core.chance import checked_seed, draw, word
from kermesse.core.contract import act, evaluate, imagine, legal
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.playout import settle
from kermesse.core.position import Action, View
from kermesse.core.record import Moves, Record, Records, Worths

WORLDS = 8
DEPTH = 4  # decisions that a seat may take in a row before the bot looks no further
LEAVES = 64  # ends of a turn that are all looked at; of more, only the most promising ones
TINY = 1e-300  # instead of 0, which has no logarithm
SAME = 1e-4  # judgements closer than this are equal


class Desk(NamedTuple):
    """Buffers for the kernels, which allocate nothing."""

    allowed: Moves  # by good manners
    moves: npt.NDArray[np.int16]
    tried: npt.NDArray[np.int16]
    worths: Worths
    sealed: int  # the game's sealed phases, as a set


@template
def prospects(view: Record, seat: int, worlds: int, stack: Records, desk: Desk, out: Worths) -> int:
    """For each legal action the judgement it leads to, averaged over imagined worlds.

    If two worlds agree about all of them, what is hidden does not matter here, and others would
    agree as well.
    """
    n = 0
    out[:] = 0.0
    for world in range(worlds):
        key = word(view)
        stack[0] = view
        stack[
            0
        ].rng = key  # a separate stream: otherwise the worlds would share most of their chance
        imagine(stack[0])
        n = legal(stack[0], seat, desk.moves[0])
        differing = 0
        for i in range(n):
            stack[1] = stack[0]
            act(stack[1], seat, desk.moves[0][i])
            worth = turn_worth(seat, stack, desk)
            differing += int(abs(worth * world - float(out[i])) > SAME)
            out[i] += worth
        if world == 1 and differing == 0:
            worlds = 2
            break
    for i in range(n):
        out[i] /= worlds
    return n


@template
def turn_worth(seat: int, stack: Records, desk: Desk) -> float:
    """What the seat makes of stack[1] by its own further decisions."""
    best = best_below(seat, stack, desk)
    return best if np.isfinite(best) else best_first(seat, stack, desk)


@template
def further_moves(s: Record, seat: int, start: Record, desk: Desk, out: Moves) -> int:
    """The decisions that continue the seat's turn; return how many.

    A sealed decision after a draw begins another turn, of which nothing can be known yet.
    """
    settle(s)
    if not has(s.due, seat) or (has(desk.sealed, s.phase) and s.rng != start.rng):
        return 0
    return legal(s, seat, out)


@template
def best_first(seat: int, stack: Records, desk: Desk) -> float:
    """The judgement after decisions of which each looks best at once."""
    s = stack[1]
    for _ in range(DEPTH):
        n = further_moves(s, seat, stack[0], desk, desk.moves[1])
        highest = -np.inf
        for i in range(n):
            stack[3] = s
            act(stack[3], seat, desk.moves[1][i])
            settle(stack[3])
            evaluate(stack[3], desk.worths)
            if desk.worths[seat] > highest:
                highest = float(desk.worths[seat])
                stack[2] = stack[3]
        if n == 0:
            break
        stack[1] = stack[2]
    evaluate(s, desk.worths)
    return float(desk.worths[seat])


@template
def best_below(seat: int, stack: Records, desk: Desk) -> float:
    """The best end of the seat's turn from stack[1] on, of all; infinite if there are too many.

    Leaves stack[1] as it was, up to automatic steps.
    """
    best = -np.inf
    leaves = 0
    level = 1
    desk.tried[1] = 0
    while level > 0:
        s = stack[level]
        n = further_moves(s, seat, stack[0], desk, desk.moves[level])
        if level == len(stack) - 1:
            n = 0
        if n == 0:
            leaves += 1
            if leaves > LEAVES:
                return np.inf
            evaluate(s, desk.worths)
            best = max(best, float(desk.worths[seat]))
            level -= 1
        elif desk.tried[level] == n:
            level -= 1
        else:
            stack[level + 1] = s
            act(stack[level + 1], seat, desk.moves[level][desk.tried[level]])
            desk.tried[level] += 1
            level += 1
            desk.tried[level] = 0
    return best


@template
def glance(
    view: Record, seat: int, worlds: int, slips: float, stack: Records, desk: Desk, out: Worths
) -> int:
    """What a seat does that looks at its own turn in some worlds; in none, anything.

    ``view.rng`` is the source of all its chance. ``slips`` is how far it misjudges.
    """
    if worlds == 0:
        return anything(view, seat, desk.allowed)
    allowed = well_behaved(view, seat, desk.allowed)
    if allowed == 1:
        return int(desk.allowed[0])
    n = prospects(view, seat, worlds, stack, desk, out)
    kept = 0
    for i in range(n):  # both lists ascend
        if kept < allowed and desk.moves[0][i] == desk.allowed[kept]:
            out[kept] = float(out[i]) + (slips * gumbel(view) if slips > 0.0 else 0.0)
            kept += 1
    return int(desk.allowed[one_of_the_best(view, kept, out)])


@template
def one_of_the_best(view: Record, n: int, worths: Worths) -> int:
    """The index of the highest of ``n`` values; ties are broken at random."""
    highest = -np.inf
    for i in range(n):
        highest = max(highest, float(worths[i]))
    equals = 0
    for i in range(n):
        equals += int(float(worths[i]) > highest - SAME)
    lot = draw(view, equals)
    for i in range(n):
        if float(worths[i]) > highest - SAME:
            if lot == 0:
                return i
            lot -= 1
    return 0


@kernel
def gumbel(s: Record) -> float:
    """How far off a judgement is: with it the best of some is drawn as by a softmax."""
    lot = float(word(s) >> 11) * 2.0**-53
    return -math.log(-math.log(max(lot, TINY)))


@dataclass(frozen=True)
class Greedy:
    """Takes what looks best once its own turn is done; thinks no further."""

    game: Game
    worlds: int = WORLDS
    slips: float = 0.0  # how far it misjudges, in the game's own units

    def __post_init__(self) -> None:
        if self.worlds < 1:
            raise KermesseError(f"greedy imagines at least 1 world, not {self.worlds}")

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """The action that leads to the best judgement; equals are told apart by the seed."""
        checked_budget(budget)
        actions = {action.number: action for action in legal_actions(self.game, view)}
        known = view.copy()
        known.record.rng = checked_seed(seed)
        worths, stack = np.zeros(self.game.actions, np.float32), fresh_stack(self.game)
        desk = fresh_desk(self.game, view.seats)
        look = self.game.bind(glance)
        number = look(known.record, view.seat, self.worlds, self.slips, stack, desk, worths)
        return actions[number]


def fresh_stack(game: Game) -> Records:
    """Room for the positions of a turn."""
    return np.zeros(DEPTH + 1, game.dtype)


def fresh_desk(game: Game, seats: int) -> Desk:
    """Room for one bot to think in."""
    return Desk(
        np.zeros(game.actions, np.int16),
        np.zeros((DEPTH + 1, game.actions), np.int16),
        np.zeros(DEPTH + 1, np.int16),
        np.zeros(seats, np.float32),
        sum(1 << phase for phase in game.sealed),
    )
