"""Train Stable-Baselines3's MaskablePPO against a bot, and measure how often it wins.

pip install 'kermesse[gymnasium]' stable-baselines3 sb3-contrib
python examples/maskable_ppo.py --game muvuca --steps 100000
"""

from __future__ import annotations

import argparse

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

import kermesse.interop.gymnasium as adapter


def win_rate(model: MaskablePPO, env: gymnasium.Env, games: int) -> float:
    """The share of games that the model wins, on deals that it was not trained on."""
    wins = 0
    for game in range(games):
        seen, _ = env.reset(seed=1_000_000 + game)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=get_action_masks(env))
            seen, reward, over, _, _ = env.step(int(action))
        wins += reward > 0
    return wins / games


def train(env: gymnasium.Env, steps: int, games: int, seed: int) -> tuple[float, float]:
    """Win rates before and after training."""
    model = MaskablePPO("MlpPolicy", env, batch_size=256, gamma=1.0, ent_coef=0.01, seed=seed)
    before = win_rate(model, env, games)
    model.learn(steps)
    return before, win_rate(model, env, games)


def main() -> None:
    """Parse the arguments, train, print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="viva")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--opponents", default="random", help="a bot or a level")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=200, help="played to measure")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    options = {name: int(value) for name, _, value in (o.partition("=") for o in wishes.option)}
    env = adapter.make(wishes.game, seat="random", opponents=wishes.opponents, options=options)
    before, after = train(env, wishes.steps, wishes.games, wishes.seed)
    print(f"{wishes.game} against {wishes.opponents}: {before:.1%} before, {after:.1%} after")


if __name__ == "__main__":
    main()
