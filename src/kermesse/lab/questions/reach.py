"""Which rules fire: in how many games the code of each rule runs, and of which it never does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import shorten

import numpy as np
import numpy.typing as npt

from kermesse.core.errors import KermesseError
from kermesse.lab.citations import Place, rules_of
from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Cell, Marks, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.phrases import counted, listed, percent, share_interval
from kermesse.lab.questions.alternatives import GAMES as SWITCH_GAMES
from kermesse.lab.questions.alternatives import switches
from kermesse.lab.replay import QUICK, Watched, quickly, watch
from kermesse.lab.samples import sample, share_intervals

GAMES = 100  # that are watched
RANDOM_GAMES = 20  # and so many more of random play, if a rule was never seen
SHOWN = 20  # rules in the plot
TITLE = "How often rules fire"
WORDS = 120  # letters of a rule in a table
FEW, BRIEF = 3, 60  # rules that a warning quotes, and letters of each
LABEL = 34  # letters of a rule in a plot
MARKUP = re.compile(r"[`*]")


@dataclass(frozen=True)
class Reach:
    """One rule, and the games in which it fired."""

    rule: str
    places: tuple[int, ...]
    rate: Estimate  # the share of games
    is_exact: bool  # otherwise it fired in at most so many games
    at_random: float | None = None  # the share of random games, for a rule that never fired
    switch: str | None = None  # another setting with which it fires, for a rule that never fired
    elsewhere: bool = False  # that setting is another number of players: it cannot apply here

    @property
    def fired(self) -> bool:
        """Whether it was seen, or may have been."""
        return self.rate.mean > 0


def reach(games: Games, wanted: int = GAMES, workers: int | None = None) -> Section | None:
    """Which rules fire? None for a game without numbered rules."""
    experiment = games.experiment
    try:
        rules = rules_of(experiment.game)
    except KermesseError:  # no rulebook
        return None
    watched = watch(quickly(experiment), wanted, workers)
    found = explained(reaches(rules, watched), rules, experiment, workers)
    return Section(
        name="reach",
        title="Rules",
        question="Which rules fire?",
        answer=answer(rules, found, wanted),
        plots=plots(rules, found),
        sheets=sheets(rules, found, watched),
        remarks=remarks(experiment, found),
        warnings=warnings(rules, found, wanted),
    )


def reaches(rules: dict[str, str], watched: Watched) -> list[Reach]:
    """Every rule that the code cites, in the order of the rulebook."""
    cited = {rule: telling(rule, watched.places) for rule in rules}
    known = [rule for rule in cited if cited[rule]]
    if not known:
        return []
    ran = np.stack([watched.ran[:, cited[rule]].any(axis=1) for rule in known], axis=1)
    rates = share_intervals(sample(ran, np.arange(len(ran))))
    return [
        Reach(rule, cited[rule], rate, watched.places[cited[rule][0]].is_exact)
        for rule, rate in zip(known, rates, strict=True)
    ]


def telling(rule: str, places: Sequence[Place]) -> tuple[int, ...]:
    """The places that say most exactly when a rule fires."""
    cited = [number for number, place in enumerate(places) if rule in place.rules]
    best = min((places[number].tells for number in cited), default=None)
    return tuple(number for number in cited if places[number].tells == best)


def explained(
    found: Sequence[Reach], rules: dict[str, str], experiment: Experiment, workers: int | None
) -> list[Reach]:
    """For rules that never fired: whether random play gets there, or another option does."""
    if all(each.fired for each in found):
        return list(found)
    wild = replace(experiment, bots=("random",) * experiment.sides)
    ran = watch(wild, RANDOM_GAMES, workers).ran
    seen = [
        each if each.fired else replace(each, at_random=share_of(ran, each.places))
        for each in found
    ]
    dead = {each.rule: each.places for each in seen if is_dead(each)}
    needed = switches(wild, dead, rules, workers)
    return [
        replace(each, switch=setting.words, elsewhere=setting.games.seats != experiment.seats)
        if (setting := needed.get(each.rule))
        else each
        for each in seen
    ]


def share_of(ran: npt.NDArray[np.bool_], places: tuple[int, ...]) -> float:
    """The share of games in which one of the places ran."""
    return float(ran[:, places].any(axis=1).mean())


def is_dead(each: Reach) -> bool:
    """Whether a rule fired neither for these bots nor at random."""
    return not each.fired and not each.at_random


# --- in words ---------------------------------------------------------------------------------


def answer(rules: dict[str, str], found: Sequence[Reach], games: int) -> str:
    """How many of them fire, and the rarest."""
    if not found:
        return f"The code cites none of the {len(rules)} rules, so none can be watched."
    exact = [each for each in found if each.is_exact or not each.fired]
    fired = [each for each in exact if each.fired]
    never = len(exact) - len(fired)
    watched = f"{counted(len(exact), 'rule')} that can be watched fired"
    said = [f"In {counted(games, 'game')}, all {watched}."]
    if never:
        said = [
            f"In {counted(games, 'game')}, {len(fired)} of the {watched}, and {never} never did"
            f"{for_others(exact)}."
        ]
    rare = min(fired, key=lambda each: each.rate.mean, default=None)
    if rare and rare.rate.mean < 1:
        said.append(
            f"The rarest that fired is {rare.rule} (“{says(rules[rare.rule], BRIEF)}”), in "
            f"{percent(rare.rate.mean)} of games {share_interval(rare.rate)}."
        )
    unseen = len(rules) - len(exact)
    if unseen:
        said.append(f"{counted(unseen, 'rule')} of the rulebook cannot be watched.")
    return " ".join(said)


def warnings(rules: dict[str, str], found: Sequence[Reach], games: int) -> tuple[str, ...]:
    """Rules that might as well not be there."""
    dead = [each for each in found if is_dead(each) and not each.switch]
    asleep = [each for each in found if each.switch and not each.elsewhere]
    avoided = [each for each in found if not each.fired and each.at_random]
    said = []
    if dead:
        said.append(
            f"Dead in these games: {quoted(rules, dead)}. The code of {these(dead)} ran in none of "
            f"{counted(games, 'game')} (by the 95 % interval, in {percent(dead[0].rate.high)} of "
            f"games at most), nor in {RANDOM_GAMES} games of random play, and no other option or "
            f"number of players that was tried brought {them(dead)} about."
        )
    if asleep:
        said.append(f"Never fired with these options, but with others: {switched_on(asleep)}.")
    if avoided:
        said.append(
            f"Never reached by these bots: {quoted(rules, avoided)}. The code of {these(avoided)} "
            f"ran in none of {counted(games, 'game')}, but it did in random play."
        )
    return tuple(said)


def for_others(found: Sequence[Reach]) -> str:
    """How many of them need another number of players."""
    number = sum(each.elsewhere for each in found)
    return f" ({number} of them need another number of players)" if number else ""


def quoted(rules: dict[str, str], found: Sequence[Reach]) -> str:
    """Rules in a row; if there are few, with their first words."""
    if len(found) > FEW:
        return listed(each.rule for each in found)
    return listed(f"{each.rule} (“{says(rules[each.rule], BRIEF)}”)" for each in found)


def switched_on(asleep: Sequence[Reach]) -> str:
    """Rules by what brings them about."""
    known = dict.fromkeys(each.switch for each in asleep)
    return "; ".join(
        f"{listed(each.rule for each in asleep if each.switch == switch)} with {switch}"
        for switch in known
    )


def these(found: Sequence[Reach]) -> str:
    """This rule, or these rules."""
    return "this rule" if len(found) == 1 else "these rules"


def them(found: Sequence[Reach]) -> str:
    """It, or them."""
    return "it" if len(found) == 1 else "them"


def remarks(experiment: Experiment, found: Sequence[Reach]) -> tuple[str, ...]:
    """How it was found out, and what it does not say."""
    said = [
        "Each game is of another deal. It is played by the bots, and then again in plain Python by "
        "the same decisions, while the code that runs is noted. What bots only think of does not "
        "count.",
        "A rule fires when code runs that cites it: the statement beside which it is cited, or "
        "else the function that carries out this rule and no other. Where code cites several "
        "rules and can go several ways, or says that it need not carry out a rule each time, "
        "nobody can tell which of them fired: the table then says “at most”.",
        "Other rules that cannot be watched are cited nowhere in the code that carries out rules: "
        "what is in the box, what words mean, how people behave, and what follows from other "
        "rules.",
    ]
    if quickly(experiment) != experiment:
        said.append(f"The bot {QUICK} played these games in place of bots that search.")
    elsewhere = [each for each in found if each.elsewhere]
    if elsewhere:
        said.append(
            f"Not for {counted(experiment.seats, 'player')}, so it is no wonder that they never "
            f"fired: {switched_on(elsewhere)}."
        )
    if any(each.at_random is not None for each in found):
        said.append(
            f"For rules that never fired, {RANDOM_GAMES} games of random play were watched as "
            f"well. For those that did not fire there either, other options and numbers of players "
            f"were tried, with {SWITCH_GAMES} games of random play each: one at a time, and then "
            f"every option together with those that had brought some rule about."
        )
    return tuple(said)


# --- as a plot and as tables --------------------------------------------------------------------


def plots(rules: dict[str, str], found: Sequence[Reach]) -> tuple[Marks, ...]:
    """The rules that fire in some games and not in others, the rarest first."""
    some = [each for each in found if 0 < each.rate.mean < 1 and each.is_exact]
    shown = sorted(some, key=lambda each: each.rate.mean)[:SHOWN]
    if not shown:
        return ()
    return (
        Marks(
            TITLE,
            "% of games",
            tuple(f"{each.rule}: {says(rules[each.rule], LABEL)}" for each in shown),
            tuple(100 * each.rate.mean for each in shown),
            tuple(100 * each.rate.low for each in shown),
            tuple(100 * each.rate.high for each in shown),
        ),
    )


def sheets(rules: dict[str, str], found: Sequence[Reach], watched: Watched) -> tuple[Sheet, ...]:
    """All rules that can be watched, code that never ran, and the rules that cannot be watched."""
    columns = (
        "rule", "what it says", "bound", "% of games", "interval from (%)", "interval to (%)",
        "random play (%)", "fires with", "code",
    )  # fmt: skip
    rows = tuple(rule_row(each, rules[each.rule], watched.places) for each in found)
    known = {each.rule for each in found}
    unseen = tuple((rule, says(text)) for rule, text in rules.items() if rule not in known)
    made = (
        Sheet(TITLE, columns, rows),
        Sheet("Code that never ran", ("code", "rules that it cites"), silent(watched)),
        Sheet("Rules that no code cites", ("rule", "what it says"), unseen),
    )
    return tuple(sheet for sheet in made if sheet.rows)


def rule_row(each: Reach, text: str, places: Sequence[Place]) -> tuple[Cell, ...]:
    """One rule."""
    bound = "" if each.is_exact or not each.fired else "at most"
    shares = (100 * share for share in each.rate)
    at_random = None if each.at_random is None else 100 * each.at_random
    code = ", ".join(dict.fromkeys(where(places[number]) for number in each.places))
    return (each.rule, says(text), bound, *shares, at_random, each.switch or "", code)


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
