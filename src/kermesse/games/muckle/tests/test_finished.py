"""That each finished game of Muckle shows what it is named for, and is played by the rules."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import BALL, SEATS
from kermesse.games.muckle.tests.test_standard import STANDARD, TALES

FINISHED = STANDARD.finished


def told(name: str, kind: str) -> list[tuple[int, ...]]:
    """The arguments of the events of one kind, in order."""
    return [event.args for event in FINISHED.events(name, kind)]


@pytest.mark.rule("MK-03", "MK-04")
@pytest.mark.parametrize("name", TALES)
def test_everybody_put_as_many_cards_aside(name: str) -> None:
    aside = 13 - int(str(FINISHED.match(name).options["hand_size"]))
    texts = [(line.seat, line.text) for line in FINISHED.match(name).decisions]
    for seat in SEATS:
        own = [text for who, text in texts if who == seat]
        assert all(text.startswith("aside ") for text in own[:aside])
        assert own[aside] == "ready"
        assert not any(text.startswith("aside ") for text in own[aside:])


@pytest.mark.rule("MK-10", "MK-11")
@pytest.mark.parametrize("name", TALES)
def test_every_turn_had_four_cards(name: str) -> None:
    picks = [args[0] for args in told(name, "picked")]
    assert len(picks) % 4 == 0
    for at in range(0, len(picks), 4):
        assert sorted(picks[at : at + 4]) == list(SEATS)
    assert len(picks) // 4 == FINISHED.match(name).frames[-1].record.turn


@pytest.mark.rule("MK-28", "MK-44")
@pytest.mark.parametrize("name", TALES)
def test_the_ball_moved_by_the_rules(name: str) -> None:
    """Whoever ran had the ball, and whoever decided belonged to the team with less damage."""
    frames = FINISHED.match(name).frames
    for before, after in pairwise(frames):
        event = after.event
        if event.kind == "ran":
            assert before.record.ball == event.args[0]
        if event.kind == "gave":
            zero, one = (int(before.record.damage[team::2].sum()) for team in (0, 1))
            assert event.args[0] % 2 == event.args[1] % 2 == int(one < zero)
            assert zero != one


@pytest.mark.rule("MK-55")
def test_one_is_asked_if_so_agreed() -> None:
    match = FINISHED.match("one-is-asked")
    asked = [frame.due for frame in match.frames if frame.phase == "ball"]
    assert asked
    assert all(len(due) == 1 for due in asked)


@pytest.mark.rule("MK-60")
@pytest.mark.parametrize("name", ["decided-by-cap", "drawn-by-cap"])
def test_a_capped_match_had_twenty_turns(name: str) -> None:
    assert FINISHED.match(name).frames[-1].record.turn == 20
    assert max(FINISHED.match(name).frames[-1].record.progress) < 6


@pytest.mark.rule("MK-02")
@pytest.mark.parametrize(("name", "never"), [("tackling", 3), ("resting", 3)])
def test_the_cards_of_a_list_are_played_and_no_others(name: str, never: int) -> None:
    assert never not in {args[1] for args in told(name, "revealed")}


def test_the_ball_was_given_to_somebody() -> None:
    assert any(
        line.text.startswith("ball ") and game.notation.read_action(line.text) >= BALL
        for line in FINISHED.match("team-0-wins").decisions
    )
