"""What a search found, in sentences, a picture and tables."""

from __future__ import annotations

from collections.abc import Mapping

from kermesse.lab.digits import written
from kermesse.lab.figures import figure
from kermesse.lab.findings import Bars, Section, Sheet
from kermesse.lab.tune import FINALISTS, Outcome, Search, Trial
from kermesse.lab.wishes import Wish

SHOWN = 15  # of the best trials in the picture

HOW = (
    "How far off a trial is: for each target its distance from the goal as a part of the goal, "
    "added up; 0 where all are met.",
    f"The {FINALISTS} best trials were played again with other deals and four times as many games, "
    "because the best of many is also the luckiest. The answer is from those games.",
)


def findings(search: Search, outcome: Outcome) -> Section:
    """The best options, and everything that was tried."""
    best = outcome.best
    told = ", ".join(told_value(wish, best) for wish in search.wishes)
    met = "All targets are met" if best.miss == 0 else "Not all targets are met"
    games = 4 * search.start.games
    tried = f"{len(outcome.trials)} of {search.combinations:,} combinations were tried."
    title = "How far off the best trials are"
    shown = [trial for trial in outcome.trials if not trial.refused][:SHOWN]
    return Section(
        "tuned",
        "What comes nearest to the target?",
        f"Which options give {' and '.join(str(wish) for wish in search.wishes)}?",
        f"{named(best.options)}: {told}, over {games:,} games with fresh deals. {met}. {tried}",
        plots=(
            Bars(
                title,
                "distance from the target, in parts of the goal",
                tuple(named(trial.options) for trial in shown),
                tuple(trial.miss for trial in shown),
            ),
        ),
        sheets=(
            sheet(title, search, outcome.trials),
            sheet("The best, played again with other deals", search, outcome.finalists),
        ),
        remarks=HOW,
    )


def sheet(caption: str, search: Search, trials: tuple[Trial, ...]) -> Sheet:
    """Trials, the best first."""
    names = [wish.name for wish in search.wishes]
    rows = tuple(
        (
            named(trial.options),
            *(trial.values.get(name) for name in names),
            None if trial.refused else trial.miss,
            trial.refused or None,
        )
        for trial in trials
    )
    meanings = (f"{name}: {figure(name).meaning}" for name in names)
    return Sheet(caption, ("options", *meanings, "distance", "refused because"), rows)


def named(options: Mapping[str, int]) -> str:
    """Options as they are written in a command."""
    return ", ".join(f"{name}={value}" for name, value in options.items())


def told_value(wish: Wish, trial: Trial) -> str:
    """A figure with its interval beside what was wanted."""
    words = {"<": "below", ">": "above", "=": "at"}[wish.sign]
    ends = " to ".join(written(end, 2) for end in trial.intervals.get(wish.name, ()))
    known = f"95 % interval {ends}; " if ends else ""
    value = written(trial.values[wish.name], 2)
    return f"{wish.name} is {value} ({known}wanted {words} {wish.goal:g})"
