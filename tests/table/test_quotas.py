"""What is kept has a size: one table, one file, one disk; matches are played to the end anyway."""

from __future__ import annotations

import asyncio
import shutil
from collections import namedtuple
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import kermesse
from kermesse.store import Seat, new_id
from kermesse.table import messages
from kermesse.table.forms import TableWish
from kermesse.table.refusals import Refused

from .wires import (
    ROOMY,
    Browser,
    Listener,
    act,
    open_tables,
    people,
    running,
    seated,
    some_path,
)

MUVUCA = kermesse.game("muvuca")
Usage = namedtuple("Usage", "total used free")
SHORT = {"first_player": "seat0", "rounds_to_win": 1, "end_lines": 1}


@pytest.mark.threat(61, 78)
def test_finished_matches_make_no_room_for_more_tables(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, tables_per_person=2) as tables:
            (ana,) = await people(tables, "Ana")
            wish = TableWish(seats=2)
            made = [await tables.create(ana, MUVUCA, wish, with_bots=False) for _ in range(2)]
            table = tables.services.store.table(made[0])
            assert table is not None
            for _ in range(4):
                over = replace(table, id=new_id(), state="over", invite=None)
                seats = [Seat(over.id, seat, "person", ana.id) for seat in range(2)]
                tables.services.store.create_table(over, seats, []).result()
            with pytest.raises(Refused, match="too_many_tables"):
                await tables.create(ana, MUVUCA, wish, with_bots=False)

    asyncio.run(scene())


@pytest.mark.threat(61, 78)
def test_a_log_has_an_end_and_the_match_another_one(tmp_path: Path) -> None:
    """Toggling seats for ever fills no disk, and whoever plays on comes to the end."""

    async def scene() -> None:
        async with open_tables(tmp_path, events_per_table=30) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, seats=2, options=SHORT)
            host, guest = Listener(live, ana), Listener(live, rui)
            await live.join(host)
            found = [await guest.ask(messages.Leave(id="leave"))]
            for number in range(40):  # the guest has left: a bot, nobody, a bot, ...
                given = {"id": f"b{number}", "seat": 1}
                ask = messages.Open(**given) if number % 2 else messages.Bot(**given, name="random")
                found.append(await host.ask(ask))
            assert found[:2] == ["", ""]
            assert "log_full" in found
            full = live.state.seq
            assert full <= 31
            assert await guest.ask(messages.Sit(id="back", seat=1)) == ""
            for _ in range(400):
                if live.state.status == "over":
                    break
                seat = min(live.state.due)
                asked = (host, guest)[seat].ask(act(live, some_path(live, seat), seat=seat))
                assert await asked == ""
            assert live.state.status == "over"
            assert live.state.seq > full

    asyncio.run(scene())


@pytest.mark.threat(61, 78, 81)
def test_a_full_house_takes_nothing_new_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, ROOMY) as one, closing(Browser(one).http) as stranger:
        ann = Browser(one)
        table = ann.new_table()
        with closing(ann.http), ann.socket(table) as talk:
            talk.my_turn()
            monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(100, 99, 2**20))
            one.on_loop(one.tables.services.look_at_space)
            assert "error" not in talk.act()
            assert talk.refused("say", text="hello") == "no_room"
            answer = ann.post("/games/muvuca/play")
            assert answer.status_code == 503
            assert "no room for anything new" in answer.text
            assert stranger.post("/you/name", data={"name": "Rui"}).status_code == 503
            upload = ann.http.post("/replay/upload", files={"file": ("m.json", b"{}")})
            assert upload.status_code == 503
            monkeypatch.undo()
            one.on_loop(one.tables.services.look_at_space)
            assert ann.post("/games/muvuca/play").status_code == 303
            assert "error" not in talk.ask("say", text="hello")


@pytest.mark.threat(78)
def test_the_size_of_the_file_is_a_limit(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, store_megabytes=0) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            tables.services.look_at_space()
            with pytest.raises(Refused, match="no_room"):
                await seated(tables, MUVUCA, ana, rui)

    asyncio.run(scene())
