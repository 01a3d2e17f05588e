"""Random play, measured side by side: the engine, the yardstick in C, and what others offer.

    python -m bench.run [--seconds 3] [--repeats 5] [--json FILE] [--figure FILE]

Contestants take turns, and ratios are taken within a turn: a machine that others use too slows
all of them down together. Given are medians, with the whole range beside them, and how many
cores a contestant really got: where that is less than it has threads, others were at work.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from bench.rivals.rate import Rate
from bench.yardstick import FLAGS, NoCompiler, Yardstick
from kermesse.core.playout import playouts
from kermesse.core.record import Records
from kermesse.games.muvuca import game

ONE, TWO = "Kermesse Muvuca", "Kermesse Muvuca, 2 threads"
C, C_TWO = "C yardstick Muvuca", "C yardstick Muvuca, 2 threads"
OPENSPIEL, RLCARD, PLAIN = "OpenSpiel crazy_eights", "RLCard uno", "plain Python Muvuca"
MISSING = "not installed (pip install 'kermesse[bench]')"

BATCH = 2_000  # matches between two looks at the clock: about 30 ms
BOUND = game.bound(game.choose(None))
SEEDS_APART = 1 << 40  # between threads and turns, so that no match is played twice

Play = Callable[[Records, int], int]


# --- contestants ----------------------------------------------------------------------------


@dataclass
class Contestant:
    """Somebody who plays random matches for a while."""

    name: str
    run: Callable[[float, int], Rate]
    rates: list[Rate] = field(default_factory=list)
    cores: list[float] = field(default_factory=list)  # that the system gave, turn by turn

    def take_turn(self, seconds: float, seed: int) -> None:
        """Play for a while and note how it went."""
        before = process_time()
        rate = self.run(seconds, seed)
        self.rates.append(rate)
        self.cores.append((process_time() - before) / rate.seconds)

    @property
    def decisions_per_second(self) -> list[float]:
        """Of each turn."""
        return [rate.decisions_per_second for rate in self.rates]

    @property
    def matches_per_second(self) -> list[float]:
        """Of each turn."""
        return [rate.matches_per_second for rate in self.rates]


def compiled_playouts(batch: Records, bound: int) -> int:
    """The engine's own random play."""
    return int(game.bind(playouts)(batch, bound, np.zeros(game.actions, np.int16)))


def play_batches(name: str, play: Play, seconds: float, seed: int) -> Rate:
    """Play batch after batch, each with fresh seeds, until the time is up."""
    blank = game.blank(BATCH)
    batch = blank.copy()
    decisions = matches = 0
    start = perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        batch[:] = blank
        batch["rng"] = np.arange(seed + matches, seed + matches + BATCH, dtype=np.uint64)
        decisions += play(batch, BOUND)
        matches += BATCH
        elapsed = perf_counter() - start
    return Rate(name, decisions, matches, elapsed)


def in_threads(name: str, play: Play, threads: int, seconds: float, seed: int) -> Rate:
    """Plain threads, each with batches of its own: kernels hold no GIL."""

    def one(number: int) -> Rate:
        return play_batches(name, play, seconds, seed + number * SEEDS_APART)

    start = perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        rates = list(pool.map(one, range(threads)))
    elapsed = perf_counter() - start
    return Rate(name, sum(r.decisions for r in rates), sum(r.matches for r in rates), elapsed)


def contestants() -> tuple[list[Contestant], dict[str, str]]:
    """Everybody who is here, and why the others are not."""
    here = [
        Contestant(ONE, lambda s, seed: play_batches(ONE, compiled_playouts, s, seed)),
        Contestant(TWO, lambda s, seed: in_threads(TWO, compiled_playouts, 2, s, seed)),
    ]
    absent: dict[str, str] = {}
    try:
        yardstick = Yardstick()
    except NoCompiler as reason:
        absent[C] = absent[C_TWO] = str(reason)
    else:
        agree(yardstick)
        play = yardstick.playouts
        here += [
            Contestant(C, lambda s, seed: play_batches(C, play, s, seed)),
            # what two threads can gain on this machine at all
            Contestant(C_TWO, lambda s, seed: in_threads(C_TWO, play, 2, s, seed)),
        ]
    rivals = (
        (OPENSPIEL, "openspiel_crazy_eights"),
        (RLCARD, "rlcard_uno"),
        (PLAIN, "plain_muvuca"),
    )
    for name, module in rivals:
        try:
            here.append(Contestant(name, import_module(f"bench.rivals.{module}").run))
        except ModuleNotFoundError:
            absent[name] = MISSING
    return here, absent


