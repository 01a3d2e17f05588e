"""What one run has measured, and what was aimed at."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from bench.contestants import BATCHES, C_TWO, OPENSPIEL, C, Contestant, ours, plain
from bench.yardstick import FLAGS, NoCompiler, Yardstick
from kermesse.games.muckle import game as muckle
from kermesse.games.muvuca import game as muvuca
from kermesse.games.viva import game as viva


@dataclass(frozen=True)
class Target:
    """How many times as fast one contestant is as another, and perhaps should at least be."""

    who: str
    than: str
    least: float | None = None

    def ratios(self, here: Mapping[str, Contestant]) -> list[float]:
        """Turn by turn; empty if one of the two is absent."""
        if self.who not in here or self.than not in here:
            return []
        mine, theirs = here[self.who], here[self.than]
        pairs = zip(mine.decisions_per_second, theirs.decisions_per_second, strict=True)
        return [my / their for my, their in pairs]

    def ratios_per_core(self, here: Mapping[str, Contestant]) -> list[float]:
        """The same per second of processor time: what others do on the machine drops out."""
        if not (ratios := self.ratios(here)):
            return []
        cores = zip(ratios, here[self.who].cores, here[self.than].cores, strict=True)
        return [ratio * theirs / mine for ratio, mine, theirs in cores]

    def verdict(self, ratio: float) -> bool | None:
        """Whether it is reached; None if nothing was aimed at."""
        return None if self.least is None else ratio >= self.least


TARGETS = (
    Target(ours(muvuca), C, 0.60),
    *(Target(ours(game), OPENSPIEL, 20) for game in BATCHES),
    Target(ours(muvuca), plain(muvuca), 50),
    Target(ours(viva), plain(viva)),
    Target(ours(muckle), plain(muckle)),
    *(Target(ours(game, 2), ours(game), 1.8) for game in BATCHES),
    Target(C_TWO, C),  # the gain of a second thread that this machine allows
)
# decisions a second that one thread should make
PACES = {ours(viva): 2e6, ours(muckle): 2e6}


@dataclass
class Findings:
    """All that one run has measured."""

    here: list[Contestant]
    absent: dict[str, str]
    seconds: float

    @cached_property
    def by_name(self) -> dict[str, Contestant]:
        """The contestants by their names."""
        return {contestant.name: contestant for contestant in self.here}

    def as_json(self) -> dict[str, Any]:
        """Every single turn, and what follows from them."""
        return {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": machine(),
            "seconds_per_turn": self.seconds,
            "decisions_per_second": {c.name: spread(c.decisions_per_second) for c in self.here},
            "decisions_per_core_second": {
                c.name: spread(c.decisions_per_core_second) for c in self.here
            },
            "cores_got": {c.name: spread(c.cores) for c in self.here},
            "matches_per_second": {c.name: spread(c.matches_per_second) for c in self.here},
            "absent": self.absent,
            "targets": [self.judged(target) for target in TARGETS],
            "paces": {name: [pace, self.keeps(name, pace)] for name, pace in PACES.items()},
        }

    def keeps(self, name: str, pace: float) -> bool:
        """Whether a contestant is fast enough."""
        return median(self.by_name[name].decisions_per_second) >= pace

    def judged(self, target: Target) -> dict[str, Any]:
        """The ratio and whether it is reached; unknown if somebody is absent."""
        ratios = target.ratios(self.by_name)
        words = {"who": target.who, "than": target.than, "target": target.least}
        if not ratios:
            return {**words, "ratio": None, "reached": None}
        return {
            **words,
            "ratio": spread(ratios),
            "ratio_per_core_got": spread(target.ratios_per_core(self.by_name)),
            "reached": target.verdict(median(ratios)),
        }


def spread(values: Sequence[float]) -> dict[str, Any]:
    """The median, the range and the values themselves."""
    return {
        "median": median(values),
        "least": min(values),
        "most": max(values),
        "all": list(values),
    }


def machine() -> dict[str, Any]:
    """What the figures were measured on and with."""
    try:
        compiler = Yardstick().version
    except NoCompiler:
        compiler = None
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiler": compiler,
        "flags": FLAGS,
        "versions": {
            name: installed(name)
            for name in ("kermesse", "numpy", "numba", "llvmlite", "open_spiel", "rlcard")
        },
    }


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in told if line.startswith("model name")]
    return names[0] if names else platform.processor()


def installed(name: str) -> str | None:
    """The version of a package, if it is there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
