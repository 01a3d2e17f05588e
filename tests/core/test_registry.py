"""Finding games, also those that come in a package of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.scenes import refused, run

import kermesse
from kermesse.core.errors import KermesseError, UnknownGame
from kermesse.core.installed import GROUP
from kermesse.core.registry import game, game_names

MODULE = """
from dataclasses import replace
from kermesse.games.muvuca import game as muvuca

game = replace(muvuca, name="river_test", title="River Test")
top_card = replace(muvuca, name="top_card", title="Top Card")
nonsense = 42
"""
OFFERS = {
    "river_test": "river_test_pack:game",
    "top-card": "river_test_pack:top_card",
    "nonsense": "river_test_pack:nonsense",
    "misnamed": "river_test_pack:game",
    "nowhere": "river_test_pack:no_such_name",
    "broken": "river_test_broken:game",
    "absent": "river_test_no_such_module:game",
}
FAULTY = ("nonsense", "misnamed", "nowhere", "broken", "absent")


@pytest.fixture
def further_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution with two games, something that is none, and some that cannot be loaded."""
    (tmp_path / "river_test_pack.py").write_text(MODULE)
    (tmp_path / "river_test_broken.py").write_text("raise RuntimeError('no river today')\n")
    info = tmp_path / "river_test-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: river-test\nVersion: 1.0\n")
    offers = [f"{name} = {where}" for name, where in OFFERS.items()]
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


@pytest.mark.usefixtures("further_games")
@pytest.mark.parametrize("name", ["top_card", "top-card", "Top Card", "TOP-CARD"])
def test_an_entry_point_may_be_written_with_hyphens(name: str) -> None:
    assert "top_card" in game_names()
    assert "top-card" not in game_names()
    assert game(name) is game("top_card")
    assert game(name).name == "top_card"


@pytest.mark.usefixtures("further_games")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("broken", "game 'broken' cannot be loaded: RuntimeError: no river today"),
        ("absent", "game 'absent' cannot be loaded: ModuleNotFoundError: .*no_such_module"),
        ("nowhere", "game 'nowhere' cannot be loaded: AttributeError: .*no_such_name"),
        ("misnamed", r"entry point 'misnamed' of kermesse\.games leads to 'river_test'"),
    ],
)
def test_what_another_package_does_wrong_is_told_with_the_name_of_the_game(
    name: str, says: str
) -> None:
    for _ in range(2):
        with pytest.raises(KermesseError, match=says) as found:
            game(name)
        assert not isinstance(found.value, UnknownGame)
    assert name in game_names()


@pytest.mark.usefixtures("further_games", "home")
def test_a_faulty_game_does_not_hide_the_others() -> None:
    result = run("games")
    assert result.exit_code == 0
    for name in ("muvuca", "river_test", "top_card"):
        assert f"({name}), 2 players" in result.stdout
    lines = result.stderr.splitlines()
    assert len(lines) == len(FAULTY)
    for name in FAULTY:
        assert len([line for line in lines if repr(name) in line]) == 1
    for name in FAULTY:
        assert repr(name) in refused(run("rules", name))


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
