"""Is the game fair to each seat: wins of every side against even, and how games end."""

from __future__ import annotations

import math
import re

import numpy as np

from kermesse.arena.intervals import Estimate
from kermesse.lab.findings import Bars, Cell, Marks, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.statistics import (
    LEVEL,
    Sample,
    all_even,
    corrected,
    detectable,
    sample,
    share_intervals,
    share_tests,
    side_sample,
    spread,
)
from kermesse.lab.wording import (
    counted,
    group_name,
    how_often,
    in_words,
    listed,
    percent,
    points,
    sentence,
    share_interval,
    side_names,
)

NAME = "balance"
TITLE = "Fairness"
TINY, SMALL, CLEAR = 0.04, 0.12, 0.30  # of even: up to there an advantage is called so
FEW_DEALS = 25  # for each side: with fewer, even sides are called uneven a little too often
SEAT = re.compile(r"seat\d")  # in the value of an option
MOST_NAMED = 2  # sides in an answer; the plot has all of them

SIZES = (
    "An advantage is called tiny below 4 % more or fewer wins than even, small below 12 %, clear "
    "below 30 %, and large above."
)
SHARED = "Who shares the first place has a part of the win: two sides have half of it each."
TEST = (
    "Stated before anything was played: the sides are called uneven only if differences as large "
    "as theirs come up in fewer than 5 of 100 experiments with even sides (Hotelling's test over "
    "deals), and then those stand out that do so by themselves (corrected after Benjamini and "
    "Hochberg)."
)
SEATED = (
    "Not everybody sat at every seat equally often: a seat can look good because somebody strong "
    "sat there."
)


def balance(games: Games) -> Section | None:
    """The wins of every side; of somebody who plays alone, against the game."""
    if len(np.unique(games.deals)) < 2:
        return None
    if games.experiment.sides == 1:
        return alone(games)
    return among_sides(games)


# --- sides against each other ---------------------------------------------------------------------


def among_sides(games: Games) -> Section:
    """Each side's share of the wins, held against even."""
    found = side_sample(games.shares, games.deals)
    strong = standing_out(found)
    wins = wins_of_sides(games, found, strong)
    bots = len(set(games.experiment.bots)) > 1
    return Section(
        NAME,
        TITLE,
        f"Is it fair to each {group_name(games.experiment)}?",
        answered(games, found, strong),
        plots=(wins, *([wins_of_bots(games)] if bots else []), endings(games)),
        sheets=(spread_sheet(games, found), *([bots_by_side(games)] if bots else [])),
        remarks=(
            TEST,
            SHARED,
            SIZES,
            *drawn_by_lot(games),
            *given_to_seats(games),
            *([] if seated_evenly(games) else [SEATED]),
        ),
        warnings=(*unfair(games, found, strong), *too_few(found)),
    )


def standing_out(found: Sample) -> tuple[bool, ...]:
    """The sides that are not even, if the sides are not all alike to begin with."""
    even = 1 / len(found.means)
    if not all_even(found, even) < LEVEL:
        return (False,) * len(found.means)
    return tuple((corrected(share_tests(found, even)) < LEVEL).tolist())


def answered(games: Games, found: Sample, strong: tuple[bool, ...]) -> str:
    """Who has an advantage, or how small it must be."""
    even = 1 / len(found.means)
    chance = all_even(found, even)
    group = group_name(games.experiment)
    if math.isnan(chance):
        deals = counted(found.deals[0], "deal")
        return f"{deals} are too few to tell whether the {group}s are even."
    if chance >= LEVEL:
        return no_advantage(games, found, chance)
    if not any(strong):
        return (
            f"The {group}s are not all alike: if they were, differences as large as theirs would "
            f"come up in {how_often(chance)} experiments. But no single {group} stands out."
        )
    rates = share_intervals(found)
    names = side_names(games.experiment)
    order = sorted(np.flatnonzero(strong).tolist(), key=lambda side: -abs(found.means[side] - even))
    if len(names) == 2:  # the other one has the rest
        order = [int(np.argmax(found.means))]
    told = [advantage(names[side], rates[side], even) for side in order[:MOST_NAMED]]
    told.append(
        f"If all {group}s were alike, differences as large as these would come up in "
        f"{how_often(chance)} experiments."
    )
    return " ".join(told)


def advantage(name: str, rate: Estimate, even: float) -> str:
    """One side's wins, and what that is called."""
    return (
        f"{sentence(name)} wins {percent(rate.mean)} of games {share_interval(rate)} where even is "
        f"{percent(even)}: it has {called(rate.mean, even)}."
    )


def called(rate: float, even: float) -> str:
    """What an advantage is called, by its size relative to an even share."""
    off = abs(rate - even) / even
    size = "tiny" if off < TINY else "small" if off < SMALL else "clear" if off < CLEAR else "large"
    return f"a {size} {'advantage' if rate > even else 'disadvantage'}"


def no_advantage(games: Games, found: Sample, chance: float) -> str:
    """Nothing was found, and what would have been."""
    group, even = group_name(games.experiment), 1 / len(found.means)
    low, high = percent(found.means.min()), percent(found.means.max())
    return (
        f"No {group} shows an advantage: the {group}s win {low} to {high} of games where even is "
        f"{percent(even)}, and if all were alike, differences as large as these would come up in "
        f"{how_often(chance)} experiments. An advantage of {points(detectable(found))} points for "
        f"one {group} would have been found in 9 of 10 experiments with so many games."
    )


