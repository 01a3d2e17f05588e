"""Time that runs out, and people who are not there: the table stays theirs."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import kermesse
from kermesse.core.game import Game
from kermesse.store import NewEvent, Person, Seat
from kermesse.table import messages
from kermesse.table.commands.change import Change
from kermesse.table.forms import TableWish, read_wish
from kermesse.table.live.clocks import OVERTIME, Clocks
from kermesse.table.live.table import LiveTable
from kermesse.table.live.tables import LiveTables
from kermesse.table.refusals import Refused
from kermesse.table.state.log_events import AWAY, BACK, BOT, DECIDE, OVER, PERSON, TIMEOUT
from kermesse.table.state.table_state import TableState
from kermesse.table.state.terms import TableTerms
from kermesse.table.views.screen import Audience

from .wires import Listener, act, dealt, open_tables, people, seated, sits_down, some_path

MUVUCA, VIVA = kermesse.game("muvuca"), kermesse.game("viva")
FIRST = {"first_player": "seat0"}
SHORT = FIRST | {"rounds_to_win": 1, "end_lines": 1}


class Evening:
    """Friends at a table whose time goes on when told."""

    def __init__(self, tables: LiveTables, live: LiveTable, those: list[Person]) -> None:
        self.tables, self.live, self.people = tables, live, those
        self.now = time.monotonic()
        for clock in (live.timers.clocks, live.timers.countdown, live.timers.absences):
            vars(clock)["_steady"] = lambda: self.now
        live.timers.clocks.run_for(())  # from now on
        live.go_on()
        self.guests = [Listener(live, person) for person in those]

    async def come(self) -> None:
        for guest in self.guests:
            await self.live.join(guest)

    async def passes(self, seconds: float) -> None:
        """Time passes, and what is to happen then happens."""
        self.now += seconds
        await self.live.end_time()
        while self.live.due_bots():
            await asyncio.sleep(0.002)

    async def play(self, seat: int) -> None:
        decision = act(self.live, some_path(self.live, seat), seat=seat)
        assert await self.guests[seat].ask(decision) == ""

    async def touch(self, seat: int) -> None:
        ask = messages.Here(id=f"h{time.monotonic_ns()}")
        assert await self.guests[seat].ask(ask) == ""

    def kinds(self) -> list[str]:
        return [event.kind for event in self.tables.services.store.events(self.live.id)]

    def decided(self) -> list[tuple[int | None, bool]]:
        """Who decided, and whether it was the person."""
        events = self.tables.services.store.events(self.live.id)
        return [(e.seat, e.person_id is not None) for e in events if e.kind == DECIDE]

    def html(self, seat: int) -> str:
        """The panels as somebody sees them now."""
        scene = self.live.broadcast.view().screen(self.live.broadcast.audience(self.guests[seat]))
        return "".join(str(panel) for panel in self.live.broadcast.view().panels(scene).values())


def evening(
    folder: Path,
    names: tuple[str, ...],
    scene: Callable[[Evening], Coroutine[Any, Any, None]],
    game: Game = MUVUCA,
    limits: dict[str, int] | None = None,
    **wish: Any,
) -> None:
    """Play a scene at a table of a house of its own."""

    async def run() -> None:
        async with open_tables(folder, VIVA, **(limits or {})) as tables:
            those = await people(tables, *names)
            live = await seated(tables, game, *those, **{"bot": "random", **wish})
            await scene(Evening(tables, live, those))

    asyncio.run(run())


TWO = ("Ana", "Rui")
THREE = ("Ana", "Rui", "Eva")


# --- time that runs out ---------------------------------------------------------------------------


@pytest.mark.threat(63)
def test_a_bot_takes_one_decision_and_the_seat_stays_the_persons(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        await night.come()
        hand = night.live.broadcast.view().screen(Audience(0)).now
        await night.passes(61)
        place = night.live.state.seats[0]
        assert (place.kind, place.person_id) == (PERSON, night.people[0].id)
        assert night.decided() == [(0, False)] * 2  # a card, and where it goes
        assert night.live.state.away == {0: "random"}
        assert night.guests[0].audience is not None
        assert night.guests[0].audience.seat == 0  # and the hand stays open to its owner
        assert hand.seat == 0
        board = str(
            night.live.broadcast.view().board(night.live.broadcast.view().screen(Audience(0)))
        )
        assert "Ana" in night.html(0) + board
        assert "Ana has no time left: a bot decides until they are back." in str(
            night.live.broadcast.view().screen(Audience(1)).log()
        )
        assert "away: a bot decides" in night.html(1)
        assert "A bot decides for you until you touch the table." in night.html(0)
        assert "A bot decides for you" not in night.html(1)

    evening(tmp_path, TWO, scene, options=FIRST, clock_decision=60)


def test_the_first_clock_is_seen_with_the_first_board(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path, VIVA) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            wish = TableWish(seats=2, options=FIRST, clock_decision=60)
            live = await tables.find(await tables.create(ana, MUVUCA, wish, with_bots=False))
            guest = Listener(live, ana)
            await live.join(guest)
            await sits_down(live, rui, 1)
            await dealt(live)
            await live.ready.wait()
            told = [message for message in guest.told() if message.get("whole")]
            assert "data-warning" in told[-1]["steps"][0]["put"]["seats"]
            assert "data-deadline" in told[-1]["steps"][0]["put"]["countdown"]

    asyncio.run(run())


@pytest.mark.parametrize("how", ["here", "act", "say", "reconnect"])
def test_any_touch_takes_over_again(tmp_path: Path, how: str) -> None:
    async def scene(night: Evening) -> None:
        live = night.live
        await night.come()
        await night.passes(61)
        if how == "here":
            await night.touch(0)
        elif how == "act":
            late = act(live, ["no such thing"], at=0)
            assert await night.guests[0].ask(late) == "stale"
        elif how == "say":
            assert await night.guests[0].ask(messages.Say(id="s", text="back!")) == ""
        else:
            live.part(night.guests[0])
            await live.join(Listener(live, night.people[0]))
            await asyncio.sleep(0.2)
        assert night.kinds()[-1] == BACK or how == "say"
        assert not live.state.away
        assert "Ana is back and decides again." in str(
            live.broadcast.view().screen(Audience(1)).log()
        )
        await night.play(1)
        await night.passes(59)  # the whole time, not what an absent person gets
        assert night.decided() == [(0, False)] * 2 + [(1, True)]
        await night.play(0)
        assert night.decided()[-1] == (0, True)

    evening(tmp_path, TWO, scene, options=FIRST, clock_decision=60)


def test_looking_is_no_touch(tmp_path: Path) -> None:
    """A page says by itself that its line is alive."""

    async def scene(night: Evening) -> None:
        await night.come()
        await night.passes(61)
        assert await night.guests[0].ask(messages.Ping(id="p")) == ""
        assert night.live.state.away

    evening(tmp_path, TWO, scene, options=FIRST, clock_decision=60)


@pytest.mark.threat(63)
def test_a_touch_at_the_last_moment_wins_no_time(tmp_path: Path) -> None:
    """Or somebody could hold a match up for ever."""

    async def scene(night: Evening) -> None:
        live = night.live
        await night.come()
        night.now += 61
        async with live.lock:  # nothing comes in between
            pass
        await live.end_clocks()
        live.bots.forget()  # the bot is slow
        await night.touch(0)
        assert 0 in live.timers.clocks.over
        assert await night.guests[0].ask(act(live, some_path(live, 0), seat=0)) == "time_up"
        live.go_on()
        await night.passes(0)
        assert night.decided() == [(0, False)] * 2  # a card, and where it goes

    evening(tmp_path, TWO, scene, options=FIRST, clock_decision=60)


@pytest.mark.threat(63)
def test_nobody_waits_a_whole_clock_for_each_decision_of_an_absent_person(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        await night.come()
        await night.passes(61)
        for turn in range(1, 4):
            await night.play(1)
            before = len(night.decided())
            await night.passes(night.live.state.terms.away_seconds - 0.5)
            assert len(night.decided()) == before  # there is a moment to come back
            await night.passes(1)
            assert night.decided()[-1] == (0, False)
            assert len(night.decided()) == 3 * turn + 2
        assert night.kinds().count(AWAY) == 1  # and it is said once

    evening(tmp_path, TWO, scene, options=FIRST, clock_decision=60)


@pytest.mark.threat(63)
def test_who_stalls_holds_nobody_up_and_the_match_ends(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        await night.come()
        for _ in range(400):
            if night.live.state.status == OVER:
                break
            if 1 in night.live.state.due:
                await night.play(1)
            else:
                await night.passes(61)
        assert night.live.state.status == OVER
        assert all(place.kind == PERSON for place in night.live.state.seats)
        for guest in night.guests:  # also of the one who was never there
            assert await guest.ask(messages.Say(id="s", text="good game")) == ""
        assert await night.guests[0].ask(messages.Rematch(id="r")) == ""
        assert night.live.state.table.next

    evening(tmp_path, TWO, scene, options=SHORT, clock_decision=60)


def test_when_everybody_is_away_the_match_waits(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        live = night.live
        await night.come()
        for _ in range(8):
            await night.passes(21)
        assert live.state.away.keys() == {0, 1, 2}
        decisions = night.decided()
        turns = [seat for seat, _ in groupby(decisions)]
        assert {seat for seat, _ in turns} == {0, 1, 2}
        assert len(turns) == 3  # nobody's turn came again
        for _ in range(200):
            await night.passes(60)
        assert night.decided() == decisions
        assert live.timers.clocks.next_end(live.state) is None
        assert "Everybody is away: the match waits." in night.html(1)
        assert "The match waits for you." in night.html(1)
        due = min(live.state.due)
        back = (due + 1) % 3
        await night.touch(back)
        assert "Everybody is away" not in night.html(1)
        await night.passes(4)
        assert len(night.decided()) > len(decisions)  # the bot goes on for who is not back
        for guest in night.guests:
            assert await guest.ask(messages.Say(id="s", text="we are back")) == ""
        assert not live.state.away

    evening(tmp_path, THREE, scene, VIVA, clock_decision=20)


def test_alone_with_bots_the_match_waits_after_one_decision(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            wish = read_wish(
                MUVUCA,
                {
                    "clock": "decision",
                    "decision_seconds": "10",
                    "bot": "random",
                    "option-first_player": "seat0",
                },
                ["random"],
            )
            live = await tables.find(await tables.create(ana, MUVUCA, wish, with_bots=True))
            await dealt(live)
            night = Evening(tables, live, [ana])
            await night.come()
            for _ in range(20):
                await night.passes(11)
            assert night.decided() == [(0, False)] * 2 + [(1, False)] * 2
            assert live.state.seat_of(ana.id) == 0

    asyncio.run(run())


@pytest.mark.threat(63)
def test_who_has_used_up_the_total_has_a_moment_for_each_decision(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        await night.come()
        await night.passes(61)
        await night.touch(0)
        await night.play(1)
        assert night.live.timers.clocks.left_ms(night.live.state, 0) == OVERTIME * 1000
        await night.passes(OVERTIME - 1)
        await night.play(0)
        await night.play(1)
        await night.passes(OVERTIME + 1)
        assert night.decided()[-1] == (0, False)
        assert night.live.state.seat_of(night.people[0].id) == 0

    evening(tmp_path, TWO, scene, options=FIRST, clock_total=60)


def test_a_restart_remembers_who_is_away(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        await night.passes(61)
        live = night.live
        night.tables.unload(live)
        again = await night.tables.find(live.id)
        await dealt(again)
        assert again.state.away == {0: "random"}
        assert again.state.spent_ms == live.state.spent_ms
        first = Listener(again, night.people[0])
        await again.join(first)
        for _ in range(200):
            if not again.state.away:
                break
            await asyncio.sleep(0.01)
        assert not again.state.away

    evening(tmp_path, TWO, scene, options=FIRST, clock_decision=60)


def test_a_log_in_which_a_bot_got_the_seat_means_the_same(tmp_path: Path) -> None:
    """So it was written before: the seat became a bot's, and was kept."""

    async def scene(night: Evening) -> None:
        live, ana = night.live, night.people[0]
        bot = Seat(live.id, 0, BOT, bot="random", kept_for=ana.id)
        body = {"ms": 61_000, "bot": "random"}
        await live.carry_out(Change((NewEvent(TIMEOUT, body, 0, ana.id),), (bot,)))
        night.tables.unload(live)
        again = await night.tables.find(live.id)
        await dealt(again)
        assert not again.state.away
        assert again.state.spent_ms[0] == 61_000
        assert again.state.seats[0].kept_for == ana.id
        assert "Ana has no time left: a bot plays on at seat 0." in str(
            again.broadcast.view().screen(Audience()).log()
        )
        one = Listener(again, ana)
        await again.join(one)
        assert "Take your seat back" in json.dumps(one.told()[-1])
        assert await one.ask(messages.Say(id="s", text="still here")) == ""
        assert await one.ask(messages.Sit(id="t", seat=0)) == ""  # also with all time used up
        assert again.state.seat_of(ana.id) == 0

    evening(tmp_path, TWO, scene, options=FIRST, clock_total=60)


