"""Train OpenSpiel's DQN against a random player.

pip install 'kermesse[openspiel]' jax flax optax chex orbax-checkpoint
python examples/openspiel_dqn.py --episodes 2000
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.jax import dqn

import kermesse.interop.openspiel  # noqa: F401  # registers the games


def episode(env: rl_environment.Environment, agents: list[Any], learns: bool) -> list[float]:
    """Play one match; every agent is told how it ended."""
    step = env.reset()
    while not step.last():
        agent = agents[step.observations["current_player"]]
        step = env.step([agent.step(step, is_evaluation=not learns).action])
    for agent in agents:
        agent.step(step, is_evaluation=not learns)
    return [float(reward) for reward in step.rewards]


def train(name: str, episodes: int, games: int, seed: int) -> tuple[float, float, float]:
    """The mean return before and after learning, and the last loss."""
    np.random.seed(seed)
    env = rl_environment.Environment(
        name, observation_type=rl_environment.ObservationType.OBSERVATION
    )
    env.seed(seed)
    size = env.observation_spec()["info_state"][0]
    actions = env.action_spec()["num_actions"]
    learner = dqn.DQN(
        0,
        size,
        actions,
        hidden_layers_sizes=(64, 64),
        batch_size=32,
        min_buffer_size_to_learn=100,
        epsilon_decay_duration=20 * episodes,
        seed=seed,
        allow_checkpointing=False,
    )
    others = [random_agent.RandomAgent(seat, actions) for seat in range(1, env.num_players)]
    agents = [learner, *others]
    before = np.mean([episode(env, agents, learns=False)[0] for _ in range(games)])
    for _ in range(episodes):
        episode(env, agents, learns=True)
    after = np.mean([episode(env, agents, learns=False)[0] for _ in range(games)])
    return float(before), float(after), float(learner.loss)


def main() -> None:
    """Parse the arguments, train, print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="kermesse_muvuca(rounds_to_win=1,end_lines=1)")
    parser.add_argument("--episodes", type=int, default=2000)
    parser.add_argument("--games", type=int, default=100, help="played to measure")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    before, after, _ = train(wishes.game, wishes.episodes, wishes.games, wishes.seed)
    print(f"{wishes.game}: worth {before:+.2f} before, {after:+.2f} after")


if __name__ == "__main__":
    main()
