"""Games are compiled in another process, which does not outlive the house."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from kermesse.core.registry import game
from kermesse.table import preparing
from kermesse.table.preparing import Preparing

COMPILING = Preparing._compile  # other tests put something quicker in its place


@pytest.fixture(autouse=True)
def really_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Preparing, "_compile", COMPILING)


@pytest.mark.parametrize("patience", [0, 0.001, 0.3])  # before, while and after the child starts
def test_a_house_that_closes_leaves_no_child_behind(
    patience: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An open pipe or a running child would be a warning at collection, hence a failure."""
    monkeypatch.setattr(preparing, "stamp_of", lambda game: tmp_path / "never compiled")

    async def begin_and_stop() -> None:
        games = Preparing([game("muvuca")])
        games.start()
        await asyncio.sleep(patience)
        await games.stop()
        assert games.under_way == {"muvuca": 0.0}

    asyncio.run(begin_and_stop())
    gc.collect()


def test_a_game_that_was_prepared_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = tmp_path / "stamps" / "muvuca"
    monkeypatch.setattr(preparing, "stamp_of", lambda game: stamp)

    async def prepare() -> None:
        games = Preparing([game("muvuca")])
        games.start()
        await asyncio.wait_for(games.ready(game("muvuca")), 300)
        assert games.is_ready(game("muvuca"))
        assert not games.under_way
        await games.stop()

    asyncio.run(prepare())
    assert stamp.exists()
