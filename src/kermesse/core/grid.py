"""Rectangular grids as bit sets: cell = row * columns + column, at most 63 cells."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import count
from kermesse.core.kernel import kernel


class Grid(NamedTuple):
    """What the kernels need to know of a rectangle; made once, at import, by `grid`."""

    columns: int
    cells: int  # all cells, as a set
    first: int  # the cells of the first column
    last: int  # the cells of the last column


def grid(rows: int, columns: int) -> Grid:
    """The grid of that many rows and columns."""
    if not (rows > 0 and columns > 0 and rows * columns <= 63):
        raise ValueError(f"a grid has 1 to 63 cells, not {rows} x {columns}")
    first = sum(1 << row * columns for row in range(rows))
    return Grid(columns, (1 << rows * columns) - 1, first, first << (columns - 1))


@kernel
def neighbours(cells: int, shape: Grid) -> int:
    """The cells that share a side with at least one of ``cells``."""
    right = (cells & ~shape.last) << 1
    left = (cells & ~shape.first) >> 1
    return (right | left | (cells << shape.columns) | (cells >> shape.columns)) & shape.cells


@kernel
def flood(start: int, inside: int, shape: Grid) -> int:
    """Everything in ``inside`` that can be reached from ``start`` over shared sides."""
    reached = start & inside
    while True:
        wider = reached | (neighbours(reached, shape) & inside)
        if wider == reached:
            return reached
        reached = wider


@kernel
def largest_group(cells: int, shape: Grid) -> int:
    """The size of the largest orthogonally connected group; 0 if there are no cells."""
    best = 0
    left = cells
    while left:
        group = flood(left & -left, left, shape)
        left &= ~group
        best = max(best, count(group))
    return best