def test_whom_a_seat_is_kept_for_has_chat_and_rematch_after_the_end(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        live, (ana, rui) = night.live, night.people
        await night.come()
        assert await night.guests[0].ask(messages.Leave(id="l")) == ""
        assert await night.guests[1].ask(messages.Bot(id="b", seat=0, name="random")) == ""
        for _ in range(400):
            if live.state.status == OVER:
                break
            if 1 in live.state.due:
                await night.play(1)
            await night.passes(0)
        assert live.state.status == OVER
        assert "Rematch" in night.html(0)
        assert await night.guests[0].ask(messages.Say(id="s", text="well played")) == ""
        assert await night.guests[0].ask(messages.Rematch(id="r")) == ""
        after = night.tables.services.store.seats(live.state.table.next or "")
        assert {place.person_id for place in after} == {ana.id, rui.id}

    evening(tmp_path, TWO, scene, options=SHORT)


# --- warnings -------------------------------------------------------------------------------------


def test_there_is_a_warning_before_the_end_and_only_to_whose_time_it_is(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        await night.come()
        assert 'data-warning="10000"' in night.html(0)
        assert "data-warning" not in night.html(1)

    evening(tmp_path, TWO, scene, options=FIRST, clock_decision=60)


@pytest.mark.parametrize(
    ("terms", "seconds"),
    [
        (TableTerms(decision=5), 2.5),
        (TableTerms(decision=60), 10),
        (TableTerms(decision=600), 60),
        (TableTerms(decision=604_800), 300),
        (TableTerms(total=900), 90),
    ],
)
def test_how_long_before_the_end_the_warning_comes(terms: TableTerms, seconds: float) -> None:
    assert terms.warning_seconds == seconds


def test_a_usual_clock_survives_a_coffee_break() -> None:
    """Each friend loses one decision at most, and then the match waits for them."""
    wish = read_wish(MUVUCA, {"clock": "decision"}, ["random"])
    assert wish.clock_decision >= 180
    assert read_wish(MUVUCA, {"clock": "total"}, ["random"]).clock_total >= 1800
    assert TableTerms(decision=wish.clock_decision).away_seconds < 10


# --- people who are gone --------------------------------------------------------------------------


@pytest.mark.threat(63)
def test_no_bot_decides_for_somebody_whose_line_broke_a_moment_ago(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        live, (ana, rui) = night.live, night.guests
        await night.come()
        ask = messages.Bot(id="b0", seat=1, name="greedy")
        assert await ana.ask(ask) == "not_allowed"  # they are there
        await night.play(0)
        live.part(rui)
        night.now += 0.4
        with pytest.raises(Refused) as refused:
            await live.receive(ana, messages.Bot(id="b1", seat=1, name="greedy"))
        assert refused.value.text() == (
            "Their connection broke only a moment ago. A bot may decide for them in 60 seconds."
        )
        night.now += 50
        with pytest.raises(Refused, match="just_gone") as refused:
            await live.receive(ana, messages.Bot(id="b2", seat=1, name="greedy"))
        assert "in 10 seconds" in refused.value.text()
        assert night.live.state.seats[1].kind == PERSON
        assert "is not here" not in night.html(0)
        night.now += 10
        assert "Rui is not here, and it is their turn." in night.html(0)
        assert await ana.ask(messages.Bot(id="b3", seat=1, name="greedy")) == ""
        assert live.state.away == {1: "greedy"}
        assert "is not here" not in night.html(0)
        await night.passes(4)
        assert night.decided() == [(0, True)] + [(1, False)] * 2
        assert live.state.seat_of(night.people[1].id) == 1  # theirs, as soon as they are back
        await live.join(rui)
        await asyncio.sleep(0.2)
        assert not live.state.away

    evening(tmp_path, TWO, scene, options=FIRST)


def test_a_line_that_comes_back_and_breaks_again_has_the_whole_time_again(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        live, (ana, rui) = night.live, night.guests
        await night.come()
        live.part(rui)
        night.now += 59
        await live.join(rui)
        night.now += 100
        live.part(rui)
        night.now += 2
        assert await ana.ask(messages.Bot(id="b", seat=1, name="greedy")) == "just_gone"

    evening(tmp_path, TWO, scene, options=FIRST)


def test_two_tabs_are_one_person(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        live, (ana, rui) = night.live, night.guests
        await night.come()
        other = Listener(live, night.people[1])
        await live.join(other)
        live.part(rui)
        night.now += 61
        assert await ana.ask(messages.Bot(id="b", seat=1, name="greedy")) == "not_allowed"

    evening(tmp_path, TWO, scene, options=FIRST)


def test_the_operator_sets_how_long_a_line_may_be_broken(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        await night.come()
        night.live.part(night.guests[1])
        night.now += 6
        bot = messages.Bot(id="b", seat=1, name="greedy")
        assert await night.guests[0].ask(bot) == ""

    evening(tmp_path, TWO, scene, options=FIRST, limits={"away_seconds": 5})


def test_everybody_may_help_out_where_the_host_is_gone_too(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        live, (ana, rui, eva) = night.live, night.guests
        await night.come()
        assert await rui.ask(messages.Leave(id="l")) == ""
        bot = {"seat": 1, "name": "random"}
        assert "Rui has left seat 1." in night.html(2)
        assert "Let a bot play" in night.html(0)
        assert "Let a bot play" not in night.html(2)
        assert await eva.ask(messages.Bot(id="b1", **bot)) == "not_allowed"
        live.part(ana)
        night.now += 59
        assert await eva.ask(messages.Bot(id="b2", **bot)) == "not_allowed"
        night.now += 2
        assert "Let a bot play" in night.html(2)
        stranger = Listener(live, (await people(night.tables, "Zoé"))[0])
        assert await stranger.ask(messages.Bot(id="b3", **bot)) == "not_allowed"
        assert await eva.ask(messages.Bot(id="b4", **bot)) == ""
        assert live.state.seats[1].kind == BOT
        assert "has left" not in night.html(2)
        other = messages.Bot(id="b5", seat=1, name="greedy")
        assert await eva.ask(other) == "not_allowed"  # that is the host's to change

    evening(tmp_path, THREE, scene, VIVA)


def test_all_are_told_once_somebody_has_been_gone_for_long(tmp_path: Path) -> None:
    """By the server itself: nobody needs to do anything for it."""

    async def scene(night: Evening) -> None:
        live, (ana, rui) = night.live, night.guests
        await night.come()
        vars(live.timers.absences)["_steady"] = time.monotonic
        await night.play(0)
        live.part(rui)
        for _ in range(400):
            if "Rui is not here" in "".join(ana.sent):
                break
            await asyncio.sleep(0.01)
        assert "Rui is not here" in "".join(ana.sent)

    evening(tmp_path, TWO, scene, options=FIRST, limits={"away_seconds": 1})


def test_a_question_is_not_put_to_somebody_who_is_away(tmp_path: Path) -> None:
    async def scene(night: Evening) -> None:
        await night.come()
        await night.passes(61)
        await night.play(1)
        assert await night.guests[1].ask(messages.Undo(id="u")) == ""
        assert night.live._request is None
        assert night.live.state.due == {1}

    evening(tmp_path, TWO, scene, options=FIRST, clock_decision=60)


def test_a_clock_that_is_over_runs_no_more() -> None:
    now = [0.0]
    state = SimpleNamespace(away={}, terms=TableTerms(decision=10), spent_ms=[0])
    clocks, kept = Clocks(lambda: now[0]), cast(TableState, state)
    clocks.run_for([0])
    now[0] = 10
    assert clocks.out_of_time(kept) == [0]
    clocks.end(0)
    assert (clocks.out_of_time(kept), clocks.next_end(kept), clocks.left_ms(kept, 0)) == (
        [],
        None,
        0,
    )
    clocks.restart(0)
    assert clocks.over == {0}
    clocks.stop(0)
    clocks.run_for([0])
    assert (clocks.over, clocks.left_ms(kept, 0)) == (frozenset(), 10_000)
