"""Walks: matches played at random, whose every record the clauses then look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kermesse.core.conformance.rules import KernelRaised, Rules
from kermesse.core.record import SPECTATOR

if TYPE_CHECKING:
    from kermesse.core.conformance.case import Case
    from kermesse.core.position import Position

KEYS = 2**64

Choice = Callable[[Random, Sequence[int]], int]


class Moment(NamedTuple):
    """One ply: the record before, who decided what (nobody: an automatic step), and after."""

    ply: int
    before: bytes
    seat: int | None
    action: int | None
    after: bytes


@dataclass
class Walk:
    """A match from its first record to its end, or to where it got stuck.

    ``frames[ply]`` is the record before that ply, ``moments[ply]`` what then happened. A game
    that breaks its rules still gives a walk: what is wrong with it, the clauses say.
    """

    case: Case
    number: int
    frames: list[bytes] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    stuck: bool = False
    over: bool = False
    error: KernelRaised | None = None

    def position(self, ply: int) -> Position:
        """The record before a ply as a position, to look at."""
        from kermesse.core.position import Position

        batch = np.frombuffer(self.frames[ply], self.case.game.dtype).copy()
        return Position(self.case.game, batch)

    @cached_property
    def views(self) -> list[dict[int, bytes]]:
        """What each seat and a spectator knew before each ply."""
        rules = self.case.rules
        return [
            {viewer: rules.view(at, viewer) for viewer in self.case.viewers} for at in self.frames
        ]

    def random(self, purpose: str) -> Random:
        """A separate random stream for each purpose, the same in every run."""
        return Random(f"{self.case.seed}/{self.number}/{purpose}")

    def sample(self, most: int, purpose: str) -> list[int]:
        """At most so many plies, in order; the first and the last record are among them."""
        plies = range(len(self.frames))
        if len(plies) <= most:
            return list(plies)
        inner = self.random(purpose).sample(plies[1:-1], most - 2)
        return sorted([plies[0], plies[-1], *inner])


def any_action(random: Random, actions: Sequence[int]) -> int:
    """All actions equally likely."""
    return random.choice(actions)


def first_action(random: Random, actions: Sequence[int]) -> int:
    """Always the lowest number: often a card, so that games run their course."""
    return actions[0]


def last_action(random: Random, actions: Sequence[int]) -> int:
    """Always the highest number: often a pass, with which some games never end."""
    return actions[-1]


def take_walk(case: Case, number: int, choose: Choice = any_action) -> Walk:
    """Play one match, as far as it goes without an error.

    Every other walk re-keys `rng` before each ply, as fair dealing does.
    """
    walk = Walk(case, number)
    try:
        _walk_on(walk, case, choose)
    except KernelRaised as error:
        walk.error = error
    return walk


def _walk_on(walk: Walk, case: Case, choose: Choice) -> None:
    number = walk.number
    random = walk.random("walk")
    rules = case.rules
    at = rules.setup(case.blank(random.randrange(KEYS)))
    for ply in range(case.bound + 1):
        if number % 2:
            at = rules.changed(at, rng=random.randrange(KEYS))
        walk.frames.append(at)
        if rules.load(at).over:
            walk.over = True
            break
        moment = next_moment(rules, ply, at, random, choose)
        if moment is None:
            walk.stuck = True
            break
        walk.moments.append(moment)
        at = moment.after


def next_moment(
    rules: Rules, ply: int, at: bytes, random: Random, choose: Choice = any_action
) -> Moment | None:
    """One automatic step or one decision of one due seat; None if that seat cannot act."""
    due = rules.due(at)
    if rules.is_pending(at):
        return Moment(ply, at, None, None, rules.step(at))
    if not due:  # a bit of `due` that belongs to no seat
        return None
    seat = random.choice(due)
    actions = rules.legal(at, seat)
    if not actions:
        return None
    action = choose(random, actions)
    return Moment(ply, at, seat, action, rules.act(at, seat, action))


def viewers(seats: int) -> list[int]:
    """Everybody who can look at a table: the spectator and the seats."""
    return [SPECTATOR, *range(seats)]
