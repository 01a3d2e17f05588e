"""Solve a mini game with OpenSpiel's CFR, and measure how exploitable its average policy is.

pip install 'kermesse[openspiel]'
python examples/openspiel_cfr.py --iterations 200
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

import kermesse.interop.openspiel  # noqa: F401  # registers the games


def solve(name: str, iterations: int, often: int) -> Iterator[tuple[int, float]]:
    """Iterations and exploitability: first of random play, then at intervals."""
    game = pyspiel.load_game(name)
    yield 0, exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % often == 0:
            yield iteration, exploitability.exploitability(game, solver.average_policy())


def main() -> None:
    """Parse the arguments, solve, print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="kermesse_viva_mini")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--often", type=int, default=20, help="iterations between two measurements")
    wishes = parser.parse_args()
    for iteration, left in solve(wishes.game, wishes.iterations, wishes.often):
        print(f"{iteration:6} iterations: exploitability {left:.5f}")


if __name__ == "__main__":
    main()
