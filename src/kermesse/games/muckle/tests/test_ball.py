"""The ball, the end of a turn and of the match: MK-44 to MK-60."""

from __future__ import annotations

from random import Random

import pytest

from kermesse.games.muckle import bound, game
from kermesse.games.muckle.tests.scenes import (
    MIDDLE,
    SEATS,
    any_options,
    finish,
    hand,
    heard,
    holder,
    known,
    place,
    play,
    played,
    progress,
    said,
    scaled,
    stack,
    told,
    walk,
)


@pytest.mark.rule("MK-44")
@pytest.mark.parametrize("seat", SEATS)
def test_the_team_with_less_damage_decides(seat: int) -> None:
    piles = ["rest"] * 4
    piles[seat] = "tackle_left"
    position, events = played(" | ".join(piles))
    team = seat % 2
    assert position.phase == "ball"
    assert position.due == {team, team + 2}
    sums = (0, 1) if team == 0 else (1, 0)
    assert heard(events[-1]) == said("damage", *sums, MIDDLE, 0, team)


@pytest.mark.rule("MK-44")
def test_the_damage_of_both_members_is_added() -> None:
    """Team 0 takes 1 + 1, team 1 takes 1: the least hurt player does not matter."""
    position, events = played("tackle_left | tackle_both | rest | rest")
    assert told(events, "damage") == [said("damage", 2, 1, MIDDLE, 0, 1)]
    assert position.due == {1, 3}


@pytest.mark.rule("MK-45", "MK-54")
@pytest.mark.parametrize("decider", SEATS)
@pytest.mark.parametrize("chosen", SEATS)
def test_it_chooses_one_of_its_own_two(decider: int, chosen: int) -> None:
    team = decider % 2
    piles = ["rest"] * 4
    piles[decider] = "tackle_left"
    position, _ = played(" | ".join(piles))
    assert [str(a) for a in position.legal(decider)] == [f"ball {team}", f"ball {team + 2}"]
    if chosen % 2 == team:
        events = position.act(decider, f"ball {chosen}")
        assert heard(events[0]) == said("gave", decider, chosen, MIDDLE)
        assert holder(position) == chosen
        assert position.phase == "play"


@pytest.mark.rule("MK-46")
@pytest.mark.parametrize("ball", [None, *SEATS])
def test_it_chooses_wherever_the_ball_is(ball: int | None) -> None:
    position, _ = played("dodge_left | rest | tackle_left | rest", ball=ball)
    if ball == 2:  # the holder's Tackle does nothing
        assert holder(position) == 2
        return
    assert position.due == {0, 2}
    events = position.act(0, "ball 2")
    assert heard(events[0]) == said("gave", 0, 2, MIDDLE if ball is None else ball)
    assert holder(position) == 2


@pytest.mark.rule("MK-47", "MK-50")
@pytest.mark.parametrize("seat", SEATS)
def test_equal_damage_and_an_unhurt_holder_keeps(seat: int) -> None:
    position, events = played("rest | rest | rest | rest", ball=seat)
    assert told(events, "damage", "kept") == [
        said("damage", 0, 0, seat, 0, MIDDLE),
        said("kept", seat),
    ]
    assert holder(position) == seat
    position, events = played("run | tackle_left | tackle_left | rest", ball=0)
    assert told(events, "kept") == [said("kept", 0)]


@pytest.mark.rule("MK-48")
@pytest.mark.parametrize("ball", [2, 3])
def test_equal_damage_and_a_hurt_holder_drops(ball: int) -> None:
    """Seats 0 and 1 play the same Tackle; the ball is with one of those they hit."""
    position, events = played("tackle_right | tackle_left | rest | rest", ball=ball)
    assert told(events, "damage", "dropped") == [
        said("damage", 1, 1, ball, 1, MIDDLE),
        said("dropped", ball, 1),
    ]
    assert holder(position) == MIDDLE


@pytest.mark.rule("MK-48")
def test_it_is_the_holders_own_damage_that_counts() -> None:
    position, events = played("tackle_right | tackle_left | rest | rest", ball=0)
    assert told(events, "tackled_nobody")
    assert position.due == {1, 3}
    position, events = played("run | tackle_left | tackle_left | rest", ball=0)
    assert not told(events, "dropped")
    assert holder(position) == 0


@pytest.mark.rule("MK-49", "MK-50")
def test_a_ball_in_the_middle_stays_there_on_equal_damage() -> None:
    for cards in ("rest | rest | rest | rest", "tackle_left | tackle_left | rest | rest"):
        position, events = played(cards)
        assert told(events, "stayed") == [said("stayed")]
        assert holder(position) == MIDDLE


@pytest.mark.rule("MK-50")
def test_in_turn_1_runs_and_passes_do_nothing() -> None:
    position, events = played("run | pass | run | pass", turn=1)
    assert not told(events, "ran", "passed")
    assert progress(position) == [0, 0]


