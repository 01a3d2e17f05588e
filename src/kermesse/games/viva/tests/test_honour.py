"""The honour table: VV-58 to VV-72 and VV-85."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from kermesse.core.errors import IllegalMove
from kermesse.core.position import Position
from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import (
    CODES,
    OTHERS,
    answer,
    cards,
    discard,
    grid,
    hand,
    heard,
    kind,
    kinds,
    options,
    place,
    said,
    scaled,
    sizes,
    tops,
    under,
    walks,
)


def honour(mine: str, *others: str, **lines: Any) -> Position:
    return place(mine, *others, table="honour", **lines)


@pytest.mark.rule("VV-58")
def test_at_a_strict_table_nobody_is_asked_and_nothing_is_forbidden() -> None:
    for position in walks(Random(58), scaled(20, 4), table="strict"):
        assert position.phase not in ("call", "answers", "take_back", "penalty", "false_calls")
    position = place("RY G B", houses="Y")
    assert not grid("RY") & options(position)
    with pytest.raises(IllegalMove, match=r"strict table \(VV-58\)"):
        position.act(1, "call")


@pytest.mark.rule("VV-59", "VV-66")
@pytest.mark.parametrize("penalty", range(1, 6))
def test_a_caught_card_goes_back_and_cards_are_drawn(penalty: int) -> None:
    position = honour("RY G B", houses="Y", penalty=penalty)
    before = sizes(position)[0]
    position.act(0, "RY H1")
    events = position.act(1, "call")
    assert kinds(events) == ["answered", "answers", "caught", *["drew"] * penalty, "began"]
    assert all(event.args[0] == 0 for event in events if event.kind == "drew")
    assert sizes(position)[0] == before + penalty
    assert hand(position, 0) >= cards("RY G B")
    assert position.due == {1}


@pytest.mark.rule("VV-60")
def test_any_card_may_be_tried_in_any_house() -> None:
    position = honour("RY G B", houses="Y, O")
    assert options(position) == grid("RY G B") | {"draw"}
    position = honour("Y B", pile="2RG", houses="Y")
    position.act(0, "draw")
    assert options(position) == grid("RG") | {"keep"}


@pytest.mark.rule("VV-60", "VV-45")
@pytest.mark.parametrize("code", CODES)
def test_an_only_card_may_be_tried_on_the_block_but_never_in_a_house(code: str) -> None:
    assert options(honour(code, houses=f"{code}")) == {"finish", "draw"}


@pytest.mark.rule("VV-61")
def test_no_identical_card_follows_a_forbidden_one() -> None:
    position = honour("3RY G", houses="Y")
    assert kinds(position.act(0, "RY H1")) == ["placed"]
    assert position.phase == "call"
    position = honour("3Y G", houses="O")
    position.act(0, "Y H1")
    assert position.phase == "call"


@pytest.mark.rule("VV-61", "VV-28")
def test_the_second_of_identical_cards_must_be_legal() -> None:
    position = honour("3Y G", houses="O, YB")
    position.act(0, "Y H2")
    assert position.phase == "more"
    assert options(position) == {"Y H2", "Y H3", "stop"}


@pytest.mark.rule("VV-62")
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_opponent_is_asked_after_legal_placements_too(seats: int) -> None:
    for code in ("RY", "Y"):
        position = honour(f"{code} G B", *OTHERS[: seats - 1], houses="Y")
        position.act(0, f"{code} H1")
        assert position.phase == "call"
        assert position.due == set(range(1, seats))
        for seat in position.due:
            assert options(position, seat) == {"call", "silent"}
        assert options(position, 0) == set()


@pytest.mark.rule("VV-62")
def test_only_those_who_take_part_are_asked() -> None:
    position = honour(
        "Y G", "", "2B", "", "2P", playing="0 2 4", dealer=2, tie_break="yes", played=3
    )
    position.act(0, "Y H1")
    assert position.due == {2, 4}
    for seat in (1, 3):
        with pytest.raises(IllegalMove, match=r"only the opponents in this round.*\(VV-62\)"):
            position.act(seat, "call")
    with pytest.raises(IllegalMove, match=r"only the opponents in this round.*\(VV-62\)"):
        position.act(0, "call")


@pytest.mark.rule("VV-63", "VV-65")
def test_the_window_closes_with_the_last_answer_in_whatever_order() -> None:
    """Answers are collected sealed; nothing happens before all are in."""
    ends = set()
    for order in permutations([1, 2, 3]):
        position = honour("RY G B", *OTHERS[:3], houses="Y")
        position.act(0, "RY H1")
        before = tops(position)
        for place_in_order, seat in enumerate(order):
            assert position.phase == "call"
            assert tops(position) == before
            events = position.act(seat, "call" if seat == 2 else "silent")
            assert (len(events) == 1) == (place_in_order < 2)
        ends.add(position.tobytes())
    assert len(ends) == 1


@pytest.mark.rule("VV-63")
def test_an_answer_cannot_be_given_twice() -> None:
    position = honour("RY G B", *OTHERS[:2], houses="Y")
    position.act(0, "RY H1")
    position.act(1, "silent")
    before = position.tobytes()
    for text in ("call", "silent"):
        with pytest.raises(IllegalMove, match=r"you have answered already \(VV-63\)"):
            position.act(1, text)
    with pytest.raises(IllegalMove, match=r"wait for all answers \(VV-63\)"):
        position.act(1, "draw")
    with pytest.raises(IllegalMove, match=r"wait for all answers \(VV-63\)"):
        position.act(0, "draw")
    with pytest.raises(IllegalMove, match=r"first answer: call, or silent \(VV-62\)"):
        position.act(2, "draw")
    assert position.tobytes() == before


@pytest.mark.rule("VV-63", "VV-85")
def test_there_is_nothing_to_call_before_and_after_the_window() -> None:
    position = honour("RY G B", "2O", houses="Y")
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match=r"nothing to call now \(VV-85\)"):
            position.act(seat, "call")
    position.act(0, "RY H1")
    position.act(1, "silent")
    before = position.tobytes()
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match=r"nothing to call now \(VV-85\)"):
            position.act(seat, "silent")
    assert position.tobytes() == before


@pytest.mark.rule("VV-64")
def test_answers_are_sealed_until_the_window_closes_and_then_public() -> None:
    seen = []
    for text in ("call", "silent"):
        position = honour("RY G B", *OTHERS[:3], houses="Y")
        position.act(0, "RY H1")
        position.decide(2, text)
        assert position.view(2).record.callers == (4 if text == "call" else 0)
        assert heard(position.view(2).event) == said("answered", 2, int(text == "call"))
        for viewer in (-1, 0, 1, 3):
            assert position.view(viewer).record.callers == 0
            assert heard(position.view(viewer).event) == said("answered", -1, -1)
            assert position.view(viewer).event.text == "An answer is in."
        seen.append([position.view(viewer).tobytes() for viewer in (-1, 0, 1, 3)])
    assert seen[0] == seen[1]
    position.decide(1, "call")
    position.decide(3, "silent")
    assert position.phase == "answers"
    assert position.view().record.callers == 0
    reveals = position.reveals
    position.advance()
    assert position.reveals == reveals + 1
    for viewer in (-1, 0, 1, 2, 3):
        assert heard(position.view(viewer).event) == said("answers", 0b0010, 1)
        assert position.view(viewer).record.callers == 0b0010


@pytest.mark.rule("VV-64")
def test_the_terminal_does_not_show_who_has_answered() -> None:
    shown = []
    for first in (None, 1, 3):
        position = honour("RY G B", *OTHERS[:3], houses="Y")
        position.act(0, "RY H1")
        if first is not None:
            position.decide(first, "call")
        views = {viewer: game.board(position.view(viewer).record).plain for viewer in (-1, 0, 2)}
        shown.append(views)
        assert all(board.count("▸") == 3 for board in views.values())
    assert shown[0] == shown[1] == shown[2]
    own = game.board(position.view(3).record).plain
    assert own.count("▸") == 2  # whoever has answered is not asked any more


@pytest.mark.rule("VV-64")
def test_the_rules_read_no_clock() -> None:
    """A timeout is the answer silent; `call_seconds` changes nothing in the rules."""
    ends = []
    for seconds in (1, 60):
        position = honour("RY G B", *OTHERS[:2], houses="Y", call_seconds=seconds)
        position.act(0, "RY H1")
        answer(position)
        position.record.call_seconds = 8
        ends.append(position.tobytes())
    assert ends[0] == ends[1]


@pytest.mark.rule("VV-66")
@pytest.mark.parametrize(
    ("houses", "before"),
    [("Y 2G, O", "Y 2G"), (", O", ""), ("B 2G, O", "B 2G"), ("RY G, O", "RY G")],
)
def test_the_house_is_as_before_the_placement(houses: str, before: str) -> None:
    position = honour("RY G B", houses=houses, pile="5O")
    piles = discard(position)
    position.act(0, "RY H1")
    assert tops(position) == ["RY", "O", ".."]
    position.act(1, "call")
    assert tops(position) == [before.split(maxsplit=1)[0] if before else "..", "O", ".."]
    assert under(position, 0) == cards(" ".join(before.split()[1:]))
    assert hand(position, 0) == cards("RY G B 3O")
    assert discard(position) == piles


@pytest.mark.rule("VV-66")
def test_several_calls_have_the_effect_of_one() -> None:
    ends = []
    for callers in [(1,), (2,), (1, 2), (1, 2, 3)]:
        position = honour("RY G B", *OTHERS[:3], houses="Y", false_call=2)
        position.act(0, "RY H1")
        answer(position, *callers)
        ends.append(sizes(position))
    assert ends == [[6, *sizes(position)[1:]]] * 4


@pytest.mark.rule("VV-66")
@pytest.mark.parametrize(("code", "house"), [("RY", "H1"), ("G", "H1")])
def test_what_is_told_of_a_caught_card(code: str, house: str) -> None:
    position = honour("RY G B", *OTHERS[:2], houses="Y")
    position.act(0, f"{code} {house}")
    events = answer(position, 1, 2)
    told = [heard(event) for event in events]
    assert said("answers", 0b110, 1) in told
    assert said("caught", 0, kind(code), 0) in told
    texts = [event.text for event in events]
    assert "Called by Seat 1 and Seat 2: the card is forbidden." in texts
    position = honour("Y", "O P")
    position.act(0, "finish")
    events = list(position.act(1, "call"))
    assert said("caught", 0, kind("Y"), 3) in [heard(event) for event in events]
    assert "Yellow goes back from the blocking card to Seat 0." in [e.text for e in events]


@pytest.mark.rule("VV-67")
@pytest.mark.parametrize("false_call", range(4))
def test_a_false_call_costs_cards_clockwise_from_the_left(false_call: int) -> None:
    hands = [*OTHERS[:2], "Y G B", *OTHERS[2:4]]
    position = honour(*hands, active=2, houses="YB", false_call=false_call)
    position.act(2, "Y H1")
    events = answer(position, 0, 1, 4)
    drew = [event.args[0] for event in events if event.kind == "drew"]
    assert drew == [4] * false_call + [0] * false_call + [1] * false_call
    assert tops(position)[0] == "Y"
    assert position.due == {3}
    assert position.record.owes == 0
    assert position.record.callers == 0


@pytest.mark.rule("VV-67")
def test_false_calls_are_paid_before_viva_and_win_take_effect() -> None:
    position = honour("Y G B", "O P", houses="Y, Y, Y", false_call=2)
    position.act(0, "Y H1")
    assert kinds(position.act(1, "call")) == [
        "answered", "answers", "drew", "drew", "viva", "drew", "drew",
    ]  # fmt: skip
    position = honour("RY", "O P", false_call=1, rounds=1)
    position.act(0, "finish")
    told = kinds(position.act(1, "call"))
    assert told == ["answered", "answers", "drew", "round_won", "victory_card", "match_won"]


@pytest.mark.rule("VV-68")
@pytest.mark.parametrize("callers", [(), (1,)])
def test_what_nobody_calls_stands_for_good(callers: tuple[int, ...]) -> None:
    position = honour("RY G B", "O P", houses="Y")
    position.act(0, "RY H1")
    answer(position)
    assert tops(position)[0] == "RY"
    position.act(1, "draw")
    position.act(1, "keep")
    position.act(0, "G H2")
    answer(position, *callers)
    assert tops(position)[:2] == ["RY", "G"]
    position = honour("Y", "O P", rounds=1)
    position.act(0, "finish")
    answer(position)
    assert position.points == [1, 0]


@pytest.mark.rule("VV-71")
def test_at_the_honour_table_a_top_card_may_be_blocked() -> None:
    blocked = 0
    for position in walks(Random(71), scaled(20, 4), table="honour"):
        s = position.record
        if s.block >= 0:
            blocked += any(set(CODES[s.block]) & set(top) for top in tops(position))
    assert blocked


@pytest.mark.rule("VV-72")
def test_choosing_a_blocking_card_is_not_called() -> None:
    position = honour("Y B RG", "O P", houses="Y, Y, Y")
    position.act(0, "Y H1")
    position.act(1, "silent")
    assert options(position) == {"block B", "block RG", "pile"}
    assert kinds(position.act(0, "block RG")) == ["blocked", "began"]


@pytest.mark.rule("VV-85")
@pytest.mark.parametrize(
    ("mine", "turn", "asked"),
    [
        ("2Y G", "Y H1|stop", "after stop"),
        ("Y G", "Y H1", "no more possible"),
        ("Y B", "draw|G H3", "by drawn"),
        ("Y 2B", "Y H3", "viva"),
        ("Y", "finish", "finish"),
        ("Y B", "draw|keep", ""),
    ],
)
def test_the_others_are_asked_once_per_turn_and_only_after_a_placement(
    mine: str, turn: str, asked: str
) -> None:
    houses = "Y, Y" if asked == "viva" else "Y"
    position = honour(mine, "O P", houses=houses, pile="5G", rounds=1)
    for text in turn.split("|"):
        assert position.phase != "call"
        position.act(0, text)
    assert (position.phase == "call") == bool(asked)
    if asked:
        told = kinds(position.act(1, "silent"))
        assert told[:2] == ["answered", "answers"]
        assert position.phase != "call"
