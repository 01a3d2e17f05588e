"""OpenSpiel's `crazy_eights` under uniformly random play: C++ rules called from Python."""

from random import Random
from typing import Any

from .rate import Rate, import_rival, measure

pyspiel = import_rival("pyspiel", "open_spiel")


def play_match(game: Any, rng: Random) -> int:
    """Play one game to its end and return the number of player decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            # random.choices, for with numpy.random.choice the whole run takes twice as long.
            action = rng.choices(outcomes, weights)[0]
        else:
            action = rng.choice(state.legal_actions())
            decisions += 1
        state.apply_action(action)
    return decisions


def run(seconds: float, seed: int = 1, players: int = 2) -> Rate:
    """Measure random games of two players, as in Muvuca, unless told; OpenSpiel's default is 5."""
    game = pyspiel.load_game("crazy_eights", {"players": players})
    rng = Random(seed)
    return measure("OpenSpiel crazy_eights", seconds, lambda: play_match(game, rng))
