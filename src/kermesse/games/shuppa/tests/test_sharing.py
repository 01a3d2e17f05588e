"""Who gets what of a lot."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from kermesse.core.record import NOTHING
from kermesse.games.shuppa.components import VECTORS
from kermesse.games.shuppa.rules.cascade import Terms, is_asked, list_vectors, part
from kermesse.games.shuppa.rules.cells import NOWHERE
from kermesse.games.shuppa.state import SHARE
from kermesse.games.shuppa.tests.scenes import (
    acting,
    asked,
    discarded,
    heard,
    kinds,
    options,
    place,
    refuse,
    steps,
    won,
)


@pytest.mark.rule("SH-42", "SH-44")
def test_shares_are_handed_out_by_ascending_number() -> None:
    """Five cards, two players: 2 each, the highest is discarded."""
    position = asked("[13*A] [6] [30] [1] [18*B]")
    assert won(position, 0) == {1, 6}
    assert won(position, 1) == {13, 18}
    assert discarded(position) == {30}


@pytest.mark.rule("SH-44", "SH-41")
@pytest.mark.parametrize(
    ("arrow", "order"), [("right", (0, 1, 2)), ("left", (2, 1, 0))], ids=["right", "left"]
)
def test_the_others_get_theirs_in_play_order(arrow: str, order: tuple[int, ...]) -> None:
    position = asked("[1*A] [6] [13] [18*B] [25] [30*C]", arrow=arrow)
    shares = [{1, 6}, {13, 18}, {25, 30}]
    assert [won(position, player) for player in order] == shares


@pytest.mark.rule("SH-44")
def test_play_order_does_not_ask_who_has_had_a_turn() -> None:
    """In phase 5, from the right: A wins, then come C in column 5 and B in column 4."""
    zone = "[2] [5] [9] [11 4*B] [14 36*C] [1 12*A]"
    position = acting(zone, arrow="left")
    position.act(0, "swap 6:0 6:1")
    assert [won(position, player) for player in range(3)] == [{1}, {36}, {4}]


@pytest.mark.rule("SH-43", "SH-44")
@pytest.mark.parametrize(
    ("answer", "mine", "theirs", "gone"),
    [
        ("share 2 0 0", {7, 21}, {1, 6}, {13}),
        ("share 1 1 0", {7, 1}, {21, 6}, {13}),
        ("share 1 0 1", {7, 1}, {6, 13}, {21}),
        ("share 0 2 0", {1, 6}, {7, 21}, {13}),
        ("share 0 1 1", {1, 6}, {7, 13}, {21}),
    ],
)
def test_every_way_to_share(answer: str, mine: set[int], theirs: set[int], gone: set[int]) -> None:
    position = asked("[1 6*A] [7 21] [13*B] [3] [9]")
    events = position.act(0, answer)
    assert kinds(events)[:2] == ["shared", "won"]
    parts = [int(n) for n in answer.split()[1:]]
    assert heard(events, "shared") == [(0, *parts[:2], 0, 0, parts[2])]
    assert (won(position, 0), won(position, 1), discarded(position)) == (mine, theirs, gone)
    assert heard(events, "won") == [(0, 2, 2, 0, 0, 1)]


@pytest.mark.rule("SH-43", "SH-44")
@pytest.mark.parametrize("owner", range(4))
def test_a_multicolour_goes_to_any_of_four_players(owner: int) -> None:
    parts = [int(player == owner) for player in range(4)]
    position = asked("[1*A] [6*B] [7*C] [13*D] [2] [3] [9]")
    events = position.act(0, f"share {' '.join(map(str, parts))} 0")
    assert heard(events, "shared") == [(0, *parts, 0)]
    assert [7 in won(position, player) for player in range(4)] == [part == 1 for part in parts]
    assert heard(events, "won") == [(0, 1, 1, 1, 1, 0)]


def possible(terms: Terms) -> list[tuple[int, ...]]:
    """All vectors by trying everything."""
    ranges = [range(terms.each, -1, -1)] * terms.involved + [range(terms.rest, -1, -1)]
    return [vector for vector in product(*ranges) if sum(vector) == terms.multi]


def all_terms() -> list[Terms]:
    return [
        Terms(k, n, n // k, n % k, m, NOWHERE)
        for k in range(2, 5)
        for n in range(12)
        for m in range(min(n, 7) + 1)
    ]


@pytest.mark.rule("SH-44", "SH-45")
def test_the_vectors_are_all_that_fit() -> None:
    out = np.zeros(2000, np.int16)
    for terms in all_terms():
        if terms.multi == 0:
            continue
        n = list_vectors(terms, out)
        found = [VECTORS[number - SHARE].tolist() for number in out[:n]]
        wanted = [[*v[:-1], *[0] * (4 - terms.involved), v[-1]] for v in possible(terms)]
        assert found == wanted


@pytest.mark.rule("SH-45")
def test_a_question_is_asked_only_if_there_is_a_choice() -> None:
    position = place("[1*A] [2] [3] [5] [9]")
    steps(position, "no_lot")
    position.record.active = 0
    for terms in all_terms():
        assert is_asked(position.record, terms) == (len(possible(terms)) > 1)


@pytest.mark.rule("SH-45", "SH-134")
def test_the_auto_vector() -> None:
    for terms in all_terms():
        given = [part(terms, NOTHING, place) for place in range(terms.involved)]
        own = min(terms.multi, terms.each)
        out = min(terms.multi - own, terms.rest)
        assert given[0] == own
        assert (*given, out) in possible(terms)
        first = next((v for v in possible(terms) if v[0] == own and v[-1] == out), None)
        assert first == (*given, out)  # the list gives earlier players as much as possible


@pytest.mark.rule("SH-45")
def test_auto_discards_before_it_gives() -> None:
    """Two multicolours, a share of 1, a rest of 1: one for A, one for the discard."""
    position = place("[1*A] [7] [21*B] [3] [9]", share_mode="auto")
    events = steps(position)
    assert "shared" not in kinds(events)
    assert won(position, 0) == {7}
    assert discarded(position) == {21}
    assert won(position, 1) == {1}


@pytest.mark.rule("SH-46", "SH-47", "SH-31")
def test_the_others_have_no_further_turn_and_draw_nothing() -> None:
    position = place("[1*A] [6] [36*B] [5] [9]")
    events = steps(position)
    assert heard(events, "took_back") == [(0b11,)]
    assert "acts" not in kinds(events)
    assert "drew" not in kinds(events)


@pytest.mark.rule("SH-48", "SH-82", "SH-80", "SH-84")
def test_a_share_of_nothing_is_no_won_card() -> None:
    """A lifts 1 away from under 28: three greens touch, with three foreign tokens."""
    zone = "[16*A] [1 28*B] [44*C] [60*D] [13] [14] [18]"
    position = acting(zone)
    events = position.act(0, "lift 2 up")
    assert heard(events, "lot") == [(0, 2, 3, 0b1111, 0, 3)]
    assert heard(events, "won") == [(0, 0, 0, 0, 0, 3)]
    assert discarded(position) == {28, 44, 60}
    assert [args[0] for args in heard(events, "drew")] == [0]
    assert "acts" not in kinds(events)


@pytest.mark.rule("SH-49")
def test_more_players_win_against_the_order_of_colours() -> None:
    """35 is in a red lot of A alone and in a blue lot of A and B: it goes with the blues."""
    position = place("[3 9] [13 30] [2 35*A] [17 41*B] [10 90]")
    events = steps(position)
    assert [args[1:5] for args in heard(events, "lot")] == [(0, 2, 0b01, 2), (3, 3, 0b11, 1)]


@pytest.mark.rule("SH-49")
def test_among_equals_the_first_colour_has_the_common_card() -> None:
    position = place("[3 9] [13 30] [2 35*A] [17 41] [10 90]")
    events = steps(position)
    assert [args[1:5] for args in heard(events, "lot")] == [(0, 3, 0b01, 3), (3, 2, 0b01, 2)]


@pytest.mark.rule("SH-50")
def test_two_questions_in_one_win_before_any_card_moves() -> None:
    """Reds with B and yellows with C, both around A's multicolour 35."""
    position = asked("[1 35*A] [6*B 2] [3 9*C 21] [10] [11] [17]")
    assert position.due == {0}
    zone = position.record.zone.tolist()
    assert options(position, 0) == ["share 1 0 0", "share 0 1 0", "share 0 0 1"]
    position.act(0, "share 0 1 0")
    assert position.record.zone.tolist() == zone
    assert won(position, 0) == set()
    assert position.due == {0}
    assert options(position, 0) == ["share 1 0 0", "share 0 1 0", "share 0 0 1"]
    position.act(0, "share 0 0 1")
    assert [won(position, player) for player in range(3)] == [{1, 2}, {35}, {9}]
    assert discarded(position) == {6, 21}


