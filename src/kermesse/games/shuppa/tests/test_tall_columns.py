"""Columns of fifteen cards, the most that can lie in one: nothing is lost at the top."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kermesse.core.position import Position
from kermesse.games.shuppa.tables import COLOURS
from kermesse.games.shuppa.tests.oracle import FACES, Cell, Zone
from kermesse.games.shuppa.tests.scenes import columns, heard, place, steps, won

EAT, LIFT = 44, 28  # green, and far from everything in column 5


def tall(card: int, heights: tuple[int, ...], others: Mapping[Cell, str]) -> Position:
    """A's last turn, with no lot: neighbours differ in colour, except where ``others`` says so."""
    normal = {
        colour: [n for n, face in FACES.items() if face.colour == colour and not face.kind]
        for colour in COLOURS
    }
    zone = [
        [
            normal[others.get((column, level), COLOURS[(column + 2 * level) % 4])].pop(0)
            for level in range(height)
        ]
        for column, height in enumerate(heights)
    ]
    assert Zone(zone).lots() == []
    text = " ".join(f"[{' '.join(map(str, column))}]" for column in zone)
    position = place(f"{text}{' []' * (4 - len(zone))} [{card}*A]", phase="action")
    steps(position)
    return position


@pytest.mark.rule("SH-11", "SH-52", "SH-64")
@pytest.mark.parametrize("level", [0, 7, 13, 14])
def test_the_fifteenth_card_falls(level: int) -> None:
    position = tall(EAT, (15,), {})
    before = columns(position)[0]
    events = position.act(0, f"eat 1:{level}")
    assert columns(position)[0] == before[:level] + before[level + 1 :]
    assert heard(events, "fell") == ([(0, 14 - level)] if level < 14 else [])


@pytest.mark.rule("SH-53", "SH-78")
def test_the_fifteenth_card_falls_into_a_lot() -> None:
    """Red on top of column 1 comes down beside the reds on top of columns 2 and 3."""
    position = tall(EAT, (15, 14, 14), {(0, 14): "red", (1, 13): "red", (2, 13): "red"})
    foot, tops = columns(position)[0][0], [column[-1] for column in columns(position)[:3]]
    position.act(0, "eat 1:0")
    assert won(position, 0) == {foot, *tops}
    assert [len(column) for column in columns(position)[:3]] == [13, 13, 13]


@pytest.mark.rule("SH-73", "SH-78")
def test_a_card_lifted_to_the_fifteenth_place_makes_a_lot() -> None:
    yellow = {(0, 0): "yellow", (1, 14): "yellow", (2, 14): "yellow"}
    position = tall(LIFT, (15, 15, 15), yellow)
    wanted = {columns(position)[0][0], columns(position)[1][-1], columns(position)[2][-1]}
    position.act(0, "lift 1 up")
    assert won(position, 0) == wanted


@pytest.mark.rule("SH-73", "SH-74", "SH-75")
@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize("heights", [(15, 3), (3, 15), (15, 15)])
def test_a_lift_leaves_the_columns_beside_it_alone(heights: tuple[int, int], way: str) -> None:
    position = tall(LIFT, heights, {})
    one, two, *others = columns(position)
    position.act(0, f"lift 2 {way}")
    turned = [*two[1:], two[0]] if way == "up" else [two[-1], *two[:-1]]
    assert columns(position) == [one, turned, *others]


@pytest.mark.rule("SH-67")
def test_a_card_may_jump_to_the_fifteenth_place() -> None:
    position = tall(20, (14, 2), {})
    one, two, *_ = columns(position)
    position.act(0, "jump 2 1")
    assert columns(position)[:2] == [[*one, two[1]], two[:1]]
