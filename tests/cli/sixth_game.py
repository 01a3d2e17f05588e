"""All that an installed game must have at once; run in a process that finds it.

python sixth_game_scenes.py NAME SCENE… prints the names of the scenes that were played.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import gymnasium
import httpx
import pyspiel
from click.testing import CliRunner
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import kermesse
import kermesse.interop.gymnasium
import kermesse.interop.openspiel
import kermesse.interop.pettingzoo
from kermesse.bots.budget import Budget
from kermesse.cli import main
from kermesse.core.recipes import LEVELS
from kermesse.store import Store
from kermesse.table import messages
from kermesse.table.app import make_app
from kermesse.table.limits import Limits
from kermesse.table.live import services
from kermesse.table.live.compilation import WARM_UPS, Compilation, Stage
from kermesse.table.live.table import LiveTable
from kermesse.table.state.log_events import OVER, PLAYING

PATIENCE = 60.0  # seconds
A_LITTLE = Budget(iterations=4)


def typed(*words: str | Path) -> str:
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


def levels(name: str, folder: Path) -> None:
    """Bots of every level play a match; the file of it is replayed and verified."""
    game = kermesse.game(name)
    for level in LEVELS:
        bot, match = kermesse.bot(level, game), kermesse.Match(game)
        while not match.over:
            seat = min(match.due)
            match.act(seat, bot.choose(match.view(seat), budget=A_LITTLE, seed=1))
        file = folder / f"{level}.json"
        file.write_text(kermesse.write_match(match), encoding="utf-8")
        assert "verified" in typed("verify", file)
        assert match.log()[-1].text in typed("replay", file, "--all", "--seat", "0")


def arena(name: str, folder: Path) -> None:
    assert "win rate" in typed("arena", name, "--bots", "random,novice", "--games", "4")


def lab(name: str, folder: Path) -> None:
    page = folder / "report.html"
    few = ("--games", "30", "--ladder", "0", "--watched", "5", "--workers", "1")
    assert "Is it fair to each seat?" in typed("lab", "report", name, *few, "--output", page)
    assert kermesse.game(name).title in page.read_text(encoding="utf-8")


def pettingzoo(name: str, folder: Path) -> None:
    api_test(kermesse.interop.pettingzoo.env(name), num_cycles=20)


def gymnasium_(name: str, folder: Path) -> None:
    check_env(kermesse.interop.gymnasium.make(name).unwrapped, skip_render_check=True)
    registered = [each for each in gymnasium.registry if each.startswith("kermesse/")]
    assert len(registered) >= len(kermesse.game_names())


def openspiel(name: str, folder: Path) -> None:
    game = pyspiel.load_game(f"kermesse_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def batch(name: str, folder: Path) -> None:
    many = kermesse.game(name).batch(8, seed=1)
    over = 0
    for _ in range(40):
        many.step(many.random_actions())
        over += int(many.over.sum())
    assert over


def table(name: str, folder: Path) -> None:
    """A match at a table with generated pages, in a language that the game does not speak."""

    async def nothing(self: Compilation, name: str, stage: Stage) -> None:
        return

    with (
        patch.object(Compilation, "_compile", nothing),
        patch.dict(WARM_UPS, {Stage.SEARCH: lambda game: None}),
        patch.object(services, "load_games", lambda: {name: kermesse.game(name)}),
    ):
        asyncio.run(visit(name, folder))


async def visit(name: str, folder: Path) -> None:
    game = kermesse.game(name)
    app = make_app(Store(folder / "store"), Limits(bot_pause_ms=0))
    await app.state.tables.start()
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 5))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:

            async def look(path: str) -> str:
                page = await browser.get(path, follow_redirects=True)
                assert page.status_code == 200, f"{path}: {page.status_code}"
                assert "board.css" not in page.text  # the game has none
                return page.text

            sat = await browser.post(f"/games/{name}/play", data={"bot": "random"})
            place = sat.headers["location"]
            live = await app.state.tables.find(place.rpartition("/")[2])
            await asyncio.wait_for(live.ready.wait(), PATIENCE)
            for language in ("en", "fr"):
                await browser.post("/you/language", data={"language": language})
                assert game.title in await look("/")
                assert game.title in await look(f"/games/{name}")
                assert next(iter(game.rulebook().rules)) in await look(f"/rules/{name}")
            board = await look(place)
            assert 'class="plain-board"' in board
            match = live.state.match
            assert match
            for action in match.legal(0):
                assert f'data-pick="{action}"' in board
            await asyncio.wait_for(finish(live), PATIENCE)
            assert live.state.status == OVER
            assert 'class="plain-board"' in await look(place.replace("table", "replay"))
    finally:
        await app.state.tables.close()


async def finish(live: LiveTable) -> None:
    """Always the first choice, until the match is over."""
    person = live.services.store.person(live.state.people[0])
    turns = 0
    while live.state.status == PLAYING:
        match = live.state.match
        choices = match.legal(0) if match else []
        if choices:
            turns += 1
            path = [str(choices[0])]
            act = messages.Act(id=f"t{turns}", at=live.state.moment(0), path=path)
            await live.obey(person, act)
        await asyncio.sleep(0.001)


SCENES = {
    "arena": arena,
    "batch": batch,
    "gymnasium": gymnasium_,
    "lab": lab,
    "levels": levels,
    "openspiel": openspiel,
    "pettingzoo": pettingzoo,
    "table": table,
}

if __name__ == "__main__":
    _, game_name, *chosen = sys.argv
    for scene in chosen:
        with tempfile.TemporaryDirectory() as folder:
            SCENES[scene](game_name, Path(folder))
    print(json.dumps(chosen))
