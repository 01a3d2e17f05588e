"""Section B of the threat model: ordering, duplication, concurrency."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.core.position import Action, View
from kermesse.store import LoggedEvent, Person, Store
from kermesse.table import messages
from kermesse.table.commands.seats import accept
from kermesse.table.forms import TableWish
from kermesse.table.live.table import LiveTable
from kermesse.table.live.tables import LiveTables
from kermesse.table.messages import Sit
from kermesse.table.refusals import Refused
from kermesse.table.state.log_events import AWAY, DECIDE, REWIND, UNDO

from .wires import (
    Browser,
    Listener,
    Running,
    act,
    dealt,
    first_path,
    huddle,
    open_tables,
    people,
    seated,
    some_path,
)

MUVUCA = kermesse.game("muvuca")
FIRST = {"first_player": "seat0"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def log_of(live: LiveTable, *kinds: str) -> list[LoggedEvent]:
    events: list[LoggedEvent] = live.services.store.events(live.id)
    return [event for event in events if event.kind in kinds]


async def two_at_a_table(tables: LiveTables, **wish: Any) -> tuple[LiveTable, Listener, Listener]:
    ana, rui = await people(tables, "Ana", "Rui")
    live = await seated(tables, MUVUCA, ana, rui, options=FIRST, **wish)
    return live, Listener(live, ana), Listener(live, rui)


# --- 19, 20, 22, 30: the same message again -------------------------------------------------------


@pytest.mark.threat(19, 20, 22)
def test_a_decision_sent_twice_counts_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            live, one, two = await two_at_a_table(tables)
            sent = act(live, some_path(live, 0), "once")
            assert await one.ask(sent) == ""
            assert await one.ask(sent) == ""
            assert await two.ask(act(live, some_path(live, 1))) == ""
            assert await one.ask(sent) == ""  # minutes later
            assert len(log_of(live, DECIDE)) == 2
            other = messages.Act(id="once", at=live.state.moment(0), path=some_path(live, 0))
            assert await one.ask(other) == "id_reused"
            assert await one.ask(messages.Undo(id="once")) == "id_reused"
            assert await two.ask(messages.Undo(id="once")) == ""  # ids are each browser's own
            assert len(log_of(live, DECIDE)) == 2

    run(scene())


@pytest.mark.threat(19, 30)
def test_a_decision_sent_twice_counts_once_after_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            live, one, _ = await two_at_a_table(tables)
            sent = act(live, some_path(live, 0), "once")
            assert await one.ask(sent) == ""
            ana = one.person
        async with open_tables(tmp_path) as tables:
            live = await tables.find(live.id)
            await dealt(live)
            assert await Listener(live, ana).ask(sent) == ""
            assert len(log_of(live, DECIDE)) == 1

    run(scene())


@pytest.mark.threat(19)
def test_taking_back_sent_twice_takes_back_once(tmp_path: Path) -> None:
    """Against bots everything can be taken back: a resent wish must not take back more."""

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            wish = TableWish(seats=2, options=dict(MUVUCA.choose(FIRST)), bot="random")
            table = await tables.create(ana, MUVUCA, wish, with_bots=True)
            live = await tables.find(table)
            await dealt(live)
            one = Listener(live, ana)
            for _ in range(3):
                while not (live.state.match and 0 in live.state.match.due):
                    await asyncio.sleep(0.01)
                assert await one.ask(act(live, some_path(live, 0))) == ""
            for _ in range(2):
                assert await one.ask(messages.Undo(id="back")) == ""
            assert len(log_of(live, UNDO, REWIND)) == 1
        async with open_tables(tmp_path) as tables:  # nor after a restart
            live = await tables.find(table)
            await dealt(live)
            assert await Listener(live, ana).ask(messages.Undo(id="back")) == ""
            assert len(log_of(live, UNDO, REWIND)) == 1

    run(scene())


@pytest.mark.threat(19)
def test_other_messages_sent_twice_are_carried_out_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            wish = TableWish(seats=2, options=dict(MUVUCA.choose(None)))
            live = await tables.find(await tables.create(ana, MUVUCA, wish, with_bots=False))
            one = Listener(live, ana)
            await live.join(one)
            links = set()
            for _ in range(2):
                assert await one.ask(messages.Invite(id="i")) == ""
                links.add(live.state.table.invite)
            assert len(links) == 1
            for _ in range(2):
                assert await one.ask(messages.Say(id="s", text="hello")) == ""
            assert [line.text for line in live.state.lines] == ["hello"]
            for _ in range(2):
                assert await one.ask(messages.Leave(id="l")) == ""
            assert len(log_of(live, "leave")) == 1
            assert await one.ask(messages.Sit(id="l", seat=0)) == "id_reused"

    run(scene())


@pytest.mark.threat(30, 31)
def test_a_dropped_line_loses_nothing(ann: Browser) -> None:
    table = ann.new_table("invite", listed="true", **{"option-first_player": "seat0"})
    ben = Browser(ann.running)
    ben.post(f"/table/{table}/sit", seat="1")
    with ann.socket(table) as talk:
        now = talk.my_turn()
        sent = {"do": "act", "id": "gone", "at": now["at"], "path": first_path(now["picks"])}
        talk.raw.send(json.dumps(sent))
        talk.raw.socket.shutdown(socket.SHUT_RDWR)
    with ann.socket(table) as talk:
        whole = talk.hear()
        assert whole["whole"] is True
        answer = talk.ask(**sent)
        assert "error" not in answer
        assert whole["steps"][0]["put"]["board"]
    events = ann.running.tables.services.store.events(table)
    assert [event.client_id for event in events if event.kind == DECIDE] == ["gone"]
    ben.http.close()


# --- 21, 23: stale --------------------------------------------------------------------------------


@pytest.mark.threat(21, 31)
def test_a_stale_decision_is_refused_and_followed_by_the_newest_view(
    ann: Browser, ben: Browser
) -> None:
    table = ann.new_table("invite", listed="true", **{"option-first_player": "seat0"})
    ben.post(f"/table/{table}/sit", seat="1")
    with ann.socket(table) as mine, ben.socket(table) as theirs:
        now = mine.my_turn()
        old = now["at"]
        assert "error" not in mine.act()
        theirs.my_turn()
        assert "error" not in theirs.act()
        mine.my_turn()
        length = ann.running.tables.services.store.table(table).length  # type: ignore[union-attr]
        assert mine.refused("act", at=old, path=first_path(mine.now["picks"])) == "stale"
        assert mine.hear()["whole"] is True
        for at in (0, old + 1000, 2**53 - 1):
            assert mine.refused("act", at=at, path=first_path(mine.now["picks"])) == "stale"
        assert ann.running.tables.services.store.table(table).length == length  # type: ignore[union-attr]


@pytest.mark.threat(23)
def test_two_tabs_of_one_seat(ann: Browser, ben: Browser) -> None:
    table = ann.new_table("invite", listed="true", **{"option-first_player": "seat0"})
    ben.post(f"/table/{table}/sit", seat="1")
    with ann.socket(table) as one, ann.socket(table) as two:
        at = one.my_turn()["at"]
        two.my_turn()
        cards = sorted(one.now["picks"])
        for talk, name, card in ((one, "t1", cards[0]), (two, "t2", cards[1])):
            path = [card, next(iter(one.now["picks"][card]))]
            talk.raw.send(json.dumps({"do": "act", "id": name, "at": at, "path": path}))
        answers = [
            one.hear_until(lambda message: message.get("re") == "t1"),
            two.hear_until(lambda message: message.get("re") == "t2"),
        ]
        kinds = sorted(answer.get("error", {}).get("kind", "") for answer in answers)
        assert kinds == ["", "stale"]
        for talk in (one, two):
            assert "error" not in talk.ask("ping")


# --- 24 to 27: sealed choices ---------------------------------------------------------------------


async def four_at_a_table(tables: LiveTables, **wish: Any) -> tuple[LiveTable, list[Listener]]:
    players = await people(tables, "Ana", "Rui", "Eva", "Leo")
    toy = tables.services.games["huddle"]
    options = dict(toy.choose({"rounds": 1, "whispers": False}))
    live = await seated(tables, toy, *players, options=options, **wish)
    listeners = [Listener(live, person) for person in players]
    for listener in listeners:
        await live.join(listener)
    return live, listeners


def reveals(live: LiveTable) -> int:
    assert live.state.match is not None
    return sum(frame.event.kind == "revealed" for frame in live.state.match.frames)


@pytest.mark.threat(24, 26, 40)
def test_four_seats_choose_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, huddle()) as tables:
            live, those = await four_at_a_table(tables)
            sent = [act(live, some_path(live, seat)) for seat in range(4)]
            answers = await asyncio.gather(*(those[seat].ask(sent[seat]) for seat in (2, 0, 3, 1)))
            assert answers == [""] * 4
            assert reveals(live) == 1
            assert [event.seat for event in log_of(live, DECIDE)] == [2, 0, 3, 1]

    run(scene())


@pytest.mark.threat(26, 40)
def test_a_choice_stands_once_made_and_shows_only_that_it_was_made(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, huddle()) as tables:
            live, those = await four_at_a_table(tables)
            at = live.state.moment(1)
            match = live.state.match
            assert match is not None
            first, second = (action.text for action in match.legal(0))
            for listener in those:
                listener.sent.clear()
            assert await those[0].ask(act(live, [first])) == ""
            for listener in those[1:]:
                told = " ".join(listener.sent)
                assert len(listener.sent) == 1
                assert "event 4 of [0, -1" in told  # seat 0 has chosen: what, is not said
            assert await those[0].ask(act(live, [second], at=at)) == "not_allowed"
            for seat in (1, 2, 3):
                assert await those[seat].ask(act(live, some_path(live, seat), at=at)) == ""
            assert await those[0].ask(act(live, [second], at=at)) == "stale"
            assert reveals(live) == 1

    run(scene())


@pytest.mark.threat(25)
@pytest.mark.parametrize("choice_first", [True, False])
def test_the_last_choice_and_the_clock(tmp_path: Path, choice_first: bool) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, huddle(), bot_pause_ms=0) as tables:
            live, those = await four_at_a_table(tables, clock_decision=5, bot="random")
            for seat in (0, 1, 2):
                assert await those[seat].ask(act(live, some_path(live, seat))) == ""
            live.timers.clocks._since = {3: live.timers.clocks._steady() - 60}
            sent = act(live, some_path(live, 3))
            both = [those[3].ask(sent), live.end_time()]
            if not choice_first:
                both.reverse()
            tasks = []
            for work in both:
                tasks.append(asyncio.ensure_future(work))
                while not live.lock.locked():
                    await asyncio.sleep(0)
            answers = await asyncio.gather(*tasks)
            for _ in range(400):
                if reveals(live):
                    break
                await asyncio.sleep(0.01)
            assert reveals(live) == 1
            chosen = [event.seat for event in log_of(live, DECIDE)][:4]
            assert set(chosen) == {0, 1, 2, 3}
            if choice_first:
                assert answers[0] == ""
                assert log_of(live, AWAY) == []
            else:
                assert answers[1] in ("stale", "time_up")
                assert len(log_of(live, AWAY)) == 1

    run(scene())


@pytest.mark.threat(27)
def test_a_crash_after_the_last_choice(tmp_path: Path) -> None:
    """The reveal is no event of its own: it follows from the choices, once, whenever."""

    async def scene() -> None:
        async with open_tables(tmp_path, huddle()) as tables:
            live, those = await four_at_a_table(tables)
            for seat in range(3):
                await those[seat].ask(act(live, some_path(live, seat)))

            def crash(*_: object) -> None:
                raise SystemError("the power goes")

            vars(live.state)["apply"] = crash
            with pytest.raises(SystemError):
                await those[3].ask(act(live, some_path(live, 3)))
            assert len(log_of(live, DECIDE)) == 4
            assert reveals(live) == 0
            table = live.id
        async with open_tables(tmp_path, huddle()) as tables:
            live = await tables.find(table)
            await dealt(live)
            assert reveals(live) == 1
            assert len(log_of(live, DECIDE)) == 4

    run(scene())


# --- 28: taking back ------------------------------------------------------------------------------


@pytest.mark.threat(28, 45)
def test_taking_back_while_the_other_moves(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            live, one, two = await two_at_a_table(tables)
            assert await one.ask(act(live, some_path(live, 0))) == ""
            assert await one.ask(messages.Undo(id="u1")) == ""
            assert live._request is not None
            assert live._request.seat == 0
            assert await one.ask(messages.Consent(id="c0", yes=True)) == "not_allowed"
            assert await two.ask(act(live, some_path(live, 1))) == ""
            assert live._request is None
            assert await two.ask(messages.Consent(id="c1", yes=True)) == "not_allowed"
            assert log_of(live, UNDO, REWIND) == []
            assert live.state.match is not None
            assert len(live.state.match.decisions) == 4

    run(scene())


@pytest.mark.threat(28, 45)
def test_taking_back_is_an_event_and_makes_older_decisions_stale(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            live, one, two = await two_at_a_table(tables)
            assert await one.ask(act(live, some_path(live, 0))) == ""
            late = act(live, some_path(live, 1), "late")
            before = live.state.moment(1)
            assert await one.ask(messages.Undo(id="u1")) == ""
            assert await two.ask(messages.Consent(id="c1", yes=False)) == ""
            assert log_of(live, REWIND) == []
            assert await one.ask(messages.Undo(id="u2")) == ""
            assert await two.ask(messages.Consent(id="c2", yes=True)) == ""
            assert len(log_of(live, REWIND)) == 1
            assert live.state.moment(1) > before
            assert await two.ask(late) == "stale"

    run(scene())


# --- 29, 32: races for a seat ---------------------------------------------------------------------


@pytest.mark.threat(29)
def test_two_people_take_the_last_seat(served: Running, ann: Browser) -> None:
    table = ann.new_table("invite", listed="true")
    those = [Browser(served) for _ in range(6)]
    for browser in those:
        browser.post("/you/theme", theme="dark")  # known before the race
    start = threading.Barrier(len(those))

    def sit(browser: Browser) -> int:
        start.wait()
        return browser.post(f"/table/{table}/sit", seat="1").status_code

    with ThreadPoolExecutor(len(those)) as pool:
        statuses = sorted(pool.map(sit, those))
    assert statuses == [303] + [409] * 5
    events = served.tables.services.store.events(table)
    assert [event.kind for event in events].count("sit") == 1
    assert [event.kind for event in events].count("start") == 1
    for browser in those:
        browser.http.close()


@pytest.mark.threat(29, 55)
def test_two_people_use_one_link(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui, eva = await people(tables, "Ana", "Rui", "Eva")
            wish = TableWish(seats=2, options=dict(MUVUCA.choose(None)))
            live = await tables.find(await tables.create(ana, MUVUCA, wish, with_bots=False))
            token = live.state.table.invite or ""

            async def come(person: Person) -> str:
                try:
                    await live.ask(lambda state: accept(state, person, token))
                except Refused as refused:
                    return refused.kind
                return ""

            assert sorted(await asyncio.gather(come(rui), come(eva))) == ["", "no_seat"]

    run(scene())


@pytest.mark.threat(32)
def test_a_bot_that_answers_after_its_seat_was_taken(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            options = dict(MUVUCA.choose({"first_player": "seat1"}))
            asked, answer = asyncio.Event(), asyncio.Event()
            given: list[View] = []

            async def choose(name: str, view: View, **_: object) -> Action:
                given.append(view)
                asked.set()
                await answer.wait()
                return view.legal()[0]

            tables.services.bots.choose = choose  # type: ignore[method-assign]
            wish = TableWish(seats=2, options=options, listed=True)
            live = await tables.find(await tables.create(ana, MUVUCA, wish, with_bots=True))
            await asyncio.wait_for(asked.wait(), 60)
            two = Listener(live, rui)
            assert await two.ask(Sit(id="s", seat=1)) == ""
            path = some_path(live, 1)
            assert await two.ask(act(live, path)) == ""
            answer.set()
            await asyncio.sleep(0.1)
            assert [event.person_id for event in log_of(live, DECIDE)] == [rui.id]
            assert await Listener(live, ana).ask(act(live, some_path(live, 0))) == ""

    run(scene())


@pytest.mark.threat(29)
def test_sitting_down_and_the_start_are_one_breath(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the seat written and then the start refused, somebody would be told that nothing was."""

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            wish = TableWish(seats=2, options=dict(MUVUCA.choose(None)), listed=True)
            live = await tables.find(await tables.create(ana, MUVUCA, wish, with_bots=False))
            calls = []
            append = Store.append

            def counted(self: Store, *args: Any, **kw: Any) -> Any:
                calls.append(args)
                return append(self, *args, **kw)

            monkeypatch.setattr(Store, "append", counted)
            assert await Listener(live, rui).ask(Sit(id="s", seat=1)) == ""
            assert len(calls) == 1
            await dealt(live)

    run(scene())
