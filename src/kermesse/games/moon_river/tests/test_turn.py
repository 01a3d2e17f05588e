"""Rounds and turns: MR-14 to MR-28, MR-75 to MR-80, MR-118, MR-136 to MR-142."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.games.moon_river import game
from kermesse.games.moon_river.tests.scenes import (
    CODES,
    FULL_SALOON,
    SEAT_COUNTS,
    cell,
    column,
    kinds_of,
    placed,
    removed,
    reserve,
    said,
    saloon,
    scaled,
    scene,
    texts,
    told,
    walk,
)

# before the third of three Rancheros is placed
LAST_CHOICE: dict[str, Any] = {
    "newer": "D0 C0@0 K3@1 M0",
    "older": ".. .. .. ..",
    "order": "0 1 2 ..",
    "turn": 2,
    "active": 2,
}
MARY: dict[str, Any] = {"variant": "legends", "plan": "gold", "colour": "purple white green"}
JO: dict[str, Any] = {"variant": "legends", "plan": "gold", "colour": "green white purple"}


@pytest.mark.rule("MR-14", "MR-15", "MR-16")
def test_turns_go_by_the_older_column_and_bring_its_plots() -> None:
    position = scene(4, reserves={}, phase="receive", older="D0@2 C0@0 K3@3 M0@1", order="2 0 3 1",
                     active=2)  # fmt: skip
    event = position.advance()
    assert (event.kind, event.args[:3]) == ("received", (2, CODES.index("D0"), 0))
    assert reserve(position, 2) == ["D0"]
    assert column(position, 0) == ["..", "C0", "K3", "M0"]
    assert position.record.ranchero[0].tolist() == [-2, 0, 3, 1]
    seen = []
    for _ in range(3):
        seat = min(position.due)
        seen.append(seat)
        assert position.phase == "choose_plot"  # one plot makes no domino
        position.act(seat, texts(position, seat)[0])
    assert seen == [2, 0, 3]


@pytest.mark.rule("MR-15", "MR-138")
def test_the_three_steps_of_a_turn() -> None:
    position = scene(3, phase="receive", reserves={0: "C0"}, older="D0@0 .. K3@1 M0@2")
    kinds = kinds_of(position.settle())
    assert (kinds, position.phase) == (["received"], "expand")
    kinds = kinds_of(position.act(0, "join D0 C0"))
    kinds += kinds_of(position.act(0, "place r1c1 r1c2"))
    assert (kinds, position.phase) == (["joined", "placed"], "choose_plot")
    kinds = kinds_of(position.act(0, "plot 2"))
    assert kinds[:2] == ["chose", "received"]
    assert position.record.active == 1


@pytest.mark.rule("MR-17", "MR-23")
@pytest.mark.parametrize(("lines", "spaces"), [({}, 3), (MARY, 4), (JO, 2)])
def test_plots_beyond_the_spaces_must_be_placed(lines: dict[str, Any], spaces: int) -> None:
    plots = ["D0", "C0", "M0", "F1", "K3"]
    full = scene(3, reserves={0: " ".join(plots[:spaces])}, **lines)
    assert texts(full)[0] == "keep"
    over = scene(3, reserves={0: " ".join(plots[: spaces + 1])}, **lines)
    assert "keep" not in texts(over)


@pytest.mark.rule("MR-18")
def test_step_2_is_optional_and_needs_two_plots() -> None:
    position = scene(3, reserves={0: "D0 C0"})
    events = position.act(0, "keep")
    assert told(events) == [said("kept", 0, 2)]
    assert position.phase == "choose_plot"
    assert reserve(position, 0) == ["D0", "C0"]


@pytest.mark.rule("MR-19", "MR-136")
def test_any_two_plots_can_be_joined_and_equal_pairs_are_one_option() -> None:
    position = scene(3, reserves={0: "D0 D0 K3 K3"})
    assert texts(position) == ["join D0 D0", "join D0 K3", "join K3 K3"]
    position = scene(3, reserves={0: "F1 F1 F1"})
    assert texts(position) == ["keep", "join F1 F1"]


@pytest.mark.rule("MR-21")
def test_the_first_domino_is_finished_before_the_second_is_chosen() -> None:
    position = scene(3, reserves={0: "D0 Aco C0 K3"})
    placed(position, "D0 Aco", "r1c1 r1c2")
    assert position.phase == "recruit"
    position.act(0, "recruit farmer specialist")
    assert position.phase == "expand"
    assert texts(position) == ["keep", "join C0 K3"]


@pytest.mark.rule("MR-20", "MR-22")
def test_nobody_makes_more_than_two_dominoes_in_a_turn() -> None:
    """With the field side and each legend: the most plots held, and dominoes made, in one turn."""
    most_held, most_made = dict.fromkeys(range(5), 0), dict.fromkeys(range(5), 0)
    for seed in range(scaled(12, 4)):
        position = game.new(2 + seed % 3, seed, {"variant": "legends" if seed % 4 else "base"})
        made = 0
        for event in walk(position, Random(seed)):
            s = position.record
            board = int(s.colour[s.active]) + 1 if s.variant else 0
            if event.kind == "received":
                made = 0
                n = len(reserve(position, int(s.active)))
                most_held[board] = max(most_held[board], n)
            if event.kind == "placed" and not s.emptying:
                made += 1
                most_made[board] = max(most_made[board], made)
    assert list(most_held.values()) == [4, 5, 4, 3, 4]  # field, Mary, Calamity, Big Jo, Wesley
    assert list(most_made.values()) == [2, 2, 2, 1, 2]


@pytest.mark.rule("MR-24", "MR-26", "MR-86")
def test_plots_are_only_given_up_when_nothing_fits() -> None:
    land = {"r2c3": "Dn", "r3c3": "Cn"}
    stuck = scene(3, {0: land}, {0: "F1 Ac Ac K3 K3"}, phase="discard_two", **MARY)
    assert all(text.startswith("discard ") for text in texts(stuck))
    before = removed(stuck)
    events = stuck.act(0, "discard K3 K3")
    assert told(events, "discarded") == [said("discarded", 0, 22, 22)]
    assert removed(stuck) - before == {"K3": 2}
    assert stuck.points == [0 + 2, 0, 0]  # two nuggets lie there; plots given up bring nothing
    free = scene(3, {0: land}, {0: "D0 F1 Ac K3 K3"}, **MARY)
    assert not any(text.startswith("discard ") for text in texts(free))


@pytest.mark.rule("MR-25", "MR-137", "MR-139")
def test_three_equal_plots_that_fit_nowhere_leave_no_choice() -> None:
    jo = {"r1c2": "Dn", "r2c3": "Cn", "r1c4": "Dn", "r2c2": "Cn"}
    position = scene(3, {0: jo}, {0: "F1 F1 F1"}, phase="discard_two", **JO)
    assert position.due == set()
    events = position.settle()
    assert told(events)[0] == said("discarded", 0, 18, 18)
    assert events[0].args[5] == 1
    assert reserve(position, 0) == ["F1"]


@pytest.mark.rule("MR-25")
def test_if_one_pair_fits_a_pair_has_to_be_placed() -> None:
    land = {"r2c3": "Dn", "r3c3": "Cn"}
    position = scene(3, {0: land}, {0: "D0 F1 F1 F1 F1"}, **MARY)
    assert position.due == set()  # one option: MR-137
    events = position.settle()
    assert told(events) == [said("joined", 0, 0, 18)]
    assert position.phase == "place"


@pytest.mark.rule("MR-27")
def test_a_ranchero_goes_to_a_plot_without_one() -> None:
    position = scene(
        3, newer="D0 C0@0 K3 M0", order="0 1 2 ..", turn=1, active=1, older=".. .. F1@2 .."
    )
    assert texts(position, 1) == ["plot 1", "plot 3", "plot 4"]
    events = position.act(1, "plot 3")
    assert told(events, "chose") == [said("chose", 1, 2, CODES.index("K3"))]
    assert position.record.ranchero[1].tolist() == [-2, 0, 1, -2]


@pytest.mark.rule("MR-28")
def test_the_fourth_plot_goes_as_soon_as_the_third_ranchero_stands() -> None:
    position = scene(
        3, newer="D0 C0@0 K3@1 M0", order="0 1 2 ..", turn=2, active=2, older=".. .. .. .."
    )
    events = position.act(2, "plot 1")
    assert kinds_of(events)[:3] == ["chose", "removed", "drew"]
    assert told(events, "removed") == [said("removed", 3, CODES.index("M0"))]
    assert column(position, 0) == ["..", "C0", "K3", ".."]  # seat 2 has received its plot already
    assert position.record.order.tolist() == [2, 0, 1, -2]


@pytest.mark.rule("MR-75", "MR-76", "MR-77", "MR-142")
def test_the_end_of_a_round() -> None:
    position = scene(3, saloon="trapper farmer", **LAST_CHOICE)
    events = position.act(2, "plot 4")
    assert kinds_of(events) == (
        ["chose", "removed", "drew", "drew", "drew", "drew", "sorted"]
        + ["token"] * 3
        + ["round", "received"]
    )
    assert saloon(position).total() == 5
    assert [int(seat) for seat in position.record.order[:3]] == [0, 1, 2]


@pytest.mark.rule("MR-77")
def test_a_small_stack_fills_the_saloon_as_far_as_it_goes() -> None:
    position = scene(3, saloon="trapper", **LAST_CHOICE)
    position.record.stack[:] = [0, 0, 1, 0, 1]
    position.act(2, "plot 4")
    assert saloon(position) == {"trapper": 1, "prospector": 1, "farmer": 1}
    assert position.record.stack.sum() == 0


@pytest.mark.rule("MR-78", "MR-80", "MR-85")
def test_after_round_23_only_the_saloon_is_filled_and_round_24_has_no_third_step() -> None:
    lines = LAST_CHOICE | {"round": 23}
    position = scene(3, saloon="trapper farmer", **lines)
    events = position.act(2, "plot 4")
    assert kinds_of(events)[:6] == ["chose", "removed", "token", "token", "token", "round"]
    assert told(events, "round") == [said("round", 24, 0, 1, 2)]
    assert saloon(position).total() == 5
    assert "drew" not in kinds_of(events)
    assert kinds_of(events)[6:9] == ["received", "received", "received"]  # one plot each
    assert kinds_of(events)[9:12] == ["emptying", "discarded_rest", "emptying"]


@pytest.mark.rule("MR-79")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_24_columns_and_24_rounds(seats: int) -> None:
    position = game.new(seats, 8)
    rounds, columns, empty_after = [], 1, 0
    for event in walk(position, Random(8)):
        if event.kind == "round":
            rounds.append(event.args[0])
        if event.kind == "sorted":
            columns += 1
            if position.record.boxed.sum() == 0:
                empty_after = len(rounds)
    assert rounds == list(range(1, 25))
    assert columns == 24
    assert empty_after == 22


@pytest.mark.rule("MR-118")
def test_with_two_players_each_has_two_turns_for_a_column() -> None:
    position = game.new(2, 4)
    turns: list[int] = []
    for event in walk(position, Random(3)):
        if event.kind == "round":
            assert sorted(turns) in ([], [0, 0, 1, 1])
            order = list(event.args[1:5])
            turns = []
        if event.kind == "received":
            turns.append(event.args[0])
            assert turns == order[: len(turns)]


@pytest.mark.rule("MR-137")
def test_a_decision_with_one_option_takes_itself_and_says_so() -> None:
    free = scene(3, {0: {"r2c3": "Dn", "r3c3": "Cn"}}, {0: "D0 F1"}, **MARY)
    assert (free.phase, free.due) == ("expand", {0})
    wall = scene(3, {0: {"r2c3": "Dn", "r3c3": "Cn"}}, {0: "F1 F1"}, **MARY)
    assert wall.due == set()
    events = wall.settle()
    assert told(events) == [said("kept", 0, 2)]
    assert events[0].args[5] == 1
    assert wall.phase == "choose_plot"


LAST_TWO_CELLS = {
    f"r{row}c{n}": code
    for row, codes in enumerate(
        ["K4 K4 # K4 K4", "C0 C0 C0 C0 C0", "D0 D0 D0 D0 D0", "M0 M0 M0 F1 F1", "F2 F2 F2 . ."],
        start=1,
    )
    for n, code in enumerate(codes.split(), start=1)
    if code not in "#."
}


@pytest.mark.rule("MR-137", "MR-36")
def test_a_domino_with_one_placement_places_itself() -> None:
    position = scene(3, {0: LAST_TWO_CELLS}, {0: "F1 F1"}, round=20)
    events = position.act(0, "join F1 F1")
    assert told(events)[:2] == [
        said("joined", 0, 18, 18),
        said("placed", 0, 18, cell("r5c4"), 18, cell("r5c5")),
    ]
    assert events[1].args[5] == 1


@pytest.mark.rule("MR-36", "MR-137")
def test_a_domino_that_can_be_turned_round_is_asked_for() -> None:
    position = scene(3, {0: LAST_TWO_CELLS}, {0: "F1 F2"}, round=20)
    events = position.act(0, "join F1 F2")
    assert kinds_of(events) == ["joined"]
    assert texts(position) == ["place r5c4 r5c5", "place r5c5 r5c4"]


@pytest.mark.rule("MR-24", "MR-137")
def test_two_different_pairs_to_give_up_are_a_choice() -> None:
    jo = {"r1c2": "Dn", "r2c3": "Cn", "r1c4": "Dn", "r2c2": "Cn"}
    position = scene(3, {0: jo}, {0: "F1 F1 Ac"}, phase="discard_two", **JO)
    assert texts(position) == ["discard F1 F1", "discard F1 Ac"]


@pytest.mark.rule("MR-76")
def test_a_full_saloon_is_left_alone() -> None:
    position = scene(3, saloon=FULL_SALOON, **LAST_CHOICE)
    assert "token" not in kinds_of(position.act(2, "plot 4"))
