"""Play OpenSpiel's IS-MCTS against a random player, in a game with hidden cards.

pip install 'kermesse[openspiel]'
python examples/openspiel_ismcts.py --game "kermesse_muvuca(rounds_to_win=1)"
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import kermesse.interop.openspiel  # noqa: F401  # registers the games


def searcher(game: pyspiel.Game, simulations: int, chance: np.random.RandomState) -> pyspiel.Bot:
    """A bot that imagines a world for each simulation, from what its seat has seen."""
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, rollouts, 2.0, simulations, random_state=chance)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, chance.random_sample))
    return bot


def match(
    game: pyspiel.Game, bots: list[pyspiel.Bot], chance: np.random.RandomState
) -> list[float]:
    """Play a match; return each seat's payoff."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choice(outcomes, p=likely))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return list(state.returns())


def play(name: str, simulations: int, games: int, seed: int) -> list[float]:
    """The search's payoff in each match; it takes the seats in turn."""
    chance = np.random.RandomState(seed)
    game = pyspiel.load_game(name)
    worth = []
    for number in range(games):
        bots = [uniform_random.UniformRandomBot(seat, chance) for seat in range(game.num_players())]
        own = number % game.num_players()
        bots[own] = searcher(game, simulations, chance)
        worth.append(match(game, bots, chance)[own])
    return worth


def main() -> None:
    """Parse the arguments, play, print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="kermesse_muvuca(rounds_to_win=1)")
    parser.add_argument("--simulations", type=int, default=100, help="for each decision")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    worth = play(wishes.game, wishes.simulations, wishes.games, wishes.seed)
    print(f"IS-MCTS won {sum(each > 0 for each in worth)} of {len(worth)} matches")


if __name__ == "__main__":
    main()
