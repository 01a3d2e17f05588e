"""Plain Python against machine code, on all cores: the same bytes at the end of every match?

    python -m bench.modes GAME [--matches 100000] [--workers N]

Plain Python is some thousand times slower, so seats and options are drawn at random, but every
match is as short as its options allow. A last record holds the last state of chance: one draw more
or less on the way would show.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from importlib import import_module
from multiprocessing import Pool

from kermesse.core.conformance.matches import differing, mixed
from kermesse.core.game import Game
from kermesse.core.record import Records

PORTION = 250
SHORTENED = ("turn_cap", "rounds", "rounds_to_win")  # what decides how long a match can get


def main() -> int:
    """Play every match both ways; 0 if all bytes were the same."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    compare(chosen.game, 1, seed=0)  # compiles before the processes part
    starts = range(0, chosen.matches, PORTION)
    jobs = [(chosen.game, min(PORTION, chosen.matches - start), start + 1) for start in starts]
    began, others, done = time.monotonic(), 0, 0
    with Pool(chosen.workers) as pool:
        for found, matches in pool.imap_unordered(job, jobs):
            others, done = others + found, done + matches
            print(f"\r{done:,} of {chosen.matches:,} matches", end="", flush=True)
    print(
        f"\n{chosen.game}: {done:,} matches, plain and compiled; "
        f"{others} final records differ; {time.monotonic() - began:.0f} s"
    )
    return 1 if others else 0


def job(given: tuple[str, int, int]) -> tuple[int, int]:
    """`compare` for a process of a pool, with the number of matches."""
    return compare(*given), given[1]


def compare(name: str, matches: int, seed: int) -> int:
    """How many of some matches end differently."""
    game: Game = import_module(f"kermesse.games.{name}").game
    return len(differing(game, short(game, matches, seed)))


def short(game: Game, matches: int, seed: int) -> Records:
    """Matches of any seats and options, each as short as it can be."""
    least = {o.name: o.code(o.allowed[0]) for o in game.options if o.name in SHORTENED}
    return mixed(game, matches, seed, **least)


if __name__ == "__main__":
    sys.exit(main())
