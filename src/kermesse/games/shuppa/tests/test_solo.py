"""Alone, against the automaton."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.position import Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.scenes import (
    asked,
    columns,
    discarded,
    heard,
    kinds,
    options,
    place,
    refuse,
    scaled,
    steps,
    tokens,
    walk,
    won,
)

DECK = {"seats": 1, "deck": "2 0", "tops": "normal .."}
MORE = {"seats": 1, "number": 6, "deck": "3 0", "tops": "normal ..", "hand 0": "30 31"}


def solo(zone: str, **lines: Any) -> Position:
    return place(zone, **(DECK | lines))


@pytest.mark.rule("SH-105", "SH-123")
def test_the_automaton_plays_the_top_card_after_the_player() -> None:
    for seed in range(20):
        position = game.new(seats=1, seed=seed, options={"difficulty": 4})
        top, deck = int(position.record.tops[0]), position.record.deck.tolist()
        assert position.due == {0}
        position.decide(0, options(position)[0])
        event = position.advance()
        assert event.kind == "automaton_laid"
        assert event.args[0] == top == position.record.laid
        assert event.args[1] == position.record.tops[0]
        deck[top] -= 1
        assert position.record.deck.tolist() == deck
        assert position.record.chosen[1] == -1
        position.advance()
        card = tokens(position)[1]
        assert (card % 4 == 0) == (top == 1)
        assert position.record.laid == -2


@pytest.mark.rule("SH-106")
def test_the_automaton_never_draws() -> None:
    position = solo("[1*B] [2] [3] [5] [6]")
    assert kinds(steps(position)) == ["no_lot", "ended"]
    position = solo("[16*B] [2] [3] [5] [6]", phase="action")
    assert kinds(steps(position)) == ["acts", "declined", "ended"]
    position = solo("[8*B] [2] [3] [5] [6]", phase="action")
    assert kinds(steps(position)) == ["acts", "declined", "ended"]


@pytest.mark.rule("SH-106", "SH-36")
def test_the_automaton_wins_lots_like_a_player() -> None:
    position = solo("[1*B] [6] [13] [5] [9]")
    steps(position)
    assert won(position, 1) == {1, 6, 13}
    assert position.points == [0]
    assert position.outcome == ((2,), "lost")


@pytest.mark.rule("SH-107", "SH-108")
def test_the_one_best_option_is_taken_by_itself() -> None:
    """Only a multicolour is worth 2."""
    position = solo("[4*B] [2] [7] [5] [9]", phase="action")
    events = steps(position)
    assert heard(events, "ate") == [(1, 6, 2, 0)]
    assert won(position, 1) == {7}


@pytest.mark.rule("SH-108")
def test_the_whole_cascade_counts() -> None:
    """Eating 2 or 7 gives 1 or 2 PV at once; eating 3 lets 14 fall and gives 4."""
    position = solo("[9 13] [3 14] [26 5] [10 7] [11 4*B]", phase="action")
    events = steps(position)
    assert heard(events, "ate") == [(1, 2, 1, 0)]
    assert won(position, 1) == {3, 9, 14, 26}


@pytest.mark.rule("SH-108", "SH-134")
def test_of_a_shared_lot_only_the_share_counts() -> None:
    """As in SH-T19, but the player's token is on one of the three reds: 1 PV instead of 3."""
    position = solo("[13] [36*A] [] [5 25] [11 72*B]", phase="action", arrow="left")
    steps(position)
    assert options(position) == ["jump 4 1", "jump 4 2", "jump 4 3"]
    assert position.record.best == 1
    position.act(0, "jump 4 3")
    assert [len(won(position, player)) for player in (0, 1)] == [1, 1]
    assert len(discarded(position)) == 1


@pytest.mark.rule("SH-108", "SH-97")
def test_a_multicolour_of_a_lot_counts_two() -> None:
    position = solo("[13] [18] [] [3 7] [11 72*B]", phase="action")
    steps(position)
    assert options(position) == ["jump 4 1", "jump 4 2", "jump 4 3"]
    assert position.record.best == 4