def agree(yardstick: Yardstick, matches: int = 5_000) -> None:
    """Compare apples with apples: engine and yardstick end with the same bytes, whatever options.

    Also compiles the engine's playouts, so that no turn is spent on that.
    """
    batch = game.blank(matches)
    batch["rng"] = np.arange(matches, dtype=np.uint64)
    chance = np.random.default_rng(1)
    for option in game.options:
        batch[option.name] = chance.choice([option.code(v) for v in option.allowed], matches)
    bound = game.bound({"rounds_to_win": 5, "turn_cap": 1000})
    other = batch.copy()
    decisions = compiled_playouts(batch, bound), yardstick.playouts(other, bound)
    if decisions[0] != decisions[1] or batch.tobytes() != other.tobytes():
        raise SystemExit("the engine and bench/yardstick/muvuca.c play different matches")


# --- targets --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Target:
    """How many times as fast one contestant should be as another."""

    who: str
    than: str
    least: float

    def ratios(self, here: Mapping[str, Contestant]) -> list[float]:
        """Turn by turn; empty if one of the two is absent."""
        if self.who not in here or self.than not in here:
            return []
        ours, theirs = here[self.who], here[self.than]
        pairs = zip(ours.decisions_per_second, theirs.decisions_per_second, strict=True)
        return [our / their for our, their in pairs]

    def ratios_per_core(self, here: Mapping[str, Contestant]) -> list[float]:
        """The same per second of processor time: what others do on the machine drops out."""
        if not (ratios := self.ratios(here)):
            return []
        cores = zip(ratios, here[self.who].cores, here[self.than].cores, strict=True)
        return [ratio * theirs / ours for ratio, ours, theirs in cores]


