"""Means, shares and differences with honest intervals: games of one deal are one cluster.

Every estimate is a mean, of all games or of those that have a weight. What the games of a deal
add to its error together is the deal's *influence*; the squares of the influences add up to the
variance, however akin the games of a deal are, and however many there are of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import special, stats

from kermesse.lab.intervals import CONFIDENCE, Estimate, design_effect, wilson

LEVEL = 1 - CONFIDENCE
POWER = 0.9  # how surely something is found of which we say that it would have been

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Sample:
    """Means of some columns, and what each deal adds to their errors."""

    means: Floats  # [column]
    influences: Floats  # [deal, column]
    keys: Ints  # [deal]: which deal it is, ascending
    games: Floats  # [column]: how many games count
    deals: Floats  # [column]: in how many deals they are
    freedom: Floats  # [column]: degrees of freedom of the errors
    virtual: Floats  # [column, column]: one made-up deal, so that few equal ones are no certainty

    @cached_property
    def covariance(self) -> Floats:
        """Of the errors of the means."""
        return np.asarray(self.influences.T @ self.influences + self.virtual)

    @cached_property
    def errors(self) -> Floats:
        """The standard error of each mean; NaN where there are fewer than two deals."""
        variances = np.square(self.influences).sum(axis=0) + np.diag(self.virtual)
        return np.where(self.freedom > 0, np.sqrt(variances), np.nan)


def sample(
    values: npt.ArrayLike, deals: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> Sample:
    """The means of ``values`` ([game] or [game, column]) over games that share deals.

    ``weights`` say how much a game counts, 0 for not at all; none of them: all count alike.
    """
    table = columns(values)
    counting = np.ones_like(table) if weights is None else columns(weights) + np.zeros_like(table)
    keys, rows = np.unique(np.asarray(deals), return_inverse=True)
    total = counting.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (counting * table).sum(axis=0) / total
        influences = per_deal(counting * (table - means) / total, rows, len(keys))
    number = (per_deal(counting, rows, len(keys)) > 0).sum(axis=0).astype(float)
    influences *= np.sqrt(number / np.maximum(number - 1, 1))
    nothing = np.zeros((table.shape[1], table.shape[1]))
    return Sample(means, influences, keys, total, number, number - 1, nothing)


def side_sample(shares: npt.ArrayLike, deals: npt.ArrayLike) -> Sample:
    """The win shares of all sides, with a made-up deal of independent games that are even."""
    found = sample(shares, deals)
    sides = len(found.means)
    even = np.eye(sides) / sides - 1 / sides**2
    return replace(found, virtual=even / (found.games[0] * found.deals[0]))


def columns(values: npt.ArrayLike) -> Floats:
    """[game, column], of one column if there is none."""
    table = np.asarray(values, np.float64)
    return table[:, None] if table.ndim == 1 else table


def per_deal(values: Floats, rows: Ints, deals: int) -> Floats:
    """[deal, column]: sums over the games of each deal."""
    order = np.argsort(rows, kind="stable")
    starts = np.searchsorted(rows[order], np.arange(deals))
    return np.asarray(np.add.reduceat(values[order], starts, axis=0))


# --- intervals and tests --------------------------------------------------------------------------


def mean_intervals(found: Sample) -> list[Estimate]:
    """Student's interval of each mean."""
    halves = quantiles(found.freedom) * found.errors
    table = np.stack([found.means, found.means - halves, found.means + halves], axis=1)
    return [Estimate(*row) for row in table.tolist()]


def share_intervals(found: Sample) -> list[Estimate]:
    """Wilson's interval of each share, for as many independent games as the deals are worth."""
    worths, wanted = share_worths(found), quantiles(found.freedom)
    spans = zip(found.means.tolist(), worths.tolist(), wanted.tolist(), strict=True)
    return [Estimate(mean, *share_span(mean, worth, t)) for mean, worth, t in spans]


def share_span(mean: float, worth: float, quantile: float) -> tuple[float, float]:
    """Of one deal nothing is known but that a share is between none and all."""
    if math.isnan(quantile):
        return (math.nan, math.nan) if math.isnan(mean) else (0.0, 1.0)
    return wilson(mean, worth, quantile)


def share_worths(found: Sample) -> Floats:
    """How many independent games would give as much information on each share.

    Where nothing or everything was won, nobody knows how akin the games of a deal are: each deal
    is then worth one game.
    """
    spreads = found.deals * np.square(found.influences).sum(axis=0)
    worths = found.deals.copy()
    known = (found.deals > 1) & (found.means > 0) & (found.means < 1)
    for column in np.flatnonzero(known):
        mean, deals, games = found.means[column], found.deals[column], found.games[column]
        effect = design_effect(mean, spreads[column], int(deals), games / deals)
        worths[column] = games / effect
    return worths


