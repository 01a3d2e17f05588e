"""What a visitor's requests cost is charged to that visitor, and holds up nobody else."""

from __future__ import annotations

import asyncio
import os
from contextlib import closing, suppress
from pathlib import Path
from time import sleep, thread_time
from typing import Any

import httpx
import pytest

import kermesse
from kermesse.core.errors import MatchFileError
from kermesse.core.match import Match
from kermesse.core.matchfile import write_match
from kermesse.core.verification import verify
from kermesse.table import messages, replay
from kermesse.table.cost import MOST_WAITING, Account, Paid, Payer, Turns, network, payer
from kermesse.table.live import worker
from kermesse.table.live.broadcast import REFRESH_SECONDS
from kermesse.table.live.worker import Unwanted, Worker
from kermesse.table.refusals import Refused
from kermesse.table.routes.replay import Chunks

from .wires import (
    ROOMY,
    Browser,
    Listener,
    Running,
    first_path,
    open_tables,
    people,
    running,
    seated,
    until,
)

MUVUCA = kermesse.game("muvuca")
ELSEWHERE = "127.0.0.2"  # another network, on the same machine


def end_once(mark: Path, number: int) -> int:
    """End the process; of several that are asked, the first one does."""
    with suppress(FileExistsError):
        mark.mkdir()
        os._exit(1)
    sleep(0.5)  # so that what was started for it is still at work
    return number


def busy(seconds: float) -> None:
    """Keep the processor busy."""
    end = thread_time() + seconds
    while thread_time() < end:
        pass


def finished() -> Match:
    match = Match(MUVUCA, options={"rounds_to_win": 1, "end_lines": 1})
    while not match.over:
        seat = min(match.due)
        match.act(seat, match.legal(seat)[0])
    return match


@pytest.fixture(scope="module")
def text() -> str:
    return write_match(finished())


@pytest.fixture(scope="module")
def link(served: Running, text: str) -> str:
    """A replay that anybody may look at."""
    with closing(Browser(served).http) as http:
        answer = http.post("/replay/upload", files={"file": ("m.json", text.encode())})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


# --- who pays -------------------------------------------------------------------------------------


@pytest.mark.threat(61)
@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket of this machine", "a socket of this machine"),
    ],
)
def test_an_ipv6_household_is_one_network(address: str, found: str) -> None:
    assert network(address) == found


def test_what_is_done_is_charged_and_waiting_is_free() -> None:
    async def work() -> str:
        busy(0.02)
        await asyncio.sleep(0.05)
        busy(0.02)
        return "done"

    async def scene() -> None:
        by = Payer(Account(1.0))
        spent: list[float] = []
        vars(by)["spend"] = spent.append
        assert await Paid(work(), by) == "done"
        assert 0.04 <= sum(spent) < 0.05

    asyncio.run(scene())


def test_an_error_and_the_end_of_a_task_pass_through() -> None:
    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("x")

    async def waits() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append(True)
            raise

    ended: list[bool] = []

    async def scene() -> None:
        by = Payer(Account(1.0))
        with pytest.raises(KeyError):
            await Paid(fails(), by)
        task = asyncio.create_task(Paid(waits(), by))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        never = asyncio.create_task(Paid(waits(), by))
        never.cancel()  # before it began
        with pytest.raises(asyncio.CancelledError):
            await never

    asyncio.run(scene())
    assert ended == [True]


@pytest.mark.threat(72)
def test_a_crowd_from_one_network_gets_the_loop_in_turn_with_a_single_one_from_another() -> None:
    """An honest request of three stretches waits for three of the crowd's, not for all of them."""
    order: list[str] = []

    async def work(who: str) -> None:
        for _ in range(3):
            busy(0.003)
            order.append(who)
            await asyncio.sleep(0)

    async def scene() -> None:
        crowd, other = Payer(Account(1e9)), Payer(Account(1e9))
        tasks = [asyncio.create_task(Paid(work("crowd"), crowd)) for _ in range(50)]
        tasks.append(asyncio.create_task(Paid(work("honest"), other)))
        await asyncio.gather(*tasks)

    asyncio.run(scene())
    last = max(place for place, who in enumerate(order) if who == "honest")
    assert order[: last + 1].count("crowd") <= 5


@pytest.mark.threat(72)
def test_who_has_used_up_their_time_is_told_when_to_come_again(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "cpu_ms_per_second": 1}) as one:
        transport = httpx.HTTPTransport(local_address=ELSEWHERE)
        with (
            httpx.Client(base_url=one.base) as here,
            httpx.Client(base_url=one.base, transport=transport) as there,
        ):
            answers = [here.get("/about", headers={"accept-language": "fr"}) for _ in range(60)]
            put_off = [answer for answer in answers if answer.status_code == 429]
            assert put_off
            assert int(put_off[0].headers["retry-after"]) >= 1
            assert put_off[0].headers["content-type"].startswith("text/html")
            assert 'lang="fr"' in put_off[0].text
            assert put_off[0].headers["content-security-policy"]
            assert there.get("/about").status_code == 200


@pytest.mark.threat(72)
def test_a_message_of_somebody_in_debt_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with running(tmp_path, ROOMY) as one:
        ann = Browser(one)
        table = ann.new_table()
        with closing(ann.http), ann.socket(table) as talk:
            talk.hear()
            now = talk.my_turn()
            live = one.tables.live[table]
            (connection,) = live.broadcast.connections
            connection._payer.spend(1e6)
            assert talk.refused("act", at=now["at"], path=first_path(now["picks"])) == "busy"
            assert "error" not in talk.ask("ping")
            connection._payer.spend(-1e6)
            assert "error" not in talk.act()


# --- heavy work -----------------------------------------------------------------------------------


