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

from kermesse.arena.intervals import Estimate
from kermesse.core.errors import KermesseError, SetupRefused, brief, whole
from kermesse.core.options import Value
from kermesse.lab.experiments import Experiment
from kermesse.lab.figures import figure
from kermesse.lab.games import Games
from kermesse.lab.wishes import Wish, misses

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
class Search:
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
    """All trials in a file, a line for each; a search that was interrupted goes on from there."""

    search: Search
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
class Outcome:
    """All trials in the order of their merit, and the best of them played again."""

    trials: tuple[Trial, ...]
    finalists: tuple[Trial, ...]  # with other deals

    @property
    def best(self) -> Trial:
        """What comes nearest to the target."""
        return self.finalists[0]


def tune(search: Search, play: Play, log: Log, watch: Watch | None = None) -> Outcome:
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
    return Outcome(tuple(ranked), finalists(search, possible[:FINALISTS], play))


def tried(search: Search, options: Mapping[str, int], play: Play, log: Log) -> Trial:
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


def judged(search: Search, options: Mapping[str, int], games: Games) -> Trial:
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


def known_within(search: Search) -> list[tuple[str, Callable[[Games], Estimate]]]:
    """The wanted figures that have an interval."""
    wanted = {wish.name: figure(wish.name).within for wish in search.wishes}
    return [(name, within) for name, within in wanted.items() if within]


def finalists(search: Search, best: Sequence[Trial], play: Play) -> tuple[Trial, ...]:
    """The best ones with other deals and four times as many."""
    again = []
    for trial in best:
        experiment = search.experiment(trial.options)
        fresh = replace(experiment, seed=experiment.seed + 1, deals=4 * experiment.deals)
        again.append(judged(search, trial.options, play(fresh)))
    return tuple(sorted(again, key=lambda trial: (trial.miss, trial.key)))
