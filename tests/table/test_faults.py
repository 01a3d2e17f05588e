"""Floods, slow readers, bad disks, broken rules, clocks that jump, and the end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import apsw
import httpx
import pytest
from tests.store.disk import Disk

import kermesse
from kermesse.store import Store, StoreUnavailable
from kermesse.store import writer as writing
from kermesse.table import messages, server
from kermesse.table.commands import decisions
from kermesse.table.forms import TableWish
from kermesse.table.limits import Limits
from kermesse.table.live import bot_players, bot_threads, connection
from kermesse.table.live import clocks as clock_module
from kermesse.table.live import table as live_table
from kermesse.table.live.broadcast import REFRESH_SECONDS
from kermesse.table.live.clocks import GRACE, STALL, Clocks
from kermesse.table.live.table import LiveTable
from kermesse.table.state import picks
from kermesse.table.state.log_events import PERSON
from kermesse.table.state.table_state import TableState

from .wires import (
    HERE,
    PATIENCE,
    ROOMY,
    Bare,
    Browser,
    Listener,
    Running,
    Talk,
    act,
    dealt,
    first_path,
    free_port,
    open_tables,
    people,
    play_out,
    running,
    seated,
    some_path,
    until,
)

MUVUCA = kermesse.game("muvuca")
FIRST = {"first_player": "seat0"}


# --- floods ---------------------------------------------------------------------------------------


@pytest.mark.threat(69, 73)
def test_many_connections_at_once(served: Running, ann: Browser) -> None:
    table = ann.new_table()
    with ExitStack() as stack:
        bare = [stack.enter_context(Bare(served, table)) for _ in range(150)]
        assert all(one.status == 101 for one in bare)
        mine = stack.enter_context(ann.socket(table))
        started = time.monotonic()
        assert "error" not in mine.act()
        assert time.monotonic() - started < 10
    until(lambda: served.on_loop(lambda: len(served.tables.live[table].broadcast.connections)) == 0)


# --- readers that do not read ---------------------------------------------------------------------


@pytest.mark.threat(70)
def test_a_reader_that_stops_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SEND_SECONDS", 1.0)
    monkeypatch.setattr(connection, "CLOSE_SECONDS", 0.2)
    with running(tmp_path, {**ROOMY, "outbox_bytes": 100_000}) as one, ExitStack() as stack:
        ann = Browser(one)
        stack.callback(ann.http.close)
        table = ann.new_table()
        mine = stack.enter_context(ann.socket(table))
        now = mine.my_turn()
        live = one.tables.live[table]
        slow = stack.enter_context(slow_reader(one, table))
        until(lambda: one.on_loop(lambda: len(live.broadcast.connections)) == 2)
        (stuck,) = (c for c in live.broadcast.connections if c.person is None)
        most, sent = 0, 0

        def tell() -> int:
            stuck.send(live.whole_for(stuck))
            return waiting(stuck)

        end = time.monotonic() + 60
        while stuck in live.broadcast.connections and time.monotonic() < end:
            for _ in range(20):
                most = max(most, one.on_loop(tell))
                sent += 1
            time.sleep(0.005)
        assert stuck not in one.on_loop(lambda: set(live.broadcast.connections))
        assert most <= 100_000
        assert sent > 100
        assert "error" not in mine.ask("act", at=now["at"], path=first_path(now["picks"]))
        slow.close()


def waiting(socket: connection.Connection) -> int:
    """Characters that nobody has taken yet."""
    assert socket._waiting == sum(len(text) for text, _ in socket._outbox)
    return socket._waiting


@pytest.mark.threat(70)
def test_an_answer_behind_a_long_message_does_not_push_it_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            wish = TableWish(seats=2, options=dict(MUVUCA.choose({})))
            live = await tables.find(await tables.create(ana, MUVUCA, wish, with_bots=False))
            limits = Limits(outbox_bytes=1000)
            socket = connection.Connection(cast(Any, None), live, ana, "en", "", limits)
            socket.send("x" * 5000)
            socket.answer({"re": "m1"})
            socket.send("y" * 900)
            assert [len(text) for text, _ in socket._outbox] == [5000, 11, 900]
            socket.send("z" * 900)  # too much, even without the first
            assert [len(text) for text, _ in socket._outbox] == [11]

    asyncio.run(scene())


@pytest.mark.threat(70)
def test_a_long_message_alone_is_sent_whole(ann: Browser) -> None:
    """The end of a round mostly has dozens of steps: who reads them all is shown them all."""
    longest = 0
    for _ in range(10):  # matches, until one has such an end
        table = ann.new_table()
        with ann.socket(table) as talk:
            talk.hear()
            play_out(talk)
            first = next(n for n, message in enumerate(talk.heard) if message.get("picks"))
            assert not any("whole" in message for message in talk.heard[first + 1 :])
            longest = max(len(message.get("steps", ())) for message in talk.heard)
        if longest > 15:
            return
    raise AssertionError(f"the longest message had {longest} steps")


@contextmanager
def slow_reader(one: Running, table: str) -> Iterator[socket.socket]:
    """A socket that was opened and is never read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((HERE, one.port))
    line.sendall(
        f"GET /table/{table}/socket HTTP/1.1\r\nHost: {one.name}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Version: 13\r\nOrigin: {one.base}\r\n\r\n".encode()
    )
    try:
        yield line
    finally:
        line.close()


