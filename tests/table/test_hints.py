"""Hints: from the person's own view, to that person alone, about their own decision."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.position import Action
from kermesse.store import Person
from kermesse.table import messages
from kermesse.table.commands.change import HintRequest
from kermesse.table.forms import TableWish
from kermesse.table.limits import Limits
from kermesse.table.live import bot_threads, hints
from kermesse.table.live.bot_threads import BotThreads
from kermesse.table.live.compilation import Stage
from kermesse.table.live.hints import Labels, best_way
from kermesse.table.live.table import LiveTable
from kermesse.table.live.tables import LiveTables
from kermesse.table.metrics import Metrics
from kermesse.table.state.log_events import OVER
from kermesse.table.state.terms import ALWAYS, NEVER
from kermesse.table.views.screen import Audience

from .wires import Listener, Talk, act, dealt, open_tables, people, seated, some_path
from .worlds import Pair, Tally, World, random_match, retold, told

MUVUCA = kermesse.game("muvuca")
VIVA = kermesse.game("viva")
MUCKLE = kermesse.game("muckle")
FIRST = dict(MUVUCA.choose({"first_player": "seat0"}))


@pytest.fixture(autouse=True)
def at_a_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well the hints are found does not matter to most tests."""
    monkeypatch.setattr(hints, "HINTER", "greedy")


def run(scene: Any) -> None:
    asyncio.run(scene())


async def against_a_bot(tables: LiveTables, person: Person, **wish: Any) -> LiveTable:
    """A person to move, and a bot."""
    asked = TableWish(seats=2, options=FIRST, bot="random", **wish)
    live = await tables.find(await tables.create(person, MUVUCA, asked, with_bots=True))
    await dealt(live)
    return live


def asking(live: LiveTable, seat: int = 0, at: int | None = None) -> messages.Hint:
    at = live.state.moment(seat) if at is None else at
    return messages.Hint(id=f"h{next(Talk.ids)}", at=at)


async def heard(listener: Listener, seconds: float = 20.0) -> dict[str, Any]:
    """The hint or the refusal that a person is sent."""
    for _ in range(int(seconds / 0.005)):
        for message in listener.told():
            if "hint" in message or "error" in message:
                return message
        await asyncio.sleep(0.005)
    raise AssertionError("nothing was ever said")


async def joined(live: LiveTable, *those: Person | None) -> list[Listener]:
    """Sockets at a table once nothing more is said about who came."""
    found = [Listener(live, person) for person in those]
    for listener in found:
        await live.join(listener)
    while live.broadcast._refresh is not None:
        await asyncio.sleep(0.01)
    for listener in found:
        listener.sent.clear()
    return found


# --- what is told, and to whom --------------------------------------------------------------------