def quantiles(freedom: Floats, level: float = LEVEL) -> Floats:
    """Student's two-sided quantiles; NaN without freedom."""
    known = np.where(freedom > 0, freedom, np.nan)
    return np.asarray(stats.t.ppf(1 - level / 2, known))


def mean_tests(found: Sample, even: float = 0.0) -> Floats:
    """The chance of means so far from ``even`` or farther if that were the truth."""
    off = np.abs(found.means - even)
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.where(off == 0, 0.0, off / found.errors)
    return np.asarray(2 * stats.t.sf(ratio, np.where(found.freedom > 0, found.freedom, np.nan)))


def share_tests(found: Sample, even: float) -> Floats:
    """The same for shares: the test that goes with Wilson's interval."""
    with np.errstate(divide="ignore"):
        error = np.sqrt(even * (1 - even) / share_worths(found))
    ratio = np.abs(found.means - even) / error
    return np.asarray(2 * stats.t.sf(ratio, np.where(found.freedom > 0, found.freedom, np.nan)))


def corrected(chances: npt.ArrayLike) -> Floats:
    """P-values of several tests, after Benjamini and Hochberg."""
    return np.asarray(stats.false_discovery_control(chances, method="bh"))


def all_even(found: Sample, even: float = 0.0) -> float:
    """The chance of sides so far from ``even`` or farther if all were (Hotelling's T²).

    The last side has what the others leave; it is left out.
    """
    off = (found.means - even)[:-1]
    distance = float(off @ np.linalg.solve(found.covariance[:-1, :-1], off))
    free, deals = len(off), float(found.freedom.min()) + 1
    if deals <= free:
        return math.nan
    return float(stats.f.sf(distance * (deals - free) / (free * (deals - 1)), free, deals - free))


def unevenness(found: Sample) -> Estimate:
    """How far apart two sides are: the root mean square over all pairs, less what chance adds.

    Of the square the variance of the errors is taken away, so that it is right on average; where
    chance alone would have put the sides farther apart, the result is negative. The interval holds
    for every direction in which sides may differ: it is rather too wide than too narrow.
    """
    pairs = 2 / (len(found.means) - 1)  # of the squares of all pairs, for one of a side's distance
    measured = pairs * float(np.square(found.means - found.means.mean()).sum())
    square = measured - pairs * float(np.square(found.influences).sum())
    middle = np.eye(len(found.means)) - 1 / len(found.means)
    errors = middle @ found.covariance @ middle
    size, spread = float(np.trace(errors)), float(np.square(errors).sum())
    deals = float(found.freedom.min()) + 1
    half = math.sqrt(pairs * size * stats.f.isf(LEVEL, size**2 / spread, deals - 1))
    root = math.sqrt(measured)
    mean = math.copysign(math.sqrt(abs(square)), square)
    return Estimate(mean, max(0.0, root - half), root + half)


# --- differences ---------------------------------------------------------------------------------


def difference(a: Sample, b: Sample, *, paired: bool) -> Sample:
    """Means of ``b`` less those of ``a``; ``paired``: deals of the same number are the same."""
    if paired:
        keys = np.union1d(a.keys, b.keys)
        influences = np.zeros((len(keys), len(a.means)))
        influences[np.searchsorted(keys, b.keys)] += b.influences
        influences[np.searchsorted(keys, a.keys)] -= a.influences
        freedom = np.minimum(a.freedom, b.freedom)
    else:
        influences = np.concatenate([-a.influences, b.influences])
        keys = np.arange(len(influences))
        freedom = welch(a, b)
    games, deals = np.minimum(a.games, b.games), np.minimum(a.deals, b.deals)
    virtual = a.virtual + b.virtual
    return Sample(b.means - a.means, influences, keys, games, deals, freedom, virtual)


