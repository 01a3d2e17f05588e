"""Runs, Tackles and Dodges: MK-25 to MK-43."""

from __future__ import annotations

import pytest

from kermesse.games.muckle.components import LEFT
from kermesse.games.muckle.tests.scenes import (
    MIDDLE,
    SEATS,
    card,
    damage,
    heard,
    holder,
    play,
    played,
    progress,
    said,
    told,
    turn,
)


@pytest.mark.rule("MK-25")
def test_groups_act_from_the_highest_streak_to_the_lowest() -> None:
    _, events = played("run | run run run | tackle_left tackle_left | run run", ball=1)
    order = [args[0] for _, args in told(events, "ran", "ran_nowhere", "tackled", "cancelled")]
    assert order == [1, 3, 2, 0]
    assert [(e.kind, e.args[0]) for e in events if e.kind.startswith("ran")] == [
        ("ran", 1), ("ran_nowhere", 3), ("ran_nowhere", 0),
    ]  # fmt: skip


@pytest.mark.rule("MK-25", "MK-73")
def test_within_a_group_cancelled_cards_then_runs_then_tackles_in_seat_order() -> None:
    _, events = played("tackle_left | tackle_left tackle_left | run | tackle_right", ball=1)
    acts = told(events, "ran", "ran_nowhere", "tackled", "tackled_nobody", "cancelled")
    assert [(kind, args[0]) for kind, args in acts] == [
        ("tackled_nobody", 1), ("ran_nowhere", 2), ("tackled", 0), ("tackled", 3),
    ]  # fmt: skip
    _, events = played("tackle_left | run | tackle_both tackle_left | tackle_right", ball=1)
    acts = told(events, "ran", "ran_nowhere", "tackled", "cancelled")
    assert [(kind, args[0]) for kind, args in acts] == [
        ("tackled", 2), ("cancelled", 3), ("ran", 1), ("tackled", 0),
    ]  # fmt: skip


@pytest.mark.rule("MK-26")
@pytest.mark.parametrize(
    ("weaker", "kind"), [("run", "ran"), ("tackle_left", "tackled"), ("tackle_both", "tackled")]
)
def test_a_hit_by_a_higher_streak_cancels_runs_and_tackles(weaker: str, kind: str) -> None:
    position, events = played(f"tackle_left tackle_left | {weaker} | rest | rest", ball=1)
    assert told(events, "cancelled") == [said("cancelled", 1, card(weaker), 1, 0, 2)]
    assert not told(events, "ran", "tackled_nobody")
    assert [args[0] for _, args in told(events, "tackled")] == [0]
    assert damage(position) == [0, 2, 0, 0]
    assert progress(position) == [0, 0]
    _, events = played(f"rest | {weaker} | rest | tackle_left tackle_left", ball=1)
    assert not told(events, "cancelled")
    assert told(events, kind, "tackled_nobody")


@pytest.mark.rule("MK-26")
def test_a_cancelled_tackle_hits_nobody() -> None:
    position, events = played("tackle_left tackle_left | tackle_both | rest | rest")
    assert told(events, "hit") == [said("hit", 1, 0, 2, 0, 0)]
    assert damage(position) == [0, 2, 0, 0]


@pytest.mark.rule("MK-26")
def test_the_reason_is_the_first_tackle_that_hit() -> None:
    """Streaks 3 and 2 both hit seat 1, whose streak is 1: the higher one is told."""
    _, events = played(
        "tackle_left tackle_left | run | tackle_left tackle_left tackle_right | rest", ball=1
    )
    assert told(events, "hit", "cancelled") == [
        said("hit", 1, 2, 3, 2, 0),
        said("hit", 1, 0, 2, 0, 0),
        said("cancelled", 1, card("run"), 1, 2, 3),
    ]


@pytest.mark.rule("MK-26", "MK-27")
def test_a_hit_by_a_high_streak_and_then_by_an_equal_one_still_cancels() -> None:
    _, events = played("tackle_left | run | tackle_left tackle_right | rest", ball=1)
    assert told(events, "cancelled") == [said("cancelled", 1, card("run"), 1, 2, 2)]


@pytest.mark.rule("MK-27")
def test_equal_streaks_do_not_cancel_each_other() -> None:
    position, events = played("tackle_left | tackle_right | run | rest", ball=2)
    assert not told(events, "cancelled")
    assert told(events, "hit") == [said("hit", 1, 0, 1, 0, 0), said("hit", 0, 1, 1, 1, 0)]
    assert progress(position) == [1, 0]
    position, events = played("tackle_left | run | rest | rest", ball=1)
    assert progress(position) == [0, 1]
    assert damage(position) == [0, 1, 0, 0]


