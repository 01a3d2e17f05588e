"""Sets of cells and of cards, which are numbers, held against plain Python sets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kermesse.core.kernel import plain
from kermesse.core.record import NOTHING, UNKNOWN
from kermesse.games.shuppa import state
from kermesse.games.shuppa.components import CARDS
from kermesse.games.shuppa.rules import cards, cells
from kermesse.games.shuppa.rules.cells import (
    GONE,
    LIFTED_DOWN,
    LIFTED_UP,
    NOWHERE,
    TRADED,
    Cells,
    Change,
)
from kermesse.games.shuppa.tables import MOST_CARDS
from kermesse.games.shuppa.tests.oracle import Cell
from kermesse.games.shuppa.tests.scenes import numbers, scaled

COLUMNS, LEVELS = range(7), range(15)
ANYWHERE = [(column, level) for column in COLUMNS for level in LEVELS]
beneath, upwards, top_of = plain(cells.beneath), plain(cells.upwards), plain(cells.top_of)
image, origin = plain(cells.image), plain(cells.origin)
only_card, place_of = plain(cards.only_card), plain(state.place_of)


def number_of(cell: Cell) -> int:
    return 16 * cell[0] + cell[1]


def packed(some: set[Cell]) -> Cells:
    both = sum(1 << number_of(cell) for cell in some)
    return Cells(both & (1 << 64) - 1, both >> 64)


def members(some: Cells) -> set[Cell]:
    assert all(0 <= half < 1 << 63 for half in some)  # as a record holds it
    both = some.left | some.right << 64
    return {divmod(place, 16) for place in range(128) if both >> place & 1}


def some_sets(seed: int) -> Iterator[set[Cell]]:
    """Every cell by itself, then few and many at random."""
    yield from ({cell} for cell in ANYWHERE)
    chance = Random(seed)
    for _ in range(scaled(400, 100)):
        yield set(chance.sample(ANYWHERE, chance.choice([0, 2, 5, 20, 60, len(ANYWHERE)])))


def test_beneath_is_all_that_has_a_cell_of_the_set_above_it_in_its_column() -> None:
    for some in some_sets(1):
        wanted = {(c, low) for c, level in some for low in range(level)}
        assert members(beneath(packed(some))) == wanted


def test_upwards_is_the_set_and_all_above_it_in_its_columns() -> None:
    for some in some_sets(2):
        wanted = {(c, high) for c, level in some for high in range(level, len(LEVELS))}
        assert members(upwards(packed(some))) == wanted


def test_the_top_of_a_column() -> None:
    assert [top_of((1 << height) - 1) for height in range(16)] == [0, *(1 << n for n in LEVELS)]


# --- where cards go -----------------------------------------------------------------------------


def some_changes(chance: Random) -> Iterator[tuple[Change, dict[Cell, Cell]]]:
    """Changes of a random zone of all kinds, and where each of its cards lies then."""
    heights = [chance.randint(2, 14) for _ in COLUMNS]
    zone = [(column, level) for column in COLUMNS for level in range(heights[column])]
    gone = set(chance.sample(zone, chance.randrange(len(zone))))
    yield Change(GONE, 0, 0, packed(gone)), fallen(zone, gone)
    one, two = chance.sample(zone, 2)
    yield Change(TRADED, number_of(one), number_of(two), NOWHERE), moved(zone, {one: two, two: one})
    start, target = chance.sample(COLUMNS, 2)
    top, place = (start, heights[start] - 1), (target, heights[target])
    yield Change(TRADED, number_of(top), number_of(place), NOWHERE), moved(zone, {top: place})
    for column, height in enumerate(heights):
        for kind, step in ((LIFTED_UP, -1), (LIFTED_DOWN, 1)):
            turned = {(column, level): (column, (level + step) % height) for level in range(height)}
            yield Change(kind, number_of((column, 0)), height, NOWHERE), moved(zone, turned)


def fallen(zone: list[Cell], gone: set[Cell]) -> dict[Cell, Cell]:
    return {
        (column, level): (column, level - sum((column, under) in gone for under in range(level)))
        for column, level in zone
        if (column, level) not in gone
    }


def moved(zone: list[Cell], some: dict[Cell, Cell]) -> dict[Cell, Cell]:
    return {cell: some.get(cell, cell) for cell in zone}


@pytest.mark.rule("SH-52", "SH-67", "SH-70", "SH-73", "SH-74", "SH-75")
def test_where_cards_go_and_where_they_came_from() -> None:
    chance = Random(3)
    for _ in range(scaled(100, 25)):
        for change, way in some_changes(chance):
            assert members(image(packed(set(way)), change)) == set(way.values())
            for cell, target in way.items():
                assert members(image(packed({cell}), change)) == {target}
                assert origin(number_of(target), change) == number_of(cell)


# --- cards --------------------------------------------------------------------------------------


def test_what_is_no_card_is_in_no_set() -> None:
    """Empty places and cards that a view does not name are looked up like cards."""
    assert [numbers(only_card(card)) for card in range(CARDS)] == [
        {card + 1} for card in range(CARDS)
    ]
    assert only_card(NOTHING) == only_card(UNKNOWN) == cards.NO_CARDS
    assert min(place_of(NOTHING), place_of(UNKNOWN)) >= MOST_CARDS  # nor with the largest deck
