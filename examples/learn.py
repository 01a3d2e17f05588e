"""Learn a two-sided game by self-play: PPO over a batch, on a GPU or the CPU.

    python examples/learn.py viva --minutes 3 --curve curve.json

Needs PyTorch. The network sees `batch.observation`, chooses by `batch.mask`, and is rewarded with
`batch.reward`: PyTorch reads the batch's memory directly. Every so often it plays the greedy bot.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

import kermesse
from kermesse.core.batch import Batch
from kermesse.core.position import View

CLIP = 0.2  # how far a policy may move away from the one that played, in a round
DISCOUNT = 0.999
TRACE = 0.95  # of the generalised advantage
VALUE_WEIGHT = 0.5
LEAST_ADVANTAGE = 1e-6


@dataclass(frozen=True)
class Plan:
    """Settings for learning."""

    games: int = 8192
    steps: int = 64  # of each game between two rounds of learning
    width: int = 512
    passes: int = 2
    pieces: int = 16  # in which a round is learned
    rate: float = 3e-4
    curiosity: float = 0.01
    tests: int = 400  # games against another bot at a time


class Mind(nn.Module):
    """A network that rates each action, and how well its seat stands."""

    def __init__(self, features: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(),
            nn.Linear(width, width), nn.ReLU(),
        )  # fmt: skip
        self.likes = nn.Linear(width, actions)
        self.stands = nn.Linear(width, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """The policy over legal actions, and the value."""
        thought = self.body(seen)
        likes = self.likes(thought).masked_fill(~mask, -1e9)
        policy = torch.distributions.Categorical(logits=likes, validate_args=False)
        return policy, self.stands(thought).squeeze(-1)


class Round(NamedTuple):
    """What was played between two rounds of learning: each of (steps, games, …)."""

    seen: Tensor
    mask: Tensor
    action: Tensor
    likelihood: Tensor
    advantage: Tensor
    worth: Tensor


def shared(batch: Batch) -> dict[str, Tensor]:
    """The batch's own arrays as tensors: nothing is copied."""
    names = ("observation", "mask", "seat", "reward", "over")
    return {name: torch.from_dlpack(getattr(batch, name)) for name in names}


def play_round(
    mind: Mind, batch: Batch, now: dict[str, Tensor], teams: Tensor, plan: Plan
) -> Round:
    """Let the network play all seats for some steps."""
    kept: list[list[Tensor]] = []
    for _ in range(plan.steps):
        seen, mask = now["observation"].clone(), now["mask"].clone()
        seat = now["seat"].long()
        with torch.no_grad():
            policy, value = mind(seen, mask)
        action = policy.sample()
        chosen = action.int()
        batch.step(chosen if chosen.is_cuda else chosen.numpy(), unchecked=True)
        paid = now["reward"].gather(1, seat[:, None]).squeeze(1)
        side = teams[seat]
        kept.append(
            [seen, mask, action, policy.log_prob(action), value, paid, side, now["over"] + 0]
        )
    with torch.no_grad():
        ahead = mind(now["observation"], now["mask"])[1]
    seen, mask, action, likelihood, value, paid, side, over = (
        torch.stack(column) for column in zip(*kept, strict=True)
    )
    last = teams[now["seat"].long()]
    advantage = advantages(value, paid, side, over.bool(), ahead, last)
    return Round(seen, mask, action, likelihood, advantage, advantage + value)


def advantages(
    value: Tensor, paid: Tensor, side: Tensor, over: Tensor, ahead: Tensor, last: Tensor
) -> Tensor:
    """How much better each decision turned out than expected.

    What comes next is judged by whoever decides next: what is good for the other side is bad.
    """
    out = torch.zeros_like(value)
    gain = torch.zeros_like(ahead)
    for t in range(len(value) - 1, -1, -1):
        follower = last if t == len(value) - 1 else side[t + 1]
        sign = torch.where(follower == side[t], 1.0, -1.0) * (~over[t]).float()
        expected = ahead if t == len(value) - 1 else value[t + 1]
        surprise = paid[t] + DISCOUNT * sign * expected - value[t]
        gain = surprise + DISCOUNT * TRACE * sign * gain
        out[t] = gain
    return out


