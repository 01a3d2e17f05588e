"""A turn: MV-11 to MV-27."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kermesse.core.errors import IllegalMove
from kermesse.core.position import Position
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import (
    ALL_DOWN,
    PUSHES,
    any_options,
    card,
    cards,
    chosen_and_pushed,
    crowd,
    hand,
    heard,
    known,
    place,
    play,
    rows,
    said,
    scaled,
    texts,
    turns,
)

FACE_UP = """
fr-tr dr-st dr-cr dr-tr
ca-st ca-di ca-tr ch-st
ch-di ch-ho hd-st hd-di
hd-ho hd-cr fr-ho fr-cr
"""


@pytest.mark.rule("MV-11")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_first_player_starts_and_turns_alternate(starter: int) -> None:
    position = game.new(seed=3, options={"first_player": f"seat{starter}", "end_lines": 4})
    for turn in range(10):
        active = (starter + turn) % 2
        assert position.due == {active}
        assert position.record.active == active
        assert position.record.turn == turn + 1
        position.act(active, position.legal(active)[0])
        position.act(active, position.legal(active)[turn])


@pytest.mark.rule("MV-11")
def test_the_other_seat_has_no_action() -> None:
    position = place()
    assert position.legal(1) == []
    with pytest.raises(IllegalMove, match=r"not your turn \(MV-11\)") as refused:
        position.act(1, "fr-di")
    assert refused.value.rule == "MV-11"


@pytest.mark.rule("MV-12", "MV-27")
def test_five_cards_against_four_and_always_a_play() -> None:
    chance = Random(12)
    for seed in range(scaled(40, 4)):
        for position in turns(game.new(seed=seed, options=any_options(chance)), chance):
            active = int(position.record.active)
            assert len(hand(position, active)) == 5
            assert len(hand(position, 1 - active)) == 4
            assert plays(position.copy()) == (80 if position.record.turn == 1 else 70)


def plays(position: Position) -> int:
    """How many (card, push) pairs are open; the pushes do not depend on the card."""
    (seat,) = position.due
    hand_size = len(position.legal(seat))
    position.decide(seat, position.legal(seat)[0].number)
    return hand_size * len(position.legal(seat))


@pytest.mark.rule("MV-13")
@pytest.mark.parametrize("active", [0, 1])
def test_the_choice_is_among_the_own_hand(active: int) -> None:
    position = place(active=active)
    assert texts(position, active) == ["fr-st", "dr-di", "ca-ho", "ch-cr", "hd-tr"]
    for foreign in ("fr-di", "ch-tr", "hd-st"):
        with pytest.raises(IllegalMove, match="not in your hand") as refused:
            position.act(active, foreign)
        assert refused.value.rule == "MV-13"


@pytest.mark.rule("MV-13")
def test_no_action_is_a_pass() -> None:
    assert game.actions == 25 + 16
    position = place()
    played = position.copy()
    play(played, "fr-st R1>")
    assert hand(played, 0) == hand(position, 0) - {card("fr-st")}


@pytest.mark.rule("MV-14", "MV-15")
def test_sixteen_pushes_after_the_card() -> None:
    position = place()
    position.act(0, "fr-st")
    assert texts(position, 0) == list(PUSHES)
    assert position.legal(1) == []


# entering cell, leaving cell: (row, column) from 1
ENDS = {
    f"{line}{i}{arrow}": ends
    for i in range(1, 5)
    for line, arrow, ends in [
        ("R", ">", ((i, 1), (i, 4))),
        ("R", "<", ((i, 4), (i, 1))),
        ("C", "v", ((1, i), (4, i))),
        ("C", "^", ((4, i), (1, i))),
    ]
}


@pytest.mark.rule("MV-15", "MV-16", "MV-17", "MV-18")
@pytest.mark.parametrize("push", PUSHES)
def test_a_push_moves_its_line_by_one_and_nothing_else(push: str) -> None:
    position = place(FACE_UP)
    before = position.record.crowd.reshape(4, 4).copy()
    expected = before.copy()
    (row, column), (last_row, last_column) = ENDS[push]
    line = expected[row - 1] if push[0] == "R" else expected[:, column - 1]
    line[:] = np.roll(line, 1 if push[2] in ">v" else -1)
    expected[row - 1, column - 1] = card("fr-st")
    chosen_and_pushed(position, f"fr-st {push}")
    slid = position.advance()
    leaving = int(before[last_row - 1, last_column - 1])
    assert heard(slid) == said("slid", PUSHES.index(push), leaving)
    assert position.record.leaving == leaving
    inserted = position.advance()
    assert position.record.crowd.reshape(4, 4).tolist() == expected.tolist()
    cell = 4 * (row - 1) + column - 1
    assert heard(inserted) == said("inserted", 0, card("fr-st"), cell)


@pytest.mark.rule("MV-16")
def test_a_row_seen_whole() -> None:
    position = place(FACE_UP, end_lines=4, capped="no")
    chosen_and_pushed(position, "fr-st R3<")
    position.advance()
    position.advance()
    assert crowd(position) == rows(
        """
        fr-tr dr-st dr-cr dr-tr
        ca-st ca-di ca-tr ch-st
        ch-ho hd-st hd-di fr-st
        hd-ho hd-cr fr-ho fr-cr
        """
    )


@pytest.mark.rule("MV-17")
def test_the_chosen_card_lies_face_up_at_the_entering_end() -> None:
    position = place()
    play(position, "ca-ho C3^")
    assert crowd(position).split() == ["??"] * 14 + ["ca-ho", "??"]


@pytest.mark.rule("MV-18")
def test_face_down_cards_stay_down_and_face_up_cards_up() -> None:
    position = place("D fr-ho D D " + "D D D D " * 3)
    play(position, "fr-st R1>")
    assert crowd(position).split()[:4] == ["fr-st", "??", "fr-ho", "??"]
    play(position, "dr-ho C3v")
    assert crowd(position).split()[2::4] == ["dr-ho", "fr-ho", "??", "??"]


@pytest.mark.rule("MV-19")
@pytest.mark.parametrize("push", PUSHES)
def test_the_cart_goes_beside_the_inserted_card(push: str) -> None:
    position = place()
    chosen_and_pushed(position, f"fr-st {push}")
    position.advance()
    position.advance()
    assert position.record.cart == -2
    moved = position.advance()
    number = PUSHES.index(push)
    assert heard(moved) == said("cart_moved", number)
    assert position.record.cart == number
    assert position.record.pushed == -2
    assert moved.text == f"The Cart blocks {'row' if push[0] == 'R' else 'column'} {push[1]}."


@pytest.mark.rule("MV-20", "MV-21", "MV-22", "MV-23")
@pytest.mark.parametrize("push", PUSHES)
def test_the_cart_blocks_its_line_in_both_directions_and_no_other(push: str) -> None:
    position = place()
    play(position, f"fr-st {push}")
    position.act(1, "fr-di")
    assert texts(position, 1) == [other for other in PUSHES if other[:2] != push[:2]]


@pytest.mark.rule("MV-20", "MV-21")
def test_pushing_the_blocked_line_is_refused() -> None:
    position = place(cart="R2>")
    position.act(0, "fr-st")
    before = position.tobytes()
    for blocked in ("R2>", "R2<"):
        with pytest.raises(
            IllegalMove, match=r"the Cart blocks row 2 this turn \(MV-20\)"
        ) as refused:
            position.act(0, blocked)
        assert refused.value.rule == "MV-20"
    assert position.tobytes() == before


@pytest.mark.rule("MV-22")
@pytest.mark.parametrize(("push", "crossing"), [("C1v", "R1"), ("R4<", "C4"), ("C4^", "R4")])
def test_a_card_in_the_corner_blocks_only_the_line_that_was_pushed(
    push: str, crossing: str
) -> None:
    position = place(cart=push)
    position.act(0, "fr-st")
    open_lines = {text[:2] for text in texts(position, 0)}
    assert crossing in open_lines
    assert push[:2] not in open_lines


@pytest.mark.rule("MV-23")
def test_a_crossing_push_moves_cards_of_the_blocked_line() -> None:
    position = place("D D D D  ca-st D D D  D D D D  D D D D", cart="R2>", turn=2)
    play(position, "fr-st C1v")
    assert crowd(position).split()[::4] == ["fr-st", "??", "ca-st", "??"]


@pytest.mark.rule("MV-24")
def test_the_block_lasts_one_turn() -> None:
    position = place()
    play(position, "fr-st R2>, fr-di C4v")
    position.act(0, "dr-di")
    assert {"R2>", "R2<"} <= set(texts(position, 0))
    assert not {"C4v", "C4^"} & set(texts(position, 0))


@pytest.mark.rule("MV-24")
def test_a_player_may_always_push_the_line_of_their_previous_turn() -> None:
    chance = Random(24)
    for seed in range(scaled(30, 3)):
        own_last = -2
        for position in turns(game.new(seed=seed, options=any_options(chance)), chance):
            cart = int(position.record.cart)
            assert position.record.turn < 3 or own_last // 2 != cart // 2
            own_last = cart  # the push of one turn ago is the own one of two turns ago, next turn


@pytest.mark.rule("MV-25", "MV-56")
def test_a_face_up_card_goes_to_the_opponents_hand() -> None:
    position = place("D D D hd-ho " + "D " * 12)
    took = play(position, "fr-st R1>")[-1]
    assert heard(took) == said("took", 1, card("hd-ho"), 1)
    assert hand(position, 1) == cards("fr-di dr-ho ca-cr ch-tr hd-ho")
    assert known(position, 1) == cards("hd-ho")
    assert hand(position, 0) == cards("dr-di ca-ho ch-cr hd-tr")
    assert position.record.leaving == -2


@pytest.mark.rule("MV-25", "MV-57")
def test_a_face_down_card_goes_to_the_opponents_hand_as_one_nobody_has_seen() -> None:
    position = place("U U U D " + "D " * 12)
    unseen = set(range(25)) - hand(position, 0) - hand(position, 1)
    unseen -= {int(number) for number in position.record.crowd if number >= 0}
    drawn = set()
    for key in range(300):
        world = position.copy()
        world.rekey(key)
        took = play(world, "fr-st R1>")[-1]
        (new,) = hand(world, 1) - hand(position, 1)
        assert heard(took) == said("took", 1, new, 0)
        assert not known(world, 1)
        drawn.add(new)
    assert drawn == unseen


@pytest.mark.rule("MV-26")
def test_then_the_opponent_takes_a_turn_with_the_same_steps() -> None:
    position = place(turn=5)
    first = [event.kind for event in play(position, "fr-st R1>")]
    assert (position.phase, position.due, int(position.record.turn)) == ("card", {1}, 6)
    second = [event.kind for event in play(position, "fr-di C1v")]
    assert first == second
    assert (position.phase, position.due, int(position.record.turn)) == ("card", {0}, 7)


@pytest.mark.rule("MV-27")
@pytest.mark.parametrize(("cart", "plays_open"), [("..", 80), ("R1>", 70), ("C4^", 70)])
def test_the_number_of_plays(cart: str, plays_open: int) -> None:
    assert plays(place(ALL_DOWN, cart=cart)) == plays_open
