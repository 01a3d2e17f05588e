"""Decisions that nobody else notices: VIVA's first of several identical cards (VV-79)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import kermesse
from kermesse.core.record import SPECTATOR
from kermesse.table import messages
from kermesse.table.live.table import LiveTable
from kermesse.table.live.tables import LiveTables
from kermesse.table.state.log_events import UNDO
from kermesse.table.state.table_state import TableState

from .test_windows import log_of, run
from .wires import Listener, act, open_tables, people, seated

VIVA = kermesse.game("viva")
OPTIONS = dict(
    VIVA.choose({"first_dealer": "seat1", "rounds": 1, "hand_size": 7, "edition": "pocket"})
)


async def two_with_twins(tables: LiveTables) -> tuple[LiveTable, list[Listener], list[str]]:
    """Two people and a spectator; seat 0 may place one of several identical cards (VV-79)."""
    players = await people(tables, "Ana", "Rui")
    while True:
        live = await seated(tables, VIVA, *players, options=OPTIONS)
        match = live.state.match
        assert match is not None
        for action in match.legal(0):
            trial = match.fork()
            trial.act(0, action)
            if trial.frames[-1].phase == "more":
                those = [Listener(live, person) for person in (*players, None)]
                for listener in those:
                    await live.join(listener)
                while live.broadcast._refresh is not None:  # who is there has been shown to all
                    await asyncio.sleep(0.02)
                return live, those, list(VIVA.ways(action.text)[0])


@pytest.mark.threat(36, 37, 43)
def test_a_hidden_decision_and_taking_it_back_are_noticed_by_nobody(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            live, those, path = await two_with_twins(tables)
            moments = [live.state.moment(viewer) for viewer in (1, SPECTATOR)]
            for listener in those:
                listener.sent.clear()
            since = dict(live.timers.clocks._since)
            for n in range(3):
                assert await those[0].ask(act(live, path, seat=0)) == ""
                assert those[0].told()[-1]["picks"]
                assert "lays" in those[0].told()[-1]["steps"][0]["add"]["log"]
                assert await those[0].ask(messages.Undo(id=f"u{n}")) == ""
                assert "takes a decision back" in those[0].told()[-1]["steps"][0]["put"]["log"]
            assert await those[0].ask(act(live, path, seat=0)) == ""
            assert [one.sent for one in those[1:]] == [[], []]
            assert [live.state.moment(v) for v in (1, SPECTATOR)] == moments
            assert live.timers.clocks._since == since
            assert len(log_of(live, UNDO)) == 3
            assert await those[0].ask(act(live, ["stop"], seat=0)) == ""
            for listener, moment in zip(those[1:], moments, strict=True):
                (told,) = listener.told()
                assert told["at"] == moment + 1
                assert "places" in told["steps"][0]["add"]["log"]
                text = live.whole_for(listener)
                assert "takes a decision back" not in text
                assert "lays" not in text

    run(scene)


@pytest.mark.threat(36, 45)
@pytest.mark.parametrize("is_hidden", [True, False])
def test_taking_back_does_not_tell_whether_another_has_laid_a_card(
    tmp_path: Path, is_hidden: bool
) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            while True:
                live, (ana, rui, _), _ = await two_with_twins(tables)
                assert await ana.ask(act(live, ["draw"], seat=0)) == ""
                assert await ana.ask(act(live, ["keep"], seat=0)) == ""
                match = live.state.match
                assert match is not None
                ends = {}
                for action in match.legal(1):
                    trial = match.fork()
                    trial.act(1, action)
                    ends[trial.frames[-1].phase] = action.text
                if "more" in ends:
                    break
            if is_hidden:
                assert await rui.ask(act(live, [ends["more"]], seat=1)) == ""
            ana.sent.clear()
            assert await ana.ask(messages.Undo(id="u")) == ""
            assert live._request is None
            (event,) = log_of(live, UNDO)
            assert event.body == {"times": 1} | ({"hidden": 1} if is_hidden else {})
            (told,) = ana.told()
            assert told["picks"] == {"keep": {}} | told["picks"]
            assert "asks to take" not in ana.sent[0]
            assert match.game is VIVA
            fresh = TableState(VIVA, live.state.table, live.state.seats)
            fresh.replay(tables.services.store.events(live.id))
            assert fresh.match is not None
            assert fresh.match.frames[-1] == live.state.match.frames[-1]  # type: ignore[union-attr]

    run(scene)
