"""The last card: VV-45 to VV-52."""

from __future__ import annotations

from random import Random

import pytest

from kermesse.core.errors import IllegalMove
from kermesse.games.viva.tests.scenes import (
    CODES,
    SEAT_COUNTS,
    cards,
    code_of,
    hand,
    heard,
    kind,
    options,
    place,
    said,
    scaled,
    sizes,
    walks,
)


@pytest.mark.rule("VV-45")
@pytest.mark.parametrize("houses", ["", "Y, YB, G", "Y 2G, ,"])
def test_the_last_card_never_goes_to_a_house(houses: str) -> None:
    position = place("Y", houses=houses)
    assert options(position) == {"draw"}
    with pytest.raises(IllegalMove, match=r"may not go to a house \(VV-45\)"):
        position.act(0, "Y H1")


@pytest.mark.rule("VV-46", "VV-50")
@pytest.mark.parametrize("block", CODES)
def test_the_last_card_must_match_the_blocking_card(block: str) -> None:
    for code in CODES:
        position = place(code, block=block)
        fits = bool(set(code) & set(block))
        assert options(position) == ({"finish", "draw"} if fits else {"draw"})


@pytest.mark.rule("VV-47", "VV-10", "VV-86")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_last_card_wins_the_round_at_once(seats: int) -> None:
    for active in range(seats):
        hands = ["O P"] * seats
        hands[active] = "RY"
        position = place(*hands, active=active, rounds=1, houses="Y, G")
        events = position.act(active, "finish")
        assert [heard(event) for event in events] == [
            said("finished", active, kind("RY")),
            said("round_won", active, 0),
            said("victory_card", active, 1),
            said("match_won", 1 << active),
        ]
        assert position.points == [int(seat == active) for seat in range(seats)]
        assert code_of(position.record.last) == "RY"
        assert not hand(position, active)


@pytest.mark.rule("VV-48")
def test_finishing_needs_a_turn_that_starts_with_one_card() -> None:
    position = place("R Y", houses="Y")
    assert "finish" not in options(position)
    with pytest.raises(IllegalMove, match=r"only a last card.*\(VV-48\)"):
        position.act(0, "finish")
    position.act(0, "Y H1")
    assert position.due == {1}
    assert not position.over
    assert hand(position, 0) == cards("R")


@pytest.mark.rule("VV-50")
def test_after_drawing_to_a_last_card_only_the_drawn_card_may_be_placed() -> None:
    position = place("Y", houses="G", pile="2RG")
    position.act(0, "draw")
    assert options(position) == {"keep"}
    position = place("Y", houses="G", pile="2G")
    position.act(0, "draw")
    assert options(position) == {"G H1", "G H2", "G H3", "keep"}
    position.act(0, "G H1")
    assert hand(position, 0) == cards("Y")
    position = place("Y", block="G", pile="2G")
    position.act(0, "draw")
    assert options(position) == {"keep"}


@pytest.mark.rule("VV-51")
@pytest.mark.parametrize("n", range(2, 6))
def test_one_card_always_stays_in_hand(n: int) -> None:
    position = place(f"{n}Y", houses="Y")
    for laid in range(n - 1):
        assert position.due == {0}, laid
        position.act(0, "Y H1")
    assert position.due == {1}
    assert hand(position, 0) == cards("Y")


@pytest.mark.rule("VV-51", "VV-45", "VV-42")
def test_no_hand_is_ever_empty_before_a_finish() -> None:
    for position in walks(Random(51), scaled(10, 5)):
        s = position.record
        for seat in range(position.seats):
            in_round = bool(s.playing >> seat & 1)
            finished = s.last >= 0 and seat == s.active
            only = position.phase == "replace" and seat == s.active
            if in_round and not finished and not only:
                assert hand(position, seat)
            laid = int(s.laid.sum()) if seat == s.active else 0
            assert sizes(position)[seat] > laid or not laid
