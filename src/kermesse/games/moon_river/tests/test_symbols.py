"""Symbols, recruiting and partners: MR-41 to MR-74."""

from __future__ import annotations

import pytest

from kermesse.core.order_of_play import NONE, SEVERAL
from kermesse.core.position import Position
from kermesse.games.moon_river.rules.symbols import loot, thief_at_work
from kermesse.games.moon_river.tests.scenes import (
    cell,
    cows,
    kinds_of,
    partners,
    placed,
    recruited,
    removed,
    reserve,
    said,
    saloon,
    scene,
    texts,
    told,
)

# --- cows and skulls ----------------------------------------------------------------------------


@pytest.mark.rule("MR-41", "MR-42", "MR-44")
def test_cows_come_to_both_plots_and_may_be_several() -> None:
    position = scene(3, reserves={0: "Mcc Ac"})
    supply = position.record.supply
    events = placed(position, "Mcc Ac", "r1c2 r1c1")
    assert told(events, "grazed") == [
        said("grazed", 0, cell("r1c1"), 1, 0),
        said("grazed", 0, cell("r1c2"), 2, 0),
    ]
    assert cows(position, 0) == {cell("r1c1"): 1, cell("r1c2"): 2}
    assert position.record.supply == supply - 3


@pytest.mark.rule("MR-43")
@pytest.mark.parametrize(("left", "expected"), [(2, (1, 1)), (1, (1, 0)), (0, (0, 0))])
def test_an_empty_supply_serves_cells_in_reading_order(
    left: int, expected: tuple[int, int]
) -> None:
    position = scene(3, reserves={0: "Mcc Ac"})
    position.record.strays = int(position.record.supply) - left
    position.record.supply = left
    events = placed(position, "Mcc Ac", "r1c2 r1c1")
    came = {args[1]: args[2:4] for _, args in told(events, "grazed")}
    one, two = expected
    assert came == {cell("r1c1"): (one, 1 - one), cell("r1c2"): (two, 2 - two)}
    assert position.record.supply == 0


@pytest.mark.rule("MR-45", "MR-46")
def test_a_skull_takes_from_the_territory_that_it_has_joined() -> None:
    """The new canyon joins two territories; only after that is one cow chosen."""
    land = {"r2c2": "Cc*1", "r2c1": "K3", "r2c4": "Cc*1", "r2c5": "K3"}
    position = scene(3, {0: land}, {0: "Cs K4"})
    placed(position, "Cs K4", "r2c3 r3c3")
    assert texts(position) == ["drought r2c2", "drought r2c4"]


@pytest.mark.rule("MR-45")
def test_two_cows_on_one_plot_leave_no_choice() -> None:
    position = scene(3, {0: {"r2c2": "Ccc*2", "r2c1": "K3"}}, {0: "Cs K4"})
    events = placed(position, "Cs K4", "r3c2 r4c2")
    assert told(events, "dried") == [said("dried", 0, cell("r3c2"), cell("r2c2"))]
    assert cows(position, 0) == {cell("r2c2"): 1}


@pytest.mark.rule("MR-47")
def test_cows_elsewhere_do_not_matter() -> None:
    position = scene(3, {0: {"r2c2": "Mc*1", "r2c1": "Mc*1"}}, {0: "Cs Ds"})
    events = placed(position, "Ds Cs", "r1c2 r1c1")
    assert kinds_of(events)[-2:] == ["spared", "spared"]
    assert len(cows(position, 0)) == 2


@pytest.mark.rule("MR-49")
@pytest.mark.parametrize(("where", "first"), [("r3c3 r4c3", "r3c3"), ("r4c3 r3c3", "r3c3")])
def test_skulls_come_in_reading_order(where: str, first: str) -> None:
    land = {"r3c2": "Dc*1", "r2c3": "Dc*1", "r4c2": "Cc*1", "r5c3": "Cc*1"}
    if where.startswith("r4"):
        land = {"r3c2": "Cc*1", "r2c3": "Cc*1", "r4c2": "Dc*1", "r5c3": "Dc*1"}
    position = scene(3, {0: land}, {0: "Ds Cs"})
    placed(position, "Ds Cs", where)
    assert texts(position) == ["drought r2c3", "drought r3c2"]
    events = position.act(0, "drought r3c2")
    assert told(events, "dried") == [said("dried", 0, cell(first), cell("r3c2"))]
    assert texts(position) == ["drought r4c2", "drought r5c3"]


