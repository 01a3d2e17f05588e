"""Play OpenSpiel's MCTS against a random player in Moon River, where nothing is hidden.

pip install 'kermesse[openspiel]'
python examples/openspiel_mcts.py --simulations 50
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots import uniform_random

import kermesse.interop.openspiel  # noqa: F401  # registers the games


def play(name: str, simulations: int, seed: int) -> tuple[list[float], int]:
    """Play a match; return the payoffs and the number of actions. The search has seat 0."""
    chance = np.random.RandomState(seed)
    game = pyspiel.load_game(name)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    bots = [uniform_random.UniformRandomBot(seat, chance) for seat in range(game.num_players())]
    bots[0] = mcts.MCTSBot(game, 2.0, simulations, rollouts, random_state=chance)
    state = game.new_initial_state()
    returns = evaluate_bots.evaluate_bots(state, bots, chance)
    return [float(worth) for worth in returns], len(state.history())


def main() -> None:
    """Parse the arguments, play, print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="kermesse_moon_river(samples=4)")
    parser.add_argument("--simulations", type=int, default=20, help="for each decision")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    returns, actions = play(wishes.game, wishes.simulations, wishes.seed)
    print(f"after {actions} actions the match is worth {returns}; MCTS had seat 0")


if __name__ == "__main__":
    main()