def relative(a: Sample, b: Sample, *, paired: bool) -> Sample:
    """By what part of itself each mean of ``a`` changes to that of ``b``."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = b.means / a.means
        before = replace(a, means=np.ones_like(ratio), influences=a.influences * ratio / a.means)
        after = replace(b, means=ratio, influences=b.influences / a.means)
    return difference(before, after, paired=paired)


def welch(a: Sample, b: Sample) -> Floats:
    """Degrees of freedom of a difference of independent means (Welch and Satterthwaite)."""
    one, other = np.square(a.errors), np.square(b.errors)
    with np.errstate(invalid="ignore", divide="ignore"):
        freedom = (one + other) ** 2 / (one**2 / a.freedom + other**2 / b.freedom)
    least = np.minimum(a.freedom, b.freedom)
    return np.asarray(np.where(np.isfinite(freedom), freedom, least))


def share_differences(a: Sample, b: Sample, *, paired: bool) -> list[Estimate]:
    """Shares of ``b`` less those of ``a``, from the interval of each (Newcombe's way)."""
    kinship = correlations(a, b) if paired else np.zeros(len(a.means))
    found = []
    for one, other, alike in zip(share_intervals(a), share_intervals(b), kinship, strict=True):
        down = apart(one.high - one.mean, other.mean - other.low, alike)
        up = apart(one.mean - one.low, other.high - other.mean, alike)
        gap = other.mean - one.mean
        found.append(Estimate(gap, gap - down, gap + up))
    return found


def apart(one: float, other: float, alike: float) -> float:
    """How far two errors that are somewhat alike can be apart."""
    return math.sqrt(max(0.0, one * one + other * other - 2 * alike * one * other))


def correlations(a: Sample, b: Sample) -> Floats:
    """How alike the errors of two samples over the same deals are; 0 where one has none."""
    _, ours, theirs = np.intersect1d(a.keys, b.keys, return_indices=True)
    together = (a.influences[ours] * b.influences[theirs]).sum(axis=0)
    apiece = np.square(a.influences).sum(axis=0) * np.square(b.influences).sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(apiece > 0, together / np.sqrt(apiece), 0.0))


# --- the share in the deal ------------------------------------------------------------------------


def in_the_deal(values: npt.ArrayLike, deals: npt.ArrayLike) -> Estimate | None:
    """The share of the variance of a result that is due to the deal: the intraclass correlation.

    For games of equal bots only: others move on from one game of a deal to the next, who wins moves
    with them, and games of a deal look less akin than they are. Several columns are taken together.
    Only deals that were played most often count; None where none was played twice, or where all
    results are the same. The interval is Student's for the logarithm of the ratio of the variances
    between and within deals, whatever their distribution; as in the arena, a made-up deal of
    unrelated games keeps it open.
    """
    table = columns(values)
    _, rows, sizes = np.unique(np.asarray(deals), return_inverse=True, return_counts=True)
    replays = int(sizes.max())
    whole = sizes[rows] == replays
    games = table[whole][np.argsort(rows[whole], kind="stable")]
    blocks = games.reshape(-1, replays, table.shape[1])
    unrelated = float(games.var(axis=0).sum())
    if replays < 2 or len(blocks) < 2 or unrelated == 0:
        return None
    means = blocks.mean(axis=1)
    number = len(blocks)
    fair = number / (number - 1)  # the common mean was estimated
    between = replays * fair * np.square(means - means.mean(axis=0)).sum(axis=1)
    within = np.square(blocks - means[:, None]).sum(axis=(1, 2)) / (replays - 1)
    between, within = np.append(between, unrelated), np.append(within, unrelated)
    ratio = math.log(between.mean() / within.mean())
    influences = between / between.mean() - within / within.mean()
    half = float(quantiles(np.array(number - 1.0))) * influences.std(ddof=1)
    half /= math.sqrt(number + 1)
    found = (kinship(math.exp(at), replays) for at in (ratio, ratio - half, ratio + half))
    return Estimate(*(max(0.0, each) for each in found))


def kinship(ratio: float, replays: int) -> float:
    """The intraclass correlation of a ratio of variances between and within."""
    return (ratio - 1) / (ratio + replays - 1)


# --- how many games ----------------------------------------------------------------------------


def games_for_width(half: float, games: int, wanted: float) -> int:
    """Games after which an interval of ± ``half`` will be one of ± ``wanted``."""
    return math.ceil(games * (half / wanted) ** 2)


def detectable(found: Sample, level: float = LEVEL, power: float = POWER) -> float:
    """The advantage of one side over all others that would have been found so surely."""
    sides = len(found.means)
    inverse = np.linalg.inv(found.covariance[:-1, :-1])
    shifts = (np.eye(sides) - (1 - np.eye(sides)) / (sides - 1))[:, :-1]
    seen = np.einsum("ij,jk,ik->i", shifts, inverse, shifts)
    return math.sqrt(noncentrality(sides - 1, level, power) / float(seen.min()))


def noncentrality(free: int, level: float, power: float) -> float:
    """How far from chance a chi-square must be centred to be significant so surely."""
    return float(special.chndtrinc(stats.chi2.isf(level, free), free, 1 - power))


def games_for_bias(
    sides: int, bias: float, *, level: float, power: float, alike: float, samples: int = 2
) -> int:
    """Games of each of two variants that find one side's advantage of ``bias``.

    ``alike`` is the intraclass correlation of win shares; with one sample, it is held against
    evenness.
    """
    shift = np.array([bias] + [-bias / (sides - 1)] * (sides - 1))
    told = float((shift**2 * sides).sum()) / samples  # by one game of each, if independent
    akin = 1 + (sides - 1) * alike
    return math.ceil(noncentrality(sides - 1, level, power) * akin / told)
