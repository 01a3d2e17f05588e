"""The end: MR-81 to MR-99, MR-104, MR-140 to MR-143."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.position import Position
from kermesse.games.moon_river import game
from kermesse.games.moon_river.scoring import cow_pieces
from kermesse.games.moon_river.tests.scenes import (
    LINES,
    SEAT_COUNTS,
    at_the_end,
    cell,
    cows,
    heard,
    kinds_of,
    layout,
    partners,
    ranch,
    removed,
    reserve,
    said,
    scaled,
    scene,
    sheet,
    texts,
    told,
    walk,
)


def emptying(reserves: dict[int, str], seats: int = 3, **lines: Any) -> Position:
    """A table after the final round."""
    given: dict[str, Any] = {
        "round": 24,
        "emptying": "yes",
        "phase": "empty",
        "saloon": "farmer trapper",
    } | lines
    ranches = given.pop("ranches", {})
    return scene(seats, ranches, reserves, **given)


def full_of_corn(*free: str) -> dict[str, str]:
    """A ranch with few free cells: rows of different terrains."""
    rows = {1: "D0", 2: "C0", 3: "K3", 4: "M0", 5: "F1"}
    plots = {}
    for row, code in rows.items():
        for n in range(1, 6):
            plots[f"r{row}c{n}"] = code if n < 4 or code in ("D0", "C0", "K3") else "F2"
    del plots["r1c3"]
    for at in free:
        del plots[at]
    return plots


# --- reserves are emptied -----------------------------------------------------------------------


@pytest.mark.rule("MR-81", "MR-82", "MR-140")
def test_what_fits_has_to_be_placed() -> None:
    position = emptying({0: "D0 Ds"})
    assert heard(position.advance()) == said("emptying", 0, 2)
    position.settle()
    assert position.phase == "place"  # the only pair joins itself; there is no `keep`
    assert "keep" not in texts(position)
    position.act(0, texts(position)[0])
    assert reserve(position, 0) == []
    position = emptying({0: "D0 Ds K3"})
    position.settle()
    assert texts(position) == ["join D0 Ds", "join D0 K3", "join Ds K3"]


@pytest.mark.rule("MR-82")
def test_a_pair_is_placed_even_against_its_owners_interest() -> None:
    """Two skulls that can only take the last two cows."""
    land = full_of_corn("r5c4", "r5c5") | {"r4c4": "Cc*1", "r4c5": "Cc*1"}
    position = emptying({0: "Cs Cs"}, ranches={0: land})
    events = position.settle()
    assert kinds_of(events) == ["emptying", "joined", "placed"]
    assert texts(position) == ["drought r4c4", "drought r4c5"]
    position.act(0, "drought r4c5")
    assert cows(position, 0) == {}


@pytest.mark.rule("MR-83", "MR-140")
def test_what_does_not_fit_is_discarded() -> None:
    land = full_of_corn("r5c4", "r5c5")
    position = emptying({0: "Ac Aco"}, ranches={0: land})
    before = removed(position)
    events = position.settle()
    assert told(events)[:2] == [said("emptying", 0, 2), said("discarded_rest", 0, 20, 21)]
    assert removed(position) - before == {"Ac": 1, "Aco": 1}
    assert ranch(position, 0) == {cell(at): code for at, code in land.items()}
    assert position.over


@pytest.mark.rule("MR-83")
def test_every_plot_that_is_discarded_is_named() -> None:
    """Mary has four spaces, and a single bridge, which is covered."""
    position = emptying(
        {0: "F1 Ac K3 K4"},
        ranches={0: {"r2c3": "Dn", "r3c3": "Cn"}},
        variant="legends",
        plan="gold",
        colour="purple white green",
    )
    before = removed(position)
    events = position.settle()
    assert told(events, "discarded_rest") == [said("discarded_rest", 0, 18, 20, 22, 23)]
    assert removed(position) - before == {"F1": 1, "Ac": 1, "K3": 1, "K4": 1}


@pytest.mark.rule("MR-83")
def test_a_pair_is_placed_before_the_rest_is_discarded() -> None:
    land = full_of_corn("r5c4", "r5c5")
    position = emptying({0: "F2 F2 Ac"}, ranches={0: land})
    position.settle()
    assert texts(position) == ["join F2 F2", "join F2 Ac"]
    events = position.act(0, "join F2 F2")
    assert kinds_of(events)[:3] == ["joined", "placed", "discarded_rest"]


@pytest.mark.rule("MR-84")
def test_players_empty_their_reserves_in_the_order_of_the_last_round() -> None:
    position = emptying({0: "D0 D0", 1: "C0 C0", 2: "K3 K3"}, order="2 0 1 ..", active=2)
    seen = []
    while not position.over:
        if position.pending:
            event = position.advance()
            if event.kind == "emptying":
                seen.append(event.args[0])
        else:
            position.decide(min(position.due), texts(position, min(position.due))[0])
    assert seen == [2, 0, 1]


@pytest.mark.rule("MR-84")
def test_one_player_finishes_before_the_next_begins() -> None:
    position = emptying({0: "D0 D0 C0", 1: "C0 C0"}, order="0 1 2 ..")
    position.settle()
    position.act(0, "join D0 D0")
    events = position.act(0, "place r1c1 r1c2")
    assert kinds_of(events)[:3] == ["placed", "discarded_rest", "emptying"]
    assert position.record.active == 1


@pytest.mark.rule("MR-85")
def test_symbols_and_recruiting_work_as_always_but_the_saloon_is_not_filled() -> None:
    position = emptying({0: "Do Aco", 1: "Mo Mco"}, saloon="farmer", order="0 1 2 ..")
    events = position.settle()
    position.act(0, "place r1c1 r1c2")
    position.act(0, "circle r1c1")
    events = position.act(0, "recruit farmer specialist")
    assert told(events, "unused") == [said("unused", 0, cell("r1c2"))]
    assert partners(position, 0) == {cell("r1c1"): "farmer"}
    assert cows(position, 0) == {cell("r1c2"): 1}
    events = position.act(1, "place r1c1 r1c2")
    assert len(told(events, "unused")) == 2
    assert "token" not in kinds_of(events)
    assert position.over


@pytest.mark.rule("MR-86")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_no_single_plot_is_left_over(seats: int) -> None:
    for seed in range(scaled(4, 1)):
        position = game.new(seats, seed)
        for event in walk(position, Random(seed)):
            if event.kind == "emptying":
                assert event.args[1] % 2 == 0
            if event.kind == "discarded_rest":
                assert sum(kind >= 0 for kind in event.args[1:5]) % 2 == 0


# --- overcrowding -------------------------------------------------------------------------------


@pytest.mark.rule("MR-87", "MR-99", "MR-143")
def test_every_ranch_thins_out_in_its_turn() -> None:
    land = {"r1c1": "Mcc*2", "r1c2": "Mcco*5", "r2c1": "Mc*1", "r2c2": "M0"}
    other = {"r1c1": "Cc*3", "r1c2": "C0"}
    position = at_the_end({0: land, 2: other})
    supply = position.record.supply
    events = [position.advance() for _ in range(3)]
    assert told(events) == [said("crowded", 0, 5), said("crowded", 1, 0), said("crowded", 2, 2)]
    assert cows(position, 0) == {cell("r1c1"): 1, cell("r1c2"): 1, cell("r2c1"): 1}
    assert (position.record.strays, position.record.supply) == (7, supply)


@pytest.mark.rule("MR-143")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_sheet_is_told_line_by_line(seats: int) -> None:
    position = game.new(seats, 5, {"variant": "legends"})
    events = list(walk(position, Random(5)))
    last = events[-(seats + 13) :]
    assert kinds_of(last) == ["crowded"] * seats + ["scored"] * 13
    sheets = [sheet(position, seat) for seat in range(seats)]
    for line, event in enumerate(last[seats:]):
        assert event.args[0] == line
        assert list(event.args[1 : 1 + seats]) == [own[LINES[line]] for own in sheets]
        assert all(arg == -2 for arg in event.args[1 + seats : 5])
    assert position.record.tallied == 13
    assert position.points == [own["total"] for own in sheets]


# --- scoring ------------------------------------------------------------------------------------


@pytest.mark.rule("MR-88", "MR-89", "MR-90")
def test_cows_multiply_and_symbols_do_not() -> None:
    land = {"r1c1": "Mcc", "r1c2": "Mc*1", "r2c1": "K5", "r2c2": "K5"}
    position = at_the_end({0: land})
    lines = sheet(position, 0)
    assert (lines["meadow"], lines["ears"], lines["total"]) == (2, 10, 12)


@pytest.mark.rule("MR-91", "MR-92", "MR-93")
def test_resources_and_their_partners() -> None:
    land = {
        "r1c1": "Do/prospector", "r1c2": "Co/prospector", "r2c1": "Mo/trapper", "r2c2": "Mo/farmer",
        "r3c1": "Dn", "r3c2": "Cn", "r4c1": "F2", "r4c2": "F1", "r5c1": "K3", "r5c2": "K4",
    }  # fmt: skip
    lines = sheet(at_the_end({0: land}), 0)
    assert [lines[name] for name in LINES[5:11]] == [2, 3, 7, 4, 3, 7]
    turned = land | {"r1c1": "Do/prospector.cowboy", "r2c2": "Mo/farmer.cowboy"}
    lines = sheet(at_the_end({0: turned}), 0)
    assert [lines[name] for name in LINES[5:11]] == [2, 3, 7, 2, 3, 0]


MEADOWS = {"r1c1": "Mc*1", "r1c2": "M0"}
TWO_COWS = {"r1c2": "Mc*1", "r2c2": "Mc*1", "r4c4": "D0", "r4c5": "C0"}
FIVE_ON_ONE = {"r1c1": "Mc*5", "r1c2": "M0", "r4c1": "D0", "r4c2": "K3"}
LAST_COLUMN = ["r2c1", "r2c2", "r2c3", "r2c4", "r2c5", "r3c5", "r4c5", "r5c5"]


def pair(one: str, two: str) -> dict[str, str]:
    return {"r1c1": one, "r1c2": two}


def row(text: str) -> dict[str, str]:
    return dict(zip(LAST_COLUMN, text.split(), strict=False))


ENDS: dict[str, tuple[list[dict[str, str]], list[int], tuple[int, ...], str]] = {
    "places go by points": (
        [pair("K3", "D0"), pair("K5", "D0"), pair("K4", "D0"), pair("K3", "C0")],
        [3, 5, 4, 3], (3, 1, 2, 3), "points",
    ),
    "the larger territory": (
        [row("K3 K3 K3 K3 K3 K3"), row("K4 K4 K4 K3 K3 D0"), {}],
        [18, 18, 0], (1, 2, 3), "territory",
    ),
    "more points than the larger territory": (
        [row("K3 K3 K3 K3 K3 K3"), row("K4 K4 K4 K4 K3 D0"), {}],
        [18, 19, 0], (2, 1, 3), "points",
    ),
    "other places in the same way": (
        [pair("K5", "K5"), pair("K3", "D0"), {"r1c1": "F2", "r2c1": "F1"}],
        [10, 3, 3], (1, 3, 2), "points",
    ),
    "any territory is larger than none": (
        [{}, pair("D0", "C0"), {}], [0, 0, 0], (2, 1, 2), "territory",
    ),
    "more cows": (
        [TWO_COWS, {"r1c2": "Mn", "r2c2": "Mn*1", "r4c4": "D0", "r4c5": "D0"}, {}],
        [4, 4, 0], (1, 2, 3), "cows",
    ),
    "five cows on one plot are one cow at the end": (
        [FIVE_ON_ONE, {"r1c1": "Ac*1", "r2c1": "K3", "r3c3": "Cc*1", "r3c4": "D0"}, {}],
        [5, 5, 0], (1, 2, 3), "territory",
    ),
    "so they lose to two": (
        [FIVE_ON_ONE, {"r1c1": "Ac*1", "r2c1": "K3", "r3c3": "Cc*1", "r3c4": "Ds",
                       "r3c5": "Ds", "r4c5": "C0"}, {}],
        [5, 5, 0], (2, 1, 3), "cows",
    ),
    "equals share": (
        [TWO_COWS, TWO_COWS | {"r4c4": "C0", "r4c5": "D0"}, {}], [4, 4, 0], (1, 1, 3), "shared",
    ),
    "equals share a later place": (
        [MEADOWS, MEADOWS, MEADOWS, pair("K3", "D0")], [2, 2, 2, 3], (2, 2, 2, 1), "points",
    ),
    "two players share": ([MEADOWS, MEADOWS], [2, 2], (1, 1), "shared"),
}  # fmt: skip


@pytest.mark.rule("MR-94", "MR-95", "MR-96", "MR-97", "MR-98", "MR-99", "MR-T27")
@pytest.mark.parametrize("name", ENDS)
def test_who_wins_and_what_it_comes_down_to(name: str) -> None:
    ranches, points, places, ending = ENDS[name]
    position = at_the_end(dict(enumerate(ranches)), len(ranches))
    position.settle()
    assert position.points == points
    assert position.outcome == (places, ending)
    if FIVE_ON_ONE in ranches:
        assert [cow_pieces(position.record, seat) for seat in range(3)] == [1, 2, 0]


@pytest.mark.rule("MR-104", "MR-108", "MR-113")
@pytest.mark.parametrize(
    ("least", "base", "step", "points"),
    [(3, 10, 10, 20), (2, 10, 10, 30), (5, 10, 10, 0), (4, 50, 7, 50), (3, 0, 3, 3)],
)
def test_the_numbers_of_a_scenario_are_options(
    least: int, base: int, step: int, points: int
) -> None:
    land = {"r1c1": "Ac", "r2c1": "Ac", "r3c1": "Ac", "r3c2": "Ac"}
    lines: dict[str, Any] = {"variant": "legends", "plan": "city"}
    numbers: dict[str, Any] = {"scenario_min": least, "scenario_base": base, "scenario_step": step}
    position = at_the_end({0: land}, **lines, **numbers)
    assert sheet(position, 0)["scenario"] == points
    assert position.points[0] == points


@pytest.mark.rule("MR-100", "MR-104")
@pytest.mark.parametrize(
    ("plan", "points"), [(None, 0), ("timber", 10), ("gold", 30), ("outlaws", 30), ("city", 50)]
)
def test_the_base_game_has_no_scenario(plan: str | None, points: int) -> None:
    """A ranch that every scenario would give points for."""
    land = layout("""
        F1 F1           #              Dn            Dn
        F1 Cn           Cn             Dn            Ac
        D0 Do/desperado Mo/trapper     Ac            Ac
        D0 Aco/farmer   Aco/prospector Aco/desperado Ac
        K3 K3           K3             D0            D0
    """)
    lines: dict[str, Any] = {"variant": "legends", "plan": plan} if plan else {}
    position = at_the_end({0: land}, **lines)
    assert sheet(position, 0)["scenario"] == points
