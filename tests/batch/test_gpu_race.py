"""The ways to lay matches out on a CUDA device, as far as they can be looked at without one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import numpy as np
import pytest
from bench.gpu import matches, race
from tests.batch.warps import LANES, Warp

from kermesse.core.batch import device_kernels
from kermesse.core.batch.device import first_phase
from kermesse.core.binding import bind
from kermesse.core.game import Game
from kermesse.core.kernel import plain
from kermesse.core.playout import playouts


def game_named(name: str) -> Game:
    found: Game = import_module(f"kermesse.games.{name}").game
    return found


def test_matches_that_wait_for_one_another_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """One lane has no match, as beyond the end of a batch: it takes part and changes nothing."""
    game = game_named("shuppa")
    batch = game.blank(LANES, options={"rounds": 2})
    batch["rng"] = np.arange(LANES) + 5
    expected, bound = batch.copy(), game.bound(game.choose({"rounds": 2}))
    taken = game.bind(playouts, plain=True)(expected[:-1], bound, np.zeros(game.actions, np.int16))
    for lane in range(LANES - 1):
        plain(game.kernels["setup"])(batch[lane])
    warp = Warp()
    for module in (matches, device_kernels):
        monkeypatch.setattr(module, "WARP", LANES)
        monkeypatch.setattr(module, "cuda", warp)
    monkeypatch.setattr(matches, "PHASES", len(game.phases))
    monkeypatch.setattr(matches, "START", first_phase(game))
    together = bind(matches.together, game.plain_kernels, game.name, plain=True)

    def play(lane: int) -> int:
        warp.of_thread.lane = lane
        moves = np.zeros(game.actions, np.int16)
        return int(together(batch[lane], lane < LANES - 1, bound, moves))

    with ThreadPoolExecutor(LANES) as pool:
        counts = list(pool.map(play, range(LANES)))
    assert counts[-1] == 0
    assert sum(counts) == taken
    assert batch.tobytes() == expected.tobytes()


@pytest.mark.skipif(matches.SLOWLY, reason="the simulator tries one layout")
@pytest.mark.parametrize("name", ["muvuca", "viva", "muckle", "moon_river", "shuppa"])
def test_every_game_is_tried_with_fewer_registers(name: str) -> None:
    tried = race.layouts(game_named(name))
    assert any(layout.registers for layout in tried)
    assert race.layouts(game_named(name))[0] == race.Layout("in_global")


def test_what_lies_in_shared_memory_has_room_there() -> None:
    shuppa = game_named("shuppa")
    assert race.fits(shuppa, race.Layout("in_shared", block=64))
    assert not race.fits(shuppa, race.Layout("in_shared", block=128))
    assert race.fits(shuppa, race.Layout("in_global", block=1024))


def test_moves_are_as_narrow_as_their_numbers_allow() -> None:
    assert (race.narrowest(127), race.narrowest(128)) == (np.int8, np.int16)