@pytest.mark.rule("SH-108", "SH-134", "SH-97")
def test_the_multicolours_of_a_share_count_two() -> None:
    """7 jumps to the reds, of which 36 is the player's: 1 card each, and the automaton keeps 7."""
    position = solo("[13] [36*A] [] [3 7] [11 72*B]", phase="action", arrow="left")
    steps(position)
    assert options(position) == ["jump 4 1", "jump 4 2", "jump 4 3"]
    assert position.record.best == 2
    position.act(0, "jump 4 1")
    assert (won(position, 1), won(position, 0), discarded(position)) == ({7}, {13}, {36})


@pytest.mark.rule("SH-108", "SH-49")
def test_all_lots_of_one_moment_count() -> None:
    """Between reds and blues 7 makes two lots: 2 PV of the shared reds, 3 of the blues alone."""
    zone = "[2 13] [3 36*A] [17] [10 5 25] [15 11 72*B 7]"
    position = solo(zone, phase="action", arrow="left")
    events = steps(position)
    assert heard(events, "jumped") == [(1, 6, 4, 2)]
    assert [args[1:5] for args in heard(events, "lot")] == [(0, 3, 0b11, 1), (3, 3, 0b10, 3)]
    assert won(position, 1) == {7, 17, 5, 11}


@pytest.mark.rule("SH-108", "SH-124")
def test_a_gain_of_one_is_taken() -> None:
    """Nothing but its own card is open to the automaton, and that is worth 1 PV."""
    position = solo("[4*B] [8*A] [] [] []", phase="action")
    events = steps(position, "took_back")
    assert heard(events, "ate") == [(1, 3, 0, 0)]
    assert won(position, 1) == {4}


@pytest.mark.rule("SH-134", "SH-45")
def test_the_automaton_shares_by_the_auto_vector() -> None:
    """Two multicolours, 1 each, 1 discarded: the automaton discards before it gives."""
    position = solo("[1*B] [7] [21*A] [3] [9]")
    events = steps(position)
    assert position.due == set()
    assert "shared" not in kinds(events)
    assert won(position, 1) == {7}
    assert won(position, 0) == {1}
    assert discarded(position) == {21}


@pytest.mark.rule("SH-43", "SH-45")
def test_the_player_is_asked_as_ever() -> None:
    position = solo("[1*A] [7] [21*B] [3] [9]")
    steps(position)
    assert position.due == {0}
    assert options(position) == ["share 1 1 0", "share 1 0 1", "share 0 1 1"]


@pytest.mark.rule("SH-109", "SH-129")
def test_the_player_chooses_among_the_best() -> None:
    position = solo("[4*B] [2] [3] [5] [9]", phase="action")
    steps(position)
    assert position.phase == "tie"
    assert options(position) == [f"eat {column}:0" for column in range(1, 6)]
    assert position.record.best == 1
    for action in ("decline", "eat 1:1", "jump 1 2"):
        refuse(position, 0, action, "SH-108", "1 PV")
    position.act(0, "eat 4:0")
    assert won(position, 1) == {5}
    position = solo("[4*B] [2] [3] [5] [9]", phase="action", solo_ties="first")
    steps(position)
    assert won(position, 1) == {4}


@pytest.mark.rule("SH-110", "SH-112", "SH-113", "SH-123", "SH-128")
def test_an_automaton_that_won_nothing_gets_an_action_card() -> None:
    position = place("[] [2*B] [3] [5] [9]", **(MORE | {"tops": "normal .."}))
    pile = int(position.record.action_pile)
    events = steps(position)
    names = kinds(events)
    assert names[:4] == ["no_lot", "restocked", "automaton_draws", "turned_up"]
    assert heard(events, "automaton_draws") == [(1,)]
    assert position.record.deck.tolist() == [3, 1]
    assert position.record.tops.tolist() == [1, 0]
    assert position.record.action_pile == pile - 1


@pytest.mark.rule("SH-110", "SH-111")
@pytest.mark.parametrize(
    "zone", ["[1*B] [6] [13] [5] [9]", "[1*A] [6] [13*B] [5] [9]"], ids=["own lot", "share"]
)
def test_an_automaton_that_won_a_card_gets_none(zone: str) -> None:
    position = place(zone, **MORE)
    events = steps(position)
    assert won(position, 1)
    assert "automaton_draws" not in kinds(events)


