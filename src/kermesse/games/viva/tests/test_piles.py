"""Draw pile and discard pile: VV-53 to VV-57."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kermesse.core.errors import IllegalMove
from kermesse.core.position import Position
from kermesse.games.viva.rules.piles import from_pile
from kermesse.games.viva.tests.scenes import (
    cards,
    code_of,
    discard,
    hand,
    heard,
    kinds,
    options,
    place,
    play,
    rest,
    said,
    sizes,
    under,
    written,
)


def dry(mine: str, houses: str = "", discarded: str = "", seats: int = 2, **lines: Any) -> Position:
    """No draw pile: the last seat holds everything that lies nowhere else."""
    block = str(lines.get("block", "R"))
    some = ["O"] * (seats - 2)
    left = rest([mine, houses.replace(",", " "), discarded, block, *some])
    return place(mine, *some, written(left), houses=houses, discard=discarded, **lines)


@pytest.mark.rule("VV-53", "VV-54")
def test_the_discard_pile_becomes_the_draw_pile_when_a_card_is_needed() -> None:
    position = dry("Y B", discarded="3G")
    assert (position.record.pile, options(position)) == (0, {"draw"} | options(position))
    play(position, "Y H1")
    assert discard(position) == cards("3G")
    position = dry("Y B", discarded="3G")
    events = position.act(0, "draw")
    assert [heard(event) for event in events[:1]] == [said("reshuffled", 3, 0)]
    assert kinds(events) == ["reshuffled", "drew"]
    assert (position.record.pile, discard(position)) == (2, Counter())
    assert hand(position, 0) == cards("Y B G")
    assert (position.phase, position.due) == ("drawn", {0})


@pytest.mark.rule("VV-53")
def test_a_draw_pile_is_used_up_before_the_discard_pile() -> None:
    position = place("Y B", "6O", pile="G")
    before = discard(position)
    play(position, "draw, keep")
    assert (position.record.pile, discard(position)) == (0, before)
    events = position.act(1, "draw")
    assert heard(events[0]) == said("reshuffled", before.total(), 0)


@pytest.mark.rule("VV-54")
def test_the_discard_pile_is_shuffled_for_a_blocking_card() -> None:
    """A VIVA discards four cards: two are drawn, the third is turned up."""
    position = dry("Y 2B", houses="Y, Y")
    events = position.act(0, "Y H3")
    assert kinds(events) == ["placed", "viva", "reshuffled", "drew", "drew"]
    position = dry("Y 2B", houses="Y, Y", viva_two=0)
    position.act(0, "Y H3")
    assert discard(position) == cards("3Y R")
    events = position.act(0, "pile")
    assert kinds(events) == ["reshuffled", "blocked", "began"]
    assert code_of(position.record.block) in ("Y", "R")
    assert position.record.pile == 3


@pytest.mark.rule("VV-55", "VV-53")
def test_the_discard_pile_comes_before_the_houses() -> None:
    position = dry("Y B", houses="G 4O", discarded="P")
    events = position.act(0, "draw")
    assert heard(events[0]) == said("reshuffled", 1, 0)
    assert under(position, 0) == cards("4O")
    assert events[0].text == "The discard pile makes a new draw pile: 1."


@pytest.mark.rule("VV-56")
def test_without_any_card_a_draw_becomes_a_pass() -> None:
    position = dry("Y B", houses="G, G")
    assert "pass" in options(position)
    assert "draw" not in options(position)
    with pytest.raises(IllegalMove, match=r"no card to draw: pass \(VV-56\)"):
        position.act(0, "draw")
    events = position.act(0, "pass")
    assert [heard(event) for event in events] == [said("passed", 0), said("began", 1, 2)]
    for houses in ("G O", ""):
        position = dry("Y B", houses=houses, discarded="" if houses else "P")
        assert {"draw", "pass"} & options(position) == {"draw"}
        with pytest.raises(IllegalMove, match=r"you can draw a card.*\(VV-56\)"):
            position.act(0, "pass")


@pytest.mark.rule("VV-56")
def test_a_draw_of_several_cards_takes_as_many_as_there_are() -> None:
    """A player is caught when two cards are left, and must draw three."""
    position = dry("RY G B", houses="Y, O P", discarded="P", table="honour")
    position.act(0, "RY H1")
    events = position.act(1, "call")
    assert kinds(events)[2:] == [
        "caught", "reshuffled", "drew", "reshuffled", "drew", "none_left", "began",
    ]  # fmt: skip
    assert heard(events[-2]) == said("none_left", 0)
    assert sizes(position)[0] == 5
    assert position.due == {1}


@pytest.mark.rule("VV-57", "VV-74")
@pytest.mark.parametrize("seats", [2, 3])
def test_when_all_pass_the_round_is_void(seats: int) -> None:
    position = dry("Y B", houses="G, G", seats=seats, rounds=1)
    for seat in range(seats):
        assert position.due == {seat}
        events = position.act(seat, "pass")
    assert heard(events[1]) == said("round_void", 0)
    assert position.points == [0] * seats
    assert (position.record.played, position.record.tie_break) == (1, 1)


@pytest.mark.rule("VV-57")
@pytest.mark.parametrize("between", ["Y H3", "finish"])
def test_a_placement_between_passes_starts_the_count_anew(between: str) -> None:
    hands = "Y B" if between == "Y H3" else "RG"
    position = dry(hands, houses="G, G", passes=1, table="honour")
    position.act(0, between)
    assert position.record.passes == 0
    position = dry("Y B", houses="G O", passes=1)
    position.act(0, "draw")
    assert position.record.passes == 0


@pytest.mark.rule("VV-57", "VV-73")
def test_the_last_pass_may_be_the_last_turn() -> None:
    """All have passed: void, although seat 0 alone has the fewest cards."""
    position = dry("Y B", houses="G, G", active=1, passes=1, turn=50, turn_cap=50, dealer=1)
    events = position.act(1, "pass")
    assert heard(events[1]) == said("round_void", 0)
    position = dry("Y B", houses="G, G", active=1, passes=0, turn=50, turn_cap=50, dealer=1)
    events = position.act(1, "pass")
    assert heard(events[1]) == said("round_won", 0, 1)


@pytest.mark.rule("VV-53", "VV-77")
@pytest.mark.parametrize("code", ["R", "GB"])  # the first kind, number 0, and the last
@pytest.mark.parametrize(
    "lines",
    [
        {"block": "{}"}, {"houses": "{}"}, {"houses": ", Y 5{}"}, {"others": ("6{}",)},
        {"mine": "6{}"}, {"houses": ", , {}"}, {"last": "{}", "phase": "win", "mine": ""},
    ],
)  # fmt: skip
def test_only_what_lies_nowhere_else_can_be_drawn(code: str, lines: dict[str, Any]) -> None:
    """All other cards of the kind are discarded or held, so the pile has none of them."""
    given: dict[str, Any] = {"mine": "Y B", "others": ("O P",), "block": "P"}
    given |= {name: filled(value, code) for name, value in lines.items()}
    mine, others = given.pop("mine"), given.pop("others")
    position = place(mine, *others, pile="2OG", **given)
    for key in range(40):
        copy = position.copy()
        copy.rekey(key)
        s = copy.record
        assert code_of(from_pile(s)) == "OG"


def filled(value: Any, code: str) -> Any:
    if isinstance(value, tuple):
        return tuple(filled(inner, code) for inner in value)
    return value.format(code)


@pytest.mark.rule("VV-67", "VV-53")
def test_the_card_on_the_block_cannot_be_drawn() -> None:
    """While false calls are paid, the finishing card lies on the blocking card; here the first."""
    position = place("R", "O P", block="RB", pile="2G", table="honour", false_call=2, rounds=1)
    position.act(0, "finish")
    position.act(1, "call")
    assert hand(position, 1) == cards("O P 2G")
    assert code_of(position.record.last) == "R"
