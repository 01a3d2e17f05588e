"""What the rules refuse: by name, with the rule's id, and without changing anything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.errors import IllegalMove, UnknownSeat, UnreadableAction
from kermesse.core.position import Position
from kermesse.games.moon_river import game
from kermesse.games.moon_river.tests.scenes import finish, placed, recruited, scene
from kermesse.games.moon_river.tests.test_two_players import SPINE, WALLED


def refused(position: Position, seat: int, text: str | int, rule: str, reason: str) -> None:
    """An action that is refused by this rule and leaves every byte as it was."""
    before = position.tobytes()
    with pytest.raises(IllegalMove) as error:
        position.act(seat, text)
    assert error.value.rule == rule
    assert reason in error.value.sentence
    assert position.tobytes() == before
    for language in ("fr", "pt"):
        with pytest.raises(IllegalMove) as other:
            position.act(seat, text, game.words(language))
        assert other.value.rule == rule


LAND = {"r1c2": "Dn", "r2c2": "Cn"}


@pytest.mark.rule("MR-29", "MR-30", "MR-31", "MR-32")
@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        ("place r1c1 r0c1", "MR-30", "outside the frame"),
        ("place r1c5 r1c6", "MR-30", "outside the frame"),
        ("place r1c1 r1c0", "MR-30", "outside the frame"),
        ("place r5c1 r6c1", "MR-30", "outside the frame"),
        ("place r7c1 r7c2", "MR-30", "outside the frame"),
        ("place r10c1 r11c1", "MR-30", "outside the frame"),
        ("place r1c1 r1c2", "MR-29", "r1c2 holds a plot"),
        ("place r2c2 r2c3", "MR-29", "r2c2 holds a plot"),
        ("place r1c4 r1c3", "MR-31", "r1c3 is taken by your board"),
        ("place r1c3 r2c3", "MR-31", "r1c3 is taken by your board"),
        ("place r4c4 r4c5", "MR-32", "not connected"),
        ("place r2c1 r3c1", "MR-32", "not connected"),
        ("plot 1", "MR-19", "place the domino"),
        ("keep", "MR-19", "place the domino"),
    ],
)
def test_placements(text: str, rule: str, reason: str) -> None:
    position = scene(3, {0: LAND}, {0: "F1 Ac"})
    position.act(0, "join F1 Ac")
    refused(position, 0, text, rule, reason)


def mirrored(text: str) -> str:
    """The same two cells, the other one first."""
    word, first, second = text.split()
    return f"{word} {second} {first}"


@pytest.mark.rule("MR-136")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_equal_plots_are_placed_whichever_cell_is_named_first(seats: int) -> None:
    position = scene(seats, {0: LAND}, {0: "F1 F1"})
    position.act(0, "join F1 F1")
    legal = position.legal(0)
    assert legal
    for action in legal:
        one, other = position.copy(), position.copy()
        assert one.act(0, action.text) == other.act(0, mirrored(action.text))
        assert one == other
        number = game.notation.read_action(mirrored(action.text))
        refused(position, 0, number, "MR-136", action.text.removeprefix("place "))


@pytest.mark.rule("MR-32", "MR-136")
def test_two_equal_plots_in_one_text_or_where_they_do_not_connect() -> None:
    position = scene(3, {0: LAND}, {0: "F1 F1"})
    together = position.copy()
    together.act(0, "join F1 F1 place r1c5 r1c4")
    position.act(0, "join F1 F1")
    for text in ("place r4c4 r4c5", "place r4c5 r4c4", "place r5c5 r4c5"):
        refused(position, 0, text, "MR-32", "not connected")
        refused(position, 0, game.notation.read_action(text), "MR-32", "not connected")
    refused(position, 0, "place r1c3 r1c4", "MR-31", "taken by your board")
    position.act(0, "place r1c4 r1c5")
    assert position == together


@pytest.mark.rule("MR-136")
def test_two_different_plots_lie_as_they_are_named() -> None:
    position = scene(3, {0: LAND}, {0: "F1 Ac"})
    position.act(0, "join F1 Ac")
    other = position.copy()
    position.act(0, "place r1c4 r1c5")
    other.act(0, "place r1c5 r1c4")
    assert position != other


@pytest.mark.rule("MR-17", "MR-19", "MR-26", "MR-32", "MR-82")
def test_dominoes() -> None:
    position = scene(3, {0: LAND}, {0: "F1 Ac Ac K3"})
    refused(position, 0, "keep", "MR-17", "no free space")
    refused(position, 0, "join F1 D0", "MR-19", "desert is not in your reserve")
    refused(position, 0, "join F1 F1", "MR-19", "forest (1 beaver) is not in your reserve")
    refused(position, 0, "discard F1 Ac", "MR-26", "only if no domino fits")
    refused(position, 0, "place r1c4 r1c5", "MR-19", "join two of your plots")
    mary: dict[str, Any] = {"variant": "legends", "plan": "gold", "colour": "purple white green"}
    wall = scene(3, {0: {"r2c3": "Dn", "r3c3": "Cn"}}, {0: "D0 F1 Ac"}, **mary)
    refused(wall, 0, "join F1 Ac", "MR-32", "fit nowhere")
    last = scene(3, {}, {0: "F1 Ac Ac"}, round=24, emptying="yes")
    refused(last, 0, "keep", "MR-82", "has to be placed")


@pytest.mark.rule("MR-24")
def test_giving_plots_up() -> None:
    mary: dict[str, Any] = {"variant": "legends", "plan": "gold", "colour": "purple white green"}
    land = {"r2c3": "Dn", "r3c3": "Cn"}
    position = scene(3, {0: land}, {0: "F1 Ac Ac K3 K3"}, phase="discard_two", **mary)
    refused(position, 0, "keep", "MR-24", "choose two plots")
    refused(position, 0, "discard F1 F1", "MR-24", "is not in your reserve")


@pytest.mark.rule("MR-10", "MR-14", "MR-27")
def test_choosing() -> None:
    position = scene(
        3, newer="D0 C0@0 K3 M0", order="0 1 2 ..", turn=1, active=1, older=".. .. F1@2 .."
    )
    refused(position, 1, "plot 2", "MR-10", "the Ranchero of seat 0")
    refused(position, 1, "keep", "MR-27", "newer column")
    refused(position, 0, "plot 1", "MR-14", "seat 1's turn")


@pytest.mark.rule("MR-45", "MR-58")
def test_symbols() -> None:
    land = {"r2c2": "Cn*1", "r2c3": "Cn*1", "r4c4": "Mc*1", "r4c5": "M0"}
    position = scene(3, {0: land}, {0: "C0 Cs"})
    placed(position, "C0 Cs", "r4c2 r3c2")
    refused(position, 0, "drought r4c4", "MR-45", "territory of r3c2")
    refused(position, 0, "drought r4c2", "MR-45", "no cow on r4c2")
    refused(position, 0, "keep", "MR-45", "the cow that the drought takes")
    position = scene(3, reserves={0: "Do Mo"})
    placed(position, "Do Mo", "r1c2 r1c1")
    refused(position, 0, "circle r2c2", "MR-58", "which circle")


@pytest.mark.rule("MR-53", "MR-54")
def test_recruiting() -> None:
    position = scene(3, reserves={0: "Do K3"}, saloon="trapper")
    placed(position, "Do K3", "r1c2 r1c1")
    refused(position, 0, "recruit farmer specialist", "MR-53", "no farmer in the saloon")
    refused(position, 0, "recruit farmer cowboy", "MR-53", "no farmer in the saloon")
    refused(position, 0, "decline", "MR-54", "recruit one of the partners")


@pytest.mark.rule("MR-63", "MR-66")
def test_cow_steps() -> None:
    land = {"r1c2": "Dc*1", "r1c1": "K3", "r2c1": "D0", "r3c1": "D0"}
    position = scene(3, {0: land}, {0: "Do K4"})
    recruited(position, "Do K4", "r2c2 r3c2", "farmer cowboy")
    refused(position, 0, "move r1c2 r1c1", "MR-66", "may not enter corn")
    refused(position, 0, "move r2c1 r2c2", "MR-63", "no cow on r2c1")
    refused(position, 0, "move r1c2 r1c3", "MR-63", "a plot of your ranch")
    refused(position, 0, "move r1c2 r0c2", "MR-63", "a plot of your ranch")
    refused(position, 0, "move r4c4 r4c5", "MR-63", "no cow on r4c4")
    refused(position, 0, "decline", "MR-63", "or stop")


@pytest.mark.rule("MR-68", "MR-136")
def test_swaps() -> None:
    position = scene(3, reserves={0: "Do K4 Ac", 1: "F1 Ac"})
    recruited(position, "Do K4", "r1c2 r1c1", "desperado specialist")
    refused(position, 0, "swap Ac 2 F1", "MR-68", "not in the reserve of seat 2")
    refused(position, 0, "swap K4 1 F1", "MR-68", "not in your reserve")
    refused(position, 0, "swap Ac 0 F1", "MR-68", "another player")
    refused(position, 0, "swap Ac 3 F1", "MR-68", "another player")
    refused(position, 0, "swap Ac 1 Ac", "MR-136", "changes nothing")
    refused(position, 0, "stop", "MR-68", "or decline")


@pytest.mark.rule("MR-68", "MR-137")
@pytest.mark.parametrize(("own", "other"), [("", "F1"), ("Ac", "")])
def test_swaps_with_an_empty_reserve(own: str, other: str) -> None:
    """The effect has been skipped: it is step 3 that is asked."""
    position = scene(3, reserves={0: f"Do K4 {own}", 1: other})
    recruited(position, "Do K4", "r1c2 r1c1", "desperado specialist")
    refused(position, 0, "swap Ac 1 F1", "MR-27", "choose a plot of the newer column")


@pytest.mark.rule("MR-60", "MR-71")
def test_thefts() -> None:
    prey = {"r1c2": "Mc*1", "r1c1": "D0", "r3c1": "Co/trapper", "r3c2": "Cc*1"}
    position = scene(3, {1: prey, 0: {"r1c1": "Mc*1", "r2c1": "K3"}}, {0: "Do K4"})
    recruited(position, "Do K4", "r1c2 r2c2", "cattle_thief specialist")
    refused(position, 0, "steal 1 r3c2", "MR-60", "protected by a partner")
    refused(position, 0, "steal 1 r1c1", "MR-71", "no cow on r1c1 of seat 1")
    refused(position, 0, "steal 0 r1c1", "MR-71", "another player")
    refused(position, 0, "steal 3 r1c1", "MR-71", "another player")
    refused(position, 0, "stop", "MR-71", "or decline")


@pytest.mark.rule("MR-121", "MR-123", "MR-125")
def test_bonus_tiles() -> None:
    position = scene(2, {0: SPINE}, {0: "D0 C0"}, round=20)
    placed(position, "D0 C0", "r10c3 r10c2")
    refused(position, 0, "plot 1", "MR-121", "take a bonus tile")
    position.act(0, "tile 1")
    refused(position, 0, "side forest", "MR-121", "shows forest")
    refused(position, 0, "tile 2", "MR-121", "choose a side")
    position.act(0, "side canyon")
    refused(position, 0, "lay r5c1", "MR-123", "a neighbour that is canyon")
    refused(position, 0, "lay r1c3", "MR-31", "taken by your board")
    refused(position, 0, "lay r10c3", "MR-29", "holds a plot")
    refused(position, 0, "tile 2", "MR-121", "lay the bonus tile")
    fence = {"r2c1": "Ac", "r2c2": "Ac", "r2c4": "Ac", "r2c5": "Ac"}
    only = WALLED | fence | {"r4c4": "Do", "r4c5": "K5", "r5c4": "C0", "r5c5": "K5"}
    position = scene(2, {0: only}, {0: "K4 Aco"}, round=20, saloon="")
    placed(position, "Aco K4", "r10c2 r10c3")
    refused(position, 0, "tile 2", "MR-121", "choose a side")


@pytest.mark.rule("MR-125")
def test_a_tile_that_fits_nowhere_is_not_offered() -> None:
    from kermesse.games.moon_river.state import TILE

    land = WALLED | {"r2c1": "Ac", "r2c2": "Ac", "r2c4": "Ac", "r2c5": "Ac"}
    position = scene(2, {0: land | {"r4c4": "D0", "r4c5": "K5"}}, {0: "K4 Aco"}, round=20)
    rule, sentence = game.notation.refusal(forced_question(position).record, 0, TILE + 1)
    assert (rule, "fits nowhere" in sentence) == ("MR-125", True)


def forced_question(position: Position) -> Position:
    """A position that asks for a tile although one of them fits nowhere."""
    copy = position.copy()
    copy.record.phase = 10
    return copy


@pytest.mark.rule("MR-94")
def test_after_the_end() -> None:
    position = finish(game.new(2, 1), Random(1))
    refused(position, 0, "plot 1", "MR-94", "the game is over")
    assert position.legal(0) == []


def test_a_text_of_several_decisions_is_taken_whole_or_not_at_all() -> None:
    position = scene(3, {0: LAND}, {0: "D0 F1"})
    before = position.tobytes()
    with pytest.raises(IllegalMove):
        position.act(0, "join D0 F1 place r4c4 r4c5")
    assert position.tobytes() == before
    position.act(0, "join D0 F1 place r1c1 r2c1")
    assert position.phase == "choose_plot"


@pytest.mark.parametrize("seat", [-1, 3, "0", None, 0.0, True])
def test_there_are_seats_0_to_2(seat: Any) -> None:
    with pytest.raises(UnknownSeat, match="the seats are 0 to 2"):
        game.new(3, 1).act(seat, "plot 1")


@pytest.mark.parametrize("action", [-1, game.actions, 1.0, True, None, b"keep"])
def test_no_other_thing_is_an_action(action: Any) -> None:
    with pytest.raises(UnreadableAction, match=f"a number from 0 to {game.actions - 1}"):
        game.new(3, 1).act(0, action)
