"""Drawing, restocking, the end of the game, points and places."""

from __future__ import annotations

from random import Random

import pytest

from kermesse.core.position import Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.scenes import (
    asked,
    columns,
    hand,
    heard,
    kinds,
    options,
    place,
    refuse,
    scaled,
    steps,
    walks,
    won,
)
from kermesse.games.shuppa.tests.test_vectors import nearly_empty_piles

ALL = set(range(1, 100))
ACTION_NUMBERS = set(range(4, 97, 4))
MULTICOLOURS = {7, 21, 35, 49, 63, 77, 91}
HANDS = {"hand 0": "30 31", "hand 1": "37 38"}


def without_actions(zone: str, spare: int, **lines: object) -> Position:
    """Phase 4 with an empty Action pile, and so many cards in the Reserve."""
    words = (zone + " " + " ".join(map(str, lines.values()))).replace("[", " ").replace("]", " ")
    used = {int(mark.split("*")[0]) for mark in words.split() if mark.split("*")[0].isdigit()}
    normal = sorted(ALL - ACTION_NUMBERS - used)
    gone = [*normal[1 + spare :], *(ACTION_NUMBERS - used)]
    return place(zone, discard=" ".join(map(str, gone)), **lines)


@pytest.mark.rule("SH-86")
def test_when_the_action_pile_is_empty_the_reserve_is_drawn_from() -> None:
    position = without_actions("[1*A] [2] [3] [5] [6]", spare=2)
    events = steps(position)
    (drew,) = heard(events, "drew")
    assert (drew[0], drew[2]) == (0, 1)
    assert hand(position, 0) <= ALL - ACTION_NUMBERS
    assert position.record.reserve == 1


@pytest.mark.rule("SH-87")
def test_when_both_are_empty_nothing_is_drawn() -> None:
    position = without_actions("[1*A] [2] [3] [5] [6]", spare=0)
    events = steps(position)
    assert kinds(events) == ["no_lot", "none_left", "ended"]
    assert hand(position, 0) == set()


@pytest.mark.rule("SH-88")
def test_a_drawn_card_is_played_in_the_next_round_at_the_earliest() -> None:
    position = place("[1*A] [2] [3] [5] [6*B]", number=5, **{"hand 0": "30 31", "hand 1": "37 38"})
    steps(position, "drew")
    (drawn,) = hand(position, 0) - {30, 31}
    steps(position)
    assert position.phase == "play"
    assert position.record.number == 6
    assert str(drawn) in options(position, 0)


@pytest.mark.rule("SH-89", "SH-90", "SH-92", "SH-128")
def test_empty_columns_are_restocked_from_left_to_right() -> None:
    position = place("[] [2] [] [5] []", phase="restock", number=6, **HANDS)
    before = int(position.record.reserve)
    events = steps(position)
    assert kinds(events) == ["restocked"] * 3 + ["turned_up", "sorted_three", "arrow"]
    assert [args[0] for args in heard(events, "restocked")] == [0, 2, 4]
    assert {args[2] for args in heard(events, "restocked")} == {1}
    assert [len(column) for column in columns(position)] == [1] * 5
    assert position.record.reserve == before - 3
    assert (position.record.won == 0).all()
    assert (position.record.token == -2).all()


@pytest.mark.rule("SH-91", "SH-93")
def test_action_cards_fill_up_when_the_reserve_is_empty() -> None:
    position = nearly_empty_piles()
    steps(position, "turned_up")
    laid = columns(position)
    assert laid[1][0] not in ACTION_NUMBERS
    assert laid[4][0] in ACTION_NUMBERS
    assert laid[5] == []
    steps(position)
    assert position.phase == "play"
    while not position.over:
        seat = min(position.due)
        events = position.act(seat, options(position, seat)[0])
        assert laid[4][0] - 1 not in [args[1] for args in heard(events, "acts")]