@pytest.mark.threat(72)
def test_of_one_network_a_few_wait_and_one_is_served_at_a_time() -> None:
    async def scene() -> None:
        turns, running_now, most = Turns(4), 0, 0

        async def work() -> None:
            nonlocal running_now, most
            async with turns.turn():
                running_now += 1
                most = max(most, running_now)
                await asyncio.sleep(0.001)
                running_now -= 1

        payer.set(Payer(Account(1.0)))
        tasks = [asyncio.create_task(work()) for _ in range(3 * MOST_WAITING)]
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert most == 1
        refused = [error for error in found if isinstance(error, Refused)]
        assert {error.kind for error in refused} == {"busy"}
        assert len(found) - len(refused) == MOST_WAITING

    asyncio.run(scene())


@pytest.mark.threat(72)
def test_work_that_nobody_waits_for_is_not_begun() -> None:
    async def scene() -> None:
        beside = Worker([])

        async def nobody() -> bool:
            return False

        with pytest.raises(Unwanted):
            await beside.run(nobody, busy, 60.0)
        assert beside._pool is None

    asyncio.run(scene())


@pytest.mark.threat(72)
def test_a_browser_that_has_gone_is_noticed(
    served: Running, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests that wait for their turn are dropped once their browsers have left."""
    asked: list[bool] = []

    async def run(is_wanted: Any, *given: Any) -> Any:
        for _ in range(400):
            if not await is_wanted():
                asked.append(False)
                raise Unwanted
            await asyncio.sleep(0.005)
        asked.append(True)
        raise Refused("busy")

    monkeypatch.setattr(served.tables.services.worker, "run", run)
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{served.base}{link}", timeout=0.3)
    until(lambda: asked)
    assert asked == [False]


@pytest.mark.threat(98)
def test_a_process_beside_the_server_that_is_killed_is_replaced(text: str) -> None:
    async def scene() -> None:
        beside = Worker([MUVUCA])

        async def somebody() -> bool:
            return True

        try:
            found = await beside.run(somebody, replay.uploaded, text, "/replay/file/x")
            assert found.finished
            assert beside._pool is not None
            for process in beside._pool._processes.values():
                process.kill()
            again = await beside.run(somebody, replay.uploaded, text, "/replay/file/x")
            assert again == found
            with pytest.raises(MatchFileError):
                await beside.run(somebody, replay.uploaded, "{}", "/replay/file/x")
        finally:
            beside.close()

    asyncio.run(scene())


@pytest.mark.threat(98)
def test_of_several_who_notice_that_a_process_ended_one_starts_another(tmp_path: Path) -> None:
    """What the first one starts is not stopped by the others."""

    async def scene() -> None:
        beside = Worker([])

        async def somebody() -> bool:
            return True

        async def work(number: int) -> Any:
            payer.set(Payer(Account(1e9)))
            return await beside.run(somebody, end_once, tmp_path / "ended", number)

        beside._turns, beside._processes = Turns(3), 3
        try:
            assert await asyncio.gather(*map(work, range(3))) == [0, 1, 2]
        finally:
            beside.close()

    asyncio.run(scene())


@pytest.mark.threat(76)
def test_work_beside_the_server_that_does_not_end_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "MOST_SECONDS", 0.2)
    before = worker.signal.signal(worker.signal.SIGPROF, worker.give_up)
    try:
        answer, error, seconds = worker.timed(busy, 60.0)
    finally:
        worker.signal.signal(worker.signal.SIGPROF, before)
    assert answer is None
    assert isinstance(error, MatchFileError)
    assert 0.1 < seconds < 5


@pytest.mark.threat(76)
def test_a_replay_that_is_given_up_is_no_proof_against_the_match(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """The end of the time comes while a decision is taken, as the rules' refusals do."""

    def slow(*_: Any) -> None:
        busy(60.0)

    monkeypatch.setattr(worker, "MOST_SECONDS", 0.2)
    monkeypatch.setattr(Match, "act", slow)
    before = worker.signal.signal(worker.signal.SIGPROF, worker.give_up)
    try:
        verdict, error, _ = worker.timed(verify, text)
    finally:
        worker.signal.signal(worker.signal.SIGPROF, before)
    assert verdict is None
    assert isinstance(error, MatchFileError)


def test_a_chunk_has_thirty_two_moments_and_is_rendered_once(
    served: Running, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with httpx.Client(base_url=served.base) as client:
        first = client.get(f"{link}/frames").json()
        assert (first["from"], len(first["steps"])) == (0, 32)
        assert len(client.get(f"{link}/frames?from=3&to=900").json()["steps"]) == 32
        monkeypatch.setattr(served.tables.services, "worker", None)
        assert client.get(f"{link}/frames").json() == first
        bare = client.get(f"{link}/frames", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in bare.headers
        assert bare.json() == first


@pytest.mark.threat(72)
def test_empty_chunks_take_room_in_memory_as_well() -> None:
    kept = Chunks(2**16)
    for number in range(1_000):
        kept.keep(number, b"")
    assert kept.get(0) is None
    assert kept.get(999) == b""
    assert len(kept._kept) <= 64


# --- stale decisions ------------------------------------------------------------------------------


@pytest.mark.threat(21, 72)
def test_a_stale_decision_brings_everything_once_and_then_only_a_refusal(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options={"first_player": "seat0"})
            player = Listener(live, ana)
            await live.join(player)
            await asyncio.sleep(2 * REFRESH_SECONDS)  # who came is shown
            player.sent.clear()
            for number in range(10):
                await player._obey(messages.Act(id=f"s{number}", at=2**40, path=["x"]))
            kinds = [told["error"]["kind"] for told in player.told() if "error" in told]
            assert kinds == ["stale"] * 10
            assert len(player.told()) == 11

    asyncio.run(scene())