@pytest.mark.threat(70)
def test_who_falls_behind_gets_the_newest_view(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST)
            taken: list[str] = []
            gate = asyncio.Event()

            class Slow:
                application_state = SimpleNamespace()

                async def send_text(self, text: str) -> None:
                    await gate.wait()
                    taken.append(text)

            limits = SimpleNamespace(messages_per_second=10, outbox_bytes=60_000)
            given = (live, rui, "en", "http://x", cast(Any, limits))
            slow = connection.Connection(cast(Any, Slow()), *given)
            sender = asyncio.create_task(slow._send_all())
            await live.join(slow)
            for number in range(100):
                slow.send("x" * 5000)
                slow.answer({"re": f"m{number}"})
                assert waiting(slow) <= 60_000
            assert await Listener(live, ana).ask(act(live, some_path(live, 0))) == ""
            gate.set()
            while slow._outbox or slow._lagging:
                await asyncio.sleep(0.01)
            waiting(slow)
            newest = next(json.loads(text) for text in reversed(taken) if '"at"' in text)
            answers = [json.loads(text)["re"] for text in taken if text.startswith('{"re"')]
            assert answers == [f"m{number}" for number in range(100)]
            assert newest["at"] == live.state.moment(0)
            assert newest["picks"]
            sender.cancel()

    asyncio.run(scene())


# --- the store ------------------------------------------------------------------------------------


def failing(self: Store, *_: Any, **__: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(StoreUnavailable("the disk is full"))
    return future


@pytest.mark.threat(81)
def test_a_full_disk_is_told_to_who_acts_and_nothing_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST)
            one, two = Listener(live, ana), Listener(live, rui)
            for listener in (one, two):
                await live.join(listener)
            await asyncio.sleep(2 * REFRESH_SECONDS)  # until everybody has seen who is there
            two.sent.clear()
            moment, frames = live.state.moment(0), len(live.state.match.frames)  # type: ignore[union-attr]
            with monkeypatch.context() as patch:
                patch.setattr(Store, "append", failing)
                patch.setattr(Store, "say", failing)
                sent = act(live, some_path(live, 0), "again")
                assert await one.ask(sent) == "unavailable"
                assert await one.ask(messages.Leave(id="l")) == "unavailable"
                assert await one.ask(messages.Say(id="s", text="hello")) == "unavailable"
                assert live.state.seats[0].kind == PERSON
                assert live.state.lines == []
                assert live.state.moment(0) == moment
                assert len(live.state.match.frames) == frames  # type: ignore[union-attr]
                assert two.sent == []
            assert await one.ask(sent) == ""  # the same message, once it works again
            assert await one.ask(messages.Say(id="s", text="hello")) == ""
            assert len(two.sent) == 2

    asyncio.run(scene())


@pytest.mark.threat(81)
def test_bots_and_clocks_wait_until_it_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (live_table, bot_players):
        monkeypatch.setattr(module, "RETRY_SECONDS", 0.05)
    tries = []

    def counted(self: Store, *args: Any, **kw: Any) -> Future[Any]:
        tries.append(args)
        return failing(self)

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            wish = {"options": FIRST, "clock_decision": 5, "bot": "random"}
            live = await seated(tables, MUVUCA, ana, rui, **wish)
            with monkeypatch.context() as patch:
                patch.setattr(Store, "append", counted)
                live.timers.clocks._since = {0: live.timers.clocks._steady() - 6}
                await live.end_time()
                await asyncio.sleep(0.5)
                assert 2 <= len(tries) <= 14  # not a hundred a second
                assert not live.state.away
            for _ in range(500):
                if live.state.match and 1 in live.state.match.due:
                    break
                await asyncio.sleep(0.01)
            assert live.state.away == {0: "random"}
            assert await Listener(live, rui).ask(act(live, some_path(live, 1))) == ""

    asyncio.run(scene())


