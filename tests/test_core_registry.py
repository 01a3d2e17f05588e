"""Finding games, also those that come in a package of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.core.errors import KermesseError, UnknownGame
from kermesse.core.registry import GROUP, game, game_names

MODULE = """
from dataclasses import replace
from kermesse.games.muvuca import game as muvuca

game = replace(muvuca, name="river_test", title="River Test")
nonsense = 42
"""


@pytest.fixture
def further_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution with a game, something that is none, and one that cannot be loaded."""
    (tmp_path / "river_test_pack.py").write_text(MODULE)
    info = tmp_path / "river_test-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: river-test\nVersion: 1.0\n")
    offers = ["river_test = river_test_pack:game", "nonsense = river_test_pack:nonsense"]
    (info / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *offers]) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))


def test_the_games_of_the_house() -> None:
    assert "muvuca" in game_names()
    assert game_names() == sorted(game_names())
    assert game("muvuca").title == "Muvuca"
    assert game("muvuca") is game(" Muvuca ")


def test_the_front_door_lists_games_also_after_one_was_loaded() -> None:
    game("muvuca")
    assert "muvuca" in kermesse.game_names()


@pytest.mark.usefixtures("further_games")
@pytest.mark.parametrize("name", ["river_test", "river-test", "River Test", " RIVER_TEST "])
def test_a_game_of_another_package_is_found(name: str) -> None:
    assert "river_test" in game_names()
    found = game(name)
    assert found.title == "River Test"
    position = found.new(seed=1)
    (seat,) = position.due
    assert position.act(seat, position.legal(seat)[0])


@pytest.mark.usefixtures("further_games")
def test_an_entry_point_that_is_no_game_is_refused() -> None:
    with pytest.raises(KermesseError, match=r"'nonsense' of kermesse\.games leads to 42"):
        game("nonsense")


def test_when_the_package_is_gone_so_is_the_game() -> None:
    assert "river_test" not in game_names()


@pytest.mark.parametrize("name", ["muvca", "Muvuka", "muvuca_"])
def test_an_unknown_name_comes_with_a_suggestion(name: str) -> None:
    with pytest.raises(UnknownGame, match="did you mean 'muvuca'"):
        game(name)


@pytest.mark.parametrize("name", ["", "chess", "../muvuca", "kermesse.games.muvuca:game"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownGame, match="no game"):
        game(name)


@pytest.mark.parametrize("name", [None, 3, b"muvuca", ["muvuca"]])
def test_a_name_is_a_string(name: Any) -> None:
    with pytest.raises(UnknownGame, match="a game is named by a string"):
        game(name)