@pytest.mark.rule("SH-92")
def test_a_lot_made_by_restocking_stays() -> None:
    """Only reds are left in the Reserve, so any card completes the row of reds."""
    reds = {13, 18, 25, 47, 54}
    words = {2, 3, 1, 6, 30, 31, 37, 38}
    gone = ALL - ACTION_NUMBERS - reds - words
    position = place(
        "[1] [6] [] [2] [3]", phase="restock", number=6, discard=" ".join(map(str, gone)), **HANDS
    )
    steps(position)
    level = [column[0] for column in columns(position)]
    assert level[2] in reds
    assert (position.record.won == 0).all()


@pytest.mark.rule("SH-94", "SH-95")
def test_after_the_last_round_nothing_is_restocked() -> None:
    position = place("[1*A] [6] [13] [5] [9]")
    events = steps(position)
    assert kinds(events)[-1] == "ended"
    assert "restocked" not in kinds(events)
    assert columns(position)[:3] == [[], [], []]
    assert position.record.bonbonniere == 1
    assert position.over
    refuse(position, 0, "decline", "SH-95", "over")


@pytest.mark.rule("SH-96", "SH-97")
def test_cards_in_hand_score_nothing() -> None:
    position = asked("[1*A] [6] [13] [5] [9]", **{"hand 0": "7 21 35", "hand 1": "49"})
    assert position.points == [3, 0]
    assert hand(position, 0) == {7, 21, 35}


@pytest.mark.rule("SH-97", "SH-98")
def test_a_multicolour_card_counts_two() -> None:
    position = place("[1] [2] [3] [5] [9]", phase="over", **{"won 0": "7 4 6", "won 1": "10 11 13"})
    assert position.points == [4, 3]
    assert position.outcome == ((1, 2), "points")


@pytest.mark.rule("SH-99", "SH-100")
@pytest.mark.parametrize(
    ("piles", "places", "ending"),
    [
        (("10 11", "7", "13", "14"), (2, 1, 3, 3), "multicolours"),
        (("7", "21", "10 11", "13"), (1, 1, 3, 4), "shared"),
        (("10 11 13", "7", "14 15", "17"), (1, 2, 3, 4), "points"),
        (("10", "11", "13", "14"), (1, 1, 1, 1), "shared"),
    ],
)
def test_places(piles: tuple[str, ...], places: tuple[int, ...], ending: str) -> None:
    lines = {f"won {seat}": pile for seat, pile in enumerate(piles)}
    position = place("[1] [2] [3] [5] [9] [6] [18]", phase="over", **lines)
    assert position.outcome == (places, ending)


@pytest.mark.rule("SH-98", "SH-100")
def test_the_last_event_names_the_winners() -> None:
    for position in walks(Random(30), scaled(30, 6)):
        if position.event.kind == "ended":
            assert position.outcome is not None
            firsts = [s for s, place in enumerate(position.outcome.places) if place == 1]
            named = position.event.args[0]
            assert [seat for seat in range(position.seats) if named >> seat & 1] == firsts


@pytest.mark.rule("SH-97", "SH-119")
def test_points_are_those_of_the_cards_in_the_piles() -> None:
    most = 0
    for position in walks(Random(31), scaled(12, 4)):
        if position.over:
            piles = [won(position, player) for player in range(max(position.seats, 2))]
            assert sum(map(len, piles)) == len(set().union(*piles))
            worth = [len(pile) + len(pile & MULTICOLOURS) for pile in piles]
            assert position.points == worth[: position.seats]
            most = max(most, sum(worth))
    assert 0 < most <= 106


@pytest.mark.rule("SH-21")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_match_has_more_decisions_than_it_can(seats: int) -> None:
    chance = Random(32)
    for seed in range(scaled(40, 4)):
        position = game.new(seats=seats, seed=seed)
        decisions = 0
        while not position.over:
            seat = min(position.due)
            position.act(seat, chance.choice(position.legal(seat)))
            decisions += 1
        assert decisions <= (28 if seats == 1 else 14 * seats + 7)