@pytest.mark.rule("MR-50")
def test_partners_do_not_keep_a_drought_away() -> None:
    land = {"r2c2": "Co/trapper", "r2c1": "Cc*1"}
    position = scene(3, {0: land}, {0: "Cs K4"})
    placed(position, "Cs K4", "r3c2 r4c2")
    assert cows(position, 0) == {}


@pytest.mark.rule("MR-51", "MR-67")
def test_a_skull_that_lies_there_lets_cows_pass_and_stay() -> None:
    land = {"r1c2": "Ds", "r1c1": "Dc*1"}
    position = scene(3, {0: land}, {0: "Do K3"})
    recruited(position, "Do K3", "r2c2 r2c3", "farmer cowboy")
    position.act(0, "move r1c1 r1c2")
    events = position.act(0, "stop")
    assert cows(position, 0) == {cell("r1c2"): 1}
    assert "dried" not in kinds_of(events)


# --- circles ------------------------------------------------------------------------------------


@pytest.mark.rule("MR-52", "MR-53", "MR-59")
@pytest.mark.parametrize("side", ["specialist", "cowboy"])
def test_a_partner_goes_to_the_circle_with_the_chosen_side_up(side: str) -> None:
    position = scene(3, reserves={0: "Do K3"}, saloon="trapper farmer farmer")
    placed(position, "Do K3", "r1c2 r1c1")
    assert texts(position) == [
        "recruit trapper specialist", "recruit trapper cowboy",
        "recruit farmer specialist", "recruit farmer cowboy",
    ]  # fmt: skip
    events = position.act(0, f"recruit farmer {side}")
    recruit = 8 + (side == "cowboy")
    assert told(events)[0] == said("recruited", 0, recruit, cell("r1c2"))
    word = "farmer" if side == "specialist" else "farmer.cowboy"
    assert partners(position, 0) == {cell("r1c2"): word}
    assert saloon(position) == {"trapper": 1, "farmer": 1}
    while position.record.round_number < 7:
        seat = min(position.due)
        position.act(seat, texts(position, seat)[0])
    assert partners(position, 0)[cell("r1c2")] == word


@pytest.mark.rule("MR-54")
def test_recruiting_is_not_optional() -> None:
    position = scene(3, reserves={0: "Do K3"}, saloon="farmer")
    placed(position, "Do K3", "r1c2 r1c1")
    assert texts(position) == ["recruit farmer specialist", "recruit farmer cowboy"]


@pytest.mark.rule("MR-55")
def test_the_saloon_shrinks_within_a_round() -> None:
    position = scene(3, reserves={0: "Do K3", 1: "Mo"}, older=".. K3@1 C0@2 ..")
    recruited(position, "Do K3", "r1c2 r1c1", "farmer specialist")
    position.act(0, "plot 1")
    placed(position, "Mo K3", "r1c2 r1c1", seat=1)
    assert "recruit farmer specialist" not in texts(position, 1)
    assert len(texts(position, 1)) == 8


@pytest.mark.rule("MR-57")
def test_an_unused_circle_stays_empty_when_tokens_come() -> None:
    position = scene(3, reserves={0: "Do K3"}, saloon="")
    events = placed(position, "Do K3", "r1c2 r1c1")
    assert "unused" in kinds_of(events)
    while position.record.round_number < 7:
        seat = min(position.due)
        position.act(seat, texts(position, seat)[0])
        assert position.phase != "recruit" or int(position.record.circle) != cell("r1c2")
    assert cell("r1c2") not in partners(position, 0)


@pytest.mark.rule("MR-58")
@pytest.mark.parametrize("first", ["r1c1", "r1c2"])
def test_of_two_circles_the_player_says_which_comes_first(first: str) -> None:
    position = scene(3, reserves={0: "Do Mo"})
    placed(position, "Do Mo", "r1c2 r1c1")
    assert texts(position) == ["circle r1c1", "circle r1c2"]
    position.act(0, f"circle {first}")
    position.act(0, "recruit farmer specialist")
    assert partners(position, 0) == {cell(first): "farmer"}
    assert position.phase == "recruit"  # the other one, without a question which
    position.act(0, "recruit trapper specialist")
    assert len(partners(position, 0)) == 2


@pytest.mark.rule("MR-56", "MR-58")
def test_two_circles_and_one_token() -> None:
    position = scene(3, reserves={0: "Do Mo"}, saloon="farmer")
    placed(position, "Do Mo", "r1c2 r1c1")
    position.act(0, "circle r1c2")
    events = position.act(0, "recruit farmer specialist")
    assert told(events, "unused") == [said("unused", 0, cell("r1c1"))]
    assert partners(position, 0) == {cell("r1c2"): "farmer"}
    empty = scene(3, reserves={0: "Do Mo"}, saloon="")
    events = placed(empty, "Do Mo", "r1c2 r1c1")
    assert [args[1] for _, args in told(events, "unused")] == [cell("r1c1"), cell("r1c2")]


