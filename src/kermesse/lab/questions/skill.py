"""Does skill beat luck: how often the better bot wins, and how much the deal decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from kermesse.core.game import Game
from kermesse.core.recipes import LEVELS
from kermesse.lab.experiment import Experiment, glance_of
from kermesse.lab.findings import Marks, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.phrases import counted, listed, percent, share_interval
from kermesse.lab.samples import (
    LEVEL,
    corrected,
    in_the_deal,
    sample,
    share_intervals,
    share_tests,
)

FLOOR = "random"  # the bot below all levels
SEARCHING = 100  # games at most of a pairing in which somebody searches
LONGEST = 500  # iterations of the longest search that is played so often
FARTHEST = 5_000  # decisions of quick play in it, all iterations together
LADDER = "How often the stronger bot wins"
ALONE = "How often each bot wins alone"
ENDS = ("interval from (%)", "interval to (%)")


# --- what has to be played ------------------------------------------------------------------------


def wanted(
    game: Game, seats: int, options: Mapping[str, Any] | None, games: int, seed: int
) -> list[Experiment]:
    """Each level against the one below, and the best that glances against the lowest.

    The first bot of each experiment is the stronger; all others are the weaker. In a game for one
    each level plays by itself, all of them the same deals.
    """
    return [
        Experiment.checked(
            game,
            seats=seats,
            options=options,
            bots=bots,
            games=games if glancing(game, seats, bots) else min(games, SEARCHING),
            seed=seed,
        )
        for bots in pairings(game, seats)
    ]


def pairings(game: Game, seats: int) -> list[tuple[str, ...]]:
    """Who meets whom, the stronger first."""
    rungs = [FLOOR, *(name for name in LEVELS if is_affordable(game, seats, name))]
    sides = len(set(game.teams(seats)))
    if sides == 1:
        return [(name,) for name in rungs]
    pairs = [(stronger, weaker) for weaker, stronger in pairwise(rungs)]
    best = [name for name in rungs if glancing(game, seats, [name])][-1]
    if (best, LEVELS[0]) not in pairs and best != LEVELS[0]:
        pairs.append((best, LEVELS[0]))
    return [(stronger, *[weaker] * (sides - 1)) for stronger, weaker in pairs]


def is_affordable(game: Game, seats: int, level: str) -> bool:
    """Whether a level is played here: by what its recipe says, the same on every machine."""
    recipe = game.levels(seats)[level]
    brief = recipe.iterations <= LONGEST and recipe.iterations * recipe.playout <= FARTHEST
    return brief or glancing(game, seats, [level])


def glancing(game: Game, seats: int, bots: Sequence[str]) -> bool:
    """Whether none of the bots searches."""
    return all(glance_of(game, seats, name) for name in bots)


# --- what came out ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rung:
    """How a stronger bot did among weaker ones, or a bot by itself."""

    stronger: str
    weaker: str | None
    games: int
    rate: Estimate
    chance: float  # of a rate like this between equals

    @property
    def name(self) -> str:
        """Who met whom."""
        return f"{self.stronger} against {self.weaker}" if self.weaker else self.stronger


def rung(games: Games) -> Rung:
    """The wins of the first bot."""
    experiment = games.experiment
    own = (games.shares * (games.bot_sides == 0)).sum(axis=1)
    found = sample(own, games.deals)
    (rate,) = share_intervals(found)
    chance = float(share_tests(found, 1 / experiment.sides)[0]) if experiment.sides > 1 else np.nan
    stronger, weaker = (*experiment.bots, None)[:2]
    return Rung(str(stronger), weaker, len(games), rate, chance)


def skill(games: Games, ladder: Sequence[Games]) -> Section | None:
    """Does skill beat luck? From games of equal bots, and from those that were `wanted`.

    None if there is neither a ladder nor a deal that equal bots played twice.
    """
    rungs = [rung(each) for each in ladder if len(np.unique(each.deals)) > 1]
    deal = lies_in_the_deal(games)
    if not rungs and not deal:
        return None
    alone = games.experiment.sides == 1
    answers = []
    if rungs:
        answers.append(told_alone(rungs) if alone else told(rungs, games.experiment.sides))
    if deal:
        answers.append(told_of_luck(games, deal))
    return Section(
        name="skill",
        title="Skill and luck",
        question="Does skill beat luck?",
        answer=" ".join(answers),
        plots=(ladder_marks(rungs, games.experiment.sides),) if rungs else (),
        sheets=(*([ladder_sheet(rungs)] if rungs else []), *([deal_sheet(deal)] if deal else [])),
        remarks=remarks(games, rungs, deal),
    )


def lies_in_the_deal(games: Games) -> dict[str, Estimate]:
    """The share of the variance of each result that the deal explains, for equal bots."""
    if len(set(games.experiment.bots)) > 1:
        return {}
    found = {
        "who wins": in_the_deal(games.shares, games.deals),
        "points": in_the_deal(games.notes.points, games.deals),
    }
    return {name: share for name, share in found.items() if share is not None}


def standing_out(rungs: Sequence[Rung]) -> tuple[bool, ...]:
    """Where the stronger bot is not an equal, after correction for all pairings."""
    chances = corrected([each.chance for each in rungs])
    return tuple((chances < LEVEL).tolist())


# --- in words -----------------------------------------------------------------------------------


def told(rungs: Sequence[Rung], sides: int) -> str:
    """How many pairings show skill, and the clearest."""
    even = 1 / sides
    clear = [
        each for each, strong in zip(rungs, standing_out(rungs), strict=True)
        if strong and each.rate.mean > even
    ]  # fmt: skip
    if not clear:
        return (
            f"Skill does not show: in none of {counted(len(rungs), 'pairing')} does the stronger "
            f"bot win clearly more than its even share of {percent(even)}."
        )
    best = max(clear, key=lambda each: each.rate.mean)
    of = f"{len(clear)} of {counted(len(rungs), 'pairing')}"
    among = "against" if sides == 2 else "among bots of level"
    return (
        f"Skill shows in {of}: there the stronger bot wins clearly more than its even share of "
        f"{percent(even)}. It does so most where {best.stronger} plays {among} {best.weaker} and "
        f"wins {percent(best.rate.mean)} of games {share_interval(best.rate)}."
    )


def told_alone(rungs: Sequence[Rung]) -> str:
    """The worst and the best bot against the game."""
    worst, best = (pick(rungs, key=lambda each: each.rate.mean) for pick in (min, max))
    return (
        f"Alone against the game, the bot {worst.stronger} wins {percent(worst.rate.mean)} of "
        f"games {share_interval(worst.rate)} and the bot {best.stronger} "
        f"{percent(best.rate.mean)} {share_interval(best.rate)}."
    )


def told_of_luck(games: Games, deal: Mapping[str, Estimate]) -> str:
    """How much of a result was dealt."""
    name, share = next(iter(deal.items()))
    result = "who wins" if name == "who wins" else "the points"
    return (
        f"Between equal bots ({games.experiment.bots[0]}), {percent(share.mean)} of the variance "
        f"of {result} lies in the deal {share_interval(share)}; the rest comes about in play."
    )


def remarks(games: Games, rungs: Sequence[Rung], deal: Mapping[str, Estimate]) -> tuple[str, ...]:
    """How it was computed, and what it does not say."""
    said = [*remarks_on_the_ladder(games, rungs)] if rungs else []
    if deal:
        said.append(
            "The deal is what chance brings before the first decision, and afterwards as far as "
            "decisions do not change it. What lies in it is how alike results are when equal bots "
            "play the same deal again (the intraclass correlation). The rest is decisions, and "
            "chance that depends on them: it is not all skill."
        )
    elif games.experiment.sides > 1:
        said.append("How much lies in the deal can be told only where equal bots play.")
    return tuple(said)


def remarks_on_the_ladder(games: Games, rungs: Sequence[Rung]) -> Iterator[str]:
    """Who met whom, and who did not."""
    experiment = games.experiment
    if experiment.sides > 1:
        others = "the other" if experiment.sides == 2 else "all others"
        yield (
            f"In each pairing one side plays the stronger bot and {others} the weaker one; every "
            "deal is played with the stronger bot at each side. Pairings stand out after "
            "correction for all of them (Benjamini and Hochberg)."
        )
    else:
        yield "All bots played the same deals."
    met = {name for each in rungs for name in (each.stronger, each.weaker)}
    left_out = [name for name in LEVELS if name not in met]
    if left_out:
        yield (
            f"Left out: {listed(left_out)}. Levels that search each decision for more than "
            f"{LONGEST} iterations or {FARTHEST:,} decisions of quick play would take most of the "
            f"time of a report; `kermesse arena` measures them."
        )
    fewest, most = (pick(each.games for each in rungs) for pick in (min, max))
    if fewest < most:
        yield (
            f"Where a bot searches there were {fewest} games in place of {most}, so the interval "
            f"is wider."
        )


# --- as a plot and as tables --------------------------------------------------------------------


def ladder_marks(rungs: Sequence[Rung], sides: int) -> Marks:
    """A mark for each pairing."""
    return Marks(
        LADDER if sides > 1 else ALONE,
        "% of games won",
        tuple(each.name for each in rungs),
        tuple(100 * each.rate.mean for each in rungs),
        tuple(100 * each.rate.low for each in rungs),
        tuple(100 * each.rate.high for each in rungs),
        even=100 / sides if sides > 1 else None,
        strong=standing_out(rungs) if sides > 1 else (),
    )


def ladder_sheet(rungs: Sequence[Rung]) -> Sheet:
    """The same in numbers, with how many games there were."""
    alone = rungs[0].weaker is None
    return Sheet(
        ALONE if alone else LADDER,
        ("bot" if alone else "pairing", "% of games won", *ENDS, "games"),
        tuple((each.name, *(100 * share for share in each.rate), each.games) for each in rungs),
    )


def deal_sheet(deal: Mapping[str, Estimate]) -> Sheet:
    """Each result, and its share in the deal."""
    return Sheet(
        "What of a result lies in the deal",
        ("result", "% of its variance", *ENDS),
        tuple((name, *(100 * part for part in share)) for name, share in deal.items()),
    )