@pytest.mark.rule("SH-110", "SH-111")
def test_an_eaten_card_is_won_too() -> None:
    position = place("[4*B] [7] [3] [5] [9]", phase="action", **MORE)
    assert "automaton_draws" not in kinds(steps(position))


@pytest.mark.rule("SH-112")
def test_without_action_cards_the_reserve_gives_and_then_nothing() -> None:
    used = {2, 3, 5, 9, 10, 30, 31}
    actions, normal = set(range(4, 97, 4)), set(range(1, 100)) - set(range(4, 97, 4)) - used
    lines = MORE | {"discard": " ".join(map(str, actions)), "phase": "automaton_card"}
    position = place("[2] [3] [5] [9] [10]", **lines)
    reserve = int(position.record.reserve)
    events = steps(position)
    assert heard(events, "automaton_draws") == [(0,)]
    assert position.record.reserve == reserve - 1
    assert position.record.deck.tolist() == [4, 0]
    spare = sorted(normal)[:7]  # the Bonbonnière's four and the deck's three
    gone = actions | normal - set(spare)
    lines = MORE | {"discard": " ".join(map(str, gone))}
    position = place("[2*B] [3] [5] [9] [10]", **lines)
    assert (position.record.reserve, position.record.action_pile) == (0, 0)
    assert "automaton_draws" not in kinds(steps(position))


@pytest.mark.rule("SH-113", "SH-94")
def test_no_card_after_the_last_round() -> None:
    position = solo("[2*B] [3] [5] [9] [10]")
    assert kinds(steps(position)) == ["no_lot", "ended"]


@pytest.mark.rule("SH-123")
def test_a_covered_back_stays_known() -> None:
    position = asked("[2*B] [3] [5] [9] [10]", **(MORE | {"number": 5, "deck": "2 2"}))
    assert position.record.tops.tolist() == [1, 0]
    assert position.view(0).record.tops.tolist() == [1, 0]
    position.decide(0, options(position)[0])
    event = position.advance()
    assert event.args[:2] == (1, 0)
    assert position.record.tops.tolist() == [0, -2]


@pytest.mark.rule("SH-123", "SH-105")
def test_the_last_cards_of_the_deck_show_their_backs() -> None:
    lines = {"phase": "play", "row": "10 11 13", "hand 0": "30 31", "deck": "1 1"}
    position = solo("[1] [2] [3] [5] [9]", **lines)
    position.decide(0, "30")
    assert position.advance().args[:2] == (0, 1)
    assert position.record.tops.tolist() == [1, -2]
    position = solo("[1] [2] [3] [5] [9]", **(lines | {"deck": "1 0"}))
    position.decide(0, "30")
    assert position.advance().args[:2] == (0, -2)
    assert position.record.tops.tolist() == [-2, -2]


@pytest.mark.rule("SH-114", "SH-124")
def test_the_deck_never_runs_out() -> None:
    for difficulty in range(2, 10):
        chance = Random(difficulty)
        for seed in range(scaled(10, 2)):
            position = game.new(seats=1, seed=seed, options={"difficulty": difficulty})
            for event in walk(position, chance):
                assert position.record.deck.sum() >= 7 - position.record.number
                if event.kind == "automaton_laid":
                    assert event.args[0] in (0, 1)


@pytest.mark.rule("SH-115", "SH-99", "SH-100")
@pytest.mark.parametrize(
    ("mine", "other", "outcome"),
    [
        ("10 11 13", "14 15", ((1,), "won")),
        ("10 11", "14 15 17", ((2,), "lost")),
        ("7", "14 15", ((1,), "won")),
        ("10 11", "7", ((2,), "lost")),
        ("10 11", "14 15", ((1,), "shared")),
    ],
)
def test_outcomes(mine: str, other: str, outcome: tuple[tuple[int, ...], str]) -> None:
    lines = {"phase": "over", "won 0": mine, "won 1": other}
    assert solo("[1] [2] [3] [5] [9]", **lines).outcome == outcome


@pytest.mark.rule("SH-101")
def test_alone_there_are_five_columns_and_two_tokens() -> None:
    position = game.new(seats=1, seed=1)
    assert len(columns(position)) == 5
    position.decide(0, options(position)[0])
    steps(position, "shown")
    assert set(tokens(position)) == {0, 1}