@pytest.mark.rule("SH-50")
def test_lots_are_ordered_by_colour_then_by_cell() -> None:
    position = place("[7*A 2 9] [21 5 11] [35 17 1] [] []")
    events = steps(position)
    assert [args[1] for args in heard(events, "lot")] == [1, 3]


@pytest.mark.rule("SH-50", "SH-17", "SH-19")
def test_a_lot_of_multicolours_counts_as_red() -> None:
    """As a fifth suit, in a cascade, with a yellow lot won at the same time."""
    position = place("[2 7] [1 6 13*A 9 21] [14 35] [5] [11]", multicolour="fifth_suit")
    events = steps(position)
    assert [args[1] for args in heard(events, "lot")] == [0, 4, 1]


@pytest.mark.rule("SH-43", "SH-44", "SH-42", "SH-41")
@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ("share 1 0 0", "SH-44"),
        ("share 2 1 0", "SH-44"),
        ("share 3 0 0", "SH-42"),
        ("share 0 0 1", "SH-44"),
        ("share 1 1 0 0", "SH-41"),
        ("share 1 1 0 0 0", "SH-41"),
        ("decline", "SH-43"),
        ("eat 1:0", "SH-43"),
        ("30", "SH-43"),
    ],
)
def test_shares_that_do_not_add_up_are_refused(answer: str, rule: str) -> None:
    position = asked("[1 6*A] [7 21] [13*B] [3] [9]")
    refuse(position, 0, answer, rule)


@pytest.mark.rule("SH-42")
def test_the_discard_takes_no_more_than_the_rest() -> None:
    position = asked("[1*A] [7] [21*B] [6] [9]")
    refuse(position, 0, "share 1 0 1", "SH-42", "discarded")


@pytest.mark.rule("SH-31", "SH-43")
def test_only_the_active_player_shares() -> None:
    position = asked("[1 6*A] [7 21] [13*B] [3] [9]")
    refuse(position, 1, "share 2 0 0", "SH-31", "seat 0's turn")
