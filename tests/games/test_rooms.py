"""The same rooms in every game: who knows one game finds their way in the others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import kermesse

ROOMS = {
    "": "__init__ bots components consistency measures scoring secrets state tables",
    "board": "__init__ art panels scene terminal",
    "rules": "__init__ turn",
    "words": "__init__ actions events figures names positions",
    "tests": "__init__ scenes test_differential test_standard",
}
FOLDERS = {"board", "data", "locale", "minis", "rulebook", "rules", "tests", "words"}
PERHAPS = {"lessons", "__pycache__"}
GAMES = kermesse.game_names()
MOST_OF_THEIR_OWN = 15  # modules that only one of all games has, its rules included


def modules(game: str) -> set[str]:
    """The modules of a game, without its tests."""
    home = kermesse.game(game).home
    found = (path.relative_to(home) for path in home.glob("**/*.py"))
    return {str(path.with_suffix("")) for path in found if "tests" not in path.parts}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_rooms_of_all_games(game: str) -> None:
    home = kermesse.game(game).home
    for folder, names in ROOMS.items():
        missing = [name for name in names.split() if not (home / folder / f"{name}.py").exists()]
        assert not missing, f"{home / folder} lacks {missing}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_other_folders(game: str) -> None:
    folders = {path.name for path in kermesse.game(game).home.iterdir() if path.is_dir()}
    assert folders - PERHAPS == FOLDERS


def test_few_modules_are_a_games_own() -> None:
    found = Counter(name for game in GAMES for name in {Path(m).name for m in modules(game)})
    alone = sorted(name for name, games in found.items() if games == 1)
    assert len(alone) <= MOST_OF_THEIR_OWN, f"{len(alone)} modules are in one game only: {alone}"