@pytest.mark.rule("MK-54", "MK-66")
def test_the_decision_is_open_and_the_first_answer_clears_it_for_both() -> None:
    position, _ = played("tackle_left | rest | rest | rest")
    assert position.record.phase not in game.sealed
    position.act(2, "ball 2")
    assert position.due == {0, 1, 2, 3}
    assert position.phase == "play"
    assert holder(position) == 2


@pytest.mark.rule("MK-55")
@pytest.mark.parametrize(
    ("ball", "stacks", "asked"),
    [
        (None, "tackle_left | rest | rest | rest", 0),
        (0, "rest | rest | tackle_left | rest", 0),
        (2, "tackle_left | rest | rest | rest", 2),
        (1, "tackle_left | rest | rest | rest", 0),
        (3, "rest | tackle_left | rest | rest", 3),
        (0, "rest | tackle_left | rest | rest", 1),
        (0, "pass | rest | rest | tackle_left", 1),
    ],
)
def test_one_is_asked_if_so_agreed(ball: int | None, stacks: str, asked: int) -> None:
    position, _ = played(stacks, ball, ball_decider="holder_or_low_seat")
    assert position.due == {asked}
    assert len(position.legal(asked)) == 2


@pytest.mark.rule("MK-55", "MK-23")
def test_the_holder_who_is_asked_is_the_one_after_the_passes() -> None:
    """Seat 3 throws a hit that seat 0 sends on to seat 1: team 0 is unhurt and has the ball."""
    position, _ = played(
        "dodge_right | rest | pass | tackle_left", 2, ball_decider="holder_or_low_seat"
    )
    assert holder(position) == 0
    assert position.due == {0}
    position, _ = played(
        "pass | rest | dodge_left | tackle_right", 0, ball_decider="holder_or_low_seat"
    )
    assert holder(position) == 2
    assert position.due == {2}


# --- cards taken back ---------------------------------------------------------------------------

SEVEN = "run run tackle_left run dodge_left pass run"


@pytest.mark.rule("MK-51", "MK-65")
@pytest.mark.parametrize("seat", SEATS)
def test_who_has_no_card_left_takes_all_back(seat: int) -> None:
    piles, hands = ["", "", "", ""], {seat: "tackle_both"}
    piles[seat] = SEVEN
    position = place("|".join(piles), hands)
    cards = ["rest"] * 4
    cards[seat] = "tackle_both"
    play(position, cards)
    assert stack(position, seat) == [*SEVEN.split(), "tackle_both"]
    events = position.act(seat, f"ball {seat}")
    assert told(events, "picked_up") == [said("picked_up", seat, 8)]
    assert hand(position, seat).total() == 8
    assert stack(position, seat) == []
    assert known(position, seat) == hand(position, seat)


@pytest.mark.rule("MK-51")
@pytest.mark.parametrize("size", [5, 13])
def test_all_cards_are_as_many_as_one_plays_with(size: int) -> None:
    everything = "run run run run tackle_left tackle_left tackle_right tackle_right tackle_both "
    cards = (everything + "dodge_left dodge_right pass rest").split()[:size]
    position = place(f"{' '.join(cards[1:])} | | |", {0: "run"}, hand_size=size)
    events = play(position, ["run", "rest", "rest", "rest"])
    assert told(events, "picked_up") == [said("picked_up", 0, size)]


@pytest.mark.rule("MK-52")
def test_hands_are_filled_after_the_ball_is_resolved() -> None:
    position = place(f"{SEVEN} | | {SEVEN} |", {0: "dodge_right", 2: "dodge_right"}, ball=1)
    events = play(position, ["dodge_right", "rest", "dodge_right", "rest"])
    assert [event.kind for event in events[-4:]] == ["kept", "picked_up", "picked_up", "turn"]
    assert [event.args[0] for event in events[-3:-1]] == [0, 2]


@pytest.mark.rule("MK-52")
def test_a_rest_as_the_last_card_has_taken_the_stack_back_already() -> None:
    position = place(f"{SEVEN} | | |", {0: "rest"})
    events = play(position, ["rest"] * 4)
    assert said("rested", 0, 8) in told(events, "rested")
    assert not told(events, "picked_up")


@pytest.mark.rule("MK-53")
def test_no_turn_begins_with_an_empty_hand() -> None:
    chance = Random(53)
    for seed in range(scaled(40, 4)):
        position = game.new(seed=seed, options=any_options(chance))
        size = int(position.record.hand_size)
        for _ in walk(position, chance):
            if position.phase == "play":
                for seat in SEATS:
                    held = hand(position, seat).total()
                    assert held > 0
                    assert held + len(stack(position, seat)) == size


# --- the end ------------------------------------------------------------------------------------


