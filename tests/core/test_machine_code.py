"""Plain Python until another process has compiled (core/machine_code.py), each in a process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kermesse.core import announcement, bits
from kermesse.core.announcement import announce
from kermesse.core.kernel import PLAIN
from kermesse.games.muvuca.rules import turn

pytestmark = pytest.mark.skipif(PLAIN, reason="there is no machine code in plain mode")

START = """
import hashlib, sys
from kermesse.core.machine_code import look_again, play_plainly
from tests.toys import heap

def compiled():
    known = [*heap.game.kernels.values(), *heap.game._made.values()]
    return [each for each in known if getattr(each, "overloads", None)]

def play(match):
    seat = min(match.due)
    match.act(seat, match.legal(seat)[0])
"""
COMPILE = (
    START
    + """
match = heap.game.new(seed=5)
while not match.over:
    play(match)
print(hashlib.sha256(match.record.tobytes()).hexdigest())
"""
)
MEANWHILE = (
    START
    + f"""
import os, subprocess
play_plainly()
match = heap.game.new(seed=5)
play(match)
assert not compiled(), compiled()
end = subprocess.run([sys.executable, "-c", {COMPILE!r}], capture_output=True, text=True)
play(match)
assert not compiled(), compiled()
look_again()
play(match)
assert compiled()
while not match.over:
    play(match)
assert hashlib.sha256(match.record.tobytes()).hexdigest() == end.stdout.strip(), end.stderr
"""
)


def test_machine_code_takes_over_in_the_middle_of_a_match(tmp_path: Path) -> None:
    env = os.environ | {"KERMESSE_PLAIN": "0", "KERMESSE_CACHE_DIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", MEANWHILE],
        env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr


def test_a_script_in_a_terminal_is_told_once_what_it_waits_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    move_cart = getattr(turn.move_cart, "py_func", turn.move_cart)
    announce(move_cart)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    announcement.announce_game.cache_clear()
    for kernel in (bits.count, move_cart, move_cart):
        announce(getattr(kernel, "py_func", kernel))
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"compiling Muvuca once, about \d+ s", line)
