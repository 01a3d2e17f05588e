"""Clocks do not keep tables in memory: one alarm clock for the house brings them back in time."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.store import StoreUnavailable
from kermesse.table.live import alarms as alarms_module
from kermesse.table.live import tables as tables_module
from kermesse.table.live.alarms import Alarms
from kermesse.table.live.clocks import STALL
from kermesse.table.live.table import LiveTable
from kermesse.table.live.tables import LiveTables

from .wires import dealt, open_tables, people, seated

MUVUCA = kermesse.game("muvuca")
WEEK = 7 * 24 * 3600


async def timed_table(tables: LiveTables, seconds: int, *those: Any) -> LiveTable:
    return await seated(
        tables, MUVUCA, *those, options={"first_player": "seat0"}, clock_decision=seconds
    )


@pytest.mark.threat(61, 78)
def test_tables_with_clocks_leave_the_memory_for_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, live_tables=5) as tables:
            ana, rui, eve = await people(tables, "Ana", "Rui", "Eve")
            kept = [(await timed_table(tables, WEEK, ana, rui)).id for _ in range(9)]
            assert len(tables.live) <= 5
            assert all(table in tables.alarms for table in kept)
            honest = await seated(tables, MUVUCA, eve, ana)
            assert honest.state.match is not None

    asyncio.run(scene())


@pytest.mark.threat(63, 78)
def test_a_clock_runs_out_at_a_table_that_is_not_in_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await timed_table(tables, 60, ana, rui)
            live.timers.clocks._since = {0: time.monotonic() - 59.5}
            live._set_alarm()
            tables.unload(live)
            assert live.id not in tables.live
            length = (tables.services.store.table(live.id) or live.state.table).length
            for _ in range(2000):
                await asyncio.sleep(0.01)
                found = tables.services.store.table(live.id)
                if found is not None and found.length > length:
                    break
            else:
                raise AssertionError("nobody noticed that the time was up")

    asyncio.run(scene())


@pytest.mark.threat(63, 78)
def test_a_table_that_cannot_be_read_when_its_time_is_up_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await timed_table(tables, 60, ana, rui)
            live.timers.clocks._since = {0: time.monotonic() - 59.8}
            live._set_alarm()
            tables.unload(live)
            read, asked = tables.services.store.events, []

            def sometimes(table_id: str) -> Any:
                asked.append(table_id)
                if len(asked) == 1:
                    raise StoreUnavailable("the disk does not answer")
                return read(table_id)

            monkeypatch.setattr(tables.services.store, "events", sometimes)
            monkeypatch.setattr(tables_module, "AGAIN_SECONDS", 0.1)
            for _ in range(500):
                await asyncio.sleep(0.01)
                found = tables.live.get(live.id)
                if found is not None and 0 in found.state.away:
                    break
            else:
                raise AssertionError("nobody noticed that the time was up")
            assert asked == [live.id, live.id]

    asyncio.run(scene())


@pytest.mark.threat(63, 78)
def test_the_time_goes_on_while_a_table_is_not_in_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await timed_table(tables, 60, ana, rui)
            live.timers.clocks._since = {0: time.monotonic() - 40}
            live._set_alarm()
            tables.unload(live)
            again = await tables.find(live.id)
            await dealt(again)
            await again.ready.wait()
            left = again.timers.clocks.left_ms(again.state, 0)
            assert left is not None
            assert left < 20_000
            assert not tables.asleep

    asyncio.run(scene())


@pytest.mark.threat(86, 87)
def test_who_was_away_when_the_server_slept_loses_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await timed_table(tables, 60, ana, rui)
            seat = live.state.seats[0]
            tables.unload(live)
            clocks = tables.asleep[live.id].clocks
            clocks._since = {0: time.monotonic() - 600}
            tables.alarms.set(live.id, None)
            await tables._wake_up(live.id, time.monotonic() - STALL - 500)
            again = tables.live[live.id]
            await asyncio.sleep(0.1)
            assert again.state.seats[0] == seat
            assert (again.timers.clocks.left_ms(again.state, 0) or 0) > 0

    asyncio.run(scene())


def test_alarms_ring_in_their_order_and_only_the_last_word_counts() -> None:
    rung: list[str] = []

    async def scene() -> None:
        alarms = Alarms(lambda table, at: rung.append(table))
        now = time.monotonic()
        for place, table in enumerate("abcd"):
            alarms.set(table, now + 0.05 - 0.01 * place)
        alarms.set("c", None)
        alarms.set("a", now + 0.001)
        alarms.set("b", now + 60)
        assert "c" not in alarms
        await asyncio.sleep(0.2)
        assert rung == ["a", "d"]
        alarms.set("b", now + 0.2)
        await asyncio.sleep(0.05)
        alarms.close()
        await asyncio.sleep(0.05)

    asyncio.run(scene())
    assert rung[:2] == ["a", "d"]


@pytest.mark.threat(78)
def test_an_alarm_that_is_set_again_and_again_takes_no_more_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(alarms_module, "MOST_STALE", 10)

    async def scene() -> None:
        alarms = Alarms(lambda table, at: None)
        for step in range(1000):
            alarms.set("a", time.monotonic() + 60 + step)
        assert len(alarms._heap) <= 12
        alarms.close()

    asyncio.run(scene())
