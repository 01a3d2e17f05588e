"""The end of a round: MV-28 to MV-36."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.position import Position
from kermesse.games.muvuca import game
from kermesse.games.muvuca.components import FULL_COLUMNS, FULL_ROWS
from kermesse.games.muvuca.rules.turn import face_up_cells, full_lines
from kermesse.games.muvuca.tests.scenes import (
    any_options,
    card,
    chosen_and_pushed,
    face_up,
    hand,
    heard,
    place,
    said,
    scaled,
    walk,
)


def counted(layout: str, played: str = "fr-st R1>", **lines: Any) -> Position:
    """A position after a push, right after the end test."""
    position = chosen_and_pushed(place(layout, **lines), played)
    for _ in range(4):
        position.advance()
    assert position.event.kind == "lines_counted"
    return position


ROWS_TO_COME = {  # before the push R1> fills row 1: how many rows are full afterwards
    1: "U U U D  D D D D  D D D D  D D D D",
    2: "U U U D  U U U U  D D D D  D D D D",
    3: "U U U D  U U U U  U U U U  D D D D",
    4: "U U U D  U U U U  U U U U  U U U U",
}


@pytest.mark.rule("MV-28")
@pytest.mark.parametrize("full", [1, 2, 3])
@pytest.mark.parametrize("end_lines", [1, 2, 3, 4])
def test_enough_full_rows_end_the_round(full: int, end_lines: int) -> None:
    position = counted(ROWS_TO_COME[full], end_lines=end_lines)
    ends = full >= end_lines
    assert heard(position.event) == said("lines_counted", full, 0, int(ends))
    assert position.phase == ("set_aside" if ends else "hand_over")
    assert position.record.capped == 0


@pytest.mark.rule("MV-28")
@pytest.mark.parametrize("end_lines", [1, 2, 3, 4])
def test_four_full_rows_are_four_full_columns(end_lines: int) -> None:
    position = counted(ROWS_TO_COME[4], end_lines=end_lines)
    assert heard(position.event) == said("lines_counted", 4, 4, 1)
    assert position.phase == "set_aside"


def turned(layout: str) -> str:
    """The same layout with rows and columns exchanged."""
    marks = layout.split()
    return " ".join(marks[4 * row + column] for column in range(4) for row in range(4))


@pytest.mark.rule("MV-28")
@pytest.mark.parametrize("full", [1, 2, 3])
@pytest.mark.parametrize("end_lines", [1, 2, 3, 4])
def test_enough_full_columns_end_the_round(full: int, end_lines: int) -> None:
    position = counted(turned(ROWS_TO_COME[full]), "fr-st C1v", end_lines=end_lines)
    ends = full >= end_lines
    assert heard(position.event) == said("lines_counted", 0, full, int(ends))
    assert position.phase == ("set_aside" if ends else "hand_over")


@pytest.mark.rule("MV-28")
@pytest.mark.parametrize("line", range(4))
def test_every_line_counts(line: int) -> None:
    row = sum(1 << 4 * line + column for column in range(4))
    column = sum(1 << 4 * row_ + line for row_ in range(4))
    assert full_lines(row, FULL_ROWS) == 1
    assert full_lines(column, FULL_COLUMNS) == 1
    for gap in range(4):
        assert full_lines(row & ~(1 << 4 * line + gap), FULL_ROWS) == 0
        assert full_lines(column & ~(1 << 4 * gap + line), FULL_COLUMNS) == 0


@pytest.mark.rule("MV-29")
def test_the_test_comes_after_the_insertion() -> None:
    """The inserted card itself completes row 3."""
    position = counted("U U U U  U U U U  U U U D  D D D D", "fr-st R3>")
    assert heard(position.event) == said("lines_counted", 3, 0, 1)


@pytest.mark.rule("MV-29")
def test_the_test_comes_before_the_card_changes_hands() -> None:
    position = counted("U U U U  U U U U  U U U hd-ho  D D D D", "fr-st R3>")
    assert position.record.leaving == card("hd-ho")
    assert len(hand(position, 1)) == 4
    assert position.due == set()


@pytest.mark.rule("MV-30")
def test_rows_and_columns_are_not_added_together() -> None:
    position = counted("U U U D  U U U U  U D D D  U D D D")
    assert heard(position.event) == said("lines_counted", 2, 1, 0)
    assert position.phase == "hand_over"


@pytest.mark.rule("MV-28", "MV-30")
def test_the_end_test_on_all_arrangements() -> None:
    """All 65,536 ways in which faces can lie, against the rule said in other words."""
    for faces in range(1 << 16):
        marks = f"{faces:016b}"[::-1]
        grid = [marks[at : at + 4] for at in range(0, 16, 4)]
        full_rows = grid.count("1111")
        full_columns = ["".join(column) for column in zip(*grid, strict=True)].count("1111")
        assert full_lines(faces, FULL_ROWS) == full_rows
        assert full_lines(faces, FULL_COLUMNS) == full_columns


@pytest.mark.rule("MV-31")
@pytest.mark.parametrize("leaving", ["hd-ho", "D"])
def test_the_last_card_goes_to_no_hand(leaving: str) -> None:
    position = counted(f"U U U {leaving}  U U U U  U U U U  D D D D")
    aside = position.advance()
    number = card("hd-ho") if leaving == "hd-ho" else -1
    assert heard(aside) == said("set_aside", number)
    assert (position.record.aside, position.record.leaving) == (number, -2)
    assert (len(hand(position, 0)), len(hand(position, 1))) == (4, 4)
    assert position.phase == "reveal"


@pytest.mark.rule("MV-32")
def test_a_face_down_last_card_is_not_turned_over() -> None:
    position = place("U U U D  U U U U  U U U U  D D D D", rounds_to_win=1)
    chance = int(position.record.rng)
    position.act(0, "fr-st R1>")
    assert position.over
    assert position.record.aside == -1
    assert int(position.record.rng) == chance
    assert "aside: ??" in position.text


@pytest.mark.rule("MV-33")
def test_face_up_cards_never_get_fewer_and_grow_by_one_at_most() -> None:
    chance = Random(33)
    for seed in range(scaled(40, 3)):
        position = game.new(seed=seed, options=any_options(chance))
        before = 0
        for event in walk(position, chance):
            if event.kind == "inserted":
                assert 0 <= face_up(position) - before <= 1
            elif event.kind in ("took", "dealt"):
                before = face_up(position)


@pytest.mark.rule("MV-34")
def test_fourteen_face_up_cards_need_not_end_a_round() -> None:
    open_counts: set[int] = set()
    closing_counts: set[int] = set()
    for faces in range(1 << 16):
        lines = max(full_lines(faces, FULL_ROWS), full_lines(faces, FULL_COLUMNS))
        (closing_counts if lines >= 3 else open_counts).add(faces.bit_count())
    assert max(open_counts) == 14
    assert min(closing_counts) == 12
    position = counted("U U U D  U U U D  U U D U  U D U U", "fr-st R1<")
    assert face_up(position) == 12
    position = counted("U U U U  U U U U  U U D U  U U U D", "fr-st C1v")
    assert face_up(position) == 14
    assert heard(position.event) == said("lines_counted", 2, 2, 0)


@pytest.mark.rule("MV-34", "MV-35")
def test_rounds_that_end_by_lines() -> None:
    chance = Random(34)
    for seed in range(scaled(60, 5)):
        position = game.new(seed=seed)
        for event in walk(position, chance):
            if event.kind == "lines_counted" and not event.args[2]:
                assert face_up(position) <= 14
            if event.kind == "set_aside" and not position.record.capped:
                assert 12 <= face_up(position) <= 15
                assert position.record.turn >= 12


@pytest.mark.rule("MV-35")
def test_twelve_turns_can_end_a_round() -> None:
    """Each turn brings one more face-up card: three rows filled from the left, row by row."""
    position = game.new(seed=1)
    pushes = [f"R{row}>" for _ in range(4) for row in (1, 2, 3)]
    for number, push in enumerate(pushes, start=1):
        assert position.record.turn == number
        (seat,) = position.due
        position.act(seat, position.legal(seat)[0])
        events = position.act(seat, push)
    kinds = [event.kind for event in events]
    assert "set_aside" in kinds
    assert position.record.wins.sum() == 1


@pytest.mark.rule("MV-36")
@pytest.mark.parametrize(
    ("turn", "cap", "ends"), [(19, 20, 0), (20, 20, 1), (200, 200, 1), (24, 25, 0)]
)
def test_the_cap_ends_the_round_after_that_turn(turn: int, cap: int, ends: int) -> None:
    position = counted("D D D hd-ho " + "D " * 12, turn=turn, turn_cap=cap)
    assert heard(position.event) == said("lines_counted", 0, 0, ends)
    assert position.record.capped == ends
    position.advance()
    assert position.record.aside == (card("hd-ho") if ends else -2)
    assert sum(len(hand(position, seat)) for seat in range(2)) == (8 if ends else 9)


@pytest.mark.rule("MV-36")
def test_full_lines_in_the_last_turn_are_an_ordinary_end() -> None:
    position = counted(ROWS_TO_COME[3], turn=20, turn_cap=20)
    assert heard(position.event) == said("lines_counted", 3, 0, 1)
    assert position.record.capped == 0


@pytest.mark.rule("MV-36")
def test_a_match_that_ends_by_the_cap_says_so() -> None:
    position = place("D " * 16, turn=20, turn_cap=20, rounds_to_win=1)
    position.act(0, "fr-st R1>")
    assert position.outcome == ((1, 2) if position.record.victor == 0 else (2, 1), "cap")


@pytest.mark.rule("MV-28")
def test_face_up_cells_are_those_with_a_card_that_shows() -> None:
    position = place("U D D D  D D D U  D U D D  D D D U")
    assert face_up_cells(position.record) == 1 | 1 << 7 | 1 << 9 | 1 << 15