@pytest.mark.threat(81)
def test_a_disk_that_really_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "PROBE_S", 0.02)
    disk = Disk()
    full = [False]

    def before(operation: str, name: str) -> None:
        if full[0] and operation == "write":
            raise apsw.FullError("database or disk is full")

    disk.before = before
    plain = Store.__init__

    def on_disk(self: Store, path: Path, **kw: Any) -> None:
        plain(self, path, **{"vfs": disk.vfs_name, **kw})

    monkeypatch.setattr(Store, "__init__", on_disk)
    with running(tmp_path) as one, ExitStack() as stack:
        ann = Browser(one)
        stack.callback(ann.http.close)
        table = ann.new_table(**{"option-first_player": "seat0"})
        talk = stack.enter_context(ann.socket(table))
        now = talk.my_turn()
        path = first_path(now["picks"])
        full[0] = True
        answer = talk.ask("act", at=now["at"], path=path, id="once")
        assert answer["error"]["kind"] == "unavailable"
        assert "cannot save" in answer["error"]["text"]
        assert ann.post("/games/muvuca/play").status_code == 503
        assert ann.get("/healthz").json()["store"] is False
        assert ann.get("/readyz").status_code == 503
        assert ann.get(f"/table/{table}").status_code == 200
        full[0] = False
        until(lambda: ann.get("/readyz").status_code == 200)
        assert "error" not in talk.ask("act", at=now["at"], path=path, id="once")
    disk.unregister()


@pytest.mark.threat(83)
def test_one_damaged_table_does_not_disturb_others(tmp_path: Path) -> None:
    with running(tmp_path / "d") as one:
        ann = Browser(one)
        bad, good = (ann.new_table(**{"option-first_player": "seat0"}) for _ in range(2))
        waiting = ann.new_table("invite")
        with ann.socket(bad) as talk:
            talk.act()
        with ann.socket(waiting) as talk:
            talk.ask("leave")
        cookie = ann.cookie
        ann.http.close()
    db = apsw.Connection(str(tmp_path / "d" / "kermesse.sqlite3"))
    db.execute('UPDATE event SET body = \'{"path":["x"]}\' WHERE table_id = ? AND seq = 1', (bad,))
    db.execute("UPDATE event SET chain = x'00' WHERE table_id = ?", (waiting,))
    db.close()
    with running(tmp_path / "d") as one, httpx.Client(base_url=one.base, timeout=20) as client:
        client.headers["cookie"] = cookie
        assert client.get(f"/replay/{bad}").status_code == 500
        stopped = client.get(f"/table/{bad}")
        assert stopped.status_code == 500
        assert "ask-hint" not in stopped.text
        assert client.get(f"/table/{waiting}").status_code == 500
        with Talk(one, waiting, cookie) as talk:
            talk.hear()
            assert talk.refused("start") == "damaged"
        with Talk(one, bad, cookie) as talk:
            talk.hear()
            assert talk.refused("act", at=0, path=["fries-star"]) == "damaged"
        with Talk(one, good, cookie) as talk:
            assert "error" not in talk.act()
        assert client.get("/").status_code == 200


# --- rules that break -----------------------------------------------------------------------------


@pytest.mark.threat(89)
def test_an_error_in_the_rules_of_one_table_stays_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as one, ExitStack() as stack:
        ann = Browser(one)
        stack.callback(ann.http.close)
        tables = [ann.new_table(**{"option-first_player": "seat0"}) for _ in range(2)]
        bad, good = (stack.enter_context(ann.socket(table)) for table in tables)
        for talk in (bad, good):
            talk.my_turn()
        plain = picks.take

        def broken(match: Any, *rest: Any) -> Any:
            if match._secret == one.tables.services.store.table(tables[0]).secret:  # type: ignore[union-attr]
                raise ZeroDivisionError("a bug in the rules")
            return plain(match, *rest)

        length = one.tables.services.store.table(tables[0]).length  # type: ignore[union-attr]
        with monkeypatch.context() as patch:
            patch.setattr(decisions, "take", broken)
            for _ in range(2):
                answer = bad.act()
                assert answer["error"]["kind"] == "failed"
                assert "bug" not in answer["error"]["text"]
            assert "error" not in good.act()
        assert one.tables.services.store.table(tables[0]).length == length  # type: ignore[union-attr]
        assert "error" not in bad.act()


