"""The test vectors of the rules: MR-T01 to MR-T28."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

import pytest

from kermesse.games.moon_river import game
from kermesse.games.moon_river.components import BRIDGES, SPACES
from kermesse.games.moon_river.rules.columns import sort_column
from kermesse.games.moon_river.rules.ranch import territory
from kermesse.games.moon_river.tests.scenes import (
    CODES,
    KINDS,
    at_the_end,
    cell,
    cells,
    cows,
    heard,
    kind,
    layout,
    partners,
    placed,
    recruited,
    removed,
    reserve,
    said,
    saloon,
    scene,
    sheet,
    texts,
    told,
    walk,
)

EXAMPLE = """
Dn   D0   #            Cn    Cc*1
Dc*1 D0   C0           Cn    Cc*1
Ds   Mn   Mc*1         Ccc*2 C0
K5   Mc*1 Aco*1/farmer Ac*1  F1
K5   K4   K4           Ac*1  Ac*1
"""
EXAMPLE_LINES = {
    "desert": 5, "canyon": 21, "meadow": 6, "forest": 0, "farm": 16, "nuggets": 4, "beavers": 1,
    "ears": 18, "prospectors": 0, "trappers": 0, "farmers": 18, "scenario": 0, "total": 89,
}  # fmt: skip


SPARE = {"r5c5": "D0"}  # ranches are made of dominoes: a plot that makes the number even


def tokens(n: int) -> str:
    """A saloon of so many trappers."""
    return " ".join(["trapper"] * n)


# --- from the rulebook --------------------------------------------------------------------------


@pytest.mark.rule("MR-T01", "MR-88", "MR-91", "MR-92", "MR-94")
def test_t01_the_example_of_scoring_gives_89_points() -> None:
    position = at_the_end({0: layout(EXAMPLE)})
    assert sheet(position, 0) == EXAMPLE_LINES
    event = position.advance()
    assert heard(event) == said("crowded", 0, 1)
    assert cows(position, 0)[cell("r3c4")] == 1
    assert sheet(position, 0) == EXAMPLE_LINES
    events = position.settle()
    lines = [args[1] for _, args in told(events, "scored")]
    assert lines == list(EXAMPLE_LINES.values())
    assert position.points == [89, 0, 0]


@pytest.mark.rule("MR-T01", "MR-104")
@pytest.mark.parametrize(
    ("plan", "points"), [("timber", 0), ("gold", 0), ("outlaws", 0), ("city", 20)]
)
def test_t01_the_same_ranch_in_each_scenario(plan: str, points: int) -> None:
    position = at_the_end({0: layout(EXAMPLE)}, variant="legends", plan=plan)
    assert sheet(position, 0) == EXAMPLE_LINES | {"scenario": points, "total": 89 + points}


def group(plan: str, where: str) -> dict[str, str]:
    """Cells that count for a scenario."""
    plots = {
        "timber": ["F1", "F2"] * 4,
        "gold": ["Dn", "Cn", "Mn"] * 4,
        "city": ["Ac"] * 6 + ["Aco"] * 4,
        "outlaws": ["Aco", "Mo", "Do", "Mco"] * 2,
    }[plan]
    found = dict(zip(where.split(), plots, strict=False))
    if plan == "outlaws":
        bandits = ["desperado", "trapper.cowboy", "cattle_thief", "farmer"] * 2
        found = {
            at: f"{plot}/{token}" for (at, plot), token in zip(found.items(), bandits, strict=False)
        }
    return found


OUTLAWS = {"r2c3": "Co/trapper.cowboy", "r3c3": "Mo/prospector"}


@pytest.mark.rule("MR-T02", "MR-105", "MR-106", "MR-109", "MR-111", "MR-113")
@pytest.mark.parametrize("plan", ["timber", "gold", "outlaws", "city"])
@pytest.mark.parametrize(
    ("where", "points"),
    [
        ("r1c1 r1c2 r2c1 r2c2 r3c1 r3c2", 40),
        ("r1c1 r2c1 r3c1 r1c4 r2c4 r3c4", 20),
        ("r1c1 r2c1", 0),
        ("r1c1 r2c1 r2c2", 10),
        ("r1c1 r2c1 r2c2 r3c2", 20),
    ],
)
def test_t02_groups_score_by_their_size(plan: str, where: str, points: int) -> None:
    plots = group(plan, where)
    if len(plots) % 2:
        plots |= SPARE
    position = at_the_end({1: plots}, variant="legends", plan=plan)
    assert sheet(position, 1)["scenario"] == points
    assert sheet(position, 0)["scenario"] == 0


CANYON = {"r2c2": "Cn*1", "r2c3": "Cn*1"}


@pytest.mark.rule("MR-T03", "MR-45", "MR-47")
def test_t03_a_drought_takes_one_cow_of_two() -> None:
    position = scene(ranches={0: CANYON}, reserves={0: "Ds Cs"})
    before = position.record.supply
    placed(position, "Ds Cs", "r4c2 r3c2")
    assert position.phase == "drought"
    assert texts(position) == ["drought r2c2", "drought r2c3"]
    events = position.act(0, "drought r2c3")
    assert told(events, "dried", "spared") == [
        said("dried", 0, cell("r3c2"), cell("r2c3")),
        said("spared", 0, cell("r4c2")),
    ]
    assert cows(position, 0) == {cell("r2c2"): 1}
    assert position.record.supply == before + 1


@pytest.mark.rule("MR-T04", "MR-48")
def test_t04_two_skulls_take_both_cows() -> None:
    position = scene(ranches={0: CANYON}, reserves={0: "Cs Cs"})
    placed(position, "Cs Cs", "r3c2 r4c2")
    assert texts(position) == ["drought r2c2", "drought r2c3"]
    events = position.act(0, "drought r2c2")
    assert told(events, "dried") == [
        said("dried", 0, cell("r3c2"), cell("r2c2")),
        said("dried", 0, cell("r4c2"), cell("r2c3")),
    ]
    assert cows(position, 0) == {}


@pytest.mark.rule("MR-T05", "MR-41")
def test_t05_cows_before_skulls_before_circles() -> None:
    position = scene(
        ranches={0: {"r2c3": "C0*1", "r2c4": "K3"}, 1: {"r1c2": "M0*1", "r1c1": "K3"}},
        reserves={0: "Cs Aco"},
    )
    events = placed(position, "Cs Aco", "r3c3 r3c4")
    assert [kind for kind, _ in told(events)][-3:] == ["placed", "grazed", "dried"]
    assert cows(position, 0) == {cell("r3c4"): 1}
    assert "recruit cattle_thief specialist" in texts(position)
    position.act(0, "recruit cattle_thief specialist")
    assert texts(position) == ["decline", "steal 1 r1c2"]
    position.act(0, "steal 1 r1c2")
    assert cows(position, 0) == {cell("r3c4"): 2}
    assert partners(position, 0) == {cell("r3c4"): "cattle_thief"}


@pytest.mark.rule("MR-T06", "MR-60")
def test_t06_a_partner_protects_its_whole_territory() -> None:
    meadow = {"r1c2": "Mo/prospector", "r2c2": "Mc*1", "r3c2": "Mc*1", "r3c3": "C0"}
    position = scene(ranches={1: meadow}, reserves={0: "D0 Aco"})
    events = recruited(position, "D0 Aco", "r1c1 r1c2", "cattle_thief specialist")
    assert told(events, "skipped") == [said("skipped", 0, 2, cell("r1c2"))]
    assert cows(position, 1) == {cell("r2c2"): 1, cell("r3c2"): 1}


@pytest.mark.rule("MR-T07", "MR-63", "MR-141")
def test_t07_three_steps_end_a_cowboy() -> None:
    plots = {"r1c1": "D0", "r1c2": "Dc*1", "r2c1": "Ds", "r2c2": "Mc*1", "r3c2": "M0", "r4c2": "M0"}
    position = scene(ranches={0: plots}, reserves={0: "D0 Aco"})
    recruited(position, "D0 Aco", "r3c1 r4c1", "trapper cowboy")
    position.act(0, "move r1c2 r1c1")
    position.act(0, "move r2c2 r3c2")
    assert position.phase == "cowboy"
    events = position.act(0, "move r3c2 r4c2")
    assert position.phase == "choose_plot"
    assert told(events, "moved")[0] == said("moved", 0, cell("r3c2"), cell("r4c2"), 0)
    assert cows(position, 0) == {cell("r1c1"): 1, cell("r4c2"): 1, cell("r4c1"): 1}


@pytest.mark.rule("MR-T08", "MR-87")
def test_t08_overcrowding_leaves_one_cow_on_a_plot() -> None:
    position = at_the_end({0: {"r1c2": "Mcc*2", "r2c2": "M0"}})
    supply = position.record.supply
    position.advance()
    assert cows(position, 0) == {cell("r1c2"): 1}
    assert (position.record.strays, position.record.supply) == (1, supply)


@pytest.mark.rule("MR-T09", "MR-101")
def test_t09_spaces_and_bridges_of_the_boards() -> None:
    bridges = [int(n).bit_count() for n in BRIDGES]
    assert list(zip(SPACES.tolist(), bridges, strict=True)) == [
        (3, 3), (4, 1), (3, 2), (2, 3), (3, 2),
    ]  # fmt: skip


@pytest.mark.rule("MR-T10", "MR-39")
def test_t10_sides_connect_and_corners_do_not() -> None:
    plots = {"r2c1": "M0", "r2c2": "Mn", "r3c2": "Mn", "r3c1": "F1"}
    position = scene(ranches={0: plots})
    assert territory(position.record, 0, cell("r3c2")) == sum(
        1 << n for n in cells("r2c1 r2c2 r3c2")
    )
    assert territory(position.record, 0, cell("r3c1")) == 1 << cell("r3c1")


# --- constructed --------------------------------------------------------------------------------


@pytest.mark.rule("MR-T11", "MR-08")
def test_t11_a_column_is_ordered_by_numbers_and_then_as_it_came() -> None:
    batch = game.blank(seats=4)
    game.kernels["setup"](batch[0])
    s = batch[0]
    plots = ["F2", "C0", "Ac", "Ds"]  # 5, 2, 5, 1
    s.column[1][:] = [kind(code) for code in plots]
    sort_column(s)
    assert [CODES[k] for k in s.column[1]] == ["Ds", "C0", "F2", "Ac"]


FIRST = {"purple": (6, 3), "white": (8, 4), "orange": (8, 4), "green": (14, 7)}


@pytest.mark.rule("MR-T12", "MR-29", "MR-32")
@pytest.mark.parametrize("colour", [None, *FIRST])
def test_t12_first_placements(colour: str | None) -> None:
    lines: dict[str, Any] = {}
    if colour:
        others = [c for c in FIRST if c != colour][:2]
        lines = {"variant": "legends", "plan": "gold", "colour": " ".join([colour, *others])}
    different, equal = FIRST[colour] if colour else (14, 7)
    for reserve_text, expected in (("D0 C0", different), ("D0 D0", equal)):
        position = scene(reserves={0: reserve_text}, **lines)
        position.act(0, f"join {reserve_text}")
        assert len(texts(position)) == expected


@pytest.mark.rule("MR-T13", "MR-32", "MR-34", "MR-35")
@pytest.mark.parametrize(
    ("domino", "n", "legal", "illegal"),
    [
        ("C0 F1", 13, "place r2c1 r3c1", "place r3c1 r2c1"),
        ("F1 Ac", 8, "place r2c3 r3c3", "place r2c1 r3c1"),
        ("Ac Ac", 4, "place r2c3 r3c3", "place r2c1 r3c1"),
        ("D0 D0", 5, "place r1c1 r2c1", "place r3c1 r4c1"),
    ],
)
def test_t13_connection(domino: str, n: int, legal: str, illegal: str) -> None:
    position = scene(ranches={0: {"r1c2": "Dn", "r2c2": "Cn"}}, reserves={0: domino})
    position.act(0, f"join {domino}")
    found = texts(position)
    assert len(found) == n
    assert legal in found
    assert illegal not in found
    if domino == "F1 Ac":
        assert all(cells(" ".join(t.split()[1:])) & cells("r2c3 r1c4") for t in found)


@pytest.mark.rule("MR-T14", "MR-17", "MR-20", "MR-21", "MR-23")
def test_t14_a_full_reserve_has_to_expand() -> None:
    position = scene(reserves={0: "D0 C0 M0 F1"})
    assert "keep" not in texts(position)
    assert len(texts(position)) == 6
    placed(position, "D0 C0", "r1c1 r1c2")
    assert reserve(position, 0) == ["M0", "F1"]
    assert texts(position) == ["keep", "join M0 F1"]
    placed(position, "M0 F1", "r1c4 r1c5")
    assert reserve(position, 0) == []
    assert position.phase == "choose_plot"


MARY: dict[str, Any] = {"variant": "legends", "plan": "gold", "colour": "purple white green"}


@pytest.mark.rule("MR-T15", "MR-24", "MR-25", "MR-139")
def test_t15_forced_and_impossible() -> None:
    land = {"r2c3": "Dn", "r3c3": "Cn"}
    position = scene(ranches={0: land}, reserves={0: "Ac F1 Ac K3 K3"}, phase="discard_two", **MARY)
    assert texts(position) == [
        "discard F1 Ac", "discard F1 K3", "discard Ac Ac", "discard Ac K3", "discard K3 K3",
    ]  # fmt: skip
    before = removed(position)
    position.act(0, "discard Ac K3")
    assert reserve(position, 0) == ["F1", "Ac", "K3"]
    assert removed(position) - before == {"Ac": 1, "K3": 1}
    assert position.phase == "choose_plot"
    position = scene(ranches={0: land}, reserves={0: "D0 F1 Ac K3 K3"}, **MARY)
    assert all(text.startswith("join D0 ") for text in texts(position))
    position.act(0, "join D0 F1")
    assert len(texts(position)) == 6


@pytest.mark.rule("MR-T16", "MR-46")
def test_t16_a_skull_takes_the_cow_of_its_own_domino() -> None:
    position = scene(reserves={0: "Cs Cc"})
    supply = position.record.supply
    events = placed(position, "Cs Cc", "r1c1 r1c2")
    assert told(events, "grazed", "dried") == [
        said("grazed", 0, cell("r1c2"), 1, 0),
        said("dried", 0, cell("r1c1"), cell("r1c2")),
    ]
    assert cows(position, 0) == {}
    assert position.record.supply == supply


@pytest.mark.rule("MR-T17", "MR-48")
def test_t17_the_second_skull_finds_no_cow() -> None:
    land = {"r2c2": "Cc*1", "r2c3": "C0"}
    position = scene(ranches={0: land}, reserves={0: "Cs Cs"})
    events = placed(position, "Cs Cs", "r3c2 r4c2")
    assert told(events, "dried", "spared") == [
        said("dried", 0, cell("r3c2"), cell("r2c2")),
        said("spared", 0, cell("r4c2")),
    ]


@pytest.mark.rule("MR-T18", "MR-66")
def test_t18_corn_is_a_wall() -> None:
    wall = {"r3c1": "Mc*1", "r3c2": "K3", "r3c3": "M0", "r2c3": "K4"}
    position = scene(ranches={0: wall}, reserves={0: "K3 Do"})
    events = recruited(position, "Do K3", "r1c4 r2c4", "trapper cowboy")
    assert told(events, "skipped") == [said("skipped", 0, 7, cell("r1c4"))]
    more = wall | {"r4c1": "D0", "r5c1": "K5"}
    position = scene(ranches={0: more}, reserves={0: "K3 Do"})
    recruited(position, "Do K3", "r1c4 r2c4", "trapper cowboy")
    assert texts(position) == ["stop", "move r3c1 r4c1"]


@pytest.mark.rule("MR-T19", "MR-71", "MR-72")
def test_t19_options_of_a_cattle_thief() -> None:
    one = {"r2c3": "Ccc*2", "r2c2": "C0", "r4c4": "Mco*1/trapper", "r4c5": "K3"}
    two = {"r2c3": "C0", "r2c2": "D0"}
    position = scene(ranches={1: one, 2: two}, reserves={0: "D0 Aco"})
    recruited(position, "D0 Aco", "r1c1 r1c2", "cattle_thief specialist")
    assert texts(position) == ["decline", "steal 1 r2c3"]


@pytest.mark.rule("MR-T20", "MR-68", "MR-70")
def test_t20_options_of_a_desperado() -> None:
    for own, expected in (("", None), ("K5", ["decline", "swap K5 1 D0", "swap K5 1 Mcc"])):
        position = scene(reserves={0: f"C0 Aco {own}", 1: "Mcc D0"})
        placed(position, "C0 Aco", "r1c1 r1c2")
        events = position.act(0, "recruit desperado specialist")
        if expected is None:
            assert told(events, "skipped") == [said("skipped", 0, 0, cell("r1c2"))]
        else:
            assert texts(position) == expected


@pytest.mark.rule("MR-T21", "MR-55", "MR-56", "MR-76")
def test_t21_the_saloon_is_refilled_at_the_end_of_the_round() -> None:
    position = scene(4, reserves={0: "D0 Aco"}, saloon="trapper farmer")
    placed(position, "D0 Aco", "r1c1 r1c2")
    assert len(texts(position)) == 4
    position.act(0, "recruit farmer specialist")
    assert saloon(position) == {"trapper": 1}
    while position.record.round_number == 5:
        seat = min(position.due)
        position.act(seat, texts(position, seat)[0])
    assert saloon(position).total() == 5


@pytest.mark.rule("MR-T21", "MR-56", "MR-57")
def test_t21_a_circle_finds_the_saloon_empty() -> None:
    position = scene(reserves={0: "D0 Aco"}, saloon="")
    events = placed(position, "D0 Aco", "r1c1 r1c2")
    assert told(events, "unused") == [said("unused", 0, cell("r1c2"))]
    assert partners(position, 0) == {}
    assert position.phase == "choose_plot"


@pytest.mark.rule("MR-T22", "MR-T23", "MR-T24", "MR-105", "MR-106", "MR-107", "MR-109", "MR-110",
                  "MR-111", "MR-112")  # fmt: skip
@pytest.mark.parametrize(
    ("plan", "plots", "points"),
    [
        ("timber", group("timber", "r3c1 r3c2 r4c1"), 0),  # no river
        ("timber", group("timber", "r2c3 r3c3 r3c2"), 10),
        ("timber", group("timber", "r1c1 r2c1 r2c2 r3c1"), 20),
        ("gold", {"r2c2": "Dn", "r2c3": "Cn", "r3c3": "Mn"}, 10),  # whatever the terrain
        ("gold", {"r1c1": "Dn", "r2c2": "Dn", "r3c3": "Dn", "r3c4": "Cn"}, 0),  # corners
        ("city", {"r1c1": "Ac", "r2c2": "Ac", "r3c3": "Ac", "r3c4": "Ac"}, 0),
        ("outlaws", OUTLAWS | {"r2c2": "Do/desperado"}, 10),
        ("outlaws", OUTLAWS | {"r2c2": "Do/desperado.cowboy"}, 0),  # it shows the other side
    ],
)
def test_t22_to_t24_groups_of_the_scenarios(plan: str, plots: dict[str, str], points: int) -> None:
    plots |= SPARE if len(plots) % 2 else {}
    position = at_the_end({0: plots}, variant="legends", plan=plan)
    assert sheet(position, 0)["scenario"] == points


@pytest.mark.rule("MR-T25", "MR-117", "MR-118")
def test_t25_the_order_of_two_players() -> None:
    for seed in range(6):
        position = game.new(2, seed)
        first = min(position.due)
        chosen = []
        for left in (4, 3, 2):
            seat = min(position.due)
            chosen.append(seat)
            assert len(texts(position, seat)) == left
            events = position.act(seat, texts(position, seat)[-1])
        assert chosen == [first, 1 - first, 1 - first]
        assert told(events, "chose")[-1][1][0] == first
    text = "seats: 2\nphase: start\ncolour: white green\ntiles: 1 2\nround_number: 0\n"
    text += f"older: D0@0 D0@1 D0@1 D0@0\nnewer: C0 C0 C0 C0\nsaloon: {tokens(5)}\n"
    position = game.position(text)
    assert heard(position.advance()) == said("round", 1, 0, 1, 1, 0)


BONUS_LAND = {
    f"r{row}c3": code for row, code in zip(range(2, 10), ["D0"] * 6 + ["Ds"] * 2, strict=True)
}


@pytest.mark.rule("MR-T26", "MR-121", "MR-122", "MR-123")
@pytest.mark.parametrize(
    ("tile", "side", "n"), [(1, "desert", 19), (1, "canyon", 4), (2, "meadow", 2), (2, "forest", 2)]
)
def test_t26_where_a_bonus_tile_fits(tile: int, side: str, n: int) -> None:
    position = scene(2, ranches={0: BONUS_LAND}, reserves={0: "D0 C0"}, round=20)
    events = placed(position, "D0 C0", "r10c3 r10c2")
    assert told(events, "reached") == [said("reached", 0)]
    assert texts(position) == ["tile 1", "tile 2"]
    position.act(0, f"tile {tile}")
    assert f"side {side}" in texts(position)
    position.act(0, f"side {side}")
    found = texts(position)
    assert len(found) == n
    assert {"lay r1c2", "lay r1c4"} <= set(found)
    if side == "canyon":
        assert set(found) == {"lay r9c2", "lay r10c1", "lay r1c2", "lay r1c4"}
    position.act(0, found[0])
    assert position.phase == "recruit"


@pytest.mark.rule("MR-T28", "MR-79", "MR-12", "MR-28", "MR-119")
@pytest.mark.parametrize(("seats", "each"), [(2, 48), (3, 24), (4, 24)])
def test_t28_rounds_and_plots(seats: int, each: int) -> None:
    position = game.new(seats, seed=3)
    received, unchosen = [0] * seats, 0
    for event in walk(position, Random(5)):
        if event.kind == "received":
            received[event.args[0]] += 1
        unchosen += event.kind == "removed"
    assert received == [each] * seats
    assert unchosen == (24 if seats == 3 else 0)
    assert position.record.round_number == 24


@pytest.mark.rule("MR-19", "MR-136")
def test_there_are_322_different_dominoes() -> None:
    twice = [code for code, n in KINDS.items() if n > 1]
    assert len(list(combinations(KINDS, 2))) + len(twice) == 322
    joins = {game.notation.action_text(n) for n in range(game.actions)}
    for one, two in combinations_with_replacement(KINDS, 2):
        assert f"join {one} {two}" in joins
