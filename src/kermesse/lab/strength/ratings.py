"""Ratings: the strengths under which what happened is likeliest, on the scale of Elo.

Bradley–Terry where two sides meet, Plackett–Luce where more do; the first is a case of the
second. Found by minorisation–maximisation (Hunter 2004), for all bootstrap samples at once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

ANCHOR = 1000.0
PER_FACTOR_TEN = 400.0  # a bot ten times as strong is 400 points above
SAMPLES = 500
MOST_ROUNDS = 20_000
CLOSE = 1e-9  # strengths that change by less, relatively, are found

Floats = npt.NDArray[np.float64]
Field = tuple[int, ...]  # how many sides each bot has in a contest


class Ranking(NamedTuple):
    """One game as ratings see it: which bot each side is, and its place, best is 1."""

    bots: tuple[int, ...]
    places: tuple[int, ...]


class Rating(NamedTuple):
    """Points, and the 95 % interval over bootstrap samples of blocks."""

    points: float
    low: float
    high: float


@dataclass(frozen=True)
class Contests:
    """Games taken apart into contests: who was first, and in which fields, by block."""

    fields: Floats  # contest × bot
    held: Floats  # block × contest: how often
    wins: Floats  # block × bot


def rate(blocks: Sequence[Iterable[Ranking]], bots: int, anchor: int, seed: int) -> list[Rating]:
    """The rating of every bot; the anchor has 1000 points."""
    tally = taken_apart(blocks, bots)
    drawn = np.random.default_rng(seed).multinomial(
        len(blocks), np.full(len(blocks), 1 / len(blocks)), SAMPLES
    )
    weights = np.vstack([np.ones(len(blocks)), drawn])
    points = elo(strengths(tally, weights), anchor)
    low, high = np.quantile(points[1:], [0.025, 0.975], axis=0)
    return [Rating(*map(float, trio)) for trio in zip(points[0], low, high, strict=True)]


def elo(strength: Floats, anchor: int) -> Floats:
    """Strengths as points."""
    logs = np.log10(strength)
    return ANCHOR + PER_FACTOR_TEN * (logs - logs[:, [anchor]])


def strengths(tally: Contests, weights: Floats) -> Floats:
    """The likeliest strengths, one row for each row of block weights.

    To every two bots that met, one drawn game is added. Without it, a bot that has never lost
    would be infinitely strong.
    """
    held, wins = weights @ tally.held, weights @ tally.wins
    fields, bots = tally.fields, tally.wins.shape[1]
    met = (fields > 0).astype(float)
    for one, other in combinations(range(bots), 2):
        if (met[:, one] * met[:, other]).any():
            duel = np.zeros((1, bots))
            duel[0, [one, other]] = 1
            fields = np.vstack([fields, duel])
            held = np.hstack([held, np.ones((len(held), 1))])
            wins[:, [one, other]] += 0.5
    strength = np.ones_like(wins)
    for _ in range(MOST_ROUNDS):
        better = wins / ((held / (strength @ fields.T)) @ fields)
        better /= np.exp(np.log(better).mean(axis=1, keepdims=True))
        change = np.abs(better / strength - 1).max()
        strength = better
        if change < CLOSE:
            break
    return strength


def taken_apart(blocks: Sequence[Iterable[Ranking]], bots: int) -> Contests:
    """All contests of all games, by block."""
    per_block: list[Counter[Field]] = []
    wins = np.zeros((len(blocks), bots))
    for number, games in enumerate(blocks):
        held: Counter[Field] = Counter()
        for game in games:
            for field, weight, first in contests(game, bots):
                held[field] += weight  # type: ignore[assignment]
                for bot, share in first.items():
                    wins[number, bot] += share
        per_block.append(held)
    fields = sorted(set().union(*per_block)) if per_block else []
    table = np.array([[held[field] for field in fields] for held in per_block], float)
    return Contests(np.array(fields, float).reshape(-1, bots), table, wins)


def contests(game: Ranking, bots: int) -> Iterator[tuple[Field, float, dict[int, float]]]:
    """A ranking as a series of contests for first place: (field, weight, who came first).

    Plackett–Luce: the best of all, then the best of the rest, and so on. Sides that share a
    place are ranked in every order, each with the same part of the weight.
    """
    for place in sorted(set(game.places)):
        tied = [b for b, p in zip(game.bots, game.places, strict=True) if p == place]
        below = [b for b, p in zip(game.bots, game.places, strict=True) if p > place]
        for size in range(len(tied), 0, -1):
            groups = list(combinations(tied, size))
            weight = 1 / math.comb(len(tied), size)
            for group in groups:
                sides = [*group, *below]
                if len(set(sides)) == 1:
                    continue  # a bot against itself: nothing can be learnt
                first: dict[int, float] = {}
                for bot in group:
                    first[bot] = first.get(bot, 0.0) + weight / size
                yield tuple(sides.count(bot) for bot in range(bots)), weight, first
