"""What a failing playthrough or finished game tells one to run does rewrite its files."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tools.finished_games import standard_tests

import kermesse
from kermesse.core.conformance.standard import StandardTest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("target", "tool"), [("golden", "golden"), ("finished", "finished_games")])
def test_make_rewrites_the_files_of_every_game(target: str, tool: str) -> None:
    found = subprocess.run(
        ["make", "-n", target, f"PYTHON={sys.executable}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert any(line.endswith(f"-m tools.{tool}") for line in found.stdout.splitlines())


@pytest.mark.parametrize("name", kermesse.game_names())
def test_every_game_has_standard_tests_of_every_kind(name: str) -> None:
    standard = standard_tests(name)
    assert standard.game is kermesse.game(name)
    assert standard.counts
    assert standard.playthroughs
    assert standard.tales
    assert standard.variants


def pages_of(tests: list[StandardTest]) -> list[StandardTest]:
    return [test for test in tests if test.name.startswith("playthrough ")]


def test_the_command_of_a_failing_playthrough_mends_it(tmp_path: Path) -> None:
    standard = replace(standard_tests("muvuca"), folder=tmp_path)
    (tmp_path / "golden").mkdir()
    for name in standard.playthroughs:
        (tmp_path / "golden" / f"{name}.txt").write_text("another game\n", encoding="utf-8")
    pages = pages_of([*standard.all()])
    assert len(pages) == len(standard.playthroughs)
    for test in pages:
        with pytest.raises(AssertionError, match="if it should, run `make golden`"):
            test.run()
    standard.rewrite_pages()
    for test in pages:
        test.run()


def test_the_command_of_a_failing_finished_game_names_that_game(tmp_path: Path) -> None:
    """What it does is tried by `make finished`: it plays for minutes."""
    standard = standard_tests("muvuca")
    text = standard.finished.text("two-nil").replace("Greedy 0", "Greedy the First")
    (tmp_path / "finished").mkdir()
    (tmp_path / "finished" / "two-nil.json").write_text(text, encoding="utf-8")
    changed = replace(standard, folder=tmp_path)
    failing = {test.name: test for test in changed.all()}
    for name in ("every finished game has its tale", "finished game two-nil"):
        with pytest.raises(AssertionError, match=r": python -m tools.finished_games muvuca$"):
            failing[name].run()
