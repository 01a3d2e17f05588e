"""Laying dominoes: MR-29 to MR-40."""

from __future__ import annotations

import pytest

from kermesse.core.errors import UnreadableAction
from kermesse.games.moon_river.components import USABLE, USABLE_SMALL
from kermesse.games.moon_river.rules.ranch import cells_before, free
from kermesse.games.moon_river.tests.scenes import (
    cell,
    placed,
    ranch,
    scene,
    sheet,
    texts,
)

LAND = {"r1c2": "Dn", "r2c2": "Cn"}


def placements(domino: str, land: dict[str, str] | None = None, **lines: object) -> list[str]:
    position = scene(3, {0: land if land is not None else LAND}, {0: domino}, **lines)
    position.act(0, f"join {domino}")
    return [text.removeprefix("place ") for text in texts(position)]


@pytest.mark.rule("MR-29", "MR-30", "MR-31")
def test_both_cells_are_free_neighbours_in_the_frame() -> None:
    for text in placements("D0 C0"):
        one, two = (cell(part) for part in text.split())
        assert abs(one - two) in (1, 5)
        assert abs(one - two) == 5 or one // 5 == two // 5
        assert not {one, two} & {cell("r1c2"), cell("r2c2"), cell("r1c3")}
        assert 0 <= one < 25
        assert 0 <= two < 25


@pytest.mark.rule("MR-30", "MR-116")
def test_the_frame_ends_after_row_5_and_for_two_after_row_10() -> None:
    column = {f"r{row}c2": "D0" if row % 2 else "C0" for row in range(1, 5)}
    assert "r5c2 r5c1" in placements("D0 C0", column | {"r4c2": "D0"})
    assert not any("r6" in text for text in placements("D0 C0", column))
    position = scene(2, {0: column}, {0: "D0 C0"})
    position.act(0, "join D0 C0")
    assert "place r6c2 r5c2" in texts(position)  # the canyon beside a canyon
    codes = ["D0", "C0", "D0", "C0", "Ds", "C0", "Ds", "Cs"]
    top = {f"r{row}c2": code for row, code in enumerate(codes, start=1)}
    position = scene(2, {0: top}, {0: "D0 Cs"}, round=9)
    position.act(0, "join D0 Cs")
    assert "place r10c2 r9c2" in texts(position)
    assert not any("r11" in text for text in texts(position))


@pytest.mark.rule("MR-31")
def test_24_cells_make_12_dominoes() -> None:
    assert (USABLE_SMALL.bit_count(), USABLE.bit_count()) == (24, 49)
    assert not USABLE >> cell("r1c3") & 1


@pytest.mark.rule("MR-32", "MR-33")
def test_bridges_serve_at_any_time() -> None:
    far = {"r1c2": "K3", "r2c2": "K3"}
    found = placements("F1 Ac", far)
    assert {"r1c4 r1c5", "r1c5 r1c4", "r2c3 r3c3"} <= set(found)
    assert all({"r1c4", "r2c3"} & set(text.split()) for text in found)


@pytest.mark.rule("MR-34")
def test_the_plots_of_a_domino_do_not_connect_each_other() -> None:
    found = placements("F1 F1", {"r1c2": "Dn", "r2c2": "Cn"})
    assert "r4c4 r4c5" not in found
    assert "r3c2 r4c2" not in found


@pytest.mark.rule("MR-35", "MR-36")
def test_one_matching_plot_is_enough_and_the_player_turns_the_domino() -> None:
    found = placements("D0 F1")
    assert "r1c1 r2c1" in found  # desert beside desert; the forest touches a canyon
    assert "r2c1 r1c1" not in found  # turned round nothing matches
    assert {"r1c4 r1c5", "r1c5 r1c4"} <= set(found)


@pytest.mark.rule("MR-37")
def test_there_is_no_way_to_place_a_single_plot() -> None:
    position = scene(3, {0: LAND}, {0: "D0"}, phase="choose_plot")
    assert all(text.startswith("plot ") for text in texts(position))
    with pytest.raises(UnreadableAction):
        position.act(0, "place r1c1")


@pytest.mark.rule("MR-38", "MR-36")
def test_a_placed_domino_lies_as_it_was_placed_and_stays() -> None:
    position = scene(3, {0: LAND}, {0: "D0 F1"})
    placed(position, "D0 F1", "r1c4 r1c5")
    lying = {cell("r1c2"): "Dn", cell("r2c2"): "Cn", cell("r1c4"): "D0", cell("r1c5"): "F1"}
    assert ranch(position, 0) == lying
    while position.record.round_number < 8:
        seat = min(position.due)
        position.act(seat, texts(position, seat)[0])
        assert lying.items() <= ranch(position, 0).items()


@pytest.mark.rule("MR-39", "MR-88")
def test_corners_do_not_connect() -> None:
    corner = {"r2c2": "Mc*1", "r3c3": "Mc*1"}
    assert sheet(scene(3, {0: corner}), 0)["meadow"] == 2
    side = {"r2c2": "Mc*1", "r2c3": "Mc*1"}
    assert sheet(scene(3, {0: side}), 0)["meadow"] == 4
    edge = {"r2c5": "Mc*1", "r3c1": "Mc*1"}  # neighbours by number, not on the table
    assert sheet(scene(3, {0: edge}), 0)["meadow"] == 2


@pytest.mark.rule("MR-40", "MR-88")
def test_several_territories_of_a_terrain_count_one_by_one() -> None:
    land = {
        "r1c1": "Mc*1",
        "r1c2": "M0",
        "r3c1": "Mc*1",
        "r3c2": "M0",
        "r5c1": "Mc*1",
        "r5c2": "D0",
    }
    assert sheet(scene(3, {0: land}), 0)["meadow"] == 2 + 2 + 1


@pytest.mark.rule("MR-136")
def test_equal_plots_are_placed_once_for_each_pair_of_cells() -> None:
    found = placements("D0 D0")
    pairs = [frozenset(text.split()) for text in found]
    assert len(pairs) == len(set(pairs))
    assert all(cell(text.split()[0]) < cell(text.split()[1]) for text in found)


@pytest.mark.rule("MR-29", "MR-116")
@pytest.mark.parametrize(("seats", "pairs"), [(3, 37), (2, 82)])
def test_the_frame_has_37_or_82_pairs_of_cells(seats: int, pairs: int) -> None:
    """All of them are free on an empty ranch: the four ways together give each pair twice."""
    s = scene(seats, reserves={0: "D0 C0"}).record
    room = int(free(s, 0))
    assert sum((room & int(cells_before(room, way))).bit_count() for way in range(4)) == 2 * pairs
