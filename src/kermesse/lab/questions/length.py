"""How long the game is: decisions, turns and rounds, and how much there is to choose from."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kermesse.lab.bins import Numbers, histogram
from kermesse.lab.findings import Bars, Cell, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.phrases import figure, in_words, interval, number, sentence
from kermesse.lab.samples import Sample, mean_intervals, sample

LONG = 3.0  # times the median: a match that went so far out of hand is worth a look
NEARLY_ALL = 0.99  # of the games are alike
CENTRAL = (5, 95)  # percentiles between which nine of ten games lie

AUTOMATIC = "automatic steps"


def length(games: Games) -> Section | None:
    """How long matches take, counted in everything that the game counts."""
    if len(np.unique(games.deals)) < 2:
        return None
    measured = clocks(games)
    plots = [
        histogram(f"{sentence(name)} of a game", name, {"": values})
        for name, values in measured.items()
        if name != AUTOMATIC and varies(values)
    ]
    return Section(
        "length",
        "Length and choice",
        "How long is it, and how much is there to choose from?",
        f"{lasting(games, measured)} {choosing(games)}",
        plots=(*plots, kinds(games)),
        sheets=(clock_sheet(games, measured), choice_sheet(games)),
        remarks=remarks(measured),
        warnings=out_of_hand(games),
    )


def clocks(games: Games) -> dict[str, Numbers]:
    """What was counted; turns and rounds only where the game has them."""
    notes = games.notes
    told = {"turns": notes.turns, "rounds": notes.rounds}
    known = {name: values for name, values in told.items() if values.any()}
    return {"decisions": notes.decisions, **known, AUTOMATIC: notes.steps}


def varies(values: Numbers) -> bool:
    """Whether a picture would show more than one bar."""
    _, counts = np.unique(values, return_counts=True)
    return bool(counts.max() < NEARLY_ALL * len(values))


def lasting(games: Games, measured: Mapping[str, Numbers]) -> str:
    """The mean length, and where most games lie."""
    (mean,) = mean_intervals(sample(games.notes.decisions, games.deals))
    low, high = np.percentile(games.notes.decisions, CENTRAL, method="nearest")
    also = [
        f"{number(float(values.mean()))} {name}"
        for name, values in measured.items()
        if name not in {"decisions", AUTOMATIC}
    ]
    beside = f", in {' and '.join(also)}" if also else ""
    if low == high:
        return f"A game takes {figure(mean)} decisions {interval(mean)}{beside}."
    return (
        f"A game takes {figure(mean)} decisions on average {interval(mean)}{beside}; nine of "
        f"ten games take {low} to {high} decisions."
    )


def choosing(games: Games) -> str:
    """How many options a decision has."""
    notes = games.notes
    (mean,) = mean_intervals(branching(games))
    return (
        f"A decision has {figure(mean)} options on average {interval(mean)}, and "
        f"{notes.widest.max()} at most."
    )


def clock_sheet(games: Games, measured: Mapping[str, Numbers]) -> Sheet:
    """Everything about how long games were."""
    rows: list[tuple[Cell, ...]] = []
    for name, values in measured.items():
        (mean,) = mean_intervals(sample(values, games.deals))
        low, middle, high = np.percentile(values, [5, 50, 95], method="nearest").tolist()
        rows.append((name, *mean, int(values.min()), low, middle, high, int(values.max())))
    return Sheet(
        "Length of a game",
        (
            "", "mean", "interval from", "interval to",
            "shortest", "5 of 100 below", "median", "5 of 100 above", "longest",
        ),
        tuple(rows),
    )  # fmt: skip


def choice_sheet(games: Games) -> Sheet:
    """How many options decisions have."""
    notes = games.notes
    (mean,) = mean_intervals(branching(games))
    (widest,) = mean_intervals(sample(notes.widest, games.deals))
    return Sheet(
        "Options to choose from",
        ("", "mean", "interval from", "interval to", "most"),
        (
            ("options of a decision", *mean, int(notes.widest.max())),
            ("widest decision of a game", *widest, int(notes.widest.max())),
        ),
    )


def branching(games: Games) -> Sample:
    """Options of a decision: long games have more decisions, and count for more."""
    notes = games.notes
    decisions = np.maximum(notes.decisions, 1)
    return sample(notes.options / decisions, games.deals, notes.decisions)


def kinds(games: Games) -> Bars:
    """How often each kind of decision comes up, the most frequent first."""
    means = games.notes.kinds.mean(axis=0)
    names = {int(member): in_words(member) for member in games.game.phases}
    order = [kind for kind in np.argsort(-means, kind="stable").tolist() if means[kind] > 0]
    return Bars(
        "Decisions of each kind",
        "decisions in a game",
        tuple(names[kind] for kind in order),
        tuple(float(means[kind]) for kind in order),
    )


def out_of_hand(games: Games) -> tuple[str, ...]:
    """A warning where some games are far longer than usual."""
    decisions = games.notes.decisions
    usual, longest = float(np.median(decisions)), int(decisions.max())
    if longest < LONG * usual:
        return ()
    return (
        f"The longest game took {longest:,} decisions, {longest / usual:.1f} times as many as the "
        f"median game.",
    )


def remarks(measured: Mapping[str, Numbers]) -> tuple[str, ...]:
    """What was counted."""
    missing = [name for name in ("turns", "rounds") if name not in measured]
    told = (
        "A decision is one choice of one player: a turn can hold several. An automatic step is "
        "something the rules do by themselves, such as turning up a card.",
    )
    return (*told, f"The game does not count {' or '.join(missing)}.") if missing else told
