"""The examples of the rulebook, MK-T01 to MK-T19, exactly as they stand there."""

from __future__ import annotations

from collections import Counter

import pytest

from kermesse.core.errors import IllegalMove
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import (
    MIDDLE,
    card,
    damage,
    hand,
    heard,
    holder,
    place,
    play,
    played,
    progress,
    said,
    select,
    stack,
    told,
)


@pytest.mark.rule("MK-T01")
@pytest.mark.parametrize("chosen", [0, 2])
def test_t01_four_player_example(chosen: int) -> None:
    position, events = played(
        "run run | tackle_right tackle_right tackle_left | dodge_right | tackle_left tackle_right",
        ball=0,
    )
    assert [heard(event) for event in events[4:]] == [
        said("streaks", 2, 3, 0, 2),
        said("tackled", 1, card("tackle_left"), 3, 0b0100),
        said("dodged", 2, 1, 3, 1, 3),
        said("hit", 3, 1, 3, 2, 1),
        said("cancelled", 3, card("tackle_right"), 2, 1, 3),
        said("ran", 0, 2, 2, 0),
        said("damage", 0, 3, 0, 0, 0),
    ]
    assert damage(position) == [0, 0, 0, 3]
    assert progress(position) == [2, 0]
    assert position.due == {0, 2}
    assert [str(action) for action in position.legal(2)] == ["ball 0", "ball 2"]
    position.act(2, f"ball {chosen}")
    assert holder(position) == chosen


@pytest.mark.rule("MK-T02")
@pytest.mark.parametrize(
    ("cards", "streak"),
    [
        ("run tackle_left dodge_left tackle_right tackle_both", 3),
        ("tackle_left run tackle_left tackle_right", 2),
        ("run run dodge_left", 0),
        ("tackle_left run pass run", 2),
    ],
)
def test_t02_streaks(cards: str, streak: int) -> None:
    _, events = played(f"{cards} | run | rest | rest")
    assert told(events, "streaks") == [said("streaks", streak, 1, 0, 0)]


@pytest.mark.rule("MK-T03")
@pytest.mark.parametrize(
    ("aside", "kept"),
    [
        (
            "tackle_left tackle_left tackle_right tackle_right tackle_both",
            {"run": 4, "dodge_left": 1, "dodge_right": 1, "pass": 1, "rest": 1},
        ),
        (
            "run run run run pass",
            {"tackle_left": 2, "tackle_right": 2, "tackle_both": 1}
            | {"dodge_left": 1, "dodge_right": 1, "rest": 1},
        ),
    ],
)
def test_t03_selection(aside: str, kept: dict[str, int]) -> None:
    position = game.new(seed=1)
    select(position, 0, aside)
    assert hand(position, 0) == Counter(kept)
    assert hand(position, 0).total() == 8


@pytest.mark.rule("MK-T04")
def test_t04_equal_streaks() -> None:
    position, _ = played("run | tackle_right | rest | rest", ball=0)
    assert progress(position) == [1, 0]
    assert damage(position) == [1, 0, 0, 0]
    assert position.due == {1, 3}
    assert [str(action) for action in position.legal(3)] == ["ball 1", "ball 3"]


@pytest.mark.rule("MK-T05")
def test_t05_higher_streak_cancels() -> None:
    position, events = played(
        "run run | tackle_right tackle_left tackle_right | pass | pass", ball=0, progress="3 0"
    )
    assert told(events, "cancelled") == [said("cancelled", 0, card("run"), 2, 1, 3)]
    assert progress(position) == [3, 0]
    assert damage(position) == [3, 0, 0, 0]
    assert position.due == {1, 3}
    _, events = played("run run run | rest | rest | rest")
    assert told(events, "streaks") == [said("streaks", 3, 0, 0, 0)]
    position.act(1, "ball 1")
    assert stack(position, 0) == ["run", "run"]


