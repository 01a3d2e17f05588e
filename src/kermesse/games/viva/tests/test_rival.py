"""The plain-Python VIVA of the benchmark is the same game: random matches go and end alike."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from bench.rivals.plain_viva import Match, Options, play_match

from kermesse.core.kernel import PLAIN
from kermesse.core.playout import playouts
from kermesse.games.viva import game

MATCHES = 400
OPTIONS = [
    (2, Options(rounds=2, turn_cap=60)),
    (2, Options("pocket", rounds=1, hand_size=7, honour=True, penalty=5, turn_cap=300)),
    (3, Options("pocket", 2, 4, True, 2, 2, viva_right=0, viva_left=3, turn_cap=60)),
    (6, Options(rounds=1, turn_cap=200)),
]

Rows = npt.NDArray[np.float64]


def of_the_rival(seats: int, options: Options) -> Rows:
    """Decisions, rounds played, victory cards given, winners and cards in hand of each match."""
    rng = Random(seats)
    rows = []
    for _ in range(MATCHES):
        match = Match(rng, seats, options)
        decisions = play_match(rng, match)
        held = sum(map(len, match.hands))
        rows.append([decisions, len(match.endings), sum(match.wins), len(match.winners), held])
    return np.array(rows, float)


def of_the_engine(seats: int, options: Options) -> Rows:
    """The same figures of the engine's own random matches."""
    chosen = {name: getattr(options, name) for name in vars(options) if name != "honour"}
    batch = game.blank(
        4 * MATCHES, seats, chosen | {"table": "honour" if options.honour else "strict"}
    )
    batch["rng"] = np.random.default_rng(seats).integers(0, 2**64, len(batch), np.uint64)
    play, bound = game.bind(playouts), game.bound(game.choose(chosen))
    moves, places = np.zeros(game.actions, np.int16), np.zeros(seats, np.int32)
    rows = []
    for i in range(len(batch)):
        decisions = play(batch[i : i + 1], bound, moves)
        s = batch[i]
        game.kernels["outcome"](s, places)
        held = sum(int(hand) >> 3 * kind & 7 for hand in s.hand for kind in range(21))
        rows.append([decisions, s.played, s.wins.sum(), (places == 1).sum(), held])
    return np.array(rows, float)


@pytest.mark.skipif(PLAIN, reason="thousands of matches")
@pytest.mark.rule("VV-10", "VV-13", "VV-16", "VV-38", "VV-40", "VV-53", "VV-66", "VV-67", "VV-73")
@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_random_matches_of_engine_and_rival_are_alike(seats: int, options: Options) -> None:
    """Every mean within four standard errors; the seeds are fixed."""
    rival, engine = of_the_rival(seats, options), of_the_engine(seats, options)
    apart = np.abs(rival.mean(axis=0) - engine.mean(axis=0))
    errors = np.sqrt(rival.var(axis=0) / len(rival) + engine.var(axis=0) / len(engine))
    assert (apart <= 4 * errors).all()
