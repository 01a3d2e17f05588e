"""`kermesse bench`: the speed of random play on this machine."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import click
import numpy as np
from rich.console import Console

from kermesse.cli.parameters import game_argument, options_option, read_settings, seats_option
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.core.playout import playouts

BATCH = 256


@click.command()
@game_argument
@seats_option
@options_option
@click.option("--threads", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.05, 3600), default=2.0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(
    game: Game,
    seats: int | None,
    settings: tuple[str, ...],
    threads: int,
    seconds: float,
    as_json: bool,
) -> None:
    """Play GAME at random as fast as possible, and report the speed."""
    if math.isnan(seconds):
        raise click.BadParameter("nan is not a number of seconds", param_hint="--seconds")
    options = read_settings(game, settings)
    seats = game.checked_seats(seats)
    with Console(stderr=True).status(f"{game.title}: compiling (first use only)") as status:
        rusher(game, seats, options, stream=0)(0.0)
        status.update(f"{game.title}: {seconds:g} s of random play on {threads} thread(s)")
        decisions, matches, taken = race(game, seats, options, threads, seconds)
    report = {
        "game": game.name,
        "seats": seats,
        "threads": threads,
        "decisions_per_second": round(decisions / taken),
        "matches_per_second": round(matches / taken),
    }
    if as_json:
        click.echo(json.dumps(report))
    else:
        click.echo(
            f"{game.title}, {seats} seats, {threads} thread(s): "
            f"{report['decisions_per_second']:,} decisions and "
            f"{report['matches_per_second']:,} matches a second"
        )


def race(
    game: Game, seats: int, options: dict[str, Value], threads: int, seconds: float
) -> tuple[int, int, float]:
    """Random play on several threads at once: decisions, matches, seconds."""
    rushers = [rusher(game, seats, options, stream) for stream in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        start = time.perf_counter()
        counts = list(pool.map(lambda rush: rush(seconds), rushers))
        taken = time.perf_counter() - start
    return sum(d for d, _ in counts), sum(m for _, m in counts), taken


def rusher(
    game: Game, seats: int, options: dict[str, Value], stream: int
) -> Callable[[float], tuple[int, int]]:
    """A function that plays random matches for some seconds; each stream has its own deals."""
    batch = game.blank(BATCH, seats, options)
    batch["rng"] = np.random.SeedSequence(stream).generate_state(BATCH, np.uint64)
    moves = np.zeros(game.actions, np.int16)
    bound = game.bound(game.choose(options))
    play = game.bind(playouts)

    def rush(seconds: float) -> tuple[int, int]:
        deadline = time.perf_counter() + seconds
        decisions = matches = 0
        while True:
            played = play(batch, bound, moves)
            if played < 0:
                raise KermesseError(f"a random match of {game.name} got stuck")
            decisions += played
            matches += BATCH
            if time.perf_counter() >= deadline:
                return decisions, matches

    return rush
