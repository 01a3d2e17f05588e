"""VIVA and the new blocking card: VV-33 to VV-44."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from kermesse.games.viva.tests.scenes import (
    CODES,
    OTHERS,
    cards,
    code_of,
    discard,
    hand,
    heard,
    kind,
    kinds,
    options,
    place,
    play,
    rest,
    said,
    scaled,
    sizes,
    tops,
    under,
    walks,
)


def is_viva(one: str, two: str, three: str) -> bool:
    return bool(set(one) & set(two) & set(three))


@pytest.mark.rule("VV-33")
def test_viva_for_all_triples_of_top_cards() -> None:
    """The third card is placed on a card like itself, so that the golden rule never objects."""
    triples = list(combinations_with_replacement(CODES, 3))
    for one, two, three in triples[:: scaled(1, 7)]:
        free = [block for block in "RPOYGB" if block not in three]
        position = place(f"{three} 2GB", houses=f"{one}, {two}, {three}", block=free[0])
        before = is_viva(one, two, three)
        kinds_told = kinds(position.act(0, f"{three} H3"))
        assert ("viva" in kinds_told) == before


@pytest.mark.rule("VV-34")
def test_the_test_is_made_after_every_placement() -> None:
    """Within c; after d, see VV-T23."""
    position = place("3Y B", houses="Y, YG")
    position.act(0, "Y H1")
    assert position.phase == "more"
    assert kinds(position.act(0, "Y H3"))[:2] == ["placed", "viva"]
    position = place("3Y B G", houses="Y, YB")
    assert kinds(position.act(0, "Y H3"))[:2] == ["placed", "viva"]


@pytest.mark.rule("VV-35")
def test_viva_is_called_by_itself_and_cannot_be_refused() -> None:
    position = place("Y B G", houses="Y, YB, Y O")
    events = position.act(0, "Y H1")
    assert heard(events[1]) == said("viva", 0, 0b001000, 6)
    assert events[1].text == "VIVA in yellow by Seat 0! All is cleared."
    assert position.phase == "new_block"


@pytest.mark.rule("VV-37")
def test_houses_and_blocking_card_are_discarded() -> None:
    position = place("Y B G", houses="Y 2O, YB G, Y", discard="3P", block="R")
    position.act(0, "Y H3")
    assert discard(position) == cards("3P 3Y 2O YB G R")
    assert tops(position) == ["..", "..", ".."]
    assert not any(under(position, house) for house in range(3))
    assert position.record.block == -2


@pytest.mark.rule("VV-38", "VV-43")
@pytest.mark.parametrize("seats", range(3, 7))
def test_the_right_neighbour_draws_two_and_the_left_one(seats: int) -> None:
    for active in range(seats):
        hands = [*OTHERS[:active], "Y B G", *OTHERS[active : seats - 1]]
        position = place(*hands, active=active, houses="Y, Y, Y", seats=seats)
        before = sizes(position)
        events = position.act(active, "Y H1")
        right, left = (active - 1) % seats, (active + 1) % seats
        drew = [event.args[0] for event in events if event.kind == "drew"]
        assert drew == [right, right, left]
        gained = [after - now for after, now in zip(sizes(position), before, strict=True)]
        wanted = Counter({right: 2, left: 1, active: -1})
        assert gained == [wanted[seat] for seat in range(seats)]
        play(position, "block B")
        assert position.due == {left}


@pytest.mark.rule("VV-38", "VV-39")
@pytest.mark.parametrize(("right", "left", "two"), [(0, 0, 0), (3, 0, 1), (0, 3, 3), (1, 2, 0)])
def test_how_many_are_drawn_is_an_option(right: int, left: int, two: int) -> None:
    lines = {"viva_right": right, "viva_left": left, "viva_two": two, "houses": "Y, Y, Y"}
    position = place("Y B G", *OTHERS[:3], **lines)  # type: ignore[arg-type]
    events = position.act(0, "Y H1")
    assert [e.args[0] for e in events if e.kind == "drew"] == [3] * right + [1] * left
    assert (position.phase, position.due) == ("new_block", {0})
    position = place("Y B G", "O P", **lines)  # type: ignore[arg-type]
    events = position.act(0, "Y H1")
    assert [e.args[0] for e in events if e.kind == "drew"] == [1] * two
    assert (position.phase, position.due) == ("new_block", {0})


@pytest.mark.rule("VV-39", "VV-43")
@pytest.mark.parametrize("active", [0, 1])
def test_the_only_opponent_draws_two_and_nobody_else(active: int) -> None:
    hands = ["Y B G", "O P"] if active == 0 else ["O P", "Y B G"]
    position = place(*hands, active=active, houses="Y, Y, Y")
    events = position.act(active, "Y H1")
    assert [e.args[0] for e in events if e.kind == "drew"] == [1 - active] * 2
    play(position, "pile")
    assert position.due == {1 - active}


@pytest.mark.rule("VV-38", "VV-39", "VV-14")
def test_neighbours_are_those_who_take_part() -> None:
    """Seats 1, 3 and 4 of six play: seat 3 has seat 1 on its right and seat 4 on its left."""
    position = place(
        "", "O P", "", "Y B G", "P O", "", active=3, dealer=1, playing="1 3 4",
        houses="Y, Y, Y", tie_break="yes", played=3,
    )  # fmt: skip
    events = position.act(3, "Y H1")
    assert [e.args[0] for e in events if e.kind == "drew"] == [1, 1, 4]
    position = place(
        "", "O P", "", "Y B G", active=3, dealer=1, playing="1 3", houses="Y, Y, Y",
        tie_break="yes", played=3,
    )  # fmt: skip
    events = position.act(3, "Y H1")
    assert [e.args[0] for e in events if e.kind == "drew"] == [1, 1]


@pytest.mark.rule("VV-40", "VV-72")
def test_any_card_of_the_hand_or_the_top_of_the_pile_may_block() -> None:
    position = place("2Y B RG", houses="Y, Y, Y")
    position.act(0, "Y H1")
    assert options(position) == {"block Y", "block B", "block RG", "pile"}
    events = position.act(0, "block RG")
    assert heard(events[0]) == said("blocked", 0, kind("RG"), 1)
    assert code_of(position.record.block) == "RG"
    assert hand(position, 0) == cards("Y B")
    assert position.due == {1}


@pytest.mark.rule("VV-40")
def test_the_top_of_the_pile_as_blocking_card() -> None:
    position = place("2Y B", "O P", houses="Y, Y, Y", pile="5G")
    position.act(0, "Y H1")
    events = position.act(0, "pile")
    assert heard(events[0]) == said("blocked", 0, kind("G"), 0)
    assert (code_of(position.record.block), position.record.pile) == ("G", 2)
    assert hand(position, 0) == cards("Y B")


@pytest.mark.rule("VV-42", "VV-44")
def test_after_a_viva_there_is_a_hand_and_there_are_cards() -> None:
    vivas = 0
    for position in walks(Random(42), scaled(60, 8)):
        if position.event.kind == "viva":
            vivas += 1
            active, gone = position.event.args[0], position.event.args[2]
            assert hand(position, active)
            assert gone >= 4
        if position.phase in ("right", "left", "turn_up", "replace"):
            assert position.event.kind != "none_left"
            assert position.record.pile or discard(position)
    assert vivas > scaled(20, 2)


@pytest.mark.rule("VV-44")
def test_the_smallest_viva_with_the_most_draws_uses_the_last_card() -> None:
    """Four cards are discarded; three are drawn by the neighbours and one is turned up."""
    position = place("Y 2B", *fill("Y 2B", "Y Y", "R"), houses="Y, Y", block="R")
    assert (position.record.pile, discard(position)) == (0, Counter())
    events = position.act(0, "Y H3")
    assert kinds(events) == ["placed", "viva", "reshuffled", "drew", "drew", "drew"]
    assert kinds(position.act(0, "pile")) == ["blocked", "began"]
    assert (position.record.pile, discard(position)) == (0, Counter())


def fill(*taken: str) -> tuple[str, str]:
    """Two hands that hold all other cards."""
    left = rest(list(taken))
    half = [f"{n}{code}" for code, n in left.items()]
    return " ".join(half[::2]), " ".join(half[1::2])


@pytest.mark.rule("VV-52")
def test_choosing_from_a_hand_of_two_leaves_one_card_that_must_match() -> None:
    position = place("Y B O", "P G", houses="Y, Y, Y", pile="5G")
    position.act(0, "Y H1")
    position.act(0, "block B")
    assert hand(position, 0) == cards("O")
    play(position, "draw, keep")
    assert options(position) == {"draw"}
    position = place("Y B GB", "P G", houses="Y, Y, Y", pile="5G")
    position.act(0, "Y H1")
    position.act(0, "block B")
    play(position, "draw, keep")
    assert options(position) == {"finish", "draw"}
