"""Compile all games once, a process for each, before several test workers need them.

    python -m tools.warm

Without it workers that start together on a cold machine compile the same kernels side by side.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np

import kermesse
from kermesse.core.game import Game
from kermesse.core.playout import playouts
from kermesse.core.record import Records
from kermesse.interop.engine import Engine
from kermesse.interop.openspiel import load
from kermesse.lab.experiment import Experiment
from kermesse.lab.portion import play_portion
from kermesse.table.live.compilation import WARM_UPS

OF_THE_LAB = ("muvuca", "viva")  # games that its tests play
SLOWEST_FIRST = ("shuppa", "moon_river")  # so that no process is left alone with them at the end


def main() -> int:
    """All games, as many at a time as there are cores; 0 if all could be compiled."""
    names = sorted(kermesse.game_names(), key=lambda name: (name not in SLOWEST_FIRST, name))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return max(pool.map(in_a_process, names))


def in_a_process(name: str) -> int:
    """Warm up one game where nothing else is compiled."""
    return subprocess.run([sys.executable, "-m", "tools.warm", name], check=False).returncode


def warm(game: Game) -> None:
    """Touch what tests of a game need: bots, random play, and all of its kernels."""
    for warm_up in WARM_UPS.values():
        warm_up(game)
    touch_position(game)
    batch = game.blank(1)
    game.bind(playouts)(batch, game.bound(game.choose({})), np.zeros(game.actions, np.int16))
    touch_kernels(game, batch)
    game.batch(2, threads=1)
    touch_environment(game)
    touch_openspiel(game)
    if game.name in OF_THE_LAB:
        play_portion(Experiment.checked(game, games=1, bots=["random"]), 0)


def touch_position(game: Game) -> None:
    """A move as a script makes it."""
    position = game.new(seed=1)
    seat = min(position.due)
    position.act(seat, position.legal(seat)[0])
    position.view(seat).legal()


def touch_kernels(game: Game, batch: Records) -> None:
    """Call the kernels that no bot calls."""
    s = batch[0]
    game.kernels["twin"](s, 0)
    game.kernels["census"](s, np.zeros(len(game.box), np.int16))
    game.kernels["features"](s, np.zeros(game.features, np.float32))


def touch_environment(game: Game) -> None:
    """A decision as PettingZoo and Gymnasium take it."""
    match = Engine(game)
    match.deal(1)
    _, mask = match.flat(match.seat)
    match.take(match.seat, int(mask.argmax()))
    match.payoffs()


def touch_openspiel(game: Game) -> None:
    """A match as OpenSpiel plays it, and what it asks about it."""
    state, chance = load(game).new_initial_state(), Random(1)
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    state.information_state_tensor(0)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    state.returns()


if __name__ == "__main__":
    if sys.argv[1:]:
        warm(kermesse.game(sys.argv[1]))
    else:
        sys.exit(main())