@pytest.mark.rule("MK-T06")
def test_t06_pass_and_run() -> None:
    position, events = played("pass | dodge_left | run run | rest", ball=0)
    assert told(events, "passed", "ran", "kept") == [
        said("passed", 0, 2),
        said("ran", 2, 2, 2, 0),
        said("kept", 2),
    ]
    assert (holder(position), progress(position)) == (2, [2, 0])


@pytest.mark.rule("MK-T07")
def test_t07_pass_and_tackle_and_double_pass() -> None:
    position, events = played("pass | rest | tackle_left | rest", ball=0)
    assert told(events, "tackled_nobody", "damage", "kept") == [
        said("tackled_nobody", 2, card("tackle_left"), 1),
        said("damage", 0, 0, 2, 0, MIDDLE),
        said("kept", 2),
    ]
    assert holder(position) == 2
    position, events = played("pass | rest | pass | rest", ball=0)
    assert told(events, "passed", "passed_nothing") == [
        said("passed", 0, 2),
        said("passed_nothing", 2, 0),
    ]
    assert holder(position) == 2


@pytest.mark.rule("MK-T08")
def test_t08_dodges_all_round() -> None:
    position, events = played("dodge_right | tackle_left | dodge_right | dodge_right")
    assert told(events, "dodged", "hit") == [
        said("dodged", 2, 1, 1, 1, 3),
        said("dodged", 3, 1, 1, 2, 0),
        said("dodged", 0, 1, 1, 3, 1),
        said("hit", 1, 1, 1, 0, 3),
    ]
    assert damage(position) == [0, 1, 0, 0]
    assert position.due == {0, 2}


@pytest.mark.rule("MK-T09")
def test_t09_tackle_both_against_a_dodge() -> None:
    position, events = played("dodge_left | tackle_left tackle_both | run | rest", ball=2)
    assert told(events, "hit", "dodged", "cancelled", "damage", "dropped") == [
        said("hit", 2, 1, 2, 1, 0),
        said("dodged", 0, 1, 2, 1, 3),
        said("hit", 3, 1, 2, 0, 1),
        said("cancelled", 2, card("run"), 1, 1, 2),
        said("damage", 2, 2, 2, 2, MIDDLE),
        said("dropped", 2, 2),
    ]
    assert (holder(position), progress(position)) == (MIDDLE, [0, 0])


@pytest.mark.rule("MK-T10")
def test_t10_wrong_side() -> None:
    position, events = played("dodge_right | tackle_right | rest | rest", ball=0)
    assert told(events, "dodged", "hit") == [said("hit", 0, 1, 1, 1, 0)]
    assert position.due == {1, 3}


@pytest.mark.rule("MK-T11")
@pytest.mark.parametrize(
    ("tackle", "hurt", "ball"), [("tackle_left", 2, 0), ("tackle_right", 0, MIDDLE)]
)
def test_t11_equal_damage(tackle: str, hurt: int, ball: int) -> None:
    position, events = played(f"run | {tackle} | tackle_left | rest", ball=0)
    assert told(events, "hit") == [said("hit", hurt, 1, 1, 1, 0), said("hit", 3, 2, 1, 2, 0)]
    assert told(events, "damage")[0][1][:2] == (1, 1)
    assert (holder(position), progress(position)) == (ball, [1, 0])


@pytest.mark.rule("MK-T12")
def test_t12_tackle_with_the_ball() -> None:
    position, events = played("tackle_left tackle_left | tackle_right | rest | rest", ball=0)
    assert told(events, "tackled_nobody", "hit") == [
        said("tackled_nobody", 0, card("tackle_left"), 2),
        said("hit", 0, 1, 1, 1, 0),
    ]
    assert damage(position) == [1, 0, 0, 0]
    position.act(1, "ball 1")
    _, events = played("tackle_left tackle_left tackle_right | rest | rest | rest", ball=1)
    assert told(events, "tackled") == [said("tackled", 0, card("tackle_right"), 3, 0b1000)]


