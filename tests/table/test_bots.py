"""Bots at a table: of every level, a bot of its own for each seat, teammates who think as one."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.bots import bot_names
from kermesse.core.position import Action, View
from kermesse.core.recipes import LEVELS, Recipe, Search
from kermesse.core.words import ENGLISH
from kermesse.table import messages
from kermesse.table.forms import TableWish
from kermesse.table.levels import MANNERS, TITLES, bot_line, bot_title, glances, offered_bots
from kermesse.table.limits import Limits
from kermesse.table.live import bot_threads
from kermesse.table.live.bot_threads import BotThreads
from kermesse.table.live.compilation import Stage
from kermesse.table.live.partners import shared_seed, thinks_alone
from kermesse.table.live.table import LiveTable
from kermesse.table.live.tables import LiveTables
from kermesse.table.metrics import Metrics
from kermesse.table.state.log_events import BOT
from kermesse.table.state.terms import TableTerms
from kermesse.table.views.screen import audience_of

from .wires import Listener, act, dealt, open_tables, people, seated, some_path

MUVUCA = kermesse.game("muvuca")
VIVA = kermesse.game("viva")
MUCKLE = kermesse.game("muckle")
SECOND = dict(MUVUCA.choose({"first_player": "seat1"}))
TEAMS = (0, 1, 0, 1)
GLANCE = Recipe(Search.GLANCE, 1)


def run(scene: Any) -> None:
    asyncio.run(scene())


# --- levels ---------------------------------------------------------------------------------------


def test_levels_come_first_and_every_bot_has_words() -> None:
    assert offered_bots() == [*LEVELS, "random", "greedy"]
    assert set(bot_names()) == TITLES.keys() == MANNERS.keys()
    assert bot_line("casual", ENGLISH) == "Casual: sound, with some slips"
    assert bot_title("of_long_ago", ENGLISH) == "Of_long_ago"  # a log may name one that is gone


def test_whoever_runs_out_of_time_is_replaced_by_the_usual_bot() -> None:
    assert TableTerms().bot == TableWish(seats=2).bot == "casual"


def test_a_glance_is_known_by_the_games_own_ladder() -> None:
    keen = replace(MUVUCA, levels=lambda seats: dict.fromkeys(LEVELS, GLANCE))
    assert glances("expert", keen, 2)
    assert [glances(name, MUVUCA, 2) for name in ("random", "greedy")] == [True, True]
    deep = replace(MUVUCA, levels=lambda seats: dict.fromkeys(LEVELS, Recipe(Search.TREE, 9)))
    assert not glances("novice", deep, 2)


# --- a bot of its own for each seat ---------------------------------------------------------------


def test_each_seat_gets_the_bot_that_was_asked_for(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            (ana,) = await people(tables, "Ana")
            options = dict(VIVA.choose({"first_dealer": "seat3"}, 4))
            wish = TableWish(
                seats=4, options=options, bot="random", bots={1: "novice", 3: "greedy"}
            )
            live = await tables.find(await tables.create(ana, VIVA, wish, with_bots=True))
            assert live.state.bots == [None, "novice", "random", "greedy"]
            stored = [seat.bot for seat in tables.services.store.seats(live.id)]
            assert stored == [None, "novice", "random", "greedy"]
            assert live.state.terms.bot == "random"
            names = (
                live.broadcast.view()
                .screen(audience_of(live.state, live.facts(), ana.id, "pt", ""))
                .names
            )
            assert names == ["Ana", "Iniciante", "Aleatório", "Guloso"]

    run(scene)


def test_the_host_gives_each_seat_a_level_while_players_gather(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            (ana,) = await people(tables, "Ana")
            wish = TableWish(seats=4, options=dict(MUCKLE.choose({})))
            live = await tables.find(await tables.create(ana, MUCKLE, wish, with_bots=False))
            host = Listener(live, ana)
            await live.join(host)
            menu = json.loads(live.whole_for(host))["steps"][0]["put"]["board"]
            offered = [
                menu.index(f"Let {bot_title(name, ENGLISH)} play") for name in offered_bots()
            ]
            assert offered == sorted(offered)
            assert "Misses little" in menu
            for seat, name in enumerate(("novice", "expert", "casual"), start=1):
                assert await host.ask(messages.Bot(id=f"b{seat}", seat=seat, name=name)) == ""
            assert live.state.bots == [None, "novice", "expert", "casual"]
            assert "A bot plays seat 2: Expert." in live.whole_for(host)
            assert await host.ask(messages.Bot(id="x", seat=1, name="nobody")) == "not_allowed"

    run(scene)


# --- thinking -------------------------------------------------------------------------------------


def view_of(position: Any) -> View:
    view: View = position.view(min(position.due))
    return view


def test_one_bot_of_a_kind_serves_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    plain = bot_threads.choose

    def choose(player: Any, view: View, seed: int | None) -> Action:
        asked.append(player)
        return plain(player, view, seed)

    monkeypatch.setattr(bot_threads, "choose", choose)

    async def scene() -> None:
        thoughts = BotThreads(Limits(), Metrics())
        for seed in range(3):
            await thoughts.choose("random", view_of(MUVUCA.new(seed=seed)))
        await thoughts.choose("random", view_of(MUVUCA.new(seed=1)), alone=True)
        await thoughts.choose("random", view_of(VIVA.new(seed=1)))
        thoughts.close()

    run(scene)
    kinds = [id(player) for player in asked]
    assert kinds[0] == kinds[1] == kinds[2]
    assert len(set(kinds)) == 3


@pytest.mark.threat(75)
def test_searches_do_not_hold_up_bots_that_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    end, begun = threading.Event(), threading.Semaphore(0)
    plain = bot_threads.choose

    def choose(player: Any, view: View, seed: int | None) -> Action:
        if getattr(player, "level", "") == "expert":
            begun.release()
            assert end.wait(20)
            return view.legal()[0]
        return plain(player, view, seed)

    monkeypatch.setattr(bot_threads, "choose", choose)

    async def scene() -> None:
        thoughts = BotThreads(Limits(), Metrics(), threads=1)
        view = view_of(MUVUCA.new(seed=1))
        searches = [asyncio.create_task(thoughts.choose("expert", view)) for _ in range(3)]
        assert await asyncio.to_thread(begun.acquire, timeout=20)
        assert await asyncio.wait_for(thoughts.choose("random", view), 10) in view.legal()
        searches[1].cancel()  # its table has moved on: it need not even begin
        await asyncio.wait([searches[1]])
        await asyncio.sleep(0.05)
        end.set()
        await searches[2]
        assert begun.acquire(blocking=False)  # the third
        assert not begun.acquire(blocking=False)  # and no other
        thoughts.close()

    run(scene)


async def with_an_expert(tables: LiveTables, person: Any) -> tuple[LiveTable, Listener]:
    """A table where an expert is to begin, whose search is not compiled yet."""
    tables.services.compilation._ready[Stage.SEARCH, "muvuca"].clear()
    wish = TableWish(seats=2, options=SECOND, bot="expert")
    live = await tables.find(await tables.create(person, MUVUCA, wish, with_bots=True))
    await dealt(live)
    mine = Listener(live, person)
    await live.join(mine)
    await asyncio.sleep(0.05)
    return live, mine


def test_a_bot_that_searches_waits_until_it_is_compiled_and_is_seen_to_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_threads, "choose", lambda player, view, seed: view.legal()[0])

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            live, mine = await with_an_expert(tables, ana)
            assert live.state.match is not None
            assert not live.state.match.decisions
            seats = json.loads(live.whole_for(mine))["steps"][0]["put"]["seats"]
            assert '<span class="badge turn thinking">thinking</span>' in seats
            tables.services.compilation._ready[Stage.SEARCH, "muvuca"].set()
            await until_due(live, 0)
            assert "thinking" not in json.loads(live.whole_for(mine))["steps"][0]["put"]["seats"]
            assert await mine.ask(act(live, some_path(live, 0), seat=0)) == ""

    run(scene)


def test_another_bot_takes_over_from_one_that_still_waits(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            live, mine = await with_an_expert(tables, ana)
            assert await mine.ask(messages.Bot(id="b", seat=1, name="random")) == ""
            await until_due(live, 0)

    run(scene)


async def until_due(live: LiveTable, seat: int) -> None:
    for _ in range(4000):
        if seat in live.state.due:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("the bot never decides")


# --- teams ----------------------------------------------------------------------------------------


def test_a_bot_is_alone_unless_its_partner_thinks_alike() -> None:
    def alone(*bots: str | None) -> list[bool]:
        return [thinks_alone(TEAMS, bots, seat) for seat in range(4) if bots[seat]]

    assert alone("expert", "expert", "expert", "expert") == [False] * 4
    assert alone(None, "expert", "expert", "expert") == [False, True, False]
    assert alone("expert", "strong", "expert", "expert") == [False, True, False, True]
    assert not thinks_alone((0, 1), (None, "expert"), 1)  # nobody else in the team


def test_partners_share_a_seed_and_nobody_else_does() -> None:
    position = MUCKLE.new(seed=5)
    bots = ["expert"] * 4
    assert int(position.record.phase) in MUCKLE.sealed - MUCKLE.staged

    def seeds(secret: bytes = b"one") -> list[int | None]:
        return [shared_seed(secret, bots, position.view(seat)) for seat in range(4)]

    def play_on() -> None:
        seat = min(position.due)
        position.act(seat, position.legal(seat)[-1])

    assert seeds() == [None] * 4  # a secret choice, but no matrix: each thinks for itself
    while position.phase != "play":
        play_on()
    first = seeds()
    assert first[0] == first[2]
    assert first[1] == first[3]
    assert first[0] != first[1]
    assert None not in first
    assert not set(first) & set(seeds(b"two"))
    position.act(0, position.legal(0)[0])  # a partner who has begun to answer changes nothing
    assert shared_seed(b"one", bots, position.view(2)) == first[2]
    reveals = int(position.record.reveals)
    while position.phase != "play" or int(position.record.reveals) == reveals:
        play_on()
    assert seeds()[0] != first[0]  # another choice, another seed
    bots[2] = "strong"
    assert [seed is None for seed in seeds()] == [True, False, True, False]
    bots[:] = ["random", "greedy", "random", "greedy"]  # who plan nothing together
    assert seeds() == [None] * 4


def test_only_a_sealed_choice_of_a_team_is_thought_about_as_one() -> None:
    view = view_of(MUVUCA.new(seed=1))
    assert shared_seed(b"one", ["expert", "expert"], view) is None
    position = MUCKLE.new(seed=5)
    position.record.phase = int(MUCKLE.phases["BALL"])
    assert shared_seed(b"one", ["expert"] * 4, position.view(0)) is None


def test_bots_of_one_team_are_asked_with_one_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[int, tuple[bool, int | None]] = {}
    plain = bot_threads.choose

    def choose(player: Any, view: View, seed: int | None) -> Action:
        if int(view.record.phase) in MUCKLE.staged:
            asked.setdefault(view.seat, (getattr(player, "alone", False), seed))
        return plain(kermesse.bot("random", MUCKLE), view, seed)

    monkeypatch.setattr(bot_threads, "choose", choose)

    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            players = await people(tables, "Ana", "Rui", "Eva", "Leo")
            live = await seated(tables, MUCKLE, *players, options=dict(MUCKLE.choose({})))
            for seat, name in enumerate(("greedy", "strong", "strong", "strong")):
                place = replace(live.state.seats[seat], kind=BOT, bot=name, person_id=None)
                live.state.change_seats([place])
            live.go_on()
            while len(asked) < 4:
                await asyncio.sleep(0.01)

    run(scene)
    assert asked[1] == asked[3]
    assert asked[1][0] is False
    assert asked[1][1] is not None
    assert asked[2] == (True, None)  # its partner is another bot
