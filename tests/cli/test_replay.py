"""`kermesse replay`: printed as a whole, and step by step in a terminal."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.scenes import GAME, TALES, ended, kept, refused, run, tale, terminal

import kermesse
from kermesse.cli.match_files import step_through
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match
from kermesse.core.verification import resume

pytestmark = pytest.mark.usefixtures("home")


# --- printed ------------------------------------------------------------------------------


def test_replay_prints_every_step() -> None:
    match = resume(read_match(tale("end-lines-1").read_text(), kermesse.game))
    result = run("replay", "--all", tale("end-lines-1"))
    last = len(match.frames) - 1
    assert result.exit_code == 0
    assert re.findall(r"step (\d+) of (\d+)", result.stdout) == [
        (str(step), str(last)) for step in range(last + 1)
    ]
    for frame in match.frames:
        sentence = GAME.notation.event_text(frame.record, match.players)
        assert f"\n{sentence}\n" in result.stdout


def test_replay_without_a_terminal_prints_every_step() -> None:
    assert run("replay", tale("end-lines-1")).stdout == (
        run("replay", "--all", tale("end-lines-1")).stdout
    )


@pytest.mark.parametrize(
    ("seat", "hidden"), [("0", True), ("1", True), ("-1", True), (None, False)]
)
def test_replay_shows_what_a_seat_saw(seat: str | None, hidden: bool) -> None:
    words = [] if seat is None else ["--seat", seat]
    result = run("replay", "--all", tale("end-lines-1"), *words)
    assert ("chooses a hidden card" in result.stdout) == hidden
    assert ("Random 0 chooses a hidden card" in result.stdout) == (seat in ("1", "-1"))


@pytest.mark.parametrize("seat", ["2", "-2", "99"])
def test_replay_of_an_unknown_seat_is_refused(seat: str) -> None:
    sentence = refused(run("replay", "--all", tale("end-lines-1"), "--seat", seat))
    assert "the seats are 0 to 1" in sentence


# --- step by step -------------------------------------------------------------------------


def steps_shown(match: Match, keys: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps that a reader sees who presses these keys and then `q`."""
    presses = iter([*keys, "q"])
    monkeypatch.setattr("click.getchar", lambda: next(presses))
    console = Console(file=io.StringIO(), width=100)
    step_through(console, match, match.frames)
    return [int(step) for step in re.findall(r"step (\d+) of", console.file.getvalue())]


def test_replay_steps_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    match = kept(Path(), TALES / "end-lines-1.json")
    first, second, third = (decision.frame for decision in match.decisions[:3])
    strokes = [
        (" ", 1), ("n", 2), ("\r", 3), ("\n", 4), ("\x1b[C", 5), ("p", 4), ("\x1b[D", 3), ("b", 2),
        ("b", 1), ("b", 0), ("b", 0), ("]", first), ("\x1b[B", second), ("]", third),
        ("[", second), ("\x1b[A", first), ("[", 0), ("[", 0), ("x", 0), ("", 0),
    ]  # fmt: skip
    shown = steps_shown(match, [key for key, _ in strokes], monkeypatch)
    assert shown == [0, *(step for _, step in strokes)]


@pytest.mark.parametrize("key", ["n", "]"])
def test_replay_stops_at_the_last_step(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = kept(Path(), TALES / "end-lines-1.json")
    last = len(match.frames) - 1
    strokes = len(match.decisions) + 3 if key == "]" else last + 2
    assert steps_shown(match, [key] * strokes, monkeypatch)[-3:] == [last, last, last]


def test_replay_steps_by_arrows_in_a_terminal() -> None:
    with terminal("replay", TALES / "end-lines-1.json") as child:
        child.expect("step 0 of ")
        for key, step in [("\x1b[C", 1), (" ", 2), ("\x1b[D", 1), ("\x1b[B", 2), ("\x1b[A", 1)]:
            child.expect("q quit")
            child.waitnoecho()
            child.send(key)
            child.expect(f"step {step} of ")


@pytest.mark.parametrize(
    "key",
    [
        "q",
        *(pytest.param(k, marks=pytest.mark.thorough) for k in ("\x03", "\x04", "\x1b")),
    ],
    ids=["q", "Ctrl-C", "Ctrl-D", "Esc"],
)
def test_replay_is_left_by_a_key(key: str) -> None:
    with terminal("replay", TALES / "end-lines-1.json", "--seat", "0") as child:
        child.expect("q quit")
        child.waitnoecho()
        child.send(key)
        assert "Error" not in ended(child)
