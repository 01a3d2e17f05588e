"""Every way into a game from Python, measured in one run beside the games of other libraries.

    python -m bench.api [--seconds 1] [--turns 5] [--page docs/explanation/speed.md]

Everybody plays uniformly random legal moves on one core, through the loop that a user writes, and
looks at what the mover sees before each decision. Contestants take turns, and rates are per second
of processor time: a machine that others use too slows all of them down together. Given are medians
with the whole range.
"""

from __future__ import annotations

import datetime
import platform
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from tools.marked import heading, marks_of, write_between

import kermesse
from bench.findings import installed, processor
from kermesse.core.game import Game
from kermesse.interop.gymnasium import make
from kermesse.interop.openspiel import load
from kermesse.interop.pettingzoo import env, parallel_env

Episode = Callable[[Random], int]  # plays one; returns the number of decisions

OBSERVED, INFORMED = "observation_tensor", "information_state_tensor"
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3", "tictactoe_v3")
RLCARD = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")
OPENSPIEL = ("leduc_poker", "crazy_eights")
TARGETS = {  # decisions a second that two games are to reach through a door
    "`view`, `legal`, `act`": 60_000,
    "Gymnasium against `random`": 60_000,
    f"OpenSpiel, `{OBSERVED}`": 60_000,
    f"OpenSpiel, `{INFORMED}`": 10_000,
}
WARM_UP = 3  # episodes: kernels are loaded in the first ones
MEASURED = ("muvuca", "viva")  # by these targets
MARKS = marks_of("bench.api")
LIBRARIES = ("numpy", "numba", "gymnasium", "pettingzoo", "open_spiel", "rlcard")


@dataclass
class Contestant:
    """A game that is played through one door, episode after episode."""

    door: str
    game: str
    play: Episode
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

    def __str__(self) -> str:
        return f"{self.rate:,.0f} ({min(self.rates):,.0f} … {max(self.rates):,.0f})"


# --- loops ----------------------------------------------------------------------------------------


def through_positions(game: Game) -> Episode:
    """A match as the README plays it, with a sampler that costs little."""

    def play(chance: Random) -> int:
        table = game.new(seed=chance.getrandbits(64))
        decisions = 0
        while not table.over:
            seat = min(table.due)
            legal = table.view(seat).legal()
            table.act(seat, legal[int(chance.random() * len(legal))])
            decisions += 1
        return decisions

    return play


def through_gymnasium(table: Any) -> Episode:
    """An episode of one seat; only its own decisions are counted, not those of its opponents."""
    table.reset(seed=1)

    def play(chance: Random) -> int:
        _, info = table.reset()
        over, decisions = False, 0
        while not over:
            _, _, over, _, info = table.step(picked(info["action_mask"], chance))
            decisions += 1
        return decisions

    return play


