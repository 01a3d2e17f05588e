"""Solving: how both sides of a small game play best, and how much anybody could gain against it.

Parts of the tree are solved one by one, the last first (see `unfolding`). A part with one choice is
decided by comparing; any other is played over and over by CFR+, in which either side does more of
what it regrets not to have done. What a side could still gain is then worked out exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kermesse.core.kernel import kernel
from kermesse.interop.game_tree import PART, SIDES, Choice, Floats, Numbers, Part, Tree

ROUNDS = 500  # of CFR+, before looking how good it is
MOST_ROUNDS = 100_000


class Layout(NamedTuple):
    """A part as kernels read it."""

    kind: Numbers
    first: Numbers
    child: Numbers
    chance: Floats
    choice: Numbers
    start: Numbers  # the place of each choice's first action, and the number of all actions
    before: Numbers  # decisions that the side of each choice remembers


class Work(NamedTuple):
    """Room to calculate in: a number for each node, or for each action."""

    own: Floats  # how likely a side plays towards a node
    others: Floats  # how likely chance and the other side lead there
    value: Floats  # of a node, for side 0
    gain: Floats  # of an action, over the average of its choice
    regret: Floats  # so far, and never less than nothing
    plan: Floats  # how likely an action is now
    mean: Floats  # how much it was played in all


def layout_of(part: Part) -> Layout:
    """The arrays of a part."""
    start = np.cumsum([0, *(len(choice.actions) for choice in part.choices)])
    before = np.array([choice.before for choice in part.choices], np.int64)
    return Layout(part.kind, part.first, part.child, part.chance, part.choice, start, before)


def work_for(layout: Layout, leaves: Floats) -> Work:
    """Room for a part, with the values of its ends filled in."""
    nodes, actions = len(layout.kind), int(layout.start[-1])
    own, others = np.zeros(nodes), np.zeros(nodes)
    return Work(own, others, leaves.copy(), *(np.zeros(actions) for _ in range(4)))


# --- CFR+ -----------------------------------------------------------------------------------------


@kernel
def make_plan(t: Layout, w: Work) -> None:
    """Play what is regretted, in proportion; anything where nothing is."""
    for choice in range(len(t.start) - 1):
        begin, end = t.start[choice], t.start[choice + 1]
        total = 0.0
        for action in range(begin, end):
            total += w.regret[action]
        for action in range(begin, end):
            w.plan[action] = w.regret[action] / total if total > 0 else 1.0 / (end - begin)


@kernel
def reach(t: Layout, w: Work, side: int) -> None:
    """How likely every node is, a side's own part in it apart from all others'."""
    w.own[:] = 0.0
    w.others[:] = 0.0
    w.own[0], w.others[0] = 1.0, 1.0
    for node in range(len(t.kind)):
        kind = t.kind[node]
        for way in range(t.first[node], t.first[node + 1]):
            child = t.child[way]
            share = t.chance[way]
            if kind < SIDES:
                share = w.plan[t.start[t.choice[node]] + way - t.first[node]]
            if kind == side:
                w.own[child] = w.own[node] * share
                w.others[child] += w.others[node]
            else:
                w.own[child] = w.own[node]
                w.others[child] += w.others[node] * share


@kernel
def weigh(t: Layout, w: Work) -> None:
    """The value of every node, the last first."""
    for node in range(len(t.kind) - 1, -1, -1):
        if t.first[node + 1] > t.first[node]:
            value = 0.0
            for way in range(t.first[node], t.first[node + 1]):
                share = t.chance[way]
                if t.kind[node] < SIDES:
                    share = w.plan[t.start[t.choice[node]] + way - t.first[node]]
                value += share * w.value[t.child[way]]
            w.value[node] = value


@kernel
def learn(t: Layout, w: Work, side: int, weight: float) -> None:
    """Add up what a side regrets, and what it has played."""
    sign = 1.0 if side == 0 else -1.0
    w.gain[:] = 0.0
    for node in range(len(t.kind)):
        if t.kind[node] == side:
            begin = t.start[t.choice[node]]
            for way in range(t.first[node], t.first[node + 1]):
                action = begin + way - t.first[node]
                better = sign * (w.value[t.child[way]] - w.value[node])
                w.gain[action] += w.others[node] * better
    for node in range(len(t.kind)):
        if t.kind[node] == side:
            begin = t.start[t.choice[node]]
            for action in range(begin, begin + t.first[node + 1] - t.first[node]):
                # every node of a choice adds the same: the side cannot distinguish them
                w.mean[action] += weight * w.own[node] * w.plan[action]
    for action in range(len(w.regret)):
        w.regret[action] = max(w.regret[action] + w.gain[action], 0.0)


@kernel
def play(t: Layout, w: Work, begin: int, rounds: int) -> None:
    """Rounds of CFR+: first one side learns, then the other; later rounds count for more."""
    for number in range(begin, begin + rounds):
        for side in range(SIDES):
            make_plan(t, w)
            reach(t, w, side)
            weigh(t, w)
            learn(t, w, side, number + 1.0)


@kernel
def settle_plan(t: Layout, w: Work) -> None:
    """From now on the plan is what was played on average."""
    for choice in range(len(t.start) - 1):
        begin, end = t.start[choice], t.start[choice + 1]
        total = 0.0
        for action in range(begin, end):
            total += w.mean[action]
        for action in range(begin, end):
            w.plan[action] = w.mean[action] / total if total > 0 else 1.0 / (end - begin)


# --- the best answer ------------------------------------------------------------------------------


@kernel
def answer(t: Layout, w: Work, side: int) -> float:
    """What side 0 gets if ``side`` answers the other's plan as well as it can.

    A side's last decisions are found first: a best action is one for all nodes of a choice, so it
    hangs on how likely each of them is. The plan of ``side`` becomes the best answer.
    """
    sign = 1.0 if side == 0 else -1.0
    reach(t, w, side)
    last = 0
    for choice in range(len(t.before)):
        last = max(last, t.before[choice])
    for depth in range(last, -1, -1):
        weigh(t, w)
        w.gain[:] = 0.0
        for node in range(len(t.kind)):
            if t.kind[node] == side and t.before[t.choice[node]] == depth:
                begin = t.start[t.choice[node]]
                for way in range(t.first[node], t.first[node + 1]):
                    action = begin + way - t.first[node]
                    w.gain[action] += sign * w.others[node] * w.value[t.child[way]]
        for node in range(len(t.kind)):
            if t.kind[node] == side and t.before[t.choice[node]] == depth:
                take_best(t, w, t.choice[node])
    weigh(t, w)
    return w.value[0]


@kernel
def take_best(t: Layout, w: Work, choice: int) -> None:
    """Put everything on the action that gains most; on the first of several."""
    best = t.start[choice]
    for action in range(t.start[choice], t.start[choice + 1]):
        if w.gain[action] > w.gain[best]:
            best = action
        w.plan[action] = 0.0
    w.plan[best] = 1.0


# --- a whole game ---------------------------------------------------------------------------------

Policy = Callable[[Choice], Floats]  # how likely each action of a choice is played
Plans = list[Floats]  # the same for all choices of each part, one after the other


class Worth(NamedTuple):
    """What plans of both sides are worth to side 0, and if only one of them is kept."""

    value: float  # both keep to the plan
    least: float  # side 0 keeps to its plan, and side 1 answers it as well as it can
    most: float  # side 1 keeps to its plan, and side 0 answers it as well as it can

    @property
    def exploitability(self) -> float:
        """What a best answer gains, on average over both sides: 0 in an equilibrium."""
        return (self.most - self.least) / SIDES


@dataclass(frozen=True)
class Solution:
    """Plans that neither side can do much better against, and what they are worth."""

    tree: Tree
    plans: Plans
    worth: Worth

    def plan(self, place: int, choice: Choice) -> Floats:
        """How likely each action of a choice is played; ``place`` is that of its part."""
        start = layout_of(self.tree.parts[place]).start
        return self.plans[place][start[choice.place] : start[choice.place + 1]]


def solve(tree: Tree, gap: float = 1e-4) -> Solution:
    """Plans for both sides; in no part can anybody gain more than ``gap`` against them."""
    plans: Plans = []
    values: list[float] = []
    for part in tree.parts:
        layout = layout_of(part)
        leaves = filled(part, values)
        plan = solved(layout, leaves, gap)
        plans.append(plan)
        values.append(judged(layout, plan, leaves, leaves, leaves).value)
    return Solution(tree, plans, judge(tree, plans))


def solved(layout: Layout, leaves: Floats, gap: float) -> Floats:
    """The plan of one part."""
    work = work_for(layout, leaves)
    if len(layout.before) == 1:
        answer(layout, work, layout.kind[layout.choice == 0][0])
        return work.plan
    for done in range(0, MOST_ROUNDS if len(layout.before) else 0, ROUNDS):
        play(layout, work, done, ROUNDS)
        settle_plan(layout, work)
        plan = work.plan.copy()
        if judged(layout, plan, leaves, leaves, leaves).exploitability <= gap:
            return plan
    return work.plan


def judge(tree: Tree, plans: Plans) -> Worth:
    """What plans are worth."""
    found: list[Worth] = []
    for part, plan in zip(tree.parts, plans, strict=True):
        leaves = [filled(part, [worth[i] for worth in found]) for i in range(len(Worth._fields))]
        found.append(judged(layout_of(part), plan, *leaves))
    return found[-1]


def judged(layout: Layout, plan: Floats, value: Floats, least: Floats, most: Floats) -> Worth:
    """What the plan of a part is worth, by what its leaves are worth in each case."""
    results = []
    for leaves, side in ((value, None), (least, 1), (most, 0)):
        work = work_for(layout, leaves)
        work.plan[:] = plan
        if side is None or not len(layout.before):
            weigh(layout, work)
        else:
            answer(layout, work, side)
        results.append(float(work.value[0]))
    return Worth(*results)


def filled(part: Part, values: list[float]) -> Floats:
    """What the leaves of a part are worth, when that of the parts that follow is known."""
    leaves = part.worth.copy()
    for node in np.flatnonzero(part.kind == PART):
        leaves[node] = values[part.exit[node]]
    return leaves


def plans_of(tree: Tree, policy: Policy) -> Plans:
    """What somebody does in every choice of a game."""
    return [
        np.concatenate([np.zeros(0), *(policy(choice) for choice in part.choices)])
        for part in tree.parts
    ]


def mixed(tree: Tree, zero: Plans, one: Plans) -> Plans:
    """The plans of side 0 from one, of side 1 from the other."""
    found = []
    for part, *plans in zip(tree.parts, zero, one, strict=True):
        sides = [choice.side for choice in part.choices for _ in choice.actions]
        found.append(np.choose(np.array(sides, np.int64), plans) if sides else np.zeros(0))
    return found


def evenly(choice: Choice) -> Floats:
    """Any action is as good as any other."""
    return np.full(len(choice.actions), 1 / len(choice.actions))
