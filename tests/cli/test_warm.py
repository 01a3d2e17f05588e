"""`kermesse warm` (cli/warm.py): every game that is named, each stage in a process."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from kermesse.cli import main
from kermesse.cli.warm import compiled
from kermesse.core.registry import game, game_names
from kermesse.table.live.compilation import Stage


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that were run, and nothing is."""
    commands: list[list[str]] = []

    def run(command: list[str], **options: Any) -> Any:
        commands.append(command[-2:])
        return SimpleNamespace(returncode=int("muckle" in command))

    monkeypatch.setattr(subprocess, "run", run)
    return commands


def test_rules_come_before_searches_and_long_games_first(ran: list[list[str]]) -> None:
    result = CliRunner().invoke(main, ["warm", "muvuca", "shuppa"])
    assert result.output.endswith("Muvuca, Shuppa: compiled\n")
    assert sorted(ran[:2]) == [["muvuca", "play"], ["shuppa", "play"]]
    assert sorted(ran[2:]) == [["muvuca", "search"], ["shuppa", "search"]]


def test_all_games_are_meant_if_none_is_named(ran: list[list[str]]) -> None:
    CliRunner().invoke(main, ["warm"])
    assert {name for name, _ in ran} >= set(game_names()) - {"muckle"}


def test_a_game_that_cannot_be_compiled_is_named(ran: list[list[str]]) -> None:
    result = CliRunner().invoke(main, ["warm", "muckle"])
    assert result.exit_code == 1
    assert "Muckle could not be compiled" in result.output
    assert compiled((game("muvuca"), Stage.PLAY)) is None


def test_a_game_that_nobody_knows_is_refused(ran: list[list[str]]) -> None:
    assert CliRunner().invoke(main, ["warm", "chess"]).exit_code == 1
    assert not ran
