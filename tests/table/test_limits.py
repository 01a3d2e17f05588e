"""Section E of the threat model: every limit closes or sheds, and nothing grows."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

import kermesse
from kermesse.core.errors import SetupRefused
from kermesse.table import messages
from kermesse.table.limits import Bucket, Buckets, Limits
from kermesse.table.views.screen import Screen, audience_of

from .wires import (
    ROOMY,
    Bare,
    Browser,
    Listener,
    Running,
    Talk,
    act,
    open_tables,
    people,
    running,
    seated,
    some_path,
    until,
)

MUVUCA = kermesse.game("muvuca")


# --- buckets --------------------------------------------------------------------------------------


def test_a_bucket_fills_with_time() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 4.0, lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now[0] = 0.4
    assert not bucket.take()
    now[0] = 0.5
    assert bucket.take()
    now[0] = 1000.0
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]


@pytest.mark.threat(61, 78)
def test_buckets_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "MOST", 10)
    buckets = Buckets(60, 2)
    for key in range(1000):
        assert buckets.take(key)
    assert len(buckets._buckets) == 10
    assert not all(buckets.take(999) for _ in range(3))


def test_a_limit_is_set_by_name() -> None:
    assert Limits().with_setting("live_tables=7").live_tables == 7
    for wrong in ("live_table=7", "live_tables=-1", "live_tables=²", "live_tables", "=1"):
        with pytest.raises(SetupRefused):
            Limits().with_setting(wrong)


# --- connections ----------------------------------------------------------------------------------


@pytest.mark.threat(69)
def test_too_many_sockets_from_one_address(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "connections_per_address": 5}) as one, ExitStack() as stack:
        ann = Browser(one)
        stack.callback(ann.http.close)
        table = ann.new_table()
        talks = [stack.enter_context(Talk(one, table)) for _ in range(5)]
        for talk in talks:
            talk.hear()
        with Talk(one, table) as sixth:
            assert sixth.closed() == 1013
        talks[0].raw.close()
        until(lambda: one.on_loop(lambda: len(one.tables.live[table].broadcast.connections)) == 4)
        with Talk(one, table) as again:
            assert again.hear()["whole"]


@pytest.mark.threat(69, 78)
def test_too_many_sockets_in_all_wherever_they_come_from(tmp_path: Path) -> None:
    """The total holds, too, when more addresses than a hundred are connected."""
    limits = {**ROOMY, "connections": 120}
    with running(tmp_path, limits, proxies=["127.0.0.1"]) as one, ExitStack() as stack:
        ann = Browser(one)
        stack.callback(ann.http.close)
        table = ann.new_table()
        for number in range(120):
            given = {"X-Forwarded-For": f"10.1.{number // 100}.{number % 100}"}
            stack.enter_context(Bare(one, table, **given))
        until(lambda: one.on_loop(lambda: len(one.tables.live[table].broadcast.connections)) == 120)
        with Bare(one, table, **{"X-Forwarded-For": "10.9.9.9"}) as more:
            assert more.closed() == 1013


@pytest.mark.threat(74)
def test_too_many_sockets_at_one_table(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "connections_per_table": 2}) as one, ExitStack() as stack:
        ann = Browser(one)
        stack.callback(ann.http.close)
        table, other = ann.new_table(), ann.new_table()
        for _ in range(2):
            stack.enter_context(Talk(one, table)).hear()
        with Talk(one, table) as third:
            assert third.closed() == 1013
        with Talk(one, other) as elsewhere:
            assert elsewhere.hear()["whole"]


@pytest.mark.threat(74)
def test_spectators_share_one_rendering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    plain = Screen.frames

    def frames(self: Screen, first: int) -> list[int]:
        made.append(self.audience)
        return plain(self, first)

    monkeypatch.setattr(Screen, "frames", frames)

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options={"first_player": "seat0"})
            watching = [Listener(live) for _ in range(300)]
            for listener in (*watching, Listener(live, ana), Listener(live, rui)):
                await live.join(listener)
            assert await Listener(live, ana).ask(act(live, some_path(live, 0))) == ""
            assert len(made) == 3
            assert len({listener.sent[-1] for listener in watching}) == 1

    asyncio.run(scene())


# --- messages -------------------------------------------------------------------------------------


@pytest.mark.threat(71)
def test_too_many_messages(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "messages_per_second": 5}) as one, ExitStack() as stack:
        ann = Browser(one)
        stack.callback(ann.http.close)
        table = ann.new_table()
        with ann.socket(table) as talk, Talk(one, table) as other:
            talk.hear()
            other.hear()
            for n in range(60):
                try:
                    talk.raw.send(json.dumps({"do": "ping", "id": f"p{n}"}))
                except Exception:
                    break
            assert talk.closed() == 1008
            assert "error" not in other.ask("ping")


@pytest.mark.threat(70, 71)
def test_pings_that_nobody_reads_the_answers_of(served: Running, ann: Browser) -> None:
    """A flood of control frames is answered as long as the answers are taken, and no longer."""
    table = ann.new_table()
    with Bare(served, table) as bare:
        bare.line.settimeout(20)
        flood = b"".join([b"\x89\xfd" + bytes(4) + b"x" * 125] * 500)
        sent, end = 0, time.monotonic() + 20
        broken = False
        while not broken and sent < 200 * 2**20 and time.monotonic() < end:
            try:
                bare.line.sendall(flood)
                sent += len(flood)
            except (ConnectionError, TimeoutError):
                broken = True
        assert broken
        assert sent < 64 * 2**20


@pytest.mark.threat(78)
def test_the_limit_of_live_tables(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, live_tables=2) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            rooms = [await seated(tables, MUVUCA, ana, rui) for _ in range(2)]
            for live in rooms:
                await live.join(Listener(live, ana))
            with pytest.raises(Exception, match="busy"):
                await seated(tables, MUVUCA, ana, rui)
            seat = min(rooms[0].state.match.due)  # type: ignore[union-attr]
            player = Listener(rooms[0], (ana, rui)[seat])
            assert await player.ask(act(rooms[0], some_path(rooms[0], seat))) == ""

    asyncio.run(scene())


@pytest.mark.threat(76)
def test_a_tree_of_picks_is_bounded(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui)
            told = live.broadcast.view().whole(
                audience_of(live.state, live.facts(), ana.id, "en", "")
            )
            assert len(told) < 256 * 2**10
            assert len(messages.Act(id="x" * 40, at=2**53 - 1, path=["x" * 80] * 8).path) == 8

    asyncio.run(scene())
