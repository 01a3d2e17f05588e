"""Single numbers that sum up many games: what a designer can set a target for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kermesse.core.errors import SetupRefused, brief
from kermesse.core.options import nearest
from kermesse.lab.games import Games


@dataclass(frozen=True)
class Figure:
    """A number, and what it means."""

    meaning: str
    of: Callable[[Games], float]


def spread(games: Games) -> float:
    """How far apart the luckiest and the unluckiest side are."""
    means = games.shares.mean(axis=0)
    return float(100 * (means.max() - means.min()))


def first(games: Games) -> float:
    """What the first side wins."""
    return float(100 * games.shares[:, 0].mean())


def per_decision(games: Games) -> float:
    """How many actions there are to choose from."""
    return float(games.notes.options.sum() / max(games.notes.decisions.sum(), 1))


def comebacks(games: Games) -> float:
    """How often somebody wins who was behind at half time, as a report counts it."""
    from kermesse.lab import tension  # late: it needs the libraries of the lab

    return float(np.nan_to_num(100 * tension.comebacks(games).means[0]))


def margin(games: Games) -> float:
    """How many points the winner is ahead, as a report counts it."""
    from kermesse.lab import tension

    return float(tension.margins(games).mean())


def shared(games: Games) -> float:
    """How often the first place is shared."""
    return float(100 * ((games.shares > 0).sum(axis=1) > 1).mean())


FIGURES = {
    "spread": Figure("points of win rate between the luckiest and the unluckiest seat", spread),
    "first": Figure("percent of games that the first seat wins", first),
    "decisions": Figure("decisions of a game", lambda games: float(games.notes.decisions.mean())),
    "turns": Figure("turns of a game", lambda games: float(games.notes.turns.mean())),
    "rounds": Figure("rounds of a game", lambda games: float(games.notes.rounds.mean())),
    "options": Figure("actions to choose from in a decision", per_decision),
    "changes": Figure("changes of the lead", lambda games: float(games.notes.changes.mean())),
    "settled": Figure(
        "percent of a game after which the lead never changes",
        lambda games: float(100 * games.notes.settled.mean()),
    ),
    "comebacks": Figure("percent of winners who were behind at half time", comebacks),
    "margin": Figure("points that the winner is ahead", margin),
    "shared": Figure("percent of games with a shared first place", shared),
}


def figure(name: str) -> Figure:
    """A figure by its name."""
    if name not in FIGURES:
        raise SetupRefused(f"no figure {brief(name)}{nearest(name, list(FIGURES))}")
    return FIGURES[name]
