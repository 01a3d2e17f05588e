"""A turn up to its Runs and Tackles: MK-10 to MK-24."""

from __future__ import annotations

from collections import Counter

import pytest

from kermesse.games.muckle import game
from kermesse.games.muckle.cards import nth_card, streak, top
from kermesse.games.muckle.tests.scenes import (
    MIDDLE,
    SEATS,
    card,
    damage,
    fields,
    hand,
    heard,
    holder,
    known,
    place,
    play,
    played,
    progress,
    said,
    selected,
    stack,
    told,
)


@pytest.mark.rule("MK-10", "MK-11")
def test_all_four_pick_a_card_then_all_are_revealed() -> None:
    position = selected()
    for answered, seat in enumerate((2, 0, 3)):
        assert position.act(seat, "run")[0].kind == "picked"
        assert len(position.due) == 3 - answered
        assert all(stack(position, other) == [] for other in SEATS)
    events = position.act(1, "tackle_left")
    assert [heard(event) for event in events[1:5]] == [
        said("revealed", 0, card("run")),
        said("revealed", 1, card("tackle_left")),
        said("revealed", 2, card("run")),
        said("revealed", 3, card("run")),
    ]
    assert [stack(position, seat) for seat in SEATS] == [["run"], ["tackle_left"], ["run"], ["run"]]


@pytest.mark.rule("MK-66")
def test_picked_cards_can_be_taken_back_until_the_reveal() -> None:
    """What a search does to think of all four picks together."""
    before = fields(selected().record)
    position = selected()
    position.act(3, "run")
    position.act(0, "tackle_left")
    game.kernels["unseal"](position.record)
    told_of = {"event", "event_args"}
    after = fields(position.record)
    assert {name for name in after if after[name] != before[name]} <= told_of
    play(position, ["run", "run", "run", "run"])
    revealed, _ = played("run | run | run | run")
    for other in (position, revealed, game.new(seed=1)):
        unchanged = other.tobytes()
        game.kernels["unseal"](other.record)
        assert other.tobytes() == unchanged


@pytest.mark.rule("MK-66")
def test_cards_that_are_all_picked_are_as_good_as_revealed() -> None:
    position = selected()
    for seat in SEATS:
        position.decide(seat, "run")
    unchanged = position.tobytes()
    game.kernels["unseal"](position.record)
    assert position.phase == "reveal"
    assert position.tobytes() == unchanged


@pytest.mark.rule("MK-10")
def test_a_card_goes_on_top_of_the_own_stack() -> None:
    position, _ = played("run pass tackle_both | dodge_left | rest | rest")
    assert stack(position, 0) == ["run", "pass", "tackle_both"]
    assert stack(position, 1) == ["dodge_left"]


@pytest.mark.rule("MK-10")
def test_after_a_turn_comes_the_next() -> None:
    position, events = played("rest | rest | rest | rest", turn=7)
    assert heard(events[-1]) == said("turn", 8, MIDDLE)
    assert position.due == {0, 1, 2, 3}
    assert position.phase == "play"


@pytest.mark.rule("MK-11")
def test_nobody_can_sit_a_turn_out() -> None:
    position = selected()
    for seat in SEATS:
        words = [str(action) for action in position.legal(seat)]
        assert words == ["run", "tackle_left", "tackle_right", "tackle_both"]


@pytest.mark.rule("MK-12")
def test_rest_then_pass_then_streaks_from_high_to_low() -> None:
    _, events = played("tackle_left run | tackle_left tackle_left | pass | rest")
    assert [event.kind for event in events[4:9]] == [
        "rested", "passed_nothing", "streaks", "tackled", "hit",
    ]  # fmt: skip
    _, events = played("pass | rest | rest | pass", ball=3)
    assert [heard(event) for event in events[4:8]] == [
        said("rested", 1, 1),
        said("rested", 2, 1),
        said("passed_nothing", 0, 3),
        said("passed", 3, 1),
    ]


# --- streaks ------------------------------------------------------------------------------------


