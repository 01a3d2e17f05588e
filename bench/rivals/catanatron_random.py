"""Catanatron's Settlers of Catan, four players who choose at random, by its own simulator."""

import random

from .rate import Rate, import_rival, measure

catanatron = import_rival("catanatron", "catanatron")


def play_match() -> int:
    """Play one game to its end and return the number of decisions."""
    colours = list(catanatron.Color)
    game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
    game.play()
    return len(game.state.actions)


def run(seconds: float, seed: int = 1) -> Rate:
    """Measure random games of four players; Catanatron draws from Python's own generator."""
    random.seed(seed)
    return measure("Catanatron", seconds, play_match)
