"""What a failing playthrough or finished game tells one to run does rewrite its files."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tools import finished_games, golden

import kermesse

ROOT = Path(__file__).resolve().parents[1]
GAMES = kermesse.game_names()


def recipe(target: str) -> str:
    """The commands that make would run."""
    found = subprocess.run(
        ["make", "-n", target, f"PYTHON={sys.executable}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout


def test_make_rewrites_the_files_of_every_game() -> None:
    assert golden.GAMES == list(finished_games.GAMES) == sorted(GAMES)
    assert any(line.endswith("-m tools.golden") for line in recipe("golden").splitlines())
    assert any(line.endswith("-m tools.finished_games") for line in recipe("finished").splitlines())


@pytest.mark.parametrize("name", GAMES)
def test_the_command_of_a_failing_playthrough_mends_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests: Any = import_module(f"kermesse.games.{name}.tests.test_playthroughs")
    pages: Any = import_module(f"kermesse.games.{name}.tests.playthrough")
    for module in (tests, pages):
        monkeypatch.setattr(module, "GOLDEN", tmp_path)
    plans = getattr(pages, "MATCHES", None) or pages.PLANS
    for plan in plans:
        (tmp_path / f"{plan}.txt").write_text("another game\n", encoding="utf-8")
    for plan in plans:
        with pytest.raises(AssertionError, match="if it should, run `make golden`"):
            tests.test_the_playthrough_reads_as_before(plan)
    golden.main([name])
    for plan in plans:
        tests.test_the_playthrough_reads_as_before(plan)


@pytest.mark.parametrize("name", GAMES)
def test_the_command_of_a_failing_finished_game_names_that_game(name: str) -> None:
    """What it does is tried by `make finished`: it plays for minutes."""
    tests: Any = import_module(f"kermesse.games.{name}.tests.test_finished")
    assert tests.REWRITE.endswith(f": python -m tools.finished_games {name}")