@pytest.mark.rule("MK-13")
@pytest.mark.parametrize("white", ["dodge_left", "dodge_right", "pass"])
def test_white_cards_have_no_streak(white: str) -> None:
    position, events = played(f"run run {white} | {white} | rest | rest")
    assert not told(events, "streaks")
    assert streak(position.record.stack[0]) == streak(position.record.stack[2]) == 0


STREAKS = [
    ("MK-14", "run", 1),
    ("MK-14", "run run run run", 4),
    ("MK-14", "run tackle_left run run", 2),
    ("MK-14", "run run tackle_left run", 1),
    ("MK-14", "tackle_left dodge_left run pass run dodge_right run", 3),
    ("MK-15", "tackle_both", 1),
    ("MK-15", "tackle_left tackle_left tackle_right tackle_right tackle_both", 5),
    ("MK-15", "tackle_left run tackle_left tackle_both", 2),
    ("MK-15", "tackle_left tackle_both run tackle_left", 1),
    ("MK-15", "run dodge_left tackle_left pass tackle_right", 2),
]


@pytest.mark.rule("MK-14", "MK-15", "MK-16")
@pytest.mark.parametrize(("rule", "cards", "n"), STREAKS)
@pytest.mark.parametrize("seat", SEATS)
def test_streaks(rule: str, cards: str, n: int, seat: int) -> None:
    piles = ["dodge_left"] * 4
    piles[seat] = cards
    _, events = played(" | ".join(piles))
    assert told(events, "streaks") == [said("streaks", *(n * (s == seat) for s in SEATS))]


@pytest.mark.rule("MK-16")
def test_a_streak_is_at_least_one_and_runs_have_up_to_four() -> None:
    position, events = played("run run run run | run | tackle_left tackle_both | tackle_right run")
    assert told(events, "streaks") == [said("streaks", 4, 1, 2, 1)]
    assert all(streak(position.record.stack[seat]) >= 1 for seat in SEATS)


@pytest.mark.rule("MK-17")
def test_cards_without_effect_count() -> None:
    """A cancelled Run, a Run without the ball, and a Tackle with it, each followed by another."""
    position, events = played("run | tackle_right tackle_right | rest | rest", ball=0)
    assert told(events, "cancelled")
    position.act(1, "ball 1")
    position, _ = played("run run | tackle_both | rest | rest", ball=1)
    assert streak(position.record.stack[0]) == 2
    assert streak(position.record.stack[1]) == 1
    position, events = played("rest | tackle_both tackle_left | rest | rest", ball=0)
    assert told(events, "streaks") == [said("streaks", 0, 2, 0, 0)]


@pytest.mark.rule("MK-18")
def test_a_stack_taken_up_counts_no_more() -> None:
    position = place(
        "run run | run | |", {1: "run run tackle_both dodge_left dodge_right pass rest"}
    )
    play(position, ["rest", "run", "rest", "rest"])
    events = play(position, ["run", "run", "rest", "rest"])
    assert told(events, "streaks") == [said("streaks", 1, 3, 0, 0)]


@pytest.mark.rule("MK-10")
def test_cards_are_counted_out_kind_by_kind() -> None:
    """A heap of two Runs and a Rest; an empty stack has no top card, an empty heap no card."""
    heap = 2 + (1 << 4 * card("rest"))
    assert [nth_card(heap, n) for n in range(4)] == [0, 0, card("rest"), -2]
    assert top(0) == -2
    assert top(card("rest") + 1) == card("rest")


# --- Rest and Pass ------------------------------------------------------------------------------


@pytest.mark.rule("MK-19")
@pytest.mark.parametrize("seat", SEATS)
def test_rest_takes_the_whole_stack_back(seat: int) -> None:
    piles = ["pass"] * 4
    piles[seat] = "run tackle_left dodge_left rest"
    position, events = played(" | ".join(piles))
    assert told(events, "rested") == [said("rested", seat, 4)]
    assert stack(position, seat) == []
    assert hand(position, seat).total() == 8
    assert hand(position, seat) >= Counter(["run", "tackle_left", "dodge_left", "rest"])
    assert known(position, seat) == Counter(["run", "tackle_left", "dodge_left", "rest"])


