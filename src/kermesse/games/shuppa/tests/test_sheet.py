"""The sheet at the end of a match: points by kind of card, who has won, and what broke a tie."""

from __future__ import annotations

import pytest

from kermesse.core.position import Position
from kermesse.core.sheet import Sheet
from kermesse.core.words import ENGLISH
from kermesse.games.shuppa.board import sheet
from kermesse.games.shuppa.tests.scenes import asked, place

ZONE = "[14] [19] [26] [31] [38]"


def sheet_of(position: Position) -> Sheet:
    """The sheet as Ana sees it."""
    found = sheet(position.view(0), ("Ana", "Rosa")[: position.seats], ENGLISH)
    assert found is not None
    return found


@pytest.mark.rule("SH-97", "SH-98")
def test_a_sheet_counts_both_kinds_of_cards() -> None:
    found = sheet_of(asked(ZONE, phase="end", **{"won 0": "1 6 7", "won 1": "2 9 50"}))
    assert found.title == "Ana wins the match."
    assert found.columns == ("Ana", "Rosa")
    assert [line.values for line in found.lines] == [("2", "3"), ("1", "0")]
    assert found.total is not None
    assert found.total.values == ("4", "3")
    assert found.note == ""


@pytest.mark.rule("SH-99")
def test_a_sheet_says_what_broke_the_tie() -> None:
    found = sheet_of(asked(ZONE, phase="end", **{"won 0": "1 6", "won 1": "7"}))
    assert found.title == "Rosa wins the match."
    assert found.note == "More multicolour cards win the tie."


@pytest.mark.rule("SH-100")
def test_a_victory_may_be_shared() -> None:
    found = sheet_of(asked(ZONE, phase="end", **{"won 0": "1 6", "won 1": "2 9"}))
    assert found.title == "Ana and Rosa share the victory."
    assert found.note == ""


@pytest.mark.rule("SH-101")
def test_the_automaton_has_a_column() -> None:
    found = sheet_of(asked(ZONE, seats=1, phase="end", **{"won 0": "1", "won 1": "2 9"}))
    assert found.columns == ("Ana", "The automaton")
    assert found.title == "The automaton wins the match."


def test_there_is_no_sheet_before_the_end() -> None:
    assert sheet(place("[1*A] [2] [3] [5] [6]").view(0), ("Ana", "Rosa"), ENGLISH) is None
