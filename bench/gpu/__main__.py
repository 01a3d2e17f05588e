"""The command: compare with the CPU, then race.

    python -m bench.gpu [GAME] [--matches 100000] [--race 4000000] [--json FILE]

Needs numba-cuda and a CUDA device, or NUMBA_ENABLE_CUDASIM=1 and a handful of matches.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import numpy as np

from bench.gpu.compare import compare
from bench.gpu.matches import cpu_playouts, cuda, fresh
from bench.gpu.race import layouts, race
from kermesse.core.conformance.matches import mixed
from kermesse.core.cuda import SIMULATED
from kermesse.core.game import Game

# what is counted, how many decisions it takes, and how many a second are wanted on an H200
TARGETS = {
    "muvuca": ("pushes", 2, 1e9),
    "viva": ("decisions", 1, 200e6),
    "muckle": ("decisions", 1, 200e6),
    "moon_river": ("decisions", 1, 20e6),
    "shuppa": ("decisions", 1, 50e6),
}


def main() -> int:
    """Compare, then race; 0 if all bytes were the same."""
    parser = argparse.ArgumentParser(description="Random play on a CUDA device.")
    parser.add_argument("game", nargs="?", default="muvuca")
    parser.add_argument("--matches", type=int, default=100_000, help="to compare with the CPU")
    parser.add_argument("--race", type=int, default=4_000_000, help="for the speed; 0: none")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path, help="where the findings go")
    chosen = parser.parse_args()
    game: Game = import_module(f"kermesse.games.{chosen.game}").game
    findings: dict[str, Any] = {"game": game.name, "machine": machine(), "race": []}
    say(json.dumps(findings["machine"]))
    findings["compared"] = compare_all(game, chosen.matches)
    if chosen.race:
        findings["race"] = race_all(game, chosen.race, chosen.repeats)
    if chosen.json:
        chosen.json.write_text(json.dumps(findings, indent=2) + "\n")
    same = all(c["equal"] for c in findings["compared"])
    same = same and all(r["same_bytes"] for r in findings["race"])
    say("the same bytes on both sides" if same else "NOT the same bytes")
    return 0 if same else 1


def compare_all(game: Game, matches: int) -> list[dict[str, Any]]:
    """Default options and all options mixed, each on both sides."""
    found = []
    for name, start in {
        "default options": fresh(game, matches),
        "all options mixed": mixed(game, matches, seed=7),
    }.items():
        comparison = compare(game, name, start)
        found.append({**asdict(comparison), "equal": comparison.equal})
        say(
            f"{name}: {comparison.matches:,} matches, {comparison.decisions:,} decisions; "
            f"{comparison.differing_records} final records and "
            f"{comparison.differing_traces} traces differ"
        )
    return found


def race_all(game: Game, matches: int, repeats: int) -> list[dict[str, Any]]:
    """Every layout on the same matches; each must end in the CPU's bytes."""
    start = fresh(game, matches)
    expected = start.copy()
    cpu_playouts(game, expected)
    results = []
    for layout in layouts(game):
        result = race(game, layout, start, expected, repeats)
        rate = result.decisions_per_second
        results.append({**asdict(result), "decisions_per_second": rate})
        say(
            f"{rate / 1e6:10,.1f} M decisions/s  {layout}  "
            f"{'same bytes' if result.same_bytes else 'OTHER BYTES'}"
        )
    judge(game, max(result["decisions_per_second"] for result in results))
    return results


def judge(game: Game, best: float) -> None:
    """Hold the best rate against the game's target, where it has one."""
    if game.name in TARGETS:
        what, each, target = TARGETS[game.name]
        verdict = "reached" if best / each >= target else "missed"
        say(f"best: {best / each / 1e6:,.1f} M {what}/s; target {target / 1e6:,.0f} M {verdict}")


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "cores": os.cpu_count(),
        "device": "simulator" if SIMULATED else str(cuda.get_current_device().name),
    }


def say(line: str) -> None:
    """Progress that is seen at once, also through a pipe."""
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
