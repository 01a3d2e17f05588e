"""What changes between two variants, question by question: effects, intervals and one test each."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from kermesse.lab.findings import Cell, Marks, Plot, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.notes import NOBODY
from kermesse.lab.phrases import (
    figure,
    interval,
    percent,
    points,
    sentence,
    share_interval,
)
from kermesse.lab.questions import length, scores, tension
from kermesse.lab.questions.contest import Contest, among_sides, in_order
from kermesse.lab.questions.fairness import seats_differ
from kermesse.lab.samples import (
    LEVEL,
    Sample,
    all_even,
    corrected,
    detectable,
    difference,
    games_for_width,
    mean_intervals,
    mean_tests,
    relative,
    sample,
    share_differences,
    share_intervals,
    unevenness,
)

QUESTIONS = 4  # that are tested after the first, so that each test has a stricter level
MOST_NAMED = 2  # places in an answer; the plot has all of them

Measured = Callable[[Games], Sample]


@dataclass(frozen=True)
class Effect:
    """One number in both variants, and how it changes."""

    name: str
    a: Estimate
    b: Estimate
    change: Estimate
    part: Estimate  # the change as a share, or as a part of A's mean
    chance: float  # of such a change if there were none
    games: int | None  # of each variant, for the wanted precision


class Question(NamedTuple):
    """What is asked of two variants, and how both are told; {a} and {b} are the numbers."""

    name: str
    title: str
    question: str
    told: str


ALONE = Question(
    "seats",
    "Wins",
    "Is the game harder to beat?",
    "Who plays alone wins {b} of games in B and {a} in A",
)
LENGTH = Question(
    "length",
    "Length and choice",
    "Is it longer?",
    "A game takes {b} decisions in B and {a} in A",
)
TENSION = Question(
    "tension",
    "Tension",
    "Is it open for longer?",
    "Of games with a leader at half time and one winner, the winner had been behind in {b} in B "
    "and in {a} in A",
)
SCORES = Question(
    "scores",
    "Scores",
    "Do scores change?",
    "The winner has {b} points in B and {a} in A",
)


@dataclass(frozen=True)
class Draft:
    """A section whose answer depends on a test that has still to be corrected."""

    name: str
    title: str
    question: str
    chance: float
    differs: str
    alike: str
    plots: tuple[Plot, ...]
    sheets: tuple[Sheet, ...]
    tested: bool = True


@dataclass(frozen=True)
class Trial:
    """Two sets of games side by side."""

    a: Games
    b: Games
    wanted: float  # half-width of an interval

    @property
    def paired(self) -> bool:
        """Whether deals of the same number are the same."""
        known = self.a.numbered and self.b.numbered
        return known and self.a.experiment.seed == self.b.experiment.seed

    def mean(self, name: str, measured: Measured) -> Effect:
        """A mean in both variants."""
        a, b = measured(self.a), measured(self.b)
        gap = difference(a, b, paired=self.paired)
        before, after, change = (mean_intervals(each)[0] for each in (a, b, gap))
        (part,) = mean_intervals(relative(a, b, paired=self.paired))
        chance = float(mean_tests(gap)[0])
        return Effect(name, before, after, change, part, chance, self.games_for(part))

    def share(self, name: str, measured: Measured, column: int = 0) -> Effect:
        """A share in both variants; ``name`` starts with %."""
        a, b = measured(self.a), measured(self.b)
        gap = share_differences(a, b, paired=self.paired)[column]
        before, after = (share_intervals(each)[column] for each in (a, b))
        chance = float(mean_tests(difference(a, b, paired=self.paired))[column])
        return Effect(name, before, after, gap, gap, chance, self.games_for(gap))

    def games_for(self, found: Estimate) -> int | None:
        """Games of each variant until an interval is as narrow as wanted."""
        half = (found.high - found.low) / 2
        if not math.isfinite(half):
            return None
        return games_for_width(half, min(len(self.a), len(self.b)), self.wanted)


# --- the order of play and the seats --------------------------------------------------------------


def order_changed(trial: Trial) -> Draft | None:
    """The wins of the first to move, the second and so on in both variants."""
    a, b = in_order(trial.a), in_order(trial.b)
    if a is None or b is None:
        return None
    return contest_changed(trial, "order", "Order of play", a, b, level=LEVEL)


def seats_changed(trial: Trial) -> Draft | None:
    """The wins of each side in both variants; None if neither distinguishes its seats."""
    least = min(trial.a.experiment.sides, trial.b.experiment.sides)
    if least == 1:
        return (
            alone_changed(trial) if trial.a.experiment.sides == trial.b.experiment.sides else None
        )
    if not (seats_differ(trial.a) or seats_differ(trial.b)):
        return None
    a, b = among_sides(trial.a), among_sides(trial.b)
    return contest_changed(trial, "seats", "Fairness", a, b, level=LEVEL / QUESTIONS)


def contest_changed(
    trial: Trial, name: str, title: str, a: Contest, b: Contest, *, level: float
) -> Draft:
    """What each place wins in both variants, tested all together."""
    if a.names != b.names:
        return other_table(name, title, a, b)
    gap = difference(a.found, b.found, paired=trial.paired)
    strong = corrected(mean_tests(gap)) < LEVEL
    effects = [
        trial.share(f"% of games won by {place}", lambda games: wins_of(games, name), column)
        for column, place in enumerate(a.names)
    ]
    order = np.argsort(-np.abs(gap.means), kind="stable").tolist()
    named = [place for place in order if strong[place]][:MOST_NAMED] or order[:1]
    if len(a.names) == 2:  # the other one has the rest
        named = [int(np.argmax(gap.means))]
    told = [place_told(a.names[place], effects[place]) for place in named]
    return Draft(
        name,
        title,
        f"Does it change what each {a.group} wins?",
        all_even(gap),
        differs=f"{' '.join(told)} {gaps_told(a, b)}",
        alike=(
            f"No change of what {a.groups} win shows: {a.names[order[0]]} has the largest, "
            f"{change_told(effects[order[0]])}. A shift of {points(detectable(gap, level=level))} "
            f"points for one {a.group} would have been found in 9 of 10 comparisons like this one."
        ),
        plots=(marks(f"Change of each {a.group}'s wins", effects, strong.tolist()),),
        sheets=(sheet(f"Wins of each {a.group}", trial, effects),),
    )


def wins_of(games: Games, name: str) -> Sample:
    """What each place in the order of play wins, or each side."""
    shares = games.order_shares if name == "order" else games.shares
    return sample(games.shares if shares is None else shares, games.deals)


def place_told(name: str, effect: Effect) -> str:
    """What one place wins, and won before."""
    return (
        f"{sentence(name)} wins {percent(effect.b.mean)} of games in B and "
        f"{percent(effect.a.mean)} in A: {change_told(effect)}."
    )


def gaps_told(a: Contest, b: Contest) -> str:
    """How far apart two places are, less what chance adds."""
    before, after = unevenness(a.found), unevenness(b.found)
    return (
        f"Two {b.groups} are {points(max(0.0, after.mean))} points apart in B "
        f"{share_interval(after)} and {points(max(0.0, before.mean))} in A "
        f"{share_interval(before)}."
    )


def other_table(name: str, title: str, a: Contest, b: Contest) -> Draft:
    """With another number of sides, places have no counterpart; how even they are can be told."""
    told = gaps_told(a, b)
    return Draft(
        name,
        title,
        f"Is it as fair to each {b.group}?",
        math.nan,
        differs=told,
        alike=f"{told} The variants have different numbers of sides: they cannot be compared.",
        plots=(),
        sheets=(),
        tested=False,
    )


def alone_changed(trial: Trial) -> Draft | None:
    """Wins against the game."""
    return tested(
        trial, ALONE, [trial.share("% of games won", lambda games: wins_of(games, "seats"))]
    )


# --- length, tension, scores -------------------------------------------------------------------


def length_changed(trial: Trial) -> Draft | None:
    """How long games take, and how much there is to choose from."""
    names = [name for name in length.clocks(trial.a) if name in length.clocks(trial.b)]
    effects = [trial.mean(f"{name} of a game", partial(counted_by, name=name)) for name in names]
    effects.append(trial.mean("options of a decision", length.branching))
    return tested(trial, LENGTH, effects)


def counted_by(games: Games, name: str) -> Sample:
    """One of the things that games are counted in."""
    return sample(length.clocks(games)[name], games.deals)


def tension_changed(trial: Trial) -> Draft | None:
    """Whether the game is open for longer."""
    for games in (trial.a, trial.b):
        if games.experiment.sides == 1 or (games.notes.leaders == NOBODY).all():
            return None
    half = tension.HALF_TIME
    effects = [
        trial.share(
            "% of games with a leader at half time and one winner, who was behind",
            tension.comebacks,
        ),
        trial.share(
            "% of games with a leader at half time that the leader won", tension.leaders_win, half
        ),
        trial.share("% of games without a change of the lead", tension.unchanged),
        trial.mean("changes of the lead", lambda games: sample(games.notes.changes, games.deals)),
    ]
    return tested(trial, TENSION, effects)


def scores_changed(trial: Trial) -> Draft | None:
    """What winners score, and how close it is."""
    for games in (trial.a, trial.b):
        if games.notes.points.min() == games.notes.points.max():
            return None
    effects = [trial.mean("points of the winner", scores.winning)]
    if min(trial.a.experiment.sides, trial.b.experiment.sides) > 1:
        effects += [
            trial.mean("points of the winner ahead of the next side", scores.ahead),
            trial.share("% of games within a tenth of the winner's points", scores.close),
        ]
    return tested(trial, SCORES, effects)


FIRST: Callable[[Trial], Draft | None] = order_changed  # it has its test to itself
DRAFTS: tuple[Callable[[Trial], Draft | None], ...] = (
    seats_changed,
    length_changed,
    tension_changed,
    scores_changed,
)


# --- in words, plots and tables -------------------------------------------------------------------


def tested(trial: Trial, asked: Question, effects: Sequence[Effect]) -> Draft | None:
    """A draft whose test is about the first of its effects; None if it never varies at all."""
    first = effects[0]
    if first.a == first.b and first.a.low == first.a.high:
        return None
    groups = {
        "Changes of shares": [each for each in effects if is_share(each)],
        "Changes of means": [each for each in effects if not is_share(each)],
    }
    both = asked.told.format(a=number_told(first, first.a), b=number_told(first, first.b))
    return Draft(
        asked.name,
        asked.title,
        asked.question,
        first.chance,
        differs=f"{both}: {change_told(first)}.",
        alike=f"{both}: {change_told(first)}. These games do not show a difference.",
        plots=tuple(marks(title, group) for title, group in groups.items() if group),
        sheets=(sheet(f"{asked.title}: both variants", trial, effects),),
    )


def is_share(effect: Effect) -> bool:
    """Shares are told in points of a hundred, means as they are."""
    return effect.name.startswith("%")


def number_told(effect: Effect, found: Estimate) -> str:
    """The number of one variant."""
    return percent(found.mean) if is_share(effect) else figure(found)


def change_told(effect: Effect) -> str:
    """The change, with its sign and its interval."""
    gap = effect.change
    sign = "+" if gap.mean > 0 else ""
    if is_share(effect):
        return f"a change of {sign}{points(gap.mean)} points {share_interval(gap)}"
    return f"a change of {sign}{figure(gap)} {interval(gap)}"


def marks(title: str, effects: Sequence[Effect], strong: Sequence[bool] = ()) -> Marks:
    """Changes from A to B: of shares in points, of means in percent of A."""
    axis = "change in points of a hundred" if is_share(effects[0]) else "change in % of A"
    return Marks(
        title,
        axis,
        tuple(sentence(each.name.removeprefix("% of ")) for each in effects),
        tuple(100 * each.part.mean for each in effects),
        tuple(100 * each.part.low for each in effects),
        tuple(100 * each.part.high for each in effects),
        even=0.0,
        strong=tuple(strong),
    )


def sheet(caption: str, trial: Trial, effects: Sequence[Effect]) -> Sheet:
    """Everything about some effects."""
    rows: list[tuple[Cell, ...]] = []
    for each in effects:
        scale = 100 if is_share(each) else 1
        numbers = (each.a.mean, each.b.mean, *each.change)
        rows.append((each.name, *(scale * number for number in numbers), each.games))
    wanted = points(trial.wanted)
    columns = ("", "A", "B", "change", "interval from", "interval to", f"games for ± {wanted} %")
    return Sheet(caption, columns, tuple(rows))
