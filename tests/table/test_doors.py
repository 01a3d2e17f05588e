"""Connections are counted as they come, also those that never say anything."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from kermesse.table import doors
from kermesse.table.doors import BACKLOG, RESERVED, Doors, TooFewFiles, room_for
from kermesse.table.limits import Limits

from .wires import HERE, PATIENCE, ROOMY, Browser, free_port, running, until

ELSEWHERE = "127.0.0.2"


@contextmanager
def files(soft: int, hard: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """As if so many files might be open; what is asked for."""
    asked: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
        patch.setattr(resource, "setrlimit", lambda kind, both: asked.append(both[0]))
        yield asked


@pytest.mark.threat(78)
@pytest.mark.parametrize(
    ("soft", "hard", "asked", "fit"),
    [
        (1024, 2**20, [20_000 + BACKLOG + RESERVED], 20_000),
        (2**20, 2**20, [], 20_000),
        (1024, 4096, [4096], 4096 - BACKLOG - RESERVED),
        (4096, resource.RLIM_INFINITY, [20_000 + BACKLOG + RESERVED], 20_000),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, [], 20_000),
    ],
)
def test_files_for_all_connections_are_asked_for(
    soft: int, hard: int, asked: list[int], fit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with files(soft, hard, monkeypatch) as found:
        assert room_for(20_000) == fit
        assert found == asked


@pytest.mark.threat(78)
def test_a_server_with_too_few_files_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with files(300, 300, monkeypatch), pytest.raises(TooFewFiles, match="only 300 files"):
        room_for(20_000)


@pytest.mark.threat(78)
def test_a_program_that_may_open_few_files_ends_with_a_sentence(tmp_path: Path) -> None:
    limited = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (400, 400)); "
    run = "from kermesse.cli import main; main()"
    command = [
        sys.executable,
        "-c",
        limited + run,
        "serve",
        "--no-browser",
        "--port",
        str(free_port()),
    ]
    ended = subprocess.run(
        [*command, "--data", str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 1
    assert "only 400 files may be open" in ended.stderr


@pytest.mark.threat(69, 78)
def test_connections_that_say_nothing_are_counted(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "pages_per_address": 20}) as one, ExitStack() as stack:
        browser = Browser(one)
        stack.callback(browser.http.close)
        with browser.socket(browser.new_table()) as talk:
            talk.hear()
            browser.http.close()
            lines = []
            for _ in range(40):
                line = socket.create_connection((HERE, one.port), source_address=(ELSEWHERE, 0))
                lines.append(line)
                stack.callback(line.close)
            refused = []
            for line in lines:
                line.settimeout(0.2)
                try:
                    refused.append(line.recv(4096))
                except TimeoutError:
                    continue
            assert len(refused) == 20
            assert all(said.startswith(b"HTTP/1.1 429 ") for said in refused)
            assert httpx.get(f"{one.base}/about").status_code == 200  # from another network
            assert "error" not in talk.ask("ping")
            for line in lines:
                line.close()

            def free() -> bool:
                transport = httpx.HTTPTransport(local_address=ELSEWHERE)
                with httpx.Client(transport=transport) as client:
                    return client.get(f"{one.base}/about").status_code == 200

            assert until(free)


@pytest.mark.threat(69)
def test_all_connections_leave_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Doors] = []
    plain = Doors.__init__

    def init(self: Doors, *given: object) -> None:
        plain(self, *given)  # type: ignore[arg-type]
        made.append(self)

    monkeypatch.setattr(Doors, "__init__", init)
    monkeypatch.setattr(doors, "MORE", 5)
    with running(tmp_path, {**ROOMY, "connections": 25}) as one, ExitStack() as stack:
        browser = Browser(one)
        table = browser.new_table()
        for _ in range(20):
            stack.enter_context(browser.socket(table))
        lines = [socket.create_connection((HERE, one.port)) for _ in range(20)]
        lines[-1].settimeout(PATIENCE)
        assert lines[-1].recv(4096).startswith(b"HTTP/1.1 503 ")
        for line in lines:
            line.close()
        stack.close()
        browser.http.close()
        until(lambda: made[0]._open == 0)
        assert not made[0]._pages


@pytest.mark.threat(59, 69)
def test_what_comes_through_a_proxy_is_not_one_visitor() -> None:
    passed = Doors(Limits(pages_per_address=2), 100, ["192.0.2.1"])
    assert [passed.enter("192.0.2.1") for _ in range(5)] == [b""] * 5
    assert [bool(passed.enter(f"2001:db8::{n}")) for n in range(4)] == [False, False, True, True]


@pytest.mark.threat(59, 69)
@pytest.mark.parametrize("proxy", ["192.0.2.0/24", "*", "192.0.2.7"])
def test_proxies_are_given_as_uvicorn_takes_them(proxy: str) -> None:
    passed = Doors(Limits(pages_per_address=2), 100, ["proxy.sock", proxy])
    assert [passed.enter("192.0.2.7") for _ in range(5)] == [b""] * 5
    strange = [bool(passed.enter("198.51.100.1")) for _ in range(3)]
    assert strange == [False, False, proxy != "*"]


def test_where_files_are_not_counted_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "resource", None)
    assert room_for(7) == 7
