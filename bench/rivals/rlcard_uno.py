"""RLCard's `uno` (two players) under uniformly random play through its environment API."""

from random import Random
from typing import Any

from .rate import Rate, import_rival, measure

rlcard = import_rival("rlcard", "rlcard")


def play_match(env: Any, rng: Random) -> int:
    """Play one game to its end and return the number of player decisions."""
    state, _ = env.reset()
    decisions = 0
    while not env.is_over():
        # Raw actions are the faster door (by 2 to 6 %): a number is decoded by computing the legal
        # actions once more. They list a card held twice twice, hence the dict.
        distinct = dict.fromkeys(state["raw_legal_actions"])
        state, _ = env.step(rng.choice(list(distinct)), raw_action=True)
        decisions += 1
    return decisions


def run(seconds: float, seed: int = 1) -> Rate:
    """Measure random games of two players; `make` offers no other number for this game."""
    env = rlcard.make("uno", config={"seed": seed})
    rng = Random(seed)
    return measure("RLCard uno", seconds, lambda: play_match(env, rng))
