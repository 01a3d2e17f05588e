"""Steps through PettingZoo, measured side by side: our games, PettingZoo's own, and RLCard's.

    python -m bench.steps [--seconds 2] [--turns 5] [--page docs/how-to/use-pettingzoo.md]

Everybody plays uniformly random legal moves on one core, through the loop that a user writes.
Contestants take turns, and rates are per second of processor time: a machine that others use too
slows all of them down together. Given are medians with the whole range.
"""

from __future__ import annotations

import datetime
import platform
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from tools.marked import marks_of, write_between

import kermesse
from kermesse.interop.pettingzoo import env, raw_env

OURS, AEC, RLCARD = "Kermesse", "PettingZoo", "RLCard"
CLASSIC = {  # whether it is a game of cards
    "tictactoe_v3": False,
    "connect_four_v3": False,
    "leduc_holdem_v4": True,
    "texas_holdem_v4": True,
    "texas_holdem_no_limit_v6": True,
}
RLCARD_GAMES = ("leduc-holdem", "limit-holdem", "no-limit-holdem", "uno", "gin-rummy", "mahjong")
TARGET = 5  # times their fastest game of cards
MARKS = marks_of("bench.steps")

Episode = Callable[[Random], int]


@dataclass
class Contestant:
    """An environment that is played through, episode after episode."""

    library: str
    game: str
    play: Episode  # one episode; returns the number of decisions
    cards: bool = True
    rates: list[float] = field(default_factory=list)  # decisions per second, turn by turn

    def take_turn(self, seconds: float, chance: Random) -> None:
        """Play whole episodes until the time is up."""
        decisions, stop, before = 0, perf_counter() + seconds, process_time()
        while decisions == 0 or perf_counter() < stop:
            decisions += self.play(chance)
        self.rates.append(decisions / (process_time() - before))

    @property
    def rate(self) -> float:
        """The middle one."""
        return median(self.rates)


def through_pettingzoo(table: Any) -> Episode:
    """An episode as PettingZoo's documents write it, with a sampler that costs little.

    It is seeded once: a seed makes some of PettingZoo's games build everything anew.
    """
    table.reset(seed=1)

    def play(chance: Random) -> int:
        table.reset()
        decisions = 0
        for _ in table.agent_iter():
            observation, _, termination, truncation, _ = table.last()
            if termination or truncation:
                table.step(None)
                continue
            (legal,) = observation["action_mask"].nonzero()
            table.step(int(legal[int(chance.random() * len(legal))]))
            decisions += 1
        return decisions

    return play


def through_rlcard(table: Any) -> Episode:
    """An episode as RLCard's own `run` plays it."""

    def play(chance: Random) -> int:
        state, _ = table.reset()
        decisions = 0
        while not table.is_over():
            state, _ = table.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def contestants() -> tuple[list[Contestant], list[str]]:
    """Everybody who is here, and what is not installed."""
    here, absent = [], []
    for name in kermesse.game_names():
        title = kermesse.game(name).title
        for kind, door in (("", env), (", raw_env", raw_env)):
            play = through_pettingzoo(door(name))
            play(Random(1))  # compiles
            here.append(Contestant(OURS, title + kind, play))
    for game, cards in CLASSIC.items():
        try:
            table = import_module("pettingzoo").make("aec", f"classic/{game}")
        except Exception as missing:  # PettingZoo has errors of its own for what is not installed
            absent.append(f"{AEC} {game}: {missing}")
        else:
            here.append(Contestant(AEC, game, through_pettingzoo(table), cards))
    for game in RLCARD_GAMES:
        try:
            table = import_module("rlcard").make(game)
        except ModuleNotFoundError as missing:
            absent.append(f"{RLCARD} {game}: {missing}")
        else:
            here.append(Contestant(RLCARD, game, through_rlcard(table)))
    return here, absent


def fastest_cards(here: list[Contestant], library: str) -> Contestant | None:
    """The fastest game of cards that a library has."""
    games = [one for one in here if one.library == library and one.cards]
    return max(games, key=lambda one: one.rate, default=None)


def table_of(here: list[Contestant]) -> str:
    """The figures in Markdown, the ratios to the others' fastest games of cards beside ours."""
    rivals = [fastest_cards(here, library) for library in (AEC, RLCARD)]
    known = [rival for rival in rivals if rival is not None]
    heads = [f"× {rival.library} {rival.game}" for rival in known]
    lines = [
        "| " + " | ".join(["library", "game", "decisions per second", *heads]) + " |",
        "| --- " * (3 + len(heads)) + "|",
    ]
    for one in here:
        spread = f"{one.rate:,.0f} ({min(one.rates):,.0f} … {max(one.rates):,.0f})"
        times = [f"{ratio(one, rival):.1f}" if one.library == OURS else "" for rival in known]
        lines.append("| " + " | ".join([one.library, one.game, spread, *times]) + " |")
    return "\n".join([*lines, "", conditions(here)])


def ratio(one: Contestant, rival: Contestant) -> float:
    """How many times as fast, the middle of all turns: within a turn, conditions are the same."""
    return median(a / b for a, b in zip(one.rates, rival.rates, strict=True))


def conditions(here: list[Contestant]) -> str:
    """What was measured, when and with which versions."""
    libraries = ["numpy", "numba", "pettingzoo", "rlcard"]
    present = {one.library.lower() for one in here} | {"numpy", "numba", "pettingzoo"}
    versions = [f"{name} {version(name)}" for name in libraries if name in present]
    return (
        f"Measured by `python -m bench.steps` on {datetime.date.today():%Y-%m-%d}: "
        f"Python {platform.python_version()}, {', '.join(versions)}; one core of {processor()}; "
        f"{len(here[0].rates)} turns; decisions per second of processor time, median (range)."
    )


def processor() -> str:
    """What the machine computes with, as far as it says."""
    try:
        said = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    except OSError:
        said = None
    return said[1].strip() if said else platform.machine()


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--seconds", default=2.0, show_default=True, help="per contestant and turn")
@click.option("--turns", default=5, show_default=True, help="how often everybody plays")
@click.option("--page", type=click.Path(path_type=Path, exists=True), help="where the table goes")
def main(seconds: float, turns: int, page: Path | None) -> None:
    """Measure, show, write down."""
    warnings.filterwarnings("ignore", module="pettingzoo|rlcard|gymnasium|pygame")
    console = Console()
    with console.status("compiling"):
        here, absent = contestants()
    for turn in track(range(turns), "turns", console=console, transient=True):
        for one in here:
            one.take_turn(seconds, Random(turn))
    text = table_of(here)
    console.print(text, markup=False, soft_wrap=True)
    for line in absent:
        console.print(f"not here: {line}", markup=False, soft_wrap=True)
    best = fastest_cards(here, AEC)
    if best is not None:
        slow = [one.game for one in here if one.library == OURS and ratio(one, best) < TARGET]
        console.print(f"below {TARGET} × {best.game}: {', '.join(slow) or 'none'}", markup=False)
    if page:
        write_between(page, MARKS, text)


if __name__ == "__main__":
    main()