@pytest.mark.rule("MK-T13")
def test_t13_winning() -> None:
    position, events = played(
        "run run run run | tackle_left tackle_both tackle_right | rest | rest",
        ball=0,
        progress="3 5",
    )
    assert position.over
    assert progress(position) == [7, 5]
    assert not told(events, "tackled", "hit", "damage")
    assert heard(events[-1]) == said("won", 0, 7, 5)
    assert position.outcome is not None
    assert position.outcome == ((1, 2, 1, 2), "goal")


SEVEN = "run run tackle_left run tackle_right pass run"


@pytest.mark.rule("MK-T14")
def test_t14_rest_as_the_last_card() -> None:
    position = place(f"{SEVEN} | | |", {0: "rest"})
    events = play(position, ["rest", "rest", "rest", "rest"])
    assert told(events, "rested")[0] == said("rested", 0, 8)
    assert not told(events, "picked_up")
    assert (hand(position, 0).total(), stack(position, 0)) == (8, [])


@pytest.mark.rule("MK-T14")
def test_t14_run_as_the_last_card() -> None:
    position = place("tackle_left run run pass dodge_left run dodge_right | | |", {0: "run"})
    events = play(position, ["run", "rest", "rest", "rest"])
    assert told(events, "streaks") == [said("streaks", 4, 0, 0, 0)]
    assert told(events, "picked_up") == [said("picked_up", 0, 8)]
    assert (hand(position, 0).total(), stack(position, 0)) == (8, [])
    events = play(position, ["run", "rest", "rest", "rest"])
    assert told(events, "streaks") == [said("streaks", 1, 0, 0, 0)]


@pytest.mark.rule("MK-T15")
def test_t15_lower_streaks_do_not_cancel() -> None:
    position, events = played("run run | tackle_right | rest | tackle_left", ball=0)
    assert told(events, "ran", "hit", "cancelled") == [
        said("ran", 0, 2, 2, 0),
        said("hit", 0, 1, 1, 1, 0),
        said("hit", 0, 3, 1, 3, 0),
    ]
    assert damage(position) == [2, 0, 0, 0]
    assert position.due == {1, 3}


@pytest.mark.rule("MK-T16")
def test_t16_friendly_chain() -> None:
    position, events = played("dodge_left | tackle_right | rest | dodge_left")
    assert told(events, "dodged", "hit") == [
        said("dodged", 0, 1, 1, 1, 3),
        said("dodged", 3, 1, 1, 0, 2),
        said("hit", 2, 1, 1, 3, 2),
    ]
    assert position.due == {1, 3}


@pytest.mark.rule("MK-T17")
def test_t17_ball_in_the_middle() -> None:
    position, events = played("dodge_left | pass | rest | dodge_right")
    assert told(events, "damage", "stayed") == [
        said("damage", 0, 0, MIDDLE, 0, MIDDLE),
        said("stayed"),
    ]
    assert holder(position) == MIDDLE
    position, events = played("run | run | run | run", turn=1)
    assert [args[0] for _, args in told(events, "ran_nowhere")] == [0, 1, 2, 3]
    assert (holder(position), progress(position)) == (MIDDLE, [0, 0])


@pytest.mark.rule("MK-T18")
def test_t18_first_answer() -> None:
    position, _ = played("rest | rest | tackle_left | rest")
    position.act(2, "ball 0")
    before = position.tobytes()
    with pytest.raises(IllegalMove):
        position.act(0, "ball 2")
    assert position.tobytes() == before
    assert holder(position) == 0


@pytest.mark.rule("MK-T19")
@pytest.mark.parametrize(
    ("score", "places", "ending"), [("4 3", (1, 2, 1, 2), "cap"), ("3 3", (1, 1, 1, 1), "draw")]
)
def test_t19_cap(score: str, places: tuple[int, ...], ending: str) -> None:
    position, _ = played("rest | rest | rest | rest", turn=100, progress=score)
    assert position.outcome == (places, ending)
