"""The sheet at the end of a match, as the page shows it."""

from __future__ import annotations

import pytest

from kermesse.games.moon_river import board, game
from kermesse.games.moon_river.tests.scenes import at_the_end, scene

NAMES = ["Ana", "Rosa", "Iko"]
MEADOW = {"r1c2": "Mc*1", "r2c2": "Mn"}
CORN = {"r1c2": "K3", "r2c2": "F1"}


@pytest.mark.rule("MR-88", "MR-91", "MR-94")
def test_the_sheet_tells_lines_that_brought_something_and_the_total() -> None:
    position = at_the_end({0: MEADOW, 1: CORN})
    position.settle()
    told = board.sheet(position.view(1), NAMES, game.words("en"))
    assert told is not None
    assert (told.title, told.note) == ("Rosa wins!", "The most points.")
    assert told.columns == ("Ana", "Rosa", "Iko")
    assert {line.label: line.values for line in told.lines} == {
        "Meadow": ("2", "0", "0"),
        "Nuggets": ("1", "0", "0"),
        "Beavers": ("0", "1", "0"),
        "Ears of corn": ("0", "3", "0"),
    }
    assert told.total == ("Total", ("3", "4", "0"))


NUGGETS = {"r1c2": "Mn", "r2c2": "F2"}
MEADOWS = {"r1c2": "Mn", "r2c2": "Mn", "r3c2": "F1", "r3c3": "D0"}


@pytest.mark.rule("MR-95", "MR-98")
@pytest.mark.parametrize(
    ("ranch", "title", "note"),
    [
        (NUGGETS, "Ana, Rosa share the victory!", "Everything is equal."),
        (MEADOWS, "Rosa wins!", "Equal points: the larger territory decides."),
    ],
)
def test_the_sheet_says_what_decided(ranch: dict[str, str], title: str, note: str) -> None:
    position = at_the_end({0: {"r1c1": "D0", "r1c2": "K3"}, 1: ranch})
    position.settle()
    told = board.sheet(position.view(0), NAMES, game.words("en"))
    assert told is not None
    assert (told.title, told.note) == (title, note)


def test_there_is_no_sheet_before_the_end() -> None:
    position = scene(3, {0: MEADOW}, {0: "D0 C0"})
    assert board.sheet(position.view(0), NAMES, game.words("en")) is None
