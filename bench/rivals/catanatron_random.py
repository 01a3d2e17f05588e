"""Catanatron's Settlers of Catan, four players who choose at random, by its own simulator."""

import importlib
import random
from typing import Any

from .rate import Rate, import_rival, measure

catanatron = import_rival("catanatron", "catanatron")


def play_match(player: Any) -> int:
    """Play one game to its end and return the number of decisions."""
    game = catanatron.Game([player(colour) for colour in catanatron.Color])
    game.play()
    return len(game.state.actions)


def run(seconds: float, seed: int = 1) -> Rate:
    """Measure random games of four players; Catanatron draws from Python's own generator."""
    random.seed(seed)
    return measure("Catanatron", seconds, lambda: play_match(catanatron.RandomPlayer))


def run_weighted(seconds: float, seed: int = 1) -> Rate:
    """The same with players who like to build: cities most, then settlements and cards."""
    weighted = importlib.import_module("catanatron.players.weighted_random")
    random.seed(seed)
    return measure("Catanatron", seconds, lambda: play_match(weighted.WeightedRandomPlayer))
