"""Options searched for a target: trial after trial, each one written down.

Optuna proposes what to try next. Every trial plays the same deals, so that two of them differ by
their options and not by their luck. The best few are played again with other deals before one of
them is named: the best of many trials was also the luckiest.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from kermesse.core.errors import KermesseError, SetupRefused, brief, whole
from kermesse.core.options import Value
from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Bars, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.phrases import written
from kermesse.lab.targets import Wish, figure, misses

FINALISTS = 3
MOST_TRIALS = 100_000
UNCOUNTED = ("turns", "rounds")  # figures that some games do not tell
FORMAT = 1

Play = Callable[[Experiment], Games]
Watch = Callable[["Trial"], None]


@dataclass(frozen=True)
class Trial:
    """Some options, and how far they were from the target."""

    options: Mapping[str, int]
    values: Mapping[str, float]
    miss: float
    refused: str = ""  # why these options do not go together
    intervals: Mapping[str, Sequence[float]] = field(default_factory=dict)  # of some values

    @property
    def key(self) -> tuple[tuple[str, int], ...]:
        """The options as something to look up."""
        return tuple(sorted(self.options.items()))


@dataclass(frozen=True)
class OptionSearch:
    """What is searched, stated before the first trial."""

    start: Experiment  # with the options that do not vary
    spans: Mapping[str, range]
    wishes: tuple[Wish, ...]
    trials: int

    @classmethod
    def checked(
        cls, start: Experiment, spans: Mapping[str, range], wishes: Sequence[Wish], trials: int
    ) -> Self:
        """A search that can be held."""
        number = whole(trials)
        if number is None or not 1 <= number <= MOST_TRIALS:
            raise SetupRefused(f"a search has 1 to {MOST_TRIALS:,} trials, not {brief(trials)}")
        if not wishes:
            raise SetupRefused("a search needs a target, like spread<1")
        return cls(start, dict(spans), tuple(wishes), number)

    @property
    def combinations(self) -> int:
        """How many different options there are to try."""
        return math.prod(len(span) for span in self.spans.values())

    def experiment(self, options: Mapping[str, int]) -> Experiment:
        """The same games with some options changed; refuses what does not go together."""
        chosen: dict[str, Value] = {**self.start.options, **options}
        return replace(self.start, options=self.start.game.choose(chosen, self.start.seats))

    def as_json(self) -> dict[str, Any]:
        """The head of a log."""
        return {
            "tune": FORMAT,
            **self.start.as_json(),
            "vary": {name: [span[0], span[-1]] for name, span in self.spans.items()},
            "target": [str(wish) for wish in self.wishes],
        }


@dataclass
class Log:
    """All trials in a file, one per line; an interrupted search continues from there."""

    search: OptionSearch
    path: Path | None = None
    known: dict[tuple[tuple[str, int], ...], Trial] = field(default_factory=dict)

    def open(self) -> None:
        """Read what is there; refuses the log of another search."""
        if self.path is None:
            return
        head = json.dumps(self.search.as_json(), sort_keys=True)
        if self.path.exists():
            first, *lines = self.path.read_text(encoding="utf-8").splitlines() or [""]
            if first != head:
                raise SetupRefused(f"{self.path} is the log of another search")
            for line in lines:
                trial = read_trial(line)
                if trial is not None:
                    self.known[trial.key] = trial
        whole_lines = [head, *(write_trial(trial) for trial in self.known.values())]
        try:
            self.path.write_text("\n".join(whole_lines) + "\n", encoding="utf-8")
        except OSError as broken:
            raise KermesseError(f"cannot write {self.path}: {broken.strerror}") from None

    def add(self, trial: Trial) -> None:
        """Write a trial down."""
        self.known[trial.key] = trial
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as out:
                out.write(write_trial(trial) + "\n")


def write_trial(trial: Trial) -> str:
    """A trial as a line."""
    return json.dumps(asdict(trial), sort_keys=True)


def read_trial(line: str) -> Trial | None:
    """The trial of a line; None if it was cut off."""
    try:
        return Trial(**json.loads(line))
    except (ValueError, TypeError):
        return None


@dataclass(frozen=True)
class SearchOutcome:
    """All trials in the order of their merit, and the best of them played again."""

    trials: tuple[Trial, ...]
    finalists: tuple[Trial, ...]  # with other deals

    @property
    def best(self) -> Trial:
        """What comes nearest to the target."""
        return self.finalists[0]


def tune(search: OptionSearch, play: Play, log: Log, watch: Watch | None = None) -> SearchOutcome:
    """Search; ``play`` runs an experiment, wherever it likes."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    log.open()

    def attempt(trial: Any) -> float:
        options = {
            name: trial.suggest_int(name, span[0], span[-1], step=span.step)
            for name, span in search.spans.items()
        }
        found = tried(search, options, play, log)
        if watch:
            watch(found)
        if found.refused:
            raise optuna.TrialPruned
        return found.miss

    seed = search.start.seed % 2**32
    sampler: Any = optuna.samplers.TPESampler(seed=seed)
    if search.combinations <= search.trials:
        everything = {name: list(span) for name, span in search.spans.items()}
        sampler = optuna.samplers.GridSampler(everything, seed=seed)
    study = optuna.create_study(direction="minimize", sampler=sampler)
    study.optimize(attempt, n_trials=search.trials)
    ranked = sorted(log.known.values(), key=lambda trial: (trial.miss, trial.key))
    possible = [trial for trial in ranked if not trial.refused]
    if not possible:
        raise SetupRefused(f"none of the options tried go together: {ranked[0].refused}")
    return SearchOutcome(tuple(ranked), finalists(search, possible[:FINALISTS], play))