@pytest.mark.threat(75)
@pytest.mark.parametrize(
    ("fails", "wanted"),
    [
        (lambda kind, level: level == "casual", [("Leveled", "casual"), ("Greedy", "")]),
        (
            lambda kind, level: kind != "Random",
            [("Leveled", "casual"), ("Greedy", ""), ("Random", "")],
        ),
    ],
)
def test_a_bot_that_fails_is_stood_in_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: Any, wanted: list[tuple[str, str]]
) -> None:
    plain, asked = bot_threads.choose, []

    def choose(player: Any, view: Any, seed: int | None) -> Any:
        asked.append((type(player).__name__, getattr(player, "level", "")))
        if fails(*asked[-1]):
            raise MemoryError("too much")
        return plain(player, view, seed)

    monkeypatch.setattr(bot_threads, "choose", choose)

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            options = dict(MUVUCA.choose({"first_player": "seat1"}))
            table = await tables.create(
                ana, MUVUCA, TableWish(seats=2, options=options), with_bots=True
            )
            live = await tables.find(table)
            await dealt(live)
            for _ in range(500):
                if live.state.match and 0 in live.state.match.due:
                    break
                await asyncio.sleep(0.01)
            assert await Listener(live, ana).ask(act(live, some_path(live, 0))) == ""

    asyncio.run(scene())
    assert asked[: len(wanted)] == wanted


@pytest.mark.threat(75)
def test_a_bot_that_never_answers_is_stood_in_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, end = bot_threads.choose, threading.Event()

    def choose(player: Any, view: Any, seed: int | None) -> Any:
        if getattr(player, "level", ""):
            end.wait(PATIENCE)
        return plain(player, view, seed)

    monkeypatch.setattr(bot_threads, "choose", choose)

    async def scene() -> None:
        async with open_tables(tmp_path, bot_seconds=1) as tables:
            position = MUVUCA.new(seed=1)
            view = position.view(min(position.due))
            assert await tables.services.bots.choose("casual", view) in view.legal()
            end.set()

    asyncio.run(scene())


# --- clocks ---------------------------------------------------------------------------------------


