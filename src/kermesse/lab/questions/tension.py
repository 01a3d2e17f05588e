"""How tense the game is: who leads when, how often that changes, and when the result is known."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from kermesse.lab.bins import histogram
from kermesse.lab.findings import Cell, Curve, Curves, Histogram, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.notes import NOBODY, TENTHS
from kermesse.lab.phrases import counted, figure, interval, percent, share_interval
from kermesse.lab.samples import Sample, mean_intervals, sample, share_intervals

HALF_TIME = TENTHS // 2 - 1
SURE = 0.9  # how often a leader wins from when on the result counts as known
EARLY = TENTHS // 2  # a result that is known by then makes the rest of the match idle

Floats = npt.NDArray[np.float64]

LEAD = (
    "Who leads is the game's own quick judgement of the position, the one that its bots use, after "
    "every decision; it is not always right. Only the side in front is noted, so a comeback from "
    "the last place cannot be told from one from the second, except between two sides."
)
HONEST = (
    "A leader wins more often than the others even in a game of pure luck, because points that "
    "were made stay made."
)


def tension(games: Games) -> Section | None:
    """The lead and its changes; there is none where somebody plays alone."""
    if games.experiment.sides == 1 or len(np.unique(games.deals)) < 2:
        return None
    if (games.notes.leaders == NOBODY).all():
        return None
    known = share_intervals(leaders_win(games))
    return Section(
        "tension",
        "Tension",
        "Is it open until the end?",
        f"{changing(games)} {returning(games)} {knowing(known)}",
        plots=(leader_line(games, known), lead_changes(games), settling(games)),
        sheets=(sheet(games),),
        remarks=(LEAD, HONEST),
        warnings=(*idle(known), *doubtful(known, 1 / games.experiment.sides)),
    )


# --- what is measured ----------------------------------------------------------------------------


def leaders_win(games: Games) -> Sample:
    """[tenth]: how often the leader of that moment wins, over games that have one."""
    leaders = games.notes.leaders.astype(np.int64)
    wins = np.take_along_axis(games.shares, np.maximum(leaders, 0), axis=1)
    return sample(wins, games.deals, leaders != NOBODY)


def comebacks(games: Games) -> Sample:
    """How often the winner was behind at half time, over games with one winner and a leader."""
    leaders = games.notes.leaders[:, HALF_TIME]
    counting = (leaders != NOBODY) & (games.shares.max(axis=1) == 1)
    return sample(games.shares.argmax(axis=1) != leaders, games.deals, counting)


def margins(games: Games) -> Floats:
    """[game]: points of the winner less those of the best other side; 0 where the win is shared."""
    notes = games.notes
    points = notes.points.astype(np.float64)
    first = notes.places == 1
    winners = np.where(first, points, -np.inf).max(axis=1)
    others = np.where(first, -np.inf, points).max(axis=1)
    alone = games.shares.max(axis=1) == 1
    return np.where(alone, winners - np.where(np.isinf(others), winners, others), 0.0)


def unchanged(games: Games) -> Sample:
    """How often the lead never passed from one side to another."""
    return sample(games.notes.changes == 0, games.deals)


# --- in words ------------------------------------------------------------------------------------


def changing(games: Games) -> str:
    """How often the lead changes."""
    (mean,) = mean_intervals(sample(games.notes.changes, games.deals))
    never = float((games.notes.changes == 0).mean())
    seldom = f"never in {percent(never)} of games" if never else "at least once in every game"
    return (
        f"The lead passes from one side to another {figure(mean)} times in a game "
        f"{interval(mean)}, {seldom}."
    )


def returning(games: Games) -> str:
    """Whether somebody who is behind can still win."""
    found = comebacks(games)
    (rate,) = share_intervals(found)
    if math.isnan(rate.mean):
        return "In no game with one winner did anybody lead at half time."
    told = f"{percent(rate.mean)} of games {share_interval(rate)}"
    if found.games[0] == len(games):
        return f"In {told} the winner was behind at half time."
    return (
        f"In {percent(found.games[0] / len(games))} of games there was a leader at half time and "
        f"one winner; in {told.replace('games', 'those', 1)} the winner was behind then."
    )


def knowing(known: list[Estimate]) -> str:
    """From when on the leader wins nearly always."""
    tenth = first_sure(known)
    if tenth is None:
        return f"The leader wins in fewer than {percent(SURE)} of games until the very end."
    return (
        f"The leader after {counted(tenth + 1, 'tenth')} of the decisions wins "
        f"{percent(known[tenth].mean)} of games {share_interval(known[tenth])}; before that it is "
        f"less than {percent(SURE)}."
    )


def first_sure(known: list[Estimate]) -> int | None:
    """The first tenth from which on the leader always wins nearly always; None: only the last."""
    sure = [rate.mean >= SURE for rate in known]
    return next((tenth for tenth in range(TENTHS - 1) if all(sure[tenth:])), None)


def idle(known: list[Estimate]) -> tuple[str, ...]:
    """A warning where the result is known too soon."""
    tenth = first_sure(known)
    if tenth is None or tenth >= EARLY:
        return ()
    return (
        f"The result is known early: the leader after {counted(tenth + 1, 'tenth')} of the "
        f"decisions wins {percent(known[tenth].mean)} of games.",
    )


def doubtful(known: list[Estimate], even: float) -> tuple[str, ...]:
    """A warning where to be judged in front says nothing."""
    rate = known[HALF_TIME]
    if rate.low > even or math.isnan(rate.mean):
        return ()
    return (
        f"The leader is hard to identify in this game: the apparent leader at half time wins "
        f"{percent(rate.mean)} of games {share_interval(rate)} where even is {percent(even)}. Read "
        f"changes of the lead and comebacks with care.",
    )


# --- plots and tables ----------------------------------------------------------------------------


def leader_line(games: Games, known: list[Estimate]) -> Curves:
    """How well the leader of each moment does in the end."""
    values, lows, highs = (
        tuple(100 * each for each in column) for column in zip(*known, strict=True)
    )
    return Curves(
        "When the result is known",
        "% of the decisions taken",
        "% of games won by the leader at that time",
        tuple(100.0 * (tenth + 1) / TENTHS for tenth in range(TENTHS)),
        {"the leader wins": Curve(values, lows, highs)},
        even=100 / games.experiment.sides,
    )


def lead_changes(games: Games) -> Histogram:
    """How often which number of changes came up."""
    return histogram("Changes of the lead", "changes in a game", {"": games.notes.changes})


def settling(games: Games) -> Histogram:
    """After which part of the match the lead never changed again."""
    edges = np.linspace(0, 100, TENTHS + 1)
    counts, _ = np.histogram(100 * games.notes.settled, edges)
    return Histogram(
        "When the lead changed for the last time",
        "% of the decisions taken",
        tuple(edges.tolist()),
        {"": tuple((counts / len(games)).tolist())},
    )


def sheet(games: Games) -> Sheet:
    """All numbers that are no curve."""
    notes = games.notes
    numbers: dict[str, npt.ArrayLike] = {
        "changes of the lead": notes.changes,
        "% of the decisions taken at the last change": 100 * notes.settled.astype(np.float64),
        "points of the winner ahead of the next side": margins(games),
    }
    shares = {
        "% of games without a change": unchanged(games),
        "% of games with a leader at half time and one winner, who was behind": comebacks(games),
        "% of moments with nobody in front": sample(
            (notes.leaders == NOBODY).mean(axis=1), games.deals
        ),
    }
    rows: list[tuple[Cell, ...]] = []
    for name, values in numbers.items():
        rows.append((name, *mean_intervals(sample(values, games.deals))[0]))
    for name, found in shares.items():
        rows.append((name, *(100 * each for each in share_intervals(found)[0])))
    return Sheet("Tension in numbers", ("", "mean", "interval from", "interval to"), tuple(rows))