TARGETS = (
    Target(ONE, C, 0.60),
    Target(ONE, OPENSPIEL, 20),
    Target(ONE, PLAIN, 50),
    Target(TWO, ONE, 1.8),
)
CONTROL = Target(C_TWO, C, 0)  # the gain of a second thread that this machine allows


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
            "cores_got": {c.name: spread(c.cores) for c in self.here},
            "matches_per_second": {c.name: spread(c.matches_per_second) for c in self.here},
            "absent": self.absent,
            "targets": [self.judged(target) for target in TARGETS],
            "second_thread_in_c": self.judged(CONTROL)["ratio"],
        }

    def judged(self, target: Target) -> dict[str, Any]:
        """Whether a target is reached; unknown if somebody is absent."""
        ratios = target.ratios(self.by_name)
        words = {"who": target.who, "than": target.than, "target": target.least}
        if not ratios:
            return {**words, "ratio": None, "reached": None}
        return {
            **words,
            "ratio": spread(ratios),
            "ratio_per_core_got": spread(target.ratios_per_core(self.by_name)),
            "reached": median(ratios) >= target.least,
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


# --- what is shown --------------------------------------------------------------------------


def rates_table(found: Findings) -> Table:
    """Who plays how fast."""
    table = Table("random play", title=f"medians of {len(found.here[0].rates)} turns")
    for heading in ("decisions/s", "range", "matches/s", "cores got"):
        table.add_column(heading, justify="right")
    for contestant in sorted(found.here, key=lambda c: -median(c.decisions_per_second)):
        rates = contestant.decisions_per_second
        table.add_row(
            contestant.name,
            f"{median(rates):,.0f}",
            f"{min(rates):,.0f} – {max(rates):,.0f}",
            f"{median(contestant.matches_per_second):,.0f}",
            f"{median(contestant.cores):.2f}",
        )
    for name, reason in found.absent.items():
        table.add_row(name, escape(reason))
    return table


def targets_table(found: Findings) -> Table:
    """What was aimed at and what came out."""
    table = Table("ratio")
    for heading in ("target", "measured", "range", "per core got", "verdict"):
        table.add_column(heading, justify="right")
    for target in TARGETS:
        judged = found.judged(target)
        words = f"{target.who} / {target.than}"
        if judged["reached"] is None:
            table.add_row(words, f">= {target.least:g}", "", "", "", "not measured")
            continue
        ratio = judged["ratio"]
        table.add_row(
            words,
            f">= {target.least:g}",
            f"{ratio['median']:,.2f}",
            f"{ratio['least']:,.2f} – {ratio['most']:,.2f}",
            f"{judged['ratio_per_core_got']['median']:,.2f}",
            "[green]pass[/]" if judged["reached"] else "[red]miss[/]",
        )
    if gains := CONTROL.ratios(found.by_name):
        table.add_row(
            f"for comparison: {C_TWO} / {C}",
            "",
            f"{median(gains):,.2f}",
            f"{min(gains):,.2f} – {max(gains):,.2f}",
            f"{median(CONTROL.ratios_per_core(found.by_name)):,.2f}",
            "",
        )
    return table


def draw_figure(found: Findings, file: Path) -> None:
    """Bars on a logarithmic scale, the fastest on top, with the range as a whisker."""
    pyplot = import_module("matplotlib.pyplot")  # late and by name: it may be absent
    pyplot.switch_backend("Agg")
    ranked = sorted(found.here, key=lambda c: median(c.decisions_per_second))
    rates = [c.decisions_per_second for c in ranked]
    middles = [median(r) for r in rates]
    whiskers = [
        [m - min(r) for m, r in zip(middles, rates, strict=True)],
        [max(r) - m for m, r in zip(middles, rates, strict=True)],
    ]
    colours = ["#c2410c" if c.name in (ONE, TWO) else "#94a3b8" for c in ranked]
    figure, axes = pyplot.subplots(figsize=(9, 0.6 * len(ranked) + 1.4), layout="constrained")
    names = [c.name for c in ranked]
    axes.barh(names, middles, xerr=whiskers, color=colours, ecolor="#334155", capsize=3, height=0.7)
    for place, (middle, most) in enumerate(zip(middles, map(max, rates), strict=True)):
        axes.text(most * 1.15, place, f"{middle:,.0f}", va="center")
    axes.set_xscale("log")
    axes.set_xlim(left=min(map(min, rates)) / 4, right=max(map(max, rates)) * 12)
    axes.set_xlabel("random decisions per second (logarithmic)")
    axes.set_title(f"Random play on {processor()}, Python {platform.python_version()}")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=150)


# --- the command ----------------------------------------------------------------------------


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--seconds", default=3.0, show_default=True, help="per contestant and turn")
@click.option("--repeats", default=5, show_default=True, help="turns")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="where figures go")
@click.option("--figure", type=click.Path(path_type=Path), help="a bar chart: PNG, SVG or PDF")
def main(seconds: float, repeats: int, json_file: Path | None, figure: Path | None) -> None:
    """Measure, show, write down."""
    console = Console()
    with console.status("compiling"):
        here, absent = contestants()
        compiled_playouts(game.blank(), BOUND)
    take_turns(here, seconds, repeats, console)
    found = Findings(here, absent, seconds)
    console.print(rates_table(found))
    console.print(targets_table(found))
    if json_file:
        json_file.write_text(json.dumps(found.as_json(), indent=2) + "\n", encoding="utf-8")
        console.print(f"figures in {json_file}")
    if figure:
        try:
            draw_figure(found, figure)
        except ModuleNotFoundError:
            console.print(f"no chart: matplotlib is {escape(MISSING)}")
        else:
            console.print(f"chart in {figure}")


def take_turns(here: list[Contestant], seconds: float, repeats: int, console: Console) -> None:
    """One after the other, round after round."""
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("", total=repeats * len(here))
        for turn in range(repeats):
            for contestant in here:
                progress.update(bar, description=f"turn {turn + 1}: {contestant.name}")
                contestant.take_turn(seconds, 1 + 2 * turn * SEEDS_APART)
                progress.advance(bar)


if __name__ == "__main__":
    main()