@pytest.mark.rule("MK-28")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_run_with_the_ball_advances_by_the_streak(seat: int, n: int) -> None:
    piles = ["rest"] * 4
    piles[seat] = " ".join(["run"] * n)
    position, events = played(" | ".join(piles), ball=seat, progress="1 1", goal=12)
    after = [1 + n * (seat % 2 == team) for team in range(2)]
    assert progress(position) == after
    assert told(events, "ran") == [said("ran", seat, n, *after)]


@pytest.mark.rule("MK-29")
@pytest.mark.parametrize("ball", [None, 1, 2, 3])
def test_a_run_without_the_ball_does_nothing(ball: int | None) -> None:
    position, events = played("run run | rest | rest | rest", ball=ball)
    there = MIDDLE if ball is None else ball
    assert told(events, "ran_nowhere") == [said("ran_nowhere", 0, 2, there)]
    assert progress(position) == [0, 0]


@pytest.mark.rule("MK-30")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("word", "places"), [("tackle_left", [1]), ("tackle_right", [3]), ("tackle_both", [1, 3])]
)
def test_a_tackle_hits_its_targets_for_its_streak(seat: int, word: str, places: list[int]) -> None:
    piles = ["rest"] * 4
    other = "tackle_right" if word == "tackle_left" else "tackle_left"
    piles[seat] = f"{other} {other} {word}"
    position, events = played(" | ".join(piles))
    targets = [(seat + place) % 4 for place in places]
    assert told(events, "tackled") == [
        said("tackled", seat, card(word), 3, sum(1 << target for target in targets))
    ]
    assert told(events, "hit") == [said("hit", target, seat, 3, seat, 0) for target in targets]
    assert damage(position) == [3 * (other in targets) for other in SEATS]


@pytest.mark.rule("MK-31")
def test_a_tackle_with_the_ball_does_nothing() -> None:
    position, events = played("tackle_both | rest | rest | rest", ball=0)
    assert told(events, "tackled_nobody") == [said("tackled_nobody", 0, card("tackle_both"), 1)]
    assert not told(events, "tackled", "hit")
    assert holder(position) == 0


@pytest.mark.rule("MK-32")
def test_damage_of_several_hits_adds_up() -> None:
    position, _ = played("tackle_left tackle_left | rest | tackle_right | rest")
    assert damage(position) == [0, 3, 0, 0]
    _, events = played("tackle_left tackle_left | rest | tackle_right tackle_right | tackle_both")
    assert told(events, "damage") == [said("damage", 2, 4, MIDDLE, 0, 0)]


@pytest.mark.rule("MK-33")
def test_damage_counts_for_one_turn_only() -> None:
    position = turn("tackle_left | run | rest | run", ball=1)
    play(position, ["tackle_left", "run", "rest", "run"])
    assert damage(position) == [0, 1, 0, 0]
    position.act(0, "ball 0")
    assert damage(position) == [0, 0, 0, 0]
    assert position.record.striker.tolist() == [-2] * 4
    events = play(position, ["dodge_left", "pass", "dodge_left", "pass"])
    assert told(events, "damage") == [said("damage", 0, 0, 0, 0, MIDDLE)]


@pytest.mark.rule("MK-34")
def test_rest_pass_and_dodge_of_a_hit_player_work() -> None:
    _, events = played("tackle_left tackle_left | rest | rest | rest")
    assert said("rested", 1, 1) in told(events, "rested")
    position, events = played("tackle_left tackle_left | pass | rest | rest", ball=1)
    assert told(events, "passed") == [said("passed", 1, 3)]
    assert holder(position) == 3
    _, events = played("tackle_left tackle_left | dodge_left | tackle_right | rest")
    assert told(events, "hit", "dodged") == [
        said("hit", 1, 0, 2, 0, 0),
        said("dodged", 1, 2, 1, 2, 0),
        said("hit", 0, 2, 1, 1, 1),
    ]


# --- Dodge --------------------------------------------------------------------------------------


@pytest.mark.rule("MK-35")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("dodge", "place"), [("dodge_left", 1), ("dodge_right", 3)])
def test_a_dodge_protects_one_side_and_sends_the_hit_to_the_other(
    seat: int, dodge: str, place: int
) -> None:
    """The tackler at the protected side, and then the one at the other."""
    for tackler, dodged in (((seat + place) % 4, True), ((seat - place) % 4, False)):
        piles = ["rest"] * 4
        piles[seat] = dodge
        piles[tackler] = "tackle_right" if (seat - tackler) % 4 != LEFT else "tackle_left"
        position, events = played(" | ".join(piles))
        beyond = (seat - place) % 4
        assert bool(told(events, "dodged")) == dodged
        assert damage(position) == [int(s == (beyond if dodged else seat)) for s in SEATS]


