"""Windows: a time in which to answer, answers that wait unseen, and what comes too late."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.bots import Bot
from kermesse.core.matchfile import write_match
from kermesse.core.position import Action, View
from kermesse.core.record import SPECTATOR
from kermesse.core.verification import verify
from kermesse.store import LoggedEvent
from kermesse.table import messages
from kermesse.table.forms import TableWish
from kermesse.table.live import bot_threads
from kermesse.table.live import table as live_table
from kermesse.table.live.table import LiveTable
from kermesse.table.live.table_log import TableLog
from kermesse.table.live.tables import LiveTables
from kermesse.table.refusals import Refused
from kermesse.table.state.log_events import ANSWER, DECIDE, REWIND, WINDOW
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import audience_of

from .wires import Listener, act, dealt, open_tables, people, seated

VIVA = kermesse.game("viva")
HONOUR = dict(
    VIVA.choose({"table": "honour", "first_dealer": "seat3", "rounds": 1, "call_seconds": 8})
)


async def four(tables: LiveTables, **options: Any) -> tuple[LiveTable, list[Listener]]:
    """Four people at an honour table, seat 0 to move, and a spectator."""
    players = await people(tables, "Ana", "Rui", "Eva", "Leo")
    live = await seated(tables, VIVA, *players, options=HONOUR | options)
    those = [Listener(live, person) for person in (*players, None)]
    for listener in those:
        await live.join(listener)
    return live, those


def placing(live: LiveTable, seat: int) -> list[str]:
    """A placement after which the others are asked at once."""
    match = live.state.match
    assert match is not None
    for action in match.legal(seat):
        trial = match.fork()
        trial.act(seat, action)
        if trial.frames[-1].phase == "call":
            return list(VIVA.ways(action.text)[0])
    raise AssertionError("no card can be placed alone")


async def opened(tables: LiveTables, **options: Any) -> tuple[LiveTable, list[Listener]]:
    """The same when seat 0 has just placed a card."""
    live, those = await four(tables, **options)
    assert await those[0].ask(act(live, placing(live, 0))) == ""
    assert live.state.window == ("silent", options.get("call_seconds", 8))[::-1]
    return live, those


def answer(live: LiveTable, seat: int, said: str, name: str = "") -> messages.Act:
    return act(live, [said], name, seat=seat)


def log_of(live: LiveTable, kind: str) -> list[LoggedEvent]:
    return [event for event in live.services.store.events(live.id) if event.kind == kind]


async def refusal(live: LiveTable, listener: Listener, message: messages.Act) -> Refused:
    with pytest.raises(Refused) as refused:
        await live.receive(listener, message)
    return refused.value


def time_is_up(live: LiveTable) -> None:
    live.timers.countdown._end = live.timers.countdown._steady()


def run(scene: Any) -> None:
    asyncio.run(scene())


def test_everybody_sees_the_time_and_only_those_who_are_asked_may_answer(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables, call_seconds=9)
            for listener in those:
                newest = listener.told()[-1]
                shown = newest["steps"][-1]["put"]["countdown"]
                found = re.search(r'role="timer".*data-deadline="(\d+)"', shown)
                assert found
                assert 0 < int(found[1]) <= 9000
                asked = listener in those[1:4]
                assert set(newest["picks"]) == ({"call", "silent"} if asked else set())
                assert newest["yours"] is asked
            assert live.timers.clocks.running == set()
            page = str(
                live.broadcast.view()
                .pieces(audience_of(live.state, live.facts(), None, "en", ""))
                .countdown
            )
            assert "data-deadline" in page

    run(scene)


@pytest.mark.threat(40)
def test_an_answer_waits_and_nobody_notices(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables)
            frames = len(live.state.match.frames)  # type: ignore[union-attr]
            for listener in those:
                listener.sent.clear()
            assert await those[2].ask(answer(live, 2, "call", "once")) == ""
            (mine,) = those[2].told()
            assert mine["picks"] == {}
            assert mine["yours"] is False
            assert "Your answer is in" in mine["steps"][0]["put"]["board"]
            assert 'data-pick="call"' not in mine["steps"][0]["put"]["board"]
            assert [len(those[n].sent) for n in (0, 1, 3, 4)] == [0, 0, 0, 0]
            assert len(live.state.match.frames) == frames  # type: ignore[union-attr]
            assert "data-deadline" in mine["steps"][0]["put"]["countdown"]
            whole = {n: json.loads(live.whole_for(those[n])) for n in (0, 1, 3, 4)}
            for told in whole.values():  # nor when everything is sent anew
                seats = told["steps"][0]["put"]["seats"]
                assert len(re.findall(r'class="seat seat-\d due', seats)) == 3
            assert await those[2].ask(answer(live, 2, "call", "once")) == ""  # sent again
            assert len(log_of(live, ANSWER)) == 1

    run(scene)


def test_the_last_answer_closes_the_window_and_the_order_is_that_of_the_seats(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables)
            for seat, said in ((3, "silent"), (1, "call")):
                assert await those[seat].ask(answer(live, seat, said)) == ""
            for listener in those:
                listener.sent.clear()
            assert await those[2].ask(answer(live, 2, "silent")) == ""
            (event,) = log_of(live, WINDOW)
            assert event.body["decisions"] == [[1, ["call"]], [2, ["silent"]], [3, ["silent"]]]
            assert live.state.held == {}
            assert live.state.window is None
            for listener in those:
                (told,) = listener.told()
                lines = [step["add"]["log"] for step in told["steps"]]
                assert "Called by Rui" in lines[0]
                assert not any("An answer is in" in line for line in lines)
                assert told["steps"][-1]["put"]["countdown"] == (
                    '<div id="countdown" hidden></div>'
                )

    run(scene)


@pytest.mark.threat(8)
def test_calling_twice_or_by_those_who_may_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables)
            assert await those[1].ask(answer(live, 1, "silent")) == ""
            for said in ("call", "silent"):
                refused = await refusal(live, those[1], answer(live, 1, said))
                assert (refused.kind, refused.rule) == ("not_allowed", "VV-63")
                assert refused.text() == "you have answered already"
            assert await those[1].ask(messages.Undo(id="u")) == "nothing_to_undo"
            refused = await refusal(live, those[0], answer(live, 0, "call"))
            assert (refused.kind, refused.rule) == ("not_allowed", "VV-62")
            refused = await refusal(live, those[2], answer(live, 2, "draw"))
            assert (refused.kind, refused.rule) == ("illegal", "VV-62")
            assert live.state.held == {1: ["silent"]}
            assert len(log_of(live, ANSWER)) == 1

    run(scene)


@pytest.mark.threat(8)
def test_calling_when_there_is_nothing_to_call(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await four(tables)
            for seat, kind in ((0, "illegal"), (1, "not_allowed")):
                refused = await refusal(live, those[seat], answer(live, seat, "call"))
                assert (refused.kind, refused.rule) == (kind, "VV-85")
            assert len(log_of(live, DECIDE)) == 0

    run(scene)


def test_calling_at_a_strict_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await four(tables, table="strict")
            refused = await refusal(live, those[1], answer(live, 1, "call"))
            assert (refused.kind, refused.rule) == ("not_allowed", "VV-58")

    run(scene)


@pytest.mark.threat(8)
def test_who_says_nothing_in_time_is_silent_and_a_late_call_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables)
            late = answer(live, 3, "call")
            again = answer(live, 1, "silent")
            assert await those[1].ask(answer(live, 1, "call")) == ""
            time_is_up(live)
            await live.end_time()
            (event,) = log_of(live, WINDOW)
            assert event.body["decisions"] == [[1, ["call"]], [2, ["silent"]], [3, ["silent"]]]
            for message, listener in ((late, those[3]), (again, those[1])):
                refused = await refusal(live, listener, message)
                assert refused.kind == "too_late"
                assert refused.text().startswith("The window has closed")
            assert len(log_of(live, WINDOW)) == 1

    run(scene)


def test_the_time_really_runs(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, _ = await opened(tables, call_seconds=1)
            for _ in range(2000):
                if log_of(live, WINDOW):
                    break
                await asyncio.sleep(0.01)
            (event,) = log_of(live, WINDOW)
            assert event.person_id is None
            assert [path for _, path in event.body["decisions"]] == [["silent"]] * 3

    run(scene)


def test_after_a_restart_answers_are_there_and_the_window_opens_anew(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables)
            assert await those[2].ask(answer(live, 2, "call", "mine")) == ""
            live.timers.countdown._end -= 5
            table, moments = live.id, {v: live.state.moment(v) for v in range(-1, 4)}
        async with open_tables(tmp_path, VIVA) as tables:
            live = await tables.find(table)
            await dealt(live)
            await live.ready.wait()
            assert live.state.held == {2: ["call"]}
            assert {v: live.state.moment(v) for v in range(-1, 4)} == moments
            assert live.timers.countdown.left_ms is not None
            assert live.timers.countdown.left_ms > 7000
            person = tables.services.store.person(live.state.people[2])
            eva = Listener(live, person)
            assert await eva.ask(answer(live, 2, "call", "mine")) == ""  # sent again
            refused = await refusal(live, eva, answer(live, 2, "silent"))
            assert refused.rule == "VV-63"
            time_is_up(live)
            await live.end_time()
            (event,) = log_of(live, WINDOW)
            assert [2, ["call"]] in event.body["decisions"]

    run(scene)


def test_a_log_with_windows_is_folded_to_the_same_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables)
            for seat in (3, 2, 1):
                assert await those[seat].ask(answer(live, seat, "silent")) == ""
            old = live.state
            fresh = TableState(old.game, old.table, old.seats)
            fresh.replay(tables.services.store.events(live.id))
            assert old.match is not None
            assert fresh.match is not None
            assert [f.tobytes() for f in fresh.match.frames] == [
                f.tobytes() for f in old.match.frames
            ]
            for viewer in range(SPECTATOR, 4):
                assert list(fresh.seen_by(viewer)) == list(old.seen_by(viewer))
                assert fresh.moment(viewer) == old.moment(viewer)
            assert fresh.turns == old.turns
            assert fresh.ended == old.ended

    run(scene)


def test_taking_back_reopens_the_whole_window(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables)
            for seat in (3, 2, 1):
                assert await those[seat].ask(answer(live, seat, "silent")) == ""
            assert await those[2].ask(messages.Undo(id="u")) == ""
            for seat in (0, 1, 3):
                assert await those[seat].ask(messages.Consent(id=f"c{seat}", yes=True)) == ""
            assert len(log_of(live, REWIND)) == 1
            assert live.state.window is not None
            assert live.state.due == {1, 2, 3}
            assert live.timers.countdown.left_ms is not None
            assert await those[1].ask(answer(live, 1, "call")) == ""
            assert await those[0].ask(messages.Undo(id="v")) == ""
            for seat in (1, 2, 3):
                assert await those[seat].ask(messages.Consent(id=f"d{seat}", yes=True)) == ""
            assert live.state.held == {}
            assert live.state.due == {0}
            assert live.timers.countdown.left_ms is None

    run(scene)


def test_what_cannot_be_written_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those = await opened(tables)

            async def full(*_: Any, **__: Any) -> Any:
                raise Refused("unavailable")

            with monkeypatch.context() as patch:
                patch.setattr(live_table, "RETRY_SECONDS", 0)
                patch.setattr(TableLog, "append", full)
                assert await those[1].ask(answer(live, 1, "call", "a")) == "unavailable"
                assert live.state.held == {}
                time_is_up(live)
                await live.end_time()
                assert live.state.window is not None
            assert live.timers.countdown.next_end() == 0  # and rings again
            await live.end_time()
            assert live.state.window is None

    run(scene)


# --- bots -----------------------------------------------------------------------------------------


async def with_bots(tables: LiveTables) -> tuple[LiveTable, Listener]:
    """One person, seat 0 to move, and three bots."""
    (ana,) = await people(tables, "Ana")
    wish = TableWish(seats=4, options=HONOUR, bot="random")
    live = await tables.find(await tables.create(ana, VIVA, wish, with_bots=True))
    await dealt(live)
    listener = Listener(live, ana)
    await live.join(listener)
    return live, listener


async def until(true: Any) -> None:
    for _ in range(2000):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came true")


def test_bots_answer_by_themselves(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, ana = await with_bots(tables)
            assert await ana.ask(act(live, placing(live, 0))) == ""
            await until(lambda: log_of(live, WINDOW))
            assert live.timers.countdown.is_over is False

    run(scene)


def test_a_bot_that_still_thinks_is_waited_for_and_people_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought, plain = threading.Event(), bot_threads.choose

    def slow(player: Bot, view: View, seed: int | None) -> Action:
        if view.phase == "call":
            thought.wait(20)
            return next(action for action in view.legal() if action.text == "call")
        return plain(player, view, seed)

    monkeypatch.setattr(bot_threads, "choose", slow)

    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            players = await people(tables, "Ana", "Rui", "Eva")
            live = await seated(tables, VIVA, *players, options=HONOUR, seats=4)
            ana, rui, eva = (Listener(live, person) for person in players)
            assert await ana.ask(messages.Bot(id="b", seat=3, name="random")) == ""
            assert await ana.ask(messages.Start(id="s")) == ""
            await dealt(live)
            assert await ana.ask(act(live, placing(live, 0))) == ""
            assert await rui.ask(answer(live, 1, "silent")) == ""
            time_is_up(live)
            await live.end_time()
            assert log_of(live, WINDOW) == []
            assert await eva.ask(answer(live, 2, "call")) == "too_late"
            thought.set()
            await until(lambda: log_of(live, WINDOW))
            (event,) = log_of(live, WINDOW)
            assert event.body["decisions"] == [[1, ["silent"]], [2, ["silent"]], [3, ["call"]]]

    run(scene)


def test_a_match_of_windows_can_be_checked_to_the_end(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            (ana,) = await people(tables, "Ana")
            options = HONOUR | {"first_dealer": "random", "turn_cap": 50}
            wish = TableWish(seats=3, options=options, bot="random")
            live = await tables.find(await tables.create(ana, VIVA, wish, with_bots=True))
            await dealt(live)
            listener = Listener(live, ana)
            assert await listener.ask(messages.Leave(id="l")) == ""
            assert await house_plays(live, tables) > 0
            assert live.state.match is not None
            assert verify(write_match(live.state.match)) == []

    run(scene)


async def house_plays(live: LiveTable, tables: LiveTables) -> int:
    """A bot takes the empty seat too; how many windows closed."""
    from dataclasses import replace

    place = live.state.seats[0]
    live.state.change_seats([replace(place, kind="bot", bot="random", kept_for=None)])
    live.go_on()
    await until(lambda: live.state.status == "over")
    return len(log_of(live, WINDOW))
