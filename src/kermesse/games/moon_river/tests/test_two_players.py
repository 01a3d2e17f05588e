"""The game for two: MR-114 to MR-131."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.position import Position
from kermesse.games.moon_river import game
from kermesse.games.moon_river.tests.scenes import (
    VARIANTS,
    cell,
    cows,
    kinds_of,
    partners,
    placed,
    ranch,
    recruited,
    said,
    saloon,
    scaled,
    scene,
    sheet,
    texts,
    told,
    walk,
)

SPINE = {f"r{row}c3": "D0" if row < 8 else "Ds" for row in range(2, 10)}


def near_the_end(domino: str = "D0 C0", seat: int = 0, **lines: Any) -> Position:
    """A ranch that the next domino can take to row 10."""
    ranches = {seat: SPINE} | lines.pop("ranches", {})
    return scene(2, ranches, {seat: domino}, **({"round": 20, "active": seat} | lines))


@pytest.mark.rule("MR-114", "MR-116")
@pytest.mark.parametrize("options", VARIANTS)
def test_a_ranch_for_two_holds_24_dominoes_and_a_tile(options: dict[str, Any]) -> None:
    most = 0
    for seed in range(scaled(4, 2)):
        position = game.new(2, seed, options)
        for _ in walk(position, Random(seed)):
            pass
        for seat in range(2):
            plots = ranch(position, seat)
            most = max(most, len(plots))
            tiles = [code for code in plots.values() if code.startswith("B")]
            assert len(tiles) <= 1
            assert (len(plots) - len(tiles)) % 2 == 0
            assert cell("r1c3") not in plots
            assert max(plots) < 50
    assert most > 30


@pytest.mark.rule("MR-121", "MR-138")
def test_the_tile_comes_after_all_effects_of_the_domino() -> None:
    position = near_the_end("D0 Aco")
    events = placed(position, "D0 Aco", "r10c3 r10c2")
    assert kinds_of(events)[-1] == "grazed"
    assert position.phase == "recruit"
    events = position.act(0, "recruit farmer specialist")
    assert told(events) == [said("recruited", 0, 8, cell("r10c2")), said("reached", 0)]
    assert texts(position) == ["tile 1", "tile 2"]


@pytest.mark.rule("MR-121")
def test_row_9_is_not_enough() -> None:
    position = near_the_end("Ds C0")
    events = placed(position, "Ds C0", "r9c2 r9c1")
    assert "reached" not in kinds_of(events)
    assert position.phase == "choose_plot"


@pytest.mark.rule("MR-121", "MR-122", "MR-129")
def test_a_tile_is_turned_laid_and_recruits() -> None:
    position = near_the_end()
    placed(position, "D0 C0", "r10c3 r10c2")
    events = position.act(0, "tile 1")
    assert told(events) == [said("took_tile", 0, 0)]
    assert texts(position) == ["side desert", "side canyon"]
    events = position.act(0, "side canyon")
    assert told(events) == [said("turned", 0, 0, 1)]
    events = position.act(0, "lay r10c1")
    assert told(events) == [said("laid", 0, 26, cell("r10c1"))]
    assert ranch(position, 0)[cell("r10c1")] == "Bc"
    before = saloon(position).total()
    position.act(0, "recruit farmer specialist")
    assert partners(position, 0) == {cell("r10c1"): "farmer"}
    assert saloon(position).total() == before - 1
    assert position.record.tiles == 2
    assert position.phase == "choose_plot"


@pytest.mark.rule("MR-129")
def test_a_tile_is_a_plot_of_its_terrain() -> None:
    land = SPINE | {"r10c3": "D0", "r10c2": "Cc*1", "r10c1": "Bc/desperado"}
    del land["r2c3"]
    land |= {"r1c2": "Ac", "r2c2": "Ac", "r2c3": "Co/trapper"}
    position = scene(2, {0: land}, reached="0", tiles="2", round=22)
    assert sheet(position, 0)["canyon"] == 2
    moved = scene(2, {1: land}, {0: "Do K3"}, reached="1", tiles="2", round=22)
    events = recruited(moved, "Do K3", "r1c2 r1c1", "cattle_thief specialist")
    assert "skipped" in kinds_of(events)  # the partner on the tile protects the canyon


@pytest.mark.rule("MR-123")
def test_a_tile_lies_on_a_bridge_or_beside_its_terrain() -> None:
    position = near_the_end()
    placed(position, "D0 C0", "r10c3 r10c2")
    position.act(0, "tile 2")
    position.act(0, "side forest")
    assert texts(position) == ["lay r1c2", "lay r1c4"]


BLOCKED = SPINE | {"r1c2": "K3", "r1c1": "K3", "r1c4": "K4", "r1c5": "K4"}


@pytest.mark.rule("MR-125")
def test_only_what_fits_is_offered() -> None:
    position = near_the_end("D0 K5", ranches={0: BLOCKED})
    events = placed(position, "D0 K5", "r10c3 r10c2")
    assert told(events, "took_tile", "turned") == [said("took_tile", 0, 0), said("turned", 0, 0, 0)]
    assert [event.args[5] for event in events if event.kind in ("took_tile", "turned")] == [1, 1]
    assert position.phase == "bonus_cell"


CORN_SPINE = {f"r{row}c3": "K3" if row < 8 else "K4" for row in range(2, 10)}
WALLED = CORN_SPINE | {"r1c2": "F1", "r1c1": "K5", "r1c4": "F1", "r1c5": "K5"}
FENCE = {"r2c1": "Ac", "r2c2": "Ac", "r2c4": "Ac", "r2c5": "Ac"}


@pytest.mark.rule("MR-124", "MR-125")
def test_if_nothing_fits_the_player_chooses_which_tile_goes() -> None:
    position = scene(2, {0: WALLED | FENCE}, {0: "K4 Aco"}, round=20, saloon="")
    placed(position, "Aco K4", "r10c2 r10c3")
    assert position.phase == "bonus_tile"
    assert texts(position) == ["tile 1", "tile 2"]
    events = position.act(0, "tile 2")
    assert told(events) == [said("tile_gone", 0, 1)]
    assert (position.record.tiles, position.record.tiles_gone) == (1, 2)
    assert position.phase == "choose_plot"


@pytest.mark.rule("MR-126", "MR-127")
def test_the_second_player_takes_the_remaining_tile() -> None:
    done = SPINE | {"r10c3": "D0", "r10c2": "C0", "r10c1": "Bc", "r1c1": "K3", "r1c2": "K3"}
    land = {f"r{row}c3": "C0" if row < 5 else "M0" if row < 7 else "Mn" for row in range(2, 10)}
    position = scene(
        2, {0: done, 1: land}, {1: "Mc K4"}, round=21, active=1, reached="0", tiles="2"
    )
    events = placed(position, "Mc K4", "r10c3 r10c2", seat=1)
    assert told(events, "reached", "took_tile") == [said("reached", 1), said("took_tile", 1, 1)]
    assert texts(position, 1) == ["side meadow", "side forest"]


@pytest.mark.rule("MR-124", "MR-126")
def test_a_remaining_tile_that_fits_nowhere_goes_by_itself() -> None:
    done = {"r1c1": "D0", "r1c2": "Bd"} | {f"r{row}c1": "D0" for row in range(2, 7)}
    done |= {f"r{row}c1": "Ds" for row in range(7, 11)}
    position = scene(
        2, {1: done, 0: WALLED | FENCE}, {0: "K4 Aco"}, round=20, saloon="", reached="1", tiles="2"
    )
    events = placed(position, "Aco K4", "r10c2 r10c3")
    assert told(events, "tile_gone") == [said("tile_gone", 0, 1)]
    assert position.record.tiles == 0


@pytest.mark.rule("MR-127")
def test_further_dominoes_in_row_10_bring_no_tile() -> None:
    done = SPINE | {"r10c3": "D0", "r10c2": "C0", "r10c1": "Bc", "r1c1": "K3", "r1c2": "K3"}
    del done["r2c3"], done["r1c1"]
    position = scene(2, {0: done}, {0: "Dn Cn"}, round=21, reached="0", tiles="2")
    events = placed(position, "Dn Cn", "r10c4 r10c5")
    assert "reached" not in kinds_of(events)


@pytest.mark.rule("MR-128")
def test_the_tile_also_comes_while_reserves_are_emptied() -> None:
    position = near_the_end(round=24, emptying="yes", phase="empty", order="0 1 1 0")
    position.settle()
    position.act(0, "place r10c3 r10c2")
    assert position.phase == "bonus_tile"
    position.act(0, "tile 2")
    position.act(0, "side meadow")
    position.act(0, "lay r1c2")
    position.act(0, "recruit farmer specialist")
    assert position.over


@pytest.mark.rule("MR-122", "MR-56")
def test_a_tile_with_an_empty_saloon_stays_without_partner() -> None:
    position = near_the_end(saloon="")
    placed(position, "D0 C0", "r10c3 r10c2")
    position.act(0, "tile 2")
    position.act(0, "side meadow")
    events = position.act(0, "lay r1c2")
    assert told(events, "unused") == [said("unused", 0, cell("r1c2"))]


@pytest.mark.rule("MR-130")
def test_a_tile_may_leave_a_cell_that_no_domino_fills() -> None:
    """On r1c2 it cuts off r1c1, whose other neighbour is taken."""
    position = near_the_end(ranches={0: SPINE | {"r2c1": "K3", "r3c1": "K3"}})
    placed(position, "D0 C0", "r10c3 r10c2")
    position.act(0, "tile 2")
    position.act(0, "side meadow")
    position.act(0, "lay r1c2")
    lying = ranch(position, 0)
    assert cell("r1c1") not in lying
    assert {cell("r1c2"): "Bm", cell("r2c1"): "K3"}.items() <= lying.items()


@pytest.mark.rule("MR-131")
def test_reserves_are_emptied_in_the_order_of_first_turns() -> None:
    position = scene(2, {}, {0: "D0 D0", 1: "C0 C0"}, round=24, emptying="yes", phase="empty",
                     order="1 0 0 1", active=1)  # fmt: skip
    seen = []
    while not position.over:
        if position.pending:
            event = position.advance()
            seen += [event.args[0]] if event.kind == "emptying" else []
        else:
            position.decide(min(position.due), texts(position, min(position.due))[0])
    assert seen == [1, 0]
    assert cows(position, 0) == {}