class Steady:
    """A clock that goes on when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def timed(decision: int = 60, total: int = 0) -> tuple[Clocks, Steady, Any]:
    terms = SimpleNamespace(decision=decision, total=total)
    state = SimpleNamespace(terms=terms, spent_ms=[0, 0], away={})
    steady = Steady()
    return Clocks(steady), steady, cast(TableState, state)


def test_a_clock_runs_out_at_nought_and_not_before() -> None:
    clocks, steady, state = timed(60)
    clocks.run_for([0])
    steady.now += 59.5
    assert clocks.out_of_time(state) == []
    assert clocks.next_end(state) == 0.5
    steady.now += 0.5
    assert clocks.left_ms(state, 0) == 0
    assert clocks.out_of_time(state) == [0]


def test_total_time_counts_what_was_spent() -> None:
    clocks, steady, state = timed(0, 120)
    state.spent_ms[1] = 90_000
    clocks.run_for([0, 1])
    steady.now += 30
    assert clocks.out_of_time(state) == [1]
    clocks.stop(1)
    clocks.run_for([0, 1])
    assert clocks.thought_ms(0) == 30_000
    assert clocks.thought_ms(1) == 0


@pytest.mark.threat(86)
@pytest.mark.parametrize("jump", [86_400.0, -86_400.0])
def test_the_wall_clock_jumps(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    clocks, steady, state = timed(60)
    clocks.run_for([0])
    monkeypatch.setattr(time, "time", lambda: 1e9 + jump)
    monkeypatch.setattr(time, "time_ns", lambda: int((1e9 + jump) * 1e9))
    steady.now += 10
    assert clocks.left_ms(state, 0) == 50_000
    assert clocks.out_of_time(state) == []
    text = Path(clock_module.__file__).read_text(encoding="utf-8")
    assert "time.time" not in text
    assert "datetime" not in text


@pytest.mark.threat(87)
def test_after_a_long_sleep_everybody_gets_a_moment() -> None:
    clocks, steady, state = timed(60)
    clocks.run_for([0, 1])
    steady.now += 600
    assert clocks.out_of_time(state) == [0, 1]
    clocks.forgive()
    assert clocks.out_of_time(state) == []
    assert (clocks.left_ms(state, 0) or 0) >= 60_000 + int(GRACE * 1000)


@pytest.mark.threat(87)
def test_a_sleep_of_the_server_costs_nobody_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST, clock_total=60)
            ended = []

            def end_time(*_: object) -> Any:
                ended.append(1)
                return asyncio.sleep(0)

            monkeypatch.setattr(LiveTable, "end_time", end_time)
            live.timers.clocks._since = {0: time.monotonic() - 600}
            live.ring(time.monotonic() - STALL - 1)
            assert not ended
            assert live.id in tables.alarms
            assert live.timers.clocks.out_of_time(live.state) == []
            assert await Listener(live, ana).ask(act(live, some_path(live, 0))) == ""
            assert live.state.spent_ms[0] == 0  # and nobody gains time by it
            live.ring(time.monotonic() - 0.01)
            assert ended

    asyncio.run(scene())


# --- the command line -----------------------------------------------------------------------------


def command(*arguments: str, **given: Any) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "kermesse.cli", "serve", "--no-browser", *arguments]
    if not (Path(kermesse.__file__).parent / "cli" / "__main__.py").exists():
        start = "from kermesse.cli import main; main()"
        program = [sys.executable, "-c", start, "serve", "--no-browser", *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(program, **pipes, **given)


def one_sentence(process: subprocess.Popen[str]) -> str:
    """What a command says that cannot start."""
    _, said = process.communicate(timeout=120)
    assert process.returncode not in (0, None)
    assert "Traceback" not in said
    lines = [line for line in said.splitlines() if line.strip()]
    assert len(lines) == 1, said
    return lines[0]


@pytest.mark.threat(85)
def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind((HERE, 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = one_sentence(command("--port", port, "--data", str(tmp_path)))
    assert "cannot listen" in said
    assert port in said


@pytest.mark.threat(85)
def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    said = one_sentence(command("--port", str(free_port()), "--data", str(file)))
    assert "is a file" in said


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_folder(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    said = one_sentence(command("--port", str(free_port()), "--data", str(folder)))
    assert "right to write" in said


@pytest.mark.threat(83)
def test_a_damaged_file_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "kermesse.sqlite3").write_bytes(b"no database at all " * 300)
    said = one_sentence(command("--port", str(free_port()), "--data", str(tmp_path)))
    assert "is not a Kermesse database" in said


@pytest.mark.threat(88)
def test_the_end_comes_quickly(tmp_path: Path) -> None:
    port = free_port()
    process = command("--port", str(port), "--data", str(tmp_path))
    try:
        assert "is open at" in cast(Any, process.stdout).readline()
        base = f"http://{HERE}:{port}"
        fake = cast(Running, SimpleNamespace(base=base, name=f"{HERE}:{port}", port=port))
        ann = Browser(fake)
        table = ann.new_table()
        with ann.socket(table) as talk, ExitStack() as stack:
            talk.hear()
            for _ in range(20):
                stack.enter_context(Bare(fake, table))
            stack.enter_context(slow_reader(fake, table))
            started = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert talk.closed() == 1012
            assert process.wait(30) == 0
            assert time.monotonic() - started < 15
        ann.http.close()
    finally:
        if process.poll() is None:
            process.kill()
        said = process.communicate()[1]
    assert "Traceback" not in said
    with Store(tmp_path) as store:
        assert store.events(table)


@pytest.mark.threat(82)
def test_a_broken_disk_ends_the_program_with_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that whoever watches over it starts it anew."""

    class Broken(Store):
        failed = "the disk is broken"

    monkeypatch.setattr(server, "Store", Broken)
    with pytest.raises(server.ServerError, match="broken"):
        server.serve(server.Settings(tmp_path, port=free_port()))


@pytest.mark.threat(85)
def test_two_servers_in_one_folder(tmp_path: Path) -> None:
    with running(tmp_path):
        said = one_sentence(command("--port", str(free_port()), "--data", str(tmp_path)))
        assert "another Kermesse" in said
