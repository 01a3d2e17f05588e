"""What may be placed, and a turn: VV-18 to VV-32."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import (
    CODES,
    OTHERS,
    SEAT_COUNTS,
    cards,
    grid,
    hand,
    heard,
    kind,
    kinds,
    options,
    place,
    play,
    said,
    scaled,
    sizes,
    tops,
    under,
    walks,
)


@pytest.mark.rule("VV-18", "VV-25")
@pytest.mark.parametrize("top", CODES)
def test_the_golden_rule_for_every_pair_of_cards(top: str) -> None:
    """No block gets in the way: what shares no colour with the block is tried with each block."""
    for code in CODES:
        free = [block for block in "RPOYGB" if block not in code + top]
        if not free:
            continue
        position = place(f"{code} OG", houses=f", {top} 2R", block=free[0])
        assert (f"{code} H2" in options(position)) == bool(set(code) & set(top))


@pytest.mark.rule("VV-18")
def test_only_the_top_card_of_a_house_matters() -> None:
    position = place("Y B G", houses="YB 2G O")
    assert {"Y H1", "B H1"} <= options(position)
    assert "G H1" not in options(position)


@pytest.mark.rule("VV-19", "VV-20", "VV-21")
@pytest.mark.parametrize("block", CODES)
def test_one_blocked_colour_is_enough_also_in_an_empty_house(block: str) -> None:
    for code in CODES:
        position = place(f"{code} PO GB", block=block)
        blocked = bool(set(code) & set(block))
        assert grid(code) & options(position) == (set() if blocked else grid(code))


@pytest.mark.rule("VV-22", "VV-89")
def test_on_the_strict_table_no_top_card_is_blocked() -> None:
    for position in walks(Random(22), scaled(20, 4), table="strict"):
        s = position.record
        if s.block >= 0:
            block = set(CODES[s.block])
            assert not any(block & set(top) for top in tops(position) if top != "..")
            for seat in position.due:
                for action in options(position, seat) if position.phase == "turn" else ():
                    assert len(action.split()) == 1 or not block & set(action.split()[0])


@pytest.mark.rule("VV-23", "VV-32")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize("turn", ["Y H1, stop", "B H2", "draw, keep"])
def test_after_one_option_the_turn_passes_to_the_left(seats: int, turn: str) -> None:
    for active in range(seats):
        hands = [*OTHERS[:active], "2Y B", *OTHERS[active : seats - 1]]
        position = place(*hands, active=active, pile="3O")
        events = play(position, turn)
        after = (active + 1) % seats
        assert position.due == {after}
        assert heard(events[-1]) == said("began", after, 2)


@pytest.mark.rule("VV-24")
def test_a_card_in_an_empty_house() -> None:
    position = place("Y B", houses=", G")
    assert options(position) == {"Y H1", "Y H3", "B H1", "B H3", "draw"}
    events = play(position, "Y H3")
    assert tops(position) == ["..", "G", "Y"]
    assert hand(position, 0) == cards("B")
    assert heard(events[0]) == said("placed", 0, kind("Y"), 0, 0, 1, 0)


@pytest.mark.rule("VV-25", "VV-18")
def test_a_matching_card_on_a_house() -> None:
    position = place("Y B G", houses="YB O, G, OG")
    play(position, "B H1")
    assert tops(position) == ["B", "G", "OG"]
    assert under(position, 0) == cards("YB O")
    assert hand(position, 0) == cards("Y G")


@pytest.mark.rule("VV-26", "VV-28")
@pytest.mark.parametrize(
    ("turn", "placed"),
    [
        ("Y H1, Y H1, Y H1", (3, 0, 0)),
        ("Y H1, Y H2, Y H1", (2, 1, 0)),
        ("Y H1, Y H2, stop", (1, 1, 0)),
        ("Y H3, stop", (0, 0, 1)),
    ],
)
def test_identical_cards_go_to_one_house_or_several(turn: str, placed: tuple[int, ...]) -> None:
    position = place("3Y B G", houses="Y")
    play(position, turn)
    laid = [n + int(house == 0) for house, n in enumerate(placed)]
    for house in range(3):
        assert tops(position)[house] == ("Y" if laid[house] else "..")
        assert under(position, house).total() == max(laid[house] - 1, 0)
    assert hand(position, 0) == cards(f"B G {3 - sum(placed)}Y") + Counter()


@pytest.mark.rule("VV-27")
def test_identical_means_the_same_colours() -> None:
    position = place("YB Y YG 2G", houses="Y")
    events = play(position, "YB H1")
    assert kinds(events) == ["placed", "began"]
    assert position.due == {1}


@pytest.mark.rule("VV-28", "VV-83")
def test_each_further_card_must_be_legal_and_may_follow_the_one_before() -> None:
    position = place("2YG B P", houses="Y, B, O")
    position.act(0, "YG H1")
    assert options(position) == {"YG H1", "stop"}
    position = place("2YG B P", houses="Y, B, G")
    position.act(0, "YG H1")
    assert options(position) == {"YG H1", "YG H3", "stop"}


@pytest.mark.rule("VV-83")
def test_the_house_just_used_is_always_legal_for_another() -> None:
    asked = 0
    for position in walks(Random(83), scaled(30, 6)):
        if position.phase == "more":
            (seat,) = position.due
            asked += 1
            used = [f"H{house + 1}" for house in range(3) if position.record.laid[house]]
            code = CODES[position.record.laid_kind]
            assert {f"{code} {house}" for house in used} <= options(position, seat)
    assert asked > 5


@pytest.mark.rule("VV-29")
def test_drawing_is_allowed_even_if_a_card_could_be_placed() -> None:
    position = place("Y B")
    assert "draw" in options(position)
    before = int(position.record.pile)
    position.act(0, "draw")
    assert (position.record.pile, sizes(position)[0]) == (before - 1, 3)


@pytest.mark.rule("VV-81")
def test_turn_and_drawn_are_asked_even_with_a_single_option() -> None:
    position = place("Y", pile="2R")
    assert options(position) == {"draw"}
    assert position.due == {0}
    position.act(0, "draw")
    assert options(position) == {"keep"}
    assert position.due == {0}


@pytest.mark.rule("VV-82")
def test_each_kind_and_house_is_one_option() -> None:
    position = place("4Y 2B")
    assert options(position) == grid("Y B") | {"draw"}
    assert len(position.legal(0)) == 7


@pytest.mark.rule("VV-23")
def test_the_legal_actions_are_complete_and_small() -> None:
    """The numbers are those of the table of options: 92 in all."""
    assert game.actions == 92
    seen = set()
    for position in walks(Random(23), scaled(40, 5)):
        for seat in position.due:
            seen |= {action.number for action in position.legal(seat)}
    assert seen <= set(range(92))
    assert len(seen) > 80
