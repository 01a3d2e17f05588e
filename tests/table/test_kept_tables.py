"""Logs: what is kept of a decision, and tables that an earlier Kermesse kept."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

import kermesse
from kermesse.core.customs import in_one_piece
from kermesse.core.game import Game
from kermesse.store import LoggedEvent, Store
from kermesse.store.chain import START, link
from kermesse.table.live.tables import LiveTables
from kermesse.table.state import old_paths
from kermesse.table.state.picks import tree
from kermesse.table.state.table_state import TableState

from .kept_tables import ENDS, GAMES, unpacked
from .wires import Listener, act, dealt, first_path, open_tables, people, seated

LOGGED = ("decide", "answer", "window")
MATCHES = [table for table, end in ENDS.items() if end["decisions"] is not None]


def sitting_of(store: Store, table_id: str, game: Game) -> TableState:
    table = store.table(table_id)
    assert table is not None
    fresh = TableState(game, table, store.seats(table_id))
    fresh.replay(store.events(table_id))
    return fresh


def renamed(game: Game) -> Game:
    """The same game, on whose page everything is picked in other parts."""
    return replace(game, ways=lambda text: [("part", text), (f"{text}!",)])


@pytest.mark.parametrize("name", GAMES)
def test_tables_kept_in_picks_are_played_again_to_the_same_ends(tmp_path: Path, name: str) -> None:
    """Whatever parts the game's page has by now."""
    game = renamed(kermesse.game(name))
    with Store(unpacked(tmp_path)) as store:
        assert store.check() == []
        mine = [table for table in MATCHES if ENDS[table]["game"] == name]
        assert {ENDS[table]["state"] for table in mine} == {"playing", "over"}
        for table in mine:
            found, end = sitting_of(store, table, game), ENDS[table]
            assert found.match is not None
            log = json.dumps([[d.seat, d.text] for d in found.match.decisions])
            assert len(found.match.decisions) == end["decisions"]
            assert hashlib.sha256(log.encode()).hexdigest() == end["log"]
            assert hashlib.sha256(found.match.frames[-1].tobytes()).hexdigest() == end["frame"]
            assert {str(seat): held for seat, held in found.held.items()} == end["held"]
            assert len(found.turns) == end["turns"]
        assert store.check() == []  # and nothing was rewritten


@pytest.mark.parametrize("name", GAMES)
def test_a_table_kept_in_picks_goes_on(tmp_path: Path, name: str) -> None:
    """Old rows and new ones stand in one chain; new ones hold action texts."""
    (table,) = (t for t in MATCHES if (ENDS[t]["game"], ENDS[t]["state"]) == (name, "playing"))

    async def scene() -> None:
        async with open_tables(unpacked(tmp_path), kermesse.game(name)) as tables:
            live = await tables.find(table)
            await dealt(live)
            before, frames = live.state.seq, await several_turns(tables, table)
            events = tables.services.store.events(table)
            new = [event for event in events[before + 1 :] if event.kind in LOGGED]
            assert new
            assert not any(old_paths.is_old(event) for event in new)
            assert tables.services.store.check() == []
            again = sitting_of(tables.services.store, table, renamed(kermesse.game(name)))
            assert again.match is not None
            assert [f.tobytes() for f in again.match.frames] == frames
            assert again.held == live.state.held

    asyncio.run(scene())


async def several_turns(tables: LiveTables, table: str, turns: int = 12) -> list[bytes]:
    live = await tables.find(table)
    who = {n: tables.services.store.person(n) for n in range(1, 5)}
    for _ in range(turns):
        state = live.state
        if not state.due or state.match is None:
            break
        seat = min(state.due)
        listener = Listener(live, who[state.seats[seat].person_id or 0])
        path = first_path(tree(state.match.frames[-1], seat))
        assert await listener.ask(act(live, path, seat=seat)) == ""
    assert live.state.match is not None
    return [frame.tobytes() for frame in live.state.match.frames]


@pytest.mark.threat(19, 20)
def test_the_log_keeps_actions_and_knows_a_message_again(tmp_path: Path) -> None:
    """In picks that the game cuts; the message is known by them after a restart."""
    viva = kermesse.game("viva")

    async def scene() -> None:
        async with open_tables(tmp_path, viva) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, viva, ana, rui, options={"first_dealer": "seat1"})
            assert live.state.match is not None
            seat = min(live.state.due)
            who = Listener(live, (ana, rui)[seat])
            card, house_name = placement(live.state)
            message = act(live, [card, house_name], "one", seat=seat)
            assert await who.ask(message) == ""
            (event,) = (e for e in tables.services.store.events(live.id) if e.kind == "decide")
            assert event.body["actions"] == [f"{card} {house_name}"]
            assert event.body["path"] == [card, house_name]
        async with open_tables(tmp_path, viva) as tables:
            live = await tables.find(live.id)
            await dealt(live)
            who, length = Listener(live, (ana, rui)[seat]), live.state.seq
            assert await who.ask(message) == ""  # it was carried out before
            other = act(live, [f"{card} {house_name}"], "one", at=message.at, seat=seat)
            assert await who.ask(other) == "id_reused"
            assert live.state.seq == length

    asyncio.run(scene())


def placement(state: TableState) -> tuple[str, str]:
    assert state.match is not None
    (seat, *_) = sorted(state.due)
    texts = [action.text for action in state.match.legal(seat)]
    card, _, place = next(text for text in texts if " H" in text).partition(" ")
    return card, place


@pytest.mark.parametrize("name", GAMES)
def test_the_frozen_ways_read_every_action_in_all_its_ways(name: str) -> None:
    """They are those of the time when logs held them; a page may have others by now."""
    game, ways = kermesse.game(name), old_paths.WAYS[name]
    for number in range(game.actions):
        text = game.notation.action_text(number)
        assert len(set(ways(text))) == len(list(ways(text)))
        assert all(part for way in ways(text) for part in way)


def test_games_of_others_read_old_rows_by_their_own_ways() -> None:
    muvuca = kermesse.game("muvuca")
    match = kermesse.Match(replace(muvuca, name="other", ways=in_one_piece), 2, secret=bytes(32))
    (seat,) = match.due
    text = match.legal(seat)[0].text
    event = LoggedEvent(
        "t", 1, "decide", seat, None, None, {"path": [text]}, 0, link(START, _row(text))
    )
    assert old_paths.is_old(event)
    assert old_paths.translated(match, event).body["actions"] == [text]
    assert match.decisions == []


def _row(text: str) -> tuple[str, int, str, int, None, None, str, int]:
    return ("t", 1, "decide", 0, None, None, json.dumps({"path": [text]}), 0)


@pytest.mark.parametrize("name", GAMES)
def test_how_an_older_match_ended_is_kept_once_it_was_opened(tmp_path: Path, name: str) -> None:
    (table,) = (t for t in MATCHES if (ENDS[t]["game"], ENDS[t]["state"]) == (name, "over"))

    async def scene() -> None:
        async with open_tables(unpacked(tmp_path), kermesse.game(name)) as tables:
            assert tables.services.store.results([table]) == {}
            live = await tables.find(table)
            await live.ready.wait()
            match = live.state.match
            assert match is not None
            assert match.outcome is not None
            for _ in range(200):
                if tables.services.store.results([table]):
                    break
                await asyncio.sleep(0.01)
            kept = tables.services.store.results([table])[table]
            assert (kept.places, list(kept.points)) == (
                match.outcome.places,
                match.frames[-1].points,
            )

    asyncio.run(scene())
