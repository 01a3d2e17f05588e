"""Games are compiled in another process, which does not outlive the house; searches come last."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kermesse.core.game import Game
from kermesse.core.recipes import LEVELS, Recipe, Search
from kermesse.core.registry import game
from kermesse.table.live import compilation
from kermesse.table.live.compilation import WARM_UPS, Compilation, Stage, kinds_of_search, let_play

COMPILING = Compilation._compile  # other tests put something quicker in its place
WARMING = dict(WARM_UPS)
MUVUCA, VIVA = game("muvuca"), game("viva")


@pytest.fixture(autouse=True)
def really_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compilation, "_compile", COMPILING)


@pytest.mark.parametrize("patience", [0, 0.001, 0.3])  # before, while and after the child starts
def test_a_house_that_closes_leaves_no_child_behind(
    patience: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An open pipe or a running child would be a warning at collection, hence a failure."""
    monkeypatch.setattr(compilation, "stamp_of", lambda game, stage: tmp_path / "never compiled")

    async def begin_and_stop() -> None:
        games = Compilation([MUVUCA])
        games.start()
        await asyncio.sleep(patience)
        await games.stop()
        assert games.under_way == ["muvuca"]

    asyncio.run(begin_and_stop())
    gc.collect()


def test_a_game_that_was_compiled_is_not_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "stamp_of", lambda game, stage: tmp_path / "stamps" / stage)
    monkeypatch.setattr(compilation, "STAGES", (Stage.PLAY,))

    async def prepare() -> None:
        games = Compilation([MUVUCA])
        games.start()
        await asyncio.wait_for(games._ready[Stage.PLAY, "muvuca"].wait(), 300)
        assert not games.under_way
        await games.stop()

    asyncio.run(prepare())
    assert (tmp_path / "stamps" / "play").exists()


# --- the order of things --------------------------------------------------------------------------


class Workshop:
    """Compiles nothing, and notes what it was to compile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.done: list[tuple[str, str]] = []
        self.may_go_on = asyncio.Semaphore(0)

        async def compile_one(games: Compilation, name: str, stage: Stage) -> None:
            await self.may_go_on.acquire()
            self.done.append((name, stage))

        monkeypatch.setattr(Compilation, "_compile", compile_one)
        monkeypatch.setattr(compilation, "stamp_of", lambda game, stage: folder / game.name / stage)
        for stage in Stage:
            monkeypatch.setitem(WARM_UPS, stage, lambda game: None)

    async def let(self, jobs: int) -> None:
        """Wait until so many more are done."""
        wanted = len(self.done) + jobs
        for _ in range(jobs):
            self.may_go_on.release()
        while len(self.done) < wanted:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.02)


def test_rules_are_compiled_before_any_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        shop = Workshop(monkeypatch, tmp_path)
        games = Compilation(
            [VIVA, MUVUCA], workers=1
        )  # the smaller comes first: somebody can play sooner
        games.start()
        assert games.can_think("casual", deep(VIVA, "expert"), 3)  # in plain Python
        assert games.seconds_until(VIVA) > games.seconds_until(MUVUCA) > 0
        await shop.let(2)
        assert shop.done == [("muvuca", "play"), ("viva", "play")]
        assert games.under_way == []
        assert games.can_think("casual", deep(VIVA, "expert"), 3)
        assert not games.can_think("expert", deep(VIVA, "expert"), 3)
        await shop.let(2)
        assert shop.done[2:] == [("muvuca", "search"), ("viva", "search")]
        assert games.can_think("expert", deep(VIVA, "expert"), 3)
        assert games.seconds_until(VIVA) == 0
        await games.stop()

    asyncio.run(scene())


def test_the_game_that_is_played_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        shop = Workshop(monkeypatch, tmp_path)
        games = Compilation([MUVUCA, VIVA], workers=1)
        games.start()
        games.hasten(VIVA)
        await shop.let(1)
        assert shop.done == [("viva", "play")]
        await games.stop()

    asyncio.run(scene())


def test_the_search_that_a_bot_waits_for_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        shop = Workshop(monkeypatch, tmp_path)
        games = Compilation([MUVUCA, VIVA], workers=1)
        games.start()
        await asyncio.sleep(0)  # the first is under way
        bot = asyncio.create_task(games.bot_ready("expert", deep(VIVA, "expert"), 3))
        await asyncio.sleep(0)
        await shop.let(2)
        assert shop.done == [("muvuca", "play"), ("viva", "search")]
        await asyncio.wait_for(bot, 5)
        await games.stop()

    asyncio.run(scene())


def test_a_search_that_cannot_be_compiled_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(games: Compilation, name: str, stage: Stage) -> None:
        if stage is Stage.SEARCH:
            raise OSError("no more processes")

    async def scene() -> None:
        Workshop(monkeypatch, tmp_path)
        monkeypatch.setattr(Compilation, "_compile", fails)
        games = Compilation([MUVUCA])
        games.start()
        await asyncio.wait_for(games.bot_ready("expert", deep(MUVUCA, "expert"), 2), 5)
        await games.stop()

    asyncio.run(scene())


# --- what is touched ------------------------------------------------------------------------------


def deep(game: Game, *names: str, **kinds: Any) -> Game:
    """A game whose named levels search and whose others glance."""
    recipes = {name: Recipe(Search.GLANCE, 1) for name in LEVELS}
    recipes |= {name: Recipe(Search.TREE, 50) for name in names}
    return replace(game, levels=lambda seats: recipes | kinds)


def test_every_way_to_search_is_touched_once() -> None:
    tree, matrix = Recipe(Search.TREE, 9), Recipe(Search.MATRIX, 9, otherwise=Search.FLAT)
    same = deep(VIVA, "skilled", "strong", "expert")
    assert kinds_of_search(same) == [("skilled", 2)]
    assert kinds_of_search(deep(VIVA, skilled=tree, expert=matrix)) == [
        ("skilled", 2),
        ("expert", 2),
    ]
    by_seats = replace(
        VIVA,
        levels=lambda seats: (
            same.levels(seats) | ({"expert": Recipe(Search.FLAT, 9)} if seats > 3 else {})
        ),
    )
    assert kinds_of_search(by_seats) == [("skilled", 2), ("expert", 4)]
    assert kinds_of_search(deep(VIVA)) == []


def test_bots_are_warmed_up_by_their_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int]] = []
    monkeypatch.setattr(
        compilation, "let_play", lambda name, game, seats: played.append((name, seats))
    )
    some = deep(VIVA, "strong", "expert")
    WARMING[Stage.PLAY](some)
    seats = VIVA.checked_seats(None)
    assert played == [(name, seats) for name in ("novice", "casual", "skilled", "random", "greedy")]
    played.clear()
    WARMING[Stage.SEARCH](some)
    assert played == [("strong", 2)]


def test_a_search_is_warmed_up_with_next_to_no_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int | None] = []

    class Player:
        def choose(self, view: Any, *, budget: Any, seed: int) -> Any:
            spent.append(budget.iterations)
            return view.legal()[0]

    monkeypatch.setattr(compilation, "bot", lambda name, game: Player())
    let_play("expert", MUVUCA, 2)
    assert len(spent) == compilation.MOST_DECISIONS
    assert max(spent, default=0) <= 5  # type: ignore[type-var]
