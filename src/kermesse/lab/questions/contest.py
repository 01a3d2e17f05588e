"""Places that compete for the win, compared with even: who wins more often, and how surely."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kermesse.lab.findings import Marks, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.phrases import (
    counted,
    group_name,
    how_often,
    ordinal,
    percent,
    points,
    sentence,
    share_interval,
    side_names,
)
from kermesse.lab.samples import (
    LEVEL,
    Sample,
    all_even,
    corrected,
    detectable,
    sample,
    share_intervals,
    share_tests,
    side_sample,
    unevenness,
)

Floats = npt.NDArray[np.float64]

TINY, SMALL, CLEAR = 0.04, 0.12, 0.30  # of even: up to there an advantage is called so
FEW_DEALS = 25  # for each place: with fewer, even ones are called uneven a little too often
MOST_NAMED = 2  # places in an answer; the plot has all of them

SIZES = (
    "An advantage is called tiny below 4 % more or fewer wins than even, small below 12 %, clear "
    "below 30 %, and large above."
)
SHARED = "Who shares the first place has a part of the win: two sides have half of it each."
APART = (
    "How far apart two {groups} are is the root mean square over all pairs, less what chance adds "
    "to it: its square is right on average, and below 0 where they are closer together than "
    "chance alone would put them."
)


@dataclass(frozen=True, eq=False)
class Contest:
    """Seats, teams, or places in the order of play, of which one wins."""

    group: str  # what one of them is called
    groups: str
    names: tuple[str, ...]
    shares: Floats  # [game, place]: what each has of the win
    deals: npt.NDArray[np.int64]

    @cached_property
    def found(self) -> Sample:
        """What each wins."""
        return side_sample(self.shares, self.deals)

    @cached_property
    def strong(self) -> tuple[bool, ...]:
        """Which of them stand out."""
        return standing_out(self.found)

    @property
    def even(self) -> float:
        """What each would win if it made no difference."""
        return 1 / len(self.names)


def among_sides(games: Games) -> Contest:
    """Seats, or the teams that sit on them."""
    group = group_name(games.experiment)
    names = side_names(games.experiment)
    return Contest(group, f"{group}s", names, games.shares, games.deals)


def in_order(games: Games) -> Contest | None:
    """The first to move, the second and so on; None where nobody moves first."""
    if games.order_shares is None:
        return None
    names = tuple(f"the {ordinal(n)} to move" for n in range(1, games.experiment.sides + 1))
    place = "place in the order of play"
    groups = place.replace("place", "places")
    return Contest(place, groups, names, games.order_shares, games.deals)


def given_to_seats(games: Games) -> tuple[str, ...]:
    """What the rules give to the same seat in every match, under the options that were played."""
    chosen, seats = games.experiment.options, games.experiment.seats
    apart = games.game.seats_apart(chosen, seats) or ()
    known = {option.name: option.meaning for option in games.game.options}
    return tuple(f"{known[name]} ({name}={chosen[name]})" for name in apart)


def standing_out(found: Sample) -> tuple[bool, ...]:
    """The places that are not even, if they are not all alike to begin with."""
    even = 1 / len(found.means)
    if not all_even(found, even) < LEVEL:
        return (False,) * len(found.means)
    return tuple((corrected(share_tests(found, even)) < LEVEL).tolist())


# --- in words ---------------------------------------------------------------------------------


def answered(contest: Contest) -> str:
    """Who has an advantage, or how small it must be."""
    found, even = contest.found, contest.even
    chance = all_even(found, even)
    if math.isnan(chance):
        deals = counted(found.deals[0], "deal")
        return f"{deals} are too few to tell whether the {contest.groups} are even."
    if chance >= LEVEL:
        return no_advantage(contest, chance)
    if not any(contest.strong):
        return (
            f"The {contest.groups} are not all alike: if they were, differences as large as theirs "
            f"would come up in {how_often(chance)} experiments. But none stands out by itself."
        )
    rates = share_intervals(found)
    strong = np.flatnonzero(contest.strong).tolist()
    order = sorted(strong, key=lambda place: -abs(found.means[place] - even))
    if len(rates) == 2:  # the other one has the rest
        order = [int(np.argmax(found.means))]
    told = [advantage(contest.names[place], rates[place], even) for place in order[:MOST_NAMED]]
    told.append(
        f"If all {contest.groups} were alike, differences as large as these would come up in "
        f"{how_often(chance)} experiments."
    )
    return " ".join(told)


def advantage(name: str, rate: Estimate, even: float) -> str:
    """The wins of one place, and what that is called."""
    return (
        f"{sentence(name)} wins {percent(rate.mean)} of games {share_interval(rate)} where even is "
        f"{percent(even)}: it has {called(rate.mean, even)}."
    )


def called(rate: float, even: float) -> str:
    """What an advantage is called, by its size relative to an even share."""
    off = abs(rate - even) / even
    size = "tiny" if off < TINY else "small" if off < SMALL else "clear" if off < CLEAR else "large"
    return f"a {size} {'advantage' if rate > even else 'disadvantage'}"


def no_advantage(contest: Contest, chance: float) -> str:
    """Nothing was found, and what would have been."""
    found = contest.found
    low, high = percent(found.means.min()), percent(found.means.max())
    return (
        f"No {contest.group} shows an advantage: they win {low} to {high} of games where even is "
        f"{percent(contest.even)}, and if all were alike, differences as large as these would come "
        f"up in {how_often(chance)} experiments. An advantage of {points(detectable(found))} "
        f"points for one of them would have been found in 9 of 10 experiments with so many games."
    )


def unfair(contest: Contest) -> tuple[str, ...]:
    """A warning for each place whose advantage is more than tiny; of two, for the better one."""
    even = contest.even
    least = even if len(contest.names) == 2 else 0.0
    told = zip(contest.names, contest.found.means.tolist(), contest.strong, strict=True)
    return tuple(
        f"{sentence(name)} has {called(rate, even)}: {percent(rate)} of wins instead of "
        f"{percent(even)}."
        for name, rate, stands_out in told
        if stands_out and rate > least and abs(rate - even) >= TINY * even
    )


def too_few(contest: Contest) -> tuple[str, ...]:
    """A warning where the test is not to be relied on."""
    deals, wanted = contest.found.deals[0], FEW_DEALS * len(contest.names)
    if deals >= wanted:
        return ()
    return (
        f"Only {counted(deals, 'deal')}: with fewer than {wanted}, the test of fairness finds "
        f"something a little too often where there is nothing.",
    )


def stated(contest: Contest) -> str:
    """The test, as it was settled before anything was played."""
    return (
        f"Stated before anything was played: the {contest.groups} are called uneven only if "
        f"differences as large as theirs come up in fewer than 5 of 100 experiments with even "
        f"{contest.groups} (Hotelling's test over deals), and then those stand out that do so by "
        f"themselves (corrected after Benjamini and Hochberg)."
    )


# --- as a plot and as a table -----------------------------------------------------------------


def wins(contest: Contest) -> Marks:
    """A mark for each place."""
    names = tuple(sentence(name) for name in contest.names)
    rates = share_intervals(contest.found)
    return marks(f"Wins of each {contest.group}", names, rates, contest.even, contest.strong)


def marks(
    title: str,
    names: tuple[str, ...],
    rates: list[Estimate],
    even: float | None = None,
    strong: tuple[bool, ...] = (),
) -> Marks:
    """Shares of wins, against even where there is such a thing."""
    return Marks(
        title,
        "% of games won",
        names,
        tuple(100 * rate.mean for rate in rates),
        tuple(100 * rate.low for rate in rates),
        tuple(100 * rate.high for rate in rates),
        even=None if even is None else 100 * even,
        strong=strong,
    )


def together(contest: Contest) -> Sheet:
    """How far apart they are, and how often nobody won alone."""
    (shared,) = share_intervals(sample(contest.shares.max(axis=1) < 1, contest.deals))
    apart = f"two {contest.groups} apart, in points"
    rows = ((apart, unevenness(contest.found)), ("shared wins", shared))
    return Sheet(
        f"The {contest.groups} together",
        ("", "% of games", "interval from (%)", "interval to (%)"),
        tuple((name, *(100 * each for each in rate)) for name, rate in rows),
    )
