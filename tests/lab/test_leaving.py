"""How an arena is left: killed, interrupted or played to its end, with nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kermesse.lab.strength import Tournament, run

from .arena_scenes import MUVUCA, short
from .test_arena import PAIR, interrupted


def test_an_arena_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Killed in the middle, workers and all; nobody is left behind and no block is lost."""
    path = tmp_path / "r.jsonl"
    arena = held("greedy,random", "--games", "400", "--workers", "2", "--resume", str(path))
    wait_for(arena, lambda: lines_of(path) >= 3)
    arena.send_signal(signal.SIGKILL)
    arena.communicate()
    tournament = Tournament.checked(MUVUCA, PAIR, 400)
    written = path.read_bytes()
    interrupted(tournament, path, written.count(b"\n") - 1)  # it can be read, as far as it goes
    assert path.read_bytes() == written[: written.rindex(b"\n") + 1]
    until_ended(session_members(arena.pid))


@pytest.mark.thorough
def test_an_arena_whose_worker_is_killed_says_so(tmp_path: Path) -> None:
    """As a machine without memory does; what was played before stays."""
    path = tmp_path / "r.jsonl"
    arena = held("greedy,random", "--games", "20000", "--workers", "2", "--resume", str(path))
    wait_for(arena, lambda: lines_of(path) >= 3)
    os.kill(max(workers_of(arena.pid)), signal.SIGKILL)
    said = last_words(arena)
    assert b"a process that played was killed" in said
    assert b"Traceback" not in said
    assert arena.returncode == 1
    assert lines_of(path) >= 3
    until_ended(session_members(arena.pid))


def test_an_interrupted_arena_does_not_play_its_games_out(tmp_path: Path) -> None:
    """Its bots would think for hours. What it waits for is measured in minutes."""
    arena = held(f"{slow(tmp_path)},random", "--games", "8", "--workers", "2", *PATIENT)
    wait_for(arena, lambda: born(tmp_path))
    os.killpg(arena.pid, signal.SIGINT)  # as a terminal does
    assert b"interrupted" in last_words(arena)
    until_ended(session_members(arena.pid))
    until_ended(born(tmp_path))


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.thorough
def test_an_arena_that_is_told_to_end_takes_its_programs_along(
    tmp_path: Path, kind: signal.Signals
) -> None:
    arena = held(f"{slow(tmp_path)},random", "--games", "2", "--workers", "1", *PATIENT)
    wait_for(arena, lambda: born(tmp_path))
    arena.send_signal(kind)
    assert b"interrupted" in last_words(arena)
    until_ended(born(tmp_path))


@pytest.mark.thorough
def test_programs_of_workers_are_ended_with_all_that_they_have_started(tmp_path: Path) -> None:
    mother = tmp_path / "mother.py"
    mother.write_text(MOTHER.replace("FOLDER", repr(str(tmp_path))))
    tournament = short([f"mother=program:{sys.executable} {mother}", "random"], 4)
    report = run(tournament, workers=2)
    assert report.games == 4
    assert len(born(tmp_path)) >= 4  # two programs, two sleepers
    until_ended(born(tmp_path))


PATIENT = ("--deadline", "1200")
# Whatever runs in the background is born deaf to some signals, and so is all that it starts
TERMINAL = """
import signal
from kermesse.cli import main
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    main()
"""
SLOW = """
import os, pathlib, time
(pathlib.Path(FOLDER) / str(os.getpid())).touch()
time.sleep(3600)
"""
MOTHER = """
import json, os, pathlib, subprocess, sys, time
folder = pathlib.Path(FOLDER)
(folder / str(os.getpid())).touch()
child = subprocess.Popen(["sleep", "3600"])
(folder / str(child.pid)).touch()
for line in sys.stdin:
    if json.loads(line)["type"] == "decide":
        print("anything", flush=True)
time.sleep(3600)
"""


def held(bots: str, *words: str) -> subprocess.Popen[bytes]:
    """An arena of Muvuca in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", TERMINAL, "arena", "muvuca", "--bots", bots, *words],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def wait_for(arena: subprocess.Popen[bytes], happened: Callable[[], object]) -> None:
    while not happened():
        assert arena.poll() is None
        time.sleep(0.05)


def last_words(arena: subprocess.Popen[bytes]) -> bytes:
    """What it says in the end."""
    try:
        return arena.communicate(timeout=120)[1]
    finally:
        arena.kill()
        arena.communicate()


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def slow(folder: Path) -> str:
    """A program that never answers."""
    path = folder / "slow.py"
    path.write_text(SLOW.replace("FOLDER", repr(str(folder))))
    return f"slow=program:{sys.executable} {path}"


def born(folder: Path) -> list[int]:
    """The processes that have said that they are there."""
    return [int(path.name) for path in folder.iterdir() if path.name.isdigit()]


def until_ended(processes: list[int]) -> None:
    deadline = time.monotonic() + 60
    while any(is_running(process) for process in processes):
        assert time.monotonic() < deadline, "somebody is still there"
        time.sleep(0.1)


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2]
    except OSError:
        return False
    return not state.startswith("Z")


def workers_of(arena: int) -> list[int]:
    """The processes in which an arena plays."""
    return [
        member
        for member in session_members(arena)
        if b"spawn_main" in Path(f"/proc/{member}/cmdline").read_bytes()
    ]


def session_members(leader: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state = (entry / "stat").read_text().rpartition(") ")[2].split()
                if int(state[3]) == leader and state[0] != "Z":
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