def learn(mind: Mind, optimiser: torch.optim.Optimizer, played: Round, plan: Plan) -> None:
    """Make good decisions likelier, a little at a time (PPO)."""
    flat = Round(*(part.flatten(0, 1) for part in played))
    spread = flat.advantage.std() + LEAST_ADVANTAGE
    for _ in range(plan.passes):
        order = torch.randperm(len(flat.action), device=flat.action.device)
        for piece in order.chunk(plan.pieces):
            policy, value = mind(flat.seen[piece], flat.mask[piece])
            ratio = (policy.log_prob(flat.action[piece]) - flat.likelihood[piece]).exp()
            gain = flat.advantage[piece] / spread
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.minimum(ratio * gain, bounded * gain).mean()
            loss = loss + VALUE_WEIGHT * (value - flat.worth[piece]).square().mean()
            loss = loss - plan.curiosity * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(mind.parameters(), 0.5)
            optimiser.step()


class Contest:
    """Games against another bot on fixed deals, half of them from each side."""

    def __init__(self, game: kermesse.Game, seats: int, opponent: str, games: int) -> None:
        self.game = game
        self.bot = kermesse.bot(opponent, game)
        self.batch = game.batch(games, seats=seats, seed=1)
        self.side = np.arange(games) % 2  # that the network plays

    def share(self, mind: Mind, device: str) -> float:
        """The network's share of the victories; one half is even."""
        batch, won = self.batch, np.full(len(self.side), np.nan)
        batch.reset()
        for step in range(self.game.bound(self.game.choose(None))):
            if not np.isnan(won).any():
                break
            with torch.no_grad():
                seen = torch.as_tensor(batch.observation, device=device)
                policy, _ = mind(seen, torch.as_tensor(batch.mask, device=device))
            actions = policy.logits.argmax(1).cpu().numpy().astype(np.int32)
            others = (batch.teams[batch.seat] != self.side) & np.isnan(won)
            for i in np.flatnonzero(others):
                view = View(self.game, batch.views[i : i + 1].copy())
                actions[i] = self.bot.choose(view, seed=step).number
            batch.step(actions)
            fresh = batch.over & np.isnan(won)
            seat = np.array([list(batch.teams).index(side) for side in self.side])
            won[fresh] = (batch.reward[np.arange(len(won)), seat][fresh] + 1) / 2
        return float(np.nanmean(won))


class Learner:
    """A network, and the batch in which it plays itself."""

    def __init__(self, game: kermesse.Game, seats: int | None, seed: int, device: str, plan: Plan):
        torch.manual_seed(seed)
        self.plan = plan
        self.device = device
        self.batch = game.batch(plan.games, seats=seats, seed=seed, device=device)
        if len(set(self.batch.teams)) != 2:
            raise SystemExit(f"{game.title} with {self.batch.seats} seats has not two sides")
        self.now = shared(self.batch)
        self.teams = torch.as_tensor(self.batch.teams.astype(np.int64), device=device)
        self.mind = Mind(game.features, game.actions, plan.width).to(device)
        self.optimiser = torch.optim.Adam(self.mind.parameters(), plan.rate, eps=1e-5)

    def go_on(self) -> float:
        """Play and learn a round; return the seconds it took."""
        began = time.perf_counter()
        played = play_round(self.mind, self.batch, self.now, self.teams, self.plan)
        learn(self.mind, self.optimiser, played, self.plan)
        if self.device == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter() - began


def main() -> None:
    """Learn for some minutes, and report progress."""
    asked = parsed()
    plan = Plan(games=asked.games, tests=asked.tests)
    game = kermesse.game(asked.game)
    learner = Learner(game, asked.seats, asked.seed, asked.device, plan)
    contest = Contest(game, learner.batch.seats, asked.opponent, plan.tests)
    about = {"game": game.name, "seats": learner.batch.seats, "opponent": asked.opponent}
    about |= {"device": asked.device, "games": plan.tests}
    curve: list[dict[str, Any]] = []
    spent, rounds = 0.0, 0
    while not curve or spent < 60 * asked.minutes:
        share = contest.share(learner.mind, asked.device)
        decisions = rounds * plan.games * plan.steps
        curve.append({"seconds": round(spent, 1), "decisions": decisions, "share": share})
        print(f"{spent:6.1f} s {decisions:13,} decisions {share:6.1%} against {asked.opponent}")
        if asked.curve:  # each time, so that an interrupted run is not lost
            Path(asked.curve).write_text(json.dumps(about | {"curve": curve}, indent=1) + "\n")
        spent += sum(learner.go_on() for _ in range(asked.every))
        rounds += asked.every


def parsed() -> argparse.Namespace:
    """The command-line arguments."""
    parser = argparse.ArgumentParser(description="Learn a game by playing against oneself.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=Plan.games)
    parser.add_argument("--every", type=int, default=20, help="rounds between two contests")
    parser.add_argument("--tests", type=int, default=Plan.tests, help="games of a contest")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--curve", help="a file for the figures, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    main()