def test_a_hint_is_a_path_that_may_be_taken_and_words_from_the_board(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            live = await against_a_bot(tables, ana)
            (mine,) = await joined(live, ana)
            assert await mine.ask(asking(live)) == ""
            hint = (await heard(mine))["hint"]
            assert hint["at"] == live.state.moment(0)
            card, push = hint["path"]  # both decisions of the turn
            labels = Labels(
                live.broadcast.view().board(live.broadcast.view().screen(Audience(0)))
            ).found
            assert hint["text"] == f"Hint: {labels[card]} → {labels[push]}"
            assert labels[push].startswith("Push ")
            assert await mine.ask(act(live, hint["path"], seat=0)) == ""

    run(scene)


def test_a_hint_speaks_the_language_of_whoever_asked(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            live = await against_a_bot(tables, ana)
            french = Listener(live, ana, "fr")
            await live.join(french)
            assert await french.ask(asking(live)) == ""
            text = (await heard(french))["hint"]["text"]
            assert text.startswith("Conseil\N{NO-BREAK SPACE}: ")
            assert "Push" not in text

    run(scene)


def test_asked_again_at_the_same_moment_the_hint_is_the_same(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            live = await against_a_bot(tables, ana)
            (mine,) = await joined(live, ana)
            found = []
            for _ in range(3):
                mine.sent.clear()
                assert await mine.ask(asking(live)) == ""
                found.append(await heard(mine))
            assert found[0] == found[1] == found[2]

    run(scene)


@pytest.mark.threat(105)
def test_nobody_else_notices_a_hint_and_nothing_is_written(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST, hints=ALWAYS)
            mine, second_tab, other, spectator = await joined(live, ana, ana, rui, None)
            before, moments = (
                live.state.seq,
                {v: s.moment for v, s in live.state.histories.items()},
            )
            pages = [
                str(live.broadcast.view().pieces(live.broadcast.audience(each)))
                for each in (other, spectator)
            ]
            assert await mine.ask(asking(live)) == ""
            hint = await heard(mine)
            assert second_tab.told() == [hint]
            assert other.sent == spectator.sent == []
            assert (live.state.seq, tables.services.store.table(live.id).length) == (
                before,
                before + 1,
            )  # type: ignore[union-attr]
            assert {v: s.moment for v, s in live.state.histories.items()} == moments
            assert [
                str(live.broadcast.view().pieces(live.broadcast.audience(each)))
                for each in (other, spectator)
            ] == pages

    run(scene)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.threat(105)
def test_hints_are_for_the_seat_that_decides(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui, eva = await people(tables, "Ana", "Rui", "Eva")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST, hints=ALWAYS)
            mine, other, watching, nobody = await joined(live, ana, rui, eva, None)
            assert await other.ask(asking(live, 1)) == "not_due"
            assert await watching.ask(asking(live)) == "not_allowed"
            assert await nobody.ask(asking(live)) == "not_allowed"
            old = asking(live)
            assert await mine.ask(act(live, some_path(live, 0), seat=0)) == ""
            assert await mine.ask(old) == "stale"
            assert await mine.ask(asking(live)) == "not_due"
            said = [message for each in (mine, other) for message in each.told()]
            assert not any("hint" in message for message in said)

    run(scene)


def test_after_the_match_there_is_nothing_to_ask(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            options = dict(MUVUCA.choose({**FIRST, "rounds_to_win": 1, "end_lines": 1}))
            live = await seated(tables, MUVUCA, ana, rui, options=options, hints=ALWAYS)
            players = await joined(live, ana, rui)
            while live.state.due:
                (seat,) = live.state.due
                move = act(live, some_path(live, seat), seat=seat)
                assert await players[seat].ask(move) == ""
            assert live.state.status == OVER
            assert 'id="ask-hint"' not in str(
                live.broadcast.view().pieces(live.broadcast.audience(players[0]))
            )
            assert await players[0].ask(asking(live)) == "not_allowed"

    run(scene)


@pytest.mark.threat(105)
def test_where_people_play_each_other_there_are_no_hints_unless_agreed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST)
            (mine,) = await joined(live, ana)
            assert await mine.ask(asking(live)) == "no_hints"
            assert "ask-hint" not in live.whole_for(mine)
            place = live.state.seats[1]
            # a bot that keeps somebody's seat warm is not a table of bots
            warm = replace(place, kind="bot", bot="random", person_id=None, kept_for=rui.id)
            live.state.change_seats([warm])
            assert await mine.ask(asking(live)) == "no_hints"
            live.state.change_seats([replace(warm, kept_for=None)])
            assert "ask-hint" in live.whole_for(mine)
            assert await mine.ask(asking(live)) == ""
            await heard(mine)

    run(scene)


def test_a_table_without_hints(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            live = await against_a_bot(tables, ana, hints=NEVER)
            (mine,) = await joined(live, ana)
            assert await mine.ask(asking(live)) == "no_hints"
            assert "ask-hint" not in live.whole_for(mine)

    run(scene)


def test_so_many_hints_a_minute_and_no_more(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, hints_per_minute=2) as tables:
            (ana,) = await people(tables, "Ana")
            live = await against_a_bot(tables, ana)
            (mine,) = await joined(live, ana)
            for _ in range(2):
                mine.sent.clear()
                assert await mine.ask(asking(live)) == ""
                await heard(mine)
            assert await mine.ask(asking(live)) == "busy"

    run(scene)


def test_a_hint_waits_for_nothing_to_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "HINTER", "strong")

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            live = await against_a_bot(tables, ana)
            tables.services.compilation._ready[Stage.SEARCH, "muvuca"].clear()
            others = [(Stage.SEARCH, "viva"), (Stage.SEARCH, "muvuca")]
            monkeypatch.setattr(tables.services.compilation, "_waiting", others)
            (mine,) = await joined(live, ana)
            assert await mine.ask(asking(live)) == "no_hints_yet"
            assert others[0] == (Stage.SEARCH, "muvuca")  # the next to be compiled

    run(scene)


# --- while it is being thought about --------------------------------------------------------------


def test_the_table_goes_on_while_a_hint_is_sought_and_a_stale_one_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, end = threading.Semaphore(0), threading.Event()
    plain = bot_threads.choose

    def slow(player: Any, view: Any, seed: int | None) -> Action:
        begun.release()
        assert end.wait(20)
        return plain(player, view, seed)

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST, hints=ALWAYS)
            (mine,) = await joined(live, ana)
            monkeypatch.setattr(bot_threads, "choose", slow)
            assert await mine.ask(asking(live)) == ""
            assert await asyncio.to_thread(begun.acquire, timeout=20)
            assert await mine.ask(asking(live)) == ""  # the same question: one answer is enough
            assert not begun.acquire(blocking=False)
            assert await mine.ask(act(live, some_path(live, 0), seat=0)) == ""
            end.set()
            while live.hints._awaited:
                await asyncio.sleep(0.01)
            assert not any({"hint", "error"} & message.keys() for message in mine.told())

    run(scene)


def test_a_hint_that_cannot_be_found_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Action:
        raise KermesseError("no idea")

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            live = await against_a_bot(tables, ana)
            (mine,) = await joined(live, ana)
            monkeypatch.setattr(bot_threads, "choose", broken)
            assert await mine.ask(asking(live)) == ""
            error = (await heard(mine))["error"]
            assert error == {"kind": "no_hint", "text": "No hint was found in time."}
            assert not live.hints._awaited

    run(scene)


# --- from the view and nothing else ---------------------------------------------------------------


async def hints_in_twin_worlds(
    game: Game, seats: int, seed: int, most: int
) -> tuple[int, int, str]:
    """Ask for hints in worlds that the asker cannot tell apart: how often, in how many of them
    something hidden differed, and the first pair of answers that did."""
    chance = random.Random(seed)
    match = random_match(game, seats, chance)
    asked, different = 0, 0
    for viewer in range(seats):
        tale = told(match, viewer)
        one = World(match, tale, viewer, "en")
        two = World(match, retold(tale, match, viewer, chance), viewer, "en")
        pair, made = Pair(one, two, chance, Tally(), 1), 0
        thoughts = BotThreads(Limits(), Metrics())
        for world in (one, two):
            vars(world.live.services)["bots"] = thoughts
            vars(world.live.hints)["_secret"] = b"the same in both worlds"
            clock = {**(world.state.table.clock or {}), "hints": ALWAYS}
            world.state.change_table(clock=clock)
        for number, is_shown in enumerate(tale.shown[:most]):
            if viewer in one.state.due:
                answers = [await answer_in(world) for world in (one, two)]
                asked += 1
                different += one.match.frames[-1] != two.match.frames[-1]
                if answers[0] != answers[1]:
                    return asked, different, f"{answers[0]} is not {answers[1]}"
            await one.make(number, pair.answer_order(one, number), skips=False)
            if is_shown:
                await two.make(made, pair.answer_order(two, made), skips=False)
                made += 1
        thoughts.close()
    return asked, different, ""


async def answer_in(world: World) -> list[str]:
    """All that a world sends for one question."""
    world.socket.sent.clear()
    viewer = world.viewer
    request = HintRequest(11 + viewer, viewer, world.state.moment(viewer))
    await world.live.hints.answer(request)
    (sent,) = world.socket.sent
    assert "hint" in json.loads(sent)
    return [sent]


@pytest.mark.threat(105)
@pytest.mark.parametrize(
    ("game", "seats", "hinter"),
    [(MUVUCA, 2, "strong"), (MUVUCA, 2, "greedy"), (VIVA, 3, "greedy"), (MUCKLE, 4, "random")],
    ids=lambda value: getattr(value, "name", value),
)
@pytest.mark.varied
def test_hints_in_twin_worlds_are_the_same_bytes(
    game: Game, seats: int, hinter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "HINTER", hinter)
    asked, different, leak = asyncio.run(hints_in_twin_worlds(game, seats, 7, 16))
    assert leak == ""
    assert asked > 8
    assert different > asked // 2


@pytest.mark.threat(105)
def test_a_hint_that_peeks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def peeking(self: Any, request: HintRequest, view: Any, offered: Any) -> list[Action]:
        state = self._table.state
        legal = view.legal()
        return [legal[sum(state.match.frames[-1].tobytes()) % len(legal)]]

    monkeypatch.setattr(hints.Hints, "suggested", peeking)
    _, _, leak = asyncio.run(hints_in_twin_worlds(MUVUCA, 2, 7, 16))
    assert "is not" in leak


# --- words ----------------------------------------------------------------------------------------


def test_picks_are_called_as_the_board_calls_them() -> None:
    board = """<div id="board"><button data-pick="a" aria-label="Card A"><b>x</b></button>
    <button data-pick="b">Draw <i>a card</i></button><button>Not a pick</button> words
    <button data-pick="a" aria-label="Another">y</button></div>"""
    assert Labels(board).found == {"a": "Card A", "b": "Draw a card"}


def test_of_several_ways_the_one_on_the_board_is_shown() -> None:
    ways = (("RY", "H1"), ("RY H1",))
    assert best_way(ways, {"RY": "Red-yellow", "H1": "House 1"}) == ("RY", "H1")
    assert best_way(ways, {"RY H1": "Place it in house 1"}) == ("RY H1",)
    assert best_way(ways, {}) == ("RY H1",)


@pytest.mark.parametrize("name", kermesse.game_names())
def test_every_choice_of_every_game_has_words(name: str) -> None:
    """Whatever is suggested first has a label on the board, in three languages."""
    game = kermesse.game(name)
    chance = random.Random(3)
    for seats in game.seats:
        match = random_match(game, seats, chance)
        for frame in match.frames[:: max(1, len(match.frames) // 12)]:
            for seat in frame.due:
                view = frame.view(seat)
                action = chance.choice(view.legal())
                for language in ("en", "fr", "pt"):
                    assert game.page is not None
                    board = game.page.board(view, ["A"] * seats, game.words(language))
                    labels = Labels(board).found
                    way = best_way(game.ways(action.text), labels)
                    assert labels.get(way[0]), (name, view.phase, action.text)
