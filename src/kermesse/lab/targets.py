"""What a designer can aim at: figures that sum up many games, and where they should lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from kermesse.core.errors import SetupRefused, brief
from kermesse.core.game import Game
from kermesse.core.options import nearest
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate


@dataclass(frozen=True)
class Figure:
    """A number, and what it means."""

    meaning: str
    of: Callable[[Games], float]
    within: Callable[[Games], Estimate] | None = None  # the same with its interval, if it has one


def apart(games: Games) -> Estimate:
    """How far apart places in the order of play are, or seats where all choose at once."""
    from kermesse.lab.questions.contest import among_sides, in_order
    from kermesse.lab.questions.fairness import (
        seats_differ,  # late: they need the libraries of the lab
    )
    from kermesse.lab.samples import unevenness

    contest = in_order(games)
    if contest is None and games.experiment.sides > 1 and seats_differ(games):
        contest = among_sides(games)
    if contest is None:
        raise SetupRefused(
            f"in {games.game.title} so set up neither the order of play nor the seats differ: "
            "there is no spread"
        )
    return in_points(unevenness(contest.found))


def first(games: Games) -> Estimate:
    """What the first to move wins."""
    from kermesse.lab.questions.contest import in_order
    from kermesse.lab.samples import share_intervals

    contest = in_order(games)
    if contest is None:
        raise SetupRefused(f"in {games.game.title} so set up nobody moves first")
    return in_points(share_intervals(contest.found)[0])


def in_points(share: Estimate) -> Estimate:
    """A share in points of a hundred."""
    return Estimate(*(100 * each for each in share))


def per_decision(games: Games) -> float:
    """How many actions there are to choose from."""
    return float(games.notes.options.sum() / max(games.notes.decisions.sum(), 1))


def comebacks(games: Games) -> float:
    """How often somebody wins who was behind at half time, as a report counts it."""
    from kermesse.lab.questions import tension

    return float(np.nan_to_num(100 * tension.comebacks(games).means[0]))


def margin(games: Games) -> float:
    """How many points the winner is ahead, as a report counts it."""
    from kermesse.lab.questions import tension

    return float(tension.margins(games).mean())


def shared(games: Games) -> float:
    """How often the first place is shared."""
    return float(100 * ((games.shares > 0).sum(axis=1) > 1).mean())


FIGURES = {
    "spread": Figure(
        "points of win rate between two places in the order of play (two seats where all choose at "
        "once), root mean square less what chance adds",
        lambda games: apart(games).mean,
        apart,
    ),
    "first": Figure(
        "percent of games that the first to move wins", lambda games: first(games).mean, first
    ),
    "decisions": Figure("decisions of a game", lambda games: float(games.notes.decisions.mean())),
    "turns": Figure("turns of a game", lambda games: float(games.notes.turns.mean())),
    "rounds": Figure("rounds of a game", lambda games: float(games.notes.rounds.mean())),
    "options": Figure("actions to choose from in a decision", per_decision),
    "changes": Figure("changes of the lead", lambda games: float(games.notes.changes.mean())),
    "settled": Figure(
        "percent of a game after which the lead never changes",
        lambda games: float(100 * games.notes.settled.mean()),
    ),
    "comebacks": Figure(
        "percent of games with a leader at half time and one winner, who was behind", comebacks
    ),
    "margin": Figure("points that the winner is ahead", margin),
    "shared": Figure("percent of games with a shared first place", shared),
}


def figure(name: str) -> Figure:
    """A figure by its name."""
    if name not in FIGURES:
        raise SetupRefused(f"no figure {brief(name)}{nearest(name, list(FIGURES))}")
    return FIGURES[name]


WISH = re.compile(r"\s*([a-z_]+)\s*([<>=])\s*(-?\d+(?:\.\d+)?)\s*")
SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)")


@dataclass(frozen=True)
class Wish:
    """A figure and where it should be."""

    name: str
    sign: str  # < > =
    goal: float

    @classmethod
    def read(cls, text: str) -> Self:
        """A wish written as ``spread<1`` or ``decisions=90``."""
        found = WISH.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise SetupRefused(
                f"a target is written like spread<1, changes>3 or decisions=90, not {brief(text)}"
            )
        figure(found[1])
        return cls(found[1], found[2], float(found[3]))

    def value(self, games: Games) -> float:
        """The figure as it came out."""
        return figure(self.name).of(games)

    def miss(self, value: float) -> float:
        """How far off it is, in parts of the goal; 0: fulfilled."""
        distance = value - self.goal
        if self.sign == "<":
            distance = max(0.0, distance)
        elif self.sign == ">":
            distance = max(0.0, -distance)
        return abs(distance) / max(abs(self.goal), 1.0)

    def __str__(self) -> str:
        return f"{self.name} {self.sign} {self.goal:g}"


def spans(game: Game, wanted: Iterable[str]) -> dict[str, range]:
    """The options that may vary, and how far; by default all numeric ones.

    Written as ``hand_size`` for all allowed values, or ``hand_size=4..6``.
    """
    numeric = {each.name: each.allowed for each in game.options if isinstance(each.allowed, range)}
    found: dict[str, range] = {}
    for text in wanted:
        name, equals, values = text.partition("=")
        if name not in numeric:
            raise SetupRefused(
                f"{game.title} has no option {brief(name)} that is a number"
                f"{nearest(name, list(numeric))}"
            )
        found[name] = part(name, numeric[name], values) if equals else numeric[name]
    found = found or numeric
    if not found:
        raise SetupRefused(f"{game.title} has no option that is a number")
    return found


def part(name: str, allowed: range, text: str) -> range:
    """A part of what an option allows."""
    found = SPAN.fullmatch(text)
    if found is None:
        raise SetupRefused(f"{name} varies like {name}=3..5, not {brief(text)}")
    low, high = int(found[1]), int(found[2])
    if low > high or low not in allowed or high not in allowed:
        raise SetupRefused(
            f"option {name} takes whole numbers from {allowed[0]} to {allowed[-1]}, not {text}"
        )
    return range(low, high + 1, allowed.step)


def misses(wishes: Iterable[Wish], values: Mapping[str, float]) -> float:
    """How far off all wishes are together."""
    return sum(wish.miss(values[wish.name]) for wish in wishes)