def wins_of_sides(games: Games, found: Sample, strong: tuple[bool, ...]) -> Marks:
    """A mark for each side."""
    names = tuple(sentence(name) for name in side_names(games.experiment))
    title = f"Wins of each {group_name(games.experiment)}"
    return marks(title, names, share_intervals(found), 1 / len(names), strong)


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


def spread_sheet(games: Games, found: Sample) -> Sheet:
    """The best against the worst, and how often nobody won alone."""
    gap = spread(found)
    (shared,) = share_intervals(sample(games.shares.max(axis=1) < 1, games.deals))
    group = group_name(games.experiment)
    rows = ((f"best {group} ahead of the worst, in points", gap), ("shared wins", shared))
    return Sheet(
        f"The {group}s together",
        ("", "% of games", "interval from (%)", "interval to (%)"),
        tuple((name, *(100 * each for each in rate)) for name, rate in rows),
    )


def unfair(games: Games, found: Sample, strong: tuple[bool, ...]) -> tuple[str, ...]:
    """A warning for each side whose advantage is more than tiny; of two, for the better one."""
    even = 1 / len(found.means)
    least = even if len(found.means) == 2 else 0.0
    told = zip(side_names(games.experiment), found.means.tolist(), strong, strict=True)
    return tuple(
        f"{sentence(name)} has {called(rate, even)}: {percent(rate)} of wins instead of "
        f"{percent(even)}."
        for name, rate, stands_out in told
        if stands_out and rate > least and abs(rate - even) >= TINY * even
    )


def too_few(found: Sample) -> tuple[str, ...]:
    """A warning where the test is not to be relied on."""
    wanted = FEW_DEALS * len(found.means)
    if found.deals[0] >= wanted:
        return ()
    return (
        f"Only {counted(found.deals[0], 'deal')}: with fewer than {wanted}, the test of fairness "
        f"finds something a little too often where there is nothing.",
    )


def drawn_by_lot(games: Games) -> tuple[str, ...]:
    """What chance decides anew in each match cannot favour a seat."""
    chosen = games.experiment.options
    lots = [option for option in games.game.options if chosen.get(option.name) == "random"]
    return tuple(
        f"Drawn by lot in each match: {option.meaning} ({option.name}). No seat can be better for "
        f"it; to measure what it is worth, set the option."
        for option in lots
    )


def given_to_seats(games: Games) -> tuple[str, ...]:
    """What goes to the same seat in every match is a part of what the seat is worth."""
    chosen = games.experiment.options
    fixed = [option for option in games.game.options if SEAT.match(str(chosen[option.name]))]
    return tuple(
        f"The same in each match: {option.meaning} ({option.name}={chosen[option.name]}). What "
        f"that brings counts for the seat."
        for option in fixed
    )


def seated_evenly(games: Games) -> bool:
    """Whether every bot sat everywhere equally often, as it does where bots move on."""
    sides = range(games.experiment.sides)
    seen = [np.bincount(games.bot_sides[:, side], minlength=len(sides)).tolist() for side in sides]
    return all(each == seen[0] for each in seen) or len(set(games.experiment.bots)) == 1


# --- bots that are not the same -------------------------------------------------------------------


def by_bot(games: Games, side: int | None = None) -> dict[str, Estimate]:
    """Each bot's share of wins, at all sides or at one; bots of one name are one bot."""
    sides = range(games.experiment.sides) if side is None else [side]
    shares, sitting = games.shares[:, sides], games.bot_sides[:, sides]
    names = list(dict.fromkeys(games.experiment.bots))
    called = np.array([names.index(name) for name in games.experiment.bots])[sitting]
    deals = np.repeat(games.deals, len(sides))
    weights = called.reshape(-1, 1) == np.arange(len(names))
    values = np.broadcast_to(shares.reshape(-1, 1), weights.shape)
    return dict(zip(names, share_intervals(sample(values, deals, weights)), strict=True))


def wins_of_bots(games: Games) -> Marks:
    """A mark for each bot, whatever its seat."""
    rates = by_bot(games)
    even = 1 / games.experiment.sides
    return marks("Wins of each bot", tuple(rates), list(rates.values()), even)


def bots_by_side(games: Games) -> Sheet:
    """Whether a seat is better for one bot than for another."""
    names = side_names(games.experiment)
    rates = [by_bot(games, side) for side in range(len(names))]
    rows = tuple((bot, *(rate_cell(rate[bot]) for rate in rates)) for bot in rates[0])
    return Sheet("Wins of each bot at each seat", ("bot", *names), rows)


def rate_cell(rate: Estimate) -> Cell:
    """A share with its interval; nothing for a bot that never sat there."""
    return None if math.isnan(rate.mean) else f"{percent(rate.mean)} {share_interval(rate)}"


# --- alone, and how it ends -----------------------------------------------------------------------


def alone(games: Games) -> Section:
    """Wins against the game itself."""
    rates = share_intervals(sample(games.shares, games.deals))
    players = listed(dict.fromkeys(games.experiment.bots))
    return Section(
        NAME,
        TITLE,
        "How often does somebody who plays alone win?",
        f"Alone against the game, {players} won {percent(rates[0].mean)} of games "
        f"{share_interval(rates[0])}.",
        plots=(marks("Wins against the game", (players,), rates), endings(games)),
    )


def endings(games: Games) -> Bars:
    """How often games ended for which reason, the most frequent first."""
    reasons = {int(member): in_words(member) for member in games.game.endings}
    numbers, counts = np.unique(games.notes.ending, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return Bars(
        "What decided the game",
        "% of games",
        tuple(reasons[int(numbers[each])] for each in order),
        tuple((100 * counts[order] / len(games)).tolist()),
    )
