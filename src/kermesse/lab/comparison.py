"""A/B: what a change of the rules does to the order of play, the seats, length, tension and scores.

One test for each of these questions is stated beforehand. The first has its level to itself; the
others are corrected for being several. Deals that both variants have played are compared with each
other, so that what lies in the cards cancels out.
"""

from __future__ import annotations

import math

import numpy as np

from kermesse.core.errors import KermesseError, brief
from kermesse.core.options import word
from kermesse.lab.changes import DRAFTS, FIRST, QUESTIONS, Draft, Trial
from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Section
from kermesse.lab.games import Games
from kermesse.lab.phrases import how_often
from kermesse.lab.samples import LEVEL, corrected, games_for_bias

BIAS = 0.03  # the advantage of a seat that must not be missed
POWER = 0.98  # how surely it is found where deals are as akin as ALIKE: 95 of 100, with some air
ALIKE = 0.25  # win shares over replays of a deal; measured: 0.0 in Muvuca, VIVA to 0.16 in Shuppa
WANTED = 0.01  # half-width of an interval: a point of a share, a hundredth of a mean
FEWEST_DEALS = 30

TESTS = (
    "Stated before anything was played: one test for each question. The first is about the order "
    "of play, and is judged at 5 % by itself. The others are about the wins of the seats (where "
    "the rules tell seats apart), the decisions of a game, comebacks, and the winner's points. "
    "They are corrected for being several (Benjamini and Hochberg): variants without any "
    "difference are told apart by one of them in 5 of 100 comparisons. All other numbers are there "
    "to look at."
)
PAIRED = (
    "Both variants were dealt the same cards as far as their rules draw them alike, and were "
    "compared deal by deal."
)
APART = "The variants were dealt different cards, and were compared as a whole."


class NoComparison(KermesseError):
    """Games that cannot be compared."""


def usual_games(sides: int) -> int:
    """Games of each variant that find a seat's advantage of three points in 95 of 100 trials.

    Computed for the strictest of the corrected tests, and rounded up to thousands.
    """
    against = max(sides, 2)  # a solo player wins or loses
    level = LEVEL / QUESTIONS
    needed = games_for_bias(against, BIAS, level=level, power=POWER, alike=ALIKE)
    return 1000 * math.ceil(needed / 1000)


def compared(a: Games, b: Games, *, wanted: float = WANTED) -> list[Section]:
    """What changes from variant A to variant B.

    ``wanted`` is the half-width that intervals should have, as a share or as a part of a mean: the
    tables tell how many games of each variant that takes.
    """
    if not 0 < wanted < 1:
        raise NoComparison(f"a wanted precision is between 0 and 1, not {brief(wanted)}")
    for name, games in (("A", a), ("B", b)):
        deals = len(np.unique(games.deals))
        if deals < FEWEST_DEALS:
            raise NoComparison(f"variant {name} has {deals} deals; at least {FEWEST_DEALS} compare")
    trial = Trial(a, b, wanted)
    drafts = [found for draft in DRAFTS if (found := draft(trial)) is not None]
    chances = corrected([1.0 if math.isnan(each.chance) else each.chance for each in drafts])
    others = [section(trial, *each) for each in zip(drafts, chances.tolist(), strict=True)]
    first = FIRST(trial)
    return others if first is None else [section(trial, first, first.chance), *others]


def section(trial: Trial, draft: Draft, chance: float) -> Section:
    """An answer that fits what the corrected test says."""
    differs = chance < LEVEL
    told = [draft.differs if differs else draft.alike]
    if draft.tested and not math.isnan(draft.chance):
        told.append(
            f"If nothing had changed, differences as large as this would come up in "
            f"{how_often(draft.chance)} comparisons."
        )
        if draft.chance < LEVEL <= chance:
            told.append("That is not seldom enough where several questions are asked.")
    return Section(
        draft.name,
        draft.title,
        draft.question,
        " ".join(told),
        plots=draft.plots,
        sheets=draft.sheets,
        remarks=(apart(trial), PAIRED if trial.paired else APART, TESTS),
    )


def apart(trial: Trial) -> str:
    """What the variants are called, by what sets them apart."""
    one, other = (settings(games.experiment) for games in (trial.a, trial.b))
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    if not names:
        return "A and B were set up in the same way."
    told = (
        f"{variant}: {', '.join(f'{name}={known[name]}' for name in names if name in known)}."
        for variant, known in (("A", one), ("B", other))
    )
    return " ".join(told)


def settings(experiment: Experiment) -> dict[str, str]:
    """Everything that may differ, in words."""
    options = {name: word(value) for name, value in experiment.options.items()}
    bots = ",".join(experiment.bots)
    return {"game": experiment.game.name, "seats": str(experiment.seats), **options, "bots": bots}
