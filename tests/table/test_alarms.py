"""Clocks do not keep tables in memory: one alarm clock for the house brings them back in time."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.store import StoreUnavailable
from kermesse.table import alarms as alarms_module
from kermesse.table import house as house_module
from kermesse.table.alarms import Alarms
from kermesse.table.clocks import STALL
from kermesse.table.house import House
from kermesse.table.room import Room

from .wires import dealt, open_house, people, seated

MUVUCA = kermesse.game("muvuca")
WEEK = 7 * 24 * 3600


async def timed_table(house: House, seconds: int, *those: Any) -> Room:
    return await seated(
        house, MUVUCA, *those, options={"first_player": "seat0"}, clock_decision=seconds
    )


@pytest.mark.threat(61, 78)
def test_tables_with_clocks_leave_the_memory_for_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_house(tmp_path, live_tables=5) as house:
            ana, rui, eve = await people(house, "Ana", "Rui", "Eve")
            kept = [(await timed_table(house, WEEK, ana, rui)).id for _ in range(9)]
            assert len(house.rooms) <= 5
            assert all(table in house.alarms for table in kept)
            honest = await seated(house, MUVUCA, eve, ana)
            assert honest.sitting.match is not None

    asyncio.run(scene())


@pytest.mark.threat(63, 78)
def test_a_clock_runs_out_at_a_table_that_is_not_in_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_house(tmp_path) as house:
            ana, rui = await people(house, "Ana", "Rui")
            room = await timed_table(house, 60, ana, rui)
            room.clocks._since = {0: time.monotonic() - 59.5}
            room._set_alarm()
            house.forget(room)
            assert room.id not in house.rooms
            length = (house.store.table(room.id) or room.sitting.table).length
            for _ in range(2000):
                await asyncio.sleep(0.01)
                found = house.store.table(room.id)
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
        async with open_house(tmp_path) as house:
            ana, rui = await people(house, "Ana", "Rui")
            room = await timed_table(house, 60, ana, rui)
            room.clocks._since = {0: time.monotonic() - 59.8}
            room._set_alarm()
            house.forget(room)
            read, asked = house.store.events, []

            def sometimes(table_id: str) -> Any:
                asked.append(table_id)
                if len(asked) == 1:
                    raise StoreUnavailable("the disk does not answer")
                return read(table_id)

            monkeypatch.setattr(house.store, "events", sometimes)
            monkeypatch.setattr(house_module, "AGAIN_SECONDS", 0.1)
            for _ in range(500):
                await asyncio.sleep(0.01)
                found = house.rooms.get(room.id)
                if found is not None and 0 in found.sitting.away:
                    break
            else:
                raise AssertionError("nobody noticed that the time was up")
            assert asked == [room.id, room.id]

    asyncio.run(scene())


@pytest.mark.threat(63, 78)
def test_the_time_goes_on_while_a_table_is_not_in_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_house(tmp_path) as house:
            ana, rui = await people(house, "Ana", "Rui")
            room = await timed_table(house, 60, ana, rui)
            room.clocks._since = {0: time.monotonic() - 40}
            room._set_alarm()
            house.forget(room)
            again = await house.room(room.id)
            await dealt(again)
            await again.ready.wait()
            left = again.clocks.left_ms(0)
            assert left is not None
            assert left < 20_000
            assert not house.asleep

    asyncio.run(scene())


@pytest.mark.threat(86, 87)
def test_who_was_away_when_the_server_slept_loses_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_house(tmp_path) as house:
            ana, rui = await people(house, "Ana", "Rui")
            room = await timed_table(house, 60, ana, rui)
            seat = room.sitting.seats[0]
            house.forget(room)
            clocks, _ = house.asleep[room.id]
            clocks._since = {0: time.monotonic() - 600}
            house.alarms.set(room.id, None)
            await house._wake_up(room.id, time.monotonic() - STALL - 500)
            again = house.rooms[room.id]
            await asyncio.sleep(0.1)
            assert again.sitting.seats[0] == seat
            assert (again.clocks.left_ms(0) or 0) > 0

    asyncio.run(scene())


def test_alarms_ring_in_their_order_and_only_the_last_word_counts() -> None:
    rung: list[str] = []

    async def scene() -> None:
        house = Alarms(lambda table, at: rung.append(table))
        now = time.monotonic()
        for place, table in enumerate("abcd"):
            house.set(table, now + 0.05 - 0.01 * place)
        house.set("c", None)
        house.set("a", now + 0.001)
        house.set("b", now + 60)
        assert "c" not in house
        await asyncio.sleep(0.2)
        assert rung == ["a", "d"]
        house.set("b", now + 0.2)
        await asyncio.sleep(0.05)
        house.close()
        await asyncio.sleep(0.05)

    asyncio.run(scene())
    assert rung[:2] == ["a", "d"]


@pytest.mark.threat(78)
def test_an_alarm_that_is_set_again_and_again_takes_no_more_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(alarms_module, "MOST_STALE", 10)

    async def scene() -> None:
        house = Alarms(lambda table, at: None)
        for step in range(1000):
            house.set("a", time.monotonic() + 60 + step)
        assert len(house._heap) <= 12
        house.close()

    asyncio.run(scene())