def tried(search: OptionSearch, options: Mapping[str, int], play: Play, log: Log) -> Trial:
    """A trial, played unless it is known."""
    known = log.known.get(tuple(sorted(options.items())))
    if known is None:
        try:
            experiment = search.experiment(options)
        except SetupRefused as reason:
            known = Trial(dict(options), {}, math.inf, str(reason))
        else:
            known = judged(search, options, play(experiment))
        log.add(known)
    return known


def judged(search: OptionSearch, options: Mapping[str, int], games: Games) -> Trial:
    """How far games are from the target."""
    values = {wish.name: wish.value(games) for wish in search.wishes}
    for name in UNCOUNTED:
        if values.get(name) == 0:
            raise SetupRefused(f"{games.game.title} does not count {name}")
    return Trial(
        dict(options),
        values,
        misses(search.wishes, values),
        intervals={name: list(within(games)[1:]) for name, within in known_within(search)},
    )


def known_within(search: OptionSearch) -> list[tuple[str, Callable[[Games], Estimate]]]:
    """The wanted figures that have an interval."""
    wanted = {wish.name: figure(wish.name).within for wish in search.wishes}
    return [(name, within) for name, within in wanted.items() if within]


def finalists(search: OptionSearch, best: Sequence[Trial], play: Play) -> tuple[Trial, ...]:
    """The best ones with other deals and four times as many."""
    again = []
    for trial in best:
        experiment = search.experiment(trial.options)
        fresh = replace(experiment, seed=experiment.seed + 1, deals=4 * experiment.deals)
        again.append(judged(search, trial.options, play(fresh)))
    return tuple(sorted(again, key=lambda trial: (trial.miss, trial.key)))


SHOWN = 15  # of the best trials in the picture

HOW = (
    "How far off a trial is: for each target its distance from the goal as a part of the goal, "
    "added up; 0 where all are met.",
    f"The {FINALISTS} best trials were played again with other deals and four times as many games, "
    "because the best of many is also the luckiest. The answer is from those games.",
)


def findings(search: OptionSearch, outcome: SearchOutcome) -> Section:
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


def sheet(caption: str, search: OptionSearch, trials: tuple[Trial, ...]) -> Sheet:
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
