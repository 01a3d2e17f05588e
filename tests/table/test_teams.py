"""Teams at a table: to whom one may talk, seats drawn by lot, decisions that one takes for both."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.core.fairness import seat_order, seeded_secret
from kermesse.store import ChatLine
from kermesse.table import messages
from kermesse.table.commands import new_tables
from kermesse.table.forms import TableWish
from kermesse.table.live.table import LiveTable
from kermesse.table.live.tables import LiveTables
from kermesse.table.state.channels import CHAT_LINES
from kermesse.table.state.log_events import BOT, DECIDE, GATHERING, OVER, START
from kermesse.table.state.picks import tree
from kermesse.table.views.chat import chat

from .wires import Listener, act, begun, dealt, first_path, open_tables, people, seated, sits_down

MUCKLE = kermesse.game("muckle")
NAMES = ("Ana", "Rui", "Eva", "Leo")


def run(scene: Any) -> None:
    asyncio.run(scene())


async def four(tables: LiveTables, **options: Any) -> tuple[LiveTable, list[Listener]]:
    """Two teams, seats 0 and 2 against 1 and 3, and a spectator."""
    players = await people(tables, *NAMES)
    chosen = dict(MUCKLE.choose(options))
    live = await seated(tables, MUCKLE, *players, options=chosen)
    seats = [live.state.seat_of(person.id) for person in players]
    those = [Listener(live, players[seats.index(seat)]) for seat in range(4)]
    those.append(Listener(live))
    for listener in those:
        await live.join(listener)
        listener.sent.clear()
    return live, those


def heard(those: list[Listener], words: str) -> list[bool]:
    return [words in "".join(listener.sent) for listener in those]


# --- talk -----------------------------------------------------------------------------------------


@pytest.mark.rule("MK-68")
@pytest.mark.threat(41)
@pytest.mark.parametrize(
    ("talk", "channel", "readers"),
    [
        ("table", "table", [True] * 5),
        ("table", "team", [True, False, True, False, False]),
        ("team", "team", [True, False, True, False, False]),
        ("team", "table", None),
        ("off", "table", None),
        ("off", "team", None),
    ],
)
def test_the_option_says_who_reads_what_is_said(
    tmp_path: Path, talk: str, channel: str, readers: list[bool] | None
) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            live, those = await four(tables, talk=talk)
            said = messages.Say(id="s", text="left, then run", to=channel)
            assert await those[0].ask(said) == ("" if readers else "no_talk")
            assert heard(those, "left, then run") == (readers or [False] * 5)
            for listener, reads in zip(those, readers or [False] * 5, strict=True):
                if not reads:
                    assert listener.sent == []
                assert ("left, then run" in live.whole_for(listener)) == reads
                eyes = live.broadcast.audience(listener)
                assert ("left, then run" in str(live.broadcast.view().pieces(eyes))) == reads
            assert len(tables.services.store.lines(live.id)) == (1 if readers else 0)

    run(scene)


@pytest.mark.rule("MK-68")
def test_the_page_offers_the_channels_that_there_are(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            for talk, offered in (("table", {"table", "team"}), ("team", {"team"}), ("off", set())):
                live, those = await four(tables, talk=talk)
                form = json.loads(live.whole_for(those[0]))["steps"][0]["put"]["talk"]
                assert ('id="chat-form"' in form) == bool(offered)
                assert {to for to in ("table", "team") if f'value="{to}"' in form} == offered
                outside = json.loads(live.whole_for(those[4]))["steps"][0]["put"]["talk"]
                assert "chat-form" not in outside

    run(scene)


@pytest.mark.rule("MK-68")
def test_talk_is_free_before_and_after_a_match_without_talk(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            players = await people(tables, *NAMES)
            options = dict(MUCKLE.choose({"talk": "off"}))
            wish = TableWish(seats=4, options=options)
            live = await tables.find(await tables.create(players[0], MUCKLE, wish, with_bots=False))
            ana = Listener(live, players[0])
            assert live.state.status == GATHERING
            assert await ana.ask(messages.Say(id="a", text="who plays?")) == ""
            # teams are not known before the seats are
            assert await ana.ask(messages.Say(id="b", text="psst", to="team")) == "no_talk"
            for seat, person in enumerate(players[1:], start=1):
                await sits_down(live, person, seat)
            await begun(live, players[0])
            assert await ana.ask(messages.Say(id="c", text="hello")) == "no_talk"
            live.state.change_table(state=OVER)
            assert live.state.channels == ("table", "team")
            assert await ana.ask(messages.Say(id="d", text="well played")) == ""

    run(scene)


@pytest.mark.threat(41, 43)
def test_what_a_team_says_neither_counts_nor_hides_lines_of_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            live, those = await four(tables, talk="team")
            lines = [ChatLine(1, live.id, 1, 1, "table", "hello", 0)]
            lines += [
                ChatLine(2 + n, live.id, 1, 0, "team", "psst", 0) for n in range(CHAT_LINES + 9)
            ]
            live.state.take_lines(lines)
            assert len(live.state.lines) == 1 + CHAT_LINES
            for listener in (those[1], those[4]):
                assert (
                    str(chat(live.state, live.broadcast.audience(listener), {})).count("<li") == 1
                )
            assert " id=" not in str(
                chat(live.state, live.broadcast.audience(those[0]), {})
            ).removeprefix("<ol id=")

    run(scene)


# --- seats by lot ---------------------------------------------------------------------------------


def test_lots_are_fair_and_follow_from_the_secret() -> None:
    orders = [tuple(seat_order(seeded_secret(seed), 4)) for seed in range(2400)]
    assert orders[0] == tuple(seat_order(seeded_secret(0), 4))
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 24
    assert sum((n - 100) ** 2 / 100 for n in counts) < 50  # chi-square, 23 degrees: 0.1 % is 49.7


@pytest.mark.rule("MK-74")
@pytest.mark.parametrize("by_lot", [True, False])
def test_seats_are_drawn_when_the_match_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_lot: bool
) -> None:
    secret = next(s for s in map(seeded_secret, range(99)) if seat_order(s, 4) == [2, 0, 3, 1])
    monkeypatch.setattr(new_tables, "fresh_secret", lambda: secret)

    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            players = await people(tables, *NAMES)
            options = dict(MUCKLE.choose({"seating": "random" if by_lot else "as_given"}))
            wish = TableWish(seats=4, options=options)
            live = await tables.find(await tables.create(players[0], MUCKLE, wish, with_bots=False))
            ana = Listener(live, players[0])
            await live.join(ana)
            for seat, person in enumerate(players[1:], start=1):
                assert [live.state.seat_of(p.id) for p in players[:seat]] == list(range(seat))
                await sits_down(live, person, seat)
            await begun(live, players[0])
            order = [2, 0, 3, 1] if by_lot else [0, 1, 2, 3]
            assert live.state.people == [players[taken].id for taken in order]
            stored = [seat.person_id for seat in tables.services.store.seats(live.id)]
            assert stored == live.state.people
            if by_lot:
                assert all(place.invite is None for place in live.state.seats)
            assert ("The seats are drawn by lot" in live.whole_for(ana)) == by_lot
            assert live.broadcast.audience(ana).seat == order.index(0)
            (event,) = [e for e in tables.services.store.events(live.id) if e.kind == START]
            assert event.body == ({"lot": order} if by_lot else None)

    run(scene)


@pytest.mark.rule("MK-74")
def test_seats_are_drawn_with_bots_and_in_a_rematch(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            (ana,) = await people(tables, "Ana")
            options = dict(MUCKLE.choose({"seating": "random"}))
            wish = TableWish(seats=4, options=options, bot="random")
            table = await tables.create(ana, MUCKLE, wish, with_bots=True)
            live = await tables.find(table)
            await dealt(live)
            order = seat_order(live.state.table.secret, 4)
            assert live.state.seat_of(ana.id) == order.index(0)
            live.state.change_table(state=OVER)
            await live.obey(ana, messages.Rematch(id="again"))
            again = await tables.find(live.state.table.next or "")
            order = seat_order(again.state.table.secret, 4)
            assert again.state.seat_of(ana.id) == order.index((live.state.seat_of(ana.id) + 1) % 4)

    run(scene)


# --- the ball: one answer for two -----------------------------------------------------------------


async def to_the_ball(live: LiveTable, those: list[Listener], chance: random.Random) -> set[int]:
    """Play on until a team is asked where the ball goes."""
    for _ in range(2000):
        match = live.state.match
        assert match is not None
        assert not match.over
        if match.frames[-1].phase == "ball":
            return match.due
        seat = min(match.due)
        path = first_path(tree(match.frames[-1], seat), chance)
        assert await those[seat].ask(act(live, path, seat=seat)) == ""
    raise AssertionError("nobody ever takes damage")


@pytest.mark.rule("MK-54")
@pytest.mark.threat(23)
def test_of_two_answers_for_one_team_the_first_stands(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            live, those = await four(tables)
            first, second = sorted(await to_the_ball(live, those, random.Random(4)))
            decisions = len([e for e in tables.services.store.events(live.id) if e.kind == DECIDE])
            both = [act(live, [f"ball {seat}"], seat=seat) for seat in (first, second)]
            asked = (those[s].ask(m) for s, m in zip((first, second), both, strict=True))
            assert await asyncio.gather(*asked) == ["", ""]
            events = [e for e in tables.services.store.events(live.id) if e.kind == DECIDE]
            assert len(events) == decisions + 1
            assert events[-1].body["actions"] == [f"ball {first}"]
            assert await those[second].ask(both[1]) == ""  # however often
            assert [e for e in tables.services.store.events(live.id) if e.kind == DECIDE] == events
            older = act(live, [f"ball {second}"], at=1)
            assert await those[second].ask(older) == "stale"

    run(scene)


@pytest.mark.rule("MK-55")
def test_bots_let_people_answer_first_and_one_of_two_bots_speaks(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, MUCKLE) as tables:
            live, those = await four(tables)
            due = sorted(await to_the_ball(live, those, random.Random(4)))
            state = live.state
            assert state.match is not None

            def bot_at(*seats: int) -> None:
                for seat in seats:
                    place = replace(state.seats[seat], kind=BOT, bot="random", person_id=None)
                    state.change_seats([place])

            bot_at(due[1])
            assert state.due_bots() == []
            bot_at(due[0])
            holder = int(state.match.frames[-1].record.ball)
            assert state.due_bots() == [holder if holder in due else due[0]]

    run(scene)


@pytest.mark.rule("MK-55")
def test_of_two_bots_the_one_with_the_ball_speaks() -> None:
    position = MUCKLE.new(seed=1)
    for holder, speaker in ((-2, 1), (0, 1), (1, 1), (3, 3)):
        position.record.ball = holder
        assert MUCKLE.speaker(position.view(), {1, 3}) == speaker
