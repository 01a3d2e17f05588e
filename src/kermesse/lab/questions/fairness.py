"""Is the game fair to each seat: wins of every side against even, and how games end."""

from __future__ import annotations

import math

import numpy as np

from kermesse.lab.findings import Bars, Cell, Marks, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.phrases import (
    group_name,
    in_words,
    listed,
    percent,
    share_interval,
    side_names,
)
from kermesse.lab.questions.contest import (
    APART,
    SHARED,
    SIZES,
    among_sides,
    answered,
    given_to_seats,
    marks,
    stated,
    together,
    too_few,
    unfair,
    wins,
)
from kermesse.lab.samples import sample, share_intervals

NAME = "balance"
TITLE = "Fairness"

SEATED = (
    "Not everybody sat at every seat equally often: a seat can look good because somebody strong "
    "sat there."
)


def balance(games: Games) -> Section | None:
    """The wins of every side where sides differ; of a solo player, against the game."""
    if len(np.unique(games.deals)) < 2:
        return None
    if games.experiment.sides == 1:
        return alone(games)
    return uneven_seats(games) if seats_differ(games) else alike_seats(games)


def seats_differ(games: Games) -> bool:
    """Whether it makes sense to ask for each seat: the rules or the players distinguish them.

    A game that does not say whether its rules do is asked. Where the order of play never changes,
    seats are places in it, and that question was asked first.
    """
    if not seated_evenly(games):
        return True
    apart = games.game.seats_apart(games.experiment.options, games.experiment.seats)
    return (apart is None or len(apart) > 0) and not games.order_is_fixed


# --- sides against each other ---------------------------------------------------------------------


def uneven_seats(games: Games) -> Section:
    """Each side's share of the wins, compared with even."""
    contest = among_sides(games)
    return Section(
        NAME,
        TITLE,
        f"Is it fair to each {contest.group}?",
        answered(contest),
        plots=(wins(contest), *bot_plots(games), endings(games)),
        sheets=(together(contest), *bot_sheets(games)),
        remarks=(
            stated(contest),
            APART.format(groups=contest.groups),
            SHARED,
            SIZES,
            *(f"The same in each match: {told}." for told in given_to_seats(games)),
            *drawn_by_lot(games),
            *([] if seated_evenly(games) else [SEATED]),
        ),
        warnings=(*unfair(contest), *too_few(contest)),
    )


def alike_seats(games: Games) -> Section:
    """Nothing to test: a difference between seats could only be chance."""
    group = group_name(games.experiment)
    told = (
        f"The {group}s are told apart by the order of play alone, which is the same in every match."
        if games.order_is_fixed
        else f"The {group}s are alike by the rules: with these options nothing favours one of "
        f"them. So nothing was tested; if one of them won more often, that was chance."
    )
    return Section(
        NAME,
        TITLE,
        f"Is it fair to each {group}?",
        told,
        plots=(*bot_plots(games), endings(games)),
        sheets=bot_sheets(games),
        remarks=(SHARED, *drawn_by_lot(games)),
    )


def drawn_by_lot(games: Games) -> tuple[str, ...]:
    """What chance decides again in each match cannot favour a seat."""
    chosen = games.experiment.options
    lots = [option for option in games.game.options if chosen.get(option.name) == "random"]
    return tuple(
        f"Drawn by lot in each match: {option.meaning} ({option.name}). No seat can be better for "
        f"it."
        for option in lots
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


def bot_plots(games: Games) -> tuple[Marks, ...]:
    """A mark for each bot, whatever its seat; none where all are the same."""
    rates = by_bot(games)
    even = 1 / games.experiment.sides
    made = marks("Wins of each bot", tuple(rates), list(rates.values()), even)
    return (made,) if len(rates) > 1 else ()


def bot_sheets(games: Games) -> tuple[Sheet, ...]:
    """Whether a seat is better for one bot than for another; none where all are the same."""
    if len(set(games.experiment.bots)) == 1:
        return ()
    names = side_names(games.experiment)
    rates = [by_bot(games, side) for side in range(len(names))]
    rows = tuple((bot, *(rate_cell(rate[bot]) for rate in rates)) for bot in rates[0])
    return (Sheet("Wins of each bot at each seat", ("bot", *names), rows),)


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
