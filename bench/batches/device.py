"""One GPU: every game in several plans, compared with the CPU byte for byte; then Pgx."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from bench.batches.findings import begun, keep, middle, rate, spread
from bench.batches.rival import GAMES, NoPgx, Pgx
from kermesse.core.batch.device import DeviceBatch, Plan, usual_plan
from kermesse.core.cuda import SIMULATED, cuda_module
from kermesse.core.game import Game

cuda = cuda_module()

Say = Callable[[str], None]

# as many games as fill the device and leave memory for both sides
SIZES = {"muvuca": 2**20, "viva": 2**20, "muckle": 2**20, "shuppa": 2**19, "moon_river": 2**17}
PLANS = (
    Plan(),
    Plan(by_phase=True),
    Plan(registers=64),
    Plan(registers=64, copies=True),
    Plan(registers=64, copies=True, by_phase=True),
    Plan(registers=64, together=True, copies=True),
    Plan(registers=64, together=True, copies=True, by_phase=True),
)
PGX_SIZES = (2**15, 2**18, 2**20)  # games; the fastest counts
WARM_UP = 64  # steps, so that games are no longer all in the same phase
STEPS = 64  # between two looks at the clock
CHECKED, CHECKED_STEPS = 256, 40  # games and steps of each plan beside the CPU
ARRAYS = ("seat", "mask", "mask_bits", "observation", "views", "reward", "over", "records")


def differing(game: Game, plan: Plan | None, seats: int, games: int, steps: int) -> list[str]:
    """What is not the same bytes as on the CPU, after the deal and after every step."""
    here = game.batch(games, seats, seed=7)
    there = DeviceBatch(game, games, seats, seed=7, plan=plan)
    found = []
    for step in range(steps + 1):
        for name in ARRAYS:
            if getattr(here, name).tobytes() != plainly(getattr(there, name)):
                found.append(f"{name} after {step} steps")
        if found:
            break
        actions, others = here.random_actions(), there.random_actions()
        if actions.tobytes() != plainly(others):
            return [f"random actions after {step} steps"]
        here.step(actions)
        there.step(others)
    return found


def plainly(array: Any) -> bytes:
    """The bytes of an array on the device, row by row."""
    return np.ascontiguousarray(array.numpy()).tobytes()


def race(game: Game, plan: Plan, games: int, turns: int) -> dict[str, Any]:
    """How fast a plan is; masks and observations are written in every step."""
    began = perf_counter()
    batch = DeviceBatch(game, games, seed=7, plan=plan)
    run(batch, 1)
    compiling = perf_counter() - began
    run(batch, WARM_UP)
    rates = [rate({"steps": games * STEPS, "seconds": run(batch, STEPS)}) for _ in range(turns)]
    return {
        "game": game.name,
        "plan": asdict(plan),
        "games": games,
        "compile_seconds": round(compiling, 1),
        **spread(rates),
    }


def run(batch: DeviceBatch, steps: int) -> float:
    """Seconds that steps of random play take."""
    cuda.synchronize()
    began = perf_counter()
    for _ in range(steps):
        batch.step(batch.random_actions(), unchecked=True)
    cuda.synchronize()
    return perf_counter() - began


def check(game: Game, games: int, steps: int, say: Say) -> list[dict[str, Any]]:
    """The usual plan beside the CPU, with every number of seats."""
    found = []
    for seats in game.seats:
        others = differing(game, None, seats, games, steps)
        found.append({"game": game.name, "seats": seats, "games": games, "differing": others})
        say(f"{game.name} with {seats}: {', '.join(others) or 'the same bytes'}")
    return found


def plans_for(game: Game, every: bool) -> list[Plan]:
    """The usual plan first, then others that are worth a try."""
    usual = usual_plan(game)
    others = PLANS if every and not SIMULATED else ()
    return [usual, *(plan for plan in others if plan != usual)]


def measure(game: Game, size: int, turns: int, every: bool, say: Say) -> Iterator[dict[str, Any]]:
    """All plans of a game; each must leave the CPU's bytes behind."""
    for plan in plans_for(game, every):
        result = race(game, plan, size, turns)
        result["differing"] = differing(
            game, plan, game.checked_seats(None), min(CHECKED, size), CHECKED_STEPS
        )
        verdict = ", ".join(result["differing"]) or "the same bytes"
        say(f"{result['median'] / 1e6:10,.1f} M steps/s  {game.name}  {plan}  {verdict}")
        yield result


def measure_pgx(python: str, turns: int, found: dict[str, Any], say: Say) -> Iterator[None]:
    """Pgx on the same device, each game at its best size; ``found`` grows game by game."""
    found["sizes"], found["rates"] = PGX_SIZES, []
    try:
        with Pgx(python) as pgx:
            found |= pgx.about
            for env in GAMES:
                result = max((timed(pgx, env, size, turns) for size in PGX_SIZES), key=middle)
                found["rates"].append(result)
                say(f"{result['median'] / 1e6:10,.1f} M steps/s  Pgx {env}")
                yield
    except NoPgx as reason:
        found["error"] = str(reason)
        say(f"Pgx does not play: {reason}")
        yield


def timed(pgx: Pgx, env: str, games: int, turns: int) -> dict[str, Any]:
    """One game of Pgx at one size."""
    pgx.play(env, games, 0)  # compiles
    return {
        "game": env,
        "games": games,
        **spread([rate(pgx.play(env, games, 1)) for _ in range(turns)]),
    }


def start(file: Path) -> dict[str, Any]:
    """Findings of a run, kept from the beginning."""
    device = "simulator" if SIMULATED else str(cuda.get_current_device().name)
    found = begun(device=device, checked=[], raced=[], pgx={})
    keep(found, file)
    return found
