"""Finished games: one file for each way a match ends and for each variant, replayed to the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kermesse.core.match import Match
from kermesse.core.matchfile import read_match, write_match
from kermesse.core.registry import game as find_game
from kermesse.core.verification import resume, verify
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import BALL, SEATS

FINISHED = Path(__file__).parent / "finished"
LARGEST = 40_000  # bytes
REWRITE = "if the rules changed on purpose: python -m tools.finished_games muckle"


@dataclass(frozen=True)
class Tale:
    """What a finished game is about: who played, with which options, and how it came out."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    ending: str = "goal"
    options: dict[str, Any] = field(default_factory=dict)
    no_chance: bool = True


GREEDY, RANDOM = ("greedy",) * 4, ("random",) * 4
ZERO, ONE, BOTH = (1, 2, 1, 2), (2, 1, 2, 1), (1, 1, 1, 1)
TALES = {
    "team-0-wins": Tale(GREEDY, ZERO),
    "team-1-wins": Tale(GREEDY, ONE),
    "greedy-beats-random": Tale(("random", "greedy") * 2, ONE),
    "decided-by-cap": Tale(RANDOM, ONE, "cap", {"turn_cap": 20}),
    "drawn-by-cap": Tale(RANDOM, BOTH, "draw", {"turn_cap": 20}),
    "goal-3": Tale(GREEDY, ZERO, options={"goal": 3}),
    "goal-12": Tale(GREEDY, ONE, options={"goal": 12}),
    "hand-size-5": Tale(GREEDY, ZERO, options={"hand_size": 5}),
    "hand-size-13": Tale(GREEDY, ONE, options={"hand_size": 13}),
    "one-is-asked": Tale(GREEDY, ZERO, options={"ball_decider": "holder_or_low_seat"}),
    "team-talk": Tale(GREEDY, ZERO, options={"talk": "team"}),
    "no-talk": Tale(GREEDY, ONE, options={"talk": "off"}),
    "seats-drawn": Tale(GREEDY, ONE, options={"seating": "random"}),
    "tackling": Tale(GREEDY, ZERO, options={"cards": "tackling"}),
    "resting": Tale(GREEDY, ONE, options={"cards": "resting"}),
}


def text_of(name: str) -> str:
    return (FINISHED / f"{name}.json").read_text(encoding="utf-8")


@cache
def replayed(name: str) -> Match:
    return resume(read_match(text_of(name), find_game))


def told(name: str, kind: str) -> list[tuple[int, ...]]:
    """The arguments of the events of one kind, in order."""
    return [frame.event.args for frame in replayed(name).frames if frame.event.kind == kind]


def test_every_file_has_its_tale_and_every_tale_its_file() -> None:
    assert {file.stem for file in FINISHED.iterdir()} == set(TALES), REWRITE


@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_is_verified(name: str) -> None:
    assert verify(text_of(name), find_game) == [], REWRITE
    assert len(text_of(name).encode()) < LARGEST
    assert write_match(replayed(name)) == text_of(name), REWRITE


@pytest.mark.rule("MK-56", "MK-60")
@pytest.mark.parametrize("name", TALES)
def test_a_finished_game_comes_out_as_told(name: str) -> None:
    match = replayed(name)
    assert match.options == game.choose(TALES[name].options)
    assert match.outcome == (TALES[name].places, TALES[name].ending)


@pytest.mark.rule("MK-03", "MK-04")
@pytest.mark.parametrize("name", TALES)
def test_everybody_put_as_many_cards_aside(name: str) -> None:
    aside = 13 - int(str(replayed(name).options["hand_size"]))
    texts = [(line.seat, line.text) for line in replayed(name).decisions]
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
    assert len(picks) // 4 == replayed(name).frames[-1].record.turn


@pytest.mark.rule("MK-28", "MK-44")
@pytest.mark.parametrize("name", TALES)
def test_the_ball_moved_by_the_rules(name: str) -> None:
    """Whoever ran had the ball, and whoever decided belonged to the team with less damage."""
    frames = replayed(name).frames
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
    match = replayed("one-is-asked")
    asked = [frame.due for frame in match.frames if frame.phase == "ball"]
    assert asked
    assert all(len(due) == 1 for due in asked)


@pytest.mark.rule("MK-60")
@pytest.mark.parametrize("name", ["decided-by-cap", "drawn-by-cap"])
def test_a_capped_match_had_twenty_turns(name: str) -> None:
    assert replayed(name).frames[-1].record.turn == 20
    assert max(replayed(name).frames[-1].record.progress) < 6


@pytest.mark.rule("MK-02")
@pytest.mark.parametrize(("name", "never"), [("tackling", 3), ("resting", 3)])
def test_the_cards_of_a_list_are_played_and_no_others(name: str, never: int) -> None:
    assert never not in {args[1] for args in told(name, "revealed")}


def test_the_ball_was_given_to_somebody() -> None:
    assert any(
        line.text.startswith("ball ") and game.notation.read_action(line.text) >= BALL
        for line in replayed("team-0-wins").decisions
    )