# --- the cowboy ---------------------------------------------------------------------------------

RANGE = {"r1c1": "Dc*1", "r1c2": "D0", "r2c2": "Mcc*2", "r2c1": "M0"}


def cowboy(land: dict[str, str], steps: int = 3, **lines: object) -> Position:
    position = scene(3, {0: land}, {0: "Do K3"}, cowboy_steps=steps, **lines)
    recruited(position, "Do K3", "r2c3 r3c3", "farmer cowboy")
    return position


@pytest.mark.rule("MR-62", "MR-63", "MR-65")
@pytest.mark.parametrize("steps", [1, 3, 5])
def test_a_cowboy_moves_cows_across_territories(steps: int) -> None:
    position = cowboy(RANGE, steps)
    assert position.record.steps_left == steps
    found = texts(position)
    assert found[0] == "stop"
    assert set(found[1:]) == {
        "move r1c1 r1c2", "move r1c1 r2c1", "move r2c2 r1c2", "move r2c2 r2c1", "move r2c2 r2c3",
    }  # fmt: skip
    for n in range(steps):
        there, back = ("r2c1", "r2c2") if n % 2 == 0 else ("r2c2", "r2c1")
        position.act(0, f"move {back} {there}")
    assert position.phase == "choose_plot"


@pytest.mark.rule("MR-62", "MR-141")
def test_a_cowboy_may_stop_at_once_or_later() -> None:
    position = cowboy(RANGE)
    events = position.act(0, "stop")
    assert told(events) == [said("stopped", 0, 3)]
    position = cowboy(RANGE)
    position.act(0, "move r1c1 r1c2")
    events = position.act(0, "stop")
    assert told(events) == [said("stopped", 0, 2)]
    assert position.record.steps_left == 0


@pytest.mark.rule("MR-64")
def test_only_own_cows_move() -> None:
    position = scene(3, {0: RANGE, 1: RANGE | {"r1c1": "Mc*1", "r1c2": "C0", "r2c2": "Mc*1"}},
                     {0: "Do K3"})  # fmt: skip
    before = cows(position, 1)
    recruited(position, "Do K3", "r2c3 r3c3", "farmer cowboy")
    position.act(0, "move r1c1 r1c2")
    assert cows(position, 1) == before
    assert cows(position, 0)[cell("r1c2")] == 1


@pytest.mark.rule("MR-66")
def test_no_cow_enters_corn() -> None:
    position = scene(3, {0: {"r1c2": "Dc*1", "r1c1": "K3"}}, {0: "Do K4"})
    recruited(position, "Do K4", "r2c2 r3c2", "farmer cowboy")
    assert texts(position) == ["stop", "move r1c2 r2c2"]
    position.act(0, "move r1c2 r2c2")
    assert texts(position) == ["stop", "move r2c2 r1c2"]


# --- the desperado ------------------------------------------------------------------------------


@pytest.mark.rule("MR-68", "MR-69", "MR-70")
def test_a_desperado_exchanges_plots() -> None:
    position = scene(3, reserves={0: "Do K4 Ac", 1: "F1 F2", 2: "Mcc"})
    recruited(position, "Do K4", "r1c2 r1c1", "desperado specialist")
    assert texts(position) == ["decline", "swap Ac 1 F1", "swap Ac 1 F2", "swap Ac 2 Mcc"]
    events = position.act(0, "swap Ac 2 Mcc")
    assert told(events)[0] == said("swapped", 0, 20, 2, 15)
    assert (reserve(position, 0), reserve(position, 2)) == (["Mcc"], ["Ac"])
    assert reserve(position, 1) == ["F1", "F2"]


@pytest.mark.rule("MR-136", "MR-70")
def test_equal_plots_are_one_option_for_a_desperado() -> None:
    position = scene(3, reserves={0: "Do K4 Ac Ac", 1: "F1 F1 Ac"})
    recruited(position, "Do K4", "r1c2 r1c1", "desperado specialist")
    assert texts(position) == ["decline", "swap Ac 1 F1"]


# --- the cattle thief ---------------------------------------------------------------------------

