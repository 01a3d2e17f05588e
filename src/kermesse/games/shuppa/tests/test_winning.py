"""Lots, turns of phase 4, and cascades."""

from __future__ import annotations

from random import Random

import pytest

from kermesse.games.shuppa.tests.scenes import (
    acting,
    asked,
    columns,
    discarded,
    hand,
    heard,
    kinds,
    place,
    scaled,
    steps,
    tokens,
    walks,
    won,
)


def claimed(zone: str, **lines: object) -> set[int]:
    """What A wins in phase 4."""
    position = asked(zone, **lines)
    return won(position, 0)


# --- colours and lots ---------------------------------------------------------------------------


@pytest.mark.rule("SH-12", "SH-14")
def test_cards_touch_above_below_and_beside_but_not_at_corners() -> None:
    assert claimed("[1 6*A] [2 13] [3] [5] [9]") == {1, 6, 13}
    assert claimed("[1*A] [6] [2 13] [3] [5]") == set()
    assert claimed("[1 6 13*A] [2] [3] [5] [9]") == {1, 6, 13}
    assert claimed("[1*A] [6] [3] [5] [9]") == set()


@pytest.mark.rule("SH-13", "SH-11")
def test_levels_count_from_the_foot() -> None:
    assert claimed("[2 3 5 1] [9 10 11 6*A] [14 15 17 13] [19] []") == {1, 6, 13}
    assert claimed("[1*A] [2 6] [13] [3] [5]") == set()


@pytest.mark.rule("SH-14")
def test_the_smallest_lot() -> None:
    assert claimed("[1*A] [6] [3] [5] [9]", lot_size=2) == {1, 6}
    assert claimed("[1*A] [6] [13] [5] [9]", lot_size=4) == set()
    assert claimed("[1*A] [6] [13] [18] [9]", lot_size=4) == {1, 6, 13, 18}
    assert claimed("[1*A] [6] [13] [18] [9]", lot_size=5) == set()
    assert claimed("[1*A] [6] [13] [18 25] [9]", lot_size=5) == {1, 6, 13, 18, 25}


@pytest.mark.rule("SH-15", "SH-16")
def test_a_multicolour_card_joins_cards_of_a_colour() -> None:
    assert claimed("[1*A] [7] [6] [5] [9]") == {1, 7, 6}
    assert claimed("[1*A] [7] [21] [5] [9]") == {1, 7, 21}
    assert claimed("[7*A] [1] [2] [5] [9]") == set()


@pytest.mark.rule("SH-17")
def test_multicolours_alone_are_a_lot() -> None:
    assert claimed("[7*A] [21] [35] [] []") == {7, 21, 35}
    assert claimed("[7*A] [21] [] [35] []") == set()
    assert claimed("[7*A] [21] [] [] []", lot_size=2) == {7, 21}


@pytest.mark.rule("SH-17", "SH-50", "SH-41")
def test_multicolours_alone_are_shared_like_any_lot() -> None:
    """There is nothing to decide: all three are multicolours, 1 each and 1 discarded."""
    position = place("[7*A] [21] [35*B] [] []")
    events = steps(position)
    assert heard(events, "lot") == [(0, 4, 3, 0b11, 1, 1)]
    assert [won(position, player) for player in (0, 1)] == [{7}, {21}]
    assert discarded(position) == {35}


@pytest.mark.rule("SH-17", "SH-53", "SH-78")
def test_multicolours_that_come_together_are_a_new_lot() -> None:
    position = acting("[7] [35] [] [] [8*A 21]")
    position.act(0, "jump 5 3")
    assert won(position, 0) == {7, 21, 35}


@pytest.mark.rule("SH-17", "SH-55", "SH-79")
def test_multicolours_that_were_in_a_lot_together_are_no_new_one() -> None:
    """Red 1 held them together. Without it they touch each other, and nothing was added."""
    position = acting("[7 1 21] [35] [] [] [4*A]")
    events = position.act(0, "eat 1:1")
    assert won(position, 0) == {1}
    assert "marked" not in kinds(events)
    assert columns(position)[:2] == [[7, 21], [35]]


@pytest.mark.rule("SH-16", "SH-17")
def test_multicolours_within_a_larger_lot_are_no_lot_of_their_own() -> None:
    position = place("[7*A] [21] [35] [1] []")
    events = steps(position)
    assert won(position, 0) == {7, 21, 35, 1}
    assert len(heard(events, "lot")) == 1


@pytest.mark.rule("SH-18", "SH-37")
def test_a_token_on_a_multicolour_wins_all_its_lots() -> None:
    position = place("[1 6] [5 7*A] [2 9] [14] []")
    events = steps(position)
    assert won(position, 0) == {1, 6, 7, 2, 9, 14}
    assert [args[1:3] for args in heard(events, "lot")] == [(0, 3), (1, 3)]  # 7 is with the reds
    assert columns(position)[1] == [5]


@pytest.mark.rule("SH-19")
def test_as_a_fifth_suit_multicolours_make_lots_with_each_other_only() -> None:
    assert claimed("[1*A] [7] [6] [13] [9]", multicolour="fifth_suit") == set()
    assert claimed("[7*A] [21] [35] [1] [6]", multicolour="fifth_suit") == {7, 21, 35}


@pytest.mark.rule("SH-20", "SH-39")
def test_an_action_card_counts_like_a_normal_one_and_its_effect_is_lost() -> None:
    position = place("[4*A] [1] [6] [5] [9]")
    events = steps(position)
    assert won(position, 0) == {4, 1, 6}
    assert "acts" not in kinds(events)
    position = place("[4*B] [1*A] [6] [5] [9]", arrow="left")
    events = steps(position)
    assert "acts" not in kinds(events)
    assert heard(events, "took_back") == [(0b11,)]


