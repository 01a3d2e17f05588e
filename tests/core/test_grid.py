"""Grids as bit sets against sets of (row, column)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kermesse.core.grid import flood, grid, largest_group, neighbours

Cells = set[tuple[int, int]]


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, int, Cells]:
    rows, columns = draw(st.integers(1, 9)), draw(st.integers(1, 7))
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    return rows, columns, draw(st.sets(cell))


def packed(cells: Cells, columns: int) -> int:
    return sum(1 << row * columns + column for row, column in cells)


def beside(cells: Cells, rows: int, columns: int) -> Cells:
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
    found = {(row + down, column + right) for row, column in cells for down, right in steps}
    return {(row, column) for row, column in found if 0 <= row < rows and 0 <= column < columns}


def reached(start: Cells, inside: Cells, rows: int, columns: int) -> Cells:
    found = start & inside
    while True:
        wider = found | (beside(found, rows, columns) & inside)
        if wider == found:
            return found
        found = wider


@given(boards())
def test_neighbours(board: tuple[int, int, Cells]) -> None:
    rows, columns, cells = board
    found = neighbours(packed(cells, columns), grid(rows, columns))
    assert found == packed(beside(cells, rows, columns), columns)


@given(boards(), st.data())
def test_flood(board: tuple[int, int, Cells], data: st.DataObject) -> None:
    rows, columns, inside = board
    anywhere = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    start = data.draw(st.sets(anywhere, max_size=3))
    found = flood(packed(start, columns), packed(inside, columns), grid(rows, columns))
    assert found == packed(reached(start, inside, rows, columns), columns)


@given(boards())
def test_largest_group(board: tuple[int, int, Cells]) -> None:
    rows, columns, cells = board
    sizes = [len(reached({cell}, cells, rows, columns)) for cell in cells]
    found = largest_group(packed(cells, columns), grid(rows, columns))
    assert found == max(sizes, default=0)


def test_all_cells_of_the_largest_grids_are_one_group() -> None:
    for rows, columns in [(7, 9), (9, 7), (1, 63), (63, 1)]:
        shape = grid(rows, columns)
        assert shape.cells == (1 << 63) - 1
        assert largest_group(shape.cells, shape) == 63


@pytest.mark.parametrize(("rows", "columns"), [(0, 4), (4, 0), (-1, -4), (8, 8), (1, 64)])
def test_a_grid_has_1_to_63_cells(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="a grid has 1 to 63 cells"):
        grid(rows, columns)
