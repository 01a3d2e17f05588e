"""What one more of a component is worth: sides that had more of it against those that had less.

Sides are compared within a game, and each with others in its place who play the same bot: what a
place or a bot is worth by itself is not counted for a component. Nor is what a side does more of
everything when it wins: what players use or own is compared with others of its kind. Games of one
deal are one cluster; the error of a slope is what it changes by when one deal is left out (the
jackknife).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import stats

from kermesse.core.measures import ACTION, How, Measure
from kermesse.lab.findings import Cell, Marks, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import CONFIDENCE, Estimate
from kermesse.lab.phrases import counted, group_name, how_often, percent, points, share_interval
from kermesse.lab.questions.contest import TINY
from kermesse.lab.samples import corrected

FALSE_NAMES = 0.05  # of the components that are named, so many may be named by mistake
FEWEST_DEALS = 30  # with information on a component; with fewer, its interval would be too narrow
SHOWN = 10  # of the best and of the worst, where a plot cannot show all
MOST_SWEEPS, NOTHING_LEFT = 50, 1e-9
NAMED = 3  # components that an answer speaks of; the plot marks all

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Worth:
    """How much more of the win a side has for one more of a component."""

    measure: Measure
    usual: float  # how many a side has
    most: float
    deals: float  # deals with information on it, each of the same weight
    slope: float = math.nan
    low: float = math.nan
    high: float = math.nan
    chance: float = math.nan  # of a slope like this if there were none, corrected for all tests
    named: bool = False
    instead: bool = False  # one more in place of another of its kind

    @property
    def is_thin(self) -> bool:
        """Whether too few deals have information on it."""
        return self.deals < FEWEST_DEALS


class Group(Enum):
    """What is judged together: how it is called in a plot, and in an answer if it is told there."""

    DEALT = ("Dealt by chance: what one more is worth", "Of what chance deals")
    USED = ("Used by players: what goes with winning", "Of what players use")
    OWNED = ("Owned at the end: what goes with winning", "Of what players own at the end")
    DONE = ("Done by players: what goes with winning", "")
    RESULT = ("What winning consists of", "")

    @property
    def title(self) -> str:
        """Of its plot and its table."""
        return self.value[0]

    @property
    def lead(self) -> str:
        """Of its sentence."""
        return self.value[1]

    @classmethod
    def of(cls, measure: Measure) -> Group:
        """Where a measure belongs."""
        if measure.is_result:
            return cls.RESULT
        if measure.kind == ACTION:
            return cls.DONE
        return {How.HELD: cls.DEALT, How.PLAYED: cls.USED, How.OWNED: cls.OWNED}[measure.how]


class Comparison:
    """Sides of the same games, without what their places and their bots bring them."""

    def __init__(self, games: Games) -> None:
        self.games = games
        sides = games.experiment.sides
        self.against_others = sides > 1
        # one more of a side is so much more than the mean, of which the side is a part
        self.beyond_mean = 1 - 1 / sides if sides > 1 else 1.0
        self.rows = np.unique(games.deals, return_inverse=True)[1]
        bots = len(games.experiment.bots)
        self.kinds: dict[tuple[int, ...], Floats] = {}  # by the measures that are of a kind
        self.groups = (games.bot_sides.astype(np.int64) + np.arange(sides) * bots).ravel()

    @cached_property
    def wins(self) -> Floats:
        """[game, side]: how much more of the win than usual."""
        return self.beyond_usual(self.games.shares)

    def beyond_usual(self, values: Floats) -> Floats:
        """The part of values [game, side] that neither game, place nor bot explains.

        Where every bot sits everywhere as often, one sweep does it all.
        """
        rest = values
        for _ in range(MOST_SWEEPS):
            usual = self.usual(rest)
            if np.abs(usual).max() < NOTHING_LEFT:
                break
            rest = rest - usual[self.groups].reshape(rest.shape)
            if self.against_others:
                rest = rest - rest.mean(axis=1, keepdims=True)
        return rest

    def usual(self, values: Floats) -> Floats:
        """[group]: the mean of those in one place who play one bot."""
        sums, numbers = np.bincount(self.groups, values.ravel()), np.bincount(self.groups)
        return np.asarray(sums / np.maximum(numbers, 1))

    def counts(self, measure: int) -> Floats:
        """[game, side]: how many of it the seats of a side have together."""
        experiment = self.games.experiment
        counts = np.zeros((len(self.games), experiment.sides))
        for seat, side in enumerate(experiment.teams):
            counts[:, side] += self.games.notes.counts[:, seat, measure]
        return counts

    def of_kind(self, number: int) -> Floats | None:
        """[game, side]: how much more of a kind a side has than usual; None if there is one only.

        Everybody is dealt the same amount.
        """
        measures = self.games.game.measures
        own = measures[number]
        alike = tuple(
            n for n, each in enumerate(measures) if (each.how, each.kind) == (own.how, own.kind)
        )
        if own.how is How.HELD or len(alike) == 1:
            return None
        if alike not in self.kinds:
            self.kinds[alike] = self.beyond_usual(sum(map(self.counts, alike), np.zeros(1)))
        return self.kinds[alike]

    def worth(self, number: int) -> Worth:
        """What one more of a component goes with, and the interval of that."""
        counts = self.counts(number)
        more, wins, kind = self.beyond_usual(counts), self.wins, self.of_kind(number)
        if kind is not None:
            more, wins = without(more, kind), without(wins, kind)
        weights = np.bincount(self.rows, np.square(more).sum(axis=1))
        total = float(weights.sum())
        deals = total**2 / float(np.square(weights).sum()) if total > 1e-9 else 0.0
        usual, most = float(counts.mean()), float(counts.max())
        measure = self.games.game.measures[number]
        found = Worth(measure, usual, most, deals, instead=kind is not None)
        if found.is_thin:
            return found
        slope = float((more * wins).sum()) / total
        rest = (more * (wins - slope * more)).sum(axis=1)
        shifts = np.bincount(self.rows, rest) / (total - weights)  # each by leaving its deal out
        error = math.sqrt(float(np.square(shifts).sum()) * (len(shifts) - 1) / len(shifts))
        chance = 2 * float(stats.t.sf(abs(slope) / error, deals - 1)) if error else float(not slope)
        half = float(stats.t.ppf((1 + CONFIDENCE) / 2, deals - 1)) * error
        slope, low, high = (self.beyond_mean * n for n in (slope, slope - half, slope + half))
        return replace(found, slope=slope, low=low, high=high, chance=chance)


def without(values: Floats, known: Floats) -> Floats:
    """What is left of values when all is taken away that goes with something known."""
    size = float(np.square(known).sum())
    return (
        values - known * (float((values * known).sum()) / size) if size > NOTHING_LEFT else values
    )


def worths(games: Games) -> dict[Group, list[Worth]]:
    """All measures of a game, the best first; those that are too thin come last."""
    compared = Comparison(games)
    found: dict[Group, list[Worth]] = {}
    for number, measure in enumerate(games.game.measures):
        found.setdefault(Group.of(measure), []).append(compared.worth(number))
    return {group: ranked(found[group]) for group in Group if group in found}


def ranked(found: Sequence[Worth]) -> list[Worth]:
    """In order, with the chance of each corrected for having looked at all of them."""
    known = sorted((each for each in found if not each.is_thin), key=lambda each: -each.slope)
    thin = [each for each in found if each.is_thin]
    if not known:
        return thin
    chances = corrected([each.chance for each in known])
    tested = [
        replace(each, chance=float(chance), named=bool(chance <= FALSE_NAMES))
        for each, chance in zip(known, chances, strict=True)
    ]
    return tested + thin


def worth(games: Games) -> Section | None:
    """What is each component worth? None if nothing that the game counts ever differs."""
    found = {kind: some for kind, some in worths(games).items() if any(each.deals for each in some)}
    if not found:
        return None
    side = group_name(games.experiment)
    told = [answer(group, some) for group, some in found.items() if group.lead]
    return Section(
        name="worth",
        title="Components",
        question="What is each component worth?",
        answer=" ".join(told) or "Nothing that players are dealt, use or own was counted.",
        plots=tuple(
            marks(group, some, side)
            for group, some in found.items()
            if group is not Group.RESULT and not all(each.is_thin for each in some)
        ),
        sheets=tuple(sheet(group, some, side) for group, some in found.items()),
        remarks=remarks(games, found),
        warnings=warnings(found, 1 / games.experiment.sides),
    )


# --- in words ---------------------------------------------------------------------------------


def answer(group: Group, found: Sequence[Worth]) -> str:
    """What stands out, in a sentence."""
    known = [each for each in found if not each.is_thin]
    named = sorted((each for each in known if each.named), key=lambda each: -abs(each.slope))
    if not known:
        return f"{group.lead}, these games are too few to judge anything."
    of = counted(len(known), "component")
    if not named:
        widest = points(max(max(abs(each.low), abs(each.high)) for each in known))
        if len(known) == 1:
            return (
                f"{group.lead}, only “{known[0].measure.component}” can be judged, and it does "
                f"not stand out: it goes with less than {widest} points of the win share either "
                f"way (by its 95 % interval)."
            )
        return (
            f"{group.lead}, none of {of} stands out: one more of any of them goes with less than "
            f"{widest} points of the win share either way (by the widest 95 % interval)."
        )
    told, only = listing(named), association(group)
    stands = "stands" if len(named) == 1 else "stand"
    if len(known) == 1:
        return f"{group.lead}{only}, {told}."
    return f"{group.lead}, {len(named)} of {of} {stands} out{only}: {told}."


def warnings(found: dict[Group, list[Worth]], even: float) -> tuple[str, ...]:
    """What stands out by more than a tiny part of an even share of the wins."""
    said = []
    for group, some in found.items():
        much = [each for each in some if each.named and abs(each.slope) >= TINY * even]
        if much and group.lead:
            strongest = sorted(much, key=lambda each: -abs(each.slope))
            said.append(f"{group.lead}{association(group)}, {listing(strongest)}.")
    return tuple(said)


def association(group: Group) -> str:
    """What players chose may only go with winning."""
    return "" if group is Group.DEALT else " (associations, not causes)"


def listing(named: Sequence[Worth]) -> str:
    """The first of them with their numbers."""
    others = len(named) - NAMED
    more = f"; {others} more are marked in the table" if others > 0 else ""
    return "; ".join(map(effect, named[:NAMED])) + more


def effect(each: Worth) -> str:
    """What one more of a component goes with: even a cause was only seen to go with it."""
    size, name = points(abs(each.slope)), f"“{each.measure.component}”"
    sign = 1 if each.slope > 0 else -1
    ends = sorted((sign * each.low, sign * each.high))
    interval = share_interval(Estimate(abs(each.slope), *ends))
    one = f"each {name}"
    if each.measure.how is How.HELD:
        one = f"one more {name}" if each.most > 1 else name
    much = "more" if each.slope > 0 else "less"
    other = f" in place of another {each.measure.kind}" if each.instead else ""
    return f"{one}{other} goes with {size} points {much} of the win share {interval}"


def remarks(games: Games, found: dict[Group, list[Worth]]) -> tuple[str, ...]:
    """How it was computed, and what it does not say."""
    group = group_name(games.experiment)
    said = []
    if Group.DEALT in found:
        said.append(
            "What is dealt before the first decision was chosen by nobody: unless it is chance, "
            "what goes with it follows from it. Each number is that of one more in place of what a "
            "hand holds otherwise."
        )
    if set(found) - {Group.DEALT}:
        said.append(
            "Players chose what they use, own or do, or could afford it because they were ahead: "
            "that it goes with winning is a correlation, and no proof that it helps. The number is "
            "for one more in place of another of its kind: winners have often used more of "
            "everything, and that is not counted."
        )
    if Group.RESULT in found:
        said.append(
            "What points and wins are made of is another word for winning. It has a table, and is "
            "not held against anything else."
        )
    compared = (
        f"Every {group} is compared with the others of the same game, and with those who sit in "
        "the same place and play the same bot."
        if games.experiment.sides > 1
        else "Somebody who plays alone is compared with other games."
    )
    said.append(
        f"{compared} Intervals are over deals, for each component by itself. Which of them stand "
        "out is told after Benjamini and Hochberg: of such names, no more than "
        f"{percent(FALSE_NAMES)} are mistakes in the long run. The strongest of many look a "
        "little stronger than they are."
    )
    if any(len(some) > 2 * SHOWN for some in found.values()):
        said.append(
            f"A plot of more than {2 * SHOWN} components shows the {SHOWN} highest and the "
            f"{SHOWN} lowest; its table has all of them."
        )
    thin = sum(each.is_thin for some in found.values() for each in some)
    if thin:
        of = sum(map(len, found.values()))
        said.append(
            f"Too few deals tell of {thin} of the {of} things that were counted: fewer than "
            f"{FEWEST_DEALS}, or what is worth so many. More games would help."
        )
    return tuple(said)


# --- as a plot and as a table -----------------------------------------------------------------


def marks(group: Group, found: Sequence[Worth], side: str) -> Marks:
    """The best and the worst of them."""
    known = [each for each in found if not each.is_thin]
    shown = [*known[:SHOWN], *known[-SHOWN:]] if len(known) > 2 * SHOWN else known
    return Marks(
        group.title,
        f"points of the win share of a {side}, for one more",
        tuple(each.measure.component for each in shown),
        tuple(100 * each.slope for each in shown),
        tuple(100 * each.low for each in shown),
        tuple(100 * each.high for each in shown),
        even=0.0,
        strong=tuple(each.named for each in shown),
    )


def sheet(group: Group, found: Sequence[Worth], side: str) -> Sheet:
    """All of them."""
    columns = (
        "component", "kind", f"per {side} and game", "points for one more", "interval from",
        "interval to", "comes up if worth nothing (corrected)", "judgement",
    )  # fmt: skip
    return Sheet(group.title, columns, tuple(row(each) for each in found))


def row(each: Worth) -> tuple[Cell, ...]:
    """One of them, with its judgement."""
    measure = each.measure
    if each.is_thin:
        return measure.component, measure.kind, each.usual, None, None, None, None, "too few deals"
    slope, low, high = (100 * share for share in (each.slope, each.low, each.high))
    verdict = "stands out" if each.named else ""
    often = how_often(each.chance)
    return measure.component, measure.kind, each.usual, slope, low, high, often, verdict