@pytest.mark.rule("MK-20", "MK-23")
@pytest.mark.parametrize("seat", SEATS)
def test_pass_gives_the_ball_to_the_teammate(seat: int) -> None:
    piles = ["rest"] * 4
    piles[seat] = "pass"
    position, events = played(" | ".join(piles), ball=seat)
    mate = (seat + 2) % 4
    assert told(events, "passed") == [said("passed", seat, mate)]
    assert holder(position) == mate
    assert heard(events[-1]) == said("turn", 3, mate)


@pytest.mark.rule("MK-20")
def test_a_pass_comes_before_any_tackle() -> None:
    """The passer is hit by the highest streak; the ball has long gone."""
    position, events = played("pass | tackle_left tackle_right | run | rest", ball=0)
    assert told(events, "passed", "ran", "hit") == [
        said("passed", 0, 2),
        said("hit", 0, 1, 2, 1, 0),
        said("ran", 2, 1, 1, 0),
    ]
    assert position.due == {1, 3}


@pytest.mark.rule("MK-21")
@pytest.mark.parametrize("ball", [None, 1, 2, 3])
def test_who_did_not_start_with_the_ball_passes_nothing(ball: int | None) -> None:
    position, events = played("pass | rest | rest | rest", ball=ball)
    carrier = MIDDLE if ball is None else ball
    assert told(events, "passed_nothing") == [said("passed_nothing", 0, carrier)]
    assert holder(position) == carrier


@pytest.mark.rule("MK-21", "MK-22")
@pytest.mark.parametrize("seat", SEATS)
def test_both_teammates_pass_and_the_ball_moves_once(seat: int) -> None:
    mate = (seat + 2) % 4
    piles = ["rest"] * 4
    piles[seat] = piles[mate] = "pass"
    position, events = played(" | ".join(piles), ball=seat)
    assert sorted(told(events, "passed", "passed_nothing")) == [
        said("passed", seat, mate),
        said("passed_nothing", mate, seat),
    ]
    assert holder(position) == mate


@pytest.mark.rule("MK-23")
def test_the_holder_after_the_passes_counts_for_the_rest_of_the_turn() -> None:
    """Equal damage, and it is the receiver who was hit: the ball drops."""
    position, events = played("pass | tackle_left | tackle_left | rest", ball=0)
    assert told(events, "tackled_nobody") == [said("tackled_nobody", 2, card("tackle_left"), 1)]
    assert told(events, "damage") == [said("damage", 1, 0, 2, 1, 1)]
    assert position.due == {1, 3}


@pytest.mark.rule("MK-24")
def test_the_receiver_runs_and_the_passer_does_not() -> None:
    position, events = played("run run pass | rest | run | rest", ball=0)
    assert told(events, "ran", "ran_nowhere") == [said("ran", 2, 1, 1, 0)]
    assert progress(position) == [1, 0]
    position, _ = played("pass | rest | tackle_both | rest", ball=0)
    assert damage(position) == [0, 0, 0, 0]
    assert holder(position) == 2


@pytest.mark.rule("MK-53")
def test_hand_and_stack_are_always_so_many_cards() -> None:
    for size in (5, 8, 13):
        position = place("run | | |", hand_size=size)
        play(position, ["pass", "rest", "pass", "dodge_left"])
        for seat in SEATS:
            assert hand(position, seat).total() + len(stack(position, seat)) == size


@pytest.mark.rule("MK-72")
def test_a_single_card_is_asked_for_all_the_same() -> None:
    position = place("run run run run pass rest dodge_left | | |", {0: "tackle_left"})
    assert position.due == {0, 1, 2, 3}
    assert [str(action) for action in position.legal(0)] == ["tackle_left"]
    whole = game.new(seed=1, options={"hand_size": 13})
    assert whole.due == {0, 1, 2, 3}
    assert [str(action) for action in whole.legal(2)] == ["ready"]
