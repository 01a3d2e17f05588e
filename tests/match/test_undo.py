"""A match: what can be taken back, and what stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

import pytest
from tests.match.scenes import opening, played, state
from tests.toys import huddle

from kermesse.core.errors import CannotUndo, UnknownSeat
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import Match
from kermesse.core.record import SPECTATOR, UNKNOWN


def test_a_chosen_card_can_be_taken_back() -> None:
    match = opening()
    before = state(match)
    first, second = match.legal(0)[:2]
    match.act(0, first)
    assert match.undo(0).text == first.text
    assert state(match) == before
    match.act(0, second)
    assert [decision.text for decision in match.decisions] == [second.text]


def test_choosing_again_after_undo_leads_where_choosing_at_once_does() -> None:
    """Undo cannot be used to draw again."""
    once, twice = opening(), opening()
    first, second = once.legal(0)[:2]
    once.act(0, f"{second} column1 v")
    twice.act(0, first)
    twice.undo(0)
    twice.act(0, f"{second} column1 v")
    assert state(once) == state(twice)


def decided_turns() -> Iterator[Match]:
    match = opening()
    for push in ("row1 >", "column2 ^", "row3 <"):
        (seat,) = match.due
        match.act(seat, f"{match.legal(seat)[0]} {push}")
        yield match


def test_a_push_is_never_taken_back() -> None:
    for match in decided_turns():
        before = state(match)
        seat = match.decisions[-1].seat
        with pytest.raises(CannotUndo, match="something was revealed since"):
            match.undo(seat)
        assert state(match) == before


def test_no_push_of_a_whole_match_can_be_taken_back() -> None:
    match = played(12)
    for earlier, later in pairwise(match.decisions):
        if later.frame - earlier.frame > 1:
            before, after = match.frames[earlier.frame - 1], match.frames[later.frame - 1]
            assert after.reveals > before.reveals
    with pytest.raises(CannotUndo):
        match.undo(match.decisions[-1].seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_there_is_nothing_to_undo_at_the_start(seat: int) -> None:
    match = opening()
    before = state(match)
    with pytest.raises(CannotUndo, match="has decided nothing yet"):
        match.undo(seat)
    assert state(match) == before


def test_a_seat_cannot_take_back_what_another_decided() -> None:
    match = opening()
    match.act(0, f"{match.legal(0)[0]} row1 >")
    match.act(1, match.legal(1)[0])
    before = state(match)
    with pytest.raises(CannotUndo, match="'row1 >' cannot be taken back"):
        match.undo(0)
    assert state(match) == before
    match.undo(1)
    assert len(match.decisions) == 2


@pytest.mark.parametrize("seat", [2, -1, None, "0"])
def test_a_seat_that_does_not_exist_has_nothing_to_undo(seat: Any) -> None:
    match = opening()
    match.act(0, match.legal(0)[0])
    before = state(match)
    with pytest.raises((CannotUndo, UnknownSeat)):
        match.undo(seat)
    assert state(match) == before


def sealed_choices(*choices: tuple[int, int]) -> Match:
    """Four seats choose a card of their two at once; each choice is a seat and which card."""
    match = Match(huddle.game, seats=4, options={"whispers": False}, secret=seeded_secret(1))
    for seat, which in choices:
        match.act(seat, match.legal(seat)[which])
    return match


@pytest.mark.parametrize("order", list(permutations([0, 2, 3])))
def test_undo_leaves_the_sealed_choices_of_others(order: tuple[int, ...]) -> None:
    match = sealed_choices(*((seat, 0) for seat in order))
    assert match.undo(0).seat == 0
    others = [(seat, 0) for seat in order if seat != 0]
    assert state(match) == state(sealed_choices(*others))
    assert match.due == {0, 1}


def test_a_sealed_choice_can_be_made_again_until_all_have_chosen() -> None:
    match = sealed_choices((2, 0), (0, 0), (3, 1))
    match.undo(0)
    match.act(0, match.legal(0)[1])
    match.act(1, match.legal(1)[0])
    assert state(match) == state(sealed_choices((2, 0), (3, 1), (0, 1), (1, 0)))
    before = state(match)
    for seat in range(4):
        with pytest.raises(CannotUndo, match="something was revealed since"):
            match.undo(seat)
    assert state(match) == before


@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_a_sealed_choice_is_told_to_its_owner_only(seat: int) -> None:
    match = sealed_choices((2, 0), (0, 0))
    assert [event.args[:2] for event in match.log(seat)[-2:]] == [(2, UNKNOWN), (0, UNKNOWN)]
    assert match.log(0)[-1].args[1] != UNKNOWN


def test_an_open_decision_stands_once_others_have_gone_on() -> None:
    match = Match(huddle.game, seats=2, secret=seeded_secret(1))
    before = state(match)
    match.act(0, "silence")
    match.undo(0)
    assert state(match) == before
    match.act(0, "silence")
    match.act(1, match.legal(1)[0])
    before = state(match)
    with pytest.raises(CannotUndo, match="'silence' stands: others have decided since"):
        match.undo(0)
    assert state(match) == before
