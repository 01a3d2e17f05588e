"""Single numbers that sum up many games: what a designer can set a target for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kermesse.arena.intervals import Estimate
from kermesse.core.errors import SetupRefused, brief
from kermesse.core.options import nearest
from kermesse.lab.games import Games


@dataclass(frozen=True)
class Figure:
    """A number, and what it means."""

    meaning: str
    of: Callable[[Games], float]
    within: Callable[[Games], Estimate] | None = None  # the same with its interval, if it has one


def apart(games: Games) -> Estimate:
    """How far apart places in the order of play are, or seats where all choose at once."""
    from kermesse.lab.balance import seats_differ  # late: they need the libraries of the lab
    from kermesse.lab.contest import among_sides, in_order
    from kermesse.lab.statistics import unevenness

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
    from kermesse.lab.contest import in_order
    from kermesse.lab.statistics import share_intervals

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
    from kermesse.lab import tension

    return float(np.nan_to_num(100 * tension.comebacks(games).means[0]))


def margin(games: Games) -> float:
    """How many points the winner is ahead, as a report counts it."""
    from kermesse.lab import tension

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