def through_pettingzoo(table: Any) -> Episode:
    """An episode as PettingZoo's documents write it.

    It is seeded once: a seed makes some of PettingZoo's games build everything from scratch.
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
            table.step(picked(observation["action_mask"], chance))
            decisions += 1
        return decisions

    return play


def in_parallel(table: Any) -> Episode:
    """An episode in which all seats act in every step; to wait is no decision."""
    table.reset(seed=1)

    def play(chance: Random) -> int:
        seen, _ = table.reset()
        decisions = 0
        while table.agents:
            actions = {agent: picked(seen[agent]["action_mask"], chance) for agent in table.agents}
            decisions += sum(action != table.wait for action in actions.values())
            seen = table.step(actions)[0]
        return decisions

    return play


def through_openspiel(game: Any, look: str) -> Episode:
    """A match as OpenSpiel's examples play it, looking at the mover's tensor of some kind."""

    def play(chance: Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
                continue
            getattr(state, look)(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
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


def picked(mask: Any, chance: Random) -> int:
    """Any of the actions that a mask allows."""
    (legal,) = mask.nonzero()
    return int(legal[int(chance.random() * len(legal))])


# --- who plays ------------------------------------------------------------------------------------

DOORS: dict[str, Callable[[Game], Episode]] = {
    "`view`, `legal`, `act`": through_positions,
    "Gymnasium against `random`": lambda game: through_gymnasium(make(game).unwrapped),
    "PettingZoo, turn by turn": lambda game: through_pettingzoo(env(game)),
    "PettingZoo, parallel": lambda game: in_parallel(parallel_env(game)),
    f"OpenSpiel, `{OBSERVED}`": lambda game: through_openspiel(load(game), OBSERVED),
    f"OpenSpiel, `{INFORMED}`": lambda game: through_openspiel(load(game), INFORMED),
}

PEERS: dict[str, tuple[tuple[str, ...], Callable[[str], Episode]]] = {
    "PettingZoo": (
        PETTINGZOO,
        lambda name: through_pettingzoo(
            import_module("pettingzoo").make("aec", f"classic/{name}")
        ),
    ),
    "RLCard": (RLCARD, lambda name: through_rlcard(import_module("rlcard").make(name))),
    **{
        f"OpenSpiel, `{look}`": (
            OPENSPIEL,
            partial(
                lambda name, look: through_openspiel(
                    import_module("pyspiel").load_game(name), look
                ),
                look=look,
            ),
        )
        for look in (OBSERVED, INFORMED)
    },
}  # fmt: skip


def house() -> list[Contestant]:
    """Our games through every door, compiled."""
    games = [kermesse.game(name) for name in kermesse.game_names()]
    here = [
        Contestant(door, game.title, way(game)) for door, way in DOORS.items() for game in games
    ]
    for one in here:
        for seed in range(WARM_UP):
            one.play(Random(seed))
    return here


def peers() -> Iterator[Contestant | str]:
    """The games of others, and what is not installed."""
    for library, (games, way) in PEERS.items():
        for game in games:
            try:
                play = way(game)
                play(Random(1))
            except Exception as missing:  # each library has errors of its own for that
                yield f"{library} {game}: {missing}"
            else:
                yield Contestant(library, game, play)


# --- what is told ---------------------------------------------------------------------------------


def table_of(ours: list[Contestant], theirs: list[Contestant]) -> str:
    """Our games, a column each, and the others below."""
    games = list(dict.fromkeys(one.game for one in ours))
    rows = {door: {one.game: str(one) for one in ours if one.door == door} for door in DOORS}
    lines = heading("decisions per second", *games)
    lines += [row(door, *(cells[game] for game in games)) for door, cells in rows.items()]
    lines += ["", *heading("library", "game", "decisions per second")]
    lines += [row(one.door, one.game, str(one)) for one in theirs]
    return "\n".join([*lines, "", conditions(len(ours[0].rates))])


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def missed(ours: list[Contestant]) -> list[str]:
    """What is slower than it is to be."""
    titles = {kermesse.game(name).title for name in MEASURED}
    return [
        f"{one.door}, {one.game}: {one.rate:,.0f} of {TARGETS[one.door]:,}"
        for one in ours
        if one.door in TARGETS and one.game in titles and one.rate < TARGETS[one.door]
    ]


def conditions(turns: int) -> str:
    """What was measured, when and with which versions."""
    versions = ", ".join(f"{name} {installed(name)}" for name in LIBRARIES if installed(name))
    return (
        f"Measured by `python -m bench.api` on {datetime.date.today():%Y-%m-%d}: "
        f"Python {platform.python_version()}, {versions}; one core of {processor()}; "
        f"{turns} turns; decisions per second of processor time, median (range)."
    )


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--seconds", default=1.0, show_default=True, help="per contestant and turn")
@click.option("--turns", default=5, show_default=True, help="how often everybody plays")
@click.option("--page", type=click.Path(path_type=Path, exists=True), help="where the table goes")
def main(seconds: float, turns: int, page: Path | None) -> None:
    """Measure, show, write down."""
    warnings.filterwarnings("ignore", module="pettingzoo|rlcard|gymnasium|pygame")
    console = Console()
    with console.status("compiling"):
        ours, others = house(), list(peers())
    theirs = [one for one in others if isinstance(one, Contestant)]
    for turn in track(range(turns), "turns", console=console, transient=True):
        for one in [*ours, *theirs]:
            one.take_turn(seconds, Random(turn))
    text = table_of(ours, theirs)
    console.print(text, markup=False, soft_wrap=True)
    for line in [f"not here: {one}" for one in others if isinstance(one, str)]:
        console.print(line, markup=False, soft_wrap=True)
    console.print(f"below target: {'; '.join(missed(ours)) or 'none'}", markup=False)
    if page:
        write_between(page, MARKS, text)


if __name__ == "__main__":
    main()