@pytest.mark.rule("MK-35")
def test_only_the_card_just_played_dodges() -> None:
    position, events = played("dodge_left run | tackle_right | rest | rest")
    assert not told(events, "dodged")
    assert damage(position) == [1, 0, 0, 0]


@pytest.mark.rule("MK-36", "MK-43")
def test_a_redirected_hit_is_a_hit_even_by_the_teammate() -> None:
    position, events = played("dodge_left | tackle_right tackle_right | rest | run", ball=3)
    assert told(events, "cancelled") == [said("cancelled", 3, card("run"), 1, 1, 2)]
    assert told(events, "damage") == [said("damage", 0, 2, 3, 2, 0)]
    assert progress(position) == [0, 0]


@pytest.mark.rule("MK-37")
def test_for_a_redirected_hit_the_tacklers_streak_is_compared() -> None:
    """Seat 0 dodges with a stack of three Runs: its own streak has nothing to do with it."""
    stacks = "run run run dodge_left | {} | rest | run run"
    _, events = played(stacks.format("tackle_right tackle_right"), ball=3)
    assert not told(events, "cancelled")
    _, events = played(stacks.format("tackle_left tackle_right tackle_right"), ball=3)
    assert told(events, "cancelled") == [said("cancelled", 3, card("run"), 2, 1, 3)]


@pytest.mark.rule("MK-38")
def test_a_redirected_hit_comes_from_the_dodger() -> None:
    position, events = played("dodge_left | tackle_right | rest | dodge_right")
    assert told(events, "dodged", "hit") == [
        said("dodged", 0, 1, 1, 1, 3),
        said("hit", 3, 1, 1, 0, 1),
    ]
    position, _ = played("dodge_left | tackle_right | rest | dodge_left")
    assert damage(position) == [0, 0, 1, 0]


@pytest.mark.rule("MK-39", "MK-40")
@pytest.mark.parametrize("tackler", SEATS)
@pytest.mark.parametrize(
    ("tackle", "dodge"), [("tackle_left", "dodge_right"), ("tackle_right", "dodge_left")]
)
def test_a_chain_ends_with_the_tackler(tackler: int, tackle: str, dodge: str) -> None:
    piles = [dodge] * 4
    piles[tackler] = tackle
    position, events = played(" | ".join(piles))
    way = 1 if tackle == "tackle_left" else -1
    route = [args[0] for _, args in told(events, "dodged")]
    assert route == [(tackler + way * n) % 4 for n in (1, 2, 3)]
    assert told(events, "hit") == [said("hit", tackler, tackler, 1, (tackler - way) % 4, 3)]
    assert damage(position) == [int(seat == tackler) for seat in SEATS]
    assert not told(events, "cancelled")


@pytest.mark.rule("MK-41")
def test_both_hits_of_a_tackle_are_handled_separately() -> None:
    position, events = played("dodge_left | tackle_both | dodge_right | rest")
    assert told(events, "dodged", "hit") == [
        said("dodged", 2, 1, 1, 1, 3),
        said("hit", 3, 1, 1, 2, 1),
        said("dodged", 0, 1, 1, 1, 3),
        said("hit", 3, 1, 1, 0, 1),
    ]
    assert damage(position) == [0, 0, 0, 2]


@pytest.mark.rule("MK-42")
def test_a_dodge_turns_away_any_number_of_hits_and_is_not_hit() -> None:
    """Two hits arrive at seat 0 from the left: one thrown there, one sent on by seat 1."""
    position, events = played("dodge_left | dodge_left | tackle_right | tackle_right tackle_left")
    dodged = told(events, "dodged")
    assert [args[0] for _, args in dodged] == [1, 0]
    assert damage(position)[0] == 2
    assert damage(position)[3] == 1
    assert position.record.striker.tolist() == [3, -2, -2, 2]


@pytest.mark.rule("MK-43")
def test_redirected_damage_counts_for_the_team_that_is_hit() -> None:
    position, events = played("dodge_left | tackle_right tackle_right | rest | rest")
    assert told(events, "damage") == [said("damage", 0, 2, MIDDLE, 0, 0)]
    assert heard(events[-1])[0] == "damage"
    assert position.due == {0, 2}
