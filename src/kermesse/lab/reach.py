"""Which rules fire: in how many games the code of each rule runs, and of which it never does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import shorten

import numpy as np
import numpy.typing as npt

from kermesse.arena.intervals import Estimate
from kermesse.core.errors import KermesseError
from kermesse.lab.citations import Place, rules_of
from kermesse.lab.experiments import Experiment
from kermesse.lab.findings import Cell, Marks, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.statistics import sample, share_intervals
from kermesse.lab.watching import QUICK, Watched, quickly, watch
from kermesse.lab.wording import counted, listed, percent, share_interval

GAMES = 100  # that are watched
RANDOM_GAMES = 20  # and so many more of random play, if a rule was never seen
SHOWN = 20  # rules in the plot
TITLE = "How often rules fire"
WORDS = 120  # letters of a rule in a table
FEW, BRIEF = 3, 60  # rules that a warning quotes, and letters of each
MARKUP = re.compile(r"[`*]")

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Reach:
    """One rule, and the games in which it fired."""

    rule: str
    places: tuple[int, ...]
    rate: Estimate  # the share of games
    rarest: float  # the share of games in which that of its code runs that runs least often
    at_random: float | None = None  # the share of random games, for a rule that never fired

    @property
    def fired(self) -> bool:
        """Whether it was seen at all."""
        return self.rate.mean > 0


def reach(games: Games, wanted: int = GAMES) -> Section | None:
    """Which rules fire? None for a game without numbered rules."""
    experiment = games.experiment
    try:
        rules = rules_of(experiment.game)
    except KermesseError:  # no rulebook
        return None
    watched = watch(quickly(experiment), wanted)
    found = reaches(rules, watched)
    if not all(each.fired for each in found):
        found = with_random(found, experiment)
    return Section(
        name="reach",
        title="Rules",
        question="Which rules fire?",
        answer=answer(rules, found, wanted),
        plots=plots(found),
        sheets=sheets(rules, found, watched),
        remarks=remarks(experiment, found),
        warnings=warnings(rules, found, wanted),
    )


def reaches(rules: dict[str, str], watched: Watched) -> list[Reach]:
    """Every rule that the code cites, in the order of the rulebook."""
    cited = {rule: exact(rule, watched.places) for rule in rules}
    known = [rule for rule in cited if cited[rule]]
    if not known:
        return []
    ran = np.stack([watched.ran[:, cited[rule]].any(axis=1) for rule in known], axis=1)
    rates = share_intervals(sample(ran, np.arange(len(ran))))
    shares = watched.ran.mean(axis=0)
    return [
        Reach(rule, cited[rule], rate, min(share_of_all(rule, watched.places, shares)))
        for rule, rate in zip(known, rates, strict=True)
    ]


def exact(rule: str, places: Sequence[Place]) -> tuple[int, ...]:
    """Where a rule is cited; beside single statements, if there it is."""
    cited = [number for number, place in enumerate(places) if rule in place.rules]
    beside = [number for number in cited if not places[number].is_whole]
    return tuple(beside or cited)


def share_of_all(rule: str, places: Sequence[Place], shares: Floats) -> list[float]:
    """In how many games each place ran that cites a rule, exactly or not."""
    pairs = zip(places, shares.tolist(), strict=True)
    return [share for place, share in pairs if rule in place.rules]


def with_random(found: Sequence[Reach], experiment: Experiment) -> list[Reach]:
    """For rules that never fired: whether it was for the bots, which do not get there."""
    wild = replace(experiment, bots=("random",) * experiment.sides)
    ran = watch(wild, RANDOM_GAMES).ran
    return [
        each if each.fired else replace(each, at_random=share_of(ran, each.places))
        for each in found
    ]


def share_of(ran: npt.NDArray[np.bool_], places: tuple[int, ...]) -> float:
    """The share of games in which one of the places ran."""
    return float(ran[:, places].any(axis=1).mean())


# --- in words ---------------------------------------------------------------------------------


def answer(rules: dict[str, str], found: Sequence[Reach], games: int) -> str:
    """How many of them fire, and the rarest."""
    if not found:
        return f"The code cites none of the {len(rules)} rules, so none can be watched."
    fired = [each for each in found if each.fired]
    never = len(found) - len(fired)
    said = [
        f"In {counted(games, 'game')}, {len(fired)} of the {counted(len(found), 'rule')} that can "
        f"be watched fired" + (f", and {never} never did." if never else ".")
    ]
    rare = min(fired, key=lambda each: each.rate.mean, default=None)
    if rare and rare.rate.mean < 1:
        said.append(
            f"The rarest that fired is {rare.rule}, in {percent(rare.rate.mean)} of games "
            f"{share_interval(rare.rate)}."
        )
    unseen = len(rules) - len(found)
    if unseen:
        said.append(f"{counted(unseen, 'rule')} of the rulebook cannot be watched.")
    return " ".join(said)


def warnings(rules: dict[str, str], found: Sequence[Reach], games: int) -> tuple[str, ...]:
    """Rules that might as well not be there."""
    dead = [each for each in found if not each.fired and not each.at_random]
    avoided = [each for each in found if not each.fired and each.at_random]
    partly = [each for each in found if each.fired and each.rarest == 0]
    said = []
    if dead:
        said.append(
            f"Dead in these games: {quoted(rules, dead)}. With these seats and options the code "
            f"of {these(dead)} ran in none of {counted(games, 'game')} (by the 95 % interval, in "
            f"{percent(dead[0].rate.high)} of games at most), nor in {RANDOM_GAMES} games of "
            f"random play."
        )
    if avoided:
        said.append(
            f"Never reached by these bots: {quoted(rules, avoided)}. The code of {these(avoided)} "
            f"ran in none of {counted(games, 'game')}, but it did in random play."
        )
    if partly:
        said.append(
            f"Perhaps reached only in part: {quoted(rules, partly)}. Some of the code that cites "
            f"{these(partly)} ran in none of {counted(games, 'game')}."
        )
    return tuple(said)


def quoted(rules: dict[str, str], found: Sequence[Reach]) -> str:
    """Rules in a row; if there are few, with their first words."""
    if len(found) > FEW:
        return listed(each.rule for each in found)
    return listed(f"{each.rule} (“{says(rules[each.rule], BRIEF)}”)" for each in found)


def these(found: Sequence[Reach]) -> str:
    """This rule, or these rules."""
    return "this rule" if len(found) == 1 else "these rules"


def remarks(experiment: Experiment, found: Sequence[Reach]) -> tuple[str, ...]:
    """How it was found out, and what it does not say."""
    said = [
        "Each game is of another deal. It is played by the bots, and then again in plain Python by "
        "the same decisions, while the lines that run are noted. What bots only think of does not "
        "count.",
        "A rule fires when code runs that cites it: the statement beside which it is cited, or "
        "else the function in whose description it is. That is as exact as the citations are: "
        "where a function carries out several rules, all of them fire with it. The column of the "
        "rarest place tells of rules some of whose code runs less often, or never.",
        "Rules that cannot be watched are cited nowhere in the code that carries out rules: what "
        "is in the box, what words mean, how people behave, and what follows from other rules.",
    ]
    if quickly(experiment) != experiment:
        said.append(f"The bot {QUICK} played these games in place of bots that search.")
    if any(each.at_random is not None for each in found):
        said.append(
            f"For rules that never fired, {RANDOM_GAMES} games of random play were watched as well."
        )
    return tuple(said)


# --- as a plot and as tables --------------------------------------------------------------------


def plots(found: Sequence[Reach]) -> tuple[Marks, ...]:
    """The rules that fire in some games and not in others, the rarest first."""
    some = [each for each in found if 0 < each.rate.mean < 1]
    shown = sorted(some, key=lambda each: each.rate.mean)[:SHOWN]
    if not shown:
        return ()
    return (
        Marks(
            TITLE,
            "% of games",
            tuple(each.rule for each in shown),
            tuple(100 * each.rate.mean for each in shown),
            tuple(100 * each.rate.low for each in shown),
            tuple(100 * each.rate.high for each in shown),
        ),
    )


def sheets(rules: dict[str, str], found: Sequence[Reach], watched: Watched) -> tuple[Sheet, ...]:
    """All rules that can be watched, code that never ran, and the rules that cannot be watched."""
    columns = (
        "rule", "what it says", "% of games", "interval from (%)", "interval to (%)",
        "its rarest place (%)", "random play (%)", "code",
    )  # fmt: skip
    rows = tuple(rule_row(each, rules[each.rule], watched.places) for each in found)
    known = {each.rule for each in found}
    unseen = tuple((rule, says(text)) for rule, text in rules.items() if rule not in known)
    made = (
        Sheet(TITLE, columns, rows),
        Sheet("Code that never ran", ("code", "rules that it cites"), silent(watched)),
        Sheet("Rules that cannot be watched", ("rule", "what it says"), unseen),
    )
    return tuple(sheet for sheet in made if sheet.rows)


def rule_row(each: Reach, text: str, places: Sequence[Place]) -> tuple[Cell, ...]:
    """One rule."""
    shares = (100 * share for share in (*each.rate, each.rarest))
    at_random = None if each.at_random is None else 100 * each.at_random
    code = ", ".join(dict.fromkeys(where(places[number]) for number in each.places))
    return (each.rule, says(text), *shares, at_random, code)


def silent(watched: Watched) -> tuple[tuple[Cell, ...], ...]:
    """Places that cite rules and ran in no game."""
    ran: list[bool] = np.any(watched.ran, axis=0).tolist()
    return tuple(
        (f"{where(place)}, line {place.line}", ", ".join(place.rules))
        for place, once in zip(watched.places, ran, strict=True)
        if not once
    )


def where(place: Place) -> str:
    """A function of a file."""
    return f"{place.path.name}: {place.function}"


def says(text: str, letters: int = WORDS) -> str:
    """The beginning of a rule."""
    return shorten(MARKUP.sub("", text), letters, placeholder=" …")