PREY = {"r1c2": "Mc*1", "r1c1": "Mc*1", "r3c1": "Co/trapper.cowboy", "r3c2": "Cc*1",
        "r5c1": "Cc*1", "r5c2": "K3"}  # fmt: skip


@pytest.mark.rule("MR-60", "MR-61", "MR-71")
def test_a_thief_takes_what_nobody_protects() -> None:
    position = scene(3, {1: PREY}, {0: "Do K4"})
    recruited(position, "Do K4", "r1c2 r1c1", "cattle_thief specialist")
    assert texts(position) == ["decline", "steal 1 r1c1", "steal 1 r1c2", "steal 1 r5c1"]
    supply = position.record.supply
    events = position.act(0, "steal 1 r5c1")
    assert told(events)[0] == said("stole", 0, 1, cell("r5c1"), cell("r1c2"))
    assert cows(position, 0) == {cell("r1c2"): 1}
    assert cell("r5c1") not in cows(position, 1)
    assert position.record.supply == supply


@pytest.mark.rule("MR-61")
def test_plots_that_joined_a_territory_later_are_protected_too() -> None:
    """A canyon joins the lonely cow to the territory with the partner."""
    position = scene(3, {1: PREY | {"r4c1": "C0", "r4c2": "K3"}}, {0: "Do K4"})
    recruited(position, "Do K4", "r1c2 r1c1", "cattle_thief specialist")
    assert texts(position) == ["decline", "steal 1 r1c1", "steal 1 r1c2"]


@pytest.mark.rule("MR-73")
def test_no_cow_is_brought_to_corn() -> None:
    """No plot of the box is like that: the partner is put on corn by hand."""
    position = scene(3, {0: {"r1c1": "K3", "r1c2": "D0"}, 1: PREY}, {0: "Do K4"})
    s = position.record
    s.partners[0, 2] = 1 << cell("r1c1")
    s.circle = cell("r1c1")
    assert (loot(s, 0, 1), thief_at_work(s, 0)) == (0, NONE)
    s.circle = cell("r1c2")
    assert thief_at_work(s, 0) == SEVERAL


@pytest.mark.rule("MR-74")
@pytest.mark.parametrize("name", ["prospector", "trapper", "farmer"])
def test_other_specialists_do_nothing_at_once(name: str) -> None:
    position = scene(3, {0: RANGE, 1: PREY}, {0: "Do K4 Ac", 1: "F1"})
    placed(position, "Do K4", "r2c3 r3c3")
    before = removed(position)
    events = position.act(0, f"recruit {name} specialist")
    assert kinds_of(events) == ["recruited"]
    assert position.phase == "choose_plot"
    assert removed(position) == before


# --- not used -----------------------------------------------------------------------------------


@pytest.mark.rule("MR-62", "MR-68", "MR-71")
@pytest.mark.parametrize(("token", "recruit"), [("desperado", 0), ("cattle_thief", 2)])
def test_bandits_may_decline(token: str, recruit: int) -> None:
    position = scene(3, {1: PREY}, {0: "Do K4 Ac", 1: "F1"})
    recruited(position, "Do K4", "r1c2 r1c1", f"{token} specialist")
    events = position.act(0, "decline")
    assert told(events) == [said("declined", 0, recruit)]
    assert (reserve(position, 1), len(cows(position, 1))) == (["F1"], 4)


@pytest.mark.rule("MR-66", "MR-68", "MR-72", "MR-136", "MR-137", "MR-141", "MR-T20")
@pytest.mark.parametrize(
    ("token", "recruit", "land", "own", "other"),
    [
        ("farmer cowboy", 9, {}, "Ac", "F1"),  # no cow
        ("trapper cowboy", 7, {"r3c1": "Mc*1", "r3c2": "K3"}, "", ""),  # behind corn
        ("desperado specialist", 0, {}, "", "F1"),
        ("desperado specialist", 0, {}, "Ac", ""),
        ("desperado specialist", 0, {}, "Ac", "Ac"),
        ("cattle_thief specialist", 2, {"r3c1": "Mc*1", "r3c2": "C0"}, "Ac", "F1"),  # own cows
    ],
)
def test_an_effect_without_a_use_is_skipped(
    token: str, recruit: int, land: dict[str, str], own: str, other: str
) -> None:
    position = scene(3, {0: land}, {0: f"Do K4 {own}", 1: other})
    events = recruited(position, "Do K4", "r1c4 r1c5", token)
    assert told(events, "skipped") == [said("skipped", 0, recruit, cell("r1c4"))]
    assert (position.phase, position.record.steps_left) == ("choose_plot", 0)
