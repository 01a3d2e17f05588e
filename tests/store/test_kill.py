"""Killed at any moment: what was acknowledged is there, once, in order, and sealed."""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from tests.store.scenes import TABLES, lost

from kermesse.store import Store

ROOT = Path(__file__).resolve().parents[2]
KILLS = 15
LONG_KILLS = int(os.environ.get("KERMESSE_KILLS", "200"))
Acknowledged = list[tuple[str, int, str]]


@contextmanager
def nursery(kind: str) -> Iterator[Popen[bytes]]:
    """A program that starts writers, one after the other."""
    program = [sys.executable, "-m", "tests.store.scenes", kind]
    with Popen(program, stdin=PIPE, stdout=PIPE, cwd=ROOT) as running:
        yield running
        assert running.stdin
        running.stdin.close()


def run_and_kill(running: Popen[bytes], folder: Path, rng: random.Random) -> Acknowledged:
    """Let a writer append and kill it at some moment; what it had said until then."""
    assert running.stdin
    assert running.stdout
    running.stdin.write(f"{folder}\n".encode())
    running.stdin.flush()
    pipe = running.stdout.fileno()
    said = b""
    while said.count(b"\n") < 2:  # its number, and a first acknowledgement
        said += read(pipe)
    said += until(pipe, time.monotonic() + rng.uniform(0, 0.12))
    number, _, _ = said.partition(b"\n")
    os.kill(int(number), signal.SIGKILL)
    while not said.endswith(b"dead\n"):  # what was said before the blow
        said += read(pipe)
    lines = said.decode().split("\n")[1:-2]
    return [(table_id, int(seq), body) for table_id, seq, body in map(str.split, lines)]


def until(pipe: int, end: float) -> bytes:
    """Read until a moment: a full pipe would make the program wait instead of write."""
    said = b""
    while (left := end - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            said += read(pipe)
    return said


def read(pipe: int) -> bytes:
    """What the program says next; it should not end before it is told to."""
    said = os.read(pipe, 1 << 16)
    assert said, "the program that starts writers is gone"
    return said


def kill_again_and_again(kind: str, folder: Path, kills: int, seed: int) -> tuple[int, int]:
    """How much was acknowledged and how much of it is lost, over many lives on one folder."""
    rng = random.Random(seed)
    acknowledged = missing = 0
    with nursery(kind) as running:
        for _ in range(kills):
            said = run_and_kill(running, folder, rng)
            assert len({(table_id, seq) for table_id, seq, _ in said}) == len(said)
            with Store(folder) as store:  # `events` checks that logs are gapless and sealed
                assert kind != "Store" or len(store.unfinished_tables()) == TABLES
                missing += len(lost(store, said))
            acknowledged += len(said)
    with Store(folder) as store:
        assert store.check() == []
    return acknowledged, missing


@pytest.mark.threat(79)
def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    acknowledged, missing = kill_again_and_again("Store", tmp_path, KILLS, seed=79)
    assert missing == 0
    assert acknowledged > KILLS


@pytest.mark.threat(79)
def test_a_hasty_writer_would_be_caught(tmp_path: Path) -> None:
    for seed in range(20):
        folder = tmp_path / str(seed)
        _, missing = kill_again_and_again("HastyStore", folder, 1, seed)
        if missing:
            return
    pytest.fail("acknowledging before the commit went unnoticed")


@pytest.mark.long
@pytest.mark.threat(79)
def test_nothing_acknowledged_is_lost_in_many_lives(tmp_path: Path) -> None:
    acknowledged = missing = kills = 0
    while kills < LONG_KILLS:  # a fresh folder now and then: every life reads all that is there
        found = kill_again_and_again("Store", tmp_path / str(kills), 20, seed=kills)
        acknowledged, missing, kills = acknowledged + found[0], missing + found[1], kills + 20
    print(f"\n{kills} kills, {acknowledged:,} acknowledged events, {missing} lost")
    assert missing == 0