@pytest.mark.rule("MK-56", "MK-57")
@pytest.mark.parametrize("team", [0, 1])
@pytest.mark.parametrize(("goal", "before", "wins"), [(6, 3, False), (6, 4, True), (6, 5, True),
                                                      (3, 0, False), (3, 1, True), (12, 9, False),
                                                      (12, 10, True), (12, 11, True)])  # fmt: skip
def test_a_team_that_has_run_far_enough_wins(team: int, goal: int, before: int, wins: bool) -> None:
    piles = ["rest"] * 4
    piles[team] = "run run"
    score = [0, 0]
    score[team] = before
    position, events = played(" | ".join(piles), team, goal=goal, progress=f"{score[0]} {score[1]}")
    assert position.over == wins
    if wins:
        score[team] = before + 2
        assert heard(events[-1]) == said("won", team, *score)
        places = (1, 2, 1, 2) if team == 0 else (2, 1, 2, 1)
        assert position.outcome == (places, "goal")


@pytest.mark.rule("MK-58")
def test_the_group_of_the_winning_run_still_acts_and_nothing_after_it() -> None:
    position, events = played(
        "run run | tackle_left tackle_right | tackle_left | dodge_left", ball=0, progress="4 0",
        turn=9,
    )  # fmt: skip
    kinds = [event.kind for event in events[4:]]
    assert kinds == ["streaks", "ran", "tackled", "hit", "won"]
    assert (position.record.turn, position.record.due, position.record.phase) == (9, 0, 15)
    assert position.record.damage.tolist() == [2, 0, 0, 0]


@pytest.mark.rule("MK-58")
def test_a_win_fills_no_hand_and_moves_no_ball() -> None:
    cards = "run run tackle_left dodge_right dodge_left pass run"
    position = place(f"{cards} | | |", {0: "run"}, ball=0, progress="4 0")
    play(position, ["run", "rest", "rest", "rest"])
    assert position.over
    assert (holder(position), len(stack(position, 0))) == (0, 8)
    assert position.record.turn == 2


@pytest.mark.rule("MK-58")
def test_a_win_in_the_last_turn_is_no_cap() -> None:
    position, events = played("run | rest | rest | rest", ball=0, progress="5 0", turn=100)
    assert events[-1].kind == "won"
    assert position.outcome is not None
    assert position.outcome.ending == "goal"


@pytest.mark.rule("MK-59", "MK-09")
def test_both_teams_never_reach_the_goal_and_progress_never_falls() -> None:
    chance = Random(59)
    endings = set()
    for seed in range(scaled(80, 8)):
        position = game.new(seed=seed, options=any_options(chance) | {"goal": 3})
        before = [0, 0]
        for _ in walk(position, chance):
            now = progress(position)
            assert min(now) < 3
            assert all(new >= old for new, old in zip(now, before, strict=True))
            before = now
        assert position.outcome is not None
        endings.add(position.outcome.ending)
    assert "goal" in endings


@pytest.mark.rule("MK-60")
@pytest.mark.parametrize(
    ("score", "leader", "places", "ending"),
    [
        ("4 3", 0, (1, 2, 1, 2), "cap"),
        ("0 1", 1, (2, 1, 2, 1), "cap"),
        ("5 5", MIDDLE, (1, 1, 1, 1), "draw"),
    ],
)
def test_the_cap(score: str, leader: int, places: tuple[int, ...], ending: str) -> None:
    zero, one = map(int, score.split())
    for turn, over in ((19, False), (20, True)):
        position, events = played(
            "rest | rest | rest | rest", turn=turn, turn_cap=20, progress=score
        )
        assert position.over == over
        if over:
            assert heard(events[-1]) == said("capped", leader, zero, one)
            assert position.outcome == (places, ending)
            assert (position.record.turn, position.phase) == (20, "over")
        else:
            assert heard(events[-1]) == said("turn", 20, MIDDLE)


@pytest.mark.rule("MK-60")
def test_the_ball_of_the_last_turn_is_still_resolved() -> None:
    position, events = played("tackle_left | rest | rest | rest", turn=20, turn_cap=20)
    assert not position.over
    assert position.due == {0, 2}
    events = position.act(0, "ball 0")
    assert [event.kind for event in events] == ["gave", "capped"]
    assert (position.over, holder(position)) == (True, 0)


@pytest.mark.rule("MK-60")
def test_no_match_is_longer_than_its_bound() -> None:
    chance = Random(60)
    for seed in range(scaled(60, 6)):
        position = game.new(seed=seed, options=any_options(chance) | {"turn_cap": 20})
        steps = sum(1 for _ in walk(position, chance))
        assert steps <= bound(game.choose(position.options))
        assert position.record.turn <= 20


@pytest.mark.rule("MK-56", "MK-60")
def test_every_ending_comes_up() -> None:
    chance = Random(3)
    endings = {
        outcome.ending
        for seed in range(40)
        if (outcome := finish(game.new(seed=seed, options={"turn_cap": 20}), chance).outcome)
    }
    assert endings == {"goal", "cap", "draw"}