# --- turns --------------------------------------------------------------------------------------


@pytest.mark.rule("SH-34", "SH-127")
def test_no_lot_with_a_normal_card() -> None:
    position = place("[1*A] [2] [3] [5*B] [6]")
    events = steps(position)
    assert kinds(events) == ["no_lot", "drew", "no_lot", "drew", "ended"]
    assert [len(hand(position, seat)) for seat in (0, 1)] == [1, 1]
    assert (hand(position, 0) | hand(position, 1)) <= set(range(4, 97, 4))
    assert tokens(position) == {}


@pytest.mark.rule("SH-35", "SH-59")
def test_no_lot_with_an_action_card() -> None:
    position = place("[4*A] [2] [3] [5] [6]")
    events = steps(position)
    assert kinds(events) == ["stayed", "acts"]
    assert tokens(position) == {0: 4}
    assert position.due == {0}


@pytest.mark.rule("SH-36", "SH-38", "SH-119")
def test_a_lot_is_won_and_lies_open() -> None:
    position = place("[1*A] [6] [13] [5] [9]")
    events = steps(position)
    assert kinds(events)[:4] == ["marked", "lot", "won", "took_back"]
    assert tokens(position) == {}
    for viewer in (-1, 0, 1):
        assert won(position.view(viewer), 0) == {1, 6, 13}


@pytest.mark.rule("SH-40")
def test_a_lot_without_a_token_stays() -> None:
    position = asked("[2*A] [1] [6] [13] [9]")
    assert columns(position) == [[2], [1], [6], [13], [9]]


@pytest.mark.rule("SH-31", "SH-46")
def test_who_took_the_token_back_has_no_turn() -> None:
    position = place("[1*A] [6] [13*B] [5] [9]")
    events = steps(position)
    assert [event.args[0] for event in events if event.kind in ("marked", "no_lot")] == [0]
    assert heard(events, "drew") == []


# --- cascades -----------------------------------------------------------------------------------


@pytest.mark.rule("SH-52", "SH-56", "SH-126")
def test_a_cascade_of_three_steps() -> None:
    position = place("[3 13*A] [9 18 19 10] [14 25 26 15] [5] [11]")
    events = steps(position)
    assert [args[1:] for args in heard(events, "marked")] == [(3, 0), (4, 1), (3, 2)]
    assert won(position, 0) == {13, 18, 25, 9, 14, 19, 26, 3, 10, 15}
    assert heard(events, "won") == [(0, n, 0, 0, 0, 0) for n in (3, 4, 3)]
    assert heard(events, "fell") == [(1, 2), (2, 2), (1, 1), (2, 1)]


@pytest.mark.rule("SH-55")
def test_an_old_lot_that_only_falls_is_not_won() -> None:
    """Yellow 2, 9, 14 lie on the reds and fall together: nothing was added to their lot."""
    position = asked("[1*A 2] [6 9] [13 14] [5] [11]")
    assert won(position, 0) == {1, 6, 13}
    assert columns(position)[:3] == [[2], [9], [14]]


@pytest.mark.rule("SH-55")
def test_a_lot_that_lost_a_card_is_not_new() -> None:
    """17, 23, 35, 29 are a blue lot. 35 goes with the reds, and 29 falls beside 17."""
    position = asked("[17 23] [35 29] [13*A 18] [3] [9]")
    assert won(position, 0) == {13, 18, 35}
    assert columns(position)[:3] == [[17, 23], [29], []]


@pytest.mark.rule("SH-54", "SH-55")
def test_a_lot_that_lost_a_card_and_gained_one_is_new() -> None:
    """As before, but 34 falls beside 29 as well."""
    position = asked("[17 23] [35 29] [13*A 18 34] [3] [9]")
    assert won(position, 0) == {13, 18, 35, 17, 23, 29, 34}


@pytest.mark.rule("SH-56", "SH-50")
def test_all_new_lots_of_one_check_are_won_together() -> None:
    position = place("[2 3] [1 6 13*A 9 10] [14 15] [5] [11]")
    events = steps(position)
    assert heard(events, "marked") == [(0, 3, 0), (0, 6, 1)]
    assert [args[1] for args in heard(events, "lot")] == [0, 1, 2]
    assert won(position, 0) == {1, 6, 13, 2, 9, 14, 3, 10, 15}


@pytest.mark.rule("SH-58", "SH-133")
def test_when_a_round_ends_every_token_is_back() -> None:
    ended = 0
    for position in walks(Random(11), scaled(16, 4)):
        if position.phase in ("restock", "automaton_card", "reveal", "end", "over"):
            ended += 1
            assert tokens(position) == {}
            assert position.record.waiting == 0
            assert position.record.active == -2
    assert ended


@pytest.mark.rule("SH-51")
def test_discarded_cards_never_come_back() -> None:
    gone: set[int] = set()
    most, match = 0, None
    for position in walks(Random(12), scaled(12, 4), lot_size=2):
        if position is not match:
            match, gone = position, set()
        assert gone <= discarded(position)
        gone = discarded(position)
        most = max(most, len(gone))
        held = set().union(*(hand(position, p) | won(position, p) for p in range(4)))
        lying = {int(card) + 1 for card in [*position.record.zone, *position.record.row]}
        assert not gone & (held | lying)
    assert most
